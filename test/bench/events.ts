/** Payment events through a real n8n: our trigger beside n8n's own Webhook node, in one n8n and one run. */
import * as z from 'zod';
import { runReal } from './child';
import { median, shown, type Row } from './report';

/** n8n spends some tens of milliseconds of CPU on an execution, whatever is in it. */
const EVENTS = 60;
const ROUNDS = 3;

const sample = z.object({ answeredMs: z.number(), executedMs: z.number() });
const result = z.object({
	n8n: z.string(),
	events: z.number(),
	inFlight: z.number(),
	samples: z.array(z.object({ trigger: sample, webhook: sample, guarded: sample })),
});

type Result = z.infer<typeof result>;
type Sample = Result['samples'][number];

/**
 * The Webhook node drops no repeat and shapes nothing. Without a credential it is the least that n8n
 * takes for an event; with one (its header authentication) n8n looks the credential up for the
 * request and once more for the execution, as it does for our trigger.
 */
export async function events(tarball: string, progress: (what: string) => void): Promise<Row[]> {
	const told = await runReal('events', { tarball, events: EVENTS, rounds: ROUNDS }, result, progress);
	return (['webhook', 'guarded'] as const).flatMap((other) => [
		row(told, 'answered', 'answeredMs', other),
		row(told, 'executed to the end', 'executedMs', other),
	]);
}

function row(told: Result, name: string, member: 'answeredMs' | 'executedMs', other: 'webhook' | 'guarded'): Row {
	const { n8n, inFlight, samples } = told;
	const perSecond = (who: keyof Sample) => shown(median(samples.map((one) => (1_000 * told.events) / one[who][member])));
	const ratio = median(samples.map((one) => one[other][member] / one.trigger[member]));
	const than = other === 'webhook' ? "n8n's Webhook node" : 'the same with Header Auth';
	return {
		what: `events ${name}, ${told.events} at ${inFlight} a time, n8n ${n8n}`,
		measured: `${perSecond('trigger')} per second, ${than} ${perSecond(other)}: speed ${ratio.toFixed(3)} of its`,
		target: null,
	};
}
