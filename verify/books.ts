import type { Account } from './account';
import type { Exchange } from './exchange';
import { NotShown } from './finding';
import { listIn, textOf, type Members } from './json';
import { perAccount } from './once';
import { exactly } from './relation';

/** The account at one moment: its balances and its newest transactions. */
export interface Books {
	/** Balance of each currency, in millionths of a minor unit; wallets of one currency are summed. */
	readonly balances: ReadonlyMap<string, bigint>;
	/** The account's newest hundred transactions; null if they couldn't be read. */
	readonly listed: readonly Members[] | null;
	readonly wallets: Exchange;
}

/** All books that a run has read, oldest first. */
const readings = perAccount((): Books[] => []);

/** Reads wallets and transactions afresh. Throws NotShown if no balance can be read. */
export async function booksOf(account: Account): Promise<Books> {
	const listed = await newest(account);
	const { balances, wallets } = await balancesOf(account);
	const books = { balances, listed, wallets };
	readings(account).push(books);
	return books;
}

/** The first books of the run, read before any payment; undefined if none were. */
export const firstBooks = (account: Account): Books | undefined => readings(account)[0];

/** The next books that the run read after the given ones; undefined if there are none. */
export function nextBooks(account: Account, books: Books): Books | undefined {
	const all = readings(account);
	return all[all.indexOf(books) + 1];
}

async function balancesOf(account: Account) {
	const wallets = await account.send('GET', '/wallet');
	const balances = new Map<string, bigint>();
	for (const { currency, balance } of listIn(wallets.body)) {
		const [name, held] = [textOf(currency), exactly(balance)];
		if (name !== null && held !== null)
			balances.set(name.toUpperCase(), (balances.get(name.toUpperCase()) ?? 0n) + held);
	}
	if (balances.size === 0) throw new NotShown('no balance of a wallet can be read', [wallets]);
	return { balances, wallets };
}

async function newest(account: Account): Promise<Members[] | null> {
	try {
		return listIn((await account.send('GET', '/transactions', { query: { page: '1', limit: '100' } })).body);
	} catch (error) {
		if (error instanceof NotShown && account.ended === null) return null;
		throw error;
	}
}

/** The balance of a currency. Throws NotShown if the account has no such wallet. */
export function balanceIn({ balances, wallets }: Books, currency: string): bigint {
	const balance = balances.get(currency);
	if (balance === undefined) throw new NotShown(`the account has no ${currency} wallet`, [wallets]);
	return balance;
}

/** Transactions of a currency that `after` lists and `before` doesn't, except those with an ID in `own`. */
export function arrivals(before: Books, after: Books, currency: string, own: ReadonlySet<string>): Members[] {
	const earlier = new Set(before.listed?.map(({ id }) => textOf(id)));
	return (after.listed ?? []).filter((one) => {
		const id = textOf(one.id);
		return textOf(one.currency)?.toUpperCase() === currency && !earlier.has(id) && (id === null || !own.has(id));
	});
}

/** What a wallet has lost since a payment, with the transactions listed since then. */
export interface Loss {
	/** Millionths of a minor unit; negative if the wallet gained. */
	readonly lost: bigint;
	readonly came: readonly Members[];
	readonly afterMs: number;
	readonly wallets: Exchange;
}

const WITHIN_MS = 10_000;
const EVERY_MS = 1_000;

/** Sum of the deposits that didn't fail, in millionths of a minor unit. */
const deposited = (came: readonly Members[]): bigint =>
	came
		.filter(({ type, status }) => type === 'DEPOSIT' && status !== 'FAILED')
		.reduce((sum, { amount }) => sum + (exactly(amount) ?? 0n), 0n);

/**
 * Watches a wallet after a payment, for ten seconds or until it has lost the expected amount; deposits made meanwhile
 * are left out. Returns each different loss in order, the final one last.
 */
export async function watched(
	account: Account,
	before: Books,
	{ currency, expected, own }: { currency: string; expected: bigint | null; own: ReadonlySet<string> },
): Promise<{ losses: readonly Loss[]; fits: boolean }> {
	const held = balanceIn(before, currency);
	const from = account.now();
	const losses: Loss[] = [];
	const fits = await account.until('the wallet', { withinMs: WITHIN_MS, everyMs: EVERY_MS }, async () => {
		const { balances, wallets } = await balancesOf(account);
		const lost = held - (balances.get(currency) ?? 0n);
		const plain = lost === expected;
		const after: Books = { balances, wallets, listed: plain ? null : await newest(account) };
		const came = arrivals(before, after, currency, own);
		if (losses.at(-1)?.lost !== lost) losses.push({ lost, came, afterMs: account.now() - from, wallets });
		return expected !== null && (plain || lost + deposited(came) === expected) ? true : null;
	});
	return { losses, fits: fits === true };
}
