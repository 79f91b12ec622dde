/** Which quotes a swap can accept, on both sides of every limit. */
import { acceptableCost, type Terms } from '../../../../../nodes/Mavapay/operations/quote/priceGuard';
import { roundedMinor } from '../../../../../nodes/core/domain/transaction';
import type { Json, JsonObject } from '../../../../../nodes/core/domain/json';
import { reasonOf, valueOf } from '../../../../harness/results';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');

const terms = (more: Partial<Terms> = {}): Terms => ({
	asked: 1000n,
	inSource: true,
	ownFee: 0n,
	sourceCurrency: 'BTCSAT',
	targetCurrency: 'NGNKOBO',
	minimumTargetAmount: null,
	nowMs: NOW,
	...more,
});

const quote = (more: JsonObject = {}): JsonObject => ({
	id: 'q-1',
	isValid: true,
	sourceCurrency: 'BTCSAT',
	targetCurrency: 'NGNKOBO',
	expiry: '2026-03-01T12:00:00.001Z',
	amountInSourceCurrency: 1000,
	totalAmountInSourceCurrency: '1000',
	amountInTargetCurrency: '150000.00',
	...more,
});

/** The members of a quote that state its cost: total, Mavapay's fee, the caller's own fee and the routing fee. */
const costs = (total: Json, { fee, own, route }: { fee?: Json; own?: Json; route?: Json } = {}): JsonObject => ({
	totalAmountInSourceCurrency: total,
	...(fee === undefined ? {} : { transactionFeesInSourceCurrency: fee }),
	...(own === undefined ? {} : { customerInternalFee: own }),
	...(route === undefined ? {} : { estimatedRoutingFee: route }),
});
/** The members of a quote with its target amount (by default that of `quote()`) and its fee in the target currency. */
const gives = (fee: Json, amount: Json = '150000.00'): JsonObject => ({
	transactionFeesInTargetCurrency: fee,
	amountInTargetCurrency: amount,
});
const ofTarget = (asked: bigint): Partial<Terms> => ({ inSource: false, asked });
/** The members of a quote that state its source amount, total, fee and rate for one bitcoin. */
const ofOwn = (source: Json, total: Json, fee: Json, rate: Json = null): JsonObject => ({
	...costs(total, { fee }),
	amountInSourceCurrency: source,
	exchangeRate: rate,
});
const PAID = ofTarget(150_000n);
const NAIRA = { sourceCurrency: 'NGNKOBO' };

