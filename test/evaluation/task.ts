/** What a task of the evaluation is: docs/why/evaluation.md#the-evaluation. */
import type { INode, INodeParameters } from 'n8n-workflow';
import type { FaultRule, Sandbox } from '../../sandbox';
import type { ToolCall } from '../harness/engine';

/** What a person typed: the tools, and the limits that the ledger is held against. */
export interface Tool {
	readonly name: string;
	readonly parameters: INodeParameters;
	readonly settings?: Partial<INode>;
}

/** What an agent is asked, and what it does. */
export interface Asked {
	/** What a person writes to the agent, in a new chat, with the papers that they got. For a real model. */
	readonly says: string;
	/** What the scripted model does: turns of calls, those of a turn at once. */
	readonly turns: ReadonlyArray<readonly ToolCall[]>;
}

/** One execution of the workflow, and what a person does before it. */
export interface Step extends Asked {
	/** What the agent behind the first one is asked, in the same execution. */
	readonly second?: Asked;
	/** Through the connection calls of a turn run at the same time, through the engine one after the other. */
	readonly path?: 'engine' | 'connection';
	readonly fault?: FaultRule;
	/** Days since the first step. */
	readonly day?: number;
	/** The agent fails in the end; the next step with `retry` is n8n's Retry of this execution. */
	readonly fails?: boolean;
	readonly retry?: boolean;
	/** Runs at the same time as the steps beside it that say so. */
	readonly together?: boolean;
	/** n8n's Chat runs it: tools of its own, in a workflow that it discards after every message, or a published workflow. */
	readonly inChat?: 'discarded' | 'published';
	/** n8n's assistant runs the first tool alone, in a workflow that is discarded afterwards. */
	readonly alone?: boolean;
	/** A person does this first, with the node in the same workflow. */
	readonly person?: INodeParameters;
	/** Nothing may be paid in it, whatever the limits are. */
	readonly paysNothing?: boolean;
}

export interface Task {
	readonly name: string;
	readonly tools: readonly Tool[];
	/** The tools of the agent behind the first. */
	readonly secondTools?: readonly Tool[];
	/** Made when the task begins, since invoices expire. */
	readonly steps: (sandbox: Sandbox) => readonly Step[];
	/**
	 * Everything that leaves a wallet, in the order in which the scripted model makes it: "account amount". Where calls
	 * race, how many of which, each once at most.
	 */
	readonly ledger: readonly string[] | { readonly count: number; readonly of: readonly string[] };
	/** A word of what the scripted model is told of each call, in the order of the answers; not what is graded. */
	readonly told: readonly RegExp[];
}

export const DAY_MS = 86_400_000;

/** Noon of the day on which tasks begin, so that no step crosses midnight by itself. */
export const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;

/** A day of a task as YYYY-MM-DD. At noon it is the same day in the time zone of the workflows. */
export const dayAt = (day: number): string => new Date(NOON + day * DAY_MS).toISOString().slice(0, 10);
