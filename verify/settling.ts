import { periodFilters } from '../nodes/Mavapay/operations/transaction/list';
import type { Account } from './account';
import { ALL } from './claims/lists';
import { succeeded, type Exchange } from './exchange';
import { NotShown } from './finding';
import { listIn, textOf, type Members } from './json';
import { paidIn, type Payment } from './payments';

/** How long the payments of a run are waited for, all together. */
const SETTLING_MS = 60_000;
/** How long a service may take to show what it has answered. */
export const LAG_MS = 10_000;
const EVERY_MS = 500;

const deadlines = new WeakMap<Account, number>();

/** Gives what is left of the time in which the payments of a run are waited for, in milliseconds. */
export function settlingLeft(account: Account): number {
	const until = deadlines.get(account) ?? account.now() + SETTLING_MS;
	deadlines.set(account, until);
	return Math.max(0, until - account.now());
}

const PLACES = ['/transaction', '/transactions', 'its query'] as const;
/** Where a payment can be seen after its answer: its look-up, the list, and the list as the package's query narrows it. */
export type Place = (typeof PLACES)[number];

/** Views of one payment, by place, in the order in which they were seen. */
export interface Sight {
	/** The exchange that showed it first; null where none did within the time. */
	readonly first: Exchange | null;
	/** The latest exchange. */
	readonly last: Exchange;
	/** At most so long after the answer it was there. */
	readonly withinMs: number | null;
	/** At least so long it was not. */
	readonly notBeforeMs: number;
	/** The transaction as the first view has it. */
	readonly transaction: Members | null;
}

/** Views of one payment in all places. */
export interface Sights extends Readonly<Record<Place, Sight>> {
	/** At most so long after the answer its look-up said that it had ended; null where it did not. */
	readonly endedAfterMs: number | null;
}

const sights = new WeakMap<Payment, Promise<Sights>>();

/** The query with which 'Resolve' and 'Reconcile' look for a payment that was just made. */
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

/** Looks at all places in turn, from the payment's answer on, until each shows it or the minute has passed. */
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
 * Whether a place shows a payment only once it has ended, though that took longer than a service may lag. Throws NotShown
 * where it took less, since it can be either then.
 */
export function waitsForTheEnd({ endedAfterMs, ...sights }: Sights, place: Place): boolean {
	const { transaction, first, notBeforeMs } = sights[place];
	const isPending = textOf(transaction?.status)?.toUpperCase() === 'PENDING';
	if (first === null || isPending || endedAfterMs === null || notBeforeMs === 0) return false;
	if (isLate(sights[place])) return endedAfterMs > LAG_MS && notBeforeMs <= endedAfterMs + LAG_MS;
	throw new NotShown('it had ended when it was first listed, and may not be listed before', [first]);
}

/** Whether a payment that was seen late, or never, was later than a service may be. */
export const isLate = ({ notBeforeMs }: Sight): boolean => notBeforeMs > LAG_MS;

/** Seconds with one decimal, which stay readable in a report. */
export const inSeconds = (ms: number): string => `${(Math.max(0, ms) / 1_000).toString().replace(/(\.\d).*/, '$1')} s`;

/**
 * A payment as it ended, looked up until it is no longer PENDING; the list is read first, so that both can be compared.
 * Throws NotShown where it still is when the time is over in which the payments of the run are waited for.
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
