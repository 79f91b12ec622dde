/**
 * A service whose look-ups and lists are seconds late: nothing is lost, output twice or paid twice, and nothing that
 * is only late is reported as missing or not paid.
 */
import { setImmediate } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bankBeneficiary } from '../../cases/bank';
import { ask, textAt } from '../../cases/case';
import { makeQuote, SWAP } from '../../cases/quoteParts';
import { accept, toLightning } from '../../cases/resolve';
import { json, run, useSandbox } from '../../harness/engine/mavapay';
import { freshWorkflow } from '../../harness/engine/mavapayTrigger';
import { Chance } from '../../harness/payout/world/time';

const SEEDS = Array.from({ length: process.env.PROPERTY_RUNS === undefined ? 8 : 40 }, (_, seed) => seed);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const START = Date.parse('2026-03-02T09:00:00Z');

const service = useSandbox({ now: START });
let chance: Chance;
let workflowId: string;
beforeEach(() => {
	workflowId = freshWorkflow();
	jest.spyOn(Date, 'now').mockImplementation(() => service.sandbox.clock.now());
});
afterEach(() => jest.restoreAllMocks());

/** Advances the clock by less than `mostMs`, and changes how long reads lag behind. */
async function pass(mostMs: number): Promise<void> {
	const { sandbox } = service;
	sandbox.clock.advance(chance.below(mostMs));
	sandbox.configure({ readLagMs: chance.below(20 * SECOND), settleAfterMs: chance.below(10 * SECOND) });
	for (let turn = 0; turn < 10; turn++) await setImmediate();
}

const read = async (parameters: INodeParameters, items: IDataObject[] = [{}]) => {
	const { success, nodeError } = await run(service.sandbox, parameters, { items, workflowId });
	expect(nodeError).toBeUndefined();
	return json(success);
};

/** Makes a payment without the node. Returns the entry that the books expect for it. */
async function pays(number: number): Promise<IDataObject> {
	const { sandbox } = service;
	sandbox.configure({ payoutResult: chance.happens(0.2) ? 'failed' : 'success' });
	if (chance.happens(0.5)) {
		const amount = String(200_000 + number);
		await ask(sandbox, 'POST', '/withdraw', { amount, currency: 'NGN', beneficiary: bankBeneficiary });
		return { amount, payee: bankBeneficiary.bankAccountNumber };
	}
	const amount = String(300_000 + number);
	const customerReference = `order-${number}`;
	const quote = await ask(sandbox, 'POST', '/quote', { ...SWAP, amount, customerReference });
	await ask(sandbox, 'POST', `/wallet/payout/${textAt(quote, 'id')}/accept`, { sourceWallet: 'NGN' });
	return { amount, reference: customerReference };
}

const getNew = async () => await read({ resource: 'transaction', operation: 'getNew', options: {} });

const reconcile = async (rows: IDataObject[], endDate: number) =>
	await read(
		{
			resource: 'transaction',
			operation: 'reconcile',
			transactionType: 'WITHDRAWAL',
			period: 'between',
			from: new Date(START - MINUTE).toISOString(),
			to: new Date(endDate).toISOString(),
			reference: '={{ $json.reference }}',
			payee: '={{ $json.payee }}',
			amount: '={{ $json.amount }}',
			amountUnit: 'minor',
			currency: 'NGN',
			date: '',
			filters: {},
			options: { includeInputFields: false },
		},
		rows,
	);

