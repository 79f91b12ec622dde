import type { Account } from '../account';
import { succeeded, type Exchange } from '../exchange';
import type { Claim } from '../claim';
import { differs, held, notShown, NotShown } from '../finding';
import { dataOf, isObject, listIn, textOf, type Members } from '../json';
import { shape, shapeOf, callNamed } from '../shapes';

const LIST = 'nodes/Mavapay/operations/transaction/list.ts';
const RECONCILE = 'nodes/Mavapay/operations/transaction/reconcile.ts';
const EVIDENCE = 'nodes/Mavapay/operations/payoutReference/evidence.ts';
const see = 'docs/interface.md#list-transactions';

const ALL = { page: '1', limit: '100' };

/** The first hundred transactions. Throws NotShown where there are fewer than asked for. */
async function transactions(account: Account, least = 1): Promise<Members[]> {
	const list = await account.listed('/transactions', ALL);
	if (list.length < least) throw new NotShown(`the account has fewer than ${least} transactions`);
	return list;
}

const idsIn = ({ body }: Exchange) => listIn(body).map(({ id }) => textOf(id));

const orderIdOf = ({ metadata }: Members): string | null => {
	const order = isObject(metadata) ? metadata.order : undefined;
	return textOf((isObject(order) ? order.id : undefined) ?? (isObject(metadata) ? metadata.orderId : undefined));
};

/** Looks a transaction up by one of its keys: form, and whether one or a list comes. */
function lookUp(by: 'id' | 'orderId' | 'hash', expected: 'object' | 'list'): Claim[] {
	const ask = async (account: Account) => {
		const keys = (await transactions(account)).map((one) => textOf(by === 'orderId' ? orderIdOf(one) : one[by]));
		const value = keys.find((key) => key !== null) ?? null;
		return value === null ? null : await account.read('/transaction', { [by]: value });
	};
	const concerns = [EVIDENCE, 'nodes/Mavapay/operations/transaction/waitForSettlement.ts'];
	return [
		shape({ call: 'GET /transaction', variant: `by ${by}`, concerns, ask }),
		{
			id: `one transaction or a list by ${by}`,
			says: `GET /transaction by \`${by}\` answers with ${expected === 'list' ? 'a list' : 'one object'}`,
			see: 'docs/interface.md#look-up-transactions',
			concerns,
			level: 'read',
			check: async (account) => {
				const exchange = await ask(account);
				if (exchange === null) return notShown(`no transaction has a ${by}`);
				const data = dataOf(exchange.body);
				return held(
					Array.isArray(data) === (expected === 'list'),
					Array.isArray(data) ? 'a list' : 'one object',
					exchange,
				);
			},
		},
	];
}

