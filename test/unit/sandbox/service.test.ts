/** The service's rules: credentials, strictness, money, quotes, orders, transactions, payment links. */
import { DEMO_ADDRESSES, DEMO_INVALID_ADDRESS, DEMO_UNKNOWN_ACCOUNT, personOf } from '../../../sandbox/index';
import { bankWithdrawal, paymentLink, swapQuote } from '../../harness/sandboxBodies';
import { at, call, textAt } from '../../harness/sandboxClient';
import { error, get, post, sandbox } from '../../harness/startedSandbox';

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
			expect(await call(sandbox, method, path, { body, key: read })).toMatchObject({
				status: 403,
				body: error(/^Forbidden$|permission|not allowed/i),
			});
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

describe('transactions', () => {
	test('settles after a number of looks, whatever the clock says', async () => {
		sandbox.configure({ settleAfterReads: 2 });
		const id = textAt((await post('/withdraw', bankWithdrawal)).body, 'data.id');
		expect((await get(`/transaction?id=${id}`)).body).toMatchObject({ data: { status: 'PENDING' } });
		expect((await get(`/transaction?id=${id}`)).body).toMatchObject({ data: { status: 'SUCCESS' } });
	});
});
