/** The service's rules: credentials, strictness, money, quotes, orders, transactions, payment links. */
import {
	DEMO_ADDRESSES,
	DEMO_INVALID_ADDRESS,
	DEMO_UNKNOWN_ACCOUNT,
	personOf,
	startSandbox,
	type Sandbox,
} from '../../../sandbox/index';
import {
	at,
	bankWithdrawal,
	call,
	listAt,
	paymentLink,
	payoutQuote,
	swapQuote,
	textAt,
} from '../../harness/sandboxClient';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => {
	await sandbox.close();
});
beforeEach(() => {
	sandbox.reset();
});

const post = (path: string, body: unknown) => call(sandbox, 'POST', path, { body });
const get = (path: string) => call(sandbox, 'GET', path);
const error = (message: string | RegExp) => ({ status: 'error', message: expect.stringMatching(message) });

describe('credentials', () => {
	test('either scheme is enough; none, wrong ones and a wrong key beside a right token are refused', async () => {
		const { write, read, bearer } = sandbox.keys;
		const status = async (headers: Record<string, string>) =>
			(await call(sandbox, 'GET', '/wallet', { key: null, headers })).status;
		expect(await status({ 'X-API-KEY': write })).toBe(200);
		expect(await status({ 'x-api-key': read })).toBe(200);
		expect(await status({ Authorization: `Bearer ${bearer}` })).toBe(200);
		expect(await status({})).toBe(401);
		expect(await status({ 'X-API-KEY': 'x' })).toBe(401);
		expect(await status({ 'X-API-KEY': '', Authorization: `Bearer ${bearer}` })).toBe(401);
		expect(await status({ Authorization: bearer })).toBe(401);
		expect(await status({ Authorization: `Bearer ${write}` })).toBe(401);
	});

	test('a READ key reads and may not write', async () => {
		const { read } = sandbox.keys;
		const refused = [
			['POST', '/withdraw', bankWithdrawal],
			['POST', '/quote', swapQuote],
			['PUT', '/webhook', { url: 'https://a.example', secret: 's' }],
			['POST', '/paymentlink', paymentLink],
		] as const;
		for (const [method, path, body] of refused) {
			expect(await call(sandbox, method, path, { body, key: read })).toMatchObject({ status: 403, body: error(/./) });
		}
		expect((await call(sandbox, 'GET', '/user', { key: read })).status).toBe(200);
		expect(sandbox.ledger.entries).toEqual([]);
	});

	test('unknown paths, other letter case, trailing slashes and wrong methods', async () => {
		for (const path of ['/nothing', '/Wallet', '/wallet/', '/bankAccount', '/wallet/payout//accept']) {
			expect(await get(path)).toMatchObject({ status: 404, body: error(/./) });
		}
		const wrong = await call(sandbox, 'DELETE', '/webhook');
		expect(wrong).toMatchObject({ status: 405, body: error(/./) });
		expect(wrong.headers.get('allow')).toBe('PUT');
		expect((await get('/wallet/payout/x/accept')).status).toBe(405);
		expect((await call(sandbox, 'GET', sandbox.url.replace('/api/v1', '/wallet'))).status).toBe(404);
	});
});

