import { ok, route, type Route } from '../http/routing';
import { bodies, queries } from '../requests';
import { presentTransaction } from '../state/transactions';
import { ServiceError } from '../state/types';

const DEFAULT_PAGE_SIZE = 10;

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
			for (const transaction of found) transactions.look(transaction);
			const [first, ...others] = found.map((each) => presentTransaction(service, each));
			if (!first) throw new ServiceError(404, 'Transaction not found');
			const asList =
				quirks.transactionShape === 'list' ||
				(quirks.transactionShape === 'byKey' && query.orderId !== undefined);
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
			const { minAmount, maxAmount, startDate, endDate } = query;
			const matching = service.transactions.list
				.filter(
					(one) =>
						(query.txId === undefined || one.id === query.txId) &&
						(query.accountName === undefined ||
							one.details.destination?.accountName === query.accountName) &&
						(query.status === undefined || one.status === query.status) &&
						(query.type === undefined || one.type === query.type) &&
						(minAmount === undefined || one.amount >= BigInt(minAmount)) &&
						(maxAmount === undefined || one.amount <= BigInt(maxAmount)) &&
						(startDate === undefined || one.createdAt >= Date.parse(startDate)) &&
						(endDate === undefined || one.createdAt <= Date.parse(endDate)),
				)
				.reverse();
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
					data: data.map((one) => presentTransaction(service, one)),
				},
			};
		},
	}),
];
