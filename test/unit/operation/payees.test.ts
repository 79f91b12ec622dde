/** Payees that a model may name: in any operation, a field that names a payee is checked against a person's list. */
import { optionalText, text } from '../../../nodes/core/operation/fields';
import {
	defineCustom,
	definePayment,
	defineRead,
	defineRecord,
	defineWrite,
} from '../../../nodes/core/operation/define';
import { when, type Fields } from '../../../nodes/core/operation/field';
import type { Operation } from '../../../nodes/core/operation/operation';
import { namedPayee } from '../../../nodes/core/operation/payees';
import { operations } from '../../../nodes/Mavapay/operations';
import { scopeOf } from '../../harness/operations';

const ADA = '000013:0123456789';
const fields = {
	bank: text('Bank', { payeePart: 'account.bank' }),
	accountNumber: text('Account Number', { payeePart: 'account.number' }),
};
const about = { resource: 'made', operation: 'up', name: 'Up', action: 'Make it up', description: 'Made up', fields };

/** A made-up operation of each effect, with fields that name a payee. None of the operations has code about payees. */
const MADE_UP: ReadonlyArray<[string, Operation]> = [
	['read', defineRead('made', 'up', { ...about, request: () => ({ method: 'GET', path: '/made' }) })],
	['custom', defineCustom('made', 'up', { ...about, collect: async () => await Promise.resolve([]) })],
	[
		'write',
		defineWrite('made', 'up', {
			...about,
			request: () => ({ method: 'POST', path: '/made' }),
		}),
	],
	['record', defineRecord('made', 'up', { ...about, asTool: true, plan: () => ({ do: 'halt', reference: null }) })],
];

const THIEF = { bank: '000014', accountNumber: '6666666666' };
const PAYEE = { bank: '000013', accountNumber: '0123456789' };

const planned = (operation: Operation, given: Record<string, unknown>, asTool = true) => {
	const parameters = { resolved: { '@tool': asTool, ...given }, written: given, lackOf: () => null };
	const scope = { ...scopeOf(), asTool };
	if (operation.effect === 'custom') return operation.begin().plan({ index: 0, json: {} }, parameters, scope);
	if (operation.effect === 'prepare') throw new Error('None is made up.');
	return operation.plan(parameters, scope);
};
const reasons = (operation: Operation, given: Record<string, unknown>) => {
	const plan = planned(operation, given);
	return plan.ok ? [] : plan.problems.map(({ field, reason }) => `${field} ${reason}`);
};

describe.each(MADE_UP)('a new operation that names somebody: %s', (_, operation) => {
	it('asks a person whom it may name, as a tool', () => {
		expect(operation.fields.allowedPayees).toMatchObject({ typedAsTool: true, showWhen: { '@tool': [true] } });
	});

	it('is held against that list', () => {
		expect(reasons(operation, { ...PAYEE, allowedPayees: ADA })).toEqual([]);
		expect(reasons(operation, { ...THIEF, allowedPayees: ADA })).toEqual([
			"Allowed Payees refuses this: the payee is not one of the 'Allowed Payees'",
		]);
	});

	it.each([[undefined], [''], ["={{ $fromAI('list') }}"], ['000013:0123456789 {{ 1 }}']])(
		'runs for nobody where the list is %p',
		(allowedPayees) => {
			expect(reasons(operation, { ...PAYEE, allowedPayees })).toEqual([
				'Allowed Payees must be typed into the node by a person when an AI agent uses the node',
			]);
		},
	);

	it('runs for people without one', () => {
		expect(planned(operation, THIEF, false).ok).toBe(true);
	});
});

describe('the last day of a line', () => {
	const made = MADE_UP[2]?.[1];
	const allowedAt = (time: string, timeZone: string, today: string) => {
		if (made === undefined) throw new Error('It is made up above.');
		const given = { ...PAYEE, allowedPayees: `${ADA} until 2026-10-25` };
		const scope = { ...scopeOf(), asTool: true, nowMs: Date.parse(time), timeZone };
		return (
			made.effect === 'write' &&
			made.plan({ resolved: { '@tool': true, ...given }, written: given, lackOf: () => null }, { ...scope, today }).ok
		);
	};

	it.each([
		['Africa/Lagos', '2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00Z'],
		// Clocks go back on this day, which has 25 hours.
		['Europe/Berlin', '2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00Z'],
		['America/New_York', '2026-10-26T03:59:59.999Z', '2026-10-26T04:00:00Z'],
		['UTC', '2026-10-25T23:59:59.999Z', '2026-10-26T00:00:00Z'],
	])('ends at midnight in %s', (timeZone, last, over) => {
		expect([allowedAt(last, timeZone, '2026-10-25'), allowedAt(over, timeZone, '2026-10-26')]).toEqual([true, false]);
	});

	it("is over after midnight, also where the agent's execution began before", () => {
		expect(allowedAt('2026-10-25T23:00:00Z', 'Africa/Lagos', '2026-10-25')).toBe(false);
	});
});

