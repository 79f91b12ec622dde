/** Payment events through a real n8n: our trigger beside one that checks nothing, in one n8n and one run. */
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
	samples: z.array(z.object({ ours: sample, least: sample })),
});

type Result = z.infer<typeof result>;
type Who = keyof Result['samples'][number];

/**
 * For each event the trigger of 30 lines does what n8n can't do for it, which is the least that passes each
 * on once where none is checked.
 */
export async function events(tarball: string, progress: (what: string) => void): Promise<Row[]> {
	const measured = await runReal('events', { tarball, events: EVENTS, rounds: ROUNDS }, result, progress);
	return [row(measured, 'answered', 'answeredMs'), row(measured, 'executed to the end', 'executedMs')];
}

function row({ n8n, events: sent, inFlight, samples }: Result, name: string, member: 'answeredMs' | 'executedMs'): Row {
	const perSecond = (who: Who) => shown(median(samples.map((one) => (1_000 * sent) / one[who][member])));
	const ratios = samples.map((one) => one.least[member] / one.ours[member]);
	const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
	const cpu = (who: Who) => shown(median(samples.map((one) => (one[who].cpuMs ?? Number.NaN) / sent)));
	return {
		what: `events ${name}, ${sent} at ${inFlight} a time, n8n ${n8n}, beside a trigger of 30 lines that checks nothing and inserts a row`,
		measured: `${perSecond('ours')} per second beside ${perSecond('least')}: ${median(ratios).toFixed(3)} of its speed (${range}); ${cpu('ours')} ms of n8n's CPU each beside ${cpu('least')}`,
		target: atLeast(median(ratios), TARGETS.events),
	};
}
