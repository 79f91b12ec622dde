/** Every parameter of every operation, with values that must be refused and values that may only pass unharmed. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { operations } from '../../../../nodes/Mavapay/operations';
import { FILLED_IN, isShown, type Field, type Fields } from '../../../../nodes/core/operation/field';
import type { Operation } from '../../../../nodes/core/operation/operation';
import { at, isRecord, nameOf, parametersOf, sandboxCases, stored, type Case, type Made } from '../../../cases';

export interface Target {
	title: string;
	operation: Operation;
	/** A good run in which the field is shown. */
	one: Case;
	field: Field<unknown>;
	name: string;
	/** The collection the field is a member of. */
	inside: string | null;
}

/** Values that the cases do not give. */
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

/** The case in which a field is shown; one that gives it a value, if there is one. */
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

/** The parameters without which n8n doesn't show a field. */
export const filledInBeside = ({ showWhen = {} }: Field<unknown>) =>
	Object.fromEntries(
		Object.entries(showWhen).flatMap(([name, values]) => (values.includes(FILLED_IN) ? [[name, 'INV-']] : [])),
	);

const defaultsOf = (fields: Fields) =>
	Object.fromEntries(Object.entries(fields).map(([name, { face }]) => [name, face.default]));

/**
 * Every field that a person sees, and the members of collections: a collection itself n8n hands on as an
 * object, whatever is stored. Those of AI tools are tested as such, and Prepare's are the payments'.
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

/** The unit tests (invalidValues.test.ts) leave these to the engine. */
const onlyHere = ({ operation }: Target) => operation.effect === 'pay' || operation.resource === 'payoutReference';

/**
 * What is tried here: all fields of what only the engine tests, and one field of each other operation, which
 * shows that a bad value gets to what refuses it. In the long run everything.
 */
export const tried: readonly Target[] = operations
	.flatMap((operation, index) => {
		const all = targets.filter((one) => one.operation === operation);
		const own = all.filter(({ inside }) => inside !== 'options');
		const isLong = process.env.PROPERTY_RUNS !== undefined;
		return all.filter((one) => isLong || onlyHere(one) || one === (own[index % own.length] ?? all[0]));
	})
	// Whether a text is a claim only the record can tell: unit/record/claimText and settlement.
	.filter(({ name }) => name !== 'claim')
	// Whatever its reason is, a halt stops payouts: logLines.test.ts.
	.filter(({ operation }) => operation.operation !== 'halt');

function target(operation: Operation, name: string, field: Field<unknown>, inside: string | null): Target[] {
	if (field.showWhen?.['@tool']?.includes(true)) return [];
	// A file is binary data, which no case holds: readFile.test.ts tries what is asked for with one.
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
	// Of two items with one reference the second is refused. A quote's ID is a reference itself.
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
						// They differ in one field alone, which may be none of payee and amount.
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
 * With a choice by expression n8n takes every field that hangs on it for shown, and wants the required
 * ones filled in: by an expression, as from a table with a column for each.
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

/** A value that the case would have had. */
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

/** Choices of several values, and amounts, whose blank is refused even where the field may be left out. */
const NEVER_BLANK = /^(payoutReference|maximumAmount|maximumTotal|minimumTargetAmount|expectedAccountName|supplier)$/;

interface BadValues {
	/** Nothing may be sent with these. */
	refused: unknown[];
	/** Left out, or taken to the service exactly as they are. */
	soft: unknown[];
}

/** What every kind of field makes of bad values; `blanks` are soft where the field may be left out. */
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
			// Simplify decides nothing but what is shown: empty, its default holds.
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

/** NGN needs the amount of a simulated pay-in, and so do the two operations for people. */
const alwaysNeeded = ({ operation, name }: Target) => operation.operation === 'payIn' && name === 'amount';

/** Items for values; an undefined one is an item without the member, so that its expression gives nothing. */
export const itemsOf = (values: unknown[]): IDataObject[] =>
	values.map((value) => (value === undefined ? {} : JSON.parse(JSON.stringify({ value }))));
