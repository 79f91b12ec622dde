import type { Account } from './account';
import { arrivals, balanceIn, booksOf, nextBooks, type Books } from './books';
import type { Exchange } from './exchange';
import { NotShown } from './finding';
import { textOf, type Members } from './json';
import { perAccount } from './once';
import { idsMade, marksOf, ordersTaken, type Order } from './order';
import { exactly, factorOf, isScaled, ofMinor } from './relation';

/*
 * After every refused payment, the wallet and the list of transactions are compared with their state before it: at
 * once, again when a lagging service would have caught up, and once more at the end of the run.
 */

/** Whether money left although a payment was refused. */
export interface Aftermath {
	readonly money: 'where it was' | 'gone' | 'not known';
	readonly seen: string;
}

/** A payment that was refused. */
export interface Refusal {
	readonly order: Order;
	readonly before: Books;
	readonly exchange: Exchange;
	readonly found: Aftermath;
	/** The last reading of wallet and list; null if there was none. */
	readonly last: Books | null;
}

const UNTOUCHED: Aftermath = { money: 'where it was', seen: 'nothing is gone, and nothing new is listed' };
export const gone = (seen: string): Aftermath => ({ money: 'gone', seen });
export const notKnown = (seen: string): Aftermath => ({ money: 'not known', seen });

/** Pauses before each reading: seven seconds in all, because a service may lag by five. */
const PAUSES_MS = [0, 3_000, 4_000];

/** All refused payments of the run. */
export const refusalsOf = perAccount((): Refusal[] => []);

/** Watches the wallet and the list after a refusal, and keeps the result for the end of the run. */
export async function watchRefused(account: Account, refused: Omit<Refusal, 'found' | 'last'>): Promise<Refusal> {
	const refusal = { ...refused, ...(await watch(account, refused)) };
	refusalsOf(account).push(refusal);
	return refusal;
}

type Watched = Pick<Refusal, 'found' | 'last'>;

async function watch(account: Account, refused: Omit<Refusal, 'found' | 'last'>): Promise<Watched> {
	let [found, last]: [Aftermath, Books | null] = [UNTOUCHED, null];
	try {
		let wasGone = false;
		for (const pauseMs of PAUSES_MS) {
			if (pauseMs > 0) await account.wait(pauseMs);
			last = await booksOf(account);
			const seen = aftermath(account, refused, last);
			if (seen.money === 'gone' && seen.seen.includes('listed')) return { found: seen, last };
			wasGone ||= seen.money === 'gone';
			found = seen;
		}
		const cameBack = wasGone && found.money === 'where it was';
		return { found: cameBack ? notKnown('the wallet lost money, and had it again seconds later') : found, last };
	} catch (error) {
		if (!(error instanceof NotShown)) throw error;
		return { found: found.money === 'gone' ? found : notKnown(error.seen), last };
	}
}

/** Whether a transaction belongs to an order, judged by its payee or its amount. */
export const isOf = (one: Members, order: Order): boolean =>
	mentions(one, marksOf(order)) || states(one, ofMinor(order.amount), { inAnyUnit: true });

/** Whether a transaction may take money; unknown types count, too. */
export const takes = ({ type }: Members): boolean => textOf(type)?.toUpperCase() !== 'DEPOSIT';

/** Whether a transaction is FAILED, which should mean that it took nothing. */
const hasFailed = ({ status }: Members): boolean => textOf(status)?.toUpperCase() === 'FAILED';

/** Whether a transaction contains one of the marks in any member. */
export const mentions = (one: Members, marks: readonly string[]): boolean => {
	const text = JSON.stringify(one).toLowerCase();
	return marks.some((mark) => text.includes(mark.toLowerCase()));
};

/** Whether the amount, or the amount plus or minus the fees, is what was sent. `inAnyUnit`: even in another unit. */
function states({ amount, fees }: Members, sent: bigint, { inAnyUnit }: { inAnyUnit: boolean }): boolean {
	const [stated, more] = [exactly(amount), exactly(fees) ?? 0n];
	if (stated === null) return false;
	const fits = (one: bigint) => one === sent || (inAnyUnit && isScaled(one, sent));
	return [stated, stated - more, stated + more].some(fits);
}

/** The sum of successful deposits, less their fees. */
const gained = (came: readonly Members[]): bigint =>
	came
		.filter((one) => !takes(one) && textOf(one.status)?.toUpperCase() === 'SUCCESS')
		.reduce((sum, { amount, fees }) => sum + (exactly(amount) ?? 0n) - (exactly(fees) ?? 0n), 0n);

