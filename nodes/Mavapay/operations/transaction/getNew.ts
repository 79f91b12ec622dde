import { MINUTE_MS, timeOf } from '../../../core/domain/dateTime';
import { type JsonObject } from '../../../core/domain/json';
import { eventKeysOf, eventRow, type EventKeys } from '../../../core/events/eventKeys';
import { passes, type EventFilters } from '../../../core/events/filters';
import { listedEvent, type VerifiedEvent } from '../../../core/events/paymentEvent';
import type { MoneyKind } from '../../../core/domain/money';
import { counted } from '../../../core/domain/result';
import { defineCustom } from '../../../core/operation/define';
import { eventFilterFields, readEventFilters } from '../../../core/operation/eventFilters';
import { flag, wholeNumber } from '../../../core/operation/fields';
import { problemsOf } from '../../../core/operation/field';
import type { CustomContext } from '../../../core/operation/operation';
import { readEveryTransaction } from '../../../core/service/transactionList';
import { periodFilters, SETTLES_WITHIN_MS, SHOWN_WITHIN_MS } from './list';
import { isOrderMissing, noReferenceIn, ordersOf, referenceOf } from './orders';
import { sameForAll } from './transaction';

const LOOK_BACK_HOURS = 48;

const ROWS_AT_ONCE = 10;

interface Wanted {
	readonly nowMs: number;
	readonly sinceMs: number;
	readonly filters: EventFilters;
}

/** A change of a transaction, with the event that would report the change. */
interface Change {
	readonly keys: EventKeys;
	readonly event: VerifiedEvent;
	readonly changedMs: number | null;
}

/** The changes since the requested time that pass every filter except the one on the reference, oldest first. */
function changesIn(transactions: readonly JsonObject[], { sinceMs, filters }: Wanted): Change[] {
	return transactions
		.flatMap((transaction) => {
			const keys = eventKeysOf(transaction);
			if (keys === null) return [];
			const event = listedEvent(keys.event, transaction, null);
			return [{ keys, event, changedMs: timeOf(transaction.updatedAt) ?? timeOf(transaction.createdAt) }];
		})
		.filter(({ changedMs }) => changedMs === null || changedMs >= sinceMs)
		.filter(({ event }) => passes(event, { ...filters, customerReference: null }))
		.sort((one, other) => (one.changedMs ?? 0) - (other.changedMs ?? 0));
}

/** The changes that were not passed on before: no row in n8n's database has a key of their events. */
async function unseen(changes: readonly Change[], context: CustomContext, money: MoneyKind): Promise<Change[]> {
	const left: Change[] = [];
	for (let start = 0; start < changes.length; start += ROWS_AT_ONCE) {
		const some = changes.slice(start, start + ROWS_AT_ONCE);
		const looks = some.map(async ({ keys: { key, otherKeys } }) => {
			const names = [key, ...otherKeys].map(async (one) => await context.seen(eventRow(money, one)));
			return (await Promise.all(names)).includes(true);
		});
		const known = await Promise.all(looks);
		left.push(...some.filter((_, index) => known[index] === false));
	}
	return left;
}

/** Marks events as passed on. Returns the events to output: if n8n's database fails, those that were marked by then. */
async function marked(events: readonly Change[], context: CustomContext, money: MoneyKind): Promise<Change[]> {
	const won: Change[] = [];
	for (const change of events) {
		if (context.service.clock.cancelled()) break;
		const isWon = await mark(change.keys, context, money).catch(async (error: unknown) => {
			// The event may be marked in spite of the error. No later run would output it then, so this run does.
			if (await context.seen(eventRow(money, change.keys.key)).catch(() => true)) won.push(change);
			return won.length > 0 ? null : await Promise.reject(error);
		});
		if (isWon === null) {
			context.hint(
				`n8n's database failed after ${counted(won.length, 'event')}. The others follow in the next run, once the database works.`,
			);
			break;
		}
		if (isWon) won.push(change);
	}
	return won;
}

/**
 * Marks an event under all its keys, so that the same event isn't passed on again under another key. Once the first key
 * is marked, no later run passes the event on, so this run must, even if another key can't be marked.
 */
async function mark({ key, otherKeys }: EventKeys, context: CustomContext, money: MoneyKind): Promise<boolean> {
	if (!(await context.firstTime(eventRow(money, key)))) return false;
	let isFirst = true;
	for (const other of otherKeys)
		isFirst = (await context.firstTime(eventRow(money, other)).catch(() => true)) && isFirst;
	return isFirst;
}

