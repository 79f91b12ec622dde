import type { Account } from '../account';
import type { Claim } from '../claim';
import { CENTS, KOBO, TEST_BANK, TEST_RAND } from '../cost';
import { succeeded, type Exchange } from '../exchange';
import { copes, differs, differsMeaning, documented, losesFunction, notShown, NotShown } from '../finding';
import { isObject, listIn, textOf, type Members } from '../json';
import { Once } from '../once';
import { idsMade } from '../order';
import { paidIn } from '../payments';
import type { Aftermath } from '../refused';
import { exactly, factorOf, ofMinor } from '../relation';
import { acceptWatched, walletAfter, type Accepted } from './accepting';
import { ALL, idsIn, orderIdOf } from './lists';
import { phone } from './places';
import { refusedFound } from './provoking';
import { BY_BANK, newQuote } from './quotes';
import { CEDI_PAYEE, randPayee } from './variants';
import { withdrawal } from './withdrawals';

/* Whether the list of transactions names the payee of a payout, and can be filtered by amount. */

const see = 'docs/why/questions.md#money';
const concerns = ['nodes/core/payout/witness.ts'];
const means = losesFunction(
	"A payout by another workflow or a person isn't found in the wallet's list, so it may be made again. After a copy, a move or a restored database, check Mavapay's dashboard before you pay.",
);

const DAY_MS = 86_400_000;
/** How long before the start of yesterday (UTC) the period of the query begins. */
const EARLIER_MS = 75 * 60_000;
const LISTED_WITHIN_MS = 60_000;
const LAG_MS = 10_000;

/** A payout of this run to one of Mavapay's test accounts. */
interface Made {
	readonly currency: 'NGN' | 'ZAR';
	/** Minor units that the payee gets. */
	readonly amount: bigint;
	readonly accountNumber: string;
	readonly isIt: (listed: Members) => boolean;
	readonly exchange: Exchange;
	/** Whether money left although the payout was refused; null if the service accepted it. */
	readonly refused: Aftermath | null;
}

async function inNaira(account: Account): Promise<Made> {
	const { exchange, transaction, refused, ...payment } = await withdrawal(account, 'bank');
	if (refused === null) paidIn({ ...payment, exchange, transaction, refused });
	const isIt = ({ id }: Members) => textOf(id) === textOf(transaction?.id);
	return { currency: 'NGN', amount: KOBO.bank, accountNumber: TEST_BANK.accountNumber, isIt, exchange, refused };
}

const ABROAD = {
	rand: { amount: CENTS.rand, code: 'ZARCENT', payee: async (account: Account) => await randPayee(account) },
	shillings: { amount: CENTS.shillings, code: 'KESCENT', payee: () => phone({ network: 'mpesa' }) },
	cedi: { amount: CENTS.cedi, code: 'GHSPESEWA', payee: () => CEDI_PAYEE },
} as const;

const payouts = new Once<Accepted>();

/** A payout that the run makes once, by accepting a quote from the NGN wallet. Throws NotShown if no quote is made. */
async function payoutIn(account: Account, currency: keyof typeof ABROAD): Promise<Accepted> {
	const { amount, code, payee } = ABROAD[currency];
	return await payouts.of(account, currency, async () => {
		const asked = { amount: String(amount), targetCurrency: code, paymentCurrency: code, autopayout: true };
		const made = await newQuote(account, { ...BY_BANK, ...asked, beneficiary: await payee(account) });
		// `acceptWatched` accepts a quote that costs up to twice the amount passed to it.
		return await acceptWatched(account, made, KOBO.abroad / 2n);
	});
}

async function inRand(account: Account): Promise<Made> {
	const { quote, exchange, refused } = await payoutIn(account, 'rand');
	const isIt = (one: Members) =>
		textOf(one.type) === 'WITHDRAWAL' && orderIdOf(one) !== null && orderIdOf(one) === textOf(quote.orderId);
	return { currency: 'ZAR', amount: CENTS.rand, accountNumber: TEST_RAND, isIt, exchange, refused };
}

/** The payout's entry in the unfiltered list. Throws NotShown if it takes longer than a minute to appear. */
async function listed(account: Account, { isIt, exchange }: Made): Promise<{ entry: Members; exchange: Exchange }> {
	const found = await account.until('the payout in the list', { withinMs: LISTED_WITHIN_MS }, async () => {
		const list = await account.send('GET', '/transactions', { query: ALL });
		const entry = succeeded(list) ? listIn(list.body).find(isIt) : undefined;
		return entry === undefined ? null : { entry, exchange: list };
	});
	if (found === null) throw new NotShown('the payout is not listed within a minute', [exchange]);
	const id = textOf(found.entry.id);
	if (id !== null) idsMade(account).add(id);
	return found;
}

async function payeeFound(account: Account, made: Made) {
	const { entry, exchange } = await listed(account, made);
	const named = isObject(entry.metadata) ? textOf(entry.metadata.bankAccountNumber) : null;
	const unzeroed = (number: string) => number.replace(/^0+/, '');
	if (named === null) return differs('it names no account', exchange);
	if (unzeroed(named) !== unzeroed(made.accountNumber)) {
		const own = listIn((await account.read('/bankaccount')).body).map((one) => textOf(one.bankAccountNumber));
		return differs(own.includes(named) ? 'it names an account of the wallet' : 'it names another account', exchange);
	}
	const currency = textOf(entry.currency) ?? 'none';
	if (currency !== made.currency) return differs(`its currency is "${currency}"`, exchange);
	const amount = exactly(entry.amount);
	const factor = amount === null ? 'no number, not' : factorOf(amount, ofMinor(made.amount));
	if (factor !== '') return differs(`its amount is ${factor} what was sent`, exchange);
	if (named === made.accountNumber) return documented('account and amount are as they were sent', exchange);
	return differsMeaning(copes('Accounts are compared without their leading zeros.'), 'zeros are missing', exchange);
}

