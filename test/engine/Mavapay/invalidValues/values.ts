/** Every parameter of every operation, with values that must be refused and values that do no harm. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { operations } from '../../../../nodes/Mavapay/operations';
import { FILLED_IN, isShown, type Field, type Fields } from '../../../../nodes/core/operation/field';
import type { Operation } from '../../../../nodes/core/operation/operation';
import { at, isRecord, nameOf, parametersOf, sandboxCases, stored, type Case, type Made } from '../../../cases';

export interface Target {
	title: string;
	operation: Operation;
	/** A case that runs without errors and shows the field. */
	one: Case;
	field: Field<unknown>;
	name: string;
	/** The collection that contains the field; null for none. */
	inside: string | null;
}

/** Good values for fields that have none in the cases. */
const SAMPLES: Record<string, unknown> = {
	accountName: 'Ada Obi',
	callbackUrl: 'https://example.com/thanks',
	createdAfter: '2020-01-01T00:00:00Z',
	createdBefore: '2099-01-01T00:00:00Z',
	customerInternalFee: '0',
	customerReference: 'order-17',
	description: 'Two boxes of tea',
	endDate: '2099-01-01T00:00:00Z',
	from: '2020-01-01T00:00:00Z',
	expectedAccountName: 'ADAEZE CHIOMA OKAFOR',
	maxAmount: '900000000',
	maximumAmount: '90000000000',
	maximumTotal: '90000000000',
	memo: 'For the tea',
	minAmount: '1',
	minimumTargetAmount: '1',
	payoutReference: 'INV-1',
	supplier: 'Adaeze Foods',
	startDate: '2020-01-01T00:00:00Z',
	to: '2099-01-01T00:00:00Z',
	txId: 'a-transaction',
	bankName: 'GTB',
	validateOnly: true,
	timeout: 1,
	onUnknown: 'continue',
};

/** A case that shows the field, if possible one that gives it a value. */
function caseFor(operation: Operation, name: string, field: Field<unknown>, inside: string | null): Case | undefined {
	const shown = sandboxCases.filter((one) => {
		if (one.operation !== operation) return false;
		const values: Record<string, unknown> = {
			...defaultsOf(operation.fields),
			...parametersOf(one),
			...filledInBeside(field),
			'@tool': false,
		};
		const outer = inside === null ? undefined : operation.fields[inside];
		return isShown(field, values) && (outer === undefined || isShown(outer, values));
	});
	const given = (one: Case) => at(parametersOf(one), ...(inside === null ? [name] : [inside, name])) !== undefined;
	return shown.find(given) ?? shown[0];
}

/** The fields that must be filled in before n8n shows this one, each with a value. */
export const filledInBeside = ({ showWhen = {} }: Field<unknown>) =>
	Object.fromEntries(
		Object.entries(showWhen).flatMap(([name, values]) => (values.includes(FILLED_IN) ? [[name, 'INV-']] : [])),
	);

const defaultsOf = (fields: Fields) =>
	Object.fromEntries(Object.entries(fields).map(([name, { face }]) => [name, face.default]));

/**
 * All fields that a person sees, and the members of collections. A collection itself always reaches the node as an
 * object. Fields of AI tools have their own tests, and Prepare has the fields of the payments.
 */
export const targets: readonly Target[] = operations
	.filter(({ effect }) => effect !== 'prepare')
	.flatMap((operation) =>
		Object.entries(operation.fields).flatMap(([name, field]) =>
			field.members === undefined
				? target(operation, name, field, null)
				: Object.entries(field.members).flatMap(([member, its]) => target(operation, member, its, name)),
		),
	);

/** Whether all fields of this operation are tested here; unit tests (invalidValues.test.ts) have other operations. */
const onlyHere = ({ operation }: Target) => operation.effect === 'pay' || operation.resource === 'payoutReference';

/**
 * The fields tested here: all fields of payments and of payout references, and one field of every other operation, to
 * show that a bad value reaches its check. `npm run test:long` tests all fields.
 */
export const tried: readonly Target[] = operations
	.flatMap((operation, index) => {
		const all = targets.filter((one) => one.operation === operation);
		const own = all.filter(({ inside }) => inside !== 'options');
		const isLong = process.env.PROPERTY_RUNS !== undefined;
		return all.filter((one) => isLong || onlyHere(one) || one === (own[index % own.length] ?? all[0]));
	})
	// Only the record knows whether a text is a claim: claimText and settlement in unit/record test claims.
	.filter(({ name }) => name !== 'claim')
	// A halt stops payouts even if its reason is a bad value: logLines.test.ts.
	.filter(({ operation }) => operation.operation !== 'halt');

function target(operation: Operation, name: string, field: Field<unknown>, inside: string | null): Target[] {
	if (field.showWhen?.['@tool']?.includes(true)) return [];
	// The cases hold no binary data; readFile.test.ts tests the fields for a file.
	if (field.showWhen?.readFrom?.includes('file')) return [];
	const one = caseFor(operation, name, field, inside);
	if (one === undefined) throw new Error(`No case shows ${nameOf(operation)} ${name}`);
	const title = `${nameOf(operation)} ${inside === null ? '' : `${inside}.`}${name}`;
	return [{ title, operation, one, field, name, inside }];
}

