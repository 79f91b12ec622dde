import { everywhere, hits, isRow, isTransaction, json, parse, pathOf, refusing, told, type Row } from './rewriting';
import { HARD } from '../../../../sandbox';
import { TimedOut } from '../../../../verify/time';
import { resigned, type World } from '../account';
import type { Planted } from './planted';

const NONE: readonly string[] = [];
const PAGE = { status: 403, headers: new Map<string, string>(), text: '<html><body>Just a moment...</body></html>' };

/** Counts the requests of a world. */
const counting = () => {
	const counts = new WeakMap<World, number>();
	return (world: World): number => {
		const count = (counts.get(world) ?? 0) + 1;
		counts.set(world, count);
		return count;
	};
};

const from = (first: number, then: NonNullable<Planted['carry']>): Pick<Planted, 'carry'> => {
	const count = counting();
	return {
		carry: async (request, next, world) =>
			count(world) < first ? await next(request) : await then(request, next, world),
	};
};

const isPayee = (row: Row): boolean => 'beneficiary' in row;

/** What happens, and says nothing about the interface: no claim may differ. */
export const CIRCUMSTANCES: readonly Planted[] = [
	{ name: 'an account without a history', isNew: true, named: NONE },
	{
		name: '429 to every fifth request',
		carry: (() => {
			const count = counting();
			return async (request, next, world) =>
				count(world) % 5 === 0
					? { ...refusing('Too many requests', 429), headers: new Map([['retry-after', '1']]) }
					: await next(request);
		})(),
		named: NONE,
	},
	{
		name: 'an account without money',
		prepare: ({ sandbox }) => {
			for (const currency of ['NGN', 'KES', 'BTC', 'USD', 'USDT'] as const) sandbox.wallets.set(currency, 0n);
		},
		named: NONE,
	},
	{
		name: 'an account with a naira wallet alone',
		carry: async (request, next) => {
			const came = await next(request);
			const body = parse(came.text);
			if (!/^\/wallet$/.test(pathOf(request)) || !isRow(body) || !Array.isArray(body.data)) return came;
			return json({ ...body, data: body.data.filter((one) => isRow(one) && one.currency === 'NGN') });
		},
		named: NONE,
	},
	{
		name: 'a service as hard as the world',
		quirks: { ...HARD, latencyMs: [0, 0], callsPerSecond: null },
		carry: async (request, next, { sandbox }) => {
			sandbox.clock.advance(600);
			return await next(request);
		},
		named: NONE,
	},
	{ name: 'payouts settle after 90 s', quirks: { settleAfterMs: 90_000 }, named: NONE },
	{ name: 'payouts settle after an hour', quirks: { settleAfterMs: 3_600_000 }, named: NONE },
	{
		name: 'each answer takes 2 s',
		carry: async (request, next, { sandbox }) => {
			sandbox.clock.advance(1_000);
			const came = await next(request);
			sandbox.clock.advance(1_000);
			return came;
		},
		named: NONE,
	},
	{ name: 'look-ups and lists lag by 3 s', quirks: { readLagMs: 3_000 }, named: NONE },
	{ name: 'look-ups and lists lag by 5 s', quirks: { readLagMs: 5_000 }, named: NONE },
	{
		name: 'names are checked in quotes',
		carry: async (request, next) => {
			const body = request.body === null ? null : parse(request.body);
			const wrong =
				hits(request, 'POST', /^\/quote$/) && isRow(body) && isPayee(body) && String(request.body).includes('Verify');
			return wrong ? refusing('name mismatch') : await next(request);
		},
		named: NONE,
	},
	{
		name: 'Lightning addresses are looked up',
		carry: async (request, next) =>
			String(request.body).includes('verify@example.com')
				? refusing('Lightning address not found')
				: await next(request),
		named: NONE,
	},
	{
		name: 'the payment to the own address is told as a deposit that failed',
		carry: async (request, next, { sandbox }) => {
			const came = await next(request);
			const body = request.body === null ? null : parse(request.body);
			if (hits(request, 'POST', /^\/withdraw\/stablecoin$/) && came.status === 200 && isRow(body))
				sandbox.deposit({ to: String(body.address), amount: BigInt(String(body.amount)), fails: true });
			return came;
		},
		named: NONE,
	},
	{
		name: 'the payment to the own address arrives as a deposit',
		carry: async (request, next, { sandbox }) => {
			const came = await next(request);
			const body = request.body === null ? null : parse(request.body);
			if (hits(request, 'POST', /^\/withdraw\/stablecoin$/) && came.status === 200 && isRow(body))
				sandbox.deposit({ to: String(body.address), amount: BigInt(String(body.amount)) });
			return came;
		},
		named: NONE,
	},
	{
		name: 'a READ key',
		carry: async (request, next) =>
			request.method === 'GET' ? await next(request) : refusing('Insufficient permissions', 403),
		named: NONE,
	},
	{
		name: 'a page for people from the 20th request on',
		...from(20, async () => await Promise.resolve(PAGE)),
		named: NONE,
	},
	{
		name: 'the key is revoked from the 20th request on',
		...from(20, async () => await Promise.resolve(refusing('Invalid API key provided', 401))),
		named: NONE,
	},
	{
		name: 'the service is gone from the 40th request on',
		...from(40, async () => await Promise.reject(new TypeError('fetch failed'))),
		named: NONE,
	},
	{
		name: '503 from the 60th request on',
		...from(60, async () => await Promise.resolve(refusing('Service Unavailable', 503))),
		named: NONE,
	},
	{
		name: 'prices hang',
		carry: async (request, next) =>
			pathOf(request).startsWith('/price') ? await Promise.reject(new TimedOut('nothing came')) : await next(request),
		named: NONE,
	},
	{
		name: 'answers are cut in the middle, every seventh',
		carry: (() => {
			const count = counting();
			return async (request, next, world) => {
				const came = await next(request);
				if (count(world) % 7 === 0) throw new TypeError('terminated');
				return came;
			};
		})(),
		named: NONE,
	},
	{
		name: 'a new member everywhere',
		...everywhere((row) => (isTransaction(row) || 'balance' in row ? { ...row, somethingNew: 'Some text' } : row)),
		named: NONE,
	},
	{
		name: 'somebody else pays in naira meanwhile',
		carry: (() => {
			const count = counting();
			return async (request, next, world) => {
				const came = await next(request);
				if (!hits(request, 'POST', /^\/withdraw$/) || came.status !== 200 || count(world) > 1) return came;
				const body = parse(String(request.body));
				if (isRow(body)) await next({ ...request, body: JSON.stringify({ ...body, amount: '345600' }) });
				return came;
			};
		})(),
		named: NONE,
	},
	{
		name: 'the fee of a customer is paid in meanwhile',
		carry: async (request, next, { sandbox }) => {
			const came = await next(request);
			if (hits(request, 'POST', /^\/withdraw$/) && came.status === 400)
				sandbox.wallets.set('NGN', sandbox.wallets.balance('NGN') + 777n);
			return came;
		},
		named: NONE,
	},
];

