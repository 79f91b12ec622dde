import type { Account } from '../account';
import type { Claim } from '../claim';
import { succeeded, type Exchange } from '../exchange';
import {
	copes,
	differs,
	differsMeaning,
	documented,
	endangersMoney,
	held,
	losesFunction,
	notShown,
	type Finding,
} from '../finding';
import { isObject, listIn, textOf, type Members } from '../json';
import { NO_EVIDENCE } from '../meaning';
import { paidIn } from '../payments';
import { transactionIn } from '../receiver';
import { exactly } from '../relation';
import { LAG_MS, queryFor, seenOf, waitsForTheEnd } from '../settling';
import { callNamed, shapeOf } from '../shapes';
import { ALL, EVIDENCE, idsIn, isSteady, LIST, listClaim, see, transactions } from './lists';
import { withdrawal } from './withdrawals';

const RECONCILE = 'nodes/Mavapay/operations/transaction/reconcile.ts';

interface Filter {
	readonly name: string;
	/** The value to filter by, chosen from the whole list; null if no value can show whether the filter works. */
	readonly value: (list: readonly Members[]) => string | null;
	readonly fits: (one: Members, value: string) => boolean;
}

const AMOUNTS = (list: readonly Members[]): bigint[] =>
	[...new Set(list.map(({ amount }) => exactly(amount)))]
		.filter((one) => one !== null)
		.sort((a, b) => (a < b ? -1 : 1));

/** The median amount, in minor units; null if all amounts are equal. */
function middle(list: readonly Members[]): string | null {
	const sorted = AMOUNTS(list);
	return sorted.length < 2 ? null : String((sorted[Math.floor(sorted.length / 2)] ?? 0n) / 1_000_000n);
}

const inMicro = (value: string): bigint => BigInt(value) * 1_000_000n;

const FILTERS: readonly Filter[] = [
	...(['status', 'type', 'currency'] as const).map((name): Filter => ({
		name,
		value: (list) => {
			const values = [...new Set(list.map((one) => textOf(one[name])))];
			const open = values.filter((value) => value !== null && !['BTC', 'GHS', 'USD', 'PENDING'].includes(value));
			return values.length < 2 ? null : (open[0] ?? null);
		},
		fits: (one, value) => textOf(one[name])?.toUpperCase() === value.toUpperCase(),
	})),
	{ name: 'minAmount', value: middle, fits: ({ amount }, value) => (exactly(amount) ?? 0n) >= inMicro(value) },
	{
		name: 'maxAmount',
		value: (list) => (middle(list) === null ? null : String((AMOUNTS(list)[0] ?? 0n) / 1_000_000n)),
		fits: ({ amount }, value) => (exactly(amount) ?? 0n) <= inMicro(value),
	},
	{
		name: 'txId',
		value: (list) => (list.length < 2 ? null : textOf(list.at(-1)?.id)),
		fits: ({ id }, value) => id === value,
	},
	{
		name: 'accountName',
		value: (list) => {
			const names = list.filter(({ currency }) => currency === 'NGN').map(nameIn);
			return new Set(list.map(nameIn)).size < 2 ? null : (names.find((name) => name !== null) ?? null);
		},
		fits: (one, value) => nameIn(one)?.toUpperCase() === value.toUpperCase(),
	},
];

const nameIn = ({ metadata }: Members): string | null =>
	isObject(metadata) ? textOf(metadata.merchantName ?? metadata.bankAccountName ?? null) : null;

/** Compares a filtered list with the whole one: which entries don't fit, and which are missing. */
async function filtered(account: Account, { name, value, fits }: Filter) {
	const before = await account.send('GET', '/transactions', { query: ALL });
	const whole = listIn(before.body);
	const wanted = value(whole);
	if (wanted === null) return notShown(`the transactions don't differ in \`${name}\``, before);
	const exchange = await account.send('GET', '/transactions', { query: { ...ALL, [name]: wanted } });
	if (!succeeded(exchange)) return differs(`answered ${exchange.status}`, exchange);
	const found = listIn(exchange.body);
	const strange = found.filter((one) => !fits(one, wanted));
	const ids = idsIn(exchange);
	const missing = whole.filter(
		(one) => isSteady(one, before.startedMs) && fits(one, wanted) && !ids.includes(textOf(one.id)),
	);
	if (strange.length > 0) {
		const ignored = found.length >= whole.length;
		return differs(ignored ? 'it is ignored: all entries came' : 'some entries do not fit it', exchange);
	}
	if (missing.length > 0 && found.length < 100) return differs('entries that fit it are missing', exchange);
	if (found.length === 0) return notShown('no entry that has stood for 15 s fits it', exchange);
	return documented('all that came fit it, and none is missing', exchange);
}

