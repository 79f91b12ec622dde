/** Changed references and parameters, and other nodes' entries in n8n's store, while payments meet faults. */
import { useFixture } from './fixture';
import type { INodeParameters } from 'n8n-workflow';
import { connect, custom, itemsSource, MANUAL_TRIGGER, node, runWorkflow, saidBy } from '../../../harness/engine';
import { MODES } from '../../../harness/engine/threeItems';
import { failureOf } from '../../../harness/engine/threeOutcomes';
import { faultNamed } from './faults';
import { accept, swapAccept, toBankAccount, toLightning, toStablecoin, type Scenario } from './scenarios';
import { at } from '../../../cases/case';
import { json, surroundings, TYPE_NAME } from '../../../harness/engine/mavapay';

const ENDS = [
	['accepted', 'a delay before', 1],
	['rejected', '403 "Insufficient permissions"', 0],
	['unknown', 'the connection reset after the effect', 1],
	['unknown', 'the connection reset before the effect', 0],
] as const;

const long = process.env.PROPERTY_RUNS !== undefined;

/** All values in `npm run test:long` and for bank withdrawals; otherwise one value, chosen by `turn`. */
const someOf = <T>(all: readonly T[], scenario: Scenario, turn: number): readonly T[] =>
	long || scenario === toBankAccount ? all : all.slice(turn % all.length, (turn % all.length) + 1);

interface Change {
	scenario: Scenario;
	field: string;
	/** Parameters that read the item's `value`, which changes between tries. */
	parameters: INodeParameters;
	options?: INodeParameters;
	from: string;
	to: string;
	/** Whether the payment is still the same one after the change. */
	same: boolean;
	/** True if the changed value is the payout reference. */
	renames?: true;
}

const AMOUNT = {
	field: 'amount',
	from: '250000',
	to: '260000',
	parameters: { amount: '={{ $json.value }}' },
	same: false,
};
const REFERENCE = {
	field: 'payoutReference',
	from: 'before',
	to: 'after',
	parameters: { payoutReference: '={{ $json.value }}' },
	same: true,
	renames: true,
} as const;
const WALLET = {
	field: 'sourceWallet',
	from: 'NGN',
	to: 'BTC',
	parameters: { sourceWallet: '={{ $json.value }}' },
	same: false,
};

const CHANGES: Change[] = [
	{ scenario: toBankAccount, ...AMOUNT },
	{ scenario: toBankAccount, ...REFERENCE },
	{
		scenario: toBankAccount,
		field: 'bank',
		from: '000013',
		to: '000014',
		same: false,
		parameters: { bank: { __rl: true, mode: 'id', value: '={{ $json.value }}' } },
	},
	{
		scenario: toLightning,
		field: 'memo',
		from: 'one',
		to: 'two',
		parameters: { memo: '={{ $json.value }}' },
		same: true,
	},
	{ scenario: toLightning, ...REFERENCE },
	// All items pay the same amount to the same address, which needs Allow Repeats.
	{ scenario: toStablecoin, ...AMOUNT, options: { allowRepeats: true } },
	{ scenario: toStablecoin, ...REFERENCE },
	{ scenario: accept, ...WALLET },
	{ scenario: accept, ...REFERENCE },
	{ scenario: swapAccept, ...AMOUNT },
	// Without Skip Checks, a wallet other than the quote's is refused before anything is sent.
	{
		scenario: swapAccept,
		...WALLET,
		field: 'from',
		parameters: { from: '={{ $json.value }}' },
		options: { skipChecks: true },
	},
	{ scenario: swapAccept, ...REFERENCE },
];

describe.each(CHANGES)(
	'$scenario.name: $field changes between tries',
	({ scenario, field, parameters, options = {}, from, to, same, renames }) => {
		const fixture = useFixture(scenario);

		describe.each(ENDS)('of an item that was %s (%s)', (outcome, name, paidFirst) => {
			test.each(someOf(MODES, scenario, field.length + ENDS.findIndex(([, one]) => one === name)))(
				'%s',
				async (onError) => {
					const stops = onError === 'stopWorkflow';
					const made = await scenario.items(fixture.service.sandbox);
					const items = made.map((item, index) => ({ ...item, value: renames === true ? `${from}-${index}` : from }));
					// With Stop, n8n tries again if any item failed; in the Continue modes, only if the first one did.
					const trigger = stops ? 2 : 0;
					const refusal = {
						item: trigger,
						step: 'payment',
						fault: faultNamed('403 "Insufficient permissions"'),
						times: 1,
					} as const;
					const met = { item: 1, step: 'payment', fault: faultNamed(name), times: 1 } as const;
					const { result, counts } = await fixture.execute(items, [met, refusal], {
						onError,
						retryOnFail: true,
						parameters,
						options,
						betweenTries: (data) => {
							const item = data[1];
							if (item !== undefined) item.json = { ...item.json, value: renames === true ? `${to}-1` : to };
						},
					});
					expect(result.tries).toBeGreaterThan(1);
					const [, paid] = fixture.paidTimes(items);
					expect(paid).toBe(paidFirst);
					expect(counts.payments[1]).toBe(1);
					if (renames === true) {
						// A payment that wasn't refused keeps its reference. The reference after the change stays free.
						expect(await fixture.recordOf({ id: `${from}-1` })).toBe(outcome === 'rejected' ? 'free' : outcome);
						expect(await fixture.recordOf({ id: `${to}-1` })).toBe('free');
					}
					const message = String(saidBy(result.nodeError) ?? '');
					const { failed, good } = failureOf(result, onError);
					const mine = [...failed, ...good].find(({ pairedItem }) => at(pairedItem, 'item') === 1)?.json;
					const said = stops ? message : String(mine?.message);
					if (outcome === 'unknown') expect(said).toMatch(/^May have been paid: .*\(outcome: unknown, /s);
					else if (outcome === 'accepted' && !same)
						expect(said).toMatch(/already paid in this execution with other values/);
					else if (outcome === 'accepted' && stops) expect(said).toMatch(/\(\d+\): .*item 1 \(/);
					else if (outcome === 'accepted')
						expect(mine).toMatchObject({ payout: { outcome: 'accepted', replayed: true } });
					else expect(said).toMatch(/Nothing was (paid|sent in this run)/);
				},
			);
		});
	},
);

describe('others use the same store', () => {
	const fixture = useFixture(toStablecoin);
	const options = { mode: 'entries', maxEntries: 10_000 } as const;

	test('a node that remembers items of the same workflow, before and behind', async () => {
		const { sandbox } = fixture.service;
		const seen: number[] = [];
		const remember = custom(async function () {
			const items = this.getInputData();
			const values = items.map(({ json: { id, payout } }) => String(id ?? at(payout, 'transactionId')));
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
						parameters: { ...toStablecoin.parameters, options: {} },
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
		expect(json(first.items('Pay')).map((item) => at(item, 'payout', 'outcome'))).toEqual([
			'accepted',
			'accepted',
			'accepted',
		]);
		const again = await pay();
		expect(json(again.items('Pay')).map((item) => at(item, 'details', 'outcome'))).toEqual([
			'rejected',
			'rejected',
			'rejected',
		]);
		expect(fixture.paidTimes(items)).toEqual([1, 1, 1]);
		// The other nodes' entries were kept too: the items' IDs before Pay, and the transactions' IDs after it.
		expect(seen.slice(0, 3)).toEqual([3, 3, 0]);
	});
});
