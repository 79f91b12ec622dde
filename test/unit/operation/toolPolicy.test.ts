/** Everything that an AI agent may fill, by operation: our decision. No other field may be an expression. */
import {
	type Field,
	fieldsWhere,
	holdsExpression,
	leftToAgent,
	TYPED_BY_A_PERSON,
} from '../../../nodes/core/operation/field';
import type { Operation } from '../../../nodes/core/operation/operation';
import { operations } from '../../../nodes/Mavapay/operations';

const NGN_ACCOUNT = ['bank', 'accountNumber', 'accountName'];
const BITCOIN = ['invoice', 'lnAddress', 'onChainAddress'];
const KENYA = ['phoneNumber', 'kesNetwork', 'tillNumber', 'paybillNumber', 'paybillAccountNumber', 'kesAccountName'];
const QUOTE = ['amount', ...NGN_ACCOUNT, 'zarBank', ...KENYA, 'ghsPhoneNumber', ...BITCOIN];

const MAY_FILL: Readonly<Record<string, readonly string[]>> = {
	'bank:getAll': ['country', 'limit'],
	'bank:verifyAccount': ['bank', 'accountNumber'],
	'bankAccount:create': NGN_ACCOUNT,
	'bankAccount:getAll': ['filters'],
	'mpesa:validateIdentifier': ['identifierType', 'identifier'],
	'order:get': ['orderId'],
	'order:getAll': ['limit', 'filters'],
	'paymentLink:create': ['name', 'amount', ...NGN_ACCOUNT, 'zarBank', ...BITCOIN],
	'paymentLink:get': ['paymentLinkId'],
	'paymentLink:getOrders': ['paymentLinkId'],
	'paymentLink:getStatus': ['orderId'],
	'paymentLink:refresh': ['paymentLinkId'],
	'payoutReference:check': ['reference'],
	'price:get': ['pair'],
	'quote:create': [...QUOTE, 'customerReference'],
	'quote:createAndAccept': [...QUOTE, 'reason', 'options.customerReference'],
	'simulation:payIn': ['value', 'amount'],
	'stablecoinAddress:generate': ['label', 'network'],
	'transaction:get': ['lookUpBy', 'value'],
	'transaction:getAll': ['limit', 'filters'],
	'transaction:getReceipt': ['lookUpBy', 'value', 'reference'],
	'transaction:reconcile': ['period', 'from', 'to', 'reference', 'amount', 'payee', 'date'],
	'transaction:waitForSettlement': ['lookUpBy', 'value'],
	'wallet:get': ['walletId'],
	'wallet:getAll': ['filters'],
	'wallet:getStatement': ['wallet', 'period', 'from', 'to'],
	'withdrawal:toBankAccount': ['amount', 'bank', 'accountNumber', 'reason'],
	'withdrawal:toGhana': ['ghsPhoneNumber', 'accountName', 'amount', 'reason'],
	'withdrawal:toKenya': [...KENYA, 'amount', 'reason'],
	'withdrawal:toLightning': ['invoice', 'reason', 'options.memo'],
	'withdrawal:toSouthAfrica': ['zarBank', 'accountNumber', 'accountName', 'amount', 'reason'],
	'withdrawal:toStablecoin': ['network', 'address', 'amount', 'customerReference', 'reason'],
};

const keyOf = ({ resource, operation }: Operation) => `${resource}:${operation}`;
const byModel = "={{ $fromAI('it', 'what to use', 'string') }}";

/** A field or a collection's member, and the parameters with an expression in it. */
interface Place {
	readonly name: string;
	readonly path: string;
	readonly field: Field<unknown>;
	readonly written: Record<string, unknown>;
}

const places = ({ fields }: Operation): Place[] =>
	Object.entries(fields).flatMap(([name, field]): Place[] => {
		const value = field.face.type === 'resourceLocator' ? { __rl: true, mode: 'id', value: byModel } : byModel;
		if (field.members === undefined) return [{ name, path: name, field, written: { [name]: value } }];
		return Object.entries(field.members).map(([member, its]) => ({
			name,
			path: `${name}.${member}`,
			field: its,
			written: { [name]: { other: 1, [member]: byModel } },
		}));
	});

/** Values under which a field shows. */
const shownWith = ({ showWhen }: Field<unknown>) =>
	Object.fromEntries(Object.entries(showWhen ?? {}).map(([name, [first]]) => [name, first]));

const open = (
	operation: Operation,
	written: Record<string, unknown>,
	resolved: Record<string, unknown> = {},
	asTool = true,
) => {
	const typed = fieldsWhere(operation.fields, ({ typedAsTool }) => typedAsTool === true);
	const given = { resolved: { '@tool': asTool, ...resolved }, written: { ...typed, ...written } };
	return leftToAgent(operation.fields, given, { asTool });
};

describe.each(
	operations
		.filter(({ fields }) => Object.keys(fields).length > 0)
		.map((operation) => [keyOf(operation), operation] as const),
)('%s', (key, operation) => {
	it.each(places(operation))(
		'$path, which an agent may fill only where MAY_FILL names it',
		({ name, path, field, written }) => {
			const top = operation.fields[name];
			const problems = open(operation, written, top === undefined ? {} : shownWith(top));
			const allowed = [name, path].some((one) => (MAY_FILL[key] ?? []).includes(one));
			expect(problems).toStrictEqual(allowed ? [] : [{ field: field.label, reason: TYPED_BY_A_PERSON }]);
			expect(open(operation, written, {}, false)).toStrictEqual([]);
		},
	);

	it('as a whole no collection may be an expression', () => {
		const collections = Object.entries(operation.fields).filter(([, { members }]) => members !== undefined);
		for (const [name, { label }] of collections) {
			expect(open(operation, { [name]: byModel })).toStrictEqual([{ field: label, reason: TYPED_BY_A_PERSON }]);
			expect(open(operation, { [name]: [byModel] })).toStrictEqual([{ field: label, reason: TYPED_BY_A_PERSON }]);
		}
	});
});

it('names only what exists', () => {
	for (const [key, names] of Object.entries(MAY_FILL)) {
		const operation = operations.find((candidate) => keyOf(candidate) === key);
		expect(Object.keys(operation?.fields ?? {})).toEqual(
			expect.arrayContaining(names.map((name) => name.replace(/\..*/, ''))),
		);
	}
});

it('leaves alone what is not shown, such as a value left over from another choice', () => {
	const operation = operations.find((candidate) => keyOf(candidate) === 'quote:createAndAccept');
	if (operation === undefined) throw new Error('There is no such operation.');
	expect(open(operation, { beneficiaryJson: byModel }, { beneficiaryType: 'ngn' })).toStrictEqual([]);
	expect(open(operation, { beneficiaryJson: byModel }, { beneficiaryType: 'json' })).toHaveLength(1);
	expect(open(operation, { parameterOfAnother: byModel })).toStrictEqual([]);
});

it.each<[unknown, boolean]>([
	['=1', true],
	['={{ 1 }}', true],
	[{ __rl: true, mode: 'list', value: '={{ 1 }}' }, true],
	[['a', { b: ['=c'] }], true],
	['a=1', false],
	[' =1', false],
	[1, false],
	[null, false],
	[undefined, false],
	[{ a: ['b', null, true] }, false],
])('%j holds an expression: %s', (written, holds) => {
	expect(holdsExpression(written)).toBe(holds);
});
