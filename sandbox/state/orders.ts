import { ASSUMED } from '../assumptions';
import { displayRate, exchangeRate } from '../data/rates';
import { personOf } from '../data/people';
import { settledQuote } from './lookedUp';
import type { Quote } from './quotes';
import type { Service } from './service';
import { amountOut, iso, presentTransaction, shownAsOf, shownOf } from './transactions';
import { ServiceError, type Destination, type Json, type JsonObject } from './types';

const { value: said } = ASSUMED.messages;

function targetAmount(service: Service, amount: bigint): Json {
	return service.quirks.numbersAsText === 'never' ? Number(amount) : `${amount}.00`;
}

/** docs/reference/interface.md#quote. Bank fields are empty for Lightning; the invoice is empty for bank transfers. */
export function presentQuote(service: Service, quote: Quote): JsonObject {
	const { request, source, target, bankAccount } = quote;
	const buying = target === 'BTC';
	return {
		id: quote.id,
		exchangeRate: exchangeRate(target),
		usdToTargetCurrencyRate: displayRate('USD', target),
		sourceCurrency: request.sourceCurrency,
		targetCurrency: request.targetCurrency,
		transactionFeesInSourceCurrency: amountOut(service, quote.feeInSource),
		transactionFeesInTargetCurrency: targetAmount(service, quote.feeInTarget),
		amountInSourceCurrency: amountOut(service, quote.amountInSource),
		amountInTargetCurrency: targetAmount(service, quote.amountInTarget),
		paymentMethod: request.paymentMethod,
		expiry: iso(quote.expiry),
		isValid: service.quotes.isValid(quote),
		invoice: quote.invoice,
		hash: quote.hash,
		customerReference: request.customerReference ?? ASSUMED.noCustomerReference.value,
		totalAmountInSourceCurrency: amountOut(service, quote.total),
		customerInternalFee: amountOut(service, quote.internalFee),
		createdAt: iso(quote.createdAt),
		updatedAt: iso(quote.updatedAt),
		bankName: bankAccount?.bankName ?? '',
		ngnBankAccountNumber: bankAccount?.accountNumber ?? '',
		ngnAccountName: bankAccount?.accountName ?? '',
		ngnBankCode: bankAccount?.bankCode ?? '',
		estimatedRoutingFee: source === 'BTC' || buying ? amountOut(service, quote.routingFee) : 0,
		orderId: quote.orderId,
	};
}

/** docs/reference/interface.md#quotes-of-an-order */
function quoteOfOrder(service: Service, quote: Quote): JsonObject {
	if (service.quirks.orderQuotes === 'documented') return presentQuote(service, quote);
	return {
		...settledQuote(service, quote),
		transactionFeesInSourceCurrency: amountOut(service, quote.feeInSource),
		transactionFeesInTargetCurrency: targetAmount(service, quote.feeInTarget),
		transactionFeesInUsdCent: 0,
		createdAt: iso(quote.createdAt),
		updatedAt: iso(quote.updatedAt),
	};
}

/** A list with the order as a read shows it; empty if the order isn't shown yet (quirk `readLagMs`). */
export function shownOrder(service: Service, quote: Quote): Quote[] {
	const then = shownAsOf(service);
	if (quote.createdAt > then) return [];
	return quote.updatedAt <= then ? [quote] : [{ ...quote, paid: false, updatedAt: quote.createdAt }];
}

/** An order as the list has it (docs/reference/interface.md#order). */
export function presentOrder(service: Service, quote: Quote) {
	const times = { createdAt: iso(quote.createdAt), updatedAt: iso(quote.updatedAt) };
	return {
		orderId: quote.orderId,
		quoteId: quote.id,
		status: service.quotes.statusOf(quote),
		currency: quote.target,
		paymentMethod: quote.request.paymentMethod,
		isValid: service.quotes.isValid(quote),
		amount: `${quote.total}.00`,
		...times,
		quotes: [quoteOfOrder(service, quote)],
		transactions: service.transactions
			.ofOrder(quote.orderId)
			.flatMap((one) => shownOf(service, one))
			.map((one) => presentTransaction(service, one)),
	};
}

/** One order by id, in the shape that the quirk `orderShape` sets (docs/reference/interface.md#order). */
export function presentSingleOrder(service: Service, quote: Quote): JsonObject {
	const order = presentOrder(service, quote);
	const { orderShape } = service.quirks;
	if (orderShape === 'list') return order;
	const { orderId, amount, paymentMethod, updatedAt, quoteId, isValid, quotes, transactions, ...rest } = order;
	if (orderShape === 'short') return { ...rest, id: orderId, amount, paymentMethod, updatedAt };
	return {
		...rest,
		orderId,
		quoteId,
		isValid,
		quotes,
		transactions,
		paymentCollectionMethod: paymentMethod,
		displayAmount: `${quote.source} ${amount}`,
		paymentBtcDetail: quote.invoice,
	};
}

/**
 * A payer pays the quote from outside; the money is sent on if the quote says so. Both events of an autopayout are
 * in the target currency and share hash and order (docs/reference/interface.md#events-that-belong-together).
 */
