/** Every failure of a payment, for any payee and reference, has a short heading; the texts contain everything. */
import { notSentFailure } from '../../../nodes/core/payout/notReached';
import { CAUSES, isFailureCause } from '../../../nodes/core/service/causes';
import { refusedAs } from '../../harness/payout/refusedAs';
import type { MemoryEntry } from '../../../nodes/core/payout/memory';
import * as messages from '../../../nodes/core/payout/messages';
import type { Subject } from '../../../nodes/core/payout/messages';
import { stoppedBy } from '../../../nodes/core/payout/stopped';
import {
	brokenWhileSending,
	descriptionOf,
	headingOf,
	refuse,
	failureOfThrown,
	wholeText,
	type Failure,
} from '../../../nodes/core/service/failure';
import { accepted, ending, failed, lost, rejected, tooMany, unreachable } from '../../harness/payout/endings';
import { sealed } from '../../harness/payout/plans';

const FAILURE_CAUSES = Object.keys(CAUSES).filter(isFailureCause);

const LONG = `${'Ünïcödé 🙂 '.repeat(30)}end`;
const REFERENCE = 'INV-'.repeat(60);

const PLANS = {
	'a short payee': sealed(),
	'a long payee': sealed({ destination: LONG, payout: { reference: REFERENCE } }),
	'a payee of two lines': sealed({ destination: 'one\ntwo' }),
	'no money': null,
};

const entryOf = ({ what, reference }: Subject): MemoryEntry => ({
	state: 'accepted',
	executionId: 'e1',
	identityDigest: 'i',
	what,
	stops: true,
	payment:
		reference === null
			? null
			: {
					reference,
					referenceKey: reference,
					generation: 0,
					amountMinor: null,
					currency: null,
					money: 'real',
					transactionId: 'tx-1',
					sharedKeys: [],
				},
	failure: null,
	outputs: [],
});

/** Every failure that our messages can describe for a subject: a payment or another request. */
function failuresOf(subject: Subject): Failure[] {
	const entry = entryOf(subject);
	const endings = [rejected, unreachable, tooMany(), lost, failed()];
	const check = refuse(`Account ${LONG} belongs to "${LONG}"`, 'Check it.', { cause: 'nameDiffers' }).failure;
	const all = [
		...FAILURE_CAUSES.flatMap((cause) =>
			(['rejected', 'unknown', 'failed', 'notSent'] as const).map((outcome) =>
				messages.failureOf(subject, 'Text.', { outcome, cause }),
			),
		),
		...endings.map((end) => messages.sentFailure(subject, end, 'tx-1')),
		...[...endings, accepted(), ending({ outcome: 'unknown', cause: 'redirect', httpCode: '302' })].map((end) =>
			messages.stepFailure(subject, 'POST /quote', end),
		),
		messages.stoppedFailure(subject, check),
		messages.unpaid(subject, 'limitExceeded', 'it is too much.'),
		...[true, false].flatMap((same) => [
			refusedAs(subject, { because: 'alreadyPaid', sameIdentity: same }),
			refusedAs(subject, { because: 'notSettled', sameIdentity: same, claim: 'c-1' }),
		]),
		refusedAs(subject, { because: 'payeeOpen' }),
		refusedAs(subject, { because: 'repeated', day: 20_000 }),
		messages.storeFailure(subject, 'gone'),
		messages.interruptedFailure(subject),
		messages.paidDifferentlyFailure(subject, entry),
		messages.brokenBeforeFailure(subject),
		messages.brokenAfterFailure(subject),
		...(['earlierUnknown', 'cancelled', 'checkFailed', 'earlierFailed', 'halted', 'releasing', 'late'] as const).map(
			(because) => notSentFailure(subject, because),
		),
	];
	const [first] = all;
	if (first === undefined) throw new Error('there is no failure');
	const stopped = stoppedBy([
		{ index: 0, outputs: [{ payout: { outcome: 'accepted', reference: REFERENCE } }] },
		{ index: 1, failure: first },
	]);
	if (stopped === null) throw new Error('nothing stopped');
	return [
		...all,
		messages.stillClaimed(first, 'c-1'),
		messages.withEarlierTry(check, entry),
		stopped.failure,
		check,
		failureOfThrown(LONG),
		brokenWhileSending(LONG),
	];
}

describe.each(Object.entries(PLANS))('with %s', (_, made) => {
	// Runs within a test: mutation testing restarts for each mutant of code that runs while a test file loads.
	const said = () => {
		const subject =
			made === null
				? { what: '"Create bank account"', reference: null }
				: messages.describePayment(made, { leftBehind: 'quote q-1' });
		return { subject, failures: failuresOf(subject) };
	};

	it('every heading is one line of fewer than 100 characters in sentence case, without a full stop', () => {
		for (const failure of said().failures) {
			const heading = headingOf(failure);
			expect(heading).toMatch(/^[A-Z"].{4,98}$/su);
			expect(Array.from(heading).length).toBeLessThan(100);
			expect(heading).not.toMatch(/[\p{Cc}]|\.$/u);
		}
	});

	it('no sentence of a description says once more what a heading says', () => {
		for (const failure of said().failures) {
			const [lead = '', ...rest] = headingOf(failure).split(': ');
			if (headingOf(failure).endsWith('…')) continue;
			const sentences = descriptionOf(failure).split(/[.;] |\n/);
			for (const one of [lead, rest.join(': '), failure.summary])
				expect(sentences.map((text) => text.replace(/\.$/, ''))).not.toContain(one);
		}
	});

	it('heading and description leave nothing out of the whole text', () => {
		for (const failure of said().failures) {
			const shown = `${headingOf(failure).replace(/…$/, '')} ${descriptionOf(failure)}`;
			for (const word of wholeText(failure).split(/[\s.]+/)) expect(shown).toContain(word);
		}
	});

	it('what is said of money agrees with the outcome', () => {
		const { subject, failures } = said();
		const ofPayments = failures
			.filter(({ cause, source }) => source === 'service' || cause !== 'invalidInput')
			.filter(({ summary }) => summary.includes(subject.title ?? subject.what));
		expect(ofPayments.length).toBeGreaterThan(100);
		for (const { outcome, description } of ofPayments.filter((failure) => !failure.description.includes('Text.'))) {
			if (outcome === 'rejected' || outcome === 'notSent')
				expect(description).toMatch(/Nothing was (paid|done|sent in this run)/);
			if (outcome === 'unknown') expect(description).toMatch(/Don't pay it again yet|It may have taken effect/);
			if (outcome === 'failed') expect(description).toContain('as FAILED');
		}
	});
});
