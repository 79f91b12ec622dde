import { ACCEPT, BANK, USDT, every, hits, instead, isRow, json, parse, refusing, rowsOf } from './rewriting';
import type { Circumstance, Plants } from './planted';
import type { Plant, World } from '../account';

const ANY = /^\/withdraw(\/|$)/;

const refusingEach = (path: RegExp, message: string, method = 'POST') =>
	instead((request) => hits(request, method, path), refusing(message));

/** The answer to the first accepted POST is lost. */
const losingFirst = (path: RegExp, status: number): Pick<Plant, 'carry'> => {
	const lost = new WeakSet<World>();
	return {
		carry: async (request, next, world) => {
			const came = await next(request);
			if (!hits(request, 'POST', path) || came.status !== 200 || lost.has(world)) return came;
			lost.add(world);
			if (status === 0) throw new TypeError('terminated');
			return { status, headers: new Map(), text: '<html>Bad gateway</html>' };
		},
	};
};

/** Refusals, lost answers and small extras that are normal for a service, so the report must call none a difference. */
export const REFUSED_USUALLY: Plants<Circumstance> = {
	'an account that has to be verified': { ...refusingEach(ANY, 'KYC verification is required') },
	'a day whose limit is reached': { ...refusingEach(BANK, 'Daily withdrawal limit exceeded') },
	'an own address that takes nothing from the account': {
		...refusingEach(USDT, 'cannot withdraw to your own address'),
	},
	'name enquiries that fail for now, as documented': {
		...refusingEach(/name-enquiry$/, 'Account verification failed', 'GET'),
	},
	'a bank withdrawal whose answer is lost behind a 502': { ...losingFirst(BANK, 502) },
	'an accept whose answer is cut off': { ...losingFirst(ACCEPT, 0) },
	'a limit of calls that is told with 400': {
		...every(7, refusing('Rate limit exceeded')),
	},
	'fees of a quote with decimals, as in an example of the documentation': {
		...rowsOf('POST', /^\/quote$/, (row) => ({
			...row,
			transactionFeesInSourceCurrency: Number(row.transactionFeesInSourceCurrency) + 0.23,
		})),
	},
	'one member more in every answer, errors too': {
		carry: async (request, next) => {
			const came = await next(request);
			const body = parse(came.text);
			return isRow(body) ? json({ requestId: 'of-a-request', ...body }, came.status, came.headers) : came;
		},
	},
};
