import { KOBO } from '../../../../verify/cost';
import { alsoTaking } from './money';
import type { Planted, Plants } from './planted';
import {
	ACCEPT,
	BANK,
	LIGHTNING,
	type Row,
	USDT,
	answering,
	everywhere,
	hits,
	instead,
	isRow,
	json,
	listing,
	parse,
	pathOf,
	refusing,
	rowsOf,
	take,
	withQuery,
} from './rewriting';
import type { Incoming } from '../../../../verify/transport';

const LIST = /^\/transactions$/;

const EACH = [
	['USDT withdrawal', USDT, 'outcome of a USDT withdrawal'],
	['bank withdrawal', BANK, 'outcome of a bank withdrawal'],
	['Lightning withdrawal', LIGHTNING, 'outcome of a Lightning withdrawal'],
	['accept', ACCEPT, 'wallet after an accept'],
] as const;

const STATUSES = [
	['403', () => refusing('Forbidden', 403)],
	['429', () => refusing('Too many requests', 429)],
	['401 and "Token expired"', () => refusing('Token expired', 401)],
] as const;

const paidAllTheSame = (answer: () => Incoming) => (_request: unknown, came: Incoming) =>
	came.status === 200 ? answer() : null;

/** A bank withdrawal that takes more than any list shows, and whose answer is lost. */
const losingAndTaking = (more: bigint): Pick<Planted, 'carry'> => ({
	carry: async (request, next, world) => {
		const came = await next(request);
		if (!hits(request, 'POST', BANK) || came.status !== 200) return came;
		if (!String(request.body).includes(`"${KOBO.bank}"`)) return came;
		take(world, 'NGN', more);
		throw new TypeError('terminated');
	},
});

/** The NGN payment is partly refunded, and the list shows the refund with an undocumented type. */
const comingBack: Pick<Planted, 'carry'> = (() => {
	const refunds = new WeakMap<object, Row[]>();
	return {
		carry: async (request, next, world) => {
			const came = await next(request);
			if (hits(request, 'POST', BANK) && came.status === 200 && !refunds.has(world)) {
				const paid = parse(came.text);
				const row = isRow(paid) && isRow(paid.data) ? paid.data : {};
				refunds.set(world, [{ ...row, id: 'refund-of-it', ref: 'ref-of-it', type: 'REFUND', amount: 20_003, fees: 0 }]);
				world.sandbox.clock.schedule(5_000, () => take(world, 'NGN', -20_003n));
			}
			const body = parse(came.text);
			if (!hits(request, 'GET', LIST) || !isRow(body) || !Array.isArray(body.data)) return came;
			return json({ ...body, data: [...(refunds.get(world) ?? []), ...body.data] });
		},
	};
})();

/** Payments that are made although they are refused, or that take another amount than stated; and refunds. */
export const UNPLACED: Plants = {
	...Object.fromEntries(
		STATUSES.flatMap(([status, answer]) =>
			EACH.map(([kind, path, named]): readonly [string, Planted] => [
				`each ${kind} is answered ${status}, and paid`,
				{
					...answering('POST', path, paidAllTheSame(answer)),
					differs: { [named]: /it was refused: answered 4\d\d.*but/ },
				},
			]),
		),
	),
	'a bank withdrawal whose answer is lost takes three times its amount': {
		...losingAndTaking(KOBO.bank * 2n),
		differs: { 'money of the whole run': /lost more than was paid/ },
	},
	'a tenth of a bank withdrawal comes back seconds later, as a refund': {
		...comingBack,
		differs: { 'money of the whole run': /came back/ },
	},
	'the fee of a USDT withdrawal is inside its amount': {
		...alsoTaking(USDT, 200, 'USDT', (_sent, _world, { text }) => -BigInt(/"fees":(\d+)/.exec(text)?.[1] ?? '0')),
		differs: { 'wallet after a USDT withdrawal': /the amount, without the fees/ },
	},
	'the fee of a bank withdrawal is inside its amount': {
		...alsoTaking(BANK, 200, 'NGN', () => -5_000n),
		differs: { 'wallet after a withdrawal': /the amount, without the fees/ },
	},
	'a bank withdrawal takes some kobo more': {
		...alsoTaking(BANK, 200, 'NGN', () => 7n),
		differs: { 'wallet after a withdrawal': /it took some kobo more than the amount and the fees/ },
		weight: 'breaks a feature',
	},
	'an accepted quote is rounded up to whole naira': {
		...alsoTaking(ACCEPT, 200, 'NGN', () => 83n),
		differs: { 'wallet after an accept': /it took a little more than the total/ },
	},
	'a swap brings a tenth less than its quote says': {
		...alsoTaking(ACCEPT, 200, 'NGN', (_sent, world) => {
			world.sandbox.clock.schedule(1_600, () =>
				take(world, 'BTC', world.sandbox.wallets.balance('BTC') > 100n ? 20n : 0n),
			);
			return 0n;
		}),
		differs: { 'wallet after a swap': /./ },
	},
};