function aftermath(account: Account, { before, order }: Pick<Refusal, 'before' | 'order'>, after: Books): Aftermath {
	const lost = balanceIn(before, order.currency) - balanceIn(after, order.currency);
	const sent = ofMinor(order.amount);
	const came = arrivals(before, after, order.currency, idsMade(account));
	const isGone = lost > 0n;
	const others = came.filter((one) => takes(one) && (isGone || !hasFailed(one)));
	const isOfIt = (one: Members) =>
		states(one, sent, { inAnyUnit: isGone }) || (isGone && mentions(one, marksOf(order)));
	if (!isGone && others.length > 0 && others.every((one) => isSecondRow(account, one, after)))
		return notKnown('an accepted payment is listed twice');
	if (others.some(isOfIt)) return gone(`a withdrawal of it is listed${isGone ? ', and the wallet lost money' : ''}`);
	if (others.length > 0)
		return notKnown(
			isGone
				? 'the wallet lost money, and a payment is listed since that may be another one'
				: 'a payment is listed since that may be another one',
		);
	if (isGone && (lost === sent || isListed(before, after)))
		return gone(`the wallet lost ${factorOf(lost, sent)} what was sent`.replace('  ', ' '));
	if (isGone) return notKnown("the wallet lost money, and the list can't be read");
	if (!isListed(before, after)) return notKnown("nothing is gone, but the list can't be read");
	return lost + gained(came) > 0n ? notKnown('more came in meanwhile than the wallet gained') : UNTOUCHED;
}

/** Whether a listed transaction repeats one of the run's own under another ID. */
function isSecondRow(account: Account, one: Members, { listed }: Books): boolean {
	const own = (listed ?? []).filter(({ id }) => idsMade(account).has(textOf(id) ?? ''));
	return own.some((known) => isTwin(one, known));
}

/** Whether two listed rows are the same payment: same time, amount and Mavapay reference, different IDs. */
export const isTwin = (one: Members, other: Members): boolean =>
	textOf(one.id) !== textOf(other.id) &&
	textOf(one.ref ?? null) !== null &&
	['ref', 'createdAt', 'currency', 'type', 'amount'].every((name) => textOf(one[name]) === textOf(other[name]));

const isListed = (before: Books, after: Books): boolean => before.listed !== null && after.listed !== null;

/**
 * Checks again, at the end of the run, whether money left after each refusal. The run has made other payments by then,
 * so a listed payment counts only if it fits none of them.
 */
export async function foundAtTheEnd(account: Account): Promise<Refusal[]> {
	const after = await booksOf(account);
	return refusalsOf(account).map((refusal) =>
		refusal.found.money === 'where it was' ? { ...refusal, found: later(account, refusal, after) } : refusal,
	);
}

function later(account: Account, { before, order, last }: Refusal, after: Books): Aftermath {
	const sent = ofMinor(order.amount);
	const taken = ordersTaken(account);
	const known = new Set(taken.flatMap(marksOf));
	const marks = marksOf(order).filter((mark) => !known.has(mark));
	const exact = { inAnyUnit: false };
	const isOfIt = (one: Members) =>
		mentions(one, marks) ||
		(states(one, sent, exact) && !taken.some(({ amount }) => states(one, ofMinor(amount), exact)));
	const came = arrivals(before, after, order.currency, idsMade(account));
	if (came.filter(takes).some(isOfIt)) return gone('a withdrawal of it is listed at the end of the run');
	if (!isListed(before, after)) return notKnown("the list can't be read at the end of the run");
	const next = last === null ? undefined : nextBooks(account, last);
	if (last === null || next === undefined) return UNTOUCHED;
	// The run made no payment between these two readings.
	const lost = balanceIn(last, order.currency) - (next.balances.get(order.currency) ?? 0n);
	const isOfTaken = taken.some((one) => one.currency === order.currency && one.lost === lost);
	if (isOfTaken) return notKnown('the wallet lost later what a payment that was taken costs');
	if (lost * 2n >= sent) return gone(`the wallet lost ${factorOf(lost, sent)} what was sent, later`.replace('  ', ' '));
	return lost > 0n ? notKnown('the wallet lost money later, which may be of another payment') : UNTOUCHED;
}