const filters: readonly Claim[] = FILTERS.map((filter) =>
	listClaim({
		id: `filter ${filter.name}`,
		says: `GET /transactions filters by \`${filter.name}\``,
		concerns: [LIST],
		means: ['status', 'type', 'currency'].includes(filter.name)
			? NO_EVIDENCE
			: copes(
					`Don't use the filter in 'Transaction: Get Many': it returns too many or too few. Filter after the node.`,
				),
		check: async (account) => await filtered(account, filter),
	}),
);

const WINDOW_MS = 500;
/** A period without transactions. */
const LONG_AGO = { startDate: '2001-01-01T00:00:00.000Z', endDate: '2001-01-02T00:00:00.000Z' };

/** The exchange that lists the transactions around a time. */
async function around(account: Account, ms: number, windowMs = WINDOW_MS): Promise<Exchange> {
	const [startDate = '', endDate = ''] = [ms - windowMs, ms + windowMs].map((at) => new Date(at).toISOString());
	return await account.read('/transactions', { ...ALL, startDate, endDate });
}

const timeOf = (one: Members, name: 'createdAt' | 'updatedAt'): number => Date.parse(textOf(one[name]) ?? '');

const periods: readonly Claim[] = [
	listClaim({
		id: 'what a period means',
		says: '`startDate` and `endDate` are compared with `createdAt` (not documented)',
		concerns: [RECONCILE, EVIDENCE],
		check: async (account) => {
			const moved = (await transactions(account)).find(
				(one) => timeOf(one, 'updatedAt') - timeOf(one, 'createdAt') > 2 * WINDOW_MS && isSteady(one, account.now()),
			);
			if (moved === undefined) return notShown('no transaction that was updated later than made has stood for 15 s');
			const id = textOf(moved.id);
			const created = await around(account, timeOf(moved, 'createdAt'));
			const updated = await around(account, timeOf(moved, 'updatedAt'));
			const found = { createdAt: idsIn(created).includes(id), updatedAt: idsIn(updated).includes(id) };
			const names = (['createdAt', 'updatedAt'] as const).filter((name) => found[name]);
			if (found.createdAt && !found.updatedAt) return documented('found by createdAt', created, updated);
			if (names.length === 2) return differs(await whatBothMean(account), created, updated);
			return differs(`found by ${names[0] ?? 'neither time'}`, created, updated);
		},
	}),
];

/** Says why a filter by period lets entries outside the period through. */
async function whatBothMean(account: Account): Promise<string> {
	const far = await account.read('/transactions', { ...ALL, ...LONG_AGO });
	return listIn(far.body).length > 0
		? 'the period is ignored: entries of any time came'
		: 'entries beyond the period came: its bounds may count as whole days';
}