test.each(SEEDS)(
	'seed %d: every change comes once, with its reference, and no payment is called missing',
	async (seed) => {
		chance = new Chance(seed);
		const { sandbox } = service;
		const events: IDataObject[] = [];
		const rows: IDataObject[] = [];
		for (let step = 0; step < 6; step++) {
			rows.push(await pays(step));
			await pass(8 * SECOND);
			if (chance.happens(0.6)) events.push(...(await getNew()));
			if (!chance.happens(0.3)) continue;
			const found = await reconcile([...rows, { reference: 'never paid', amount: '1' }], sandbox.clock.now());
			expect(
				found.filter(({ reconciliation }) => reconciliation === 'missing' || reconciliation === 'duplicate'),
			).toEqual([]);
			expect(found[rows.length]).toMatchObject({
				reconciliation: 'pending',
				note: expect.stringMatching(/^Not found yet/),
			});
		}
		const ended = sandbox.clock.now();
		await pass(SECOND);
		sandbox.clock.advance(6 * MINUTE);
		events.push(...(await getNew()));

		const told = events.map(({ event, transactionId, status }) => [event, transactionId, status].join());
		expect(new Set(told).size).toBe(told.length);
		const settled = sandbox.transactions.map(({ type, id, status }) =>
			[type === 'DEPOSIT' ? 'payment.received' : 'payment.sent', id, status].join(),
		);
		expect(told.filter((one) => !one.endsWith('PENDING')).sort()).toEqual(settled.sort());
		for (const { transactionId, customerReference } of events) {
			const { details } = sandbox.transactions.find(({ id }) => id === transactionId) ?? {};
			expect(customerReference).toBe(details?.customerReference);
		}
		const found = await reconcile([...rows, { reference: 'never paid', amount: '1' }], ended);
		const byRow = found.slice(0, rows.length).map(({ reconciliation }) => reconciliation);
		expect(byRow.filter((one) => one !== 'matched' && one !== 'failed')).toEqual([]);
		expect(found.slice(rows.length).map(({ reconciliation }) => reconciliation)).toEqual(['missing']);
	},
);

/** A payment whose response is lost, before or after Mavapay made the payment. */
async function lost(): Promise<{ parameters: INodeParameters; reference: string; by: string }> {
	const { sandbox } = service;
	const bankQuoteMs = 30 * SECOND;
	sandbox.configure({ payoutResult: chance.happens(0.3) ? 'failed' : 'success', bankQuoteMs });
	const { invoice, paymentHash } = sandbox.makeInvoice({ amountMsat: '2500000' });
	const { quoteId = '' } = await makeQuote(sandbox);
	const [parameters, reference, by] = chance.oneOf(
		[toLightning(invoice), paymentHash, 'paymentHash'] as const,
		[accept(quoteId), quoteId, 'quoteId'] as const,
	);
	// A quote is accepted at the last moment, so that its order looks like one that has expired.
	sandbox.clock.advance(bankQuoteMs - chance.between(1, 2 * SECOND));
	const kind = chance.happens(0.7) ? 'dropAfter' : 'dropBefore';
	sandbox.faults.add({ match: { method: 'POST', times: 1 }, fault: { kind } });
	await run(sandbox, parameters, { workflowId, onError: 'continueRegularOutput' });
	return { parameters, reference, by };
}

test.each(SEEDS)('seed %d: what is only late is never called not paid, and nothing is paid twice', async (seed) => {
	chance = new Chance(1_000 + seed);
	const { sandbox } = service;
	const { parameters, reference, by } = await lost();
	const moved = () => sandbox.ledger.entries.filter(({ kind, status }) => kind !== 'refund' && status !== 'FAILED');
	const sentAfter = new Date(START).toISOString();
	const states: unknown[] = [];
	for (let look = 0; look < 6 && states.at(-1) !== 'paid'; look++) {
		await pass(look === 0 ? 10 * SECOND : chance.oneOf(20 * SECOND, 20 * MINUTE));
		const made = moved().length > 0;
		const [said = {}] = await read({
			resource: 'payoutReference',
			operation: 'resolve',
			reference,
			lookUpBy: by,
			value: reference,
			amount: '',
			amountUnit: 'minor',
			currency: 'NGN',
			sentAfter,
			sentBefore: '',
			options: { updateRecord: chance.happens(0.5) },
		});
		states.push(said.state);
		if (made) expect(said.resolution).not.toBe('notPaid');
		if (said.state !== 'free') continue;
		sandbox.configure({ payoutResult: 'success' });
		await run(sandbox, parameters, { workflowId, onError: 'continueRegularOutput' });
		break;
	}
	const out = moved().filter(({ kind }) => kind !== 'swapIn');
	expect(out.length).toBeLessThanOrEqual(1);
	if (states.includes('paid')) expect(out).toHaveLength(1);
});
