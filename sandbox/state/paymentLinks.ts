import { ASSUMED } from '../assumptions';
import { DOCUMENTED } from '../messages';
import type { z } from 'zod';
import { makeInvoice } from '../crypto/invoice';
import { convert } from '../data/rates';
import type { bodies } from '../requests';
import { ONCHAIN_MINIMUM } from './beneficiaries';
import { collectionNumber } from './quotes';
import type { SharedState } from './sharedState';
import { ServiceError, type Currency, type Destination } from './types';

const { value: said } = ASSUMED.messages;

export type LinkRequest = z.infer<typeof bodies.paymentLink>;
export type LinkMethod = LinkRequest['paymentMethods'][number];

export interface LinkOrder {
	/** The paymentLinkOrderId. */
	id: string;
	orderId: string;
	linkId: string;
	method: LinkMethod;
	settled: boolean;
	/** Lowest unit of the payment currency. */
	amount: bigint;
	/** Lowest unit of the settlement currency. */
	targetAmount: bigint;
	invoice: string;
	accountNumber: string;
	createdAt: number;
	updatedAt: number;
	expiresAt: number;
}

export interface PaymentLink {
	id: string;
	request: LinkRequest;
	beneficiary: Destination;
	beneficiaryId: string;
	createdAt: number;
	orders: LinkOrder[];
}

const CHECKOUT = 'https://checkout.staging.mavapay.co';

/** Where payers open a link (docs/reference/interface.md#create-payment-link). */
export function linkUrl(id: string): string {
	return `${CHECKOUT}/${id}`;
}

export class PaymentLinks {
	readonly list: PaymentLink[] = [];

	constructor(private readonly state: SharedState) {}

	create(request: LinkRequest, beneficiary: Destination): PaymentLink {
		checkOnChain(request, beneficiary, this.state.quirks.minimums);
		const link: PaymentLink = {
			id: this.state.ids.uuid('payment link'),
			request,
			beneficiary,
			beneficiaryId: this.state.ids.uuid('beneficiary'),
			createdAt: this.state.clock.now(),
			orders: [],
		};
		this.list.push(link);
		return link;
	}

	find(id: string): PaymentLink | undefined {
		return this.list.find((link) => link.id === id);
	}

	/** An order of a link, by its uuid or its 12345-6789 form. */
	findOrder(id: string): { link: PaymentLink; order: LinkOrder } | undefined {
		for (const link of this.list) {
			const order = link.orders.find((one) => one.id === id || one.orderId === id);
			if (order) return { link, order };
		}
		return undefined;
	}

	/** The order a payer can pay now by this method; opens one if there is none (docs/reference/interface.md#payment-link-details). */
	currentOrder(link: PaymentLink, method: LinkMethod): LinkOrder {
		const usable = link.request.type === 'Recurring' ? ['PENDING'] : ['PENDING', 'SETTLED'];
		const open = link.orders.find((order) => order.method === method && usable.includes(this.statusOf(order)));
		return open ?? this.openOrder(link, method);
	}

	/** Ends the current order of a method and opens a fresh one. */
	refresh(link: PaymentLink, method: LinkMethod): LinkOrder {
		for (const order of link.orders) {
			if (order.method === method && !order.settled) {
				order.expiresAt = Math.min(order.expiresAt, this.state.clock.now());
			}
		}
		return this.openOrder(link, method);
	}

	/** PENDING, SETTLED or EXPIRED (docs/reference/interface.md#payment-link-status). */
	statusOf(order: LinkOrder): string {
		if (order.settled) return 'SETTLED';
		return this.state.clock.now() < order.expiresAt ? 'PENDING' : 'EXPIRED';
	}

	private openOrder(link: PaymentLink, method: LinkMethod): LinkOrder {
		const { ids, clock, quirks } = this.state;
		const { paymentCurrency, settlementCurrency, amount } = link.request;
		const now = clock.now();
		const lightning = method === 'LIGHTNING';
		const life = lightning ? quirks.lightningQuoteMs : quirks.bankQuoteMs;
		const worth = (currency: Currency) => convert(BigInt(amount), paymentCurrency, currency, 'up');
		const payable = worth(lightning ? 'BTC' : paymentCurrency === 'BTC' ? 'NGN' : paymentCurrency);
		const order: LinkOrder = {
			id: ids.uuid('payment link order'),
			orderId: ids.orderId(),
			linkId: link.id,
			method,
			settled: false,
			amount: payable,
			targetAmount: worth(settlementCurrency),
			invoice: lightning
				? makeInvoice({
						network: quirks.deployment === 'live' ? 'bc' : 'tbs',
						amountMsat: payable * 1_000n,
						timestamp: Math.floor(now / 1_000),
						expirySeconds: Math.ceil(life / 1_000),
						description: link.request.name,
						paymentHash: ids.hash('link payment'),
					})
				: '',
			accountNumber: lightning ? '' : collectionNumber(this.state),
			createdAt: now,
			updatedAt: now,
			expiresAt: now + life,
		};
		link.orders.push(order);
		return order;
	}
}

/** On-chain links are paid by bank transfer alone and need a speed (docs/reference/interface.md#create-payment-link). */
function checkOnChain(request: LinkRequest, beneficiary: Destination, minimums: boolean): void {
	const { settlementMethod, settlementCurrency, paymentCurrency, paymentMethods, speed, amount } = request;
	if (settlementMethod !== 'ONCHAIN') return;
	if (speed === undefined) throw new ServiceError(400, said.missing('speed'));
	if (paymentMethods.some((method) => method !== 'BANKTRANSFER')) {
		throw new ServiceError(400, said.invalid('paymentMethods'));
	}
	if (beneficiary.kind !== 'onchain' || !minimums) return;
	const sats = convert(BigInt(amount), paymentCurrency, settlementCurrency, 'up');
	if (sats < ONCHAIN_MINIMUM) throw new ServiceError(400, DOCUMENTED.tooSmall);
}
