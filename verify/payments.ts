import type { Account } from './account';
import { balanceIn, booksOf, watched, type Books, type Loss } from './books';
import { messageOf, outcomeOf, succeeded, type Exchange } from './exchange';
import { NotShown, type Meaning } from './finding';
import { listIn, textOf, type Members } from './json';
import { BOOKS_OFF, FEES_INSIDE } from './meaning';
import { Once } from './once';
import { idsMade, openOrders, ordersTaken, type Order, type Taken } from './order';
import { watchRefused, type Aftermath } from './refused';
import { exactly, hasFeesInside, isOfFees, lossInWords, ofMinor } from './relation';

/** A payment that was sent, with what its wallet lost. */
export interface Payment {
	readonly order: Order;
	readonly before: Books;
	readonly exchange: Exchange;
	/** The transaction in the answer; null if the payment was refused. */
	readonly transaction: Members | null;
	readonly losses: readonly Loss[];
	/** Whether the wallet lost the sent amount plus the stated fees. */
	readonly fits: boolean;
	/** Whether money left although the payment was refused; null if the service accepted it. */
	readonly refused: Aftermath | null;
}

const payments = new Once<Payment>();

/** Sends a payment once for the run, and watches its wallet. */
export async function payOnce(account: Account, step: string, order: () => Promise<Order>): Promise<Payment> {
	return await payments.of(account, step, async () => await pay(account, await order()));
}

/** Sends an order, which stays in `openOrders` if its answer is lost or has a status of 500 or more. */
export async function sent(account: Account, order: Order): Promise<Exchange> {
	openOrders(account).add(order);
	const exchange = await account.send('POST', order.path, { body: order.body });
	if (exchange.status < 500) openOrders(account).delete(order);
	return exchange;
}

async function pay(account: Account, order: Order): Promise<Payment> {
	const { currency, amount } = order;
	const before = await booksOf(account);
	balanceIn(before, currency);
	const exchange = await sent(account, order);
	const [transaction = null] = succeeded(exchange) ? listIn(exchange.body) : [];
	const id = textOf(transaction?.id);
	if (id !== null) idsMade(account).add(id);
	const fees = exactly(transaction?.fees);
	const expected = transaction === null || fees === null ? null : ofMinor(amount) + fees;
	if (!succeeded(exchange)) {
		const { found } = await watchRefused(account, { order, before, exchange });
		return { order, before, exchange, transaction, losses: [], fits: false, refused: found };
	}
	const own = idsMade(account);
	const { losses, fits } = await watched(account, before, { currency, expected, own });
	ordersTaken(account).push(takenOf(order, transaction, losses.at(-1)?.lost));
	return { order, before, exchange, transaction, losses, fits, refused: null };
}

/** A taken payment. `lost` is the observed loss if it is FAILED; otherwise at least the amount plus the stated fees. */
function takenOf(order: Order, transaction: Members | null, lost = 0n): Taken {
	const fees = exactly(transaction?.fees) ?? 0n;
	const stated = ofMinor(order.amount) + fees;
	const isFailed = textOf(transaction?.status)?.toUpperCase() === 'FAILED';
	return { ...order, id: textOf(transaction?.id), fees, lost: isFailed || lost > stated ? lost : stated };
}

/** The transaction of a payment. Throws NotShown with the reason if it was refused. */
export function paidIn({ exchange, transaction }: Payment): Members {
	if (transaction !== null) return transaction;
	const { cause } = outcomeOf(exchange);
	if (cause === 'insufficientFunds') throw new NotShown('the wallet holds too little for it', [exchange]);
	if (cause === 'amountTooSmall') throw new NotShown('Mavapay takes no payment as small as that', [exchange]);
	if (succeeded(exchange)) throw new NotShown('the answer to the payment has no transaction', [exchange]);
	throw new NotShown(`the payment was refused: "${messageOf(exchange) ?? exchange.status}"`, [exchange]);
}

/** An unexpected loss of a wallet. */
export interface Misfit {
	readonly seen: string;
	/** Set if fees explain the loss; undefined if another amount was taken. */
	readonly means?: Meaning;
}

/** How a wallet's loss to a payment is wrong; null if it is right. Throws NotShown if others used the wallet, too. */
export function misfit(payment: Payment): Misfit | null {
	const { order, losses, fits } = payment;
	const transaction = paidIn(payment);
	const fees = exactly(transaction.fees) ?? 0n;
	const amount = ofMinor(order.amount);
	const inWords = ({ lost }: Loss) => lossInWords(lost, amount, fees, order.currency);
	const earlier = losses.slice(0, -1).filter(({ lost }) => lost !== 0n);
	if (textOf(transaction.status)?.toUpperCase() === 'FAILED') return misfitOfFailed(payment, inWords);
	if (fits && earlier.length === 0) return null;
	const last = losses.at(-1);
	if (last === undefined) throw new NotShown('the wallet could not be read afterwards', [payment.exchange]);
	const stages = [...earlier, last].map(inWords);
	if (fits) return { seen: `it took ${stages.join(', and later in all ')}`, means: BOOKS_OFF };
	const foreign = last.came.filter((one) => exactly(one.amount) !== amount);
	if (foreign.some(({ type }) => type === 'WITHDRAWAL'))
		throw new NotShown('something else moved the wallet meanwhile', [last.wallets]);
	const seen = `it took ${stages.at(-1) ?? 'nothing'}, of what was sent and stated`;
	if (hasFeesInside(last.lost, amount, fees)) return { seen, means: FEES_INSIDE };
	return isOfFees(last.lost, amount, fees) ? { seen, means: BOOKS_OFF } : { seen };
}

/** A payment that is FAILED at once must take nothing, because users release its reference and pay again. */
function misfitOfFailed({ exchange, losses }: Payment, inWords: (loss: Loss) => string): Misfit {
	const last = losses.at(-1);
	if (last === undefined || last.lost <= 0n) throw new NotShown('the payment failed', [exchange]);
	return { seen: `it is FAILED, and took ${inWords(last)}` };
}

/** The answer to a request that must be refused, and what happened to the money. */
export interface Provoked {
	readonly exchange: Exchange;
	/** Whether money left although the request was refused; null if the service accepted it. */
	readonly refused: Aftermath | null;
}

const provocations = new Once<Provoked>();

/** Sends a request that must be refused, once per run, and watches the wallet and the list of transactions. */
export async function provokeOnce(account: Account, step: string, order: () => Promise<Order>): Promise<Provoked> {
	return await provocations.of(account, step, async () => await provoke(account, await order()));
}

async function provoke(account: Account, order: Order): Promise<Provoked> {
	const before = await booksOf(account);
	balanceIn(before, order.currency);
	const exchange = await sent(account, order);
	if (!succeeded(exchange))
		return { exchange, refused: (await watchRefused(account, { order, before, exchange })).found };
	const transactions = listIn(exchange.body);
	ordersTaken(account).push(takenOf(order, transactions[0] ?? null));
	for (const { id } of transactions) {
		const made = textOf(id);
		if (made !== null) idsMade(account).add(made);
	}
	return { exchange, refused: null };
}
