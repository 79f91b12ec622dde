/** What Resolve reads from Mavapay, in every form that an answer can take. */
import type { Json, JsonObject } from '../../../../nodes/core/domain/json';
import { byCustomerReference, byKey, byPayee } from '../../../../nodes/Mavapay/operations/payoutReference/evidence';
import { FakeService, stopped } from '../../../harness/operations';
import { answered } from '../../../cases/case';

const HASH = 'ab'.repeat(32);
const tx = (more: JsonObject = {}): JsonObject => ({
	id: 'T1',
	type: 'WITHDRAWAL',
	status: 'SUCCESS',
	amount: 250000,
	currency: 'NGN',
	createdAt: '2026-03-01T12:00:00Z',
	...more,
});
const serving = (...data: Array<Json | undefined>) =>
	new FakeService(data.map((one) => answered(one, { nextPage: false })));
const PAYMENT = {
	minor: 250_000n,
	currency: 'NGN',
	sentAfterMs: Date.parse('2026-01-01T00:00:00Z'),
	sentBeforeMs: null,
};
const byPaymentHash = async (service: FakeService) => await byKey(service, { kind: 'paymentHash', value: HASH });
const byQuote = async (service: FakeService, value: string) => await byKey(service, { kind: 'quoteId', value });
const matchesOf = async (payee: string, ...list: JsonObject[]) =>
	(await byPayee(serving(list), payee, PAYMENT)).transactions.map(({ transactionId, matches }) => [
		transactionId,
		matches,
	]);

describe('by payment hash', () => {
	it('takes what has the hash, in any case, or does not say', async () => {
		const list = [
			tx({ hash: HASH.toUpperCase(), currency: 'btc' }),
			tx({ id: 'T2', hash: null, currency: null }),
			tx({ id: 'T3', hash: 'cd'.repeat(32), currency: 'BTC' }),
			// Transactions of the quote that the invoice belongs to also have its hash, but their currency isn't BTC.
			tx({ id: 'T4', hash: HASH, currency: 'NGN' }),
		];
		const { transactions } = await byPaymentHash(serving(list));
		expect(transactions.map(({ transactionId }) => transactionId)).toEqual(['T1', 'T2']);
	});

	it('reads words in any case, amounts as text, and what is missing as unknown', async () => {
		const { transactions } = await byPaymentHash(
			serving(tx({ type: 'withdrawal', status: 'Success', amount: '2500.00', currency: 'btc', createdAt: 'soon' })),
		);
		expect(transactions[0]).toMatchObject({
			type: 'WITHDRAWAL',
			status: 'SUCCESS',
			minor: 2_500n,
			currency: 'BTC',
			createdMs: null,
		});
		expect((await byPaymentHash(serving({ id: 'T1' }))).transactions[0]).toMatchObject({
			type: '',
			status: '',
			minor: null,
			currency: '',
		});
	});

	it('stops where the response cannot be read, or there is none', async () => {
		await expect(byPaymentHash(serving({ transaction: 1 }))).rejects.toThrow(/unexpected format/);
		await expect(byPaymentHash(new FakeService([stopped('500')]))).rejects.toThrow();
		expect(await byPaymentHash(new FakeService([stopped('404')]))).toEqual({
			transactions: [],
			orders: [],
			incomplete: null,
		});
		await expect(byPaymentHash(new FakeService([stopped('400')]))).rejects.toMatchObject({
			failure: { httpCode: '400' },
		});
	});
});