const contents: readonly Claim[] = [
	listClaim({
		id: 'reference of a looked-up transaction',
		says: "A looked-up transaction doesn't hold the caller's reference",
		see: 'docs/reference/interface.md#transaction-looked-up',
		concerns: [EVIDENCE, RECONCILE],
		means: copes("This is more than documented. 'Resolve' and 'Reconcile' find more."),
		check: async (account) => {
			const list = await transactions(account);
			const exchange = await account.read('/transactions', ALL);
			const holding = list.filter((one) => /"(customerReference|externalRef)":"[^"]/.test(JSON.stringify(one)));
			return held(holding.length === 0, `${holding.length} of ${list.length} hold one`, exchange);
		},
	}),
	listClaim({
		id: 'metadata of a looked-up transaction',
		says: 'A looked-up transaction has `metadata`',
		see: 'docs/reference/interface.md#transaction-looked-up',
		concerns: [EVIDENCE, RECONCILE],
		means: NO_EVIDENCE,
		check: async (account) => {
			const list = await transactions(account);
			const exchange = await account.read('/transactions', ALL);
			const without = list.filter(({ metadata }) => !isObject(metadata)).length;
			return held(without === 0, `${without} of ${list.length} have none`, exchange);
		},
	}),
	listClaim({
		id: 'hash of a looked-up transaction',
		says: 'Transactions that are settled have a `hash` in lists',
		see: 'docs/reference/interface.md#transaction-looked-up',
		concerns: [EVIDENCE],
		means: NO_EVIDENCE,
		check: async (account) => {
			const settled = (await transactions(account)).filter(({ status }) => status === 'SUCCESS');
			const exchange = await account.read('/transactions', ALL);
			if (settled.length === 0) return notShown('no transaction is settled', exchange);
			const without = settled.filter(({ hash }) => textOf(hash ?? null) === null).length;
			return held(without === 0, `${without} of ${settled.length} have none`, exchange);
		},
	}),
	listClaim({
		id: 'times of transactions',
		says: 'Transactions have times that have been, as UTC, and were not updated before they were made',
		see: 'docs/reference/interface.md#transaction',
		concerns: ['nodes/core/payout/reference/resolution.ts', LIST],
		means: NO_EVIDENCE,
		check: async (account) => {
			const list = await transactions(account);
			const exchange = await account.read('/transactions', ALL);
			const texts = list.flatMap(({ createdAt, updatedAt }) => [textOf(createdAt), textOf(updatedAt)]);
			if (texts.some((text) => text === null || Number.isNaN(Date.parse(text))))
				return differs('some are no times', exchange);
			if (texts.some((text) => !/(Z|[+-]\d\d:?\d\d)$/.test(text ?? '')))
				return differs('some name no zone, so they would be read as local time', exchange);
			const ahead = list.some((one) => timeOf(one, 'createdAt') - exchange.endedMs > 2 * 60_000);
			if (ahead) return differs('some are ahead of the clock here', exchange);
			const turned = list.some((one) => timeOf(one, 'updatedAt') < timeOf(one, 'createdAt') - 1_000);
			return turned
				? differsMeaning(copes(), 'some were updated before they were made', exchange)
				: documented('they do', exchange);
		},
	}),
	listClaim({
		id: 'time of a transaction',
		says: '`createdAt` of a transaction stays as it was first shown',
		see: 'docs/reference/interface.md#transaction',
		concerns: ['nodes/core/payout/reference/resolution.ts', RECONCILE, LIST],
		check: async (account) => {
			await transactions(account);
			const first = new Map<string, number>();
			let again = 0;
			for (const exchange of account.exchanges.filter(showsTransactions)) {
				for (const one of listIn(exchange.body)) {
					const [id, made] = [textOf(one.id), timeOf(one, 'createdAt')];
					if (id === null || Number.isNaN(made)) continue;
					const earlier = first.get(id);
					if (earlier === undefined) first.set(id, made);
					else if (Math.abs(earlier - made) > STAYS_MS) return differs('it moves', exchange);
					else again++;
				}
			}
			return again === 0 ? notShown('no transaction was shown twice') : documented('it does');
		},
	}),
];

const SAID_EARLY = endangersMoney(
	"An event says SUCCESS while the payment is under way, so it can still fail. Turn on 'Confirm with Mavapay', and hand nothing over by an event alone.",
);

const keyOf = ({ id, type }: Members): string => JSON.stringify([id ?? null, type ?? null]);

/** When each transaction, identified by ID and type, was first seen to have ended. */
function endsIn(views: ReadonlyArray<readonly [one: Members, ms: number]>): ReadonlyMap<string, number> {
	const ended = views.filter(([{ status }]) => /^(SUCCESS|FAILED)$/i.test(textOf(status) ?? ''));
	return new Map([...ended].sort(([, one], [, other]) => other - one).map(([one, ms]) => [keyOf(one), ms]));
}

