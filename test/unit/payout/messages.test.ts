/** What people are told of a payment: each part is there when it applies, and only then. */
import type { Cause } from '../../../nodes/core/domain/outcome';
import {
	causeText,
	failedFailure,
	failureOf,
	lookFirst,
	sentFailure,
	tell,
	withAccepted,
	type Told,
} from '../../../nodes/core/payout/messages';
import * as records from '../../../nodes/core/payout/recordMessages';
import type { MemoryEntry } from '../../../nodes/core/payout/executionMemory';
import { ending } from './fixture';
import { NGN, plan } from './plans';

const told = (more: Partial<Told> = {}): Told => ({ what: 'the withdrawal', reference: 'A', pays: true, leftBehind: null, ...more });
const BARE = told({ reference: null });
const BIND = told({ reference: null, pays: false, what: '"Set a webhook"' });
const facts = { httpCode: '200', source: 'service' as const };

const LOOK = "Look for it with the 'Transaction' operations by time, amount, name or payment hash, or in the Mavapay dashboard, before anything is sent again.";

describe('what a request is called', () => {
	it('is its deed, amount and destination when it pays', () => {
		const paying = plan({ destination: '1' });
		expect(tell(paying, NGN(1n), 'a quote')).toEqual({ what: 'the withdrawal of 0.01 NGN (1 kobo) to account 1', reference: 'INV-1', pays: true, leftBehind: 'a quote' });
		expect(tell(paying, null, null)).toEqual({ what: 'the withdrawal to account 1', reference: 'INV-1', pays: true, leftBehind: null });
	});

	it('is its deed alone when it binds, since its destination may be a secret', () => {
		const binding = { ...plan({ payout: null }), shownAs: { deed: 'the deed', payee: 's3cr3t' } };
		expect(tell(binding, NGN(1n), 'a quote')).toEqual({ what: 'the deed', reference: null, pays: false, leftBehind: 'a quote' });
	});

	it('cuts a destination of more than 120 characters, by whole characters', () => {
		const to = (payee: string) => tell({ ...plan(), shownAs: { deed: '', payee } }, null, null).what;
		expect(to('🙂'.repeat(120))).toBe('🙂'.repeat(120));
		expect(to('🙂'.repeat(121))).toBe(`${'🙂'.repeat(120)}…`);
	});
});

describe('how a request ended', () => {
	const text = (cause: Cause, httpCode: string | null, message: string) => causeText(ending({ outcome: 'unknown', cause, httpCode, message }));

	it.each<[Cause, string | null, string, string]>([
		['otherMessage', '400', 'Computer says no', 'Mavapay answered (400): "Computer says no".'],
		['redirect', '302', 'moved', 'The service pointed to another address, which is not followed. Mavapay answered (302): "moved".'],
		['serverError', '500', 'The service answered with HTTP 500 and no message', 'The service answered with HTTP 500 and no message.'],
		['redirect', '302', 'The service answered with HTTP 302 and no message', 'The service pointed to another address, which is not followed. The service answered with HTTP 302 and no message.'],
		['serverError', '502', 'read ECONNRESET', 'Mavapay answered (502): "read network fault".'],
		['timeout', null, 'connect ETIMEDOUT', 'No answer came in time.'],
		['otherFault', null, 'anything', 'The connection to the service broke.'],
		['refusedLocally', null, 'blocked by EPERMISSION', 'n8n refused to send the request: "blocked by network fault".'],
	])('%s, %s, %s', (cause, httpCode, message, expected) => {
		expect(text(cause, httpCode, message)).toBe(expected);
	});

	it('has words of its own for every fault of the network', () => {
		const faults: Cause[] = ['dns', 'refused', 'unreachable', 'tls', 'timeout', 'reset', 'cancelled', 'unreadable', 'redirect'];
		const said = faults.map((cause) => text(cause, null, 'as simulated'));
		expect(new Set([...said, 'The connection to the service broke.']).size).toBe(faults.length + 1);
	});
});

describe('a failure', () => {
	it('carries its outcome, its reference and what was left behind', () => {
		expect(failureOf(told({ leftBehind: 'quote q' }), 'Text.', { outcome: 'rejected' })).toEqual({
			message: "Text. Left behind: quote q. (outcome: rejected, payout reference: 'A')",
			httpCode: null,
			outcome: 'rejected',
			reference: 'A',
			retryable: false,
			source: 'input',
		});
		expect(failureOf({ ...BARE, leftBehind: 'quote q.' }, 'Text.', { ...facts, outcome: 'unknown', retryable: true })).toEqual({
			message: 'Text. Left behind: quote q. (outcome: unknown)',
			httpCode: '200',
			outcome: 'unknown',
			reference: null,
			retryable: true,
			source: 'service',
		});
		expect(failureOf(BARE, 'Text.', { outcome: 'notSent' }).message).toBe('Text. (outcome: notSent)');
	});

	it('says what to do next, by whether money moves and a reference protects', () => {
		expect(lookFirst(told())).toBe(`${LOOK} If it was not paid, run 'Payout Reference: Release' in this same workflow; a new run then sends it.`);
		expect(lookFirst(BARE)).toBe(`${LOOK} Without a payout reference nothing keeps a new run from paying again.`);
		expect(lookFirst(BIND)).toBe('Look in Mavapay whether it was done before you do it again.');
	});

	it.each<[Told, Cause, string]>([
		[BARE, 'plainRefusal', 'Nothing was paid: the withdrawal was rejected. Mavapay answered (400): "said". Correct the item and run it again. (outcome: rejected)'],
		[BIND, 'notAllowed', 'Nothing was done: "Set a webhook" was rejected. Mavapay answered (400): "said". (outcome: rejected)'],
	])('of a rejected request: %o, %s', (about, cause, message) => {
		const failure = sentFailure(about, ending({ outcome: 'rejected', cause, httpCode: '400', message: 'said', retryable: true }), 'tx');
		expect(failure).toEqual({ message, httpCode: '400', outcome: 'rejected', reference: null, retryable: true, source: 'service' });
	});

	it('of a payment that failed at once names its transaction', () => {
		const failed = sentFailure(BARE, ending({ outcome: 'failed', cause: 'transactionFailed', httpCode: '200', retryable: true }), 'tx-9');
		expect(failed).toEqual(failedFailure(BARE, 'tx-9', facts));
		expect(failed).toMatchObject({ outcome: 'failed', httpCode: '200', retryable: false, source: 'service' });
		expect(failed.message).toMatch(/^Mavapay took the withdrawal and reported transaction tx-9 as FAILED\. /);
		expect(failedFailure(BARE, null, facts).message).toContain('reported its transaction as FAILED');
	});

	it('of a lost answer says that it may have happened', () => {
		const lost = (about: Told) => sentFailure(about, ending({ outcome: 'unknown', cause: 'timeout', retryable: true }), null);
		expect(lost(BARE)).toMatchObject({ outcome: 'unknown', httpCode: null, retryable: false, source: 'service' });
		expect(lost(BARE).message).toBe(`It is not known what became of the withdrawal: it may have been paid. No answer came in time. ${lookFirst(BARE)} (outcome: unknown)`);
		expect(lost(BIND).message).toContain('it may have taken effect.');
	});
});

