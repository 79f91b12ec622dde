/** Resolve on n8n's engine: the response of a payment is lost, and Mavapay is asked what became of it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault, QuirksChange } from '../../../sandbox';
import { saidBy } from '../../harness/engine';
import { ITEMS, runFaulty } from '../../harness/engine/threeItems';
import { timesPaid, timesSent } from '../../harness/engine/threeOutcomes';
import { accept, toLightning } from '../../cases/resolve';
import { makeQuote } from '../../cases/quoteParts';
import { bankPayout } from '../../cases/withdrawal';
import { json, run, useSandbox } from '../../harness/engine/mavapay';
import { createAndAccept } from '../../harness/quoteParameters';

const service = useSandbox();
const SINCE = { sentAfter: '2020-01-01T00:00:00Z' };
const UPDATE = { options: { updateRecord: true } };
const BLANK = { amount: '', amountUnit: 'minor', currency: 'NGN', sentAfter: '', sentBefore: '', options: {} };

const ask = async (reference: string, lookUpBy: string, value: string, more: INodeParameters = {}) =>
	await run(service.sandbox, {
		resource: 'payoutReference',
		operation: 'resolve',
		simplify: false,
		reference,
		lookUpBy,
		value,
		...BLANK,
		...more,
	});
const resolve = async (...given: Parameters<typeof ask>): Promise<IDataObject> => {
	const { success, nodeError } = await ask(...given);
	expect(saidBy(nodeError)).toBeUndefined();
	return success[0]?.json ?? {};
};

/** Resolves 20 minutes later, when no payment can be on its way any more. */
const resolveLater: typeof resolve = async (...given) => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 20 * 60_000);
	try {
		return await resolve(...given);
	} finally {
		clock.mockRestore();
	}
};

/** Pays and loses the response, before or after Mavapay made the payment. */
async function lose(
	parameters: INodeParameters,
	kind: 'dropAfter' | 'dropBefore' = 'dropAfter',
	quirks: QuirksChange = { settleAfterMs: 0 },
): Promise<void> {
	service.sandbox.configure(quirks);
	service.sandbox.faults.add({ match: { method: 'POST', times: 1 }, fault: { kind } as Fault });
	const { nodeError } = await run(service.sandbox, parameters);
	expect(saidBy(nodeError)).toMatch(/^May have been paid: /);
}

const invoiceOf = () => service.sandbox.makeInvoice({ amountMsat: '2500000' });
const ofBank = (more: INodeParameters = {}): INodeParameters => ({
	amount: '250000',
	sentAfter: '2020-01-01T00:00:00Z',
	...UPDATE,
	...more,
});
const lastId = () => service.sandbox.transactions.at(-1)?.id;

describe('a Lightning invoice, by its payment hash or itself', () => {
	test('paid: the record says so, and a new run pays nothing', async () => {
		const { invoice, paymentHash } = invoiceOf();
		await lose(toLightning(invoice));
		expect(await resolve(paymentHash, 'paymentHash', '')).toMatchObject({ resolution: 'paid' });
		expect(await resolve(paymentHash, 'paymentHash', invoice, UPDATE)).toMatchObject({
			state: 'paid',
			resolution: 'paid',
			transactionId: lastId(),
			recordChanged: true,
		});
		const again = await run(service.sandbox, toLightning(invoice));
		expect(saidBy(again.nodeError)).toMatch(/^Already paid/);
		expect(service.sandbox.ledger.payouts({})).toHaveLength(1);
		expect(await resolve(paymentHash, 'paymentHash', paymentHash.toUpperCase())).toMatchObject({
			resolution: 'paid',
			previousState: 'paid',
			recordChanged: false,
		});
	});

	test('not paid: failed, released, and a new run pays once', async () => {
		const { invoice, paymentHash } = invoiceOf();
		await lose(toLightning(invoice), 'dropAfter', { settleAfterMs: 0, payoutResult: 'failed' });
		expect(await resolve(paymentHash, 'paymentHash', paymentHash, { ...UPDATE, ...SINCE })).toMatchObject({
			state: 'unknown',
			resolution: 'open',
			recordChanged: false,
			claim: expect.stringMatching(/^k[\w-]+$/),
			lookAgainAt: expect.stringMatching(/^20.*Z$/),
			lookAgainInWords: expect.stringMatching(/^to(day|morrow) at \d\d:\d\d, in (1[5-9]|20) minutes$/),
		});
		expect(await resolveLater(paymentHash, 'paymentHash', paymentHash, { ...UPDATE, ...SINCE })).toMatchObject({
			state: 'free',
			resolution: 'notPaid',
			recordChanged: true,
		});
		service.sandbox.configure({ payoutResult: 'success' });
		const again = await run(service.sandbox, toLightning(invoice));
		expect(again.success[0]?.json.payout).toMatchObject({ outcome: 'accepted' });
		expect(service.sandbox.ledger.payouts({ status: 'SUCCESS' })).toHaveLength(1);
	});
});

