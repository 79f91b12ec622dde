/** What a task of the evaluation is: docs/why/evaluation.md#the-evaluation. */
import type { INode, INodeParameters } from 'n8n-workflow';
import type { FaultRule, Sandbox } from '../../sandbox';
import type { ToolCall } from '../harness/engine';

/** A tool as a person set it up, with the limits that the ledger is checked against. */
export interface Tool {
	readonly name: string;
	readonly parameters: INodeParameters;
	readonly settings?: Partial<INode>;
}

/** What an agent is asked, and what it does. */
export interface Asked {
	/** A person's message to the agent in a new chat, including the papers they received. Only a real model reads it. */
	readonly says: string;
	/** The scripted model's calls, in turns; the calls of one turn are made at once. */
	readonly turns: ReadonlyArray<readonly ToolCall[]>;
}

/** One execution of the workflow, and what a person does before it. */
export interface Step extends Asked {
	/** What the second agent is asked, in the same execution. */
	readonly second?: Asked;
	/** On the connection path, a turn's calls run at the same time; on the engine path, one after the other. */
	readonly path?: 'engine' | 'connection';
	readonly fault?: FaultRule;
	/** Days since the first step. */
	readonly day?: number;
	/** The agent fails in the end; the next step with `retry` is n8n's Retry of this execution. */
	readonly fails?: boolean;
	readonly retry?: boolean;
	/** Whether the step runs at the same time as the steps next to it that also have `together`. */
	readonly together?: boolean;
	/** Whether n8n's Chat runs the step, in a workflow that it discards after every message or in a published one. */
	readonly inChat?: 'discarded' | 'published';
	/** n8n's assistant runs the first tool alone, in a workflow that is discarded afterwards. */
	readonly alone?: boolean;
	/** What a person first does with the node, in the same workflow. */
	readonly person?: INodeParameters;
	/** Whether the step must pay nothing, regardless of the limits. */
	readonly paysNothing?: boolean;
}

export interface Task {
	readonly name: string;
	readonly tools: readonly Tool[];
	readonly secondTools?: readonly Tool[];
	/** Creates the steps when the task begins, because invoices expire. */
	readonly steps: (sandbox: Sandbox) => readonly Step[];
	/**
	 * Every payment out of a wallet, as "account amount", in the scripted model's order. If calls race: how many of
	 * these payments are made, each at most once.
	 */
	readonly ledger: readonly string[] | { readonly count: number; readonly of: readonly string[] };
	/** For each answer in order, a pattern for what the scripted model is told. A real model isn't graded by it. */
	readonly told: readonly RegExp[];
}

export const DAY_MS = 86_400_000;

/** Noon of the day on which tasks begin, so that no step crosses midnight by itself. */
export const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;

/** A day of a task as YYYY-MM-DD. At noon it is the same day in the time zone of the workflows. */
export const dayAt = (day: number): string => new Date(NOON + day * DAY_MS).toISOString().slice(0, 10);
