import { counted } from '../nodes/core/domain/result';
import type { Account } from './account';
import { succeeded, type Exchange } from './exchange';
import { listIn, textOf } from './json';
import { SealedFile } from './sealed';

/*
 * A run leaves quotes, a payment link and a deposit address in the account, because no call removes them. The next run
 * uses the link and the address again.
 */

/** Label of the deposit address and name of the payment link. */
export const LABEL = 'verify';

const ADDRESSES = '/collections/stablecoin/generate-address';

const folders = new WeakMap<Account, string>();

/** Lets a run use what earlier runs left, and keep what it leaves for the next. */
export function keepLeftIn(account: Account, folder: string): void {
	folders.set(account, folder);
}

function file(account: Account): SealedFile | null {
	const folder = folders.get(account);
	return folder === undefined ? null : new SealedFile(folder, 'left', account);
}

function kept(account: Account): string | null {
	try {
		return textOf(file(account)?.read()?.link);
	} catch {
		return null;
	}
}

/** ID of the payment link that an earlier run left, if it still exists; otherwise null. */
export async function linkLeft(account: Account): Promise<string | null> {
	const id = account.told.fresh ? null : kept(account);
	if (id === null) return null;
	const exchange = await account.send('GET', '/paymentlink/orders', { query: { id } });
	return succeeded(exchange) ? id : null;
}

export function keepLink(account: Account, id: string): void {
	file(account)?.write({ link: id });
}

/** The exchange that lists the deposit address left by an earlier run; otherwise null. */
export async function addressLeft(account: Account): Promise<Exchange | null> {
	if (account.told.fresh) return null;
	const exchange = await account.send('GET', '/collections/stablecoin/addresses');
	const own = listIn(exchange.body).filter(
		({ reference, network }) => reference === LABEL && textOf(network)?.toLowerCase() === 'trc20',
	);
	return own.length === 0 ? null : { ...exchange, body: { status: 'ok', data: own[0] } };
}

/** Everything that a run leaves in the account, listed before the run asks a person to agree. */
export const STAYS: readonly string[] = [
	'about 27 quotes with their orders, which expire within ten minutes',
	`a payment link named "${LABEL}", which the next run uses again`,
	`a USDT deposit address labelled "${LABEL}", which the next run uses again`,
];

/** What this run left in the account, in words. */
export function leftBy({ exchanges }: Account): string[] {
	const made = (path: string) =>
		exchanges.filter((one) => one.method === 'POST' && one.path === path && succeeded(one)).length;
	const quotes = made('/quote');
	return [
		...(quotes === 0 ? [] : [`${counted(quotes, 'quote')} with orders, which expire`]),
		...(made('/paymentlink') === 0 ? [] : [`a payment link named "${LABEL}"`]),
		...(made(ADDRESSES) === 0 ? [] : [`a deposit address labelled "${LABEL}"`]),
	];
}