/** Adds references from transactions or their orders. A change whose order may not be shown yet is left for the next run. */
async function withReferences(
	changes: readonly Change[],
	{ service, hint }: CustomContext,
	{ filters, nowMs }: Wanted,
): Promise<Change[]> {
	const changed = changes.map(({ event }) => event.transaction);
	const orders = await ordersOf(service, changed);
	const without = filters.customerReference === null ? null : noReferenceIn(orders.values());
	if (without !== null) hint(`${without} Only events that have one can pass the filter.`);
	const isLate = ({ event, changedMs }: Change) =>
		changedMs !== null && changedMs > nowMs - SHOWN_WITHIN_MS && isOrderMissing(event.transaction, orders);
	return changes
		.filter((one) => !isLate(one))
		.map((one) => {
			const { transaction } = one.event;
			return { ...one, event: listedEvent(one.keys.event, transaction, referenceOf(transaction, orders)) };
		})
		.filter(({ event }) => passes(event, filters));
}

/** Gets each new event once, recorded in the same rows as the trigger's; docs/reference/trigger.md#get-new. */
export const transactionGetNew = defineCustom('transaction', 'getNew', {
	toolEffect: 'mark',
	action: 'Get new transactions',
	description:
		'Get each change of a transaction once, as the event that the trigger would output. Use this on a schedule, instead of the trigger or to catch up on what the trigger missed. Runs once for all items.',
	simplified: 'transactionId, event, status, type, currency, amount, fees, customerReference, orderId, data',
	fields: eventFilterFields,
	options: {
		limit: wholeNumber('Limit', {
			description: 'Max number of results to return',
			hint: 'If not set, all are returned',
			default: 50,
			min: 1,
			max: 100_000,
		}),
		lookBack: wholeNumber('Look Back', {
			description: 'How far to look back for changes. Must be longer than the time between two runs.',
			hint: 'In hours; 48 if not set',
			default: LOOK_BACK_HOURS,
			min: 1,
			max: 2160,
		}),
		repeat: flag('Repeat', {
			description: 'Whether to also output events that were passed on before. Nothing is then marked as passed on.',
		}),
	},
	check: (input) => problemsOf(readEventFilters(input)),
	collect: async (items, context, { nowMs, deployment: { money } }) => {
		const input = sameForAll(items, 'The filters and options', (given) => given);
		const read = readEventFilters(input);
		if (!read.ok) return [];
		const { lookBack = LOOK_BACK_HOURS, repeat = false, limit } = input.options;
		const wanted = { nowMs, sinceMs: nowMs - lookBack * 60 * MINUTE_MS, filters: read.value };
		const period = periodFilters(wanted.sinceMs - SETTLES_WITHIN_MS, null);
		const transactions = await readEveryTransaction(context.service, period, 'New transactions not read');
		const missed = missedSince(context.lastRan(nowMs), wanted);
		if (missed !== null && !repeat) context.hint(missed);
		const changes = changesIn(transactions, wanted);
		const left = repeat ? changes : await unseen(changes, context, money);
		const events = (await withReferences(left, context, wanted)).slice(0, limit);
		const passed = repeat || context.manual ? events : await marked(events, context, money);
		const leftOut = transactions.filter((transaction) => eventKeysOf(transaction) === null).length;
		addHints(context, { leftOut, repeat, hidden: changes.length - left.length, shown: passed.length });
		const from = items.slice(0, 1).map(({ index }) => index);
		return passed.map(({ event }) => ({ json: event.item, from }));
	},
});

/** A warning that changes may have been missed; null if the last run is within *Look Back*, or unknown. */
function missedSince(lastRanMs: number | null, { nowMs, sinceMs }: Wanted): string | null {
	if (lastRanMs === null || lastRanMs >= sinceMs) return null;
	const hours = Math.floor((nowMs - lastRanMs) / (60 * MINUTE_MS));
	return `This node last ran ${hours} hours ago, longer than 'Look Back'. Changes may be missing: set 'Look Back' to ${hours + 2} for the next run.`;
}

function addHints(
	context: CustomContext,
	{ leftOut, repeat, hidden, shown }: { leftOut: number; repeat: boolean; hidden: number; shown: number },
): void {
	if (leftOut > 0) {
		context.hint(
			`${counted(leftOut, 'transaction')} left out: no ID, or a type that this version doesn't know. See them with 'Transaction: Get Many'.`,
		);
	}
	if (!context.manual || repeat) return;
	if (shown > 0)
		context.hint(
			'No events were marked as output, because you started this run yourself. The active workflow outputs them again in its next run.',
		);
	if (hidden > 0)
		context.hint(`Already passed on, so left out: ${counted(hidden, 'event')}. Turn on 'Repeat' to see them as well.`);
}
