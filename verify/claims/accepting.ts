import type { Account } from '../account';
import { balanceIn, booksOf, watched, type Books, type Loss } from '../books';
import type { Claim } from '../claim';
import { KOBO } from '../cost';
import { isRefusedAlike, messageOf, outcomeOf, saidIn, succeeded, type Exchange } from '../exchange';
import {
	copes,
	differs,
	differsMeaning,
	documented,
	endangersMoney,
	losesFunction,
	notShown,
	NotShown,
	type Finding,
} from '../finding';
import { dataOf, isObject, listIn, textOf, type Members } from '../json';
import { BOOKS_OFF, MESSAGES, NO_EVIDENCE, REFUSED_BUT_PAID } from '../meaning';
import { Once } from '../once';
import { idsMade, ordersTaken, type Order } from '../order';
import { sent } from '../payments';
import { watchRefused, type Aftermath } from '../refused';
import { exactly, factorOf, ofMinor } from '../relation';
import { settlingLeft } from '../settling';
import { callNamed, shapeOf } from '../shapes';
import { hasFailed } from '../wholeRun';
import { BY_BANK, newQuote } from './quotes';
import { refusedFound, untouchedFound } from './provoking';
import { refusalFound, REFUSALS } from './refusals';

const OPERATIONS = 'nodes/Mavapay/operations';
const ACCEPT = `${OPERATIONS}/quote/accept.ts`;
const RESOLUTION = 'nodes/core/payout/reference/resolution.ts';

/** An attempt to accept a quote from the NGN wallet, and what the wallet lost. */
export interface Accepted {
	readonly quote: Members;
	readonly before: Books;
	readonly exchange: Exchange;
	readonly losses: readonly Loss[];
	readonly fits: boolean;
	/** The total that the quote states, in millionths of a kobo. */
	readonly total: bigint;
	/** Whether money left although the accept was refused; null if the service accepted. */
	readonly refused: Aftermath | null;
}

const accepts = new Once<Accepted>();
/** The run's only swap; the service may have refused it. */
export const swapTried = async (account: Account): Promise<Accepted> =>
	await accepts.of(account, 'accept', async () => await acceptSwap(account));

/** The run's swap. Throws NotShown if it was refused. */
async function swap(account: Account): Promise<Accepted> {
	const accepted = await swapTried(account);
	const { exchange, refused } = accepted;
	if (refused === null) return accepted;
	throw new NotShown(
		outcomeOf(exchange).cause === 'insufficientFunds'
			? 'the wallet holds too little for it'
			: `the accept was refused: "${messageOf(exchange) ?? exchange.status}"`,
		[exchange],
	);
}

/** An attempt to accept a quote from the NGN wallet. `refused`: whether money left although the accept was refused. */
interface Accept {
	readonly before: Books;
	readonly exchange: Exchange;
	readonly refused: Aftermath | null;
}

/** Accepts a quote from the NGN wallet; after a refusal, watches the wallet and the list of transactions. */
export async function acceptQuote(account: Account, quote: Members, isKnown = true): Promise<Accept> {
	const before = await booksOf(account);
	balanceIn(before, 'NGN');
	const [id, orderId] = [textOf(quote.id) ?? '', textOf(quote.orderId)];
	const order: Order = {
		path: `/wallet/payout/${id}/accept`,
		body: { sourceWallet: 'NGN' },
		currency: 'NGN',
		amount: (exactly(quote.totalAmountInSourceCurrency) ?? 0n) / ofMinor(1n),
		marks: isKnown ? [id, ...(orderId === null ? [] : [orderId])] : [],
	};
	const exchange = await sent(account, order);
	if (!succeeded(exchange))
		return { before, exchange, refused: (await watchRefused(account, { order, before, exchange })).found };
	const lost = exactly(quote.totalAmountInSourceCurrency) ?? 0n;
	ordersTaken(account).push({ ...order, id: null, orderId, fees: 0n, lost });
	return { before, exchange, refused: null };
}

const swapQuote = async (account: Account): Promise<Exchange> =>
	await newQuote(account, { ...BY_BANK, amount: String(KOBO.swap), paymentCurrency: 'NGNKOBO' });

async function acceptSwap(account: Account): Promise<Accepted> {
	await expiring(account);
	return await acceptWatched(account, await swapQuote(account));
}

