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

	it('of a rate limit may be run again later', () => {
		const limited = sentFailure(BARE, ending({ outcome: 'rejected', cause: 'rateLimited', httpCode: '429' }), null);
		expect(limited).toMatchObject({ outcome: 'rejected', retryable: true });
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
		state: 'unknown',
		executionId: 'e1',
		identity: 'i',
		destination: 'd',
		reference: 'EARLIER',
		generation: 0,
		what: 'the earlier withdrawal',
		amountMinor: null,
		currency: null,
		transactionId: null,
		baseUrl: null,
		leftBehind: null,
		stops: true,
		message: null,
		httpCode: null,
		outputs: [],
		...more,
	});
	const OTHER = 'The reference was used with another payee, amount or operation: give every payment a reference of its own.';

	it('of a reference that was paid, or is open', () => {
		const said = [records.paidFailure(told(), true), records.paidFailure(told(), false), records.openFailure(told(), true), records.openFailure(told(), false)];
		expect(said.map(({ outcome, retryable, reference, source }) => [outcome, retryable, reference, source])).toEqual([
			['rejected', false, 'A', 'input'],
			['rejected', false, 'A', 'input'],
			['unknown', false, 'A', 'input'],
			['unknown', false, 'A', 'input'],
		]);
		expect(said.map(({ message }) => message.startsWith('Nothing was paid for the withdrawal: '))).toEqual([true, true, false, false]);
		expect(said.map(({ message }) => message.includes(OTHER))).toEqual([false, true, false, true]);
		expect(said[0]?.message).toContain("To skip paid items, set 'If Already Recorded' to Skip; to pay once more on purpose, give another reference.");
		expect(said[2]?.message).toContain(`it may have been paid. This workflow has its payout reference as not settled: another execution is paying it, its response was lost, or the transaction failed. Nothing was sent now. ${lookFirst(told())}`);
	});

	it('of an earlier try names that try, not this one', () => {
		expect(records.rememberedFailure(told(), entry({ state: 'failed', transactionId: 'tx-1' }))).toEqual(
			failedFailure(told({ what: 'the earlier withdrawal', reference: 'EARLIER' }), 'tx-1', { httpCode: null, source: 'service' }),
		);
		const sending = records.rememberedFailure(told(), entry({ state: 'sending' }));
		expect(sending).toMatchObject({ outcome: 'unknown', reference: 'EARLIER', source: 'input' });
		expect(sending.message).toContain('became of the earlier withdrawal: it may have been paid. An earlier try of this item in this execution got no clear response, and nothing was sent now.');
	});

	it('of an item that was paid with other values', () => {
		const paid = (about: Told, transactionId: string | null) => records.paidOtherwiseFailure(about, entry({ state: 'accepted', transactionId }));
		expect(paid(told(), 'tx-1').message).toContain('was already paid in this execution with other values: the earlier withdrawal, transaction tx-1. Do not');
		expect(paid(told(), null).message).toContain('the earlier withdrawal. Do not');
		expect(paid(BIND, null).message).toContain('was already done in this execution');
		expect(paid(told(), null)).toMatchObject({ outcome: 'rejected', reference: 'A', retryable: false });
	});

	it('of one that got an answer repeats what was said of it', () => {
		const again = 'It was not sent again, because Mavapay answers a payment once per execution: to try once more, retry the execution from the list of executions, or start a new one.';
		const said = records.answeredFailure(told(), entry({ state: 'rejected', message: 'Nothing was paid: no.', httpCode: '400' }));
		expect(said).toEqual({ message: `Nothing was paid: no. ${again}`, outcome: 'rejected', httpCode: '400', reference: 'EARLIER', retryable: false, source: 'service' });
		expect(records.answeredFailure(told(), entry({ state: 'rejected' })).message).toBe(`Nothing was paid for the withdrawal: Mavapay refused it. ${again}`);
	});

	it('of what is open elsewhere names it', () => {
		const under = records.openElsewhereFailure(told(), entry({}));
		expect(under).toMatchObject({ outcome: 'unknown', reference: 'A', retryable: false });
		expect(under.message).toContain("is not settled: the earlier withdrawal (payout reference 'EARLIER'). Nothing was sent now.");
		expect(records.openElsewhereFailure(told(), entry({ reference: null })).message).toContain('is not settled: the earlier withdrawal. Nothing was sent now.');
		const before = records.openBeforeFailure(told(), 'YESTERDAY');
		expect(before).toMatchObject({ outcome: 'unknown', reference: 'YESTERDAY' });
		expect(before.message).toContain("since an earlier day (payout reference 'YESTERDAY')");
	});

	it('of what was not sent says why', () => {
		const why = (['unknown', 'cancelled', 'check', 'rejected', 'halted'] as const).map((because) => records.notSentFailure(told(), because));
		expect(new Set(why.map(({ message }) => message)).size).toBe(5);
		for (const { outcome, retryable, message } of why) expect([outcome, retryable, message.startsWith('Nothing was paid for ')]).toEqual(['notSent', true, true]);
		expect(records.notSentFailure(BIND, 'rejected').message).toMatch(/^Nothing was sent for /);
	});

	it('of faults, and whether the item may simply be run again', () => {
		const failures = [
			records.storeFailure(told(), 'gone'),
			records.noBooksFailure(told(), { reason: 'no record', retryable: true }),
			records.noBooksFailure(told(), { reason: 'no record', retryable: false }),
			records.brokenBeforeFailure(told()),
			records.brokenAfterFailure(told()),
		];
		expect(failures.map(({ outcome, retryable }) => [outcome, retryable])).toEqual([
			['rejected', true],
			['rejected', true],
			['rejected', false],
			['rejected', false],
			['unknown', false],
		]);
		expect(failures[0]?.message).toContain("n8n's database could not be used (gone). Make sure that the database works, then run it again. If the reference then counts as not settled, look for the payment in Mavapay before you release it.");
	});

	it('of a reference that could not be freed, or recorded as paid, says what to do with it', () => {
		const failure = failureOf(told(), 'Nothing was paid.', { outcome: 'rejected', retryable: true });
		expect(records.stillClaimed(failure)).toEqual({
			...failure,
			retryable: false,
			message: `${failure.message} Its payout reference could not be freed in n8n's database: nothing was paid, so release 'A' with 'Payout Reference: Release' in this same workflow before you run it again.`,
		});
		expect(records.stillClaimed({ ...failure, reference: null }).message).toContain('so release it with');
		expect(records.paidUnsettledHint(told())).toBe("Mavapay accepted the withdrawal, but n8n's database could not record that 'A' is paid, so it may count as unknown. Run 'Payout Reference: Mark Paid' in this same workflow; do not release it.");
		expect(records.paidUnsettledHint(BARE)).toContain("record that '' is paid");
	});

	it('of an answer, and of a dry run, what was not done', () => {
		expect(records.unreadableHint('it')).toBe('Mavapay accepted it, but its response has an unexpected format. It was passed through unchanged.');
		expect(records.notComparedHint('it')).toBe('The limits were not compared: what it costs is known only once there is a quote.');
	});
});
