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

/** A payment that was sent, held against the wallet. */
export interface Payment {
	readonly order: Order;
	readonly before: Books;
	readonly exchange: Exchange;
	/** The transaction of the answer; null where the payment was refused. */
	readonly transaction: Members | null;
	readonly losses: readonly Loss[];
	/** Whether the wallet lost the amount that was sent and the fees that were stated. */
	readonly fits: boolean;
	/** The money after it was refused; null where it was taken. */
	readonly refused: Aftermath | null;
}

const payments = new Once<Payment>();

/** Sends a payment once for the run, and watches its wallet. */
export async function payOnce(account: Account, step: string, order: () => Promise<Order>): Promise<Payment> {
	return await payments.of(account, step, async () => await pay(account, await order()));
}

/** Sends an order; it stays open if its answer is lost, on the way or by a fault of the service. */
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

/** A payment that was taken: it costs what it stated, or more where the wallet was seen to lose more; FAILED, only that. */
function takenOf(order: Order, transaction: Members | null, lost = 0n): Taken {
	const fees = exactly(transaction?.fees) ?? 0n;
	const stated = ofMinor(order.amount) + fees;
	const isFailed = textOf(transaction?.status)?.toUpperCase() === 'FAILED';
	return { ...order, id: textOf(transaction?.id), fees, lost: isFailed || lost > stated ? lost : stated };
}

/** The transaction of a payment. Throws NotShown where it was refused, and says why. */
export function paidIn({ exchange, transaction }: Payment): Members {
	if (transaction !== null) return transaction;
	const { cause } = outcomeOf(exchange);
	if (cause === 'insufficientFunds') throw new NotShown('the wallet holds too little for it', [exchange]);
	if (cause === 'amountTooSmall') throw new NotShown('Mavapay takes no payment as small as that', [exchange]);
	if (succeeded(exchange)) throw new NotShown('the answer to the payment has no transaction', [exchange]);
	throw new NotShown(`the payment was refused: "${messageOf(exchange) ?? exchange.status}"`, [exchange]);
}

/** A wallet that lost something else than it should have. */
export interface Misfit {
	readonly seen: string;
	/** Set where fees explain it; undefined where another amount was taken. */
	readonly means?: Meaning;
}

/** Says in words what a wallet lost to a payment; null where it is what it should be. Throws NotShown where others moved it, too. */
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

/** A payment that failed at once takes nothing: the item ends as failed, and a person releases its reference. */
function misfitOfFailed({ exchange, losses }: Payment, inWords: (loss: Loss) => string): Misfit {
	const last = losses.at(-1);
	if (last === undefined || last.lost <= 0n) throw new NotShown('the payment failed', [exchange]);
	return { seen: `it is FAILED, and took ${inWords(last)}` };
}

/** A request that has to be refused, and the money afterwards. */
export interface Provoked {
	readonly exchange: Exchange;
	/** Null where it was taken. */
	readonly refused: Aftermath | null;
}

const provocations = new Once<Provoked>();

/** Sends what has to be refused, once for the run, and watches wallet and list. */
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
