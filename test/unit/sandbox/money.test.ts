/** Money rules that only this test checks: which payments the sandbox refuses, makes only once, and gives back. */
import { DEMO_ADDRESSES, HARD, type FaultRule } from '../../../sandbox/index';
import { bankWithdrawal, payoutQuote, swapQuote } from '../../harness/sandboxBodies';
import { at, call, listAt, textAt } from '../../harness/sandboxClient';
import { error, post, sandbox } from '../../harness/startedSandbox';

test.each([
	['a number as amount', { ...bankWithdrawal, amount: 100_000 }],
	['zero', { ...bankWithdrawal, amount: '0' }],
	['an unknown field', { ...bankWithdrawal, narration: 'x' }],
])('a withdrawal with %s is refused and moves nothing', async (_name, body) => {
	expect(await post('/withdraw', body)).toMatchObject({ status: 400, body: error(/./) });
	expect(sandbox.ledger.entries).toEqual([]);
});

test('a READ key may not pay', async () => {
	const reply = await call(sandbox, 'POST', '/withdraw', { body: bankWithdrawal, key: sandbox.keys.read });
	expect([reply.status, sandbox.ledger.entries]).toEqual([403, []]);
});

test('a payout that fails is given back once', async () => {
	const transactionId = textAt((await post('/withdraw', bankWithdrawal)).body, 'data.id');
	expect(sandbox.settle({ transactionId, status: 'FAILED' })).toBe(1);
	expect(sandbox.settle({ transactionId, status: 'FAILED' })).toBe(0);
	expect(sandbox.ledger.find({ kind: 'refund' })).toMatchObject([{ amount: 100_000n, fees: 5_000n }]);
	expect(sandbox.wallets.balance('NGN')).toBe(500_000_000n);
});

test('a payout comes back once it has arrived, as a deposit without its fee', async () => {
	const transactionId = textAt((await post('/withdraw', bankWithdrawal)).body, 'data.id');
	const back = async () =>
		(await call(sandbox, 'POST', `${sandbox.controlUrl}/returns`, { body: { transactionId } })).status;
	expect(await back()).toBe(404);
	sandbox.settle({ transactionId });
	expect(await back()).toBe(200);
	expect(sandbox.ledger.find({ kind: 'deposit' })).toMatchObject([{ amount: 100_000n, status: 'SUCCESS' }]);
	expect(sandbox.wallets.balance('NGN')).toBe(500_000_000n - 5_000n);
});

test('a Lightning invoice is paid once, and again only after that failed; none is paid that has expired', async () => {
	const { invoice, paymentHash } = sandbox.makeInvoice({ amountMsat: 1_500_500 });
	const pay = async (text: string) => (await post('/withdraw/btc', { invoice: text })).status;
	expect([await pay(invoice), await pay(invoice)]).toEqual([200, 400]);
	expect(sandbox.settle({ hash: paymentHash, status: 'FAILED' })).toBe(1);
	expect(await pay(invoice)).toBe(200);
	expect(await pay(sandbox.makeInvoice({ amountMsat: 1_000, expired: true }).invoice)).toBe(400);
});

test.each([
	['of another network', 'solana', DEMO_ADDRESSES.trc20],
	['with a wrong checksum of Ethereum', 'erc20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'],
	['with a wrong checksum of Tron', 'trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T'],
])('an address %s is refused', async (_name, network, address) => {
	const body = { amount: '250', network, currency: 'USDT', address };
	expect((await post('/withdraw/stablecoin', body)).body).toEqual(error(/address is invalid/));
});

/** Faults under which a payment is made all the same. */
const PAID_UNDER: ReadonlyArray<[fault: FaultRule['fault'], times: number]> = [
	[{ kind: 'dropBefore' }, 0],
	[{ kind: 'dropAfter' }, 1],
	[{ kind: 'status', status: 503 }, 0],
	[{ kind: 'status', status: 400, effect: true }, 1],
	[{ kind: 'okStatusError', effect: true }, 1],
	[{ kind: 'html' }, 0],
	[{ kind: 'empty' }, 1],
	[{ kind: 'brokenJson' }, 1],
	[{ kind: 'cutOff' }, 1],
	[{ kind: 'redirect' }, 0],
];

test.each(PAID_UNDER)(
	'under the fault %j a payment is made %i times, and the next one as usual',
	async (fault, times) => {
		sandbox.faults.add({ match: { path: '/withdraw', times: 1 }, fault });
		await post('/withdraw', bankWithdrawal).catch(() => undefined);
		expect(sandbox.ledger.payouts({ destination: '0123456789' })).toHaveLength(times);
		expect((await post('/withdraw', bankWithdrawal)).status).toBe(200);
	},
);

