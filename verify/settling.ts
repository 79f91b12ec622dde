import { periodFilters } from '../nodes/Mavapay/operations/transaction/list';
import type { Account } from './account';
import { ALL } from './claims/lists';
import { succeeded, type Exchange } from './exchange';
import { NotShown } from './finding';
import { listIn, textOf, type Members } from './json';
import { paidIn, type Payment } from './payments';

/** Total time that a run waits for its payments to settle. */
const SETTLING_MS = 60_000;
/** Longest time until reads show what an answer has confirmed. */
export const LAG_MS = 10_000;
const EVERY_MS = 500;

const deadlines = new WeakMap<Account, number>();

/** How much is left of the run's time for payments to settle, in milliseconds. The first call starts the clock. */
export function settlingLeft(account: Account): number {
	const until = deadlines.get(account) ?? account.now() + SETTLING_MS;
	deadlines.set(account, until);
	return Math.max(0, until - account.now());
}

const PLACES = ['/transaction', '/transactions', 'its query'] as const;
/** Where a payment can be seen after its answer: its look-up, the list, or the list filtered by the package's query. */
export type Place = (typeof PLACES)[number];

/** When and how one place showed a payment. */
export interface Sight {
	/** The first exchange that showed the payment; null if none did in time. */
	readonly first: Exchange | null;
	/** The latest exchange, whether it showed the payment or not. */
	readonly last: Exchange;
	/** Longest time that can have passed between the payment's answer and its appearance; null if it didn't appear. */
	readonly withinMs: number | null;
	/** Shortest time that must have passed between the payment's answer and its appearance. */
	readonly notBeforeMs: number;
	/** The transaction in the first exchange that showed the payment. */
	readonly transaction: Members | null;
}

/** When and how each place showed a payment. */
export interface Sights extends Readonly<Record<Place, Sight>> {
	/** Longest time between the payment's answer and a place that showed it as ended; null if none did. */
	readonly endedAfterMs: number | null;
}

const sights = new WeakMap<Payment, Promise<Sights>>();

/** The query that 'Resolve' and 'Reconcile' use to look for a payment just made. */
export const queryFor = ({
	order: { currency },
	exchange: { startedMs, endedMs },
}: Payment): Record<string, string> => ({
	...(currency === 'BTC' ? {} : { currency }),
	...periodFilters(startedMs, endedMs),
	type: 'WITHDRAWAL',
	...ALL,
});

const idOf = (payment: Payment): string => textOf(paidIn(payment).id) ?? '';

/** Reads all places in turn after a payment's answer, until each has shown it or a minute has passed. */
export async function seenOf(account: Account, payment: Payment): Promise<Sights> {
	const known = sights.get(payment) ?? look(account, payment);
	sights.set(payment, known);
	return await known;
}

async function look(account: Account, payment: Payment): Promise<Sights> {
	if (idOf(payment) === '') throw new NotShown('the payment has no ID', [payment.exchange]);
	const unseen = { first: null, last: payment.exchange, withinMs: null, notBeforeMs: 0, transaction: null };
	const seen: Record<Place, Sight> = { '/transaction': unseen, '/transactions': unseen, 'its query': unseen };
	let endedAfterMs: number | null = null;
	await account.until('the payment in list and look-up', { withinMs: SETTLING_MS, everyMs: EVERY_MS }, async () => {
		for (const place of PLACES) {
			const sight = await lookOnce(account, payment, { place, before: seen[place] });
			if (seen[place].first === null) seen[place] = sight;
			const status = textOf(sight.transaction?.status)?.toUpperCase();
			if (status !== undefined && status !== 'PENDING') endedAfterMs ??= sight.withinMs;
		}
		return PLACES.every((place) => seen[place].first !== null) ? true : null;
	});
	return { ...seen, endedAfterMs };
}

async function lookOnce(
	account: Account,
	payment: Payment,
	{ place, before }: { readonly place: Place; readonly before: Sight },
): Promise<Sight> {
	const { exchange } = payment;
	const query = { '/transaction': { id: idOf(payment) }, '/transactions': ALL, 'its query': queryFor(payment) };
	const seen = await account.send('GET', place === '/transaction' ? place : '/transactions', { query: query[place] });
	const found = succeeded(seen) ? listIn(seen.body).find((one) => textOf(one.id) === idOf(payment)) : undefined;
	const sinceMs = seen.startedMs - exchange.endedMs;
	return {
		first: found === undefined ? null : seen,
		last: seen,
		withinMs: found === undefined ? null : seen.endedMs - exchange.endedMs,
		notBeforeMs: found === undefined ? sinceMs : before.notBeforeMs,
		transaction: found ?? null,
	};
}

/**
 * Whether a place shows a payment only after it has ended, later than a lagging service would. Throws NotShown if the
 * payment ended so soon that the place may only have lagged.
 */
export function waitsForTheEnd({ endedAfterMs, ...sights }: Sights, place: Place): boolean {
	const { transaction, first, notBeforeMs } = sights[place];
	const isPending = textOf(transaction?.status)?.toUpperCase() === 'PENDING';
	if (first === null || isPending || endedAfterMs === null || notBeforeMs === 0) return false;
	if (isLate(sights[place])) return endedAfterMs > LAG_MS && notBeforeMs <= endedAfterMs + LAG_MS;
	throw new NotShown('it had ended when it was first listed, and may not be listed before', [first]);
}

/** Whether a payment appeared later than a lagging service would show it, or never. */
export const isLate = ({ notBeforeMs }: Sight): boolean => notBeforeMs > LAG_MS;

/** Seconds with one decimal: a short number, which a report doesn't mask. */
export const inSeconds = (ms: number): string => `${(Math.max(0, ms) / 1_000).toString().replace(/(\.\d).*/, '$1')} s`;

/**
 * The transaction of a payment, looked up until it is no longer PENDING. The list is read before each look-up, so that
 * list and look-up can be compared. Throws NotShown if it is still PENDING when the run's time for payments is up.
 */
export async function settledOf(
	account: Account,
	payment: Payment,
): Promise<{ transaction: Members; exchange: Exchange }> {
	const id = textOf(paidIn(payment).id) ?? '';
	const withinMs = settlingLeft(account);
	const ended = await account.until('the payment to settle', { withinMs, everyMs: 1_000 }, async () => {
		await account.send('GET', '/transactions', { query: ALL });
		const exchange = await account.send('GET', '/transaction', { query: { id } });
		const transaction = listIn(exchange.body).find((one) => textOf(one.id) === id);
		const status = textOf(transaction?.status)?.toUpperCase();
		return transaction === undefined || status === undefined || status === 'PENDING' ? null : { transaction, exchange };
	});
	if (ended === null) throw new NotShown('the payment did not settle within a minute', [payment.exchange]);
	return ended;
}
