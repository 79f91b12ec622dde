/** What people are told of a payment: each part is there when it applies, and only then. */
import { CAUSES, isFailureCause, type FailureCause } from '../../../nodes/core/service/causes';
import { refusedAs } from '../../harness/payout/refusedAs';
import { type Price, priceOf } from '../../../nodes/core/domain/money';
import { completed } from '../../../nodes/core/payout/sealedPayment';
import type { MemoryEntry } from '../../../nodes/core/payout/memory';
import * as messages from '../../../nodes/core/payout/messages';
import { describePayment, failureOf, sentFailure, type Subject } from '../../../nodes/core/payout/messages';
import { agentText, plainText, refuse, wholeText, type Failure } from '../../../nodes/core/service/failure';
import { ending } from '../../harness/payout/endings';
import { NGN, sealed, type PlanSpec } from '../../harness/payout/plans';

const FAILURE_CAUSES = Object.keys(CAUSES).filter(isFailureCause);

const subject = (more: Partial<Subject> = {}): Subject => ({ what: 'the withdrawal', reference: 'A', ...more });
const WRITE: Subject = { what: '"Set webhook"', reference: null };

const LOOK =
	"If this workflow has a form 'Something is wrong', open it. If not, in this same workflow:\n1. Add 'Payout Reference: Resolve' next to this node and run it: it asks Mavapay how the payment ended.\n2. If Resolve can't say, look in the Mavapay dashboard. If it was paid, run 'Payout Reference: Mark Paid'; if it wasn't, run 'Release', and a new run sends it.\nRelease a reference only if Mavapay shows its payment as FAILED, or Mavapay's support says that it wasn't made. A payment that Mavapay doesn't show, or shows as PENDING, may still go through; for a bank payment, look again on the next working day. If you pay the bill under another reference or by hand meanwhile, it may be paid twice.";

describe('what a request is called', () => {
	it('is its action, amount and destination', () => {
		const paying = (price: Price) => sealed({ destination: '1', sealed: { price } });
		expect(describePayment(paying(priceOf(NGN(1n))), { leftBehind: 'a quote' })).toEqual({
			what: 'the withdrawal of 0.01 NGN to account 1 at bank 000014',
			title: '1,000.00 NGN to account 1 at bank 000014',
			reference: 'INV-1',
			leftBehind: 'a quote',
		});
		expect(describePayment(paying({ is: 'open', atMost: null }), {})).toEqual({
			what: 'the withdrawal to account 1 at bank 000014',
			title: '1,000.00 NGN to account 1 at bank 000014',
			reference: 'INV-1',
		});
	});

	const typed = (name: string): PlanSpec => ({ sealed: { holder: { name, is: 'typed' } } });
	it.each<[string, PlanSpec, string | undefined, string]>([
		[
			'the expected name, before any other',
			{ sealed: { expects: 'Ada Obi' } },
			'ADA C. OBI',
			'1,000.00 NGN to "Ada Obi"',
		],
		["the bank's", typed('Ada'), 'ADA CHI OBI', '1,000.00 NGN to "ADA CHI OBI"'],
		['the one that was typed', typed('Ada & Sons'), undefined, '1,000.00 NGN to "Ada & Sons"'],
		['one in quotes, whose signs could be a sentence', typed('A. Pay'), undefined, '1,000.00 NGN to "A. Pay"'],
	])('has in its heading %s, and then says elsewhere where that is', (_, spec, payeeName, title) => {
		const said = describePayment(completed(sealed({ destination: '1', ...spec }), { payeeName }), {});
		expect(said).toMatchObject({ title, paidTo: ' to account 1 at bank 000014' });
		expect(messages.unpaid(said, 'limitExceeded', 'it is too much.').description).toBe(
			'Nothing was paid to account 1 at bank 000014: it is too much.',
		);
	});

	it('has a bank without its code in its heading, and a swap with its action', () => {
		const known = completed(sealed({ destination: '1' }), { bankName: 'Access Bank' });
		expect(describePayment(known, {}).title).toBe('1,000.00 NGN to account 1 at Access Bank');
		const way = { is: 'swap', from: 'BTC', to: 'NGN' } as const;
		const swap = sealed({ paysTo: { kind: 'ownWallet' }, sealed: { way } });
		expect(describePayment(swap, {}).title).toBe('swap of 1,000.00 NGN from BTC to NGN');
	});

	it('cuts a destination of more than 120 characters, by whole characters', () => {
		const to = (address: string) =>
			describePayment(sealed({ paysTo: { kind: 'lightningAddress', address } }), {}).what.split(' NGN')[1];
		expect(to('🙂'.repeat(114))).toBe(` to "${'🙂'.repeat(114)}"`);
		expect(to('🙂'.repeat(115))).toBe(` to "${'🙂'.repeat(115)}…`);
	});
});

