/** Payment events through a real n8n: our trigger beside one that checks nothing and n8n's own Webhook node, in one n8n and one run. */
import * as z from 'zod';
import { runReal } from './child';
import { atLeast, median, shown, type Row } from './report';
import { TARGETS } from './targets';

/** n8n spends some tens of milliseconds of CPU on an execution, whatever is in it. */
const EVENTS = 40;
const ROUNDS = 7;

const sample = z.object({ answeredMs: z.number(), executedMs: z.number(), cpuMs: z.number().nullable() });
const result = z.object({
	n8n: z.string(),
	events: z.number(),
	inFlight: z.number(),
	samples: z.array(z.object({ ours: sample, least: sample, webhook: sample })),
});

type Result = z.infer<typeof result>;
type Who = keyof Result['samples'][number];

const NAMES: Record<Exclude<Who, 'ours'>, string> = {
	least: 'a trigger of 30 lines that checks nothing and inserts a row',
	webhook: "n8n's Webhook node with Header Auth, which inserts none",
};

/**
 * For each event the trigger of 30 lines does what n8n can't do for it, which is the least that passes each
 * on once where none is checked. n8n's Webhook node looks its credential up for every request, as anything
 * must that checks one, and remembers nothing.
 */
export async function events(tarball: string, progress: (what: string) => void): Promise<Row[]> {
	const measured = await runReal('events', { tarball, events: EVENTS, rounds: ROUNDS }, result, progress);
	return (['least', 'webhook'] as const).flatMap((other) => [
		row(measured, 'answered', 'answeredMs', other),
		row(measured, 'executed to the end', 'executedMs', other),
	]);
}

function row(
	{ n8n, events: sent, inFlight, samples }: Result,
	name: string,
	member: 'answeredMs' | 'executedMs',
	other: Exclude<Who, 'ours'>,
): Row {
	const perSecond = (who: Who) => shown(median(samples.map((one) => (1_000 * sent) / one[who][member])));
	const ratios = samples.map((one) => one[other][member] / one.ours[member]);
	const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
	const cpu = (who: Who) => shown(median(samples.map((one) => (one[who].cpuMs ?? Number.NaN) / sent)));
	return {
		what: `events ${name}, ${sent} at ${inFlight} a time, n8n ${n8n}, beside ${NAMES[other]}`,
		measured: `${perSecond('ours')} per second beside ${perSecond(other)}: ${median(ratios).toFixed(3)} of its speed (${range}); ${cpu('ours')} ms of n8n's CPU each beside ${cpu(other)}`,
		target: other === 'least' ? atLeast(median(ratios), TARGETS.events) : null,
	};
}
