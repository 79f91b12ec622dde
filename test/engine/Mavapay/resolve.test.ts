/** Resolve on n8n's engine: the response of a payment is lost, and Mavapay is asked what became of it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault, QuirksChange } from '../../../sandbox';
import { connect, itemsSource, MANUAL_TRIGGER, node, runWorkflow, saidBy } from '../../harness/engine';
import { ITEMS, parametersOf, runFaulty, timesPaid, timesSent } from '../../harness/engine/threeItems';
import { accept, toLightning } from '../../cases/resolve';
import { makeQuote } from '../../cases/quoteParts';
import { toBank, toStablecoin } from '../../cases/withdrawal';
import { at } from '../../cases/case';
import { json, run, surroundings, TYPE_NAME, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const SINCE = { sentAfter: '2020-01-01T00:00:00Z' };
const UPDATE = { options: { updateRecord: true } };
const BLANK = { amount: '', amountUnit: 'minor', currency: 'NGN', sentAfter: '', sentBefore: '', options: {} };

const ask = async (reference: string, lookUpBy: string, value: string, more: INodeParameters = {}) =>
	await run(service.sandbox, {
		resource: 'payoutReference',
		operation: 'resolve',
		reference,
		lookUpBy,
		...(lookUpBy === 'payee' ? { payee: value } : { value }),
		...BLANK,
		...more,
	});
const resolve = async (...given: Parameters<typeof ask>): Promise<IDataObject> => {
	const { success, nodeError } = await ask(...given);
	expect(saidBy(nodeError)).toBeUndefined();
	return success[0]?.json ?? {};
};

/** Pays; the response is lost, after Mavapay did it or before. */
async function lose(
	parameters: INodeParameters,
	kind: 'dropAfter' | 'dropBefore' = 'dropAfter',
	quirks: QuirksChange = { settleAfterMs: 0 },
): Promise<void> {
	service.sandbox.configure(quirks);
	service.sandbox.faults.add({ match: { method: 'POST', times: 1 }, fault: { kind } as Fault });
	const { nodeError } = await run(service.sandbox, parameters);
	expect(saidBy(nodeError)).toMatch(
		/may have been paid\. .*, run 'Payout Reference: Resolve' in this same workflow, which asks Mavapay what became of it; or look for it/,
	);
}

const bank: INodeParameters = { resource: 'withdrawal', operation: 'toBankAccount', ...toBank };
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
		expect(await resolve(paymentHash, 'paymentHash', paymentHash, UPDATE)).toMatchObject({
			state: 'free',
			resolution: 'notPaid',
			recordChanged: true,
		});
		service.sandbox.configure({ payoutResult: 'success' });
		const again = await run(service.sandbox, toLightning(invoice));
		expect(again.success[0]?.json.payout).toMatchObject({ outcome: 'accepted' });
		expect(service.sandbox.ledger.payouts({ status: 'SUCCESS' })).toHaveLength(1);
	});

	test('open: what failed may be an earlier try under another reference, unless the time tells', async () => {
		const { invoice } = invoiceOf();
		await lose({ ...toLightning(invoice), payoutReference: 'FIRST' }, 'dropAfter', {
			settleAfterMs: 0,
			payoutResult: 'failed',
		});
		service.sandbox.clock.advance(60_000);
		const sentAfter = new Date(service.sandbox.clock.now()).toISOString();
		await lose({ ...toLightning(invoice), payoutReference: 'SECOND' }, 'dropBefore');
		expect(await resolve('SECOND', 'paymentHash', invoice, UPDATE)).toMatchObject({
			resolution: 'open',
			recordChanged: false,
			why: expect.stringContaining("fill in 'Sent After'"),
		});
		expect(await resolve('SECOND', 'paymentHash', invoice, { ...UPDATE, sentAfter })).toMatchObject({
			resolution: 'open',
			why: expect.stringContaining('may still appear'),
		});
		expect(await resolve('FIRST', 'paymentHash', invoice, { ...UPDATE, ...SINCE })).toMatchObject({
			resolution: 'notPaid',
			state: 'free',
		});
	});

	test('open: under way, or not there', async () => {
		const one = invoiceOf();
		await lose(toLightning(one.invoice), 'dropAfter', { settleAfterMs: 3_600_000 });
		expect(await resolve(one.paymentHash, 'paymentHash', one.paymentHash, UPDATE)).toMatchObject({
			state: 'unknown',
			resolution: 'open',
			recordChanged: false,
			why: expect.stringMatching(/still under way/),
			candidates: [expect.objectContaining({ status: 'PENDING' })],
		});
		const other = invoiceOf();
		await lose(toLightning(other.invoice), 'dropBefore');
		expect(await resolve(other.paymentHash, 'paymentHash', other.paymentHash, UPDATE)).toMatchObject({
			state: 'unknown',
			resolution: 'open',
			why: expect.stringMatching(/^Mavapay shows no such payment\. It may still appear/),
		});
	});

	test('open: another amount than the one that was to be paid', async () => {
		const { invoice, paymentHash } = invoiceOf();
		await lose(toLightning(invoice));
		const wrong = { amount: '2501', currency: 'BTC', ...UPDATE };
		expect(await resolve(paymentHash, 'paymentHash', paymentHash, wrong)).toMatchObject({
			resolution: 'open',
			recordChanged: false,
			why: expect.stringContaining('is of 0.00002500 BTC, not 0.00002501 BTC'),
		});
		expect(
			await resolve(paymentHash, 'paymentHash', paymentHash, { ...wrong, amount: '0.000025', amountUnit: 'major' }),
		).toMatchObject({ resolution: 'paid', recordChanged: true });
	});
});

