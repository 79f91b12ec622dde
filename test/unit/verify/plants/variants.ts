import { again, answering, bodyOf, hits, instead, isRow, refusing, rowsOf, sentBody, withQuery } from './rewriting';
import type { Circumstance, Planted, Plants } from './planted';
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

const refusingQuotes = (target: string, member: string) =>
	instead(
		(request) => {
			const body = sentBody(request);
			const beneficiary = isRow(body.beneficiary) ? body.beneficiary : {};
			return hits(request, 'POST', QUOTE) && body.targetCurrency === target && member in { ...body, ...beneficiary };
		},
		refusing(`${member} is not allowed`),
	);

/** Differences in the rarer kinds of quotes, in keys, and in reads that are sent at once. */
export const VARIANTS: Plants = {
	'a wrong key is answered with 403': {
		...answering('GET', /./, (_request, came) => (came.status === 401 ? refusing('Forbidden', 403) : null)),
		differs: { 'wrong key': /403/ },
	},
	'a second quote under one reference is the first one': {
		...again(
			QUOTE,
			(first) => first,
			({ customerReference: reference }) => (reference === 'verify-lightning-quote-0123456789' ? reference : undefined),
		),
		differs: { 'repeated reference': /first quote/ },
	},
	'reads that are sent at once get the answer to another one': {
		...crowded(async (request, next) => await next(withQuery(request, (query) => query.set('country', 'ZA')))),
		differs: { 'reads at once': /another answer/ },
	},
	'reads that are sent at once are refused': {
		...crowded(async () => await Promise.resolve(refusing('one request at a time', 409))),
		differs: { 'reads at once': /answered 409/ },
	},
	'quotes in rand know no bankName': {
		...refusingQuotes('ZARCENT', 'bankName'),
		differs: { 'payee in rand': /bankName/ },
	},
	'quotes in cedi know no identifierType': {
		...refusingQuotes('GHSPESEWA', 'identifierType'),
		differs: { 'payee in cedi': /identifierType/ },
	},
	'quotes on chain know no speed': {
		...refusingQuotes('BTCSAT', 'speed'),
		differs: { 'payee on chain': /speed/ },
	},
	"a caller's own fee is in naira": {
		...rowsOf('POST', QUOTE, (row) => ({ ...row, customerInternalFee: Number(row.customerInternalFee) * 100 })),
		differs: { "a caller's own fee": /100 times/ },
	},
	'a quote has no own fee of a caller': {
		...bodyOf('POST', QUOTE, (body) =>
			isRow(body.data) ? { ...body, data: { ...body.data, customerInternalFee: null } } : body,
		),
		differs: { "a caller's own fee": /has none/ },
	},
	'skipVirtualAccount is no member': {
		...refusingQuotes('BTCSAT', 'skipVirtualAccount'),
		differs: { 'a quote without a virtual account': /skipVirtualAccount/ },
	},
};

/** A service that limits reads at once, or checks made-up payees, must not be reported as different. */
export const VARIED: Plants<Circumstance> = {
	'reads that are sent at once are too many': {
		...crowded(async () => await Promise.resolve(refusing('Too many requests', 429))),
		notShown: ['reads at once'],
	},
	'reads that are sent at once break off': {
		...crowded(async () => await Promise.reject(new TypeError('fetch failed'))),
		notShown: ['reads at once'],
	},
	'payees in rand are looked up': {
		...instead(({ body }) => String(body).includes('1352900000'), refusing('account not found')),
		notShown: ['payee in rand'],
	},
};
