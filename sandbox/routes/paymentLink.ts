import { ASSUMED } from '../assumptions';
import { ok, route, type Route } from '../http/routing';
import { bodies, queries } from '../requests';
import { beneficiaryOf } from '../state/beneficiaries';
import { linkUrl, type LinkMethod, type LinkOrder, type PaymentLink } from '../state/paymentLinks';
import type { Service } from '../state/service';
import { iso } from '../state/transactions';
import { ServiceError, type JsonObject } from '../state/types';

const { value: said } = ASSUMED.messages;

function linkOf(service: Service, id: string): PaymentLink {
	const link = service.paymentLinks.find(id);
	if (!link) throw new ServiceError(404, said.notFound('Payment link'));
	return link;
}

/** docs/reference/interface.md#payment-link-details */
function methodBlock(order: LinkOrder): JsonObject {
	const shared = {
		amount: Number(order.amount),
		targetAmount: Number(order.targetAmount),
		expiresAt: iso(order.expiresAt),
	};
	if (order.method === 'LIGHTNING') return { invoice: order.invoice, ...shared };
	return {
		ngnAccountName: 'Mavapay Collections',
		ngnBankName: 'Globus Bank',
		ngnBankAccountNumber: order.accountNumber,
		...shared,
	};
}

function presentDetails(link: PaymentLink, orders: LinkOrder[]): JsonObject {
	const { name, description, callbackUrl, settlementCurrency, paymentMethods } = link.request;
	return {
		paymentLinkDetails: {
			id: link.id,
			name,
			description: description ?? '',
			callbackUrl: callbackUrl ?? '',
			settlementCurrency,
			paymentLinkOrderId: orders[0]?.id ?? null,
			paymentMethods,
			account: { name: 'Sandbox Trading', logo: '' },
			...Object.fromEntries(orders.map((order) => [order.method, methodBlock(order)])),
		},
	};
}

function offered(link: PaymentLink, method: LinkMethod | undefined): LinkMethod[] {
	if (method === undefined) return link.request.paymentMethods;
	if (!link.request.paymentMethods.includes(method)) {
		throw new ServiceError(400, said.invalid('paymentMethod'));
	}
	return [method];
}

/** docs/reference/interface.md#payment-link-orders */
function presentLink(service: Service, link: PaymentLink): JsonObject {
	const { request } = link;
	const createdAt = iso(link.createdAt);
	return {
		id: link.id,
		name: request.name,
		description: request.description ?? '',
		type: (request.type ?? 'One_Time').toUpperCase(),
		amount: String(request.amount),
		fee: null,
		addFeeToTotalCost: request.addFeeToTotalCost ?? false,
		settlementCurrency: request.settlementCurrency,
		settlementMethod: request.settlementMethod,
		speed: request.speed ?? null,
		paymentCurrency: request.paymentCurrency,
		paymentMethods: request.paymentMethods,
		callbackUrl: request.callbackUrl ?? null,
		channel: 'API',
		status: 'ACTIVE',
		accountId: service.accountId,
		expiresAt: null,
		invoice: null,
		companyLogo: null,
		beneficiaryId: link.beneficiaryId,
		createdAt,
		updatedAt: createdAt,
		orders: link.orders.map((order) => ({
			id: order.id,
			status: order.settled ? 'PAID' : service.paymentLinks.statusOf(order),
			orderId: order.orderId,
			paymentLinkId: link.id,
			paymentMethod: order.method,
			createdAt: iso(order.createdAt),
			updatedAt: iso(order.updatedAt),
		})),
	};
}

export const paymentLinkRoutes: Route[] = [
	route({
		method: 'POST',
		path: '/paymentlink',
		access: 'write',
		query: queries.none,
		body: bodies.paymentLink,
		handle: ({ service, body }) => {
			const beneficiary = beneficiaryOf(service, body.settlementCurrency, body.beneficiary, null);
			const link = service.paymentLinks.create(body, beneficiary);
			const data = { paymentLink: linkUrl(link.id), paymentRef: link.id };
			return ok(service, data, 'Payment link created');
		},
	}),
	route({
		method: 'GET',
		path: '/paymentlink/details',
		access: ASSUMED.linkDetailsAccess.value,
		query: queries.linkDetails,
		body: bodies.none,
		handle: ({ service, query }) => {
			const link = linkOf(service, query.id);
			const orders = offered(link, query.paymentMethod).map((method) =>
				service.paymentLinks.currentOrder(link, method),
			);
			return ok(service, presentDetails(link, orders), 'Payment link details retrieved');
		},
	}),
	route({
		method: 'GET',
		path: '/paymentlink/refresh',
		access: 'key',
		query: queries.linkRefresh,
		body: bodies.none,
		handle: ({ service, query }) => {
			const link = linkOf(service, query.id);
			const orders = offered(link, query.paymentMethod).map((method) => service.paymentLinks.refresh(link, method));
			return ok(service, presentDetails(link, orders), 'Payment link refreshed');
		},
	}),
	route({
		method: 'GET',
		path: '/paymentlink/orders',
		access: 'key',
		query: queries.id,
		body: bodies.none,
		handle: ({ service, query }) =>
			ok(service, presentLink(service, linkOf(service, query.id)), 'Payment link orders retrieved'),
	}),
	route({
		method: 'GET',
		path: '/paymentlink/status',
		access: 'key',
		query: queries.linkStatus,
		body: bodies.none,
		handle: ({ service, query }) => {
			const found = service.paymentLinks.findOrder(query.orderId);
			if (!found) throw new ServiceError(ASSUMED.notFoundStatus.value, said.notFound('Order'));
			return ok(service, { status: service.paymentLinks.statusOf(found.order) });
		},
	}),
];