/** A service that does what its documentation says, where the package has another guess. */
export const AS_DOCUMENTED: readonly Planted[] = [
	{
		name: 'link details need a key',
		carry: async (request, next) =>
			/^\/paymentlink/.test(pathOf(request)) && request.headers['X-API-KEY'] === undefined
				? refusing('Invalid API key provided', 401)
				: await next(request),
		named: NONE,
	},
	{
		name: 'Recurring is refused',
		carry: async (request, next) =>
			String(request.body).includes('Recurring') ? refusing('type is invalid') : await next(request),
		named: NONE,
	},
	{ name: 'one object by orderId', quirks: { transactionShape: 'object' }, named: NONE },
	{
		name: 'pairs in upper case are refused',
		carry: async (request, next) =>
			request.url.searchParams.get('pair') === 'USDNGN' ? refusing('Invalid currency') : await next(request),
		named: NONE,
	},
	{
		name: 'errors have a member error',
		carry: async (request, next) => {
			const came = await next(request);
			const body = parse(came.text);
			return came.status >= 400 && isRow(body) ? json({ ...body, error: 'Bad Request' }, came.status) : came;
		},
		named: NONE,
	},
	{
		name: 'errors have a statusCode in place of a status',
		carry: async (request, next) => {
			const came = await next(request);
			const body = parse(came.text);
			return came.status >= 400 && isRow(body)
				? json({ statusCode: came.status, message: body.message ?? '', error: 'Bad Request' }, came.status)
				: came;
		},
		named: NONE,
	},
	{ name: 'successes say success', quirks: { statusWord: 'success' }, named: NONE },
	{
		name: 'the body comes with blanks, and JSON.stringify is signed',
		deliver: (delivery) => [
			{
				...resigned(delivery, JSON.stringify(parse(delivery.body))),
				body: JSON.stringify(parse(delivery.body), null, 2),
			},
		],
		named: NONE,
	},
	{
		name: 'unknown transactions and orders are answered with 400',
		carry: async (request, next) => {
			const came = await next(request);
			return came.status === 404 ? { ...came, status: 400 } : came;
		},
		named: NONE,
	},
	{ name: 'target amounts as text', quirks: { numbersAsText: 'target' }, named: NONE },
	{ name: 'three members in a name enquiry', quirks: { enquiryShape: 'three' }, named: NONE },
	{ name: 'received and sent share an ID', quirks: { eventIds: 'shared' }, named: NONE },
	{
		name: 'events come twice',
		...told(/^payment/, (row) => row),
		deliver: (delivery) => [delivery, delivery],
		named: NONE,
	},
	{
		name: 'times of events are a little late',
		...told(/^payment/, (row) => row),
		named: NONE,
	},
];
