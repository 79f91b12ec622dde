/** A file of payments in a real n8n, read by our node and by n8n's Extract from File, which checks nothing. */
import * as z from 'zod';
import { runReal } from './child';
import { atMost, counted, median, shown, type Row } from './report';
import { TARGETS } from './targets';

const ROWS = 10_000;

const read = z.object({ ms: z.number(), aboveIdleMiB: z.number().nullable() });
const samples = z.array(z.object({ ours: read, n8n: read }));
const result = z.object({ rows: z.number(), csv: samples, xlsx: samples });

export async function files(tarball: string, quick: boolean, progress: (what: string) => void): Promise<Row[]> {
	const { rows, ...kinds } = await runReal('files', { tarball, rows: ROWS, rounds: quick ? 3 : 9 }, result, progress);
	return Object.entries(kinds).flatMap(([kind, taken]) => rowsOf(`${counted(rows)} rows of .${kind}`, taken));
}

function rowsOf(what: string, taken: z.infer<typeof samples>): Row[] {
	const ratio = median(taken.map(({ ours, n8n }) => ours.ms / n8n.ms));
	const ms = (name: 'ours' | 'n8n') => `${shown(median(taken.map((one) => one[name].ms)))} ms`;
	const memory = (name: 'ours' | 'n8n') =>
		Math.max(0, ...taken.flatMap((one) => (one[name].aboveIdleMiB === null ? [] : [one[name].aboveIdleMiB])));
	return [
		{
			what: `${what}, read, vs. n8n's Extract from File`,
			measured: `${ratio.toFixed(3)} times; ${ms('ours')} vs. ${ms('n8n')}`,
			target: atMost(ratio, TARGETS.files.time),
		},
		{
			what: `${what}, n8n's added peak memory`,
			measured: `${shown(memory('ours'))} MiB; Extract from File ${shown(memory('n8n'))} MiB`,
			target: atMost(memory('ours'), TARGETS.files.memoryMiB, 'MiB'),
		},
	];
}
