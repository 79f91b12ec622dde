import type { Key } from './keys';

/** What one item of the input says. */
export interface ItemSpec {
	readonly reference: string;
	readonly destination: string;
	readonly amount: bigint;
	/** Values that differ from the second try on, as an expression with a time or a counter gives. */
	readonly changes?: 'amount' | 'reference' | 'invalid';
	/** What stands between the plan and the payment. */
	readonly before?: 'enquiry' | 'quote' | 'refusedByEnquiry';
	/** Whether it is compared with payments like it, and whether it may repeat one; by default neither. */
	readonly isLike?: boolean;
	readonly allowRepeats?: boolean;
	/** Whether its payee is remembered; by default not. */
	readonly isRemembered?: boolean;
}

/** The settings of a node. */
export interface Settings {
	readonly stopOnFailure: boolean;
	readonly onUnknown: 'stop' | 'continue';
	readonly alreadyRecorded: 'stop' | 'skip';
	readonly maximumTotal: bigint | null;
	readonly payoutsInParallel: number;
	/** The key of its credential; where nothing is said, one whose account is known. */
	readonly key?: Key;
}

export interface ExecutionSpec extends Settings {
	readonly process: number;
	/** Runs of the node in a loop, each with its items. */
	readonly runs: ReadonlyArray<readonly ItemSpec[]>;
	/** With Retry On Fail. */
	readonly tries: number;
	readonly cancelAt: number | null;
	/** Whether a person retries it from n8n's list once it failed, or was found dead. */
	readonly retried: boolean;
	/** The key that the node has by then; by default the one before. */
	readonly retriedWith?: Key;
}

export interface ToolCall {
	/** Which of the agent's tool nodes. */
	readonly node: number;
	readonly callId: string | null;
	readonly destination: string;
	readonly amount: bigint;
	readonly isLike?: boolean;
}

/** An AI agent: turns of calls that are made at once. */
export interface AgentSpec extends Settings {
	readonly process: number;
	readonly turns: ReadonlyArray<readonly ToolCall[]>;
	/** Whether each call is an execution of its own, as through n8n's MCP Server Trigger. */
	readonly memoryless: boolean;
	/** Payments per Day; by default as many as are asked for. */
	readonly mostPerDay?: number;
}