describe('a quote, by its ID or its order', () => {
	const quoted = async () => {
		const { quoteId = '', orderId = '' } = await makeQuote(service.sandbox);
		return { quoteId, orderId };
	};

	test.each(['quoteId', 'orderId'] as const)('paid, by %s, though a deposit belongs to it too', async (by) => {
		const made = await quoted();
		await lose(accept(made.quoteId));
		const out = service.sandbox.transactions.find(({ type }) => type === 'WITHDRAWAL')?.id;
		expect(service.sandbox.transactions.map(({ type }) => type).sort()).toEqual(['DEPOSIT', 'WITHDRAWAL']);
		expect(await resolve(made.quoteId, by, made[by], UPDATE)).toMatchObject({
			resolution: 'paid',
			transactionId: out,
			state: 'paid',
		});
		await run(service.sandbox, accept(made.quoteId));
		expect(service.sandbox.requests.filter(({ path }) => path.endsWith('/accept'))).toHaveLength(1);
	});

	test('not paid: it expired', async () => {
		const { quoteId, orderId } = await quoted();
		await lose(accept(quoteId), 'dropBefore');
		service.sandbox.clock.advance(24 * 3_600_000);
		expect(await resolve(quoteId, 'quoteId', quoteId, UPDATE)).toMatchObject({
			resolution: 'notPaid',
			state: 'free',
			why: expect.stringContaining(`Its order ended unpaid: ${orderId} (EXPIRED).`),
		});
	});

	test("open: it may still be accepted, or is in nobody's list", async () => {
		const { quoteId } = await quoted();
		await lose(accept(quoteId), 'dropBefore');
		expect(await resolve(quoteId, 'quoteId', quoteId, UPDATE)).toMatchObject({
			resolution: 'open',
			why: expect.stringMatching(/^Order .* is PENDING/),
		});
		expect(await resolve(quoteId, 'orderId', '99999-9999', UPDATE)).toMatchObject({
			resolution: 'open',
			why: expect.stringMatching(/^Mavapay shows no such payment/),
		});
	});
});