describe('a quote that may be accepted', () => {
	it.each<[string, JsonObject, Partial<Terms>, bigint]>([
		['as asked', {}, {}, 1000n],
		['without a word on its validity', { isValid: undefined }, {}, 1000n],
		['without currencies', { sourceCurrency: undefined, targetCurrency: undefined }, {}, 1000n],
		['without expiry', { expiry: undefined }, {}, 1000n],
		['that expires in a millisecond', {}, {}, 1000n],
		['with a fraction: the cost is rounded up', { totalAmountInSourceCurrency: '1000.2' }, { asked: 1001n }, 1001n],
		['at the minimum', {}, { minimumTargetAmount: 150_000n }, 1000n],
		['dearer by its transaction fee', costs(1020, { fee: 20 }), {}, 1020n],
		['cheaper by its transaction fee', costs(980, { fee: 20 }), {}, 980n],
		['dearer by its internal fee', costs(1007, { own: '7' }), {}, 1007n],
		['dearer by its routing fee, rounded up', costs(1001, { route: 0.5 }), {}, 1001n],
		['dearer by all three', costs(1006, { fee: 1, own: '2', route: '3' }), {}, 1006n],
		['twice as dear', costs(2000, { fee: 1000 }), {}, 2000n],
		['dearer still, by what was asked for', costs(2900, { fee: 1000, own: '900' }), { ownFee: 900n }, 2900n],
		['asked for in the target currency', {}, ofTarget(150_000n), 1000n],
		['that gives half, with fees that say so', gives('150000'), ofTarget(300_000n), 1000n],
		['that gives less by its target fee', gives('50', 149_950), ofTarget(150_000n), 1000n],
		['that gives more by its target fee', gives('50', 150_050), ofTarget(150_000n), 1000n],
		['dearer than its own amount by its fee', ofOwn(970, 1000, 30), PAID, 1000n],
		['cheaper than its own amount by its fee', ofOwn(1030, 1000, 30), PAID, 1000n],
		['of twice its own amount', ofOwn(500, 1000, 500), PAID, 1000n],
		['at twice its rate', ofOwn(1000, 1000, 0, '300000000.9'), PAID, 1000n],
		['at twice its rate with its fee', { ...ofOwn(1000, 1000, 9, 300_000_000), ...gives(1, 149_999) }, PAID, 1000n],
		['from naira, at any rate', { ...ofOwn(1000, 1000, 0, 1e15), ...NAIRA }, { ...PAID, ...NAIRA }, 1000n],
		// Quotes from Mavapay's documentation. The last one is older: its rate is far below today's.
		['of a guide', { ...ofOwn(1e5, 1e5, 498, 14_720_643), ...gives(7340, 1_460_784) }, ofTarget(1_460_784n), 100_000n],
		[
			'of a reference',
			{ ...ofOwn(1499, 1499, 13.23, 5_000_000.23), ...gives('3750.00', '50000.00') },
			ofTarget(50_000n),
			1499n,
		],
	])('%s', (_, stated, asked, cost) => {
		expect(valueOf(acceptableCost(quote(stated), terms(asked)))).toBe(cost);
	});
});

