import { timeOf } from '../domain/dateTime';
import { isJsonObject, textOf, type Json, type JsonObject } from '../domain/json';
import type { FailureCause } from './causes';
import { refuse, type ItemStopped } from './failure';
import { dataObjects, get, type ReadService, type ServiceResponse } from './service';

/** Transactions on a page: Mavapay's maximum; docs/reference/interface.md#limits. */
const PAGE_SIZE = 100;

/** The most pages to read: enough for any 'Limit'. */
const MAX_PAGES = 1000;

const MAX_READINGS = 3;

type Filters = Readonly<Record<string, string | undefined>>;

export interface TransactionList {
	readonly transactions: JsonObject[];
	/** Why transactions are missing; null if none are. `fewer`: Mavapay counts more than its pages contain. */
	readonly missing: 'cancelled' | 'cutOff' | 'changing' | 'fewer' | 'tooMany' | null;
}

/** The state of reading a list: the request, and what was found so far. */
interface Reading {
	readonly service: ReadService;
	readonly filters: Filters;
	/** How many entries are wanted; null for all. */
	readonly wanted: number | null;
	readonly found: Map<string, JsonObject>;
	readonly mostPages: number;
	/** When reading must end, in milliseconds since 1970. */
	readonly until: number;
}

/**
 * Reads transactions with GET /transactions (docs/reference/interface.md#list-transactions), each once, in its latest
 * state. If some that existed at the beginning may be missing, `missing` says why. The order of the list isn't
 * documented, so an entry that moves can push another one onto a page that was already read. Throws ItemStopped if a
 * page can't be read.
 *
 * @param wanted how many are enough; null for all
 * @param more.found collects the transactions, even if a later page can't be read
 * @param more.mostPages the most pages to read; if there are more, `missing` is `tooMany`
 */
export async function readTransactions(
	service: ReadService,
	filters: Filters,
	wanted: number | null,
	{
		found = new Map(),
		mostPages = MAX_PAGES,
		until = Infinity,
	}: Partial<Pick<Reading, 'found' | 'mostPages' | 'until'>> = {},
): Promise<TransactionList> {
	const missing = await readWhole({ service, filters, wanted, found, mostPages, until }, service.clock.now());
	return { transactions: [...found.values()].slice(0, wanted ?? undefined), missing };
}

/**
 * Reads the list up to three times, until it is complete. It is complete once at least as many transactions are known
 * as the last reading had entries, repeats included. If entries can leave the list, a second or third reading must also
 * find no new ones, except transactions created since reading began, as on a busy account.
 */
async function readWhole(reading: Reading, beganMs: number): Promise<TransactionList['missing']> {
	const { found, filters } = reading;
	let missing: TransactionList['missing'] = 'changing';
	const isNew = (entry: JsonObject) => (timeOf(entry.createdAt) ?? beganMs) > beganMs;
	for (let turn = 1; turn <= MAX_READINGS; turn++) {
		const known = new Set(found.keys());
		const { end, length, pages, repeated, count } = await readPages(reading);
		if (end !== 'last') return end === 'enough' ? null : end;
		const mayLeave = pages > 1 && (filters.status !== undefined || (timeOf(filters.endDate) ?? beganMs) < beganMs);
		// If no entry came twice, none moved to another page during this reading.
		missing = repeated ? 'changing' : 'fewer';
		if (count !== null && count > found.size) continue;
		missing = 'changing';
		const added = [...found].filter(([key]) => !known.has(key)).map(([, entry]) => entry);
		if (length <= found.size && (!mayLeave || (turn > 1 && added.length === 0))) return null;
		if (turn > 1 && added.every(isNew) && [...found.values()].some(isNew)) return null;
	}
	return missing;
}

/** The result of one reading, from the first page on. */
interface Pages {
	/** Where the reading ended. `last`: at the last page; `cutOff`: before it, or at a page that isn't a list. */
	readonly end: 'last' | 'enough' | 'cutOff' | 'cancelled' | 'tooMany';
	/** How many entries were read, repeated ones included. */
	readonly length: number;
	readonly pages: number;
	readonly repeated: boolean;
	/** Mavapay's count of entries, from the first page that has one; otherwise null. */
	readonly count: number | null;
}