type Query = Record<string, string>;

/** The query for the payouts of yesterday and today in one currency. */
function queryOfDays(account: Account, { currency }: Made): Query {
	const yesterday = (Math.floor(account.now() / DAY_MS) - 1) * DAY_MS;
	return { type: 'WITHDRAWAL', currency, startDate: new Date(yesterday - EARLIER_MS).toISOString(), ...ALL };
}

/** The query for yesterday and today, narrowed by amount in case the payouts of these days fill more than a page. */
function queryFor(account: Account, made: Made, [least, most]: readonly [least: bigint, most: bigint]): Query {
	return { ...queryOfDays(account, made), minAmount: String(least), maxAmount: String(most) };
}

/** The answer to the query, as soon as it contains the payout; after 10 s, the last answer. */
async function asked(account: Account, query: Query, isThere: (exchange: Exchange) => boolean) {
	let exchange = await account.send('GET', '/transactions', { query });
	await account.until('the payout by its amount', { withinMs: LAG_MS }, async () => {
		if (isThere(exchange)) return true;
		exchange = await account.send('GET', '/transactions', { query });
		return null;
	});
	return exchange;
}

async function queryFound(account: Account, made: Made) {
	const { entry } = await listed(account, made);
	const isThere = (exchange: Exchange) => succeeded(exchange) && idsIn(exchange).includes(textOf(entry.id));
	const query = queryFor(account, made, [made.amount, made.amount]);
	const exchange = await asked(account, query, isThere);
	if (!succeeded(exchange)) return differs(`answered ${exchange.status}`, exchange);
	if (isThere(exchange)) {
		const ofDays = await asked(account, queryOfDays(account, made), isThere);
		const isFull = listIn(ofDays.body).length >= Number(ALL.limit);
		if (isThere(ofDays) || isFull) return documented('it is there', exchange, ofDays);
		return differs('it is not there without an amount', ofDays);
	}
	for (const name of ['type', 'currency', 'startDate', 'minAmount', 'maxAmount']) {
		const less = Object.entries(query).filter(([other]) => other !== name);
		const answer = await account.send('GET', '/transactions', { query: Object.fromEntries(less) });
		if (isThere(answer)) return differs(`it is there without \`${name}\` alone`, exchange, answer);
	}
	return differs('it is not there', exchange);
}

async function amountsCount(account: Account, made: Made) {
	const { entry } = await listed(account, made);
	const fees = (exactly(entry.fees) ?? 0n) / ofMinor(1n);
	const { amount } = made;
	const isThere = (exchange: Exchange) => idsIn(exchange).includes(textOf(entry.id));
	const finds = async (least: bigint, most: bigint) =>
		isThere(await account.send('GET', '/transactions', { query: queryFor(account, made, [least, most]) }));
	const exchange = await asked(account, queryFor(account, made, [amount, amount]), isThere);
	if (isThere(exchange)) {
		const wider = [
			(await finds(amount + 1n, amount * 2n)) && 'minAmount',
			(await finds(0n, amount - 1n)) && 'maxAmount',
		];
		const ignored = wider.filter((name) => name !== false);
		if (ignored.length > 0)
			return differs(`not exactly: \`${ignored.join('` and `')}\` leaves out too little`, exchange);
		return documented(`the amount in the lowest unit${fees === 0n ? '' : ', without fees'}`, exchange);
	}
	if (fees > 0n && (await finds(amount + fees, amount + fees))) return differs('the amount and its fees', exchange);
	if (await finds(amount / 100n, amount / 100n + 1n)) return differs('whole units of the currency', exchange);
	return (await finds(0n, amount * 1_000n))
		? differs('neither the amount nor the amount and its fees', exchange)
		: notShown('no payout is found by an amount', exchange);
}

type Check = (account: Account, made: Made) => ReturnType<Claim['check']>;

const claim = (id: string, says: string, [make, check]: readonly [typeof inNaira, Check]): Claim => ({
	...{ id, says, see, concerns, means, level: 'pay' },
	check: async (account) => {
		const made = await make(account);
		return made.refused === null ? await check(account, made) : refusedFound(made.exchange, made.refused);
	},
});

const NAMES = "in GET /transactions names the payee's account, and the amount that was sent";
const IS_FOUND = 'is found by type, currency and `startDate` together, and by `minAmount` and `maxAmount` with them';

/** Claims about payees. They come after the claims about other payments, because they pay out to other countries. */
export const payeeClaims: readonly Claim[] = [
	claim('payee of a listed bank withdrawal', `A bank withdrawal ${NAMES}`, [inNaira, payeeFound]),
	claim('a bank withdrawal by day and amount', `A bank withdrawal ${IS_FOUND}`, [inNaira, queryFound]),
	claim(
		'what minAmount and maxAmount count',
		'`minAmount` and `maxAmount` count the amount in the lowest unit, without fees',
		[inNaira, amountsCount],
	),
	claim('payee of a listed payout in rand', `A payout in rand ${NAMES}`, [inRand, payeeFound]),
	claim('a payout in rand by day and amount', `A payout in rand ${IS_FOUND}`, [inRand, queryFound]),
	...(['rand', 'shillings', 'cedi'] as const).map((currency) =>
		walletAfter(
			`a payout in ${currency}`,
			`A payout in ${currency} by an accepted quote`,
			['nodes/Mavapay/operations/withdrawal/abroad.ts'],
			async (account) => await payoutIn(account, currency),
		),
	),
];
