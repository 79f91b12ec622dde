import type { Key } from './keys';

/** The values of one input item. */
export interface ItemSpec {
	readonly reference: string;
	readonly destination: string;
	readonly amount: bigint;
	/** A value that differs from the second try on, as with an expression that uses the time or a counter. */
	readonly changes?: 'amount' | 'reference' | 'invalid';
	/** A request that comes before the payment. With `refusedByEnquiry`, the payment isn't sent. */
	readonly before?: 'enquiry' | 'quote' | 'refusedByEnquiry';
	/** Whether similar payments (same payee and amount) are looked up; `allowRepeats`: whether one may be repeated. */
	readonly isLike?: boolean;
	readonly allowRepeats?: boolean;
	/** Whether the payee is remembered; false by default. */
	readonly isRemembered?: boolean;
}

export interface Settings {
	readonly stopOnFailure: boolean;
	readonly onUnknown: 'stop' | 'continue';
	readonly alreadyRecorded: 'stop' | 'skip';
	readonly maximumTotal: bigint | null;
	readonly payoutsInParallel: number;
	/** The key of the node's credential; if omitted, a key whose account is already known. */
	readonly key?: Key;
}

export interface ExecutionSpec extends Settings {
	readonly process: number;
	/** Runs of the node in a loop, each with its items. */
	readonly runs: ReadonlyArray<readonly ItemSpec[]>;
	/** The maximum number of tries of the node, with Retry On Fail. */
	readonly tries: number;
	readonly cancelAt: number | null;
	/** Whether a person retries the execution from n8n's list after it failed or its process died. */
	readonly retried: boolean;
	/** The node's key when the execution is retried; `key` by default. */
	readonly retriedWith?: Key;
}

export interface ToolCall {
	/** The number of the agent's tool node. */
	readonly node: number;
	readonly callId: string | null;
	readonly destination: string;
	readonly amount: bigint;
	readonly isLike?: boolean;
}

/** An AI agent. In each turn it makes several tool calls at once. */
export interface AgentSpec extends Settings {
	readonly process: number;
	readonly turns: ReadonlyArray<readonly ToolCall[]>;
	/** Whether each call is a separate execution, as with n8n's MCP Server Trigger. */
	readonly memoryless: boolean;
	/** The setting *Payments per Day*; unlimited by default. */
	readonly mostPerDay?: number;
}