describe('a customer reference', () => {
	const reference = (more: INodeParameters = {}) =>
		['S-1', 'customerReference', 'S-1', { ...UPDATE, ...more }] as const;

	test('is found where look-ups have what events have', async () => {
		await lose(toStablecoin, 'dropAfter', { settleAfterMs: 0, lookedUpLikeEvents: true });
		expect(await resolve(...reference(SINCE))).toMatchObject({
			resolution: 'paid',
			transactionId: lastId(),
			state: 'paid',
		});
	});

	test('of a payment that another workflow made is no proof without the time', async () => {
		service.sandbox.configure({ settleAfterMs: 0, lookedUpLikeEvents: true });
		await run(service.sandbox, toStablecoin, { workflowId: 'last month' });
		service.sandbox.clock.advance(3_600_000);
		const sentAfter = new Date(service.sandbox.clock.now()).toISOString();
		await lose(toStablecoin, 'dropBefore', { settleAfterMs: 0, lookedUpLikeEvents: true });
		expect(await resolve(...reference())).toMatchObject({
			resolution: 'likelyPaid',
			recordChanged: false,
			state: 'unknown',
			why: expect.stringContaining("fill in 'Sent After'"),
		});
		expect(await resolve(...reference({ sentAfter }))).toMatchObject({ resolution: 'open', recordChanged: false });
	});

	test('of a payment that failed needs the time: an earlier one may have had it too', async () => {
		await lose(toStablecoin, 'dropAfter', { settleAfterMs: 0, lookedUpLikeEvents: true, payoutResult: 'failed' });
		expect(await resolve(...reference())).toMatchObject({
			resolution: 'open',
			why: expect.stringContaining("fill in 'Sent After'"),
		});
		expect(await resolve(...reference(SINCE))).toMatchObject({ resolution: 'notPaid', state: 'free' });
	});

	test('under which two payments succeeded says so loudly', async () => {
		await lose(toStablecoin, 'dropAfter', { settleAfterMs: 0, lookedUpLikeEvents: true });
		await lose({ ...toStablecoin, payoutReference: 'OTHER' });
		const said = await resolve(...reference(SINCE));
		expect(said).toMatchObject({
			resolution: 'paid',
			why: expect.stringMatching(/^PAID MORE THAN ONCE/),
			candidates: [expect.anything(), expect.anything()],
		});
		expect(await resolve('OTHER', 'customerReference', 'S-1', { ...UPDATE, ...SINCE })).toMatchObject({
			resolution: 'paid',
			why: expect.stringMatching(/^Transaction .* succeeded\.$/),
		});
	});

	test("of another payment's order is no proof: neither that it ended unpaid nor that it was paid", async () => {
		const { sandbox } = service;
		const { quoteId = '' } = await makeQuote(sandbox);
		await lose({ ...toStablecoin, customerReference: 'order-17', payoutReference: 'S-1' });
		sandbox.clock.advance(24 * 3_600_000);
		const asked = async () => await resolve('S-1', 'customerReference', 'order-17', { ...UPDATE, ...SINCE });
		expect(await asked()).toMatchObject({ resolution: 'open', recordChanged: false, state: 'unknown' });
		expect(
			saidBy(
				(await run(sandbox, { ...toStablecoin, customerReference: 'order-17', payoutReference: 'S-1' })).nodeError,
			),
		).toMatch(/unknown/i);
		const other = (await makeQuote(sandbox)).quoteId ?? '';
		await lose({ ...accept(other), payoutReference: 'Q' });
		expect(quoteId).not.toBe(other);
		expect(await asked()).toMatchObject({ resolution: 'likelyPaid', recordChanged: false, state: 'unknown' });
		expect(sandbox.ledger.payouts({ status: 'SUCCESS' }).filter(({ currency }) => currency === 'USDT')).toHaveLength(1);
	});
});

describe('what belongs to another payment', () => {
	const UNSENT =
		/record doesn't show that '.*' was sent with this value, so it may be another payment\. Check 'Value'\./;

	test('neither releases a reference nor marks it as paid', async () => {
		const failed = invoiceOf();
		await lose(toLightning(failed.invoice), 'dropAfter', { settleAfterMs: 0, payoutResult: 'failed' });
		const paid = invoiceOf();
		await lose(toLightning(paid.invoice), 'dropAfter', { settleAfterMs: 0, payoutResult: 'success' });
		const { quoteId = '', orderId = '' } = await makeQuote(service.sandbox);
		await lose(accept(quoteId));
		const before = service.store.keys('workflow-under-test');
		expect(await resolve(paid.paymentHash, 'paymentHash', failed.invoice, { ...UPDATE, ...SINCE })).toMatchObject({
			state: 'unknown',
			resolution: 'open',
			recordChanged: false,
			why: expect.stringMatching(UNSENT),
		});
		expect(await resolve(failed.paymentHash, 'paymentHash', paid.paymentHash, UPDATE)).toMatchObject({
			state: 'unknown',
			resolution: 'likelyPaid',
			recordChanged: false,
			why: expect.stringMatching(UNSENT),
		});
		for (const [by, value] of [
			['quoteId', quoteId],
			['orderId', orderId],
			['customerReference', 'order-17'],
		] as const) {
			expect(await resolve(paid.paymentHash, by, value, { ...UPDATE, ...SINCE })).toMatchObject({
				state: 'unknown',
				resolution: 'likelyPaid',
				recordChanged: false,
				why: expect.stringMatching(UNSENT),
			});
		}
		expect(service.store.keys('workflow-under-test')).toEqual(before);
	});
});

