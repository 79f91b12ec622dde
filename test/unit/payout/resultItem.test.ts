/** The row of a sheet together with its payment's result. */
import * as fc from 'fast-check';
import type { Failure } from '../../../nodes/core/service/failure';
import {
	RESULT_COLUMNS,
	columnsOfFailure,
	columnsOfOutput,
	failedItem,
	itemWithPrepared,
	resultItem,
	ofPayment,
} from '../../../nodes/core/payout/resultItem';

const payout = {
	reference: 'INV-1',
	outcome: 'accepted',
	replayed: false,
	deployment: 'real money',
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
const SAID = { error: 'said', message: 'said', details: { outcome: 'unknown' } };
const columns = {
	payoutOutcome: 'accepted',
	payoutReference: 'INV-1',
	payoutTransactionId: 'tx-1',
	payoutQuoteId: '',
	payoutAmount: '1.23',
	payoutCurrency: 'NGN',
	payoutMessage: '',
	payoutCause: '',
	payoutClaim: '',
};
const NAMES = Object.keys(columns);

describe('columns', () => {
	it('are the same for whatever happened, and all text', () => {
		const all = [
			columnsOfOutput({ id: 'tx-1', payout }, 'withdrawal'),
			columnsOfOutput({ payout: { ...payout, reference: null, amount: null } }, 'withdrawal'),
			columnsOfOutput({}, 'withdrawal'),
			columnsOfFailure(failure, SAID, { minor: 5n, currency: 'XYZ' }, 'withdrawal'),
			columnsOfFailure({ ...failure, outcome: null, reference: null }, SAID, null, 'quote'),
		];
		for (const one of all) {
			expect(Object.keys(one)).toEqual(NAMES);
			expect(Object.values(one).every((value) => typeof value === 'string')).toBe(true);
		}
	});

	it('say what was paid', () => {
		expect(columnsOfOutput({ id: 'tx-1', payout }, 'withdrawal')).toEqual(columns);
		expect(columnsOfOutput({ quoteId: 'q-1', payout: { ...payout, warning: 'w' } }, 'quote')).toMatchObject({
			payoutTransactionId: '',
			payoutQuoteId: 'q-1',
			payoutMessage: 'w',
		});
	});

	it('hold the response where it names no transaction, since nothing else does', () => {
		const unnamed = (outcome: string) =>
			columnsOfOutput({ note: 'queued', payout: { ...payout, outcome } }, 'withdrawal').payoutMessage;
		expect(unnamed('accepted')).toBe('Mavapay accepted it and named no transaction. Its response: {"note":"queued"}');
		expect([unnamed('alreadyPaid'), unnamed('unknown')]).toEqual(['', '']);
	});

	it('are empty where there is nothing to say', () => {
		const empty = Object.fromEntries(NAMES.map((name) => [name, '']));
		expect(
			columnsOfOutput({ payout: { ...payout, outcome: 'alreadyPaid', reference: null, amount: null } }, 'withdrawal'),
		).toEqual({
			...empty,
			payoutOutcome: 'alreadyPaid',
		});
		expect(columnsOfFailure({ ...failure, outcome: null, reference: null }, SAID, null, 'withdrawal')).toEqual({
			...empty,
			payoutMessage: 'said',
			payoutCause: 'reset',
		});
		expect(columnsOfFailure(failure, SAID, { minor: 5n, currency: 'XYZ' }, 'withdrawal')).toMatchObject({
			payoutAmount: '',
			payoutCurrency: 'XYZ',
		});
	});

	it('say that a payment was only checked', () => {
		expect(columnsOfOutput({ request: {}, payout: { ...payout, outcome: 'notSent' } }, 'withdrawal')).toMatchObject({
			payoutOutcome: 'notSent',
			payoutMessage: "Checked and not sent: 'Validate Only' is on.",
		});
	});

	it('say what was not, and why', () => {
		expect(
			columnsOfFailure({ ...failure, transactionId: 'tx-1' }, SAID, { minor: 123n, currency: 'NGN' }, 'withdrawal'),
		).toEqual({
			payoutOutcome: 'unknown',
			payoutReference: 'INV-1',
			payoutTransactionId: 'tx-1',
			payoutQuoteId: '',
			payoutAmount: '1.23',
			payoutCurrency: 'NGN',
			payoutMessage: 'said',
			payoutCause: 'reset',
			payoutClaim: '',
		});
	});

	it('give the claim that was left open, of a failure and of a payment that could not be recorded', () => {
		expect(RESULT_COLUMNS).toEqual(NAMES);
		const open = { ...SAID, details: { claim: '0.29500000' } };
		expect(columnsOfFailure(failure, open, null, 'withdrawal').payoutClaim).toBe('0.29500000');
		expect(columnsOfOutput({ payout: { ...payout, claim: '0.29500000' } }, 'withdrawal').payoutClaim).toBe(
			'0.29500000',
		);
		expect(columnsOfFailure(failure, { details: 'none' }, null, 'withdrawal').payoutClaim).toBe('');
	});
});

const failed = { error: 'e', message: 'e', details: { outcome: 'unknown' } };
/** Column names that can clash with ours. */
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

it('keeps every value of a row, under its name but for error, replaces its columns, and looks failed only if it is', () => {
	fc.assert(
		fc.property(row, fc.boolean(), (given, isFailed) => {
			const out = isFailed ? failedItem<unknown>(given, failed, columns) : resultItem<unknown, unknown>(given, columns);
			const member = (key: string): unknown => Object.getOwnPropertyDescriptor(out, key)?.value;
			for (const [key, value] of Object.entries(given)) {
				if (NAMES.includes(key)) continue;
				if (key !== 'error') expect(member(key)).toBe(value);
				else if (!Object.hasOwn(given, 'inputError')) expect(member('inputError')).toBe(value);
			}
			for (const [key, value] of Object.entries(columns)) expect(member(key)).toBe(value);
			expect(Object.hasOwn(out, 'error')).toBe(isFailed);
			expect(Object.getPrototypeOf(out)).toBe(Object.prototype);
			const all = new Set([...Object.keys(given), ...NAMES, ...(isFailed ? Object.keys(failed) : [])]);
			if (Object.hasOwn(given, 'error')) all.add('inputError');
			if (!isFailed) all.delete('error');
			expect(new Set(Object.keys(out))).toEqual(all);
		}),
	);
});

it("gives a row's own fields another name where asked to, once", () => {
	const given = { currency: 'EUR', error: 'x', note: 'mine' };
	const once = resultItem<string, string>(given, { currency: 'NGN', error: 'e' }, ['currency']);
	expect(once).toEqual({ inputCurrency: 'EUR', inputError: 'x', note: 'mine', currency: 'NGN', error: 'e' });
	expect(resultItem<string, string>(once, { currency: 'KES' }, ['currency'])).toEqual({
		inputCurrency: 'EUR',
		inputError: 'x',
		note: 'mine',
		currency: 'KES',
	});
});

it('lets no row say what was prepared of it, nor what became of a payment', () => {
	const given = { prepared: 'mine', payoutOutcome: 'accepted', payoutClaim: 'c', error: 'x', note: 'n' };
	const prepared = { payout: 'p', prepared: 'ready', approvalDigest: 'd' };
	expect(itemWithPrepared(given, prepared)).toEqual({ inputPrepared: 'mine', inputError: 'x', note: 'n', ...prepared });
});

describe('a row that Prepare gave a payout', () => {
	const prepared: Record<string, unknown> = {
		Supplier: 'Ada',
		payout: { ...payout, outcome: 'notSent' },
		prepared: { status: 'ready' },
	};

	it('loses it once the payment was sent, or tried, and gets who approved and the fees', () => {
		const fees = { minor: '5000', currency: 'NGN' };
		expect(resultItem(ofPayment(prepared, { approvedBy: 'Ada', fees }), columns)).toEqual({
			Supplier: 'Ada',
			prepared: { status: 'ready', approvedBy: 'Ada', fees },
			...columns,
		});
		// A later payment's row keeps no member of an earlier payment.
		expect(ofPayment({ prepared: { approvedBy: 'Ada', fees } }, {})).toEqual({
			prepared: { approvedBy: null, fees: null },
		});
	});

	it('keeps a member of that name of its own', () => {
		expect(resultItem(ofPayment({ payout: 'monthly' }, { approvedBy: 'Ada' }), columns)).toEqual({
			payout: 'monthly',
			...columns,
		});
	});
});