describe.each(['documented', 'client'] as const)('a quote, by its ID, of orders in the form: %s', (orderQuotes) => {
	beforeEach(() => service.sandbox.configure({ orderQuotes }));

	const quoted = async () => {
		const { quoteId = '', orderId = '' } = await makeQuote(service.sandbox);
		return { quoteId, orderId };
	};

	test('paid, though a deposit belongs to it too', async () => {
		const made = await quoted();
		await lose(accept(made.quoteId));
		const out = service.sandbox.transactions.find(({ type }) => type === 'WITHDRAWAL')?.id;
		expect(service.sandbox.transactions.map(({ type }) => type).sort()).toEqual(['DEPOSIT', 'WITHDRAWAL']);
		expect(await resolve(made.quoteId, 'quoteId', made.quoteId, UPDATE)).toMatchObject({
			resolution: 'paid',
			transactionId: out,
			state: 'paid',
		});
		await run(service.sandbox, accept(made.quoteId));
		expect(service.sandbox.requests.filter(({ path }) => path.endsWith('/accept'))).toHaveLength(1);
	});

	test("open: it expired, which is no sign that its withdrawal won't show; it is released by nobody", async () => {
		const { quoteId, orderId } = await quoted();
		await lose(accept(quoteId), 'dropBefore');
		service.sandbox.clock.advance(24 * 3_600_000);
		expect(await resolveLater(quoteId, 'quoteId', quoteId, UPDATE)).toMatchObject({
			resolution: 'open',
			state: 'unknown',
			why: expect.stringContaining(`order: ${orderId} (EXPIRED)`),
		});
	});
});

test.each(['documented', 'client'] as const)(
	'a swap is found by its quote, and by its customer reference likely, of orders in the form: %s',
	async (orderQuotes) => {
		service.sandbox.configure({ orderQuotes });
		const { invoice } = invoiceOf();
		const swap: INodeParameters = {
			...createAndAccept,
			amount: '2500',
			amountIs: 'arrives',
			maximumAmount: '900000000',
			payoutReference: '',
			options: { customerReference: 'SWAP-1' },
			sendTo: 'somebody',
			beneficiaryType: 'btc',
			btcDestination: 'lnInvoice',
			invoice,
		};
		service.sandbox.configure({ settleAfterMs: 0, lookedUpLikeEvents: true });
		service.sandbox.faults.add({ match: { bodyIncludes: 'sourceWallet', times: 1 }, fault: { kind: 'dropAfter' } });
		expect(saidBy((await run(service.sandbox, swap)).nodeError)).toMatch(/^May have been paid: /);
		const [, quoteId = ''] = /payout\/(.*)\/accept$/.exec(service.sandbox.requests.at(-1)?.path ?? '') ?? [];
		expect(await resolve('SWAP-1', 'quoteId', quoteId)).toMatchObject({ resolution: 'paid', recordChanged: false });
		const likely = { amount: '2500', currency: 'BTC', ...SINCE, ...UPDATE };
		expect(await resolve('SWAP-1', 'customerReference', 'SWAP-1', likely)).toMatchObject({
			resolution: 'likelyPaid',
			recordChanged: false,
		});
		service.sandbox.configure({ lookedUpLikeEvents: false });
		// If Mavapay shows the reference nowhere, that doesn't prove that nothing was paid.
		const shown = await resolve('SWAP-1', 'customerReference', 'SWAP-1', likely);
		expect(shown).toMatchObject(orderQuotes === 'documented' ? { resolution: 'likelyPaid' } : { resolution: 'open' });
	},
);

