import type { Account } from './account';
import { succeeded, type Exchange } from './exchange';
import { NotShown } from './finding';
import { listIn, textOf, type Members } from './json';
import { paidIn, type Payment } from './payments';

/** How long the payments of a run are waited for, all together. */
const SETTLING_MS = 60_000;
/** How long a service may take to show what it has answered. */
const LAG_MS = 10_000;
const EVERY_MS = 500;

const deadlines = new WeakMap<Account, number>();

/** Gives what is left of the time in which the payments of a run are waited for, in milliseconds. */
export function settlingLeft(account: Account): number {
	const until = deadlines.get(account) ?? account.now() + SETTLING_MS;
	deadlines.set(account, until);
	return Math.max(0, until - account.now());
}

/** Where a payment can be seen after its answer. */
export type Place = '/transactions' | '/transaction';

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

/** Views of one payment in both places. */
export interface Sights extends Readonly<Record<Place, Sight>> {
	/** At most so long after the answer its look-up said that it had ended; null where it did not. */
	readonly endedAfterMs: number | null;
}

const sights = new WeakMap<Payment, Promise<Sights>>();

const queryOf = (place: Place, id: string): Record<string, string> =>
	place === '/transaction' ? { id } : { page: '1', limit: '100' };

/** Looks at list and look-up in turn, from the payment's answer on, until both show it or the time is over. */
export async function seenOf(account: Account, payment: Payment): Promise<Sights> {
	const known = sights.get(payment) ?? look(account, payment);
	sights.set(payment, known);
	return await known;
}

async function look(account: Account, payment: Payment): Promise<Sights> {
	const id = textOf(paidIn(payment).id);
	if (id === null) throw new NotShown('the payment has no ID', [payment.exchange]);
	const seen = new Map<Place, Sight>();
	let endedAfterMs: number | null = null;
	await account.until('the payment in list and look-up', { withinMs: SETTLING_MS, everyMs: EVERY_MS }, async () => {
		for (const place of ['/transaction', '/transactions'] as const) {
			const before = seen.get(place);
			const sight = await lookOnce(account, payment, { place, id, before });
			if (!before?.first) seen.set(place, sight);
			const status = textOf(sight.transaction?.status)?.toUpperCase();
			if (status !== undefined && status !== 'PENDING') endedAfterMs ??= sight.withinMs;
		}
		const [one, list] = [seen.get('/transaction'), seen.get('/transactions')];
		return one?.first && list?.first ? true : null;
	});
	const [one, list] = [seen.get('/transaction'), seen.get('/transactions')];
	if (one === undefined || list === undefined) throw new NotShown('list and look-up could not be read');
	return { '/transaction': one, '/transactions': list, endedAfterMs };
}

interface Looked {
	readonly place: Place;
	readonly id: string;
	readonly before: Sight | undefined;
}

async function lookOnce(account: Account, { exchange }: Payment, { place, id, before }: Looked): Promise<Sight> {
	const seen = await account.send('GET', place, { query: queryOf(place, id) });
	const found = succeeded(seen) ? listIn(seen.body).find((one) => textOf(one.id) === id) : undefined;
	const sinceMs = seen.startedMs - exchange.endedMs;
	return {
		first: found === undefined ? null : seen,
		last: seen,
		withinMs: found === undefined ? null : seen.endedMs - exchange.endedMs,
		notBeforeMs: found === undefined ? sinceMs : (before?.notBeforeMs ?? 0),
		transaction: found ?? null,
	};
}

/** Whether the list shows a payment only once it has ended, though that took longer than a service may lag. */
export function waitsForTheEnd({ '/transactions': list, endedAfterMs }: Sights): boolean {
	const ended = textOf(list.transaction?.status)?.toUpperCase() !== 'PENDING';
	return (
		ended && endedAfterMs !== null && endedAfterMs > LAG_MS && list.notBeforeMs <= endedAfterMs + LAG_MS && isLate(list)
	);
}

/** Whether a payment that was seen late, or never, was later than a service may be. */
export const isLate = ({ notBeforeMs }: Sight): boolean => notBeforeMs > LAG_MS;

/** Seconds with one decimal, which stay readable in a report. */
export const inSeconds = (ms: number): string => `${(Math.max(0, ms) / 1_000).toString().replace(/(\.\d).*/, '$1')} s`;

/**
 * A payment as it ended, looked up until it is no longer PENDING. Throws NotShown where it still is when the time is over
 * in which the payments of the run are waited for.
 */
export async function settledOf(
	account: Account,
	payment: Payment,
): Promise<{ transaction: Members; exchange: Exchange }> {
	const id = textOf(paidIn(payment).id) ?? '';
	const withinMs = settlingLeft(account);
	const ended = await account.until('the payment to settle', { withinMs, everyMs: 1_000 }, async () => {
		const exchange = await account.send('GET', '/transaction', { query: { id } });
		const transaction = listIn(exchange.body).find((one) => textOf(one.id) === id);
		const status = textOf(transaction?.status)?.toUpperCase();
		return transaction === undefined || status === undefined || status === 'PENDING' ? null : { transaction, exchange };
	});
	if (ended === null) throw new NotShown('the payment did not settle within a minute', [payment.exchange]);
	return ended;
}
