import { TICKER_PAIRS, displayRate } from '../data/rates';
import { ok, route, type Route } from '../http/routing';
import { DOCUMENTED } from '../messages';
import { bodies, queries } from '../requests';
import { ServiceError, type Currency } from '../state/types';

/** Half of the spread between ask and bid. */
const HALF_SPREAD = 0.005;

function rounded(value: number): number {
	return Number(value.toPrecision(9));
}

function perUnit(currency: Currency) {
	return {
		unitPricePerUsd: { amount: displayRate('USD', currency), currencyUnit: `${currency}USD` },
		unitPricePerSat: {
			amount: rounded(displayRate('BTC', currency) / 100_000_000),
			currencyUnit: `${currency}SAT`,
		},
	};
}

const FEE = { fee: 0, minFee: 0, maxFee: null, feePercentage: 0.75 };

export const priceRoutes: Route[] = [
	route({
		method: 'GET',
		path: '/price/ticker',
		access: 'open',
		query: queries.ticker,
		body: bodies.none,
		handle: ({ service, query }) => {
			const pair = query.pair.toUpperCase();
			const found = TICKER_PAIRS[pair];
			if (!found) throw new ServiceError(400, DOCUMENTED.invalidCurrency);
			const [base, quoted] = found;
			const rate = displayRate(base, quoted);
			return ok(service, {
				ask: rounded(rate * (1 + HALF_SPREAD)),
				bid: rounded(rate * (1 - HALF_SPREAD)),
				timestamp: service.clock.now(),
				meta: {
					pair,
					payoutMethods: ['LIGHTNING', 'BANKTRANSFER'],
					collectionMethods: ['LIGHTNING', 'BANKTRANSFER'],
					...perUnit(quoted),
					fees: { ask: { ...FEE }, bid: { ...FEE } },
				},
			});
		},
	}),
	route({
		method: 'GET',
		path: '/price',
		access: 'open',
		query: queries.oldPrice,
		body: bodies.none,
		handle: ({ service, query }) =>
			ok(service, {
				currency: query.currency,
				timeStamp: service.clock.now(),
				btcPriceInUnitCurrency: displayRate('BTC', query.currency),
				...perUnit(query.currency),
			}),
	}),
];