async function readPages({ service, filters, wanted, found, mostPages, until }: Reading): Promise<Pages> {
	const limit = String(Math.min(wanted ?? PAGE_SIZE, PAGE_SIZE));
	const seen = new Set<string>();
	let [length, pages, count]: [number, number, number | null] = [0, 0, null];
	const ended = (end: Pages['end']): Pages => ({ end, length, pages, repeated: length > seen.size, count });
	for (let page = 1; page <= mostPages; page++) {
		pages = page;
		const response = await service.read({ ...get('/transactions', { ...filters, page: String(page), limit }), until });
		const entries = dataObjects(response.data);
		const before = seen.size;
		for (const entry of entries) {
			seen.add(keyOf(entry));
			found.set(keyOf(entry), entry);
		}
		length += entries.length;
		count ??= wholeNumberOf(response.body.count);
		if (wanted !== null && found.size >= wanted) return ended('enough');
		if (!isList(response)) return ended('cutOff');
		const isLast = saysLast(response, page);
		if (isLast === true) return ended('last');
		if (service.clock.cancelled()) return ended('cancelled');
		// A page without new entries is the last page only if it is empty and the response doesn't say otherwise.
		if (seen.size === before) return ended(entries.length === 0 && isLast === null ? 'last' : 'cutOff');
	}
	return ended('tooMany');
}

/** Whether a page is a list of transactions. Without `data`, it is an empty list only if `count` is 0. */
function isList({ data, body }: ServiceResponse): boolean {
	if (Array.isArray(data)) return data.every((entry) => isJsonObject(entry));
	return (data === undefined || data === null) && wholeNumberOf(body.count) === 0;
}

/** Reads all transactions. Throws ItemStopped if some are missing; `purpose` begins the heading, such as "Not reconciled". */
export async function readEveryTransaction(
	service: ReadService,
	filters: Filters,
	purpose: string,
): Promise<JsonObject[]> {
	const { transactions, missing } = await readTransactions(service, filters, null);
	if (missing !== null) throw notWhole(purpose, missing, transactions.length);
	return transactions;
}

/** The error for an incomplete list; `purpose` begins its heading. */
export function notWhole(
	purpose: string,
	missing: NonNullable<TransactionList['missing']>,
	found: number,
): ItemStopped {
	if (missing === 'tooMany')
		return unreadable(
			'More transactions than can be read in one go',
			'Ask for fewer, with a shorter period or more filters.',
			'tooManyResults',
		);
	const isCancelled = missing === 'cancelled';
	const what = isCancelled
		? 'the execution was cancelled'
		: "Mavapay's list of transactions breaks off or keeps changing";
	const why = `Some transactions may be missing from the ${found} that were read. Run it again.`;
	return unreadable(`${purpose}: ${what}`, why, isCancelled ? missing : 'unreadable');
}

/**
 * Reads as many transactions as are wanted, or all there are. Throws ItemStopped if some may be missing because the
 * list was cut off or kept changing. If Mavapay's count is higher than the number it returned, only a hint says so,
 * because how Mavapay counts isn't documented.
 */
export async function readManyTransactions(
	service: ReadService,
	{ filters, wanted }: { readonly filters: Filters; readonly wanted: number | null },
	hint: (text: string) => void,
): Promise<JsonObject[]> {
	const { transactions, missing } = await readTransactions(service, filters, wanted);
	if (missing === 'fewer')
		hint(`Mavapay says that there are more transactions than the ${transactions.length} that it gave.`);
	else if (missing !== null && missing !== 'cancelled')
		throw notWhole('Transactions not read', missing, transactions.length);
	return transactions;
}

/** A transaction's key, since two may share an ID; docs/reference/interface.md#events-that-belong-together. */
function keyOf(entry: JsonObject): string {
	const id = textOf(entry.id);
	return id === null ? JSON.stringify(entry) : JSON.stringify([id, entry.type]);
}

/** Whether a response says that its page is the last; null if it doesn't say or contradicts itself: reading goes on. */
function saysLast({ body }: ServiceResponse, page: number): boolean | null {
	if (body.nextPage === true) return false;
	const left = [wholeNumberOf(body.remainingPage) ?? NaN, (wholeNumberOf(body.totalPages) ?? NaN) - page];
	const isLast = body.nextPage === false || left.some((pages) => pages <= 0);
	return isLast === left.some((pages) => pages > 0) ? null : isLast;
}

function wholeNumberOf(value: Json | undefined): number | null {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

export function unreadable(summary: string, description: string, cause: FailureCause): ItemStopped {
	const retryable = cause !== 'tooManyResults';
	return refuse(summary, description, { cause, outcome: null, retryable, source: 'service' });
}
