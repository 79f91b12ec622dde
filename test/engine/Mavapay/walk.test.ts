/** How many rooms (folders) of `nodes` one withdrawal to a known payee walks through, in a process that has paid before. */
import { Session } from 'node:inspector/promises';
import { dirname } from 'node:path';
import { bankPayout } from '../../cases/withdrawal';
import { run, useSandbox } from '../../harness/engine/mavapay';

/** May only get lower: a reader must know this many folders to follow one payment. One more file costs nothing. */
const MOST_ROOMS = 12;

const service = useSandbox();

const pay = async (payoutReference: string, amount: string) =>
	await run(service.sandbox, { ...bankPayout, payoutReference, amount }, { workflowId: 'W1' });

/** For each file of `nodes`, how many of its functions run during the call. */
async function filesVisited(call: () => Promise<unknown>): Promise<Map<string, number>> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
	try {
		await session.post('Profiler.takePreciseCoverage');
		await call();
		const { result } = await session.post('Profiler.takePreciseCoverage');
		const visited = result.flatMap(({ url, functions }) => {
			const path = /\/(nodes\/.*)$/.exec(url)?.[1];
			// Jest's compiler adds functions called `get ...` for exports, which aren't functions of the node.
			const own = functions.filter(({ functionName }) => !/^(get |_export)/.test(functionName));
			const called = own.filter(({ ranges: [range] }) => (range?.count ?? 0) > 0);
			return path === undefined || called.length === 0 ? [] : [[path, called.length] as const];
		});
		return new Map(visited);
	} finally {
		session.disconnect();
	}
}

test(`a payout walks through at most ${MOST_ROOMS} rooms`, async () => {
	await pay('INV-1', '250000');
	let paid: Awaited<ReturnType<typeof pay>> | null = null;
	const files = await filesVisited(async () => (paid = await pay('INV-2', '260000')));

	expect(paid).toMatchObject({ success: [{ json: { payout: { outcome: 'accepted', payeeHistory: 'known' } } }] });
	expect(files.get('nodes/core/payout/payOne.ts')).toBeGreaterThan(1);
	const rooms = new Set([...files.keys()].map((path) => dirname(path)));
	expect(rooms.size).toBeLessThanOrEqual(MOST_ROOMS);
});
