import {
	BUSY,
	USDT,
	counting,
	every,
	everywhere,
	hits,
	instead,
	isRow,
	isTransaction,
	json,
	listing,
	parse,
	pathOf,
	refusing,
	sentBody,
	told,
} from './rewriting';
import { HARD } from '../../../../sandbox';
import { TimedOut } from '../../../../verify/time';
import { resigned } from '../account';
import type { Circumstance, Planted, Plants } from './planted';

const PAGE = { status: 403, headers: new Map<string, string>(), text: '<html><body>Just a moment...</body></html>' };

const from = (first: number, then: NonNullable<Planted['carry']>): Pick<Planted, 'carry'> => {
	const count = counting();
	return {
		carry: async (request, next, world) =>
			count(world) < first ? await next(request) : await then(request, next, world),
	};
};

/** Reports a withdrawal to the account's own address as a deposit. */
const arriving = (how: { readonly fails?: true }): Pick<Circumstance, 'carry'> => ({
	carry: async (request, next, { sandbox }) => {
		const came = await next(request);
		const { address, amount } = sentBody(request);
		if (hits(request, 'POST', USDT) && came.status === 200)
			sandbox.deposit({ to: String(address), amount: BigInt(String(amount)), ...how });
		return came;
	},
});

/** Circumstances that say nothing about the interface: the command must not report a difference. */
export const CIRCUMSTANCES: Plants<Circumstance> = {
	'an account without a history': { isNew: true },
	'an account with more than a hundred transactions': BUSY,
	'429 to every fifth request': {
		...every(5, { ...refusing('Too many requests', 429), headers: new Map([['retry-after', '1']]) }),
	},
	'an account without money': {
		prepare: ({ sandbox }) => {
			for (const currency of ['NGN', 'KES', 'BTC', 'USD', 'USDT'] as const) sandbox.wallets.set(currency, 0n);
		},
	},
	'an account with a naira wallet alone': listing(/^\/wallet$/, (rows) =>
		rows.filter((one) => isRow(one) && one.currency === 'NGN'),
	),
	'a service as hard as the world': {
		quirks: { ...HARD, latencyMs: [0, 0], callsPerSecond: null },
		carry: async (request, next, { sandbox }) => {
			sandbox.clock.advance(600);
			return await next(request);
		},
	},
	'payouts settle after 90 s': { quirks: { settleAfterMs: 90_000 } },
	'payouts settle after an hour': { quirks: { settleAfterMs: 3_600_000 } },
	'each answer takes 2 s': {
		carry: async (request, next, { sandbox }) => {
			sandbox.clock.advance(1_000);
			const came = await next(request);
			sandbox.clock.advance(1_000);
			return came;
		},
	},
	'what is PENDING is not listed, and ends in a second': {
		...listing(/^\/transactions$/, (rows) => rows.filter((one) => !isRow(one) || one.status !== 'PENDING')),
		notShown: ['payment in the list', "a payment by the package's query"],
	},
	'look-ups and lists lag by 3 s': { quirks: { readLagMs: 3_000 } },
	'look-ups and lists lag by 5 s': { quirks: { readLagMs: 5_000 } },
	'names are checked in quotes': {
		...instead(
			(request) =>
				hits(request, 'POST', /^\/quote$/) &&
				'beneficiary' in sentBody(request) &&
				String(request.body).includes('Verify'),
			refusing('name mismatch'),
		),
		notShown: ['payee of a listed payout in rand', 'a payout in rand by day and amount'],
	},
	'Lightning addresses are looked up': {
		...instead(({ body }) => String(body).includes('verify@example.com'), refusing('Lightning address not found')),
	},
	'the payment to the own address is told as a deposit that failed': {
		...arriving({ fails: true }),
	},
	'the payment to the own address arrives as a deposit': {
		...arriving({}),
	},
	'a READ key': {
		...instead(({ method }) => method !== 'GET', refusing('Insufficient permissions', 403)),
	},
	'a page for people from the 20th request on': {
		...from(20, async () => await Promise.resolve(PAGE)),
	},
	'the key is revoked from the 20th request on': {
		...from(20, async () => await Promise.resolve(refusing('Invalid API key provided', 401))),
	},
	'the service is gone from the 40th request on': {
		...from(40, async () => await Promise.reject(new TypeError('fetch failed'))),
	},
	'503 from the 60th request on': {
		...from(60, async () => await Promise.resolve(refusing('Service Unavailable', 503))),
	},
	'prices hang': {
		...instead((request) => pathOf(request).startsWith('/price'), new TimedOut('nothing came')),
	},
	'answers are cut in the middle, every seventh': {
		carry: (() => {
			const count = counting();
			return async (request, next, world) => {
				const came = await next(request);
				if (count(world) % 7 === 0) throw new TypeError('terminated');
				return came;
			};
		})(),
	},
	'a new member everywhere': {
		...everywhere((row) => (isTransaction(row) || 'balance' in row ? { ...row, somethingNew: 'Some text' } : row)),
	},
	'somebody else pays in naira meanwhile': {
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
	},
	'the fee of a customer is paid in meanwhile': {
		carry: async (request, next, { sandbox }) => {
			const came = await next(request);
			if (hits(request, 'POST', /^\/withdraw$/) && came.status === 400)
				sandbox.wallets.set('NGN', sandbox.wallets.balance('NGN') + 777n);
			return came;
		},
	},
};

/** A service that behaves as documented, where this package assumes something else. */
export const AS_DOCUMENTED: Plants<Circumstance> = {
	'one object by orderId': { quirks: { transactionShape: 'object' } },
	'errors have a member error': {
		carry: async (request, next) => {
			const came = await next(request);
			const body = parse(came.text);
			return came.status >= 400 && isRow(body) ? json({ ...body, error: 'Bad Request' }, came.status) : came;
		},
	},
	'errors have a statusCode in place of a status': {
		carry: async (request, next) => {
			const came = await next(request);
			const body = parse(came.text);
			return came.status >= 400 && isRow(body)
				? json({ statusCode: came.status, message: body.message ?? '', error: 'Bad Request' }, came.status)
				: came;
		},
	},
	'successes say success': { quirks: { statusWord: 'success' } },
	'the body comes with blanks, and JSON.stringify is signed': {
		deliver: (delivery) => [
			{
				...resigned(delivery, JSON.stringify(parse(delivery.body))),
				body: JSON.stringify(parse(delivery.body), null, 2),
			},
		],
	},
	'unknown transactions and orders are answered with 400': {
		carry: async (request, next) => {
			const came = await next(request);
			return came.status === 404 ? { ...came, status: 400 } : came;
		},
	},
	'target amounts as text': { quirks: { numbersAsText: 'target' } },
	'South African banks as objects': { quirks: { zaBanks: 'objects' } },
	'three members in a name enquiry': { quirks: { enquiryShape: 'three' } },
	'received and sent share an ID': { quirks: { eventIds: 'shared' } },
	'events come twice': {
		...told(/^payment/, (row) => row),
		deliver: (delivery) => [delivery, delivery],
	},
	'times of events are a little late': {
		...told(/^payment/, (row) => row),
	},
};