describe('by order', () => {
	const order = (more: JsonObject = {}): JsonObject => ({
		orderId: 'O1',
		quoteId: 'Q1',
		status: 'paid',
		quotes: [{ id: 'Q2', sourceCurrency: 'NGNKOBO', totalAmountInSourceCurrency: '2500.00' }],
		transactions: [tx()],
		...more,
	});

	it.each([
		{ sourceCurrency: 'NGNKOBO', totalAmountInSourceCurrency: '2500.00' },
		{ targetCurrency: 'NGNKOBO', amountInTargetCurrency: 2500 },
		{ sourceCurrency: 'NGNKOBO', totalAmount: 2500 },
		{ targetCurrency: 'NGNKOBO', equivalentAmount: '2500' },
	])('finds a quote of %j wherever the order has it, and its transactions in both places', async (said) => {
		for (const quoteId of ['Q1', 'Q2']) {
			const quotes = [{ id: 'Q2', ...said }];
			const service = serving(
				[order({ quotes }), order({ orderId: 'O2', quoteId: 'Q3', quotes: null })],
				[tx({ status: 'PENDING' }), tx({ id: 'T9', metadata: { order: { id: 'O7' } } })],
			);
			const found = await byQuote(service, quoteId);
			expect(found.orders).toEqual([{ orderId: 'O1', status: 'PAID' }]);
			const link = { prices: [{ minor: 2_500n, currency: 'NGN' }], matches: true };
			expect(found.transactions).toMatchObject([
				{ transactionId: 'T1', status: 'SUCCESS', ...link },
				{ transactionId: 'T1', status: 'PENDING', ...link },
			]);
			expect(found.transactions).toHaveLength(2);
		}
	});

	it.each(['O1', 43477])('takes the other name of its ID, also as a number: %j', async (id) => {
		const service = serving([{ id, amount: 5000, quoteId: 'Q1', status: 'EXPIRED' }], []);
		expect((await byQuote(service, 'Q1')).orders).toEqual([{ orderId: String(id), status: 'EXPIRED' }]);
		expect(service.requests.at(-1)?.query).toEqual({ orderId: String(id) });
	});

	it.each([true, false])('takes a 404 for no withdrawal only where Mavapay says it itself: %j', async (isPage) => {
		const expired = answered([order({ transactions: [], status: 'EXPIRED' })]);
		const found = byQuote(new FakeService([expired, stopped('404', isPage)]), 'Q1');
		if (isPage) await expect(found).rejects.toMatchObject({ failure: { httpCode: '404' } });
		else expect((await found).transactions).toEqual([]);
	});

	it('says where there are more than it looks at', async () => {
		const many = Array.from({ length: 21 }, (_, index) => order({ orderId: `O${index}` }));
		expect((await byQuote(serving(many, []), 'Q1')).incomplete).toMatch(/^More than 20 orders/);
	});
});

it('by customer reference: what a transaction costs is in its own order, too', async () => {
	const quote = { sourceCurrency: 'NGNKOBO', totalAmount: 2500, targetCurrency: 'BTCSAT', equivalentAmount: '7' };
	const listed = tx({ metadata: { customerReference: 'C-1', order: { quote } } });
	const { transactions } = await byCustomerReference(serving([], [listed]), 'C-1', PAYMENT);
	expect(transactions[0]?.prices).toEqual([
		{ minor: 2_500n, currency: 'NGN' },
		{ minor: 7n, currency: 'BTC' },
	]);
});

it.each([
	[
		'where no order shows one',
		[{ orderId: 'O1', quotes: [{ id: 'Q1', totalAmount: 1 }] }],
		[],
		/^Mavapay's orders show no/,
	],
	[
		'nothing, where another order shows one',
		[{ orderId: 'O1', quotes: [{ id: 'Q1', customerReference: 'X' }] }],
		[],
		null,
	],
	['nothing, where it was found all the same', [{ orderId: 'O1' }], [tx({ customerReference: 'C-1' })], null],
	['nothing, where there are no orders', [], [], null],
])('by customer reference: says %s', async (_what, orders, listed, says) => {
	const { incomplete } = await byCustomerReference(serving(orders, listed), 'C-1', PAYMENT);
	if (says === null) expect(incomplete).toBeNull();
	else expect(incomplete).toMatch(says);
});

