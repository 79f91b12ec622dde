import { HARD, startSandbox, type Sandbox } from '../../../sandbox';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox({ quirks: { ...HARD, latencyMs: [0, 0], readLagMs: 0 } });
});

afterEach(async () => await sandbox.close());

async function post(path: string, body: object) {
	const headers = { 'X-API-KEY': sandbox.keys.write, 'Content-Type': 'application/json' };
	const answer = await fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
	return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const quote = (beneficiary: object, currency: string) => ({
	amount: '100000',
	sourceCurrency: 'BTCSAT',
	targetCurrency: currency,
	paymentMethod: 'LIGHTNING',
	paymentCurrency: currency,
	autopayout: true,
	beneficiary,
});

describe('a sandbox as hard as the world', () => {
	it('lets nothing of 1 kobo or 0.01 USDT pass', async () => {
		const enquiry = await fetch(`${sandbox.url}/bank/name-enquiry?bankCode=000013&accountNumber=0149200000`, {
			headers: { 'X-API-KEY': sandbox.keys.write },
		});
		const [, bankAccountName = ''] = /"accountName":"([^"]+)"/.exec(await enquiry.text()) ?? [];
		const beneficiary = { bankAccountName, bankCode: '000013', bankName: 'Any', bankAccountNumber: '0149200000' };
		expect((await post('/withdraw', { amount: '1', currency: 'NGN', beneficiary })).text).toContain('Amount too small');
		const address = await post('/collections/stablecoin/generate-address', {
			label: 'own',
			currency: 'USDT',
			network: 'trc20',
		});
		const [, to = ''] = /"address":"(\w+)"/.exec(address.text) ?? [];
		const body = { amount: '1', network: 'trc20', currency: 'USDT', address: to };
		expect((await post('/withdraw/stablecoin', body)).text).toContain('Amount too small');
		expect(sandbox.ledger.entries).toEqual([]);
	});

	it('checks names of mobile money, and knows no Lightning address of an example domain', async () => {
		const phone = (accountName: string) => ({
			identifierType: 'paytophone',
			identifiers: { phoneNumber: '+254790000000', network: 'mpesa', accountName },
		});
		expect((await post('/quote', quote(phone('Verify'), 'KESCENT'))).text).toContain('name mismatch');
		expect((await post('/quote', quote(phone('Jane Wanjiru'), 'KESCENT'))).status).toBe(200);
		const link = { lnAddress: 'somebody@example.com' };
		const bitcoin = { ...quote(link, 'BTCSAT'), sourceCurrency: 'NGNKOBO', paymentMethod: 'BANKTRANSFER' };
		expect((await post('/quote', bitcoin)).text).toContain('Lightning address not found');
	});

	it('tells a payment to an own address as a deposit, once it has settled after minutes', async () => {
		const made = await post('/collections/stablecoin/generate-address', {
			label: 'own',
			currency: 'USDT',
			network: 'trc20',
		});
		const [, address = ''] = /"address":"(\w+)"/.exec(made.text) ?? [];
		await post('/withdraw/stablecoin', { amount: '500', network: 'trc20', currency: 'USDT', address });
		const kinds = () => sandbox.ledger.entries.map(({ kind }) => kind);
		sandbox.clock.advance(60_000);
		expect(kinds()).toEqual(['payout']);
		sandbox.clock.advance(120_000);
		expect(kinds()).toEqual(['payout', 'deposit']);
	});

	it('answers more calls than eight within a second with 429, and says when to come back', async () => {
		const answers = await Promise.all(Array.from({ length: 20 }, async () => await post('/quote', {})));
		const tooMany = answers.filter(({ status }) => status === 429);
		expect(tooMany.length).toBeGreaterThan(0);
		expect(tooMany[0]?.headers.get('retry-after')).toBe('1');
	});
});
