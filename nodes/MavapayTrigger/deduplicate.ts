import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { n8nRowStore } from '../core/n8n/rowStore';
import { errorText } from '../core/service/failure';
import { triggerScope } from './state';
import { warn } from './log';

/*
 * Passes each event on once: a row in n8n's database records it. The trigger's `execute()` inserts the row, in the
 * execution that the event started: n8n has the event by then, so a recorded event can't get lost. A memory in each
 * process keeps most repeated events from starting an execution.
 */

/** The most events remembered in the process for each trigger. */
const MOST_REMEMBERED = 5_000;

const answeredEvents = new Map<string, Set<string>>();

/** Whether this process answered an event with a 2xx before. If not, it remembers the event as soon as a 2xx is sent. */
export function wasAnswered(context: IWebhookFunctions, key: string): boolean {
	const scope = triggerScope(context);
	const answered = answeredEvents.get(scope) ?? new Set();
	answeredEvents.set(scope, answered);
	if (answered.has(key)) return true;
	const response = context.getResponseObject();
	response.once('finish', () => {
		// Only after a 2xx does n8n have the event.
		if (response.statusCode < 200 || response.statusCode >= 300) return;
		answered.add(key);
		const [oldest] = answered;
		if (answered.size > MOST_REMEMBERED && oldest !== undefined) answered.delete(oldest);
	});
	return false;
}

/** The member next to an item's `json` with the row that `execute()` inserts for its event. */
const ROW_MEMBER = 'mavapayEventRow';

/** Makes the item that starts the workflow. Without a `row`, the event is passed on even if it was passed on before. */
export function startItem(json: INodeExecutionData['json'], row: string | null): INodeExecutionData {
	return row === null ? { json } : { json, [ROW_MEMBER]: row };
}

/** Outputs each event in its first execution only. Never throws, since n8n might then pass on repeated events. */
export async function passOn(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const passed: INodeExecutionData[] = [];
	// A person who listens for a test event, or repeats a crashed execution, wants the event even if it came before. Its
	// row is inserted anyway.
	const isForAPerson = !['webhook', 'trigger'].includes(context.getMode());
	for (const [index, { [ROW_MEMBER]: row, ...item }] of context.getInputData().entries()) {
		const isNew = typeof row !== 'string' || (await isFirst(context, row)) || isForAPerson;
		if (isNew) passed.push({ ...item, json: item.json, pairedItem: { item: index } });
	}
	return [passed];
}

/** Inserts the event's row. If that fails, the event counts as new: a repeated event does less harm than a lost one. */
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
