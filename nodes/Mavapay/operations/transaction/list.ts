import { isJsonObject, textOf, type Json, type JsonObject } from '../../../core/domain/json';
import type { Result } from '../../../core/domain/result';
import { choice, oneLine, optionalDate, optionalText } from '../../../core/operation/fields';
import { ItemStopped, type FailureCause } from '../../../core/service/failure';
import { dataObjects, type ReadService, type ServiceResponse } from '../../../core/service/service';
import { currencyChoices } from '../choices';

/** docs/interface.md#transaction */
const TRANSACTION_STATUSES = [
	{ name: 'Failed', value: 'FAILED' },
	{ name: 'Pending', value: 'PENDING' },
	{ name: 'Success', value: 'SUCCESS' },
];

/** docs/interface.md#transaction */
export const TRANSACTION_TYPES = [
	{ name: 'Deposit', value: 'DEPOSIT' },
	{ name: 'Withdrawal', value: 'WITHDRAWAL' },
] as const;

/** Transactions asked for at once: the most there can be; docs/interface.md#limits. */
const PAGE_SIZE = 100;

/** Pages read at most: as many transactions as Limit can ask for. */
const MAX_PAGES = 1000;

/** How often a list that shifted is read again at most: on a busy account it may shift while it is read again. */
const MAX_TURNS = 3;

type Filters = Readonly<Record<string, string | undefined>>;

/** What was read of a list. */
interface TransactionList {
	readonly transactions: JsonObject[];
	/** Why these are not all that were asked for; null where they are. */
	readonly missing: 'cancelled' | 'cutOff' | 'noList' | null;
}

/**
 * Transactions of GET /transactions, page by page (docs/interface.md#list-transactions), each once, as it stood
 * last: one that moves to the next page while they are read is not repeated. Ends when enough are read
 * (`wanted`, null for all), when a page is the last one, is empty or brings nothing new, or when the execution
 * is cancelled. Throws ItemStopped after 1,000 pages rather than pass a part off as all.
 */
export async function readTransactions(
	service: ReadService,
	filters: Filters,
	wanted: number | null,
): Promise<TransactionList> {
	const limit = String(Math.min(wanted ?? PAGE_SIZE, PAGE_SIZE));
	const reading: Reading = {
		found: new Map(),
		wanted,
		cancelled: () => service.clock.cancelled(),
		read: async (page) =>
			await service.read({ method: 'GET', path: '/transactions', query: { ...filters, page: String(page), limit } }),
	};
	let end = await readPages(reading, false);
	for (let turn = 0; turn < MAX_TURNS && isShifted(end, turn) && !hasEnough(reading); turn++)
		end = await readPages(reading, true);
	const missing = end.is === 'fewer' ? 'cutOff' : end.is;
	return {
		transactions: [...reading.found.values()].slice(0, wanted ?? undefined),
		missing: missing === 'all' ? null : missing,
	};
}

/** How reading from the first page on ended. */
interface End {
	/** `fewer`: at the last page, though Mavapay counts more. `cutOff`: before it. `noList`: at a page that is none. */
	readonly is: 'all' | 'fewer' | 'cutOff' | 'noList' | 'cancelled';
	/** Whether a page repeated what was read before: of the first reading, that the list shifted meanwhile. */
	readonly repeated: boolean;
}

/** A list that is read again always repeats, so then only what it counts says that something is missing still. */
const isShifted = ({ is, repeated }: End, turn: number) => repeated && (is === 'fewer' || (is === 'all' && turn === 0));

interface Reading {
	readonly found: Map<string, JsonObject>;
	readonly wanted: number | null;
	readonly cancelled: () => boolean;
	readonly read: (page: number) => Promise<ServiceResponse>;
}

const hasEnough = ({ found, wanted }: Reading) => wanted !== null && found.size >= wanted;

/**
 * Reads from the first page on. Where a page repeated what was read before, the list shifted, and what moved to the
 * front meanwhile stands where nobody looked: it is read `again`, as far as that brings something new, or to its end
 * where it counts more than was found.
 */
async function readPages(reading: Reading, again: boolean): Promise<End> {
	const { found } = reading;
	let repeated = false;
	for (let page = 1; page <= MAX_PAGES; page++) {
		const response = await reading.read(page);
		const known = found.size;
		const entries = dataObjects(response.data);
		repeated ||= entries.some((entry) => found.has(keyOf(entry)));
		for (const entry of entries) found.set(keyOf(entry), entry);
		if (hasEnough(reading)) return { is: 'all', repeated };
		if (!isList(response)) return { is: 'noList', repeated };
		const isComplete = !isFewer(response, found.size);
		if (saysLast(response, page) === true) return { is: isComplete ? 'all' : 'fewer', repeated };
		if (reading.cancelled()) return { is: 'cancelled', repeated };
		if (found.size > known) continue;
		if (again && isComplete) return { is: 'all', repeated };
		// An empty page is the end unless the envelope says otherwise; a page that only repeats is none.
		if (entries.length === 0 || !again)
			return {
				is: isComplete && entries.length === 0 && saysLast(response, page) === null ? 'all' : 'cutOff',
				repeated,
			};
	}
	throw unreadable(
		`More than ${MAX_PAGES} pages of transactions`,
		"That is more than can be read in one go. Narrow them down with 'Filters', such as 'Start Date', or set 'Limit'.",
		'tooManyResults',
	);
}