export function payOrderFromOutside(service: Service, quote: Quote): void {
	service.quotes.assertPayable(quote);
	const autopayout = quote.request.autopayout === true;
	if (quote.destination?.paymentHash !== undefined) assertUnpaid(service, quote.destination.paymentHash);
	if (!autopayout && !service.wallets.find(quote.target)) {
		throw new ServiceError(400, said.noWallet(quote.target));
	}
	service.quotes.markPaid(quote);
	const deposit = service.transactions.open({
		currency: quote.target,
		type: 'DEPOSIT',
		amount: quote.amountInTarget,
		fees: quote.feeInTarget,
		hash: quote.hash,
		autopayout,
		details: { ...detailsOf(quote), destination: quote.destination, payer: payerOf(service, quote) },
	});
	if (!autopayout) service.wallets.credit(quote.target, quote.amountInTarget);
	service.ledger.add({
		...service.entryOf(deposit),
		kind: 'deposit',
		amount: quote.amountInTarget,
		fees: deposit.fees,
		destination: null,
		status: 'SUCCESS',
	});
	const shared = service.quirks.eventIds === 'shared' ? deposit.id : undefined;
	service.settle(deposit, 'SUCCESS');
	if (autopayout) payOut(service, quote, { id: shared });
}

/** The made-up payer of a bank transfer, whose account belongs to nobody; null for other ways to pay. */
function payerOf({ bankAccounts }: Service, quote: Quote): Destination | null {
	if (quote.request.paymentMethod !== 'BANKTRANSFER') return null;
	const [bankCode, value] = ['000013', '0123456789'];
	return {
		kind: 'bank',
		value,
		bankCode,
		bankName: bankAccounts.bankOf(bankCode)?.bankName ?? '',
		accountName: personOf(bankCode, value),
	};
}

/** Accepts a quote from a wallet: swaps between wallets, or pays the beneficiary of an autopayout (docs/reference/interface.md#accept-quote). */
export function payOrderFromWallet(service: Service, quote: Quote, sourceWallet: string): void {
	const wallet = service.wallets.find(sourceWallet);
	if (!wallet) throw new ServiceError(400, said.invalid('sourceWallet'));
	service.quotes.assertPayable(quote);
	if (wallet.currency !== quote.source) {
		throw new ServiceError(400, said.otherWallet(quote.source));
	}
	if (quote.destination?.paymentHash !== undefined) assertUnpaid(service, quote.destination.paymentHash);
	if (!quote.destination) service.wallets.of(quote.target);
	service.wallets.debit(quote.source, quote.total);
	service.quotes.markPaid(quote);
	const details = {
		...detailsOf(quote),
		destination: { kind: 'wallet', value: `${quote.target} wallet` } as const,
	};
	if (quote.destination) {
		const refund = () => void service.wallets.credit(quote.source, quote.total);
		const sent = payOut(service, quote, { refund });
		addSwapEntry(service, quote, sent.id, 'swapOut');
		return;
	}
	const out = service.transactions.open({
		currency: quote.source,
		type: 'WITHDRAWAL',
		amount: quote.total,
		fees: quote.feeInSource,
		hash: quote.hash,
		details,
	});
	addSwapEntry(service, quote, out.id, 'swapOut');
	const into = service.transactions.open({
		currency: quote.target,
		type: 'DEPOSIT',
		amount: quote.amountInTarget,
		hash: quote.hash,
		details,
	});
	into.onSettled = () => {
		service.wallets.credit(quote.target, quote.amountInTarget);
		addSwapEntry(service, quote, into.id, 'swapIn');
	};
	service.settleLater(out);
	service.settleLater(into);
}

function assertUnpaid(service: Service, paymentHash: string): void {
	if (service.paidHashes.has(paymentHash)) {
		throw new ServiceError(400, said.paidInvoice);
	}
}

function detailsOf(quote: Quote) {
	return {
		orderId: quote.orderId,
		quoteId: quote.id,
		paymentMethod: quote.request.paymentMethod,
		customerReference: quote.request.customerReference ?? null,
		customerInternalFee: quote.internalFee,
	};
}

function payOut(service: Service, quote: Quote, { id, refund }: { id?: string | undefined; refund?: () => void }) {
	const { destination } = quote;
	if (!destination) throw new ServiceError(400, said.missing('beneficiary'));
	const transaction = service.transactions.open({
		currency: quote.target,
		type: 'WITHDRAWAL',
		amount: quote.amountInTarget,
		fees: quote.feeInTarget,
		hash: quote.hash,
		autopayout: true,
		details: { ...detailsOf(quote), destination },
		...(id !== undefined && { id }),
	});
	service.pay({ transaction, destination, ...(refund && { refund }) });
	return transaction;
}

function addSwapEntry(service: Service, quote: Quote, transactionId: string, kind: 'swapOut' | 'swapIn'): void {
	const out = kind === 'swapOut';
	service.ledger.add({
		kind,
		amount: out ? quote.total : quote.amountInTarget,
		fees: out ? quote.feeInSource : 0n,
		currency: out ? quote.source : quote.target,
		destination: { kind: 'wallet', value: `${quote.target} wallet` },
		customerReference: quote.request.customerReference ?? null,
		transactionId,
		quoteId: quote.id,
		requestNumber: service.requestNumber,
		time: service.clock.now(),
		status: 'SUCCESS',
	});
}