describe('a failure', () => {
	it('carries its outcome, its cause, its reference and what was left behind', () => {
		expect(
			failureOf(subject({ leftBehind: 'quote q' }), 'Text.', { outcome: 'rejected', cause: 'limitExceeded' }),
		).toEqual({
			summary: 'Refused by a limit: withdrawal',
			description: 'Text. Still at Mavapay: quote q.',
			cause: 'limitExceeded',
			httpCode: null,
			outcome: 'rejected',
			reference: 'A',
			retryable: false,
			source: 'input',
		});
		const facts = {
			outcome: 'unknown',
			cause: 'timeout',
			httpCode: '200',
			source: 'service',
			retryable: true,
		} as const;
		expect(failureOf(subject({ leftBehind: 'quote q.' }), 'Text.', facts)).toEqual({
			summary: 'May have been paid: withdrawal',
			description: 'Text. Still at Mavapay: quote q.',
			reference: 'A',
			...facts,
		});
	});

	const lead = (outcome: 'rejected' | 'unknown' | 'failed' | 'notSent', cause: FailureCause) =>
		failureOf(subject(), '', { outcome, cause }).summary;

	it('says in its heading what happened: what is unknown or failed is called so, whatever the cause', () => {
		for (const cause of FAILURE_CAUSES) {
			expect(lead('unknown', cause)).toBe('May have been paid: withdrawal');
			expect(lead('failed', cause)).toBe('Failed: withdrawal');
		}
		expect(lead('rejected', 'insufficientFunds')).toBe('Insufficient funds: withdrawal');
		expect(lead('notSent', 'halted')).toBe('Payouts halted: withdrawal');
		expect(lead('rejected', 'dns')).toBe("Mavapay's host not found: withdrawal");
	});

	it.each<[string, Subject, FailureCause & 'rejected', string, string]>([
		[
			'that pays',
			subject(),
			'rejected',
			'Rejected by Mavapay: withdrawal',
			'Nothing was paid. Mavapay responded (400): "said". Correct the item, then run it again.',
		],
		[
			'that pays nothing',
			WRITE,
			'rejected',
			'Rejected by Mavapay: "Set webhook"',
			'Nothing was done. Mavapay responded (400): "said". Correct the item, then run it again.',
		],
	])('of a rejected request %s', (_, about, cause, summary, description) => {
		const failure = sentFailure(
			about,
			ending({ outcome: 'rejected', cause, httpCode: '400', message: 'said', retryable: true }),
			'tx',
		);
		expect(failure).toEqual({
			summary,
			description,
			cause,
			httpCode: '400',
			outcome: 'rejected',
			reference: about.reference,
			retryable: true,
			source: 'service',
		});
	});

	it('of a payment that failed at once names its transaction', () => {
		const failed = sentFailure(
			subject(),
			ending({ outcome: 'failed', cause: 'transactionFailed', httpCode: '200', retryable: true }),
			'tx-9',
		);
		expect(failed).toMatchObject({
			outcome: 'failed',
			cause: 'transactionFailed',
			httpCode: '200',
			retryable: false,
			source: 'service',
		});
		expect(failed.description).toBe(
			`Mavapay accepted it and reported transaction tx-9 as FAILED. It won't be sent again automatically. ${LOOK}`,
		);
		const nameless = sentFailure(subject(), ending({ outcome: 'failed', cause: 'transactionFailed' }), null);
		expect(nameless.description).toContain('reported its transaction as FAILED');
		expect([failed.transactionId, 'transactionId' in nameless]).toEqual(['tx-9', false]);
	});

	it('of a rate limit may be run again later', () => {
		const limited = sentFailure(
			subject(),
			ending({ outcome: 'rejected', cause: 'rateLimited', httpCode: '429' }),
			null,
		);
		expect(limited).toMatchObject({ outcome: 'rejected', retryable: true });
	});

	it('of a lost response says that it may have happened', () => {
		const lost = (about: Subject) =>
			sentFailure(about, ending({ outcome: 'unknown', cause: 'timeout', retryable: true }), null);
		expect(lost(subject())).toMatchObject({
			outcome: 'unknown',
			cause: 'timeout',
			httpCode: null,
			retryable: false,
			source: 'service',
		});
		expect(wholeText(lost(subject()))).toBe(
			`May have been paid: withdrawal. Don't pay it again yet. Mavapay didn't respond in time. ${LOOK} (outcome: unknown, payout reference: 'A')`,
		);
		expect(lost(WRITE).description).toBe(
			"It may have taken effect. Mavapay didn't respond in time. Before you do it again, check in Mavapay whether it was done.",
		);
	});

	it('of a request before the payment says that nothing was paid, whatever became of that request', () => {
		const step = (end: Parameters<typeof ending>[0]) => messages.stepFailure(subject(), 'POST /quote', ending(end));
		const rejected = step({
			outcome: 'rejected',
			cause: 'amountTooSmall',
			httpCode: '400',
			message: 'Amount too small',
		});
		expect(rejected).toMatchObject({
			summary: 'Amount too small: withdrawal',
			outcome: 'rejected',
			retryable: false,
			source: 'service',
		});
		expect(rejected.description).toBe(
			'Nothing was paid: the step before the payment (POST /quote) was rejected. Mavapay responded (400): "Amount too small". The payment itself wasn\'t sent. Raise the amount to the minimum of its currency.',
		);
		const lost = step({ outcome: 'unknown', cause: 'timeout' });
		expect(lost).toMatchObject({
			summary: 'No response in time: withdrawal',
			outcome: 'rejected',
			cause: 'timeout',
			retryable: true,
		});
		expect(lost.description).toBe(
			"Nothing was paid: the step before the payment (POST /quote) may have taken effect, but got no usable response. Mavapay didn't respond in time. The payment itself wasn't sent. Run it again.",
		);
		expect(step({ outcome: 'accepted', cause: 'accepted', httpCode: '200' }).cause).toBe('unreadable');
	});
});

