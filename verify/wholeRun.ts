import type { Account } from './account';
import { arrivals, booksOf, firstBooks, type Books } from './books';
import { NotShown } from './finding';
import { listIn, textOf, type Members } from './json';
import { idsMade, openOrders, ordersTaken, type Taken } from './order';
import { gone, isOf, mentions, notKnown, refusalsOf, takes, type Aftermath } from './refused';
import { exactly, factorOf, ofMinor } from './relation';

/** For each currency, whether the wallet lost what the run paid, after a wait; empty if the run sent no payment. */
export async function walletsOfTheRun(account: Account, afterMs: number): Promise<Aftermath[]> {
	const before = firstBooks(account);
	const taken = ordersTaken(account);
	if (before === undefined || taken.length + refusalsOf(account).length === 0) return [];
	await account.wait(afterMs);
	const failed = await failedOf(account, taken);
	const after = await booksOf(account);
	return [...after.balances.keys()].map((currency) => walletOf(account, { currency, before, after, failed }));
}

/** Payments whose look-up shows FAILED at the end of the run. */
async function failedOf(account: Account, taken: readonly Taken[]): Promise<ReadonlySet<Taken>> {
	const failed = new Set<Taken>();
	for (const one of taken) if (await hasFailed(account, one)) failed.add(one);
	return failed;
}

/** Whether the look-up of a payment, by its ID or its order, shows FAILED. */
export async function hasFailed(account: Account, { id, orderId = null }: Pick<Taken, 'id' | 'orderId'>) {
	if (id === null && orderId === null) return false;
	const query: Record<string, string> = id === null ? { orderId: orderId ?? '' } : { id };
	const { body } = await account.send('GET', '/transaction', { query });
	const found = listIn(body).find((one) => (id === null ? takes(one) : textOf(one.id) === id));
	return textOf(found?.status)?.toUpperCase() === 'FAILED';
}

/** How long a payment may take to show in the list. */
const LAG_MS = 10_000;

/** Wallets that lost money although the run hasn't paid yet. Throws NotShown if the wallets weren't read at the start. */
export async function walletsBeforePaying(account: Account): Promise<Aftermath[]> {
	const before = firstBooks(account);
	if (before === undefined) throw new NotShown('the wallets could not be read at the start');
	const lost = (after: Books) => [...before.balances].filter(([name, held]) => held > (after.balances.get(name) ?? 0n));
	let after = await booksOf(account);
	if (lost(after).length > 0) {
		await account.wait(LAG_MS);
		after = await booksOf(account);
	}
	const made = account.exchanges
		.filter(({ method }) => method === 'POST')
		.flatMap(({ body }) => listIn(body).flatMap(({ id, orderId }) => [textOf(id), textOf(orderId)]))
		.filter((mark) => mark !== null);
	return lost(after).map(([currency, held]) => {
		const others = arrivals(before, after, currency, new Set()).filter((one) => takes(one) && !mentions(one, made));
		const unplaced = held - (after.balances.get(currency) ?? 0n) - sum(others.map(costOf));
		if (unplaced <= 0n || after.listed === null) return notKnown(`something else moved the ${currency} wallet`);
		return gone(`the ${currency} wallet lost money before anything was paid`);
	});
}

interface Wallet {
	readonly currency: string;
	readonly before: Books;
	readonly after: Books;
	readonly failed: ReadonlySet<Taken>;
}

/** Divisors of a payment: up to a quarter of it may be fees, and a refund of less than a twentieth is ignored. */
const [MOST_FEES, LEAST_BACK] = [4n, 20n];

/**
 * Compares a wallet's loss with the run's payments from it. Any further loss counts as gone if it is at least half of
 * the smallest payment; a smaller one may be another kind of charge. Payments by others that the list shows are
 * subtracted first. The result is not known if payments whose outcome is unknown could explain the further loss.
 * Listed deposits are not added to the loss, because they may have been paid out again.
 */
function walletOf(account: Account, { currency, before, after, failed }: Wallet): Aftermath {
	const inIt = (one: { readonly currency: string }) => one.currency === currency;
	const taken = ordersTaken(account).filter(inIt);
	const refused = refusalsOf(account).filter(({ order }) => inIt(order));
	const orders = [...taken, ...refused.map(({ order }) => order)];
	const lost = (before.balances.get(currency) ?? 0n) - (after.balances.get(currency) ?? 0n);
	const rest = lost - sum(taken.filter((one) => !failed.has(one)).map((one) => one.lost));
	const fees = sum(taken.filter((one) => failed.has(one)).map((one) => one.fees));
	const amounts = orders.map(({ amount }) => ofMinor(amount));
	const least = amounts.reduce((less, one) => (one < less ? one : less), amounts[0] ?? 0n);
	const came = arrivals(before, after, currency, idsMade(account));
	if (rest <= 0n)
		return -rest * LEAST_BACK >= least && least > 0n && came.some(isOfAnotherKind) ? CAME_BACK(currency) : FITS;
	const others = came.filter((one) => takes(one) && !orders.some((order) => isOf(one, order)));
	const unplaced = rest - sum(others.map(costOf));
	const isLittle = unplaced <= fees || unplaced * 2n < least;
	if (others.length > 0 && isLittle) return notKnown(`something else moved the ${currency} wallet`);
	const open = [
		...[...openOrders(account)].filter(inIt),
		...refused.filter(({ found }) => found.money !== 'where it was').map(({ order }) => order),
	].map(({ amount }) => ofMinor(amount));
	if (open.length > 0 && (isLittle || mayBeOf(unplaced, open)))
		return notKnown(`the end of a payment from the ${currency} wallet is not known, or is at its own row`);
	if (isLittle) return notKnown(`the ${currency} wallet lost a little more, such as fees or a charge`);
	const than = least === 0n ? '' : `, ${factorOf(unplaced, least) || 'as much as'} its smallest payment`;
	return gone(`the ${currency} wallet lost more than was paid from it${than}`);
}

const FITS: Aftermath = { money: 'where it was', seen: '' };
const CAME_BACK = (currency: string): Aftermath =>
	gone(`a part of what was paid came back into the ${currency} wallet, so a payee got less`);

const sum = (numbers: readonly bigint[]) => numbers.reduce((all, one) => all + one, 0n);
const costOf = ({ amount, fees, status }: Members): bigint =>
	textOf(status)?.toUpperCase() === 'FAILED' ? 0n : (exactly(amount) ?? 0n) + (exactly(fees) ?? 0n);

/** Whether a transaction is of an undocumented type, such as a refund. */
const isOfAnotherKind = ({ type }: Members): boolean => !/^(deposit|withdrawal)$/i.test(textOf(type) ?? '');

/** Whether a loss can be the sum of some of the payments, plus fees of up to a quarter. */
function mayBeOf(loss: bigint, amounts: readonly bigint[]): boolean {
	const sums = amounts.reduce((all, one) => [...all, ...all.map((other) => other + one)], [0n]);
	return sums.some((one) => loss >= one && (loss - one) * MOST_FEES <= one);
}
