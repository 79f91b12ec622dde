import { randomUUID } from 'node:crypto';

import { sleep, type IExecuteFunctions, type INodeExecutionData, type IWebhookFunctions } from 'n8n-workflow';

import { n8nRowStore } from '../core/n8n/rowStore';
import { errorText } from '../core/service/failure';
import { triggerScope } from './state';
import { warn } from './log';

/*
 * Each event is passed on once. What decides is a row in n8n's database, inserted by the trigger node's own
 * `execute()` in the execution that the event started: n8n has the event by then, so nothing is remembered
 * that could still get lost. A memory in each process spares most executions that would end there.
 */

/** Events remembered in the process, for each trigger. */
const MOST_REMEMBERED = 5_000;

/** Milliseconds between two looks at whether another delivery of an event has ended. */
const SLICE_MS = 50;

type Response = Pick<ReturnType<IWebhookFunctions['getResponseObject']>, 'once' | 'statusCode' | 'destroyed'>;

/** The events of one trigger that this process answered, or is about to. */
export class EventMemory {
	private readonly seen = new Set<string>();
	private readonly underWay = new Set<string>();

	/**
	 * Takes an event in hand, or says that it was answered with a 2xx before. If another delivery of it is under way, it
	 * waits for the end of that one: `busy` where that takes longer than `timeLeftMs` says.
	 */
	async begin(key: string, timeLeftMs: () => number): Promise<'new' | 'seen' | 'busy'> {
		while (this.underWay.has(key)) {
			const left = timeLeftMs();
			if (left <= 1) return 'busy';
			await sleep(Math.min(left, SLICE_MS));
		}
		if (this.seen.has(key)) return 'seen';
		this.underWay.add(key);
		return 'new';
	}

	/** Notes how the answer to a begun event ends: only a 2xx that was sent says that n8n has the event. */
	follow(key: string, response: Response): void {
		// The caller has hung up already, so neither will happen any more.
		if (response.destroyed) this.end(key, false);
		response.once('finish', () => this.end(key, response.statusCode >= 200 && response.statusCode < 300));
		response.once('close', () => this.end(key, false));
	}

	private end(key: string, isPassedOn: boolean): void {
		if (!this.underWay.delete(key) || !isPassedOn) return;
		this.seen.add(key);
		const [oldest] = this.seen;
		if (this.seen.size > MOST_REMEMBERED && oldest !== undefined) this.seen.delete(oldest);
	}
}

const memories = new Map<string, EventMemory>();

/** The events of this trigger in this process. */
export function eventMemoryOf(context: IWebhookFunctions): EventMemory {
	const scope = triggerScope(context);
	const memory = memories.get(scope) ?? new EventMemory();
	memories.set(scope, memory);
	return memory;
}

/** The member of an item, next to its `json`, that says which row `execute()` inserts for the event. */
const ROW_MEMBER = 'mavapayEventRow';

/** An item that starts the workflow. With `row` null the event is passed on even if it was before. */
export function startItem(json: INodeExecutionData['json'], row: string | null): INodeExecutionData {
	return row === null ? { json } : { json, [ROW_MEMBER]: row };
}

/** Each event goes out in its first execution only. Never throws: n8n could then pass on what is held back here. */
export async function passOn(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const passed: INodeExecutionData[] = [];
	// A person who listens for a test event, or runs a crashed execution again, wants the event however often it came
	// before. Its row is inserted all the same.
	const isForAPerson = !['webhook', 'trigger'].includes(context.getMode());
	for (const [index, { [ROW_MEMBER]: row, ...item }] of context.getInputData().entries()) {
		const isNew = typeof row !== 'string' || (await isFirst(context, row)) || isForAPerson;
		if (isNew) passed.push({ ...item, json: item.json, pairedItem: { item: index } });
	}
	return [passed];
}

/** Inserts the event's row. Where that isn't possible, the event is the first: better twice than never. */
async function isFirst(context: IExecuteFunctions, row: string): Promise<boolean> {
	try {
		const rows = await n8nRowStore(context);
		return rows === null || (await rows.insert(row, randomUUID())) === 'inserted';
	} catch (error) {
		const text = `This event couldn't be recorded in n8n's database (${errorText(error)}). It was passed on, so it may start the workflow again if it is delivered again`;
		context.addExecutionHints({ message: `${text}.`, type: 'warning', location: 'outputPane' });
		warn(context, `${text}.`);
		return true;
	}
}
