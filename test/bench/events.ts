/** Payment events through a real n8n: our trigger beside n8n's own Webhook node, in one n8n and one run. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { Built } from './built';
import { median } from './measure';
import { shown, type Row } from './report';

const run = promisify(execFile);

const EVENTS = 200;
const ROUNDS = 7;

const sample = z.object({ answeredMs: z.number(), executedMs: z.number() });
const result = z.object({
	n8n: z.string(),
	inFlight: z.number(),
	samples: z.array(z.object({ trigger: sample, webhook: sample })),
});

type Sample = z.infer<typeof result>['samples'][number];

/** The Webhook node verifies nothing, drops no repeat and shapes nothing: it is what n8n itself takes. */
export async function events(built: Built, rounds: (usual: number) => number): Promise<Row[]> {
	const script = [join(__dirname, 'realN8n.mjs'), join(built.folder, 'dist'), String(EVENTS), String(rounds(ROUNDS))];
	const { stdout } = await run(process.execPath, script, { maxBuffer: 2 ** 24 });
	const { n8n, inFlight, samples } = result.parse(JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1)));
	const row = (name: string, member: 'answeredMs' | 'executedMs'): Row => {
		const perSecond = (who: keyof Sample) => shown(median(samples.map((one) => (1_000 * EVENTS) / one[who][member])));
		const ratio = median(samples.map(({ trigger, webhook }) => webhook[member] / trigger[member]));
		return {
			what: `events ${name}, ${EVENTS} at ${inFlight} a time, n8n ${n8n}`,
			measured: `${perSecond('trigger')} per second, n8n's Webhook node ${perSecond('webhook')}: speed ${ratio.toFixed(3)} of its`,
			target: null,
		};
	};
	return [row('answered', 'answeredMs'), row('executed to the end', 'executedMs')];
}