test('a swap is found by its quote and by its customer reference', async () => {
	const { invoice } = invoiceOf();
	const swap: INodeParameters = {
		resource: 'quote',
		operation: 'createAndAccept',
		amount: '2500',
		amountUnit: 'minor',
		sourceCurrency: 'NGNKOBO',
		targetCurrency: 'BTCSAT',
		paymentMethod: 'BANKTRANSFER',
		paymentCurrency: 'BTCSAT',
		customerReference: 'SWAP-1',
		beneficiaryType: 'btc',
		autopayout: 'notSent',
		btcDestination: 'lnInvoice',
		invoice,
		sourceWallet: 'NGN',
		payoutReference: '',
		options: {},
	};
	service.sandbox.configure({ settleAfterMs: 0, lookedUpLikeEvents: true });
	service.sandbox.faults.add({ match: { bodyIncludes: 'sourceWallet', times: 1 }, fault: { kind: 'dropAfter' } });
	expect(saidBy((await run(service.sandbox, swap)).nodeError)).toMatch(/may have been paid/);
	const [, quoteId = ''] = /payout\/(.*)\/accept$/.exec(service.sandbox.requests.at(-1)?.path ?? '') ?? [];
	for (const [by, value] of [
		['quoteId', quoteId],
		['customerReference', 'SWAP-1'],
	] as const) {
		expect(await resolve('SWAP-1', by, value, SINCE)).toMatchObject({ resolution: 'paid', recordChanged: false });
	}
});

describe('a payee, an amount and a time', () => {
	test.each([['0123456789'], ['Adaeze Chioma Okafor']])('is likely at most: %s', async (payee) => {
		await lose(bank);
		const before = service.store.keys('workflow-under-test');
		expect(await resolve('INV-1', 'payee', payee, ofBank())).toMatchObject({
			state: 'unknown',
			resolution: 'likelyPaid',
			transactionId: lastId(),
			recordChanged: false,
			candidates: [expect.objectContaining({ amount: { minor: '250000', major: '2500.00', currency: 'NGN' } })],
		});
		expect(service.store.keys('workflow-under-test')).toEqual(before);
	});

	test.each([
		['another payee', '0000000001', {}, /^Mavapay shows no such payment/],
		['another amount', '0123456789', { amount: '250001' }, /is of 2,500\.00 NGN, not 2,500\.01 NGN/],
		['another time', '0123456789', { sentBefore: '2020-01-02T00:00:00Z' }, /^Mavapay shows no such payment/],
	])('%s is open', async (_name, payee, more, why) => {
		await lose(bank);
		expect(await resolve('INV-1', 'payee', payee, ofBank(more))).toMatchObject({
			resolution: 'open',
			recordChanged: false,
			why: expect.stringMatching(why),
		});
	});

	test('a payment that a person marked another reference with is that one', async () => {
		await lose({ ...bank, payoutReference: 'PAID' });
		await run(service.sandbox, {
			resource: 'payoutReference',
			operation: 'markPaid',
			reference: 'PAID',
			transactionId: service.sandbox.transactions[0]?.id ?? '',
		});
		await lose(bank, 'dropBefore');
		expect(await resolve('INV-1', 'payee', '0123456789', ofBank())).toMatchObject({
			resolution: 'open',
			why: expect.stringMatching(/under another reference: 1\.$/),
		});
	});

	test('failed is no proof: another one may appear', async () => {
		await lose(bank, 'dropAfter', { settleAfterMs: 0, payoutResult: 'failed' });
		expect(await resolve('INV-1', 'payee', '0123456789', ofBank())).toMatchObject({
			resolution: 'open',
			recordChanged: false,
		});
	});

	test('where Mavapay does not say whom it paid, what is of that amount is shown', async () => {
		await lose(toStablecoin);
		const usdt = { amount: '1', amountUnit: 'major', currency: 'USDT', sentAfter: '2020-01-01T00:00:00Z' };
		const asked = ['S-1', 'payee', String(toStablecoin.address), usdt] as const;
		expect(await resolve(...asked)).toMatchObject({
			resolution: 'open',
			candidates: [expect.objectContaining({ transactionId: lastId() })],
		});
		service.sandbox.configure({ lookedUpLikeEvents: true });
		expect(await resolve(...asked)).toMatchObject({ resolution: 'likelyPaid', transactionId: lastId() });
	});

	test('needs amount and time', async () => {
		const { nodeError } = await ask('INV-1', 'payee', '0123456789');
		expect(saidBy(nodeError)).toMatch(
			/'Amount' is empty\. It is needed when 'Look Up By' is Payee.*'Sent After' is empty/s,
		);
		const turned = await ask('INV-1', 'payee', '1', ofBank({ sentBefore: '2019-01-01T00:00:00Z' }));
		expect(saidBy(turned.nodeError)).toMatch(/'Sent Before' is earlier than 'Sent After'/);
		expect(service.sandbox.requests).toEqual([]);
	});
});

