import type { Account } from './account';
import { succeeded, type Exchange } from './exchange';
import { listIn, textOf } from './json';
import { SealedFile } from './sealed';

/*
 * Quotes, payment links and a deposit address stay in the account, since no call removes them. Links and address are
 * used again by the next run.
 */

/** The label of the deposit address, and the name of payment links. */
export const LABEL = 'verify';

interface Left {
	/** IDs of payment links, by what they are for. */
	readonly links: Readonly<Record<string, string>>;
}

const folders = new WeakMap<Account, string>();

/** Lets a run use what an earlier one has left, and keep what it leaves itself. */
export function keepLeftIn(account: Account, folder: string): void {
	folders.set(account, folder);
}

function file(account: Account): SealedFile | null {
	const folder = folders.get(account);
	return folder === undefined ? null : new SealedFile(folder, 'left', account);
}

function read(account: Account): Left {
	try {
		const links = Object.entries(file(account)?.read() ?? {}).map(([name, id]) => [name, textOf(id)] as const);
		return { links: Object.fromEntries(links.flatMap(([name, id]) => (id === null ? [] : [[name, id]]))) };
	} catch {
		return { links: {} };
	}
}

/** The ID of a payment link that an earlier run has left, and that is still there; null where there is none. */
export async function linkLeft(account: Account, name: string): Promise<string | null> {
	const id = account.told.anew ? undefined : read(account).links[name];
	if (id === undefined) return null;
	const exchange = await account.send('GET', '/paymentlink/orders', { query: { id } });
	return succeeded(exchange) ? id : null;
}

export function keepLink(account: Account, name: string, id: string): void {
	file(account)?.write({ ...read(account).links, [name]: id });
}

/** The exchange with a deposit address that an earlier run has left; null where there is none. */
export async function addressLeft(account: Account): Promise<Exchange | null> {
	if (account.told.anew) return null;
	const exchange = await account.send('GET', '/collections/stablecoin/addresses');
	const own = listIn(exchange.body).filter(
		({ reference, network }) => reference === LABEL && textOf(network)?.toLowerCase() === 'trc20',
	);
	return own.length === 0 ? null : { ...exchange, body: { status: 'ok', data: own[0] } };
}

/** Sentences that say before a run what it leaves in the account. */
export const STAYS: readonly string[] = [
	'about 23 quotes with their orders, which expire by themselves within ten minutes',
	`two payment links named "${LABEL}" (one of them Recurring, if Mavapay takes that), which the next run uses again`,
	`a USDT deposit address labelled "${LABEL}", which the next run uses again`,
];

/** Sentences that say what the run has left. */
export function leftBy({ exchanges }: Account): string[] {
	const made = (path: string) =>
		exchanges.filter((one) => one.method === 'POST' && one.path === path && succeeded(one)).length;
	const [quotes, links, addresses] = ['/quote', '/paymentlink', '/collections/stablecoin/generate-address'].map(made);
	const count = (number: number | undefined, one: string, many: string) =>
		number === undefined || number === 0 ? [] : [`${number} ${number === 1 ? one : many}`];
	return [
		...count(quotes, 'quote with its order, which expires', 'quotes with their orders, which expire'),
		...count(links, `payment link named "${LABEL}"`, `payment links named "${LABEL}"`),
		...count(addresses, `deposit address labelled "${LABEL}"`, `deposit addresses labelled "${LABEL}"`),
	];
}
