/** Reads run in parallel, and each item gets its own answer. unit/service/readPace tests how many run at once. */
import { saidBy } from '../../harness/engine';
import { MODES } from '../../harness/engine/threeItems';
import { json, run, useSandbox } from '../../harness/engine/mavapay';
import { openServer } from '../../harness/localServer';

const service = useSandbox();

/** How long the test waits for requests above the limit. */
const GRACE_MS = 30;

const items = Array.from({ length: 10 }, (_, index) => ({ id: String(index) }));
const more = Array.from({ length: 90 }, (_, index) => ({ id: String(10 + index) }));

/** Answers in reverse order once `bound` look-ups wait, or no more will come. `most`: the most that waited at once. */
async function holdingService(
	bound: number,
): Promise<{ url: string; most: () => number; asked: () => number; close: () => Promise<void> }> {
	const held: Array<() => void> = [];
	let most = 0;
	let asked = 0;
	let timer: NodeJS.Timeout | undefined;
	const release = () => {
		for (const answer of held.splice(0).reverse()) answer();
	};
	const { origin, close } = await openServer(({ url }, response) => {
		asked += 1;
		const id = new URL(url, 'http://localhost').searchParams.get('id') ?? '';
		held.push(() => {
			const fails = id === '4';
			response.writeHead(fails ? 404 : 200, { 'Content-Type': 'application/json' });
			response.end(
				JSON.stringify(
					fails
						? { status: 'error', message: 'Transaction not found' }
						: { status: 'ok', data: [{ id }, { id: `${id}b` }] },
				),
			);
		});
		most = Math.max(most, held.length);
		clearTimeout(timer);
		if (held.length >= bound || asked === items.length) timer = setTimeout(release, GRACE_MS);
	});
	return { url: `${origin}/api/v1`, most: () => most, asked: () => asked, close };
}

const lookUp = () => ({
	resource: 'transaction',
	operation: 'get',
	lookUpBy: 'id',
	value: '={{ $json.id }}',
	options: {},
});

test('ten are under way at once, and each item keeps its own answer', async () => {
	const slow = await holdingService(10);
	const where = { url: slow.url, keys: service.sandbox.keys };
	const { success } = await run(where, lookUp(), { items, onError: 'continueRegularOutput' });
	await slow.close();
	expect([slow.most(), slow.asked()]).toEqual([10, 10]);
	expect(json(success).map(({ id, error }) => error ?? id)).toEqual(
		items.flatMap(({ id }) => (id === '4' ? [expect.stringContaining('(404)')] : [id, `${id}b`])),
	);
	expect(success.map(({ pairedItem }) => pairedItem)).toEqual(
		items.flatMap(({ id }) => (id === '4' ? [{ item: 4 }] : [{ item: Number(id) }, { item: Number(id) }])),
	);
});

test.each([1, 3])(
	'with Items in Parallel %i no more are under way, an invalid item or not',
	async (itemsInParallel) => {
		const slow = await holdingService(itemsInParallel);
		const where = { url: slow.url, keys: service.sandbox.keys };
		const parameters = { ...lookUp(), options: { itemsInParallel } };
		const some = items.map((item, index) => (index === 2 ? { id: '' } : item)).concat({ id: '10' });
		const { success } = await run(where, parameters, { items: some, onError: 'continueRegularOutput' });
		await slow.close();
		expect([slow.most(), slow.asked()]).toEqual([itemsInParallel, 10]);
		expect(success).toHaveLength(20);
	},
);

test('with On Error: Stop no further item is asked for once one has failed', async () => {
	const slow = await holdingService(10);
	const where = { url: slow.url, keys: service.sandbox.keys };
	const { nodeError } = await run(where, lookUp(), { items: [...items, ...more] });
	await slow.close();
	expect(nodeError).toMatchObject({ name: 'NodeApiError', httpCode: '404', context: { itemIndex: 4 } });
	// Ten reads were under way. At most nine get a good answer before the bad one, and each good answer starts two more.
	expect(slow.asked()).toBeLessThanOrEqual(10 + 2 * 9);
});

test('what is the same for all items is asked for once', async () => {
	const parameters = { resource: 'bank', operation: 'getAll', country: 'NG', returnAll: false, limit: 1, options: {} };
	const { success } = await run(service.sandbox, parameters, { items });
	expect(success).toHaveLength(10);
	expect(service.sandbox.requests).toHaveLength(1);
});

test.each(MODES)('an operation that does not belong to the resource: %s', async (onError) => {
	const result = await run(
		service.sandbox,
		{ resource: 'bank', operation: 'waitForSettlement' },
		{ onError, items: [{}, {}] },
	);
	const message = "This operation isn't available for the selected resource. Select both again.";
	if (onError === 'stopWorkflow') expect(saidBy(result.nodeError)).toBe(message);
	else {
		const failed = onError === 'continueErrorOutput' ? result.errors : result.success;
		expect(json(failed)).toEqual([expect.objectContaining({ message }), expect.objectContaining({ message })]);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	}
	expect(service.sandbox.requests).toEqual([]);
});

test('no items, no requests', async () => {
	const { success, nodeError } = await run(service.sandbox, lookUp(), { items: [] });
	expect([success, nodeError]).toEqual([[], undefined]);
	expect(service.sandbox.requests).toEqual([]);
});
