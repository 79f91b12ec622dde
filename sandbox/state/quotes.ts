import { ASSUMED } from '../assumptions';
import { DOCUMENTED } from '../messages';
import type { z } from 'zod';
import { makeInvoice } from '../crypto/invoice';
import { UNIT_CODES, convert, quoteFee, routingFee } from '../data/rates';
import type { bodies } from '../requests';
import { beneficiaryOf } from './beneficiaries';
import type { SharedState } from './sharedState';
import { ServiceError, type Currency, type Destination } from './types';

const { value: said } = ASSUMED.messages;

export type QuoteRequest = z.infer<typeof bodies.quote>;

export interface Quote {
	id: string;
	orderId: string;
	request: QuoteRequest;
	source: Currency;
	target: Currency;
	/** Lowest units. The source amount includes the service's fee (docs/reference/interface.md#quote). */
	amountInSource: bigint;
	amountInTarget: bigint;
	feeInSource: bigint;
	feeInTarget: bigint;
	internalFee: bigint;
	routingFee: bigint;
	total: bigint;
	invoice: string;
	hash: string;
	bankAccount: { bankName: string; bankCode: string; accountNumber: string; accountName: string } | null;
	destination: Destination | null;
	expiry: number;
	createdAt: number;
	updatedAt: number;
	paid: boolean;
}

/** Documented minimum payouts, in the lowest unit; KES and ZAR: the worth of USD 2 (docs/reference/interface.md#limits). */
const MINIMUMS: Partial<Record<Currency, bigint>> = {
	NGN: 200_000n,
	KES: convert(200n, 'USD', 'KES'),
	ZAR: convert(200n, 'USD', 'ZAR'),
};

/** Minimum payout of a quote from NGN to ZAR: 50 ZAR, in cents (docs/reference/interface.md#limits). */
const NGN_TO_ZAR_MINIMUM = 5_000n;

const COLLECTION_BANK = { bankName: 'Globus Bank', bankCode: '000027', accountName: 'Mavapay Collections' };

export class Quotes {
	readonly list: Quote[] = [];
	private readonly byId = new Map<string, Quote>();

	constructor(private readonly state: SharedState) {}

	create(request: QuoteRequest): Quote {
		const { state } = this;
		const { source, target } = checkedPair(request);
		const amounts = price(request, source, target);
		const autopayout = request.autopayout === true;
		const { speed = 'medium' } = request;
		checkPayout(state, request, { source, target, ...amounts });
		const destination =
			autopayout && request.beneficiary
				? { ...beneficiaryOf(state, target, request.beneficiary, amounts.amountInTarget), speed }
				: null;
		const now = state.clock.now();
		const lightning = request.paymentMethod === 'LIGHTNING';
		const life = lightning ? state.quirks.lightningQuoteMs : state.quirks.bankQuoteMs;
		const hash = lightning ? state.ids.hash('payment') : state.ids.objectId('payment');
		const quote: Quote = {
			...amounts,
			id: state.ids.uuid('quote'),
			orderId: state.ids.orderId(),
			request,
			source,
			target,
			invoice: lightning ? collectionInvoice(state, source, amounts.total, hash, life) : '',
			hash,
			bankAccount: lightning ? null : { ...COLLECTION_BANK, accountNumber: collectionNumber(state) },
			destination,
			expiry: now + life,
			createdAt: now,
			updatedAt: now,
			paid: false,
		};
		this.list.push(quote);
		this.byId.set(quote.id, quote);
		return quote;
	}

	find(id: string): Quote | undefined {
		return this.byId.get(id);
	}

	findOrder(orderId: string): Quote | undefined {
		return this.list.find((quote) => quote.orderId === orderId);
	}

	/** Whether the quote can still be paid. */
	isValid(quote: Quote): boolean {
		return !quote.paid && this.state.clock.now() < quote.expiry;
	}

	/** Order status PENDING, PAID or EXPIRED (docs/reference/interface.md#order). */
	statusOf(quote: Quote): string {
		if (quote.paid) return 'PAID';
		return this.isValid(quote) ? 'PENDING' : 'EXPIRED';
	}

	/** Refuses a quote that has been paid or has expired. */
	assertPayable(quote: Quote): void {
		if (quote.paid) throw new ServiceError(400, DOCUMENTED.quotePaid);
		if (!this.isValid(quote)) throw new ServiceError(400, DOCUMENTED.quoteExpired);
	}