describe('what the record and the memory say', () => {
	const failure = refuse('said before', 'Look.').failure;
	const entry = (more: Partial<MemoryEntry>, transactionId: string | null = null): MemoryEntry => ({
		state: 'unknown',
		executionId: 'e1',
		identityDigest: 'i',
		what: 'the earlier withdrawal',
		stops: true,
		payment: {
			reference: 'EARLIER',
			referenceKey: 'EARLIER',
			generation: 0,
			amountMinor: null,
			currency: null,
			money: 'real',
			transactionId,
			sharedKeys: [],
		},
		failure,
		outputs: [],
		...more,
	});
	it('of a reference that was paid, or is open', () => {
		const said = [
			refusedAs(subject(), { because: 'alreadyPaid', sameIdentity: true }),
			refusedAs(subject(), { because: 'alreadyPaid', sameIdentity: false }),
			refusedAs(subject(), { because: 'notSettled', sameIdentity: true, claim: 'c-1' }),
			refusedAs(subject(), { because: 'notSettled', sameIdentity: false, claim: 'c-1' }),
		];
		expect(said.map(({ outcome, retryable, reference, source }) => [outcome, retryable, reference, source])).toEqual([
			['rejected', false, 'A', 'input'],
			['rejected', false, 'A', 'input'],
			['unknown', false, 'A', 'input'],
			['unknown', false, 'A', 'input'],
		]);
		expect(said.map(({ summary, cause }) => [summary, cause])).toEqual([
			['Already paid: withdrawal', 'alreadyPaid'],
			['Payout reference already used: withdrawal', 'referenceReused'],
			['May have been paid: withdrawal', 'notSettled'],
			['May have been paid: withdrawal', 'notSettled'],
		]);
	});

	it('of a reference that is open gives its claim', () => {
		const said = refusedAs(subject(), { because: 'notSettled', sameIdentity: true, claim: 'c-1' });
		expect(said.claim).toBe('c-1');
		expect(wholeText(said)).toMatch(/\nClaim: c-1\n\(outcome: unknown, payout reference: 'A'\)$/);
	});

	it('of a reference that was paid tells an agent not to pay in another way', () => {
		for (const same of [true, false]) {
			const text = agentText(refusedAs(subject(), { because: 'alreadyPaid', sameIdentity: same }, { asTool: true }));
			expect(text).toContain("Don't pay it again in another way: a person decides that.");
			expect(text).toMatch(/Don't call this tool again for this payment\.$/);
			expect(text).not.toContain('use another reference');
		}
	});

	it('of a request that is under way is what is said if its end never comes', () => {
		const sending = messages.interruptedFailure(subject());
		expect(sending).toMatchObject({ outcome: 'unknown', cause: 'notSettled', reference: 'A', source: 'input' });
		expect(plainText(sending)).toContain(
			"May have been paid: withdrawal. Don't pay it again yet. An earlier try of this item got no clear response, so nothing was sent this time.",
		);
	});

	it('of an item that was paid with other values', () => {
		const paid = (about: Subject, transactionId: string | null) =>
			messages.paidDifferentlyFailure(about, entry({ state: 'accepted', failure: null }, transactionId));
		expect(paid(subject(), 'tx-1').description).toContain(
			"was already paid in this execution with other values: the earlier withdrawal, transaction tx-1. Don't",
		);
		expect(paid(subject(), null).description).toContain("the earlier withdrawal. Don't");
		expect(paid(WRITE, null).description).toContain('was already done in this execution');
		expect(paid(subject(), null)).toMatchObject({
			outcome: 'rejected',
			cause: 'paidDifferently',
			reference: 'A',
			retryable: false,
		});
	});

	it('of a payee with an open payment says whose that is', () => {
		const open = refusedAs(subject(), { because: 'payeeOpen' });
		expect(open).toMatchObject({ outcome: 'rejected', cause: 'notSettled', reference: 'A' });
		expect(open.description).toMatch(/^Nothing was paid: another payment of this workflow's AI tools to this payee/);
	});

	it('of faults, and whether the item may simply be run again', () => {
		const failures = [
			messages.storeFailure(subject(), 'gone'),
			messages.brokenBeforeFailure(subject()),
			messages.brokenAfterFailure(subject()),
		];
		expect(failures.map(({ outcome, retryable }) => [outcome, retryable])).toEqual([
			['rejected', true],
			['rejected', false],
			['unknown', false],
		]);
		expect(failures.map(({ cause }) => cause)).toEqual(['recordUnavailable', 'unexpectedError', 'unexpectedError']);
		expect(failures[0]?.description).toContain(
			"n8n's database couldn't be used (gone). Make sure that the database works, then run it again. If that run says that the reference isn't settled, look for its payment in Mavapay before you release it.",
		);
	});

	it('of a reference that could not be freed, or recorded as paid, says what to do with it', () => {
		const failure = failureOf(subject(), 'Nothing was paid.', {
			outcome: 'rejected',
			cause: 'insufficientFunds',
			retryable: true,
		});
		expect(messages.stillClaimed(failure, 'c-1')).toEqual({
			...failure,
			claim: 'c-1',
			retryable: false,
			description: `${failure.description} Payout reference 'A' couldn't be released in n8n's database: nothing was paid, so release it with 'Payout Reference: Release' in this same workflow before you try again.`,
		});
		expect(messages.paidUnsettledWarning(subject(), 'c-1')).toBe(
			"Mavapay accepted the withdrawal, but n8n's database couldn't record that 'A' is paid, so it may count as unknown. Run 'Payout Reference: Mark Paid' in this same workflow, not 'Release', with the claim 'c-1' and no 'Transaction ID'.",
		);
	});

	it('of a response, and of a dry run, what was not done', () => {
		expect(messages.unreadableHint('it')).toBe(
			'Mavapay accepted it, but its response has an unexpected format: see it in the output.',
		);
		expect(messages.notComparedHint('it')).toBe(
			'The limits were not checked: the cost of it is known only once there is a quote.',
		);
	});
});

describe('what keeps a payment from being sent', () => {
	const ASK =
		"on a number you already have, not one from the invoice, and confirm the account. Then have it approved ('Prepare' and 'Approval Digest', with 'Approved By'), or pay it once with 'New Payees' set to Allow.";
	it.each<[string, () => Failure, FailureCause, string]>([
		[
			'a payee that nobody allowed',
			() => messages.payeeFailure(subject(), 'it is none'),
			'payeeNotAllowed',
			'it is none. A person types the allowed payees into the node.',
		],
		[
			'a new payee',
			() => refusedAs(subject(), { because: 'newPayee', history: 'new' }),
			'payeeNew',
			`this workflow never paid this payee, and 'New Payees' refuses that. Call the payee ${ASK}`,
		],
		[
			'a payee that changed',
			() => refusedAs(subject(), { because: 'newPayee', history: 'changed' }, { sealed: { supplier: 'Ada' } }),
			'payeeChanged',
			`this workflow paid the supplier "Ada" before, but never at this destination, and 'New Payees' refuses that. Call the supplier ${ASK}`,
		],
		[
			'a full day',
			() => refusedAs(subject(), { because: 'day' }, { payout: { paymentsPerDay: 2 } }),
			'limitExceeded',
			"the AI tools of this workflow have made the 2 payments that 'Payments per Day' allows on 2026-11-22. The count starts again at midnight in the workflow's time zone. Don't call this tool again today.",
		],
		[
			'the same payment in another item',
			() => messages.duplicateFailure(subject(), 'item 3', true),
			'alreadyPaid',
			'item 3 is the same payment, with the same payout reference.',
		],
		[
			'another payment of the same reference',
			() => messages.duplicateFailure(subject(), 'item 3', false),
			'referenceReused',
			'item 3 has the same payout reference for another payment. Check which one is right: a reference is for one bill.',
		],
	])('%s', (_, said, cause, why) => {
		expect(said()).toMatchObject({ outcome: 'rejected', cause, description: `Nothing was paid: ${why}` });
	});

	it('a check that names it already is told as it is; any other under its name', () => {
		const named = { ...refuse('Not allowed: withdrawal', 'Ask.').failure, reference: null };
		expect(messages.stoppedFailure(subject(), named)).toEqual({ ...named, reference: 'A' });
		for (const other of [refuse('Not allowed', 'Ask.').failure, { ...named, outcome: null }])
			expect(messages.stoppedFailure(subject(), other).description).toMatch(/^Nothing was paid\. Not allowed.* Ask\.$/);
	});

	it('has no blank behind it where there is nothing to advise', () => {
		const end = ending({ outcome: 'rejected', cause: 'cancelled' });
		expect(sentFailure(subject(), end, null).description).toMatch(/\.$/);
	});

	it('names what was left behind, and its subject without an article, whatever dots and words are in them', () => {
		const failure = failureOf(subject({ what: '"Close the account"', leftBehind: 'quote 1.5.' }), 'Text.', {
			outcome: 'rejected',
			cause: 'rejected',
		});
		expect([failure.summary, failure.description]).toEqual([
			'Rejected by Mavapay: "Close the account"',
			'Text. Still at Mavapay: quote 1.5.',
		]);
	});
});
