import type { Account } from '../account';
import type { Claim } from '../claim';
import { saidIn, succeeded, type Exchange } from '../exchange';
import { copes, differs, differsMeaning, documented, held, losesFunction, notShown, NotShown } from '../finding';
import { dataOf, isObject, listIn, textOf, type Members } from '../json';
import { LISTS_SHORT, NO_EVIDENCE } from '../meaning';
import { isTwin } from '../refused';
import { shape } from '../shapes';

export const LIST = 'nodes/Mavapay/operations/transaction/list.ts';
export const EVIDENCE = 'nodes/Mavapay/operations/payoutReference/evidence.ts';
export const see = 'docs/reference/interface.md#list-transactions';

export const ALL = { page: '1', limit: '100' };

/** The first hundred transactions. Throws NotShown if there are fewer than `least`. */
export async function transactions(account: Account, least = 1): Promise<Members[]> {
	const list = await account.listed('/transactions', ALL);
	if (list.length < least) throw new NotShown(`the account has fewer than ${least} transactions`);
	return list;
}

export const idsIn = ({ body }: Exchange): Array<string | null> => listIn(body).map(({ id }) => textOf(id));

/** ID of the order that a listed transaction belongs to; null if the transaction names no order. */
export const orderIdOf = ({ metadata }: Members): string | null => {
	const order = isObject(metadata) ? metadata.order : undefined;
	return textOf((isObject(order) ? order.id : undefined) ?? (isObject(metadata) ? metadata.orderId : undefined));
};

/** Age from which an entry can't be missing just because a copy of the database lags. */
export const STEADY_MS = 15_000;
const AGAIN_AFTER_MS = 6_000;

/** Whether an entry hasn't changed for STEADY_MS. */
export const isSteady = (one: Members, nowMs: number): boolean =>
	nowMs - Math.max(Date.parse(textOf(one.createdAt) ?? ''), Date.parse(textOf(one.updatedAt) ?? '')) > STEADY_MS;

/** A claim about a list. A difference is checked once more, because entries may come and go during the first check. */
export const listClaim = (
	rest: Omit<Claim, 'level' | 'see' | 'means'> & Partial<Pick<Claim, 'see' | 'means'>>,
): Claim => ({
	see,
	means: LISTS_SHORT,
	level: 'read',
	...rest,
	check: async (account) => {
		const found = await rest.check(account);
		if (found.verdict !== 'differs') return found;
		await account.wait(AGAIN_AFTER_MS);
		return await rest.check(account);
	},
});

/** Claims about a look-up by ID, order ID or hash: the answer's form, and whether it has the right transaction. */
function lookUp(by: 'id' | 'orderId' | 'hash'): Claim[] {
	const keyOf = (one: Members) => textOf((by === 'orderId' ? orderIdOf(one) : one[by]) ?? null);
	const pick = async (account: Account) => {
		const keyed = (await transactions(account)).filter((one) => keyOf(one) !== null);
		const steady = keyed.filter((one) => isSteady(one, account.now()));
		if (keyed.length > 0 && steady.length === 0) throw new NotShown(`no transaction with a ${by} has stood for 15 s`);
		return steady.at(-1) ?? null;
	};
	const ask = async (account: Account) => {
		const one = await pick(account);
		const value = one === null ? null : keyOf(one);
		return value === null ? null : await account.read('/transaction', { [by]: value });
	};
	const concerns = [EVIDENCE, 'nodes/Mavapay/operations/transaction/waitForSettlement.ts'];
	return [
		shape({ call: 'GET /transaction', variant: `by ${by}`, concerns, means: copes(), ask }),
		listClaim({
			id: `one transaction or a list by ${by}`,
			says: `GET /transaction by \`${by}\` answers with ${by === 'orderId' ? 'one object, or a list' : 'one object'}`,
			see: 'docs/reference/interface.md#look-up-transactions',
			concerns,
			means: copes(),
			check: async (account) => {
				const exchange = await ask(account);
				if (exchange === null) return notShown(`no transaction has a ${by}`);
				if (!succeeded(exchange)) return differs(`answered ${exchange.status}`, exchange);
				const isList = Array.isArray(dataOf(exchange.body));
				return held(by === 'orderId' || !isList, isList ? 'a list' : 'one object', exchange);
			},
		}),
		listClaim({
			id: `transaction found by ${by}`,
			says: `GET /transaction by \`${by}\` finds the transaction that has it, and no other`,
			see: 'docs/reference/interface.md#look-up-transactions',
			concerns,
			means: NO_EVIDENCE,
			check: async (account) => {
				const one = await pick(account);
				const exchange = await ask(account);
				if (one === null || exchange === null) return notShown(`no transaction has a ${by}`);
				const found = listIn(exchange.body);
				// A quote's deposit and withdrawal share a hash.
				if (!found.some((each) => each.id === one.id || keyOf(each) === keyOf(one)))
					return differs('it does not find it', exchange);
				if (found.length > 3) return differs('it finds others, too: the key is ignored', exchange);
				return documented('it does', exchange);
			},
		}),
	];
}

