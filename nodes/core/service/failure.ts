/** How a request that pays or binds ended; docs/money.md#outcomes. `notSent` means that it was not reached. */
export type PaymentOutcome = 'accepted' | 'failed' | 'rejected' | 'unknown' | 'notSent';

/** Why one item did not go through, in words for the user and in facts for a workflow. */
export interface Failure {
	/** What happened, whether money may have moved and what to do next. Never a secret. */
	readonly message: string;
	/** HTTP status of the service's answer; null where none came. */
	readonly httpCode: string | null;
	/** Null for a read, which has no outcome. */
	readonly outcome: PaymentOutcome | null;
	/** The payout reference of the item, if it has one. */
	readonly reference: string | null;
	/** Whether the same item may simply be run again. */
	readonly retryable: boolean;
	/** Whether the input was at fault, or the service answered so. */
	readonly source: 'input' | 'service';
}

/** Stops one item; caught where items are run, never by the user. */
export class ItemStopped extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
		this.name = 'ItemStopped';
	}
}

/** Stops an item before anything was sent for it: the input is at fault. */
export function refuse(message: string, reference: string | null = null): ItemStopped {
	return new ItemStopped({
		message,
		httpCode: null,
		outcome: 'rejected',
		reference,
		retryable: false,
		source: 'input',
	});
}

/** A fault of this package itself, met while nothing that pays or binds was under way. */
export function unexpected(error: unknown): Failure {
	const said = error instanceof Error ? error.message : String(error);
	return {
		message: `This node met something it was not made for: ${said}. No money was moved for this item now. Please report it.`,
		httpCode: null,
		outcome: 'rejected',
		reference: null,
		retryable: false,
		source: 'input',
	};
}

/** A fault of this package itself while payments were under way: none of them may be called unpaid. */
export function brokenWhileSending(error: unknown): Failure {
	return {
		...unexpected(error),
		message: `This node met something it was not made for while it was paying: ${error instanceof Error ? error.message : String(error)}. Some items may have been paid. Look in Mavapay before you run them again, and please report it.`,
		outcome: 'unknown',
		source: 'service',
	};
}