const referencesAs = (change: (text: string) => string): Pick<Planted, 'carry'> =>
	everywhere((row) =>
		typeof row.customerReference === 'string' ? { ...row, customerReference: change(row.customerReference) } : row,
	);

const unknownOf = (path: RegExp): Pick<Planted, 'carry'> => ({
	carry: async (request, next) => {
		const came = await next(request);
		return path.test(pathOf(request)) && came.status === 404 ? refusing('Internal server error', 500) : came;
	},
});

/** Values that are almost as documented, such as a reference in lower case. */
export const NEARLY: Plants = {
	'references come back in lower case': {
		...referencesAs((text) => text.toLowerCase()),
		differs: { 'reference with capitals and signs': /another case/ },
	},
	'signs of references are replaced': {
		...referencesAs((text) => text.replace(/[^A-Za-z0-9-]/g, '_')),
		differs: { 'reference with capitals and signs': /its signs/ },
	},
	'references are cut to forty characters': {
		...referencesAs((text) => text.slice(0, 40)),
		differs: { 'long reference': /cut to 40/ },
	},
	'references of more than fifty characters are refused': {
		...instead(
			({ body }) => /"customerReference":"[^"]{51}/.test(String(body)),
			refusing('customerReference is invalid'),
		),
		differs: { 'long reference': /refused/ },
	},
	'orders have the reference null': {
		...everywhere((row) => ('customerReference' in row ? { ...row, customerReference: null } : row), /^\/order/),
		differs: { "amounts of an order's quote": /null/ },
	},
	'orders are listed twice': {
		...listing(/^\/order\/all$/, (rows) => rows.flatMap((one) => [one, one])),
		differs: { 'orders come once': /./ },
	},
	'a page beyond the last is the first one again': {
		carry: async (request, next) => {
			const page = Number(request.url.searchParams.get('page') ?? 1);
			if (!hits(request, 'GET', LIST) || page < 2) return await next(request);
			const came = await next(request);
			const body = parse(came.text);
			if (!isRow(body) || !Array.isArray(body.data) || body.data.length > 0) return came;
			return await next(withQuery(request, (query) => query.set('page', '1')));
		},
		differs: { 'a page beyond the last': /./ },
	},
	'each status of a payment has a row of its own in the list': {
		...listing(LIST, (rows) =>
			rows.flatMap((row) =>
				isRow(row) && row.status === 'SUCCESS'
					? [row, { ...row, id: `ffff${String(row.id).slice(4)}`, status: 'PENDING' }]
					: [row],
			),
		),
		differs: { 'one row for a payment': /./ },
		notShown: ['nothing is paid: accepted quote'],
	},
	'name enquiries cover the name': {
		...rowsOf('GET', /name-enquiry$/, (row) => ({
			...row,
			accountName: String(row.accountName).replace(/\B\w/g, '*'),
		})),
		differs: { 'account of a name enquiry': /letters/ },
	},
	'a new payment link is answered with linkId in place of paymentRef': {
		...rowsOf('POST', /^\/paymentlink$/, ({ paymentRef, ...row }) => ({ ...row, linkId: paymentRef ?? null })),
		differs: { 'form of POST /paymentlink': /paymentRef/ },
	},
	'unknown transactions are answered with 500': {
		...unknownOf(/^\/transaction$/),
		differs: { 'unknown transaction': /500/ },
	},
	'unknown orders are answered with 500': {
		...unknownOf(/^\/order$/),
		differs: { 'unknown order': /500/ },
	},
	'the profile shows no webhook though one is set': {
		...everywhere((row) => ('webhook' in row ? { ...row, webhook: null } : row), /^\/user$/),
		differs: { "the webhook's secret in the profile": /none is shown/ },
	},
};