test('as hard as the world it lets nothing of 1 kobo or to a name of one word pass', async () => {
	sandbox.configure({ ...HARD, latencyMs: [0, 0], callsPerSecond: null });
	expect((await post('/withdraw', { ...bankWithdrawal, amount: '1' })).body).toEqual(error(/^Amount too small$/));
	const identifiers = { phoneNumber: '+254790000000', network: 'mpesa', accountName: 'Verify' };
	const beneficiary = { identifierType: 'paytophone', identifiers };
	const kenyan = { ...swapQuote, targetCurrency: 'KESCENT', paymentCurrency: 'KESCENT', autopayout: true, beneficiary };
	expect((await post('/quote', kenyan)).body).toEqual(error(/^name mismatch$/));
	expect(sandbox.ledger.entries).toEqual([]);
});

const ada = bankWithdrawal.beneficiary;
const thandi = { name: 'Thandi Nkosi', bankName: 'Capitec Bank', bankAccountNumber: '1352900000' };
const rand = { targetCurrency: 'ZARCENT', paymentCurrency: 'ZARCENT', beneficiary: thandi };
const fromNaira = { sourceCurrency: 'NGNKOBO', paymentMethod: 'BANKTRANSFER' };

/** A quote that is accepted from a wallet. */
async function accepted(sourceWallet: string, body: object) {
	const quoteId = textAt((await post('/quote', { ...payoutQuote, ...body })).body, 'data.id');
	expect((await post(`/wallet/payout/${quoteId}/accept`, { sourceWallet })).body).toMatchObject({ status: 'ok' });
}

/** The currency's withdrawals of the last day between two amounts: payee, bank, account, amount and status. */
async function listed(currency: string, [least, most]: [least: number, most: number]) {
	const startDate = new Date(sandbox.clock.now() - 86_400_000).toISOString();
	const asked = { type: 'WITHDRAWAL', currency, startDate, minAmount: `${least}`, maxAmount: `${most}` };
	const query = new URLSearchParams({ ...asked, limit: '100', page: '1' });
	const { body } = await call(sandbox, 'GET', `/transactions?${query}`);
	const members = ['metadata.merchantName', 'metadata.bankName', 'metadata.bankAccountNumber', 'amount', 'status'];
	return listAt(body, 'data').map((one) => members.map((member) => at(one, member)));
}

describe('the list of a day and an amount', () => {
	const toAda = [ada.bankAccountName, ada.bankName, ada.bankAccountNumber];
	const toThandi = [thandi.name, thandi.bankName, thandi.bankAccountNumber];
	test.each([
		['naira', 'NGN', toAda, 100_000, async () => await post('/withdraw', bankWithdrawal)],
		['naira out of bitcoin', 'NGN', toAda, 500_000, async () => await accepted('BTC', {})],
		['rand out of bitcoin', 'ZAR', toThandi, 500_000, async () => await accepted('BTC', rand)],
		['rand out of naira', 'ZAR', toThandi, 500_000, async () => await accepted('NGN', { ...rand, ...fromNaira })],
	])('names payee and amount of %s, PENDING or settled, and does not where no party is shown', async (...row) => {
		const [, currency, payee, amount, pay] = row;
		await pay();
		await post('/withdraw', { ...bankWithdrawal, amount: '99999' });
		for (const status of ['PENDING', 'SUCCESS']) {
			expect(await listed(currency, [amount, amount])).toEqual([[...payee, amount, status]]);
			sandbox.settle({ all: true });
		}
		expect(await listed(currency, [amount + 1, amount + 1])).toEqual([]);
		sandbox.configure({ partiesShown: false });
		expect(await listed(currency, [amount, amount])).toEqual([['', '', '', amount, 'SUCCESS']]);
	});

	test('has a payout late where the list is late, the look-up at once, and none that has become old', async () => {
		const kobo = 100_000;
		sandbox.configure({ listedAfterMs: 60_000 });
		const id = textAt((await post('/withdraw', bankWithdrawal)).body, 'data.id');
		expect(await listed('NGN', [kobo, kobo])).toEqual([]);
		expect((await call(sandbox, 'GET', `/transaction?id=${id}`)).status).toBe(200);
		sandbox.clock.advance(60_000);
		expect(await listed('NGN', [kobo, kobo])).toHaveLength(1);
		await call(sandbox, 'POST', `${sandbox.controlUrl}/age`, { body: { ms: 86_400_000 } });
		expect(await listed('NGN', [kobo, kobo])).toEqual([]);
	});
});
