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
	samples: z.array(z.object({ trigger: sample, webhook: sample, guarded: sample })),
});

type Sample = z.infer<typeof result>['samples'][number];

/**
 * The Webhook node drops no repeat and shapes nothing. Without a credential it is the least that n8n
 * takes for an event; with one (its header authentication) n8n looks the credential up for the
 * request and once more for the execution, as it does for our trigger.
 */
export async function events(built: Built, rounds: (usual: number) => number): Promise<Row[]> {
	const script = [join(__dirname, 'realN8n.mjs'), join(built.folder, 'dist'), String(EVENTS), String(rounds(ROUNDS))];
	const { stdout } = await run(process.execPath, script, { maxBuffer: 2 ** 24 });
	const { n8n, inFlight, samples } = result.parse(JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1)));
	const row = (name: string, member: 'answeredMs' | 'executedMs', other: 'webhook' | 'guarded'): Row => {
		const perSecond = (who: keyof Sample) => shown(median(samples.map((one) => (1_000 * EVENTS) / one[who][member])));
		const ratio = median(samples.map((one) => one[other][member] / one.trigger[member]));
		const than = other === 'webhook' ? "n8n's Webhook node" : 'the same with Header Auth';
		return {
			what: `events ${name}, ${EVENTS} at ${inFlight} a time, n8n ${n8n}`,
			measured: `${perSecond('trigger')} per second, ${than} ${perSecond(other)}: speed ${ratio.toFixed(3)} of its`,
			target: null,
		};
	};
	return (['webhook', 'guarded'] as const).flatMap((other) => [
		row('answered', 'answeredMs', other),
		row('executed to the end', 'executedMs', other),
	]);
}