/** Checks that lists, look-ups and events agree on which payments have ended. */
function endsFound({ exchanges, receiver }: Account): Finding {
	const shown = exchanges.filter((one) => one.method === 'GET' && showsTransactions(one));
	const views = shown.flatMap((exchange) => listIn(exchange.body).map((one) => ({ one, exchange })));
	const read = endsIn(views.map(({ one, exchange }) => [one, exchange.endedMs]));
	const told = endsIn((receiver?.deliveries ?? []).map((one) => [transactionIn(one), one.receivedMs]));
	const since = (ends: typeof read, { one, exchange }: (typeof views)[number]) =>
		exchange.startedMs - (ends.get(keyOf(one)) ?? Infinity);
	if (read.size + told.size === 0) return notShown('no payment has ended');
	const pending = views.filter(({ one }) => textOf(one.status)?.toUpperCase() === 'PENDING');
	// Lists don't count here: a list is read just before each look-up, and the look-up may already show the end.
	const lookedUp = pending.filter(({ exchange }) => exchange.path === '/transaction');
	const early = lookedUp.find((view) => since(told, view) > LAG_MS && since(read, view) < 0);
	if (early !== undefined) return differsMeaning(SAID_EARLY, 'an event says so, and nothing else', early.exchange);
	const late = pending.find((view) => since(read, view) > LAG_MS);
	if (late === undefined) return documented('none is');
	return differs(`GET ${late.exchange.path} says PENDING, and it had ended elsewhere`, late.exchange);
}

const ends: Claim = {
	id: 'one end everywhere',
	says: 'A payment that has ended in a list, a look-up or an event is PENDING in no list or look-up 10 s later',
	see: 'docs/reference/interface.md#transaction',
	concerns: [EVIDENCE, 'nodes/Mavapay/operations/transaction/waitForSettlement.ts', 'nodes/MavapayTrigger/confirm.ts'],
	means: losesFunction(
		"'Wait for Settlement' and 'Resolve' can take a payment that has ended for one under way. Check Mavapay's dashboard.",
	),
	level: 'pay',
	check: async (account) => await Promise.resolve(endsFound(account)),
};

/** How far `createdAt` may move: the service may store a payment up to this long after answering. */
const STAYS_MS = 5_000;

/** Whether an answer holds transactions: the answer to a withdrawal, a look-up or a list. */
const showsTransactions = ({ path, status }: Exchange): boolean =>
	status < 300 && (/^\/transactions?$/.test(path) || path.startsWith('/withdraw'));

/** Filter values that exclude a bank withdrawal. */
const OTHERS = { type: { type: 'DEPOSIT' }, currency: { currency: 'KES' }, 'the period': LONG_AGO };

const asAsked: Claim = {
	id: "a payment by the package's query",
	says: "The query of 'Resolve' finds a bank withdrawal at once, by its type, its currency and a period until a week from now together",
	see,
	concerns: [EVIDENCE, RECONCILE],
	means: NO_EVIDENCE,
	level: 'pay',
	check: async (account) => {
		const payment = await withdrawal(account, 'bank');
		const sights = await seenOf(account, payment);
		const { first, last } = sights['its query'];
		const query = queryFor(payment);
		const finds = async (asked: typeof query) =>
			idsIn(await account.send('GET', '/transactions', { query: asked })).includes(textOf(paidIn(payment).id));
		if (sights['/transactions'].first === null) return notShown('the payment is not listed within a minute', last);
		if (first === null) {
			for (const name of ['type', 'currency', 'startDate', 'endDate'])
				if (await finds(Object.fromEntries(Object.entries(query).filter(([other]) => other !== name))))
					return differs(`it is there without \`${name}\` alone`, last);
			return differs('it is not there', last);
		}
		if (waitsForTheEnd(sights, 'its query')) return differs('it is not there while it is PENDING', first);
		for (const [name, other] of Object.entries(OTHERS))
			if (await finds({ ...query, ...other })) return differs(`with the others, ${name} does not count`, first);
		return documented('it is there, and each of them counts', first);
	},
};

/** A claim about the form of a page on which filters leave no entries. */
const empty: Claim = listClaim({
	id: 'an empty page',
	says: 'A page that filters leave empty is an empty list, not an error',
	concerns: [LIST],
	check: async (account) => {
		const exchange = await account.read('/transactions', { ...ALL, ...LONG_AGO });
		if (!succeeded(exchange)) return differs(`answered ${exchange.status}`, exchange);
		if (listIn(exchange.body).length > 0) return differs('it is not empty: the period is ignored', exchange);
		const { body } = exchange;
		if (!isObject(body) || !Array.isArray(body.data)) return differs('`data` is no list', exchange);
		const found = shapeOf(exchange, callNamed('GET /transactions'));
		if (found.verdict === 'differs') return { ...found, means: copes() };
		// In an account without transactions, an empty page says nothing about the filter.
		await transactions(account);
		return documented('an empty list', exchange);
	},
});

export const filterClaims: readonly Claim[] = [...filters, ...periods, ...contents, asAsked, ends, empty];
