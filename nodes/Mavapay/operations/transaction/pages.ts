import type { Json, JsonObject } from '../../../core/domain/json';
import { ItemStopped } from '../../../core/service/failure';
import { dataObjects, type Answer, type ReadService } from '../../../core/service/service';

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
export async function readTransactions(
	service: ReadService,
	filters: Readonly<Record<string, string | undefined>>,
	wanted: number | null,
): Promise<JsonObject[]> {
	const pageSize = Math.min(wanted ?? PAGE_SIZE, PAGE_SIZE);
	const found = new Map<string, JsonObject>();
	for (let page = 1; page <= MAX_PAGES; page++) {
		const answer = await service.read({
			method: 'GET',
			path: '/transactions',
			query: { ...filters, page: String(page), limit: String(pageSize) },
		});
		const known = found.size;
		for (const entry of dataObjects(answer.data)) found.set(keyOf(entry), entry);
		const enough = wanted !== null && found.size >= wanted;
		if (enough || found.size === known || isLast(answer, page) || service.clock.cancelled()) {
			return [...found.values()].slice(0, wanted ?? undefined);
		}
	}
	throw tooMany();
}

function keyOf(entry: JsonObject): string {
	return typeof entry.id === 'string' ? entry.id : JSON.stringify(entry);
}

/** What the envelope says; one that says nothing is read until a page brings nothing new. */
function isLast({ body }: Answer, page: number): boolean {
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
		description: "That is more than can be read at once. Narrow them down with 'Filters', such as 'Start Date', or set 'Limit'.",
		cause: 'tooManyResults',
		httpCode: null,
		outcome: null,
		reference: null,
		retryable: false,
		source: 'service',
	});
}
