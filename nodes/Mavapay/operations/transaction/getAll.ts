import type { Json, JsonObject } from '../../../core/domain/json';
import type { Result } from '../../../core/domain/result';
import { defineOperation, listFields } from '../../../core/operation/define';
import { choice, collection, oneLine, optionalDate, optionalText } from '../../../core/operation/fields';
import { ItemStopped } from '../../../core/service/failure';
import { type ServiceResponse, dataObjects, type ReadService } from '../../../core/service/service';
import { currencyChoices } from '../shared';
import { lookedUpTransaction } from './transaction';

/** docs/interface.md#transaction */
const TRANSACTION_STATUSES = [
	{ name: 'Failed', value: 'FAILED' },
	{ name: 'Pending', value: 'PENDING' },
	{ name: 'Success', value: 'SUCCESS' },
];

/** docs/interface.md#transaction */
const TRANSACTION_TYPES = [
	{ name: 'Deposit', value: 'DEPOSIT' },
	{ name: 'Withdrawal', value: 'WITHDRAWAL' },
];

/** Transactions asked for at once: the most there can be; docs/interface.md#limits. */
const PAGE_SIZE = 100;

/** Pages read at most: as many transactions as Limit can ask for. */
const MAX_PAGES = 1000;

/**
 * Transactions of GET /transactions, page by page (docs/interface.md#list-transactions), each once: one that moves to
 * the next page while they are read is not repeated. Ends when enough are read (`wanted`, null for
 * all), when a page is the last one, is empty or brings nothing new, or when the execution is
 * cancelled. Throws ItemStopped after 1,000 pages rather than pass a part off as all.
 */
async function readTransactions(
	service: ReadService,
	filters: Readonly<Record<string, string | undefined>>,
	wanted: number | null,
): Promise<JsonObject[]> {
	const pageSize = Math.min(wanted ?? PAGE_SIZE, PAGE_SIZE);
	const found = new Map<string, JsonObject>();
	for (let page = 1; page <= MAX_PAGES; page++) {
		const response = await service.read({
			method: 'GET',
			path: '/transactions',
			query: { ...filters, page: String(page), limit: String(pageSize) },
		});
		const known = found.size;
		for (const entry of dataObjects(response.data)) found.set(keyOf(entry), entry);
		const enough = wanted !== null && found.size >= wanted;
		if (enough || found.size === known || isLast(response, page) || service.clock.cancelled()) {
			return [...found.values()].slice(0, wanted ?? undefined);
		}
	}
	throw tooMany();
}

function keyOf(entry: JsonObject): string {
	return typeof entry.id === 'string' ? entry.id : JSON.stringify(entry);
}

/** What the envelope says; one that says nothing is read until a page brings nothing new. */
function isLast({ body }: ServiceResponse, page: number): boolean {
	if (typeof body.nextPage === 'boolean') return !body.nextPage;
	if (wholeNumberOf(body.remainingPage) === 0) return true;
	const total = wholeNumberOf(body.totalPages);
	return total !== null && page >= total;
}

function wholeNumberOf(value: Json | undefined): number | null {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

function tooMany(): ItemStopped {
	return new ItemStopped({
		summary: `More than ${MAX_PAGES} pages of transactions`,
		description: "That is more than can be read in one go. Narrow them down with 'Filters', such as 'Start Date', or set 'Limit'.",
		cause: 'tooManyResults',
		httpCode: null,
		outcome: null,
		reference: null,
		retryable: false,
		source: 'service',
	});
}

/** A bound of an amount: unlike an amount that is paid it may be zero. */
const checkBound = (text: string): Result<string> =>
	/^[0-9]{1,30}$/.test(text)
		? { ok: true, value: text }
		: { ok: false, reason: 'must be a whole number of minor units, such as 100000' };

/** Sent to the service, which applies them; docs/interface.md#list-transactions. */
const filters = collection({
	label: 'Filters',
	aiMayFill: true,
	placeholder: 'Add filter',
	members: {
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
	},
});

export const transactionGetAll = defineOperation({
	effect: 'read',
	resource: 'transaction',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many transactions',
	description: 'Get many transactions, page by page, at most 100,000 of them',
	response: lookedUpTransaction,
	fields: { ...listFields, filters },
	collect: async (input, service) =>
		await readTransactions(service, input.filters, input.returnAll ? null : (input.limit ?? null)),
});