	markPaid(quote: Quote): void {
		quote.paid = true;
		quote.updatedAt = this.state.clock.now();
	}
}

function currencyOf(code: string): Currency {
	const currency = UNIT_CODES[code];
	if (!currency) throw new ServiceError(400, DOCUMENTED.invalidCurrency);
	return currency;
}

function checkedPair(request: QuoteRequest): { source: Currency; target: Currency } {
	const { sourceCurrency, targetCurrency, paymentCurrency } = request;
	if (sourceCurrency === targetCurrency) {
		throw new ServiceError(400, DOCUMENTED.invalidCurrency);
	}
	if (paymentCurrency !== sourceCurrency && paymentCurrency !== targetCurrency) {
		throw new ServiceError(400, DOCUMENTED.invalidPaymentCurrency);
	}
	if (sourceCurrency === 'BTCSAT' && request.paymentMethod === 'BANKTRANSFER') {
		throw new ServiceError(400, said.invalid('paymentMethod'));
	}
	return { source: currencyOf(sourceCurrency), target: currencyOf(targetCurrency) };
}

function price(request: QuoteRequest, source: Currency, target: Currency) {
	const amount = BigInt(request.amount);
	const internalFee = BigInt(request.customerInternalFee ?? 0);
	const inSource = request.paymentCurrency === request.sourceCurrency;
	const net = inSource ? amount - quoteFee(amount) : convert(amount, target, source, 'up');
	const feeInSource = inSource ? amount - net : quoteFee(net);
	const amountInSource = net + feeInSource;
	const amountInTarget = inSource ? convert(net, source, target) : amount;
	if (net <= 0n || amountInTarget <= 0n) throw new ServiceError(400, DOCUMENTED.tooSmall);
	const routing = source === 'BTC' ? routingFee(amountInSource) : 0n;
	return {
		amountInSource,
		amountInTarget,
		feeInSource,
		feeInTarget: convert(feeInSource, source, target),
		internalFee,
		routingFee: routing,
		total: amountInSource + internalFee,
	};
}

interface Priced {
	source: Currency;
	target: Currency;
	amountInTarget: bigint;
}

/** The documented rules of immediate payouts (docs/reference/interface.md#rules-of-quotes). */
function checkPayout(state: SharedState, request: QuoteRequest, { source, target, amountInTarget }: Priced): void {
	const autopayout = request.autopayout === true;
	if (target === 'ZAR' && !autopayout) {
		throw new ServiceError(400, said.randAutopayout);
	}
	if (target === 'ZAR' && BigInt(request.customerInternalFee ?? 0) > 0n) {
		throw new ServiceError(400, said.randFee);
	}
	if (!autopayout) return;
	if (target === 'BTC' && request.paymentCurrency !== request.targetCurrency) {
		throw new ServiceError(400, DOCUMENTED.autopayoutCurrency);
	}
	if (!request.beneficiary) throw new ServiceError(400, said.missing('beneficiary'));
	const fromNaira = source === 'NGN' && target === 'ZAR';
	const minimum = fromNaira ? NGN_TO_ZAR_MINIMUM : MINIMUMS[target];
	if (state.quirks.minimums && minimum !== undefined && amountInTarget < minimum) {
		throw new ServiceError(400, DOCUMENTED.tooSmall);
	}
}

/** The invoice a payer of a Lightning quote gets: signet, or mainnet on the live deployment. */
function collectionInvoice(
	state: SharedState,
	source: Currency,
	total: bigint,
	paymentHash: string,
	lifeMs: number,
): string {
	return makeInvoice({
		network: state.quirks.deployment === 'live' ? 'bc' : 'tbs',
		amountMsat: convert(total, source, 'BTC', 'up') * 1_000n,
		timestamp: Math.floor(state.clock.now() / 1_000),
		expirySeconds: Math.ceil(lifeMs / 1_000),
		description: 'Payment',
		paymentHash,
	});
}

export function collectionNumber(state: SharedState): string {
	const digits = Number.parseInt(state.ids.hash('account number').slice(0, 8), 16) % 100_000_000;
	return `99${String(digits).padStart(8, '0')}`;
}
