/** How many rooms (folders) of `nodes` one withdrawal to a known payee walks through, in a process that has paid before. */
import { Session } from 'node:inspector/promises';
import { dirname } from 'node:path';
import { bankPayout } from '../../cases/withdrawal';
import { run, useSandbox } from '../../harness/engine/mavapay';

/** May only fall: a reader has to know this many rooms to follow one payment. A file of its own for one rule costs nothing. */
const MOST_ROOMS = 12;

const service = useSandbox();

const pay = async (payoutReference: string, amount: string) =>
	await run(service.sandbox, { ...bankPayout, payoutReference, amount }, { workflowId: 'W1' });

/** The files of `nodes` in which a function runs during the call, with how many functions of each. */
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
			// What jest's compiler adds for each export is called `get ...`, and is no function of ours.
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