/** The parameters of the case with the field under test taken from the item. */
export function parametersFor({ one, operation, name, inside, field }: Target, made: Made): INodeParameters {
	const given = stored(one, made);
	const options = isRecord(given.options) ? given.options : {};
	// Each item has its own reference, because repeated ones are refused. A quote's ID is itself a reference.
	const reference = name === 'quoteId' ? {} : { payoutReference: '=INV-{{ $itemIndex }}' };
	const dry = operation.effect === 'pay' ? { validateOnly: true, ...reference } : {};
	const careful =
		operation.effect === 'record'
			? {}
			: {
					...dry,
					options: {
						...options,
						...(operation.effect === 'write' ? { onUnknown: 'continue' } : {}),
						// The items may have the same payee and amount, and must not be refused as repeats.
						...(operation.effect === 'pay' ? { allowRepeats: true } : {}),
						...(operation.operation === 'waitForSettlement' ? { timeout: 1, pollInterval: 1 } : {}),
					},
				};
	const parameters: INodeParameters = { ...absentOnes(operation, given), ...careful, ...filledInBeside(field) };
	const value = '={{ $json.value }}';
	if (inside !== null) {
		const members = parameters[inside];
		return { ...parameters, [inside]: { ...(isRecord(members) ? members : {}), [name]: value } };
	}
	const locator = field.face.type === 'resourceLocator';
	return { ...parameters, [name]: locator ? { __rl: true, mode: 'id', value } : value };
}

/**
 * If a choice is an expression, n8n regards all fields that depend on it as shown, and wants the required ones filled
 * in. Here, each of the required fields reads a missing column.
 */
function absentOnes({ fields }: Operation, given: INodeParameters): INodeParameters {
	const value = '={{ $json.absent }}';
	const absent = Object.entries(fields)
		.filter(
			([name, { required, showWhen }]) => required && (given[name] ?? '') === '' && showWhen?.['@tool'] === undefined,
		)
		.map(([name, { face }]) => [name, face.type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value]);
	return { ...given, ...Object.fromEntries(absent) };
}

/** A valid value for the target's field. */
export function goodValue({ one, name, inside, field }: Target, made: Made): unknown {
	const given = at(parametersOf(one, made), ...(inside === null ? [name] : [inside, name]));
	const value = isRecord(given) && '__rl' in given ? given.value : given;
	if (value !== undefined && value !== '') return value;
	return SAMPLES[name] ?? field.face.default;
}

const BLANKS = [undefined, null, '', '   '];
const LONG = 'x'.repeat(20_000);
export const CONTROL = 'tab\u0007and\u0000null';
export const UNICODE = 'Ọlá 🦁 مرحبا';
const OBJECT = { a: { b: 1 } };
const LIST = ['a', 'b'];

const swapCase = (text: string) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());

/** Fields whose blank value is refused even if the field is optional. */
const NEVER_BLANK = /^(payoutReference|maximumAmount|maximumTotal|minimumTargetAmount|expectedAccountName|supplier)$/;

interface BadValues {
	/** Values with which nothing may be sent. */
	refused: unknown[];
	/** Values that are left out, or sent to the service unchanged. */
	soft: unknown[];
}

/** The bad values for each kind of field; `blanks` are soft if the field is optional. */
export function badValues(subject: Target, made: Made): BadValues {
	const { field, inside, name } = subject;
	const good = goodValue(subject, made);
	const required = field.required || NEVER_BLANK.test(name) || alwaysNeeded(subject);
	const withBlanks = (refused: unknown[], soft: unknown[], blankRefused = required): BadValues =>
		blankRefused ? { refused: [...BLANKS, ...refused], soft } : { refused, soft: [...BLANKS, ...soft] };
	switch (field.face.type) {
		case 'string':
		case 'resourceLocator':
			return isReference(name)
				? withBlanks([LIST, OBJECT, true], [CONTROL, UNICODE, LONG])
				: withBlanks([LIST, OBJECT, true, LONG], [CONTROL, UNICODE]);
		case 'options': {
			const twisted = typeof good === 'string' ? [swapCase(good)] : [];
			const words = [CONTROL, UNICODE, ...(takesAnyCase(field, twisted[0]) ? twisted : [])];
			const wrongCase = takesAnyCase(field, twisted[0]) ? [] : twisted;
			return withBlanks([LIST, OBJECT, LONG, ...wrongCase, ...noBoolean(name)], words, inside === null);
		}
		case 'boolean':
			// Simplify only changes what is shown, so a blank gives its default.
			return withBlanks([LIST, OBJECT, 'yes', 'TRUE!', 1, LONG, UNICODE], [], inside === null && name !== 'simplify');
		case 'number':
			return withBlanks([LIST, OBJECT, true, 'many', -1, 1.5, 1e21, LONG, UNICODE], [], inside === null);
		case 'json':
			return withBlanks([LIST, true, 'no json', '[1]', '{}', '{"a":', LONG], [], true);
		case 'multiOptions':
			return withBlanks(
				[[], OBJECT, true, [true], [OBJECT], ...(field.read(['lightning']).ok ? [] : [['lightning']])],
				[],
				inside === null,
			);
		case 'dateTime':
			return withBlanks([LIST, OBJECT, true, 'yesterday', LONG, UNICODE], []);
		default:
			throw new Error(`There are no bad values for fields of the type ${field.face.type}`);
	}
}

/** References may be of any length. */
const isReference = (name: string) => /reference$/i.test(name);

/** Autopayout also accepts booleans, so `true` isn't a bad value. */
const noBoolean = (name: string) => (name === 'autopayout' ? [] : [true]);

const takesAnyCase = (field: Field<unknown>, twisted: string | undefined) =>
	twisted !== undefined && field.read(twisted).ok;

/** A simulated pay-in in NGN needs an amount. */
const alwaysNeeded = ({ operation, name }: Target) => operation.operation === 'payIn' && name === 'amount';

/** One item for each value. For undefined, the item has no `value`, so an expression that reads it gives nothing. */
export const itemsOf = (values: unknown[]): IDataObject[] =>
	values.map((value) => (value === undefined ? {} : JSON.parse(JSON.stringify({ value }))));
