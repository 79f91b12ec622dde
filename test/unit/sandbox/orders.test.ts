/** The simulated service: quotes with their orders, and payment links. */
import { bankWithdrawal, paymentLink, payoutQuote, swapQuote } from '../../harness/sandboxBodies';
import { at, listAt, textAt } from '../../harness/sandboxClient';
import { error, get, post, sandbox } from '../../harness/startedSandbox';

describe('quotes and orders', () => {
	test('a Kenyan phone needs its network, as it did not until July', async () => {
		const beneficiary = {
			identifierType: 'paytophone',
			identifiers: { phoneNumber: '+254790000000', accountName: 'Ada' },
		};
		const body = { ...swapQuote, targetCurrency: 'KESCENT', paymentCurrency: 'KESCENT', autopayout: true, beneficiary };
		expect(await post('/quote', body)).toMatchObject({ status: 400, body: error(/identifiers\.network/) });
		sandbox.configure({ kesPhoneNetwork: 'optional' });
		expect((await post('/quote', body)).status).toBe(200);
	});

	test('an autopayout order paid from outside has two transactions', async () => {
		const quote = at((await post('/quote', payoutQuote)).body, 'data');
		const orderId = textAt(quote, 'orderId');
		expect((await post('/simulation/pay-in', { currency: 'NGN', orderId, amount: 1 })).body).toEqual(
			error(/^Invalid currency$/),
		);
		expect((await post('/simulation/pay-in', { currency: 'BTC', quoteId: textAt(quote, 'id') })).status).toBe(200);
		const list = listAt((await get(`/transaction?orderId=${orderId}`)).body, 'data');
		expect(list).toMatchObject([
			{ type: 'DEPOSIT', status: 'SUCCESS', currency: 'NGN', amount: 500_000 },
			{ type: 'WITHDRAWAL', status: 'PENDING', currency: 'NGN', amount: 500_000, autopayout: true },
		]);
		expect(at(list[0], 'hash')).toBe(at(list[1], 'hash'));
		expect(list.map((one) => at(one, 'metadata.order.id'))).toEqual([orderId, orderId]);
		expect((await get(`/order?id=${orderId}`)).body).toMatchObject({
			data: { status: 'PAID', transactions: [{}, {}] },
		});
		expect(sandbox.ledger.payouts({ customerReference: 'order-2' })).toMatchObject([
			{ amount: 500_000n, destination: { value: '0123456789' } },
		]);
	});

	test('a transfer of another amount goes back, and the quote waits on for the exact one', async () => {
		const quoteId = textAt((await post('/quote', swapQuote)).body, 'data.id');
		expect([999_999n, 1_000_001n].map((amount) => sandbox.transfer({ quoteId, amount }))).toEqual([false, false]);
		expect(sandbox.ledger.find({ quoteId }).map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
			'deposit 999999',
			'refund 999999',
			'deposit 1000001',
			'refund 1000001',
		]);
		expect(sandbox.wallets.balance('BTC')).toBe(50_000_000n);
		expect([
			sandbox.transfer({ quoteId, amount: 1_000_000n }),
			sandbox.transfer({ quoteId, amount: 1_000_000n }),
		]).toEqual([true, false]);
		expect(sandbox.wallets.balance('BTC')).toBe(50_006_616n);
	});

	test('an autopayout accepted from a wallet pays its beneficiary and refunds on failure', async () => {
		const quote = at((await post('/quote', payoutQuote)).body, 'data');
		await post(`/wallet/payout/${textAt(quote, 'id')}/accept`, { sourceWallet: 'BTC' });
		const total = BigInt(String(at(quote, 'totalAmountInSourceCurrency')));
		expect(sandbox.wallets.balance('BTC')).toBe(50_000_000n - total);
		expect(sandbox.settle({ orderId: textAt(quote, 'orderId'), status: 'FAILED' })).toBe(1);
		expect(sandbox.wallets.balance('BTC')).toBe(50_000_000n);
	});
});

test('payment links: create, open, list, pay, refresh, expire', async () => {
	const id = textAt((await post('/paymentlink', paymentLink)).body, 'data.paymentRef');
	const details = (await get(`/paymentlink/details?id=${id}&paymentMethod=BANKTRANSFER`)).body;
	const orderId = textAt(details, 'data.paymentLinkDetails.paymentLinkOrderId');
	const status = async (order: string) => at((await get(`/paymentlink/status?orderId=${order}`)).body, 'data.status');
	expect(await status(orderId)).toBe('PENDING');
	const fresh = (await get(`/paymentlink/refresh?id=${id}&paymentMethod=BANKTRANSFER`)).body;
	const freshId = textAt(fresh, 'data.paymentLinkDetails.paymentLinkOrderId');
	expect(await status(orderId)).toBe('EXPIRED');
	const orders = (await get(`/paymentlink/orders?id=${id}`)).body;
	expect(orders).toMatchObject({
		data: {
			id,
			type: 'ONE_TIME',
			amount: '5000000',
			channel: 'API',
			orders: [
				{ id: orderId, status: 'EXPIRED' },
				{ id: freshId, status: 'PENDING' },
			],
		},
	});
	const shortId = textAt(orders, 'data.orders.1.orderId');
	expect((await post('/simulation/pay-in', { currency: 'NGN', orderId: shortId, amount: 5_000_000 })).status).toBe(200);
	expect(await status(shortId)).toBe('SETTLED');
	expect(at((await get(`/paymentlink/orders?id=${id}`)).body, 'data.orders.1.status')).toBe('PAID');
	expect(sandbox.ledger.payouts({ destination: 'ada@wallet.example' })).toMatchObject([{ amount: 33_334n }]);
	expect((await get(`/paymentlink/details?id=${id}&paymentMethod=LIGHTNING`)).body).toMatchObject({
		data: { paymentLinkDetails: { LIGHTNING: { amount: 33_334 } } },
	});
	const wrong: object[] = [
		{ amount: '5000000' },
		{ type: 'ONE_TIME' },
		{ paymentMethods: [] },
		{ beneficiary: {} },
		{ settlementCurrency: 'NGNKOBO' },
	];
	for (const change of wrong) expect((await post('/paymentlink', { ...paymentLink, ...change })).status).toBe(400);
	for (const settlementCurrency of ['NGN', 'ZAR']) {
		const beneficiary =
			settlementCurrency === 'NGN'
				? bankWithdrawal.beneficiary
				: { name: 'T', bankName: 'Nedbank', bankAccountNumber: '1' };
		expect((await post('/paymentlink', { ...paymentLink, settlementCurrency, beneficiary })).status).toBe(200);
	}
});

test('a payment link that settles on chain is paid by bank transfer alone, and needs a speed and 6,000 satoshi', async () => {
	const onChain = {
		...paymentLink,
		settlementMethod: 'ONCHAIN',
		speed: 'medium',
		paymentMethods: ['BANKTRANSFER'],
		beneficiary: { onChainAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
	};
	expect((await post('/paymentlink', onChain)).status).toBe(200);
	expect((await post('/paymentlink', { ...onChain, speed: undefined })).body).toEqual(error(/speed is required/));
	expect((await post('/paymentlink', { ...onChain, paymentMethods: paymentLink.paymentMethods })).body).toEqual(
		error(/paymentMethods is invalid/),
	);
	expect((await post('/paymentlink', { ...onChain, amount: 900_000 })).status).toBe(200);
	expect((await post('/paymentlink', { ...onChain, amount: 899_000 })).body).toEqual(error(/^Amount too small$/));
});
