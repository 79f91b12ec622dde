import { ASSUMED } from '../assumptions';
import { displayRate, exchangeRate } from '../data/rates';
import { metadataOf } from '../webhooks/metadata';
import type { Quote } from './quotes';
import type { Service } from './service';
import { amountOut, commonOf, iso } from './transactions';
import type { Json, JsonObject, Transaction } from './types';

/** docs/reference/interface.md#transaction-looked-up */
export function settledQuote(service: Service, quote: Quote): JsonObject {
	const { request, target } = quote;
	return {
		id: quote.id,
		exchangeRate: exchangeRate(target),
		usdToTargetCurrencyRate: displayRate('USD', target),
		paymentBtcDetail: quote.invoice,
		paymentMethod: request.paymentMethod,
		totalAmount: amountOut(service, quote.total),
		equivalentAmount: amountOut(service, quote.amountInTarget),
		expiry: iso(quote.expiry),
		sourceCurrency: request.sourceCurrency,
		targetCurrency: request.targetCurrency,
		paymentCurrency: request.paymentCurrency,
		customerInternalFee: amountOut(service, quote.internalFee),
	};
}

function orderOf(service: Service, transaction: Transaction): Json {
	const { orderId, paymentLinkId, paymentMethod } = transaction.details;
	const quote = service.quotes.findOrder(orderId);
	if (!quote) {
		const { amount, currency } = transaction;
		const ofLink = { id: orderId, settledQuoteId: null, amount: amountOut(service, amount), currency, paymentMethod };
		return paymentLinkId === '' ? ASSUMED.noOrder.value : { ...ofLink, status: 'PAID', quote: null };
	}
	return {
		id: quote.orderId,
		settledQuoteId: quote.id,
		amount: amountOut(service, quote.total),
		currency: quote.target,
		paymentMethod: quote.request.paymentMethod,
		status: service.quotes.statusOf(quote),
		quote: settledQuote(service, quote),
	};
}

function eventMetadata(transaction: Transaction): JsonObject {
	const { name, content } = metadataOf(transaction);
	return { [name]: { ...content, customerReference: transaction.details.customerReference } };
}

/**
 * A transaction as GET /transaction and GET /transactions have it: without its wallet, and with
 * metadata of another shape than elsewhere, order and quote included (docs/reference/interface.md#transaction-looked-up).
 */
export function presentLookedUp(service: Service, transaction: Transaction): JsonObject {
	const { details } = transaction;
	const counterparty = transaction.type === 'DEPOSIT' ? details.payer : details.destination;
	const party = service.quirks.partiesShown ? counterparty : null;
	const bank = party?.kind === 'bank' ? party : null;
	const none = ASSUMED.noText.value;
	const metadata: JsonObject = {
		id: transaction.metadataId,
		merchantId: service.accountId,
		merchantName: party?.accountName ?? none,
		bankName: bank?.bankName ?? none,
		bankAccountNumber: bank?.value ?? none,
		reference: transaction.ref,
		customerInternalFee: amountOut(service, details.customerInternalFee),
		order: orderOf(service, transaction),
	};
	return {
		...commonOf(service, transaction),
		metadata: service.quirks.nullMetadata ? null : metadata,
		...(service.quirks.lookedUpLikeEvents && eventMetadata(transaction)),
	};
}
