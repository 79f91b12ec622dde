/** More workers, more payees, more events: n8n's queue mode on this machine, as ratios to one worker. */
import * as z from 'zod';
import { runReal } from './child';
import { payoutRun, PROTECTED, ratios } from './payouts';
import { atLeast, counted, shown, type Row } from './report';
import { TARGETS } from './targets';

/** What the service takes for an answer: with less, the machine's cores and not the workers are the limit. */
export const SCALE_DELAY_MS = 200;
const READ_DELAY_MS = 20;
const EXECUTIONS = 8;
const PAYEES = 25;
const TEN_PAYEES = 500;
const NAMES = 1_000;
const ROUNDS = 3;
const EVENTS = 200;
const BURST = 2_000;
/** From most to least: workers can be stopped while n8n runs. */
const WORKERS = [4, 2, 1];
const POOLS = [2, 10];

const ms = z.number();
const result = z.object({
	n8n: z.string(),
	reads: z.array(z.object({ ours: payoutRun, http: payoutRun })),
	byWorkers: z.array(z.object({ workers: z.number(), payoutsMs: ms, readsMs: ms, eventsMs: ms })),
	burst: z.object({ answeredMs: ms, executedMs: ms }),
	pools: z.array(z.object({ size: z.number(), ms })),
});

export async function scale(tarball: string, progress: (what: string) => void): Promise<Row[]> {
	const order = {
		...{ tarball, delayMs: SCALE_DELAY_MS, readDelayMs: READ_DELAY_MS, executions: EXECUTIONS, payees: PAYEES },
		...{ tenPayees: TEN_PAYEES, names: NAMES, rounds: ROUNDS, events: EVENTS, burst: BURST },
		...{ workers: WORKERS, pools: POOLS },
	};
	const measured = await runReal('scale', order, result, progress);
	return [...workerRows(measured), readRow(measured), burstRow(measured), ...poolRows(measured)];
}

type Result = z.infer<typeof result>;

function workerRows({ byWorkers }: Result): Row[] {
	const alone = byWorkers.find(({ workers }) => workers === 1);
	if (alone === undefined) throw new Error('One worker alone was not measured');
	return [...byWorkers].reverse().map(({ workers, payoutsMs, readsMs, eventsMs }) => {
		const wanted: number | undefined = workers === 2 || workers === 4 ? TARGETS.workers[workers] : undefined;
		const [pays, reads, events] = [alone.payoutsMs / payoutsMs, alone.readsMs / readsMs, alone.eventsMs / eventsMs];
		return {
			what: `${workers} ${workers === 1 ? 'worker' : 'workers'}, one execution at a time in each: ${EXECUTIONS} executions of ${PAYEES} payouts one by one, ${EXECUTIONS} of ${NAMES} name enquiries, ${EVENTS} events`,
			protects: PROTECTED,
			measured: `payouts ${pays.toFixed(2)} times one worker (${shown(payoutsMs / 1_000)} s), reads ${reads.toFixed(2)} (${shown(readsMs / 1_000)} s), events ${events.toFixed(2)} (${shown(eventsMs / 1_000)} s)`,
			target: wanted === undefined ? null : atLeast(Number(pays.toFixed(2)), wanted),
		};
	});
}

function readRow({ reads }: Result): Row {
	const { value, text } = ratios(reads, 'http', 'ours');
	return {
		what: `${counted(NAMES)} name enquiries in one n8n, the service takes ${READ_DELAY_MS} ms: speed beside n8n's HTTP Request node, all at once`,
		measured: text,
		target: atLeast(value, TARGETS.reads),
	};
}

const burstRow = ({ burst: { answeredMs, executedMs } }: Result): Row => ({
	what: `${counted(BURST)} events in a burst, two workers with one execution at a time: none lost`,
	measured: `all answered after ${shown(answeredMs / 1_000)} s, all executed after ${shown(executedMs / 1_000)} s`,
	target: null,
});

const poolRows = ({ pools }: Result): Row[] =>
	pools.map(({ size, ms: tookMs }) => ({
		what: `${TEN_PAYEES} payouts, 10 in parallel, one worker with ${size} connections to Postgres`,
		protects: PROTECTED,
		measured: `${shown(tookMs / 1_000)} s, ${shown(tookMs / TEN_PAYEES)} ms each`,
		target: null,
	}));
