import type { z } from 'zod';
import { ASSUMED } from '../assumptions';
import { ok, route, type Route } from '../http/routing';
import { bodies, queries } from '../requests';
import { presentLookedUp } from '../state/lookedUp';
import { shownOf } from '../state/transactions';
import { ServiceError, type Transaction } from '../state/types';

const { value: said } = ASSUMED.messages;

const DEFAULT_PAGE_SIZE = 10;

type Filters = z.infer<typeof queries.transactions>;

const NAMED_CURRENCIES = ['NGN', 'ZAR'];

/** Whether a payee has this name; documented for NGN and ZAR (docs/reference/interface.md#list-transactions). */
function hasName({ currency, details }: Transaction, name: string): boolean {
	if (!ASSUMED.accountNameFindsOthers.value && !NAMED_CURRENCIES.includes(currency)) return false;
	return details.destination?.accountName === name;
}

function isAsked(one: Transaction, filters: Filters): boolean {
	const { accountName, minAmount, maxAmount, startDate, endDate } = filters;
	return (
		(filters.txId === undefined || one.id === filters.txId) &&
		(accountName === undefined || hasName(one, accountName)) &&
		(filters.status === undefined || one.status === filters.status) &&
		(filters.type === undefined || one.type === filters.type) &&
		(filters.currency === undefined || one.currency === filters.currency) &&
		(minAmount === undefined || one.amount >= BigInt(minAmount)) &&
		(maxAmount === undefined || one.amount <= BigInt(maxAmount)) &&
		(startDate === undefined || one.createdAt >= Date.parse(startDate)) &&
		(endDate === undefined || one.createdAt <= Date.parse(endDate))
	);
}

export const transactionRoutes: Route[] = [
	route({
		method: 'GET',
		path: '/transaction',
		access: 'key',
		query: queries.transaction,
		body: bodies.none,
		handle: ({ service, query }) => {
			const { transactions, quirks } = service;
			const one = query.id === undefined ? undefined : transactions.find(query.id);
			let found = one ? [one] : [];
			if (query.orderId !== undefined) found = transactions.ofOrder(query.orderId);
			if (query.hash !== undefined) found = transactions.ofHash(query.hash);
			const shown = found.flatMap((each) => shownOf(service, each));
			const [first, ...others] = shown.map((each) => presentLookedUp(service, each));
			if (!first) throw new ServiceError(ASSUMED.notFoundStatus.value, said.notFound('Transaction'));
			const asList =
				quirks.transactionShape === 'list' || (quirks.transactionShape === 'byKey' && query.orderId !== undefined);
			return ok(service, asList ? [first, ...others] : first);
		},
	}),
	route({
		method: 'GET',
		path: '/transactions',
		access: 'key',
		query: queries.transactions,
		body: bodies.none,
		handle: ({ service, query }) => {
			const listed = service.transactions.madeBy(service.clock.now() - service.quirks.listedAfterMs);
			const shown = listed.flatMap((one) => shownOf(service, one));
			const matching = shown.filter((one) => isAsked(one, query)).reverse();
			const size = Math.min(Number(query.limit ?? DEFAULT_PAGE_SIZE), service.quirks.maxPageSize);
			const currentPage = Number(query.page ?? 1);
			const totalPages = Math.max(1, Math.ceil(matching.length / size));
			const data = matching.slice((currentPage - 1) * size, currentPage * size);
			return {
				status: 200,
				body: {
					status: service.quirks.statusWord,
					message: 'Transactions retrieved',
					count: matching.length,
					nextPage: currentPage < totalPages,
					currentPage,
					remainingPage: Math.max(0, totalPages - currentPage),
					totalPages,
					data: data.map((one) => presentLookedUp(service, one)),
				},
			};
		},
	}),
];