const paging: readonly Claim[] = [
	shape({
		call: 'GET /transactions',
		concerns: [LIST],
		ask: async (account) => await account.read('/transactions', ALL),
	}),
	{
		id: 'default page size',
		says: 'A page of transactions has 10 entries unless asked for',
		see,
		concerns: [LIST],
		level: 'read',
		check: async (account) => {
			await transactions(account, 11);
			const exchange = await account.read('/transactions');
			return held(listIn(exchange.body).length === 10, `${listIn(exchange.body).length} entries`, exchange);
		},
	},
	{
		id: 'page size',
		says: 'A page of transactions has as many entries as `limit` says, up to 100',
		see,
		concerns: [LIST],
		level: 'read',
		check: async (account) => {
			const first = await account.read('/transactions', { page: '1', limit: '3' });
			const all = await account.read('/transactions', ALL);
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
	},
	{
		id: 'pages do not overlap',
		says: 'The second page begins where the first ended',
		see,
		concerns: [LIST],
		level: 'read',
		check: async (account) => {
			const all = await transactions(account, 4);
			const [one, two] = [
				await account.send('GET', '/transactions', { query: { page: '1', limit: '2' } }),
				await account.send('GET', '/transactions', { query: { page: '2', limit: '2' } }),
			];
			const [first, second] = [idsIn(one), idsIn(two)];
			const inOrder = [...first, ...second].every((id, place) => id === textOf(all[place]?.id));
			const repeated = second.filter((id) => first.includes(id)).length;
			return held(
				inOrder && repeated === 0,
				`${repeated} of the second page stand on the first, too; the order is ${inOrder ? 'that' : 'not that'} of one longer page`,
				one,
				two,
			);
		},
	},
	{
		id: 'count',
		says: '`count` is the number of all transactions, not of one page',
		see,
		concerns: [LIST],
		level: 'read',
		check: async (account) => {
			await transactions(account, 3);
			const exchange = await account.read('/transactions', { page: '1', limit: '2' });
			const count = countOf(exchange);
			if (count === null) return differs('there is no `count`', exchange);
			return held(count > 2, count > 2 ? 'it is more than the page holds' : 'it is what the page holds', exchange);
		},
	},
	{
		id: 'order of the list',
		says: 'The list is sorted by `createdAt`, newest first (not documented, so nothing may rest on it)',
		see,
		concerns: [LIST],
		level: 'read',
		check: async (account) => {
			const created = (await transactions(account, 3)).map(({ createdAt }) => Date.parse(textOf(createdAt) ?? ''));
			const exchange = await account.read('/transactions', ALL);
			const falls = created.every((time, place) => place === 0 || time <= (created[place - 1] ?? 0));
			const rises = created.every((time, place) => place === 0 || time >= (created[place - 1] ?? 0));
			return held(falls, falls ? 'newest first' : rises ? 'oldest first' : 'neither newest nor oldest first', exchange);
		},
	},
];

function countOf({ body }: Exchange): number | null {
	const count = isObject(body) ? Number(body.count ?? Number.NaN) : Number.NaN;
	return Number.isInteger(count) ? count : null;
}

const WINDOW_MS = 500;

const periods: readonly Claim[] = [
	{
		id: 'what a period means',
		says: '`startDate` and `endDate` are compared with `createdAt` (not documented)',
		see,
		concerns: [RECONCILE, EVIDENCE],
		level: 'read',
		check: async (account) => {
			const moved = (await transactions(account)).find(({ createdAt, updatedAt }) => {
				const between = Date.parse(textOf(updatedAt) ?? '') - Date.parse(textOf(createdAt) ?? '');
				return between > 2 * WINDOW_MS;
			});
			if (moved === undefined) return notShown('no transaction was updated later than it was made');
			const within = async (name: 'createdAt' | 'updatedAt') => {
				const at = Date.parse(textOf(moved[name]) ?? '');
				const [startDate, endDate] = [at - WINDOW_MS, at + WINDOW_MS].map((ms) => new Date(ms).toISOString());
				const exchange = await account.read('/transactions', {
					...ALL,
					startDate: startDate ?? '',
					endDate: endDate ?? '',
				});
				return { exchange, found: idsIn(exchange).includes(textOf(moved.id)) };
			};
			const [created, updated] = [await within('createdAt'), await within('updatedAt')];
			const seen = [created.found ? ['createdAt'] : [], updated.found ? ['updatedAt'] : []].flat().join(' and ');
			return held(
				created.found && !updated.found,
				`found by ${seen || 'neither time'}`,
				created.exchange,
				updated.exchange,
			);
		},
	},
	...(['status', 'type', 'currency'] as const).map((name): Claim => ({
		id: `filter ${name}`,
		says: `GET /transactions filters by \`${name}\``,
		see,
		concerns: [LIST],
		level: 'read',
		check: async (account) => {
			const list = await transactions(account, 2);
			const values = [...new Set(list.map((one) => textOf(one[name])))].filter(
				(value) => value !== null && value !== 'BTC' && value !== 'PENDING',
			);
			const [value] = values;
			if (values.length < 2 || value === undefined || value === null)
				return notShown(`all transactions have the same ${name}`);
			const exchange = await account.read('/transactions', { ...ALL, [name]: value });
			const found = listIn(exchange.body);
			const only = found.length > 0 && found.every((one) => one[name] === value);
			return held(
				only,
				only ? 'all entries fit the filter' : 'some entries do not fit the filter, or none came',
				exchange,
			);
		},
	})),
	{
		id: 'reference of a looked-up transaction',
		says: "A looked-up transaction doesn't hold the caller's reference",
		see: 'docs/interface.md#transaction-looked-up',
		concerns: [EVIDENCE, RECONCILE],
		level: 'read',
		check: async (account) => {
			const list = await transactions(account);
			const exchange = await account.read('/transactions', ALL);
			const holding = list.filter((one) => /"(customerReference|externalRef)":"[^"]/.test(JSON.stringify(one)));
			return held(holding.length === 0, `${holding.length} of ${list.length} hold one`, exchange);
		},
	},
	{
		id: 'metadata of a looked-up transaction',
		says: 'A looked-up transaction has `metadata`',
		see: 'docs/interface.md#transaction-looked-up',
		concerns: [EVIDENCE, RECONCILE],
		level: 'read',
		check: async (account) => {
			const list = await transactions(account);
			const exchange = await account.read('/transactions', ALL);
			const without = list.filter(({ metadata }) => !isObject(metadata)).length;
			return held(without === 0, `${without} of ${list.length} have none`, exchange);
		},
	},
];

/** The form of a page that filters leave empty. */
const empty: Claim = {
	id: 'an empty page',
	says: 'A page that filters leave empty is an empty list, not an error',
	see,
	concerns: [LIST],
	level: 'read',
	check: async (account) => {
		const exchange = await account.read('/transactions', {
			...ALL,
			startDate: '2001-01-01T00:00:00.000Z',
			endDate: '2001-01-02T00:00:00.000Z',
		});
		if (!succeeded(exchange)) return differs(`answered ${exchange.status}`, exchange);
		return shapeOf(exchange, callNamed('GET /transactions'));
	},
};

export const listClaims: readonly Claim[] = [
	...paging,
	...lookUp('id', 'object'),
	...lookUp('orderId', 'list'),
	...lookUp('hash', 'object'),
	...periods,
	empty,
];