describe('strictness', () => {
	test.each([
		['a number as amount', { ...bankWithdrawal, amount: 100_000 }],
		['a decimal amount', { ...bankWithdrawal, amount: '1000.00' }],
		['zero', { ...bankWithdrawal, amount: '0' }],
		['a sign', { ...bankWithdrawal, amount: '-5' }],
		['an unknown field', { ...bankWithdrawal, narration: 'x' }],
		['no beneficiary', { ...bankWithdrawal, beneficiary: undefined }],
		['an empty name', { ...bankWithdrawal, beneficiary: { ...bankWithdrawal.beneficiary, bankName: '' } }],
		[
			'nine digits',
			{ ...bankWithdrawal, beneficiary: { ...bankWithdrawal.beneficiary, bankAccountNumber: '123456789' } },
		],
	])('a withdrawal with %s is refused and moves nothing', async (_name, body) => {
		expect(await post('/withdraw', body)).toMatchObject({
			status: 400,
			body: error(/ (is required|is invalid|must be .*)$|^Invalid request: /),
		});
		expect(sandbox.ledger.entries).toEqual([]);
	});

	test('broken JSON, a list, another content type, unknown query names', async () => {
		expect((await call(sandbox, 'POST', '/quote', { raw: '{"amount":' })).body).toEqual(error(/JSON/));
		expect((await call(sandbox, 'POST', '/quote', { raw: '[]' })).status).toBe(400);
		const asText = { raw: JSON.stringify(swapQuote), headers: { 'Content-Type': 'text/plain' } };
		expect((await call(sandbox, 'POST', '/quote', asText)).body).toEqual(error(/Content-Type/));
		expect((await get('/user?full=true')).status).toBe(400);
		expect((await get('/wallet?walletID=1')).status).toBe(400);
		expect((await post('/quote', undefined)).status).toBe(400);
	});
});