describe('whom fields name', () => {
	const of = (some: Fields, resolved: Record<string, unknown>) => namedPayee(some, { resolved });

	it('is nobody where none of them does, or only looks somebody up', () => {
		expect(of({ memo: optionalText('Memo') }, {})).toBeNull();
		expect(of({ bank: { ...fields.bank, payeePart: undefined } }, PAYEE)).toBeNull();
	});

	it.each<[string, Fields, Record<string, unknown>]>([
		['a part alone', { bank: fields.bank }, PAYEE],
		[
			'one part twice',
			{ one: text('It', { payeePart: 'till' }), other: text('It', { payeePart: 'till' }) },
			{ one: '1', other: '2' },
		],
		[
			'two of different kinds',
			{ till: text('It', { payeePart: 'till' }), phone: text('It', { payeePart: 'phone' }) },
			{ till: '1', phone: '2' },
		],
		['a part that is empty', fields, { bank: '000013', accountNumber: '' }],
		['what nothing can be compared with', { it: text('It', { payeePart: 'unseen' }) }, { it: 'x' }],
	])('can not be seen by %s', (_, some, resolved) => {
		expect(of(some, resolved)).toEqual({ kind: 'unseen' });
	});

	it('is whom the fields name that are shown', () => {
		const some = {
			till: when({ type: ['till'] }, text('It', { payeePart: 'till' })),
			phone: when({ type: ['phone'] }, text('It', { payeePart: 'phone' })),
		};
		expect(of(some, { type: 'till', till: '1', phone: '2' })).toEqual({ kind: 'till', till: '1' });
		expect(of(some, { type: 'phone', till: '1', phone: '2' })).toEqual({ kind: 'phone', phone: '2' });
		expect(of(some, { type: 'none', till: '1', phone: '2' })).toBeNull();
	});
});

it('every operation that names somebody asks for the list, but one that only people may run', () => {
	const naming = operations.filter(
		({ fields: some, toolEffect }) =>
			toolEffect !== 'refused' && Object.values(some).some(({ payeePart }) => payeePart !== undefined),
	);
	// At least these name a payee: a field without its `payee` member would be checked against no list.
	expect(naming.map(({ resource, operation }) => `${resource}:${operation}`)).toEqual(
		expect.arrayContaining([
			'bankAccount:create',
			'paymentLink:create',
			'quote:create',
			'quote:createAndAccept',
			'withdrawal:toBankAccount',
			'withdrawal:toLightning',
			'withdrawal:toStablecoin',
		]),
	);
	expect(naming.filter(({ fields: some }) => some.allowedPayees?.typedAsTool !== true)).toEqual([]);
});

it('a new payment of which no field names anybody is for people only', () => {
	const request = { method: 'POST' as const, path: '/made' };
	const payment = definePayment('made', 'up', {
		...about,
		fields: { card: text('Card', { aiMayFill: true }) },
		withoutReference: null,
		draft: () => ({
			ok: true,
			value: {
				price: { is: 'open', atMost: null },
				limitsIn: { currency: null, unit: 'minor' },
				sends: [request],
				looksUp: 'nothing',
				lookUp: async () => await Promise.resolve({ request, output: () => [] }),
			},
		}),
	});
	const typed = { card: '1', referencePrefix: 'bot', maximumAmount: '1', maximumTotal: '1', paymentsPerDay: '1' };
	expect(reasons(payment, { ...typed, allowedPayees: ADA })).toEqual([
		"Operation \"Up\" is for people only: none of its fields names who is paid, so 'Allowed Payees' can't be checked",
	]);
	expect(payment.toolEffect).toBe('refused');
});

it('the list of a quote shows while somebody is named', () => {
	const quotes = operations.filter(({ resource, operation }) => resource === 'quote' && operation !== 'accept');
	expect(quotes).toHaveLength(2);
	for (const { fields: some } of quotes)
		expect(some.allowedPayees?.showWhen).toEqual({
			'@tool': [true],
			beneficiaryType: ['ngn', 'zar', 'kes', 'ghs', 'btc', 'json'],
		});
});