/** Accepts a quote from the NGN wallet, and watches the wallet. Throws NotShown if the total is over twice `kobo`. */
export async function acceptWatched(account: Account, made: Exchange, kobo = KOBO.swap): Promise<Accepted> {
	const { quote, total } = payable(made, kobo);
	const { before, exchange, refused } = await acceptQuote(account, quote);
	const own = idsMade(account);
	const { losses, fits } =
		refused === null
			? await watched(account, before, { currency: 'NGN', expected: total, own })
			: { losses: [], fits: false };
	return { quote, before, exchange, losses, fits, total, refused };
}

/** The quote in an answer, and its total. Throws NotShown if it was refused, or if the total is more than twice `kobo`. */
export function payable(made: Exchange, kobo = KOBO.swap): { quote: Members; total: bigint } {
	const [quote] = listIn(made.body);
	const total = exactly(quote?.totalAmountInSourceCurrency);
	if (quote === undefined || total === null) throw new NotShown('the quote was refused', [made]);
	const most = ofMinor(kobo);
	if (total > most * 2n)
		throw new NotShown(`the quote is for ${factorOf(total, most)} what was asked for, so it was not accepted`, [made]);
	return { quote, total };
}

const SWAP_SHORT = endangersMoney(
	'A swap brings less than its quote says, and the price guard checks only the quote. Do not swap with this package until this is known.',
);

const pays = (rest: Omit<Claim, 'level'>): Claim => ({ ...rest, level: 'pay' });

/** A claim that accepting a quote takes its total from the NGN wallet. */
export function walletAfter(
	what: string,
	says: string,
	concerns: readonly string[],
	accept: (account: Account) => Promise<Accepted>,
): Claim {
	return pays({
		id: `wallet after ${what}`,
		says: `${says} takes the total that it states from the wallet, to the last kobo`,
		see: 'docs/reference/interface.md#accept-quote',
		concerns,
		means: endangersMoney(
			'Limits and approvals use the total of a quote, but more than that leaves the wallet. Do not accept quotes with this package until this is known.',
		),
		check: async (account) => {
			const accepted = await accept(account);
			const failed = { id: null, orderId: textOf(accepted.quote.orderId) };
			const isBack = accepted.losses.at(-1)?.lost === 0n && (await hasFailed(account, failed));
			return isBack ? notShown('it failed, and took nothing', accepted.exchange) : totalFound(accepted);
		},
	});
}

function totalFound({ losses, fits, total, quote, exchange, refused }: Accepted): Finding {
	if (refused !== null) return refusedFound(exchange, refused);
	const last = losses.at(-1);
	if (fits) return documented('it took the total', ...(last === undefined ? [] : [last.wallets]));
	if (last === undefined) return notShown('the wallet could not be read afterwards');
	const listed = last.came.filter(({ type }) => type === 'WITHDRAWAL');
	if (last.lost === 0n) return differs('nothing had left the wallet after 10 s', last.wallets);
	if (listed.length > 2) return notShown('something else moved the wallet meanwhile', last.wallets);
	const fees = exactly(quote.transactionFeesInSourceCurrency) ?? 0n;
	const seen =
		last.lost === total + fees
			? 'it took the total, and the fees on top of it'
			: last.lost === total - fees
				? 'it took the total, less the fees'
				: `it took ${factorOf(last.lost, total)} the total`;
	return last.lost < total ? differsMeaning(BOOKS_OFF, seen, last.wallets) : differs(seen, last.wallets);
}

/** Accounts whose swap has delivered the bitcoin. */
const arrived = new WeakSet<Account>();