/** A member of a page as a number; null if it isn't a whole number. */
function numberIn({ body }: Exchange, name: string): number | null {
	const number = isObject(body) ? Number(body[name] ?? Number.NaN) : Number.NaN;
	return Number.isInteger(number) ? number : null;
}

const countOf = (exchange: Exchange): number | null => numberIn(exchange, 'count');

/** Number of all transactions; null if an answer has a hundred of them and its `count` isn't higher. */
function sizeIn(exchange: Exchange): number | null {
	const [{ length }, count] = [listIn(exchange.body), countOf(exchange)];
	if (length < 100) return length;
	return count !== null && count > 100 ? count : null;
}

/** What a page wrongly says about its own number or other pages; null if nothing is wrong. `all`: number of entries. */
function saysWrong(exchange: Exchange, all: number, { page, limit }: { page: number; limit: number }): string | null {
	const { body } = exchange;
	const isLast = page * limit >= all;
	const pages = Math.ceil(all / limit);
	const [total, left] = [numberIn(exchange, 'totalPages'), numberIn(exchange, 'remainingPage')];
	const current = numberIn(exchange, 'currentPage');
	const next = isObject(body) ? body.nextPage : undefined;
	const wrong = [
		next === undefined || Boolean(next) === !isLast
			? []
			: [`\`nextPage\` says that there is ${isLast ? 'a' : 'no'} next page`],
		left === null || left > 0 === !isLast
			? []
			: [`\`remainingPage\` says that ${isLast ? 'some are' : 'none is'} left`],
		total === null || total === pages ? [] : ['`totalPages` is another number'],
		current === null || current === page ? [] : ['`currentPage` is another number'],
		listIn(body).length === Math.min(limit, all - (page - 1) * limit) ? [] : ['it has another number of entries'],
	].flat();
	return wrong.length === 0 ? null : `${wrong.join('; ')} (page ${page})`;
}

