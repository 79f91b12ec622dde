import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { CustomContext, CustomResult } from '../operation/operation';
import type { ItemResult } from '../payout/runTypes';
import { errorText, failureOfThrown, plainText, refuse, type ItemStopped } from '../service/failure';
import { rootModeOf } from './adapter';
import type { NodeRun, Planned } from './items';
import { n8nRowStore } from './rowStore';

/** The part of a run that a custom operation can use. The operation's hints are added to `hints`. */
export function customContext({ context, connection, stopOnFailure }: NodeRun, hints: string[]): CustomContext {
	return {
		service: connection.service,
		firstTime: async (key) => {
			const rows = await attempt(n8nRowStore(context));
			if (rows === null)
				throw unusableStore('n8n keeps no record for a workflow that was never saved. Save the workflow first.');
			return (await attempt(rows.insert(key, randomUUID()))) === 'inserted';
		},
		seen: async (key) => {
			const rows = await attempt(n8nRowStore(context));
			// A workflow that was never saved has no rows.
			return rows !== null && (await attempt(rows.has(key)));
		},
		manual: [context.getMode(), rootModeOf(context)].some((mode) => mode === 'manual' || mode === 'evaluation'),
		lastRan: (nowMs) => {
			const kept = context.getWorkflowStaticData('node');
			const { lastRan } = kept;
			kept.lastRan = nowMs;
			return typeof lastRan === 'number' ? lastRan : null;
		},
		hint: (text) => void hints.push(text),
		stopOnFailure,
		file: async (index, field) => await fileOf(context, index, field),
	};
}

async function fileOf(context: IExecuteFunctions, index: number, field: string): ReturnType<CustomContext['file']> {
	const binary = context.getInputData()[index]?.binary ?? {};
	const fields = Object.keys(binary);
	try {
		const { fileName = null } = context.helpers.assertBinaryData(index, field);
		const others = Object.entries(binary).flatMap(([name, data]) => (name === field ? [] : (data.fileName ?? name)));
		return { name: fileName, others, bytes: await context.helpers.getBinaryDataBuffer(index, field) };
	} catch (error) {
		const has = fields.length === 0 ? 'The item has no file' : `Its file fields: ${fields.join(', ')}`;
		const why = fields.includes(field)
			? `n8n can't read it: ${errorText(error)}`
			: `${has}. Enter the file's field in 'Input Binary Field'`;
		throw refuse(`No readable file in the field '${field}' of item ${index}`, `${why}. Nothing was paid.`);
	}
}

/** Runs an operation on all items together. If one item is invalid, no request is sent. */
export async function runTogether(
	{ stopOnFailure }: NodeRun,
	planned: ReadonlyArray<Planned<unknown>>,
	collect: () => Promise<CustomResult[]>,
): Promise<ItemResult[]> {
	const first = planned.find((item) => 'failure' in item);
	if (first !== undefined) {
		const { failure } = refuse(
			`Not run: item ${first.index} is invalid`,
			`This operation handles all items at once, so nothing was requested. Item ${first.index}: ${plainText(first.failure)} Correct that item and run again.`,
			{ cause: 'checkFailed' },
		);
		const all = planned.map((item) => ('failure' in item ? item : { index: item.index, failure }));
		return stopOnFailure ? [first] : all;
	}
	try {
		return (await collect()).map(({ from, ...result }) => {
			const [index = 0] = from;
			return 'failure' in result ? { index, failure: result.failure } : { index, outputs: [result.json], from };
		});
	} catch (error) {
		return [{ index: 0, failure: failureOfThrown(error) }];
	}
}

async function attempt<T>(call: Promise<T>): Promise<T> {
	return await call.catch((error: unknown) => {
		throw unusableStore(`n8n's database failed (${errorText(error)}). Check the database, then run this again.`);
	});
}

function unusableStore(description: string): ItemStopped {
	return refuse("n8n's record of events passed on couldn't be used", description, { cause: 'recordUnavailable' });
}
