/** The row of a sheet with what became of its payment. */
import * as fc from 'fast-check';
import type { Failure } from '../../../nodes/core/service/failure';
import { columnsOfFailure, columnsOfOutput, namesFor, resultRow } from '../../../nodes/core/payout/resultRow';

const payout = {
	reference: 'INV-1',
	outcome: 'accepted',
	replayed: false,
	deployment: 'live',
	amount: { minor: '123', major: '1.23', currency: 'NGN' },
};
const failure: Failure = {
	summary: 's',
	description: 'd',
	cause: 'reset',
	httpCode: null,
	outcome: 'unknown',
	reference: 'INV-1',
	retryable: false,
	source: 'service',
};
const NAMES = [
	'payoutOutcome',
	'payoutReference',
	'payoutTransactionId',
	'payoutQuoteId',
	'payoutAmount',
	'payoutCurrency',
	'payoutMessage',
	'payoutCause',
];

describe('columns', () => {
	it('are the same for whatever happened, and all text', () => {
		const all = [
			columnsOfOutput({ id: 'tx-1', payout }, 'withdrawal'),
			columnsOfOutput({ payout: { ...payout, reference: null, amount: null } }, 'withdrawal'),
			columnsOfOutput({}, 'withdrawal'),
			columnsOfFailure(failure, 'said', { amount: { minor: 5n, currency: 'XYZ' }, transactionId: null }, 'withdrawal'),
			columnsOfFailure(
				{ ...failure, outcome: null, reference: null },
				'said',
				{ amount: null, transactionId: null },
				'quote',
			),
		];
		for (const columns of all) {
			expect(Object.keys(columns)).toEqual(NAMES);
			expect(Object.values(columns).every((value) => typeof value === 'string')).toBe(true);
		}
	});

	it('say what was paid', () => {
		expect(columnsOfOutput({ id: 'tx-1', payout }, 'withdrawal')).toEqual({
			payoutOutcome: 'accepted',
			payoutReference: 'INV-1',
			payoutTransactionId: 'tx-1',
			payoutQuoteId: '',
			payoutAmount: '1.23',
			payoutCurrency: 'NGN',
			payoutMessage: '',
			payoutCause: '',
		});
		expect(columnsOfOutput({ quoteId: 'q-1', payout: { ...payout, warning: 'w' } }, 'quote')).toMatchObject({
			payoutTransactionId: '',
			payoutQuoteId: 'q-1',
			payoutMessage: 'w',
		});
	});

	it('are empty where there is nothing to say', () => {
		const empty = Object.fromEntries(NAMES.map((name) => [name, '']));
		expect(columnsOfOutput({ payout: { ...payout, reference: null, amount: null } }, 'withdrawal')).toEqual({
			...empty,
			payoutOutcome: 'accepted',
		});
		expect(
			columnsOfFailure(
				{ ...failure, outcome: null, reference: null },
				'said',
				{ amount: null, transactionId: null },
				'withdrawal',
			),
		).toEqual({ ...empty, payoutMessage: 'said', payoutCause: 'reset' });
		expect(
			columnsOfFailure(failure, 'said', { amount: { minor: 5n, currency: 'XYZ' }, transactionId: null }, 'withdrawal'),
		).toMatchObject({ payoutAmount: '', payoutCurrency: 'XYZ' });
	});

	it('say that a payment was only checked', () => {
		expect(columnsOfOutput({ request: {}, payout: { ...payout, outcome: 'notSent' } }, 'withdrawal')).toMatchObject({
			payoutOutcome: 'notSent',
			payoutMessage: "Checked and not sent: 'Validate Only' is on.",
		});
	});

	it('say what was not, and why', () => {
		expect(
			columnsOfFailure(
				failure,
				'said',
				{ amount: { minor: 123n, currency: 'NGN' }, transactionId: 'tx-1' },
				'withdrawal',
			),
		).toEqual({
			payoutOutcome: 'unknown',
			payoutReference: 'INV-1',
			payoutTransactionId: 'tx-1',
			payoutQuoteId: '',
			payoutAmount: '1.23',
			payoutCurrency: 'NGN',
			payoutMessage: 'said',
			payoutCause: 'reset',
		});
	});
});

const columns = columnsOfOutput({ id: 'tx-1', payout }, 'withdrawal');
const failed = { error: 'e', message: 'e', details: { outcome: 'unknown' } };
/** Names that are likely to be in the way. */
const name = fc.oneof(
	fc.constantFrom(
		...NAMES,
		...NAMES.map((one) => `${one}_2`),
		'error',
		'inputError',
		'inputError_2',
		'message',
		'details',
		'details_2',
		'__proto__',
		'constructor',
	),
	fc.string(),
);
const row = fc.array(fc.tuple(name, fc.jsonValue())).map((members) => Object.fromEntries(members));

it('keeps every value of a row, under its name but for error, adds every column, and looks failed only where it is', () => {
	fc.assert(
		fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), fc.boolean(), (rows, isFailed) => {
			const names = namesFor(rows);
			for (const one of rows) {
				const out = resultRow<unknown, unknown>(one, columns, names, isFailed ? failed : {});
				for (const [key, value] of Object.entries(one)) {
					const place = key === 'error' ? (names.get('inputError') ?? '') : key;
					expect(Object.getOwnPropertyDescriptor(out, place)?.value).toBe(value);
				}
				for (const [key, value] of Object.entries(columns)) expect(out[names.get(key) ?? '']).toBe(value);
				expect(Object.keys(out)).toHaveLength(Object.keys(one).length + NAMES.length + (isFailed ? 3 : 0));
				expect(Object.hasOwn(out, 'error')).toBe(isFailed);
				expect(Object.getPrototypeOf(out)).toBe(Object.prototype);
			}
		}),
	);
});

it('counts on where a row has the second name too', () => {
	expect(namesFor([{ payoutOutcome: 'x' }, { payoutOutcome_2: 'y' }]).get('payoutOutcome')).toBe('payoutOutcome_3');
	// The first run's column was deleted, and the last run's is the highest.
	expect(namesFor([{ payoutOutcome_2: 'x', payoutOutcome_10: 'y', payoutOutcome_old: 'z' }]).get('payoutOutcome')).toBe(
		'payoutOutcome_11',
	);
	for (const others of [
		'payoutOutcome_9x',
		'payoutOutcome_x9',
		'another_ofMine_9',
		'payoutOutcome_09',
		'payoutOutcome_1234567890',
	])
		expect(namesFor([{ [others]: 'x' }]).get('payoutOutcome')).toBe('payoutOutcome');
});

it('leaves the row itself as it is', () => {
	const given = Object.freeze({ error: 1, payoutOutcome: 'x' });
	expect(resultRow<unknown, unknown>(given, columns, namesFor([given]))).toMatchObject({
		inputError: 1,
		payoutOutcome: 'x',
		payoutOutcome_2: 'accepted',
	});
	expect(given).toEqual({ error: 1, payoutOutcome: 'x' });
});