describe('what had been accepted before a stop', () => {
	const failure = failureOf(BARE, 'Text.', { outcome: 'rejected' });

	it('is listed with what is known of each item', () => {
		const accepted = [
			{ index: 0, reference: 'A', transactionId: 'tx-a' },
			{ index: 2, reference: null, transactionId: 'tx-b' },
			{ index: 3, reference: 'C', transactionId: null },
			{ index: 4, reference: null, transactionId: null },
		];
		expect(withAccepted(failure, accepted)).toEqual({
			...failure,
			message: 'Text. (outcome: rejected). Already accepted, not to be sent again: item 0 (reference A, transaction tx-a); item 2 (transaction tx-b); item 3 (reference C); item 4.',
		});
	});

	it('is left out where there is none', () => {
		expect(withAccepted(failure, [])).toBe(failure);
	});
});

describe('what the record and the memory say', () => {
	const entry = (more: Partial<MemoryEntry>): MemoryEntry => ({
		identity: 'i',
		state: 'unknown',
		reference: 'EARLIER',
		what: 'the earlier withdrawal',
		amountMinor: null,
		currency: null,
		transactionId: null,
		baseUrl: null,
		leftBehind: null,
		outputs: [],
		...more,
	});

	it('of a claim that was not to be had', () => {
		const kinds = (['paid', 'conflict', 'busy', 'full', 'unknown'] as const).map((kind) => records.claimFailure(told(), kind));
		expect(kinds.map(({ outcome, retryable }) => [outcome, retryable])).toEqual([
			['rejected', false],
			['rejected', false],
			['rejected', true],
			['rejected', false],
			['unknown', false],
		]);
		expect(kinds.map(({ message }) => message.startsWith('Nothing was paid for the withdrawal: '))).toEqual([true, true, true, true, false]);
		expect(new Set(kinds.map(({ message }) => message)).size).toBe(5);
	});

	it('of an earlier try names that try, not this one', () => {
		expect(records.rememberedFailure(told(), entry({ state: 'failed', transactionId: 'tx-1' }))).toEqual(
			failedFailure(told({ what: 'the earlier withdrawal', reference: 'EARLIER' }), 'tx-1', { httpCode: null, source: 'service' }),
		);
		const sending = records.rememberedFailure(told(), entry({ state: 'sending' }));
		expect(sending).toMatchObject({ outcome: 'unknown', reference: 'EARLIER', source: 'input' });
		expect(sending.message).toContain('became of the earlier withdrawal: it may have been paid. An earlier try of this item in this execution got no clear answer, and nothing was sent now.');
	});

	it('of an item that was paid with other values', () => {
		const paid = (about: Told, transactionId: string | null) => records.paidOtherwiseFailure(about, entry({ state: 'accepted', transactionId }));
		expect(paid(told(), 'tx-1').message).toContain('was already paid in this execution with other values: the earlier withdrawal, transaction tx-1. Do not');
		expect(paid(told(), null).message).toContain('the earlier withdrawal. Do not');
		expect(paid(BIND, null).message).toContain('was already done in this execution');
		expect(paid(told(), null)).toMatchObject({ outcome: 'rejected', reference: 'A', retryable: false });
	});

	it('of what only binds says that nothing was sent', () => {
		expect(records.notSentFailure(BIND, 'rejected').message).toMatch(/^Nothing was sent for /);
	});

	it('of faults, and whether the item may simply be run again', () => {
		const failures = [
			records.recordFaultFailure(told(), 'gone'),
			records.recordAbsentFailure(told()),
			records.reservedFailure(told()),
			records.brokenBeforeFailure(told()),
			records.brokenAfterFailure(told()),
			records.notSentFailure(told(), 'cancelled'),
		];
		expect(failures.map(({ outcome, retryable }) => [outcome, retryable])).toEqual([
			['rejected', true],
			['rejected', false],
			['rejected', false],
			['rejected', false],
			['unknown', false],
			['notSent', true],
		]);
		expect(failures[0]?.message).toContain('(gone)');
	});

	it('of what could not be brought up to date names every reference', () => {
		expect(records.unsettledHint(['A', 'B'])).toContain("for 'A', 'B':");
		expect(records.fillingHint(16_001)).toContain('holds 16001 entries. From 20000 on');
	});
});