it('by customer reference: under both of its names, in orders and in transactions, and as it was sent', async () => {
	const orders = [
		{ orderId: 'O1', quotes: [{ id: 'Q1', externalRef: 'C-1' }] },
		{ orderId: 'O2', quotes: [{ id: 'Q2', customerReference: 'C-10' }] },
	];
	const listed = [
		tx({ id: 'T2', stablecoinTransactionMetadata: { customerReference: 'C-1' } }),
		tx({ id: 'T3', metadata: { customerReference: 'c-1' } }),
	];
	const found = await byCustomerReference(serving(orders, [tx()], listed), 'C-1', PAYMENT);
	expect([
		found.orders.map(({ orderId }) => orderId),
		found.transactions.map(({ transactionId }) => transactionId),
	]).toEqual([['O1'], ['T1', 'T2']]);
});

describe('by payee', () => {
	it.each([
		['0123456789', { metadata: { bankAccountNumber: '0123456789' } }, true],
		['0123456789', { metadata: { bankAccountNumber: 123456789 } }, true],
		['0123456789', { metadata: { bankAccountNumber: '123456789' } }, false],
		['Ada Ngozi Obi', { metadata: { merchantName: 'OBI ADA NGOZI' } }, true],
		['+254790000000', { kesTransactionMetadata: { identifiers: { phoneNumber: '+254790000000' } } }, true],
		['0xABCDEF', { stablecoinTransactionMetadata: { address: '0xabcdef' } }, true],
		['Tabc', { stablecoinTransactionMetadata: { address: 'TABC' } }, false],
		['Ada', { metadata: { bankAccountNumber: '1', order: { name: 'Ada' } } }, false],
	])('%s, %j: %s', async (payee, more, matches) => {
		expect(await matchesOf(payee, tx(more))).toEqual(matches ? [['T1', true]] : []);
	});

	it('shows what does not say whom it paid only with just this amount', async () => {
		expect(
			await matchesOf(
				'Ada',
				tx({ metadata: null }),
				tx({ id: 'T2', amount: 1, metadata: { bankAccountNumber: '' } }),
				tx({ id: 'T3', currency: 'KES' }),
			),
		).toEqual([['T1', false]]);
	});

	it('asks for a day more on both sides, and for a currency that can be asked for', async () => {
		for (const [currency, asked] of [
			['NGN', 'NGN'],
			['BTC', undefined],
		]) {
			const service = serving([]);
			await byPayee(service, 'Ada', { ...PAYMENT, currency: currency ?? '' });
			expect(service.requests[0]).toMatchObject({
				path: '/transactions',
				query: { type: 'WITHDRAWAL', startDate: '2025-12-31T00:00:00.000Z' },
			});
			expect(service.requests[0]?.query?.currency).toBe(asked);
			expect(service.requests[0]?.query).not.toHaveProperty('endDate');
		}
	});

	it('shows what was made outside the time it was sent in, for a person to see', async () => {
		const late = tx({ metadata: { bankAccountNumber: '0123456789' }, createdAt: '2030-01-01T00:00:00Z' });
		const service = serving([late]);
		const until = { ...PAYMENT, sentBeforeMs: Date.parse('2026-02-01T00:00:00Z') };
		expect((await byPayee(service, '0123456789', until)).transactions).toHaveLength(1);
		expect(service.requests[0]?.query?.endDate).toBe('2026-02-09T00:00:00.000Z');
	});

	it('says where there are more than it reads, or it was cut off', async () => {
		let next = 0;
		const pages = Array.from({ length: 60 }, () =>
			answered(
				Array.from({ length: 100 }, () => tx({ id: `T${next++}` })),
				{ nextPage: true },
			),
		);
		const service = new FakeService(pages);
		expect((await byPayee(service, 'Ada', PAYMENT)).incomplete).toMatch(/^There are more than 5000 withdrawals/);
		expect(service.requests).toHaveLength(51);
		const cancelled = new FakeService(pages);
		cancelled.isCancelled = true;
		expect((await byPayee(cancelled, 'Ada', PAYMENT)).incomplete).toMatch(/cancelled/);
	});
});