describe('withdrawals', () => {
	test('a bank payout debits amount and fee once and settles on the clock', async () => {
		const reply = await post('/withdraw', bankWithdrawal);
		const id = textAt(reply.body, 'data.id');
		expect(reply.body).toMatchObject({ data: { amount: 100_000, fees: 5_000, status: 'PENDING', type: 'WITHDRAWAL' } });
		expect(sandbox.wallets.balance('NGN')).toBe(500_000_000n - 105_000n);
		sandbox.clock.advance(1_999);
		expect((await get(`/transaction?id=${id}`)).body).toMatchObject({ data: { status: 'PENDING' } });
		sandbox.clock.advance(1);
		expect((await get(`/transaction?id=${id}`)).body).toMatchObject({
			data: { status: 'SUCCESS', metadata: { bankAccountNumber: '0123456789' } },
		});
		const paid = sandbox.ledger.payouts({ destination: '0123456789' });
		expect(paid).toMatchObject([
			{ amount: 100_000n, currency: 'NGN', transactionId: id, requestNumber: 1, status: 'SUCCESS' },
		]);
	});

	test('the same withdrawal twice is two payments: the service knows no idempotency', async () => {
		await post('/withdraw', bankWithdrawal);
		await post('/withdraw', bankWithdrawal);
		expect(sandbox.ledger.payouts({ destination: '0123456789' })).toHaveLength(2);
		expect(sandbox.ledger.totalPaid({ currency: 'NGN' })).toBe(200_000n);
	});

	test('wrong names, closed and unknown accounts, unknown banks, too little money', async () => {
		const withName = (bankAccountName: string) => ({
			...bankWithdrawal,
			beneficiary: { ...bankWithdrawal.beneficiary, bankAccountName },
		});
		const to = (bankCode: string, bankAccountNumber: string) => ({
			...bankWithdrawal,
			beneficiary: { ...bankWithdrawal.beneficiary, bankCode, bankAccountNumber },
		});
		expect((await post('/withdraw', withName('Adaeze Chioma Okafor'))).body).toEqual(error(/^name mismatch$/));
		expect((await post('/withdraw', to('000015', '1034567890'))).body).toEqual(
			error(/Invalid account number or bank code/),
		);
		for (const nobody of [to('000013', DEMO_UNKNOWN_ACCOUNT), to('999999', '0123456789')]) {
			expect(await post('/withdraw', nobody)).toMatchObject({
				status: 400,
				body: error(/^Invalid account number or bank code$/),
			});
		}
		expect((await post('/withdraw', { ...bankWithdrawal, amount: '500000000' })).body).toEqual(
			error(/^insufficient balance$/),
		);
		expect(sandbox.ledger.entries).toEqual([]);
		expect(sandbox.wallets.balance('NGN')).toBe(500_000_000n);
	});

	test('any other account number has a holder of its own', async () => {
		const reply = await get('/bank/name-enquiry?accountNumber=5555555555&bankCode=000015');
		expect(at(reply.body, 'data.accountName')).toBe(personOf('000015', '5555555555'));
		expect(personOf('000014', '5555555555')).not.toBe(personOf('000015', '5555555555'));
	});

	test('a failed payout is refunded and stays in the ledger as FAILED', async () => {
		sandbox.configure({ payoutResult: 'failed' });
		await post('/withdraw', bankWithdrawal);
		sandbox.clock.advance(2_000);
		expect(sandbox.ledger.payouts({ status: 'FAILED' })).toHaveLength(1);
		expect(sandbox.ledger.find({ kind: 'refund' })).toMatchObject([{ amount: 100_000n, fees: 5_000n }]);
		expect(sandbox.wallets.balance('NGN')).toBe(500_000_000n);
		sandbox.configure({ payoutResult: 'failedAtOnce' });
		expect((await post('/withdraw', bankWithdrawal)).body).toMatchObject({ data: { status: 'FAILED' } });
	});

	test('a Lightning invoice is paid once; a failed payment frees it', async () => {
		const { invoice, paymentHash } = sandbox.makeInvoice({ amountMsat: 1_500_500 });
		const reply = await post('/withdraw/btc', { invoice });
		expect(reply.body).toMatchObject({ data: { amount: 1_501, hash: paymentHash, currency: 'BTC' } });
		expect((await post('/withdraw/btc', { invoice })).body).toEqual(error(/already been paid/));
		expect(sandbox.settle({ hash: paymentHash, status: 'FAILED' })).toBe(1);
		expect((await post('/withdraw/btc', { invoice })).status).toBe(200);
		expect(sandbox.ledger.payouts({ destination: paymentHash })).toHaveLength(2);
	});

	test('invoices that are expired, without amount, of another network, or none', async () => {
		const pay = async (invoice: string) => (await post('/withdraw/btc', { invoice })).body;
		expect(await pay(sandbox.makeInvoice({ amountMsat: 1_000, expired: true }).invoice)).toEqual(
			error(/invoice is invalid/),
		);
		expect(await pay(sandbox.makeInvoice({}).invoice)).toEqual(error(/invoice is invalid/));
		expect(await pay('lntbs1xyz')).toEqual(error(/invoice is invalid/));
		sandbox.configure({ deployment: 'staging' });
		expect(await pay(sandbox.makeInvoice({ network: 'bc', amountMsat: 1_000 }).invoice)).toEqual(
			error(/invoice is invalid/),
		);
		const short = sandbox.makeInvoice({ amountMsat: 1_000, expirySeconds: 60 }).invoice;
		sandbox.clock.advance(60_000);
		expect(await pay(short)).toEqual(error(/invoice is invalid/));
	});

	test('a stablecoin payout keeps its reference; addresses are checked per network', async () => {
		const body = {
			amount: '250',
			network: 'polygon',
			currency: 'USDT',
			address: DEMO_ADDRESSES.polygon,
			customerReference: 'inv-9',
		};
		await post('/withdraw/stablecoin', body);
		expect(sandbox.ledger.payouts({ customerReference: 'inv-9' })).toMatchObject([
			{ amount: 250n, destination: { network: 'polygon' } },
		]);
		for (const [network, address] of [
			['trc20', DEMO_INVALID_ADDRESS],
			['solana', DEMO_ADDRESSES.trc20],
			['erc20', DEMO_ADDRESSES.erc20.replace('F', 'f')],
		]) {
			expect((await post('/withdraw/stablecoin', { ...body, network, address })).body).toEqual(
				error(/address is invalid/),
			);
		}
	});
});

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