describe('a payee, an amount and a time', () => {
	test.each([['0123456789'], ['Adaeze Chioma Okafor']])('is likely at most: %s', async (payee) => {
		await lose(bankPayout);
		const before = service.store.keys('workflow-under-test');
		expect(await resolve('INV-1', 'payee', payee, ofBank())).toMatchObject({
			state: 'unknown',
			resolution: 'likelyPaid',
			transactionId: lastId(),
			recordChanged: false,
			candidates: [
				expect.objectContaining({
					amount: { minor: '250000', major: '2500.00', currency: 'NGN', text: '2,500.00 NGN' },
				}),
			],
		});
		expect(service.store.keys('workflow-under-test')).toEqual(before);
	});

	test('the period means when it was made, whatever Mavapay compares: one that settled later is found', async () => {
		await lose(bankPayout, 'dropAfter', { settleAfterMs: 2 * 3_600_000 });
		const sentBefore = new Date(service.sandbox.clock.now() + 60_000).toISOString();
		service.sandbox.clock.advance(3 * 3_600_000);
		const sentAfter = new Date(service.sandbox.clock.now() - 4 * 3_600_000).toISOString();
		expect(await resolve('INV-1', 'payee', '0123456789', ofBank({ sentAfter, sentBefore }))).toMatchObject({
			resolution: 'likelyPaid',
			transactionId: lastId(),
		});
		const query = service.sandbox.requests.at(-1)?.query;
		expect([query?.startDate, query?.endDate].map((date) => Date.parse(String(date)))).toEqual([
			Date.parse(sentAfter) - 86_400_000,
			Date.parse(sentBefore) + 8 * 86_400_000,
		]);
	});
});

test('every unknown payout of a run is resolved by one node, each with what it was looked up by', async () => {
	const { sandbox } = service;
	sandbox.configure({ settleAfterMs: 0, lookedUpLikeEvents: true });
	sandbox.faults.add({ match: { bodyIncludes: '1000000001' }, fault: { kind: 'dropAfter' } });
	sandbox.faults.add({ match: { bodyIncludes: '1000000002' }, fault: { kind: 'dropBefore' } });
	await runFaulty(sandbox, 'pay', 'continueRegularOutput');
	const parameters: INodeParameters = {
		resource: 'payoutReference',
		operation: 'resolve',
		reference: '={{ $json.id }}',
		lookUpBy: 'customerReference',
		value: '={{ $json.id }}',
		...BLANK,
		...UPDATE,
		...SINCE,
		amount: '1',
		amountUnit: 'major',
		currency: 'USDT',
	};
	const { success } = await run(sandbox, parameters, { items: ITEMS });
	expect(json(success).map(({ reference, resolution, state }) => [reference, resolution, state])).toEqual([
		['1000000001', 'likelyPaid', 'unknown'],
		['1000000002', 'open', 'unknown'],
		['1000000003', 'paid', 'paid'],
	]);
	sandbox.faults.clear();
	await runFaulty(sandbox, 'pay', 'continueRegularOutput');
	expect([timesSent(sandbox), timesPaid(sandbox)]).toEqual([
		[1, 1, 1],
		[1, 0, 1],
	]);
});
