/**
 * n8n silently drops every field that another field hides, and every member of a collection that is one expression. So
 * fields that guard money are at the top level and never hidden. All others that n8n can drop are listed with the
 * reason why a run is no less strict without them. A new field has to be in one of the two lists.
 */
import { Mavapay } from '../../../nodes/Mavapay/Mavapay.node';
import { MavapayTrigger } from '../../../nodes/MavapayTrigger/MavapayTrigger.node';
import { eventFilterFields } from '../../../nodes/core/operation/eventFilters';
import { simplifyFields } from '../../../nodes/core/operation/simplify';
import { operations } from '../../../nodes/Mavapay/operations';

const { properties } = new Mavapay().description;
/** How many fields are shown at once, before Options, to a person who pays. */
const shownAtOnce = (resource: string, operation: string, values: Record<string, string>) =>
	new Set(
		properties.flatMap(({ name, type, displayOptions: { show = {} } = {} }) => {
			const { '@tool': tool, resource: its, operation: one, ...others } = show;
			const isShown = Object.entries(others).every(([other, allowed]) => allowed?.includes(values[other] ?? ''));
			const isIts = its?.includes(resource) === true && one?.includes(operation) === true;
			return isIts && tool?.includes(true) !== true && name !== 'options' && type !== 'notice' && isShown ? [name] : [];
		}),
	).size;

/** Fields that can hold back a payment. */
const GUARDS = [
	'allowedPayees',
	'approvalDigest',
	'approvedBy',
	'columns',
	'expectedAccountName',
	'leftOut',
	'maximumAmount',
	'maximumTotal',
	'minimumTargetAmount',
	'newPayees',
	'numberOfPayments',
	'paymentsPerDay',
	'payoutReference',
	'referencePrefix',
	'sheet',
	'supplier',
	'totalAmount',
	'validateOnly',
	// Filters of the trigger and of Get New: a workflow may book or pay what they let through.
	...Object.keys(eventFilterFields).filter((name) => name !== 'customerReferenceMatch'),
];

const REQUIRED = 'where it is gone although it is needed, the item is refused';
const PAYEE = `names who is paid: ${REQUIRED}`;
const LOOSENS = 'its default is the stricter one';
const DECORATES = 'it changes neither whom nor what is paid, nor whether';
const READS = 'a read: nothing is paid';

/** By `operation.field` or by field, the reason why a run is no less strict without it. */
const HARMLESS: Readonly<Record<string, string>> = {
	accountName: REQUIRED,
	accountNumber: PAYEE,
	addFeeToTotalCost: DECORATES,
	allowRepeats: LOOSENS,
	alreadyRecorded: LOOSENS,
	alsoRefused: LOOSENS,
	bank: PAYEE,
	beneficiaryType: PAYEE,
	bankName: DECORATES,
	beneficiaryJson: PAYEE,
	btcDestination: PAYEE,
	callbackUrl: DECORATES,
	customerInternalFee: DECORATES,
	customerReferenceMatch: 'without it a customer reference is compared whole',
	description: DECORATES,
	ghsPhoneNumber: PAYEE,
	hiddenRows: LOOSENS,
	includeInputFields: DECORATES,
	includeOtherColumns: DECORATES,
	inputBinaryField: 'where it is gone no file is found, and nothing goes on',
	invoice: PAYEE,
	kesAccountName: REQUIRED,
	kesIdentifierType: PAYEE,
	kesNetwork: REQUIRED,
	limit: READS,
	lookBack: 'it says how far back is looked; what was passed on is not passed on again',
	repeat: LOOSENS,
	lnAddress: PAYEE,
	memo: DECORATES,
	onChainAddress: PAYEE,
	onUnknown: LOOSENS,
	outputFields: DECORATES,
	paybillAccountNumber: PAYEE,
	paybillNumber: PAYEE,
	paymentMethod: DECORATES,
	payoutsInParallel: LOOSENS,
	phoneNumber: PAYEE,
	settlementMethod: 'an on-chain address is refused without it',
	skipChecks: LOOSENS,
	skipVirtualAccount: DECORATES,
	speed: DECORATES,
	tillNumber: PAYEE,
	timeout: DECORATES,
	withoutNameEnquiry: LOOSENS,
	zarBank: PAYEE,
};

/** Operations that only read, so all their options may vanish. Not Get New: a workflow may pay for what it outputs. */
const reads = ({ key, effect }: { key: string; effect: string }) =>
	effect === 'read' || ['transaction:reconcile', 'payout:summarize'].includes(key);

/** Operations that pay nothing, and settle nothing by a field that n8n can drop: docs/reference/amounts.md. */
const ON_RECORD = ['payoutReference:release', 'payoutReference:resolve'];

