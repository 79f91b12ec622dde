/** What a run tells that stops, what is decided before anything is asked, and references that don't last. */
import type { INodeParameters } from 'n8n-workflow';
import { saidBy } from '../../harness/engine';
import { at } from '../../cases/case';
import { json, run, useSandbox } from '../../harness/engine/mavapay';
import { parametersOf } from '../../harness/engine/threeItems';
import { createAndAccept } from '../../harness/quoteParameters';

const service = useSandbox();

const NINE = Array.from({ length: 9 }, (_, index) => ({ id: `20000000${index}0` }));
const lose = (...places: number[]) => {
	for (const place of places)
		service.sandbox.faults.add({ match: { bodyIncludes: NINE[place]?.id ?? '' }, fault: { kind: 'dropAfter' } });
};
const pay = async (
	options: INodeParameters = {},
	items: ReadonlyArray<{ id: string }> = NINE,
	more: INodeParameters = {},
) => await run(service.sandbox, { ...parametersOf('pay', options), ...more }, { items: [...items] });

test('On Unknown Outcome: Continue names every item that may have been paid, with its claim', async () => {
	lose(1, 4, 7);
	const { nodeError } = await pay();
	const said = String(saidBy(nodeError));
	expect(said).toMatch(/^May have been paid: /);
	expect(said).toMatch(
		/Outcome unknown \(2\): item 4 \(reference 2000000040, claim [\w-]+\), item 7 \(reference 2000000070, claim [\w-]+\)\./,
	);
	expect(said).toMatch(/Already accepted, not to be sent again \(6\): item 0 \(reference 2000000000, transaction /);
	expect(said).toMatch(/\nClaim: [\w-]+\n\(outcome: unknown, payout reference: '2000000010'\)/);
});

describe('a swap that is not to be made', () => {
	const parameters = {
		...createAndAccept,
	};
	const make = async () => await run(service.sandbox, parameters, { onError: 'continueRegularOutput' });
	const quotes = () =>
		service.sandbox.requests.filter(({ method, path }) => method === 'POST' && path === '/quote').length;

	test('because it was paid makes no quote', async () => {
		await make();
		const again = await make();
		expect(at(json(again.success)[0], 'details', 'cause')).toBe('alreadyPaid');
		expect(quotes()).toBe(1);
	});

	test('because payouts are halted makes no quote', async () => {
		await run(service.sandbox, { resource: 'payoutReference', operation: 'halt' });
		const halted = await make();
		expect(at(json(halted.success)[0], 'details', 'cause')).toBe('halted');
		expect(quotes()).toBe(0);
	});

	test('because its reference is unknown makes no quote', async () => {
		service.sandbox.faults.add({ match: { path: '/wallet/payout/*/accept' }, fault: { kind: 'dropAfter' } });
		await make();
		const again = await make();
		expect(at(json(again.success)[0], 'details', 'cause')).toBe('notSettled');
		expect(quotes()).toBe(1);
	});
});

test.each([
	['={{ $execution.id }}-{{ $json.id }}', true],
	["={{ $execution['id'] }}", true],
	['={{ $json.id }}-{{ $now }}', true],
	['={{ $now.toMillis() }}', true],
	["={{ 'R' + Math.random() }}", true],
	['={{ Date.now() }}', true],
	["={{ $now.toFormat('yyyyMMddHHmmss') }}", true],
	["={{ $json.id }}-{{ $now.toFormat('yyyy-MM') }}", false],
	['={{ $json.id }}', false],
	['$now', false],
])('a reference of %s is pointed out as one that changes with every run: %s', async (payoutReference, changes) => {
	const result = await run(service.sandbox, { ...parametersOf('pay'), payoutReference }, { items: NINE.slice(0, 1) });
	expect(result.hints.some(({ message }) => message.includes('changes with every run'))).toBe(changes);
	expect(result.nodeError).toBeUndefined();
});
