/** What may change or collide around payments under faults: references, parameters, and the store. */
import { outcomesOf, useBench } from './matrixBench';
import type { INodeParameters } from 'n8n-workflow';
import { connect, custom, itemsSource, MANUAL_TRIGGER, node, runWorkflow } from '../harness';
import { failureOf, MODES } from './faulty';
import { faultNamed } from './matrixFaults';
import { accept, swapAccept, toBankAccount, toLightning, toStablecoin, type Item, type Way } from './matrixWays';
import { at, json, surroundings, TYPE_NAME } from './support';

const ENDS = [
	['accepted', 'a delay before', 1],
	['rejected', '403 "This API key may only read"', 0],
	['unknown', 'the connection reset after the effect', 1],
	['unknown', 'the connection reset before the effect', 0],
] as const;

const RETRIES = MODES.flatMap((onError) => [false, true].map((retryOnFail) => ({ onError, retryOnFail })));

describe.each([toBankAccount, toLightning, toStablecoin, accept, swapAccept])('$name: one reference on two items', (way) => {
	const bench = useBench(way);

	describe.each(ENDS)('the first is %s (%s)', (outcome, name, paidFirst) => {
		test.each(RETRIES)('$onError, Retry On Fail $retryOnFail: the reference is paid once at most', async (how) => {
			const [first, second, third] = await way.items(bench.service.sandbox);
			if (first === undefined || second === undefined || third === undefined) throw new Error('Three items are due.');
			const items: Item[] = [first, second, third].map((item, index) => ({ ...item, shared: index === 2 ? 'another' : 'shared' }));
			const meeting = { item: 0, step: 'payment', fault: faultNamed(name), times: 1 } as const;
			const { result, counts } = await bench.execute(items, [meeting], { ...how, parameters: { payoutReference: '={{ $json.shared }}' } });
			const stops = how.onError === 'stopWorkflow';
			const [one = 0, two = 0, three = 0] = bench.paidTimes(items);
			const healed = outcome === 'rejected' && how.retryOnFail && stops;
			expect(one).toBe(healed ? 1 : paidFirst);
			// A reference that was rejected is free again: the second item takes it, and keeps it from the first.
			expect(two).toBe(outcome === 'rejected' && !stops ? 1 : 0);
			expect(one + two).toBeLessThanOrEqual(1);
			// Stop: after an item that is known not to be paid, no other is; after an unknown one 'On Unknown Outcome' decides.
			expect(three).toBe(stops && outcome !== 'unknown' ? 0 : 1);
			expect(bench.recordOf({ id: 'shared' })).toBe(outcome === 'unknown' ? 'unknown' : one + two === 1 ? 'accepted' : 'free');
			expect(Math.max(...counts.payments)).toBeLessThanOrEqual(outcome === 'rejected' ? 2 : 1);
			if (stops) return;
			const { failed, good } = failureOf(result, how.onError);
			expect(good.map(({ pairedItem }) => at(pairedItem, 'item'))).toEqual([one === 1 && outcome === 'accepted' ? 0 : 1, 2].filter((item) => item !== 1 || two === 1));
			const told = failed.map((item) => [at(item.pairedItem, 'item'), at(item.json, 'details', 'outcome')]);
			expect(told).toEqual(
				outcome === 'accepted' ? [[1, 'rejected']] : outcome === 'rejected' ? [[0, 'rejected']] : [[0, 'unknown'], [1, 'unknown']],
			);
		});
	});
});

interface Change {
	way: Way;
	field: string;
	/** Parameters that read what changes. */
	parameters: INodeParameters;
	from: string;
	to: string;
	/** Whether it is the same payment all the same (contract 5.3). */
	same: boolean;
	/** The reference that counts once the value has changed, where the value is the reference. */
	renames?: true;
}

const AMOUNT = { field: 'amount', from: '250000', to: '260000', parameters: { amount: '={{ $json.value }}' }, same: false };
const REFERENCE = { field: 'payoutReference', from: 'before', to: 'after', parameters: { payoutReference: '={{ $json.value }}' }, same: true, renames: true } as const;
const WALLET = { field: 'sourceWallet', from: 'NGN', to: 'BTC', parameters: { sourceWallet: '={{ $json.value }}' }, same: false };

