import * as z from 'zod/mini';

import { singleLine, visibleText } from '../domain/text';
import { CAUSES, isFailureCause, type FailureCause } from './causes';
import { oneOf } from './schema';

/** How a paying or creating request ended (docs/reference/outcomes.md#outcomes). `leftOut`: struck out by an approver. */
export type PaymentOutcome = (typeof OUTCOMES)[number];

const OUTCOMES = ['accepted', 'failed', 'rejected', 'unknown', 'notSent', 'leftOut'] as const;

/** The schema of a failure. Failures are also stored as JSON. */
export const failureForm = z.object({
	/** The heading: what happened to whom, in sentence case, without full stop or secrets. `headingOf` cuts a long one. */
	summary: z.string(),
	/** Sentences: whether money may have moved, why, and what to do next. Never a secret. */
	description: z.string(),
	cause: z.custom<FailureCause>(isFailureCause),
	/** HTTP status of Mavapay's response; null if there was none. */
	httpCode: z.nullable(z.string()),
	/** Null for a read, which has no outcome. */
	outcome: z.nullable(oneOf(...OUTCOMES)),
	reference: z.nullable(z.string()),
	/** The claim, a text for 'Payout Reference: Release' and 'Mark Paid' that names one payment still to be settled. */
	claim: z.optional(z.string()),
	/** The approver's name on one line, if a person must still settle the payment's reference. It is not verified. */
	approvedBy: z.optional(z.string()),
	transactionId: z.optional(z.string()),
	/** Whether the same item may simply be run again. */
	retryable: z.boolean(),
	/** `service`: Mavapay or the network. `input`: anything else, such as the item, a rule or n8n's database. */
	source: oneOf('input', 'service'),
});

/** Why one item did not go through, in words for the user and in facts for a workflow. */
export type Failure = Readonly<z.infer<typeof failureForm>>;

/** The longest heading, in characters. n8n breaks a longer heading over several lines. */
const MAX_HEADING = 99;

/** The heading of an error: one line, fewer than 100 characters, cut between letters. */
export function headingOf({ summary }: Pick<Failure, 'summary'>): string {
	const letters = Array.from(singleLine(summary));
	if (letters.length <= MAX_HEADING) return letters.join('');
	const beginning = letters.slice(0, MAX_HEADING - 1).join('');
	return `${beginning.trimEnd()}…`;
}

/** The text below the heading; it begins with the whole summary if the heading is cut. */
export function descriptionOf(failure: Failure): string {
	const cut = headingOf(failure) !== singleLine(failure.summary);
	return `${cut ? `${failure.summary}. ` : ''}${failure.description}${facts(failure)}`.trim();
}

/** Heading and description in one text, for places without a heading: the error output, lists, a trigger's activation. */
export function wholeText(failure: Failure): string {
	return `${plainText(failure)}${facts(failure)}`;
}

/** Summary and description, without the facts at the end of a message. */
export function plainText({ summary, description }: Pick<Failure, 'summary' | 'description'>): string {
	return `${summary}. ${description}`.trim();
}

/** Claim, outcome and reference, for readers who only see the text; empty for invalid input without a reference. */
function facts({ cause, outcome, reference, claim }: Failure): string {
	if (outcome === null || (CAUSES[cause].ofInput === true && reference === null)) return '';
	const named = reference === null ? '' : `, payout reference: '${visibleText(reference)}'`;
	return `${claim === undefined ? ' ' : `\nClaim: ${claim}\n`}(outcome: ${outcome}${named})`;
}

/** The text for an AI agent: heading, description, and when not to call again. */
export function agentText(failure: Failure): string {
	const isOpen = failure.outcome === 'unknown' || failure.outcome === 'failed';
	const advice = isOpen
		? "Don't call this tool again for this payee or request: a person has to look first."
		: CAUSES[failure.cause].agent;
	return advice === undefined ? wholeText(failure) : `${wholeText(failure)} ${advice}`;
}

/** The failure with its words changed, such as by masking secrets. */
export function reworded(failure: Failure, change: (text: string) => string): Failure {
	return { ...failure, summary: change(failure.summary), description: change(failure.description) };
}

/** Stops one item. It is caught where items are run and never reaches the user. */
export class ItemStopped extends Error {
	/** @param bankName the name of the payee's bank, if that was read before the item stopped */
	constructor(
		readonly failure: Failure,
		readonly bankName?: string,
	) {
		super(wholeText(failure));
		this.name = 'ItemStopped';
	}
}

/**
 * Makes the error that stops an item. By default, the item's input is the cause, and nothing was sent.
 *
 * @param summary what happened to whom, without a full stop
 * @param description sentences: what it means, and what to do next
 */
export function refuse(
	summary: string,
	description: string,
	facts: Partial<Omit<Failure, 'summary' | 'description'>> = {},
): ItemStopped {
	return new ItemStopped({
		summary,
		description,
		cause: 'invalidInput',
		httpCode: null,
		outcome: 'rejected',
		reference: null,
		retryable: false,
		source: 'input',
		...facts,
	});
}

/** The failure for a fault of this package while it was paying. No payment may then be reported as unpaid. */
export function brokenWhileSending(error: unknown): Failure {
	return refuse(
		'The Mavapay node stopped unexpectedly while it was paying',
		`${errorText(error)}. Some items may have been paid. Look in Mavapay before you run them again, and report the error.`,
		{ cause: 'unexpectedError', outcome: 'unknown', source: 'service' },
	).failure;
}

/** The failure for anything thrown. An unknown error counts as a fault of this package outside of a payment. */
export function failureOfThrown(error: unknown): Failure {
	if (error instanceof ItemStopped) return error.failure;
	const description = `${errorText(error)}. Nothing that moves money was sent for this item this time. Please report it.`;
	return refuse('The Mavapay node stopped unexpectedly', description, { cause: 'unexpectedError' }).failure;
}

export function errorText(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** Makes the error for a read of something that Mavapay doesn't have. */
export function notFound(summary: string, description: string): ItemStopped {
	return refuse(summary, description, { cause: 'notFound', outcome: null, source: 'service' });
}
