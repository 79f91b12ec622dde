/** The texts of a failure, wherever they are shown. */
import {
	agentText,
	descriptionOf,
	headingOf,
	ItemStopped,
	plainText,
	refuse,
	reworded,
	failureOfThrown,
	wholeText,
	type Failure,
} from '../../../nodes/core/service/failure';

const failure = (more: Partial<Failure> = {}): Failure => ({
	summary: 'Outcome unknown: withdrawal',
	description: 'It may have been paid.',
	cause: 'timeout',
	httpCode: null,
	outcome: 'unknown',
	reference: 'A',
	retryable: false,
	source: 'service',
	...more,
});

describe('the heading', () => {
	it.each([
		['of 99 letters is shown whole', 'x'.repeat(99), 'x'.repeat(99)],
		['of 100 letters is cut', 'x'.repeat(100), `${'x'.repeat(98)}…`],
		['is cut between letters, not within one', '🙂'.repeat(100), `${'🙂'.repeat(98)}…`],
		['does not end in a blank before the dots', `${'x'.repeat(97)} yy`, `${'x'.repeat(97)}…`],
		['is one line', ' a\n b\u0000c ', 'a b c'],
	])('%s', (_, summary, heading) => {
		expect(headingOf({ summary })).toBe(heading);
	});

	it('that is cut stands in full at the head of the description, and once in the whole text', () => {
		const long = failure({ summary: 'x'.repeat(100) });
		expect(descriptionOf(long)).toBe(
			`${'x'.repeat(100)}. It may have been paid. (outcome: unknown, payout reference: 'A')`,
		);
		expect(wholeText(long)).toBe(descriptionOf(long));
		expect(descriptionOf(failure({ summary: 'a\nb' }))).toBe(
			"It may have been paid. (outcome: unknown, payout reference: 'A')",
		);
	});
});

describe('the facts', () => {
	it.each<[string, Partial<Failure>, string]>([
		['of a payment', {}, " (outcome: unknown, payout reference: 'A')"],
		['without a reference', { reference: null }, ' (outcome: unknown)'],
		['of a read', { outcome: null }, ''],
		['of an input that was refused', { outcome: 'rejected', cause: 'invalidInput', reference: null }, ''],
		['of a credential that cannot be used', { outcome: 'rejected', cause: 'invalidCredential', reference: null }, ''],
		[
			'of an input that was refused, with a reference',
			{ outcome: 'rejected', cause: 'invalidInput' },
			" (outcome: rejected, payout reference: 'A')",
		],
	])('%s', (_, more, facts) => {
		expect(descriptionOf(failure(more))).toBe(`It may have been paid.${facts}`);
		expect(wholeText(failure(more))).toBe(`Outcome unknown: withdrawal. It may have been paid.${facts}`);
		expect(plainText(failure(more))).toBe('Outcome unknown: withdrawal. It may have been paid.');
	});
});

describe('an agent is told not to call again', () => {
	const advice = (more: Partial<Failure>) => agentText(failure(more)).slice(wholeText(failure(more)).length);

	it.each<[Partial<Failure>, string]>([
		[{}, " Don't call this tool again for this payee or request: a person has to look first."],
		[{ outcome: 'failed' }, " Don't call this tool again for this payee or request: a person has to look first."],
		[{ outcome: 'rejected', cause: 'alreadyPaid' }, " Don't call this tool again for this payment."],
		[{ outcome: 'rejected', cause: 'paidDifferently' }, " Don't call this tool again for this payment."],
		[{ outcome: 'rejected', cause: 'referenceReused' }, " Don't call this tool again for this payment."],
		[{ outcome: 'notSent', cause: 'halted' }, " Don't call this tool again until a person has looked."],
		[{ outcome: 'notSent', cause: 'earlierUnknown' }, " Don't call this tool again until a person has looked."],
		[{ outcome: 'rejected', cause: 'unexpectedError' }, " Don't call this tool again until a person has looked."],
		[
			{ outcome: 'rejected', cause: 'payeeNotAllowed' },
			" Don't call this tool again for this payee: a person decides who may be paid.",
		],
		[
			{ outcome: 'rejected', cause: 'limitExceeded' },
			" Ask the person who sets the limits, and don't split or repeat the payment to get around them.",
		],
		[{ outcome: 'rejected', cause: 'invalidInput' }, ''],
		[{ outcome: null, cause: 'timeout' }, ''],
	])('%j', (more, said) => {
		expect(advice(more)).toBe(said);
	});
});

it('is reworded in both of its texts, before the heading is cut', () => {
	const secret = 's3cr3t-key';
	const hidden = reworded(failure({ summary: `${'x'.repeat(92)} ${secret}`, description: secret }), (text) =>
		text.replaceAll(secret, '***'),
	);
	expect(JSON.stringify([hidden, headingOf(hidden), descriptionOf(hidden)])).not.toContain('s3cr3t');
	expect([hidden.summary, hidden.description]).toEqual([`${'x'.repeat(92)} ***`, '***']);
});

it('stops an item under its whole text', () => {
	expect(new ItemStopped(failure()).message).toBe(wholeText(failure()));
	expect(refuse("'Amount' is empty", 'Nothing was sent for this item.')).toMatchObject({
		message: "'Amount' is empty. Nothing was sent for this item.",
		failure: {
			cause: 'invalidInput',
			outcome: 'rejected',
			httpCode: null,
			reference: null,
			retryable: false,
			source: 'input',
		},
	});
	expect(refuse('a', 'b.', { cause: 'nameDiffers', reference: 'R' }).failure).toMatchObject({
		cause: 'nameDiffers',
		reference: 'R',
	});
});

it('of this package itself says that no money was moved, and asks for a report', () => {
	expect(failureOfThrown(new TypeError('x is not a function'))).toMatchObject({
		summary: 'The Mavapay node stopped unexpectedly',
		description: 'x is not a function. Nothing that moves money was sent for this item this time. Please report it.',
		cause: 'unexpectedError',
	});
	expect(failureOfThrown('thrown').description).toMatch(/^thrown\. /);
});
