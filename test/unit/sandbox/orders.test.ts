/** The simulated service: quotes with their orders, and payment links. */
import { bankWithdrawal, paymentLink, payoutQuote, swapQuote } from '../../harness/sandboxBodies';
import { at, listAt, textAt } from '../../harness/sandboxClient';
import { error, get, post, sandbox } from '../../harness/startedSandbox';

describe('quotes and orders', () => {
	test('amounts add up, whichever side the amount is in', async () => {
		const bySource = at((await post('/quote', swapQuote)).body, 'data');
		expect(bySource).toMatchObject({
			amountInSourceCurrency: 1_000_000,
			transactionFeesInSourceCurrency: 7_500,
			amountInTargetCurrency: 6_616,
			totalAmountInSourceCurrency: 1_000_000,
		});
		const byTarget = at(
			(await post('/quote', { ...swapQuote, paymentCurrency: 'BTCSAT', amount: '6616', customerInternalFee: '100' }))
				.body,
			'data',
		);
		expect(byTarget).toMatchObject({
			amountInTargetCurrency: 6_616,
			amountInSourceCurrency: 999_843,
			totalAmountInSourceCurrency: 999_943,
		});
	});

	test('pairs and payouts that do not exist are refused', async () => {
		const refusals: [object, RegExp][] = [
			[{ targetCurrency: 'NGNKOBO' }, /^Invalid currency$/],
			[{ paymentCurrency: 'ZARCENT' }, /^Invalid payment currency$/],
			[{ sourceCurrency: 'BTCSAT', targetCurrency: 'NGNKOBO' }, /paymentMethod is invalid/],
			[{ targetCurrency: 'ZARCENT', paymentMethod: 'BANKTRANSFER' }, /autopayout must be true/],
			[{ amount: '1' }, /^Amount too small$/],
		];
		for (const [change, message] of refusals) {
			expect(await post('/quote', { ...swapQuote, ...change })).toMatchObject({ status: 400, body: error(message) });
		}
		expect((await post('/quote', { ...payoutQuote, amount: '199999' })).body).toEqual(error(/^Amount too small$/));
		sandbox.configure({ minimums: false });
		expect((await post('/quote', { ...payoutQuote, amount: '199999' })).status).toBe(200);
	});

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

	test('what is documented of payouts in other currencies is refused in its words', async () => {
		const toBitcoin = { ...swapQuote, autopayout: true, beneficiary: { lnAddress: 'ada@wallet.example' } };
		expect((await post('/quote', toBitcoin)).body).toEqual(
			error(/^Autopayout requires payment currency to be target currency$/),
		);
		const { invoice } = sandbox.makeInvoice({ amountMsat: 1_000_000 });
		const toInvoice = (amount: string) => ({
			...toBitcoin,
			paymentCurrency: 'BTCSAT',
			amount,
			beneficiary: { lnInvoice: invoice },
		});
		expect((await post('/quote', toInvoice('1000'))).status).toBe(200);
		expect((await post('/quote', toInvoice('1001'))).body).toEqual(error(/^Invoice amount mismatch$/));
		expect((await post('/quote', { ...toBitcoin, paymentCurrency: 'BTCSAT', amount: '1001' })).status).toBe(200);
		const toRand = {
			...swapQuote,
			targetCurrency: 'ZARCENT',
			paymentCurrency: 'ZARCENT',
			amount: '5000',
			autopayout: true,
			beneficiary: { name: 'Thandi', bankName: 'Nedbank', bankAccountNumber: '1' },
		};
		expect((await post('/quote', toRand)).status).toBe(200);
		expect((await post('/quote', { ...toRand, amount: '4999' })).body).toEqual(error(/^Amount too small$/));
		expect((await post('/quote', { ...toRand, customerInternalFee: '1' })).body).toEqual(
			error(/customerInternalFee must be 0/),
		);
	});

	test('a quote lives 5 minutes by Lightning and 10 by bank transfer, then its order is EXPIRED', async () => {
		const lightning = textAt((await post('/quote', payoutQuote)).body, 'data.id');
		const bank = textAt((await post('/quote', swapQuote)).body, 'data.id');
		sandbox.clock.advance(5 * 60_000);
		expect((await post(`/wallet/payout/${lightning}/accept`, { sourceWallet: 'BTC' })).body).toEqual(
			error(/^quote expired$/),
		);
		expect(listAt((await get('/order/all')).body, 'data')).toMatchObject([
			{ quoteId: bank, status: 'PENDING', isValid: true },
			{ quoteId: lightning, status: 'EXPIRED', isValid: false },
		]);
		sandbox.clock.advance(5 * 60_000 - 1);
		expect((await post(`/wallet/payout/${bank}/accept`, { sourceWallet: 'NGN' })).status).toBe(200);
	});

	test('a swap moves money once, and its quote cannot be accepted again', async () => {
		const id = textAt((await post('/quote', swapQuote)).body, 'data.id');
		const accept = (sourceWallet: string) => post(`/wallet/payout/${id}/accept`, { sourceWallet });
		expect((await accept('BTC')).body).toEqual(error(/sourceWallet must be NGN/));
		expect((await accept('ngn')).body).toEqual(error(/sourceWallet is invalid/));
		expect((await accept('NGN')).status).toBe(200);
		expect((await accept('NGN')).body).toEqual(error(/^Quote already paid$/));
		expect(await post('/wallet/payout/none/accept', { sourceWallet: 'NGN' })).toMatchObject({
			status: 400,
			body: error(/^Invalid quote ID$/),
		});
		expect(sandbox.wallets.balance('BTC')).toBe(50_000_000n);
		sandbox.clock.advance(2_000);
		expect(sandbox.wallets.balance('NGN')).toBe(499_000_000n);
		expect(sandbox.wallets.balance('BTC')).toBe(50_006_616n);
		expect(sandbox.ledger.find({ quoteId: id }).map((one) => one.kind)).toEqual(['swapOut', 'swapIn']);
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

	test('a bank transfer must be simulated with the exact amount', async () => {
		const quoteId = textAt((await post('/quote', swapQuote)).body, 'data.id');
		expect((await post('/simulation/pay-in', { currency: 'NGN', quoteId })).body).toEqual(error(/amount is required/));
		expect((await post('/simulation/pay-in', { currency: 'NGN', quoteId, amount: 999_999 })).body).toEqual(
			error(/^Amount mismatch$/),
		);
		expect((await post('/simulation/pay-in', { currency: 'NGN', quoteId, orderId: 'x', amount: 1 })).body).toEqual(
			error(/exactly one/),
		);
		expect((await post('/simulation/pay-in', { currency: 'NGN', quoteId, amount: 1_000_000 })).status).toBe(200);
		expect(sandbox.wallets.balance('BTC')).toBe(50_006_616n);
		sandbox.configure({ deployment: 'live' });
		expect((await post('/simulation/pay-in', { currency: 'NGN', quoteId, amount: 1_000_000 })).status).toBe(400);
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