/** Everything of an operation that n8n can drop. */
const droppable = operations.flatMap(({ resource, operation, effect, fields }) => {
	const key = `${resource}:${operation}`;
	return Object.entries(fields).flatMap(([name, { members, showWhen, guard }]) => [
		...(Object.keys(showWhen ?? {}).some((other) => other !== '@tool') ? [{ key, effect, name }] : []),
		// A collection that is a guard stops the item if an expression in the collection gave nothing (parameters.test.ts).
		...Object.keys((guard !== true && members) || {}).map((member) => ({ key, effect, name: member })),
	]);
});

it.each(GUARDS)('%s stands at the top level wherever it is, and no other field hides it', (guard) => {
	// Guards of payees, which are shown wherever a payment names somebody.
	const OF_PAYEES = ['allowedPayees', 'newPayees', 'supplier'];
	// Only Get New filters events: a swap, for example, has an option with the same name as a filter.
	const isOther = ({ key }: { key: string }) => guard in eventFilterFields && key !== 'transaction:getNew';
	const places = droppable.filter(
		(place) =>
			place.name === guard &&
			!OF_PAYEES.includes(guard) &&
			!reads(place) &&
			!ON_RECORD.includes(place.key) &&
			!isOther(place),
	);
	expect(places).toEqual([]);
	expect(operations.some(({ fields }) => guard in fields)).toBe(true);
});

it('names for all else that n8n can drop why a run is no less strict without it', () => {
	const unnamed = droppable.filter(
		({ key, effect, name }) =>
			!ON_RECORD.includes(key) && !reads({ key, effect }) && !GUARDS.includes(name) && HARMLESS[name] === undefined,
	);
	expect(unnamed).toEqual([]);
});

it('takes every field with the mark of a guard for one', () => {
	const marked = operations.flatMap(({ fields }) =>
		Object.entries(fields).flatMap(([name, { guard, typedAsTool }]) =>
			guard === true || typedAsTool === true ? [name] : [],
		),
	);
	expect(marked.filter((name) => !GUARDS.includes(name))).toEqual([]);
});

describe('the trigger', () => {
	const { properties: fields } = new MavapayTrigger().description;

	it('has among its options only what loosens', () => {
		const members = fields.flatMap(({ type, options }) => (type === 'collection' ? (options ?? []) : []));
		expect(members.map(({ name }) => name)).toEqual(['allowRepeatedEvents', 'replaceWhileTesting']);
	});

	it('hides only what loosens, and a notice', () => {
		const hidden = fields.filter(({ displayOptions }) => displayOptions !== undefined);
		expect(hidden.map(({ name }) => name).sort()).toEqual([
			'customerReferenceMatch',
			'manualNotice',
			'replaceExisting',
		]);
	});
});

const beneficiaries = ['ngn', 'kes', 'ghs', 'zar', 'btc', 'json'].map((beneficiaryType) => ({
	beneficiaryType,
	kesIdentifierType: 'paytophone',
	btcDestination: 'lnInvoice',
}));

it('shows no more fields of a payment than a person can read', () => {
	expect(shownAtOnce('withdrawal', 'toBankAccount', {})).toBeLessThanOrEqual(16);
	expect(shownAtOnce('quote', 'createAndAccept', { sendTo: 'wallet' })).toBeLessThanOrEqual(15);
	for (const values of beneficiaries) {
		expect(shownAtOnce('quote', 'createAndAccept', { ...values, sendTo: 'somebody' })).toBeLessThanOrEqual(22);
		expect(shownAtOnce('quote', 'create', values)).toBeLessThanOrEqual(14);
	}
	const bank = operations.find(({ operation }) => operation === 'toBankAccount');
	expect(Object.keys(bank?.fields.options?.members ?? {}).length).toBeLessThanOrEqual(11);
});

it('asks in one order: whom, how much, under which reference, how it is checked, limits, Validate Only, approval', () => {
	const bank = operations.find(({ operation }) => operation === 'toBankAccount');
	expect(Object.keys(bank?.fields ?? {})).toEqual([
		'bank',
		'accountNumber',
		'amount',
		'amountUnit',
		'payoutReference',
		'referencePrefix',
		'reason',
		'expectedAccountName',
		'supplier',
		'newPayees',
		'allowedPayees',
		'maximumAmount',
		'minimumTargetAmount',
		'maximumTotal',
		'paymentsPerDay',
		'validateOnly',
		'approvalDigest',
		'approvedBy',
		'leftOut',
		'simplify',
		'output',
		'outputFields',
		'options',
	]);
	expect(bank?.fields.payoutReference?.required).toBe(true);
	for (const { effect, fields } of operations)
		if (effect === 'pay')
			expect(
				Object.keys(fields)
					.filter((name) => !(name in simplifyFields))
					.slice(-5),
			).toEqual([...['validateOnly', 'approvalDigest', 'approvedBy', 'leftOut', 'options']]);
});
