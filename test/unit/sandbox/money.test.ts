/** Rules of money that nothing but this test would miss: which payments the sandbox refuses, makes once, and gives back. */
import { DEMO_ADDRESSES, HARD, type FaultRule } from '../../../sandbox/index';
import { bankWithdrawal, swapQuote } from '../../harness/sandboxBodies';
import { call, textAt } from '../../harness/sandboxClient';
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

test('a transfer of another amount goes back, and the quote waits on for the exact one', async () => {
	const quoteId = textAt((await post('/quote', swapQuote)).body, 'data.id');
	const paid = [999_999n, 1_000_001n, 1_000_000n].map((amount) => sandbox.transfer({ quoteId, amount }));
	expect(paid).toEqual([false, false, true]);
	expect(sandbox.wallets.balance('BTC')).toBe(50_006_616n);
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