describe('a quote that is refused', () => {
	it.each<[string, JsonObject, Partial<Terms>]>([
		['is no longer valid', { isValid: false }, {}],
		['has another currency than requested: USDSAT instead of BTCSAT', { sourceCurrency: 'USDSAT' }, {}],
		['has another currency than requested: KESCENT instead of NGNKOBO', { targetCurrency: 'KESCENT' }, {}],
		['has another currency than requested: null instead of NGNKOBO', { targetCurrency: null }, {}],
		["has an expiry that isn't a date", { expiry: 'soon' }, {}],
		['has an unexpected format (expiry)', { expiry: 1_772_366_400_000 }, {}],
		["has an expiry that isn't a date", { expiry: null }, {}],
		['has an unexpected format (isValid)', { isValid: 'false' }, {}],
		['has an unexpected format (customerInternalFee)', { customerInternalFee: { amount: 1 } }, {}],
		['expired at 2026-03-01T12:00:00.000Z', { expiry: '2026-03-01T12:00:00.000Z' }, {}],
		['expired at 2020-01-01T00:00:00Z', { expiry: '2020-01-01T00:00:00Z' }, {}],
		['has an unexpected format (totalAmountInSourceCurrency)', { totalAmountInSourceCurrency: 'many' }, {}],
		[
			"doesn't say what leaves or arrives",
			{ totalAmountInSourceCurrency: undefined, amountInSourceCurrency: 1000 },
			{},
		],
		["doesn't say what leaves or arrives", { totalAmountInSourceCurrency: null, amountInSourceCurrency: 1000 }, {}],
		["doesn't say what leaves or arrives", { amountInTargetCurrency: undefined }, {}],
		["doesn't say what leaves or arrives", { amountInTargetCurrency: '0.94' }, {}],
		["is for 0.00002001 BTC, not 0.00001000 BTC, and its fees don't explain why", costs(2001, { fee: 1001 }), {}],
		[
			"is for 0.00002401 BTC, not 0.00001000 BTC, and its fees don't explain why",
			costs(2401, { own: '1401' }),
			{ ownFee: 400n },
		],
		[
			"is for 3,000.01 NGN, not 1,500.00 NGN, and its fees don't explain why",
			gives('150001', 300_001),
			ofTarget(150_000n),
		],
		["is for 1,500.00 NGN, not 3,000.01 NGN, and its fees don't explain why", gives('150001'), ofTarget(300_001n)],
		["doesn't say what leaves or arrives", { totalAmountInSourceCurrency: 0 }, ofTarget(150_000n)],
		[
			"gives 1,499.99 NGN, less than the 1,500.00 NGN of 'Minimum Target Amount'",
			{ amountInTargetCurrency: '149999.9' },
			{ minimumTargetAmount: 150_000n },
		],
		[
			"is for 0.00001001 BTC, not 0.00001000 BTC, and its fees don't explain why",
			{ totalAmountInSourceCurrency: 1001 },
			{},
		],
		[
			"is for 0.00000999 BTC, not 0.00001000 BTC, and its fees don't explain why",
			{ totalAmountInSourceCurrency: 999 },
			{},
		],
		[
			"is for 0.00001007 BTC, not 0.00001000 BTC, and its fees don't explain why",
			costs(1007, { fee: 1, own: '2', route: '3' }),
			{},
		],
		[
			"is for 1,499.49 NGN, not 1,500.00 NGN, and its fees don't explain why",
			{ transactionFeesInTargetCurrency: '50', transactionFeesInSourceCurrency: 9999, amountInTargetCurrency: 149_949 },
			ofTarget(150_000n),
		],
		["doesn't state its amount in the source currency", ofOwn(null, 1000, 0), PAID],
		...(
			[
				['1.15000000', '0.01150000', ofOwn(1_150_000, 115_000_000, 0), PAID],
				['0.00001000', '0.00000969', ofOwn(969, 1000, 30), PAID],
				['0.00001000', '0.00001031', ofOwn(1031, 1000, 30), PAID],
				['0.00001000', '0.00000499', ofOwn(499, 1000, 501), PAID],
				['0.00001000', '0.00001000', ofOwn(1000, 1000, 0, 300_000_001), PAID],
				['0.00001000', '0.00001000', { exchangeRate: 300_000_001 }, {}],
				['0.00100000', '0.00100000', ofOwn(100_000, 100_000, 0, 150_000_000), PAID],
			] as const
		).map(([cost, own, stated, asked]): [string, JsonObject, Partial<Terms>] => [
			`costs ${cost} BTC for ${own} BTC, and its fees and rate don't explain why`,
			stated,
			asked,
		]),
		[
			"is for 1,499.99 NGN, not 1,500.00 NGN, and its fees don't explain why",
			{ amountInTargetCurrency: 149_999 },
			ofTarget(150_000n),
		],
	])('%s', (reason, stated, asked) => {
		expect(reasonOf(acceptableCost(quote(stated), terms(asked)))).toBe(reason);
	});
});

describe('amounts of a quote', () => {
	it.each<[unknown, bigint | null, bigint | null]>([
		[3750, 3750n, 3750n],
		['3750.00', 3750n, 3750n],
		[' 3750 ', 3750n, 3750n],
		[13.23, 14n, 13n],
		['0.000000001', 1n, 0n],
		['0', 0n, 0n],
		['10.05', 11n, 10n],
		['1'.repeat(30), BigInt('1'.repeat(30)), BigInt('1'.repeat(30))],
		[`1.${'0'.repeat(29)}1`, 2n, 1n],
		['1'.repeat(31), null, null],
		[`1.${'0'.repeat(31)}`, null, null],
		['-5', null, null],
		['5x', null, null],
		['x5', null, null],
		['5.', null, null],
		['.5', null, null],
		['5x5', null, null],
		['', null, null],
		[1e21, null, null],
		[Number.NaN, null, null],
		[null, null, null],
		[true, null, null],
		[['5'], null, null],
		[undefined, null, null],
	])('%p is %p as a cost and %p as a gain', (value, up, down) => {
		expect([roundedMinor(value, 'up'), roundedMinor(value, 'down')]).toEqual([up, down]);
	});
});