describe('transactions', () => {
	test('pages, filters and the cap on the page size', async () => {
		sandbox.wallets.set('NGN', 10_000_000_000n);
		for (let index = 1; index <= 12; index += 1)
			await post('/withdraw', { ...bankWithdrawal, amount: String(index * 1_000) });
		expect((await get('/transactions')).body).toMatchObject({
			count: 12,
			nextPage: true,
			currentPage: 1,
			remainingPage: 1,
			totalPages: 2,
			data: { length: 10 },
		});
		const second = (await get('/transactions?page=2&limit=5')).body;
		expect(second).toMatchObject({ currentPage: 2, totalPages: 3, remainingPage: 1 });
		expect(listAt(second, 'data').map((one) => at(one, 'amount'))).toEqual([7_000, 6_000, 5_000, 4_000, 3_000]);
		expect((await get('/transactions?page=9')).body).toMatchObject({ nextPage: false, remainingPage: 0, data: [] });
		for (const limit of ['0', '101', '1000']) expect((await get(`/transactions?limit=${limit}`)).status).toBe(400);
		sandbox.configure({ maxPageSize: 3 });
		expect(listAt((await get('/transactions?limit=50')).body, 'data')).toHaveLength(3);
		const count = async (filter: string) => at((await get(`/transactions?${filter}`)).body, 'count');
		expect(await count('minAmount=3000&maxAmount=5000')).toBe(3);
		for (const [filter, expected] of [
			['status=PENDING', 12],
			['status=SUCCESS', 0],
			['status=FAILED', 0],
			['type=WITHDRAWAL', 12],
			['type=DEPOSIT', 0],
			['currency=NGN', 12],
			['currency=KES', 0],
		] as const) {
			expect(await count(filter)).toBe(expected);
		}
		expect(await count('accountName=ADAEZE%20CHIOMA%20OKAFOR')).toBe(12);
		expect(await count('startDate=2026-01-16')).toBe(0);
		expect(await count('endDate=2026-01-16')).toBe(12);
		expect((await get('/transactions?status=success')).status).toBe(400);
		expect((await get('/transactions?page=0')).status).toBe(400);
	});

	test('accountName finds transactions in NGN and ZAR only', async () => {
		const phone = {
			identifierType: 'paytophone',
			identifiers: { phoneNumber: '+254790000000', network: 'mpesa', accountName: 'ADA' },
		};
		const rand = { name: 'ADA', bankName: 'Nedbank', bankAccountNumber: '1352900000' };
		for (const [target, beneficiary] of [
			['KESCENT', phone],
			['ZARCENT', rand],
		] as const) {
			const body = {
				...swapQuote,
				targetCurrency: target,
				paymentCurrency: target,
				amount: '100000',
				autopayout: true,
				beneficiary,
			};
			const quote = (await post('/quote', body)).body;
			await post(`/wallet/payout/${textAt(quote, 'data.id')}/accept`, { sourceWallet: 'NGN' });
		}
		expect(sandbox.ledger.payouts().map(({ currency }) => currency)).toEqual(['KES', 'ZAR']);
		expect(listAt((await get('/transactions?accountName=ADA')).body, 'data')).toMatchObject([{ currency: 'ZAR' }]);
	});

	test('look-ups: one key at a time, an object or a list as the quirk says', async () => {
		const made = at((await post('/withdraw', bankWithdrawal)).body, 'data');
		const byId = `/transaction?id=${textAt(made, 'id')}`;
		expect((await get(byId)).body).toMatchObject({ data: { id: at(made, 'id') } });
		expect((await get(`/transaction?hash=${textAt(made, 'hash')}`)).body).toMatchObject({
			data: { id: at(made, 'id') },
		});
		sandbox.configure({ transactionShape: 'list', nullMetadata: true });
		expect((await get(byId)).body).toMatchObject({ data: [{ id: at(made, 'id'), metadata: null }] });
		expect((await get('/transaction?id=a&hash=b')).status).toBe(400);
		expect((await get('/transaction')).status).toBe(400);
		expect((await get('/transaction?orderId=10000-0000')).status).toBe(404);
	});

	test('settles after a number of looks, whatever the clock says', async () => {
		sandbox.configure({ settleAfterReads: 2 });
		const id = textAt((await post('/withdraw', bankWithdrawal)).body, 'data.id');
		expect((await get(`/transaction?id=${id}`)).body).toMatchObject({ data: { status: 'PENDING' } });
		expect((await get(`/transaction?id=${id}`)).body).toMatchObject({ data: { status: 'SUCCESS' } });
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