describe('what cannot be answered', () => {
	test('a payment hash that is none', async () => {
		expect(saidBy((await ask('R', 'paymentHash', 'abc')).nodeError)).toMatch(
			/'Value' is no payment hash \(64 hexadecimal digits\) and no Lightning invoice/,
		);
	});

	test('a reference that was not sent', async () => {
		expect(saidBy((await ask('R', 'quoteId', 'q')).nodeError)).toMatch(/^Nothing to resolve under 'R'/);
		expect(service.sandbox.requests).toEqual([]);
	});

	test.each([
		[404, 'open'],
		[400, 'open'],
		[401, undefined],
		[500, undefined],
	])('a look-up that is answered with %d changes nothing', async (status, resolution) => {
		const { invoice, paymentHash } = invoiceOf();
		await lose(toLightning(invoice), 'dropAfter', { settleAfterMs: 0, payoutResult: 'failed' });
		service.sandbox.faults.add({ match: { path: '/transaction' }, fault: { kind: 'status', status } });
		const { success, nodeError } = await ask(paymentHash, 'paymentHash', paymentHash, UPDATE);
		expect(success[0]?.json.resolution).toBe(resolution);
		if (resolution === undefined) expect(saidBy(nodeError)).toContain(`(${status})`);
		const { success: checked } = await run(service.sandbox, {
			resource: 'payoutReference',
			operation: 'check',
			reference: paymentHash,
		});
		expect(json(checked)[0]).toMatchObject({ state: 'unknown' });
	});

	test('what the same execution left unknown', async () => {
		const { sandbox } = service;
		const [first = { id: '' }] = ITEMS;
		sandbox.faults.add({ match: { method: 'POST' }, fault: { kind: 'dropAfter' } });
		const { type, credentialTypes, credentials } = surroundings(sandbox);
		const references = { mavapayApi: { id: 'mavapayApi', name: 'mavapayApi' } };
		const both = { credentials: references, onError: 'continueRegularOutput' } as const;
		const parameters: INodeParameters = {
			resource: 'payoutReference',
			operation: 'resolve',
			reference: first.id,
			lookUpBy: 'customerReference',
			value: first.id,
			...BLANK,
			...UPDATE,
		};
		const { items } = await runWorkflow({
			nodes: [
				node('Start', MANUAL_TRIGGER),
				node('Items', 'test.items'),
				node('Pay', TYPE_NAME, { ...both, parameters: parametersOf('pay') }),
				node('Resolve', TYPE_NAME, { ...both, parameters }),
			],
			connections: connect(['Start', 'Items'], ['Items', 'Pay'], ['Pay', 'Resolve']),
			nodeTypes: { 'test.items': itemsSource([first]), [TYPE_NAME]: type },
			credentialTypes,
			credentials,
		});
		expect(items('Resolve')[0]?.json.message).toMatch(/was sent by this same execution.*once this one has ended/);
		expect(at(items('Resolve')[0]?.json, 'details', 'cause')).toBe('notSettled');
		expect(sandbox.requests.filter(({ method }) => method === 'GET')).toEqual([]);
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
	};
	const { success } = await run(sandbox, parameters, { items: ITEMS });
	expect(json(success).map(({ reference, resolution, state }) => [reference, resolution, state])).toEqual([
		['1000000001', 'paid', 'paid'],
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
