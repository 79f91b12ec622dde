/** What Resolve reads at Mavapay, in the forms in which it may come. */
import type { Json, JsonObject } from '../../../../nodes/core/domain/json';
import {
	byCustomerReference,
	byOrder,
	byOrderId,
	byPayee,
	byPaymentHash,
	hasQuote,
} from '../../../../nodes/Mavapay/operations/payoutReference/evidence';
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
const PAYMENT = { minor: 250_000n, currency: 'NGN', sentAfter: '2026-01-01T00:00:00.000Z', sentBefore: undefined };
const matchesOf = async (payee: string, ...list: JsonObject[]) =>
	(await byPayee(serving(list), { ...PAYMENT, payee })).transactions.map(({ transactionId, matches }) => [
		transactionId,
		matches,
	]);

describe('by payment hash', () => {
	it('takes what has the hash, in any case, or does not say', async () => {
		const list = [
			tx({ hash: HASH.toUpperCase() }),
			tx({ id: 'T2', hash: null }),
			tx({ id: 'T3', hash: 'cd'.repeat(32) }),
		];
		const { transactions } = await byPaymentHash(serving(list), HASH);
		expect(transactions.map(({ transactionId }) => transactionId)).toEqual(['T1', 'T2']);
	});

	it('reads words in any case, amounts as text, and what is missing as unknown', async () => {
		const { transactions } = await byPaymentHash(
			serving(tx({ type: 'withdrawal', status: 'Success', amount: '2500.00', currency: 'btc', createdAt: 'soon' })),
			HASH,
		);
		expect(transactions[0]).toMatchObject({
			type: 'WITHDRAWAL',
			status: 'SUCCESS',
			minor: 2_500n,
			currency: 'BTC',
			createdMs: null,
		});
		expect((await byPaymentHash(serving({ id: 'T1' }), HASH)).transactions[0]).toMatchObject({
			type: '',
			status: '',
			minor: null,
			currency: null,
		});
	});

	it('stops where the response cannot be read, or there is none', async () => {
		await expect(byPaymentHash(serving({ transaction: 1 }), HASH)).rejects.toThrow(/unexpected format/);
		await expect(byPaymentHash(new FakeService([stopped('500')]), HASH)).rejects.toThrow();
		expect(await byPaymentHash(new FakeService([stopped('404')]), HASH)).toEqual({
			transactions: [],
			orders: [],
			incomplete: null,
		});
		expect((await byPaymentHash(new FakeService([stopped('400')]), HASH)).incomplete).toMatch(/400/);
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

	it('finds a quote wherever the order has it, and reads its transactions in both places', async () => {
		for (const quoteId of ['Q1', 'Q2']) {
			const service = serving(
				[order(), order({ orderId: 'O2', quoteId: 'Q3', quotes: null })],
				[tx({ status: 'PENDING' }), tx({ id: 'T9', metadata: { order: { id: 'O7' } } })],
			);
			const found = await byOrder(service, hasQuote(quoteId));
			expect(found.orders).toEqual([{ orderId: 'O1', status: 'PAID', createdMs: null, quoteIds: ['Q1', 'Q2'] }]);
			const link = { quoteIds: ['Q1', 'Q2'], prices: [{ minor: 2_500n, currency: 'NGN' }], matches: true };
			expect(found.transactions).toMatchObject([
				{ transactionId: 'T1', status: 'SUCCESS', ...link },
				{ transactionId: 'T1', status: 'PENDING', ...link },
			]);
			expect(found.transactions).toHaveLength(2);
		}
	});

	it('takes the other name of its ID, and looks up an order that is not listed', async () => {
		const short = { id: 'O1', status: 'EXPIRED' };
		expect((await byOrderId(serving([short], []), 'O1')).orders).toMatchObject([{ orderId: 'O1', status: 'EXPIRED' }]);
		const service = serving([], tx());
		expect((await byOrderId(service, 'O5')).transactions).toMatchObject([{ transactionId: 'T1' }]);
		expect(service.requests.at(-1)?.query).toEqual({ orderId: 'O5' });
	});

	it('says where there are more than it looks at', async () => {
		const many = Array.from({ length: 21 }, (_, index) => order({ orderId: `O${index}` }));
		expect((await byOrder(serving(many, []), hasQuote('Q1'))).incomplete).toMatch(/^More than 20 orders/);
	});
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
	const found = await byCustomerReference(serving(orders, [tx()], listed), 'C-1');
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

	it('asks for the time and for a currency that can be asked for', async () => {
		for (const [currency, asked] of [
			['NGN', 'NGN'],
			['BTC', undefined],
		]) {
			const service = serving([]);
			await byPayee(service, { ...PAYMENT, payee: 'Ada', currency: currency ?? '' });
			expect(service.requests[0]).toMatchObject({
				path: '/transactions',
				query: { type: 'WITHDRAWAL', startDate: PAYMENT.sentAfter },
			});
			expect(service.requests[0]?.query?.currency).toBe(asked);
		}
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
		expect((await byPayee(service, { ...PAYMENT, payee: 'Ada' })).incomplete).toMatch(
			/^There are more than 5000 withdrawals/,
		);
		expect(service.requests).toHaveLength(51);
		const cancelled = new FakeService(pages);
		cancelled.isCancelled = true;
		expect((await byPayee(cancelled, { ...PAYMENT, payee: 'Ada' })).incomplete).toMatch(/cancelled/);
	});
});