/** Whether a page is a list of transactions; one without `data` is empty only where the envelope says so. */
function isList({ data, body }: ServiceResponse): boolean {
	if (Array.isArray(data)) return data.every((entry) => isJsonObject(entry));
	return (data === undefined || data === null) && wholeNumberOf(body.count) === 0;
}

/**
 * All transactions, or none. Throws ItemStopped where some are missing, for whoever may not take a part for the
 * whole; `purpose` begins the heading, such as "Not reconciled".
 */
export async function readEveryTransaction(
	service: ReadService,
	filters: Filters,
	purpose: string,
): Promise<JsonObject[]> {
	const { transactions, missing } = await readTransactions(service, filters, null);
	if (missing === 'cancelled') {
		throw unreadable(
			`${purpose}: the execution was cancelled`,
			'Not all transactions had been read by then. Run it again.',
			'cancelled',
		);
	}
	if (missing !== null) throw brokenOff(purpose, transactions.length);
	return transactions;
}

function brokenOff(purpose: string, found: number): ItemStopped {
	return unreadable(
		`${purpose}: Mavapay's list of transactions breaks off`,
		`Mavapay says that there are more than the ${found} that it gave, they changed while they were read, or a page is no list of them. Run it again.`,
		'unreadable',
	);
}

/** As many as there are, whatever Mavapay counts. Throws ItemStopped where a page is no list, which would pass for its end. */
export async function readManyTransactions(
	service: ReadService,
	filters: Filters,
	wanted: number | null,
): Promise<JsonObject[]> {
	const { transactions, missing } = await readTransactions(service, filters, wanted);
	if (missing === 'noList') throw brokenOff('Transactions not read', transactions.length);
	return transactions;
}

/** What was received and what was sent may share an ID; docs/interface.md#events-that-belong-together. */
function keyOf(entry: JsonObject): string {
	const id = textOf(entry.id);
	return id === null ? JSON.stringify(entry) : JSON.stringify([id, entry.type]);
}

/** What the envelope says; null where it says nothing, which is read until a page brings nothing new. */
function saysLast({ body }: ServiceResponse, page: number): boolean | null {
	if (typeof body.nextPage === 'boolean') return !body.nextPage;
	const remaining = wholeNumberOf(body.remainingPage);
	const total = wholeNumberOf(body.totalPages);
	if (remaining === 0) return true;
	if (total !== null) return page >= total;
	return remaining === null ? null : false;
}

/** Whether `count`, which is that of all pages or of this one, says that there are more than were read. */
function isFewer({ body }: ServiceResponse, found: number): boolean {
	const count = wholeNumberOf(body.count);
	return count !== null && count > found;
}

function wholeNumberOf(value: Json | undefined): number | null {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

function unreadable(summary: string, description: string, cause: FailureCause): ItemStopped {
	return new ItemStopped({
		summary,
		description,
		cause,
		httpCode: null,
		outcome: null,
		reference: null,
		retryable: cause !== 'tooManyResults',
		source: 'service',
	});
}

/** A bound of an amount: unlike an amount that is paid it may be zero. */
const checkBound = (text: string): Result<string> =>
	/^[0-9]{1,30}$/.test(text)
		? { ok: true, value: text }
		: { ok: false, reason: 'must be a whole number of minor units, such as 100000' };

/** Sent to Mavapay, which applies them; docs/interface.md#list-transactions. */
export const transactionFilters = {
	accountName: optionalText({
		label: 'Account Name',
		description: 'Only transactions with this account holder; it finds NGN and ZAR only',
		placeholder: 'e.g. Ada Obi',
		...oneLine,
	}),
	currency: choice({
		label: 'Currency',
		description: 'Only transactions in this currency',
		default: 'NGN',
		choices: currencyChoices('transactionFilter'),
	}),
	endDate: optionalDate({ label: 'End Date', description: 'Only transactions up to this time' }),
	maxAmount: optionalText({
		label: 'Maximum Amount',
		description: 'Only transactions of this amount or less, in minor units',
		placeholder: 'e.g. 500000',
		check: checkBound,
	}),
	minAmount: optionalText({
		label: 'Minimum Amount',
		description: 'Only transactions of this amount or more, in minor units',
		placeholder: 'e.g. 100000',
		check: checkBound,
	}),
	startDate: optionalDate({ label: 'Start Date', description: 'Only transactions from this time on' }),
	status: choice({ label: 'Status', default: 'SUCCESS', choices: TRANSACTION_STATUSES }),
	txId: optionalText({
		label: 'Transaction ID',
		description: 'Only the transaction with this ID',
		placeholder: 'e.g. 4f2a6c1e-8d3b-4e7a-9c5f-2b1d0e3f4a5b',
		...oneLine,
	}),
	type: choice({ label: 'Type', default: 'WITHDRAWAL', choices: TRANSACTION_TYPES }),
};