const paging: readonly Claim[] = [
	shape({
		call: 'GET /transactions',
		concerns: [LIST],
		means: copes(),
		ask: async (account) => await account.read('/transactions', ALL),
	}),
	listClaim({
		id: 'first page',
		says: 'Pages are counted from 1: page 1 is what comes where no page is asked for',
		concerns: [LIST],
		check: async (account) => {
			const plain = await account.send('GET', '/transactions');
			const one = await account.send('GET', '/transactions', { query: { page: '1' } });
			const [unasked, asked] = [idsIn(plain), idsIn(one)];
			if (unasked.length === 0) return notShown('the account has no transactions', plain);
			const fits = unasked.some((id) => asked.includes(id));
			if (fits) return documented('it is', plain, one);
			const zero = await account.send('GET', '/transactions', { query: { page: '0' } });
			const fromZero = succeeded(zero) && idsIn(zero).some((id) => unasked.includes(id));
			return differs(`page 1 is another one${fromZero ? ': pages are counted from 0' : ''}`, plain, one);
		},
	}),
	listClaim({
		id: 'page size',
		says: 'A page of transactions has as many entries as `limit` says, up to 100',
		concerns: [LIST],
		check: async (account) => {
			const first = await account.send('GET', '/transactions', { query: { page: '1', limit: '3' } });
			const all = await account.send('GET', '/transactions', { query: ALL });
			const count = countOf(all);
			if (listIn(all.body).length < 4) return notShown('the account has fewer than four transactions', all);
			const whole = count === null || listIn(all.body).length === Math.min(count, 100);
			return held(
				listIn(first.body).length === 3 && whole,
				`${listIn(first.body).length} for a limit of 3; ${listIn(all.body).length} of ${count ?? 'an unknown number'} for a limit of 100`,
				first,
				all,
			);
		},
	}),
	listClaim({
		id: 'pages do not overlap',
		says: 'The second page begins where the first ended',
		concerns: [LIST],
		check: async (account) => {
			const found = await pagesCompared(account, 2);
			const isFull = found.verdict === 'as documented' && (await transactions(account)).length >= 100;
			return isFull ? await pagesCompared(account, 100) : found;
		},
	}),
	listClaim({
		id: 'one row for a payment',
		says: 'GET /transactions lists each payment once, also after its status has changed',
		concerns: [LIST, EVIDENCE],
		means: losesFunction(
			"A payment counts twice in 'Reconcile', statements and sums, and 'Get New' outputs it twice. Use the wallet's balance until this is known.",
		),
		check: async (account) => {
			const list = await transactions(account);
			const ids = new Set(list.map(({ id }) => textOf(id)));
			const twins = list.filter((one, place) => list.slice(0, place).some((other) => isTwin(one, other))).length;
			const twice = list.length - ids.size + twins;
			const exchange = await account.read('/transactions', ALL);
			return held(
				twice === 0,
				twice === 0 ? 'it does' : `${twice} of ${list.length} rows are of another row's`,
				exchange,
			);
		},
	}),
	listClaim({
		id: 'a page beyond the last',
		says: 'A page beyond the last one has no entries',
		concerns: [LIST],
		check: async (account) => {
			await transactions(account);
			const exchange = await account.read('/transactions', { page: '1000', limit: '100' });
			if (!succeeded(exchange)) return documented(saidIn(exchange), exchange);
			const { length } = listIn(exchange.body);
			return held(length === 0, length === 0 ? 'it has none' : `it has ${length}`, exchange);
		},
	}),
	listClaim({
		id: 'what a page says of the next',
		says: 'A page, and its `nextPage`, `remainingPage`, `totalPages` and `currentPage`, fit the number of all entries',
		concerns: [LIST],
		check: async (account) => {
			const before = await account.send('GET', '/transactions', { query: ALL });
			const all = sizeIn(before);
			if (all === null || all < 4)
				return notShown('the account has fewer than four transactions, or nobody knows how many', before);
			const asked = [
				{ page: 1, limit: 2 },
				{ page: Math.ceil(all / 3), limit: 3 },
				...(all > 100 ? [{ page: 2, limit: 100 }] : []),
			];
			for (const { page, limit } of asked) {
				const query = { page: String(page), limit: String(limit) };
				const exchange = await account.send('GET', '/transactions', { query });
				const wrong = saysWrong(exchange, all, { page, limit });
				if (wrong === null) continue;
				const after = await account.send('GET', '/transactions', { query: ALL });
				if (sizeIn(after) !== all) return notShown('transactions came meanwhile', after);
				return differs(wrong, exchange);
			}
			return documented('they do', before);
		},
	}),
	listClaim({
		id: 'count',
		says: '`count` is the number of all transactions, not of one page',
		concerns: [LIST],
		means: copes('The package reads it either way.'),
		check: async (account) => {
			await transactions(account, 3);
			const exchange = await account.read('/transactions', { page: '1', limit: '2' });
			const count = countOf(exchange);
			if (count === null) return differs('there is no `count`', exchange);
			return held(count > 2, count > 2 ? 'it is more than the page holds' : 'it is what the page holds', exchange);
		},
	}),
	listClaim({
		id: 'order of the list',
		says: 'The list is sorted by `createdAt`, newest first (not documented, so nothing may depend on it)',
		concerns: [LIST],
		means: copes('Nothing depends on the order.'),
		check: async (account) => {
			const created = (await transactions(account, 3)).map(({ createdAt }) => Date.parse(textOf(createdAt) ?? ''));
			const exchange = await account.read('/transactions', ALL);
			const falls = created.every((time, place) => place === 0 || time <= (created[place - 1] ?? 0));
			const rises = created.every((time, place) => place === 0 || time >= (created[place - 1] ?? 0));
			return held(falls, falls ? 'newest first' : rises ? 'oldest first' : 'neither newest nor oldest first', exchange);
		},
	}),
];

/** Compares two pages with one longer page or the first hundred. Shows nothing if the list changes meanwhile. */
async function pagesCompared(account: Account, limit: 2 | 100) {
	const query = (page: string) => ({ query: { page, limit: String(limit) } });
	const longer = { query: { page: '1', limit: limit === 2 ? '4' : '100' } };
	const before = await account.send('GET', '/transactions', longer);
	if (idsIn(before).length < 4) return notShown('the account has fewer than four transactions', before);
	const one = await account.send('GET', '/transactions', query('1'));
	const two = await account.send('GET', '/transactions', query('2'));
	const after = await account.send('GET', '/transactions', longer);
	const all = idsIn(before);
	if (all.join() !== idsIn(after).join()) return notShown('the list changed meanwhile', before, after);
	const [first, second] = [idsIn(one), idsIn(two)];
	const repeated = second.filter((id) => first.includes(id)).length;
	const inOrder = [...first, ...second].slice(0, all.length).join() === all.join();
	const seen = `${repeated} of the second page are also on the first; the order is ${inOrder ? 'that' : 'not that'} of one longer page`;
	if (repeated === 0 && !inOrder && [...first, ...second].sort().join() === [...all].sort().join())
		return differsMeaning(copes('Nothing depends on the order.'), seen, one, two);
	return held(inOrder && repeated === 0, seen, one, two);
}

export const listClaims: readonly Claim[] = [...paging, ...lookUp('id'), ...lookUp('orderId'), ...lookUp('hash')];