const accepted: readonly Claim[] = [
	pays({
		id: 'form of POST /wallet/payout/{quoteId}/accept',
		says: 'POST /wallet/payout/{quoteId}/accept answers with a message and without data',
		see: 'docs/reference/interface.md#accept-quote',
		concerns: [ACCEPT],
		means: copes(),
		check: async (account) => {
			const { exchange } = await swap(account);
			if (outcomeOf(exchange).outcome !== 'accepted')
				return differsMeaning(MESSAGES, `the package takes it for ${outcomeOf(exchange).outcome}`, exchange);
			if (dataOf(exchange.body) !== undefined) return differs('the answer has `data`', exchange);
			return shapeOf(exchange, callNamed('POST /wallet/payout/{quoteId}/accept'));
		},
	}),
	walletAfter('an accept', 'An accepted quote', [ACCEPT, `${OPERATIONS}/quote/createAndAccept.ts`], swapTried),
	pays({
		id: 'refusal: accepted quote',
		says: 'Accepting a quote again that was accepted is refused with `Quote already paid`',
		see: 'docs/reference/interface.md#errors',
		concerns: [ACCEPT, REFUSALS],
		means: copes('The message leaves the outcome unknown, like `Quote already paid`, because neither says who paid.'),
		check: async (account) => againFound((await acceptedAgain(account)).exchange),
	}),
	pays({
		id: 'nothing is paid: accepted quote',
		says: 'Accepting a quote again takes nothing from the wallet, and is not listed',
		see: 'docs/reference/interface.md#accept-quote',
		concerns: [ACCEPT, REFUSALS],
		means: REFUSED_BUT_PAID,
		check: async (account) => {
			const { exchange, refused, lost } = await acceptedAgain(account);
			if (refused !== null) return untouchedFound(exchange, refused);
			const { total } = await swap(account);
			if (lost <= 0n) return documented('nothing is gone', exchange);
			const seen = `the wallet lost ${factorOf(lost, total)} the total, and it was accepted`;
			return differs(seen.replace('  ', ' '), exchange);
		},
	}),
	pays({
		id: 'wallet after a swap',
		says: 'A swap brings the target amount of its quote into the other wallet',
		see: 'docs/reference/interface.md#accept-quote',
		concerns: ['nodes/core/books/statement.ts', `${OPERATIONS}/quote/priceGuard.ts`],
		means: BOOKS_OFF,
		check: async (account) => {
			const { before, quote, exchange } = await swap(account);
			const target = exactly(quote.amountInTargetCurrency);
			if (target === null) return notShown('the quote states no target amount', exchange);
			const earlier = balanceIn(before, 'BTC');
			let gained = 0n;
			const withinMs = Math.max(5_000, settlingLeft(account));
			const came = await account.until('the swap', { withinMs, everyMs: 1_000 }, async () => {
				gained = balanceIn(await booksOf(account), 'BTC') - earlier;
				return gained > 0n ? true : null;
			});
			if (came === true) arrived.add(account);
			if (came === null) return notShown('nothing had come within a minute', exchange);
			if (gained === target) return documented('it did', exchange);
			const seen = `it brought ${factorOf(gained, target)} that`;
			return gained < target ? differsMeaning(SWAP_SHORT, seen, exchange) : differs(seen, exchange);
		},
	}),
	pays({
		id: 'order of an accepted quote',
		says: "An accepted quote's order becomes PAID, and its withdrawal is found by that order",
		see: 'docs/reference/interface.md#order',
		concerns: [RESOLUTION, `${OPERATIONS}/payoutReference/evidence.ts`],
		means: NO_EVIDENCE,
		check: async (account) => await orderFound(account, await swap(account)),
	}),
];

/** Compares a second accept with the documented refusal. */
function againFound(exchange: Exchange) {
	const said = messageOf(exchange)?.toLowerCase();
	if (said === 'quote already paid' && !succeeded(exchange)) return documented(`answered ${exchange.status}`, exchange);
	return refusalFound(
		exchange,
		'Quote already paid',
		endangersMoney(
			'A quote can be accepted twice. Never accept one again by hand; keep *Retry On Fail* off for payments.',
		),
	);
}

interface Again extends Accept {
	/** What the wallet lost to the second accept, in millionths of a kobo. */
	readonly lost: bigint;
}

const agains = new Once<Again>();

async function acceptedAgain(account: Account): Promise<Again> {
	const { quote } = await swap(account);
	return await agains.of(account, 'accept again', async () => {
		const accept = await acceptQuote(account, quote, await isFirstKnown(account, quote));
		await account.wait(3_000);
		return { ...accept, lost: balanceIn(accept.before, 'NGN') - balanceIn(await booksOf(account), 'NGN') };
	});
}

const FOUND_WITHIN_MS = 10_000;

/**
 * Whether the withdrawal of an accepted quote is found by its order. If so, it is noted as the run's own, so that
 * it isn't blamed on a second accept.
 */
async function isFirstKnown(account: Account, quote: Members): Promise<boolean> {
	const orderId = textOf(quote.orderId);
	if (orderId === null) return false;
	const found = await account.until('the withdrawal of the quote', { withinMs: FOUND_WITHIN_MS }, async () => {
		const exchange = await account.send('GET', '/transaction', { query: { orderId } });
		const sent = succeeded(exchange) ? listIn(exchange.body).filter(({ type }) => type === 'WITHDRAWAL') : [];
		const ids = sent.map(({ id }) => textOf(id)).filter((id) => id !== null);
		for (const id of ids) idsMade(account).add(id);
		return ids.length > 0 ? true : null;
	});
	return found === true;
}

const ORDER_WITHIN_MS = 15_000;