const CHANGES: Change[] = [
	{ way: toBankAccount, ...AMOUNT },
	{ way: toBankAccount, ...REFERENCE },
	{ way: toBankAccount, field: 'bank', from: '000013', to: '000014', same: false, parameters: { bank: { __rl: true, mode: 'id', value: '={{ $json.value }}' } } },
	{ way: toLightning, field: 'memo', from: 'one', to: 'two', parameters: { memo: '={{ $json.value }}' }, same: true },
	{ way: toLightning, ...REFERENCE },
	{ way: toStablecoin, ...AMOUNT },
	{ way: toStablecoin, ...REFERENCE },
	{ way: accept, ...WALLET },
	{ way: accept, ...REFERENCE },
	{ way: swapAccept, ...AMOUNT },
	{ way: swapAccept, ...WALLET },
	{ way: swapAccept, ...REFERENCE },
];

describe.each(CHANGES)('$way.name: $field changes between tries', ({ way, parameters, from, to, same, renames }) => {
	const bench = useBench(way);

	describe.each(ENDS)('of an item that was %s (%s)', (outcome, name, paidFirst) => {
		test.each(MODES)('%s', async (onError) => {
			const stops = onError === 'stopWorkflow';
			const made = await way.items(bench.service.sandbox);
			const items = made.map((item, index) => ({ ...item, value: renames === true ? `${from}-${index}` : from }));
			// In the Continue modes n8n tries again only when the first item failed, with Stop when any did.
			const trigger = stops ? 2 : 0;
			const refusal = { item: trigger, step: 'payment', fault: faultNamed('403 "This API key may only read"'), times: 1 } as const;
			const met = { item: 1, step: 'payment', fault: faultNamed(name), times: 1 } as const;
			const { result, counts } = await bench.execute(items, [met, refusal], {
				onError,
				retryOnFail: true,
				parameters,
				betweenTries: (data) => {
					const item = data[1];
					if (item !== undefined) item.json = { ...item.json, value: renames === true ? `${to}-1` : to };
				},
			});
			expect(result.tries).toBeGreaterThan(1);
			const foreign = to === 'BTC';
			const paysNow = outcome === 'rejected' && !foreign;
			const [, paid] = bench.paidTimes(items);
			expect(paid).toBe(paysNow ? 1 : paidFirst);
			expect(counts.payments[1]).toBeLessThanOrEqual(outcome === 'rejected' ? (foreign && stops ? 3 : 2) : 1);
			if (renames === true) {
				// What was sent under one reference keeps it; the other stays free.
				const kept = outcome === 'rejected' ? to : from;
				expect(bench.recordOf({ id: `${kept}-1` })).toBe(outcome === 'unknown' ? 'unknown' : 'accepted');
				expect(bench.recordOf({ id: `${kept === to ? from : to}-1` })).toBe('free');
			}
			const message = String(result.nodeError?.message ?? '');
			const { failed, good } = failureOf(result, onError);
			const mine = [...failed, ...good].find(({ pairedItem }) => at(pairedItem, 'item') === 1)?.json;
			const said = stops ? message : String(mine?.message);
			if (outcome === 'unknown') expect(said).toMatch(/it may have been paid.*\(outcome: unknown, /);
			else if (outcome === 'accepted' && !same) expect(said).toMatch(/already paid in this execution with other values/);
			else if (outcome === 'accepted') expect(mine).toMatchObject({ payout: { outcome: 'accepted', replayed: true } });
			else if (paysNow && !stops) expect(mine).toMatchObject({ payout: { outcome: 'accepted', replayed: false } });
			if (same && outcome === 'accepted') expect(result.nodeError).toBeUndefined();
		});
	});
});

describe('others use the same store', () => {
	const bench = useBench(toStablecoin);
	const options = { mode: 'entries', maxEntries: 10_000 } as const;

	test('a node that remembers items of the same workflow, before and behind', async () => {
		const { sandbox } = bench.service;
		const seen: number[] = [];
		const remember = custom(async function () {
			const items = this.getInputData();
			const values = items.map(({ json: { id, payout } }) => String(id ?? at(payout, 'reference')));
			const { new: fresh } = await this.helpers.checkProcessedAndRecord(values, 'workflow', options);
			seen.push(fresh.length);
			return [items];
		});
		const { type, credentialTypes, credentials } = surroundings(sandbox);
		const items = await toStablecoin.items(sandbox);
		const pay = async () =>
			await runWorkflow({
				nodes: [
					node('Start', MANUAL_TRIGGER),
					node('Items', 'test.items'),
					node('Before', 'test.remember'),
					node('Pay', TYPE_NAME, {
						parameters: { ...toStablecoin.parameters, options: { claimDelay: 0 } },
						credentials: { mavapayApi: { id: 'mavapayApi', name: 'mavapayApi' } },
						onError: 'continueRegularOutput',
					}),
					node('Behind', 'test.remember'),
				],
				connections: connect(['Start', 'Items'], ['Items', 'Before'], ['Before', 'Pay'], ['Pay', 'Behind']),
				nodeTypes: { 'test.items': itemsSource(items), 'test.remember': remember, [TYPE_NAME]: type },
				credentialTypes,
				credentials,
			});
		const first = await pay();
		expect(json(first.items('Pay')).map((item) => at(item, 'payout', 'outcome'))).toEqual(['accepted', 'accepted', 'accepted']);
		const again = await pay();
		expect(json(again.items('Pay')).map((item) => at(item, 'details', 'outcome'))).toEqual(['rejected', 'rejected', 'rejected']);
		expect(bench.paidTimes(items)).toEqual([1, 1, 1]);
		// Its own entries were kept too: the items before, and the transactions' IDs behind.
		expect(seen.slice(0, 3)).toEqual([3, 3, 0]);
	});

	/** Another writer that had read the list before our call and writes it back after it: our call is undone. */
	const undoing = (nth: number) => {
		const { store } = bench.service;
		const held: { calls: number; release?: () => void; other?: Promise<unknown> } = { calls: 0 };
		const isOther = (items: unknown[]) => items[0] === 'of another node';
		const context = { workflow: { id: 'workflow-under-test' } };
		store.hooks = {
			before: async ({ items, method }) => {
				if (isOther(items) || method === 'getProcessedDataCount') return;
				held.calls += 1;
				if (held.calls !== nth) return;
				const stale = new Promise<void>((resolve) => {
					const gate = new Promise<void>((release) => {
						held.release = release;
					});
					store.hooks.gap = async (call) => {
						if (!isOther(call.items)) return;
						resolve();
						await gate;
					};
				});
				held.other = Reflect.apply(store.checkProcessedAndRecord, store, [['of another node'], 'workflow', context, options]);
				await stale;
			},
			after: async ({ items, method }) => {
				if (isOther(items) || method === 'getProcessedDataCount' || held.release === undefined) return;
				held.release();
				await held.other;
				delete held.release;
			},
		};
		return held;
	};

	/** Calls of the store that a run of three payments makes, in whatever way they end. */
	const CALLS = 18;
	const LOST = [null, 'the connection reset after the effect', '403 "This API key may only read"'] as const;
	const table = LOST.flatMap((name) => [0, 1, 2].flatMap((hit) => Array.from({ length: CALLS }, (_, index) => ({ name, hit, nth: index + 1 }))));

	test.each(table.filter(({ name, hit }) => name !== null || hit === 0))(
		'a writer that undoes call $nth makes no payment go twice ($name, item $hit)',
		async ({ name, hit, nth }) => {
			const items = await toStablecoin.items(bench.service.sandbox);
			// The row of the workflow exists: its very first write fails loudly where another wins.
			await bench.execute([{ id: 'earlier', mark: 'earlier' }]);
			const undone = undoing(nth);
			const meetings = name === null ? [] : [{ item: hit, step: 'payment', fault: faultNamed(name), times: 1 } as const];
			const first = await bench.execute(items, meetings);
			await undone.other;
			expect(undone.calls).toBeGreaterThanOrEqual(nth);
			bench.service.store.hooks = {};
			const told = outcomesOf(first.result);
			const paid = bench.paidTimes(items);
			told.forEach((outcome, item) => {
				if (outcome === 'accepted') expect(paid[item]).toBe(1);
				else if (paid[item] !== 0) expect(outcome).toBe('unknown');
			});
			await bench.execute(items);
			const after = bench.paidTimes(items);
			expect(Math.max(...after)).toBe(1);
			told.forEach((outcome, item) => {
				if (outcome === 'unknown') expect(after[item]).toBe(paid[item]);
			});
		},
	);
});
