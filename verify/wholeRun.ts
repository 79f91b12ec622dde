import type { Account } from './account';
import { arrivals, booksOf, firstBooks, type Books } from './books';
import { listIn, textOf } from './json';
import { idsMade, openOrders, ordersTaken, type Taken } from './order';
import { isOf, refusalsOf, takes, type Aftermath } from './refused';
import { factorOf, ofMinor } from './relation';

/**
 * Wallets held against all payments of the run, by currency, once some time has gone; empty where none was made or
 * refused.
 */
export async function walletsOfTheRun(account: Account, afterMs: number): Promise<Aftermath[]> {
	const before = firstBooks(account);
	const taken = ordersTaken(account);
	if (before === undefined || taken.length + refusalsOf(account).length === 0) return [];
	await account.wait(afterMs);
	const failed = await failedOf(account, taken);
	const after = await booksOf(account);
	return [...after.balances.keys()].map((currency) => walletOf(account, { currency, before, after, failed }));
}

/** Payments that their look-up calls FAILED at the end. */
async function failedOf(account: Account, taken: readonly Taken[]): Promise<ReadonlySet<Taken>> {
	const failed = new Set<Taken>();
	for (const one of taken) {
		if (one.id === null) continue;
		const { body } = await account.send('GET', '/transaction', { query: { id: one.id } });
		const status = listIn(body).find(({ id }) => textOf(id) === one.id)?.status;
		if (textOf(status)?.toUpperCase() === 'FAILED') failed.add(one);
	}
	return failed;
}

interface Wallet {
	readonly currency: string;
	readonly before: Books;
	readonly after: Books;
	readonly failed: ReadonlySet<Taken>;
}

/**
 * Compares the loss of a wallet with what was paid from it: a difference from half of the smallest payment on, since less
 * may be a charge of another kind. What came in meanwhile is left out: it makes the loss less, and a deposit that is listed
 * may have gone on to somebody else.
 */
function walletOf(account: Account, { currency, before, after, failed }: Wallet): Aftermath {
	const inIt = (one: { readonly currency: string }) => one.currency === currency;
	const taken = ordersTaken(account).filter(inIt);
	const refused = refusalsOf(account).filter(({ order }) => inIt(order));
	const orders = [...taken, ...refused.map(({ order }) => order)];
	const lost = (before.balances.get(currency) ?? 0n) - (after.balances.get(currency) ?? 0n);
	const sum = (numbers: readonly bigint[]) => numbers.reduce((all, one) => all + one, 0n);
	const rest = lost - sum(taken.filter((one) => !failed.has(one)).map((one) => one.lost));
	const fees = sum(taken.filter((one) => failed.has(one)).map((one) => one.fees));
	if (rest <= 0n) return { money: 'where it was', seen: '' };
	const isOpen = [...openOrders(account)].some(inIt);
	if (isOpen || refused.some(({ found }) => found.money !== 'where it was'))
		return {
			money: 'not known',
			seen: `what became of a payment from the ${currency} wallet is not known, or stands at its own row`,
		};
	const others = arrivals(before, after, currency, idsMade(account)).filter(takes);
	if (others.some((one) => !orders.some((order) => isOf(one, order))))
		return { money: 'not known', seen: `something else moved the ${currency} wallet` };
	const amounts = orders.map(({ amount }) => ofMinor(amount));
	const least = amounts.reduce((less, one) => (one < less ? one : less), amounts[0] ?? 0n);
	if (rest <= fees || rest * 2n < least)
		return { money: 'not known', seen: `the ${currency} wallet lost a little more, such as fees or a charge` };
	const than = least === 0n ? '' : `, ${factorOf(rest, least) || 'as much as'} its smallest payment`;
	return { money: 'gone', seen: `the ${currency} wallet lost more than was paid from it${than}` };
}