/** Reads the order of an accepted quote until it is PAID with a withdrawal, or the time is up. */
async function orderFound(account: Account, { quote }: Accepted) {
	const id = textOf(quote.orderId);
	if (id === null) return notShown('the quote has no order');
	let shown: Exchange | null = null;
	let seen = 'it is not found';
	const found = await account.until('the order', { withinMs: ORDER_WITHIN_MS }, async () => {
		shown = await account.send('GET', '/order', { query: { id } });
		const [order] = listIn(shown.body);
		if (order === undefined) return null;
		const status = textOf(order.status) ?? 'none';
		const ofOrder = Array.isArray(order.transactions) ? order.transactions.filter(isObject) : [];
		const look = await account.send('GET', '/transaction', { query: { orderId: id } });
		const sent = [...ofOrder, ...listIn(look.body)].some(({ type }) => type === 'WITHDRAWAL');
		seen = `it is "${status}", ${sent ? 'with' : 'without'} a withdrawal`;
		return status === 'PAID' && sent ? true : null;
	});
	const exchanges = shown === null ? [] : [shown];
	if (found === true) return documented(seen, ...exchanges);
	if (/"(EXPIRED|FAILED)"/.test(seen) && seen.includes('without'))
		return differsMeaning(
			endangersMoney(
				"'Payout Reference: Resolve' would say for certain that an accepted quote was not paid, so it would be paid again. Do not release references of quotes by it.",
			),
			seen,
			...exchanges,
		);
	if (seen.includes('"PENDING"'))
		return arrived.has(account)
			? differs('the swap has come, and its order is still PENDING', ...exchanges)
			: notShown('the order was still PENDING after 15 s', ...exchanges);
	return differs(seen, ...exchanges);
}

export const acceptingClaims: readonly Claim[] = accepted;

/** A quote made early in the run, so that it has expired, or nearly so, when it is accepted near the end. */
const expiring = async (account: Account): Promise<Exchange> =>
	await account.once('a quote that expires', async () => await swapQuote(account));

/** Longest wait for a quote to expire; bank-transfer quotes live ten minutes: docs/reference/interface.md#limits. */
const EXPIRES_WITHIN_MS = 780_000;
/** Time between a quote's expiry and the late accept, because clocks may differ by two minutes. */
const EXPIRED_FOR_MS = 125_000;

const lates = new Once<Accept>();

async function acceptedTooLate(account: Account): Promise<Accept> {
	return await lates.of(account, 'accept too late', async () => {
		const made = await expiring(account);
		const { quote } = payable(made);
		const expiry = Date.parse(textOf(quote.expiry) ?? '');
		const lateMs = expiry + EXPIRED_FOR_MS;
		if (!(lateMs - account.now() <= EXPIRES_WITHIN_MS))
			throw new NotShown('the quote says no expiry, or one that is more than ten minutes away', [made]);
		await account.until(
			'a quote to expire',
			{ withinMs: EXPIRES_WITHIN_MS, everyMs: 5_000 },
			async () => await Promise.resolve(account.now() >= lateMs ? true : null),
		);
		return await acceptQuote(account, quote);
	});
}

/** Claims about accepting an expired quote; they come near the end, because quotes live for minutes. */
export const expiredClaims: readonly Claim[] = [
	pays({
		id: 'refusal: expired quote',
		says: 'Accepting a quote that has expired is refused with `quote expired`, or with `Invalid quote ID`',
		see: 'docs/reference/interface.md#errors',
		concerns: [ACCEPT, REFUSALS],
		means: MESSAGES,
		check: async (account) => {
			const { exchange } = await acceptedTooLate(account);
			const isOther = messageOf(exchange)?.toLowerCase() === 'invalid quote id';
			const usual = (await swapTried(account)).exchange;
			if (isRefusedAlike(exchange, usual)) return notShown(`no quote is accepted: ${saidIn(usual)}`, usual);
			return refusalFound(
				exchange,
				isOther ? 'Invalid quote ID' : 'quote expired',
				losesFunction(
					'A quote can be accepted after its expiry. Set *Minimum Target Amount*, and check the order of a quote before you make another.',
				),
			);
		},
	}),
	pays({
		id: 'nothing is paid: expired quote',
		says: 'Accepting a quote that has expired takes nothing from the wallet when it is refused, and is not listed',
		see: 'docs/reference/interface.md#refusals',
		concerns: [ACCEPT, REFUSALS],
		means: REFUSED_BUT_PAID,
		check: async (account) => {
			const { exchange, refused } = await acceptedTooLate(account);
			return untouchedFound(exchange, refused);
		},
	}),
];
