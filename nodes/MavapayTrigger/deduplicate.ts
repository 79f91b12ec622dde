import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { n8nRowStore } from '../core/n8n/rowStore';
import { errorText } from '../core/service/failure';
import { triggerScope } from './state';
import { warn } from './log';

/*
 * Each event is passed on once. A row in n8n's database decides that. It is inserted by the trigger node's own
 * `execute()` in the execution that the event started: n8n has the event by then, so nothing is remembered
 * that could still get lost. A memory in each process spares most executions that would end there.
 */

/** Events remembered in the process, for each trigger. */
const MOST_REMEMBERED = 5_000;

/** The events of each trigger that this process answered with a 2xx. */
const answeredEvents = new Map<string, Set<string>>();

/** Whether this process answered an event with a 2xx before; if not, that is noted once such an answer was sent. */
export function wasAnswered(context: IWebhookFunctions, key: string): boolean {
	const scope = triggerScope(context);
	const answered = answeredEvents.get(scope) ?? new Set();
	answeredEvents.set(scope, answered);
	if (answered.has(key)) return true;
	const response = context.getResponseObject();
	response.once('finish', () => {
		// Only a 2xx that was sent says that n8n has the event.
		if (response.statusCode < 200 || response.statusCode >= 300) return;
		answered.add(key);
		const [oldest] = answered;
		if (answered.size > MOST_REMEMBERED && oldest !== undefined) answered.delete(oldest);
	});
	return false;
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
