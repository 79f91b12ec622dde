/** Payments in a loop, and writes under Retry On Fail: what one execution remembers. */
import type { INodeParameters } from 'n8n-workflow';
import { connect, itemsSource, LOOP, MANUAL_TRIGGER, node, runWorkflow } from '../../harness/engine';
import { ITEMS, MODES, parametersOf, runFaulty } from '../../harness/engine/threeItems';
import { timesPaid, timesSent } from '../../harness/engine/threeOutcomes';
import { isRecord } from '../../cases/case';
import { endOf, json, outcomeOf, surroundings, TYPE_NAME, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

/** Pays one item per round of a loop, in one execution. */
async function payInLoop(items: Array<{ id: string }>, options: INodeParameters = {}) {
	const { type, credentialTypes, credentials } = surroundings(service.sandbox);
	const references = { mavapayApi: { id: 'mavapayApi', name: 'mavapayApi' } };
	const parameters = parametersOf('pay', options);
	return await runWorkflow({
		nodes: [
			node('Start', MANUAL_TRIGGER),
			node('Items', 'test.items'),
			node('Loop', LOOP, { typeVersion: 3 }),
			node('Pay', TYPE_NAME, { parameters, credentials: references, onError: 'continueRegularOutput' }),
		],
		connections: connect(['Start', 'Items'], ['Items', 'Loop'], ['Loop', 'Pay', 1], ['Pay', 'Loop']),
		nodeTypes: { 'test.items': itemsSource(items), [TYPE_NAME]: type },
		credentialTypes,
		credentials,
	});
}

test('every round pays its own item, though its place in the round is the same', async () => {
	const run = await payInLoop(ITEMS);
	expect(run.error).toBeUndefined();
	expect(json(run.items('Loop', 0)).map(outcomeOf)).toEqual(['accepted', 'accepted', 'accepted']);
	expect(timesPaid(service.sandbox)).toEqual([1, 1, 1]);
	expect(Object.keys(Object(run.flow().mavapayPayouts))).toHaveLength(3);
});

test('Maximum Total counts all rounds', async () => {
	const run = await payInLoop(ITEMS, { maximumTotal: '250' });
	const ended = json(run.items('Loop', 0));
	expect(ended.map(outcomeOf)).toEqual(['accepted', 'accepted', 'rejected']);
	expect(endOf(ended[2])).toBe('limitExceeded');
	expect(timesSent(service.sandbox)).toEqual([1, 1, 0]);
});

test('a round whose answer is lost leaves the others, and its own reference shut', async () => {
	service.sandbox.faults.add({ match: { bodyIncludes: ITEMS[0]?.id ?? '' }, fault: { kind: 'dropAfter' } });
	const run = await payInLoop(ITEMS);
	expect(json(run.items('Loop', 0)).map(outcomeOf)).toEqual(['unknown', 'accepted', 'accepted']);
	expect(timesSent(service.sandbox)).toEqual([1, 1, 1]);
});

test('by default a lost answer stops all rounds after it, whatever On Error says', async () => {
	service.sandbox.faults.add({ match: {}, fault: { kind: 'dropAfter' } });
	const run = await payInLoop(ITEMS, { onUnknown: 'stop' });
	const ended = json(run.items('Loop', 0));
	expect(ended.map(outcomeOf)).toEqual(['unknown', 'notSent', 'notSent']);
	expect(endOf(ended[2])).toBe('earlierUnknown');
	expect(timesPaid(service.sandbox)).toEqual([1, 0, 0]);
	expect(timesSent(service.sandbox)).toEqual([1, 0, 0]);
});

describe('a request that binds, under Retry On Fail', () => {
	test.each(MODES)('that was refused is not sent again, and what was accepted is not either: %s', async (onError) => {
		const { sandbox } = service;
		sandbox.faults.add({
			match: { bodyIncludes: ITEMS[0]?.id ?? '', times: 1 },
			fault: { kind: 'status', status: 403, message: 'Forbidden' },
		});
		const result = await runFaulty(sandbox, 'write', onError, { retryOnFail: true, maxTries: 2 });
		expect(result.tries).toBe(2);
		expect(timesSent(sandbox)).toEqual(onError === 'stopWorkflow' ? [1, 0, 0] : [1, 1, 1]);
	});

	test.each(MODES)('of unknown outcome is not repeated: %s', async (onError) => {
		const { sandbox } = service;
		sandbox.faults.add({ match: { bodyIncludes: ITEMS[0]?.id ?? '' }, fault: { kind: 'dropAfter' } });
		const result = await runFaulty(sandbox, 'write', onError, { retryOnFail: true, maxTries: 3 });
		expect(result.tries).toBe(3);
		expect(timesSent(sandbox)).toEqual([1, 1, 1]);
	});
});

test('what the node remembers of an execution holds no key', async () => {
	const run = await payInLoop(ITEMS);
	const remembered = run.flow().mavapayPayouts;
	expect(isRecord(remembered)).toBe(true);
	expect(JSON.stringify(remembered)).not.toContain(service.sandbox.keys.write);
});
