import type { Account } from './account';
import { arrivals, balanceIn, booksOf, watched, type Books, type Loss } from './books';
import { messageOf, outcomeOf, succeeded, type Exchange } from './exchange';
import { NotShown } from './finding';
import { listIn, textOf, type JsonValue, type Members } from './json';
import { Once } from './once';
import { exactly, factorOf, lossInWords, ofMinor } from './relation';

/** A request that pays, ready to be sent. */
export interface Order {
	readonly path: string;
	readonly body: { [name: string]: JsonValue };
	readonly currency: string;
	/** Minor units that the payee is to get. */
	readonly amount: bigint;
}

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
}

const payments = new Once<Payment>();
/** IDs of transactions that the run made itself. */
const ownIds = new WeakMap<Account, Set<string>>();

/** IDs of transactions that the run has made; what makes one adds it. */
export function idsMade(account: Account): Set<string> {
	const ids = ownIds.get(account) ?? new Set<string>();
	ownIds.set(account, ids);
	return ids;
}

/** Sends a payment once for the run, and watches its wallet. */
export async function payOnce(account: Account, step: string, order: () => Promise<Order>): Promise<Payment> {
	return await payments.of(account, step, async () => await pay(account, await order()));
}

/** All payments so far. */
export const paymentsMade = async (account: Account): Promise<Payment[]> => await payments.all(account);

async function pay(account: Account, order: Order): Promise<Payment> {
	const { path, body, currency, amount } = order;
	const before = await booksOf(account);
	balanceIn(before, currency);
	const exchange = await account.send('POST', path, { body });
	const [transaction = null] = succeeded(exchange) ? listIn(exchange.body) : [];
	const id = textOf(transaction?.id);
	if (id !== null) idsMade(account).add(id);
	const fees = exactly(transaction?.fees);
	const expected = transaction === null || fees === null ? null : ofMinor(amount) + fees;
	const own = idsMade(account);
	const { losses, fits } = succeeded(exchange)
		? await watched(account, before, { currency, expected, own })
		: { losses: [], fits: false };
	return { order, before, exchange, transaction, losses, fits };
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

/** Says in words what a wallet lost to a payment; null where it is what it should be. Throws NotShown where others moved it, too. */
export function misfit(payment: Payment): { seen: string; isLater: boolean } | null {
	const { order, losses, fits } = payment;
	const fees = exactly(paidIn(payment).fees) ?? 0n;
	const amount = ofMinor(order.amount);
	const inWords = ({ lost }: Loss) => lossInWords(lost, amount, fees);
	const earlier = losses.slice(0, -1).filter(({ lost }) => lost !== 0n);
	if (fits && earlier.length === 0) return null;
	const last = losses.at(-1);
	if (last === undefined) throw new NotShown('the wallet could not be read afterwards', [payment.exchange]);
	const stages = [...earlier, last].map(inWords);
	if (fits) return { seen: `it took ${stages.join(', and later in all ')}`, isLater: true };
	const foreign = last.came.filter((one) => exactly(one.amount) !== amount);
	if (foreign.some(({ type }) => type === 'WITHDRAWAL'))
		throw new NotShown('something else moved the wallet meanwhile', [last.wallets]);
	return { seen: `it took ${stages.at(-1) ?? 'nothing'}, of what was sent and stated`, isLater: false };
}

/** A request that has to be refused, and what is known of the money afterwards. */
export interface Provoked {
	readonly exchange: Exchange;
	/** The movement of money though it was refused; null where there was none. */
	readonly moved: string | null;
}

const provocations = new Once<Provoked>();
const LATER_MS = 3_000;

/** Sends what has to be refused, once for the run, and looks at wallet and list at once and three seconds later. */
export async function provokeOnce(account: Account, step: string, order: () => Promise<Order>): Promise<Provoked> {
	return await provocations.of(account, step, async () => await provoke(account, await order()));
}

async function provoke(account: Account, { path, body, currency, amount }: Order): Promise<Provoked> {
	const before = await booksOf(account);
	balanceIn(before, currency);
	const exchange = await account.send('POST', path, { body });
	const ids = succeeded(exchange) ? listIn(exchange.body).map(({ id }) => textOf(id)) : [];
	for (const id of ids) if (id !== null) idsMade(account).add(id);
	if (succeeded(exchange)) return { exchange, moved: null };
	const atOnce = moved(account, before, await booksOf(account), { currency, amount });
	if (atOnce !== null) return { exchange, moved: atOnce };
	await account.wait(LATER_MS);
	return { exchange, moved: moved(account, before, await booksOf(account), { currency, amount }) };
}

function moved(
	account: Account,
	before: Books,
	after: Books,
	{ currency, amount }: Pick<Order, 'currency' | 'amount'>,
) {
	const lost = balanceIn(before, currency) - balanceIn(after, currency);
	const sent = ofMinor(amount);
	const came = arrivals(before, after, currency, idsMade(account));
	const ofIt = came.filter((one) => one.type === 'WITHDRAWAL' && exactly(one.amount) === sent);
	if (ofIt.length > 0)
		return `a withdrawal of ${lost > 0n ? 'it is listed, and the wallet lost money' : 'it is listed'}`;
	const others = came.some(({ type }) => type === 'WITHDRAWAL');
	if (lost <= 0n || others) return null;
	return `the wallet lost ${factorOf(lost, sent)} what was sent`.replace('  ', ' ');
}
