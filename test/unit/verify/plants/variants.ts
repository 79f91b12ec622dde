import { answering, bodyOf, hits, isRow, refusing, rowsOf, sentBody } from './rewriting';
import type { Planted } from './planted';
import type { World } from '../account';
import type { Incoming, Outgoing } from '../../../../verify/transport';

const QUOTE = /^\/quote$/;

/** What a service does with a read of the bank list while another one is under way. */
function crowded(answer: (request: Outgoing, next: (one: Outgoing) => Promise<Incoming>) => Promise<Incoming>) {
	const underWay = new WeakMap<World, number>();
	const carry: Planted['carry'] = async (request, next, world) => {
		if (!hits(request, 'GET', /^\/bank\/bankcode$/)) return await next(request);
		const count = (underWay.get(world) ?? 0) + 1;
		underWay.set(world, count);
		try {
			return count > 1 ? await answer(request, next) : await next(request);
		} finally {
			underWay.set(world, (underWay.get(world) ?? 1) - 1);
		}
	};
	return { carry };
}

const refusingQuotes = (target: string, member: string): Pick<Planted, 'carry'> => ({
	carry: async (request, next) => {
		const body = sentBody(request);
		const beneficiary = isRow(body.beneficiary) ? body.beneficiary : {};
		return hits(request, 'POST', QUOTE) && body.targetCurrency === target && member in { ...body, ...beneficiary }
			? refusing(`${member} is not allowed`)
			: await next(request);
	},
});

/** A second quote under the reference of the first is answered with that one. */
const quoteAgain = (): Pick<Planted, 'carry'> => {
	const first = new WeakMap<World, Incoming>();
	return {
		carry: async (request, next, world) => {
			const isIt =
				hits(request, 'POST', QUOTE) && sentBody(request).customerReference === 'verify-lightning-quote-0123456789';
			const known = isIt ? first.get(world) : undefined;
			if (known !== undefined) return known;
			const came = await next(request);
			if (isIt && came.status < 300) first.set(world, came);
			return came;
		},
	};
};

/** Differences in the rarer kinds of quotes, in keys, and in reads that are sent at once. */
export const VARIANTS: readonly Planted[] = [
	{
		name: 'a wrong key is answered with 403',
		...answering('GET', /./, (_request, came) => (came.status === 401 ? refusing('Forbidden', 403) : null)),
		named: ['wrong key'],
		word: /403/,
	},
	{
		name: 'a second quote under one reference is the first one',
		...quoteAgain(),
		named: ['repeated reference'],
		word: /first quote/,
	},
	{
		name: 'reads that are sent at once get the answer to another one',
		...crowded(async (request, next) => {
			const url = new URL(request.url);
			url.searchParams.set('country', 'ZA');
			return await next({ ...request, url });
		}),
		named: ['reads at once'],
		word: /another answer/,
	},
	{
		name: 'reads that are sent at once are refused',
		...crowded(async () => await Promise.resolve(refusing('one request at a time', 409))),
		named: ['reads at once'],
		word: /answered 409/,
	},
	{
		name: 'quotes in rand know no bankName',
		...refusingQuotes('ZARCENT', 'bankName'),
		named: ['payee in rand'],
		word: /bankName/,
	},
	{
		name: 'quotes in cedi know no identifierType',
		...refusingQuotes('GHSPESEWA', 'identifierType'),
		named: ['payee in cedi'],
		word: /identifierType/,
	},
	{
		name: 'quotes on chain know no speed',
		...refusingQuotes('BTCSAT', 'speed'),
		named: ['payee on chain'],
		word: /speed/,
	},
	{
		name: "a caller's own fee is in naira",
		...rowsOf('POST', QUOTE, (row) => ({ ...row, customerInternalFee: Number(row.customerInternalFee) * 100 })),
		named: ["a caller's own fee"],
		word: /100 times/,
	},
	{
		name: 'a quote has no own fee of a caller',
		...bodyOf('POST', QUOTE, (body) =>
			isRow(body.data) ? { ...body, data: { ...body.data, customerInternalFee: null } } : body,
		),
		named: ["a caller's own fee"],
		word: /has none/,
	},
	{
		name: 'skipVirtualAccount is no member',
		...refusingQuotes('BTCSAT', 'skipVirtualAccount'),
		named: ['a quote without a virtual account'],
		word: /skipVirtualAccount/,
	},
];

/** A service that limits reads at once, or looks at payees who are made up, is no difference. */
export const VARIED: readonly Planted[] = [
	{
		name: 'reads that are sent at once are too many',
		...crowded(async () => await Promise.resolve(refusing('Too many requests', 429))),
		named: [],
		notShown: ['reads at once'],
	},
	{
		name: 'reads that are sent at once break off',
		...crowded(async () => await Promise.reject(new TypeError('fetch failed'))),
		named: [],
		notShown: ['reads at once'],
	},
	{
		name: 'payees in rand are looked up',
		carry: async (request, next) =>
			String(request.body).includes('1352900000') ? refusing('account not found') : await next(request),
		named: [],
		notShown: ['payee in rand'],
	},
];
