/** Payouts in a real n8n on SQLite, with default settings, compared with n8n's HTTP Request node. */
import * as z from 'zod';
import type { Arguments } from './arguments';
import { runReal } from './child';
import { atMost, counted, median, shown, table, type Row } from './report';
import { TARGETS } from './targets';

const DELAY_MS = 20;
/** How long an answer takes in the countries of the users. */
const SLOW_MS = 200;

const payoutRun = z.object({
	/** Time of the nodes that pay, from the execution that n8n stored. */
	ms: z.number(),
	payees: z.number(),
	/** CPU time of n8n's process; null where the system doesn't report it. */
	cpuMs: z.number().nullable(),
});

const samplesOf = <Name extends string>(...names: Name[]) => z.array(z.record(z.enum(names), payoutRun));
const memory = z.object({ now: z.number(), peak: z.number() }).nullable();
const many = z.object({
	before: payoutRun,
	many: payoutRun,
	after: payoutRun,
	memory: z.object({ start: memory, end: memory }),
});

const payoutsResult = z.object({
	n8n: z.string(),
	recordedReferences: z.number(),
	/** `ours` pays 10 in parallel, `http` sends all payments at once, `both` also sends the name enquiries. */
	ten: samplesOf('ours', 'http', 'both'),
	loops: samplesOf('known', 'newPayees', 'loop'),
	slowLoops: samplesOf('known', 'newPayees', 'loop'),
	few: samplesOf('one', 'ten', 'http'),
	recorded: samplesOf('full', 'none'),
	/** With (`on`) and without a daily and a monthly budget, one by one and 10 in parallel (`onTen`). */
	budgets: samplesOf('on', 'off', 'onTen', 'offTen'),
	many: z.object({ ours: many, http: many }),
	full: payoutRun.nullable(),
});

type PayoutRun = z.infer<typeof payoutRun>;
type Samples<Name extends string> = ReadonlyArray<Readonly<Record<Name, PayoutRun>>>;
export type PayoutsResult = z.infer<typeof payoutsResult>;

export async function measurePayouts(
	tarball: string,
	{ payees, quick, full }: Arguments,
	progress: (what: string) => void,
): Promise<PayoutsResult> {
	const rounds = quick ? { loops: 1, ten: 2, few: 1, recorded: 2 } : { loops: 2, ten: 3, few: 2, recorded: 3 };
	const order = {
		tarball,
		payees,
		few: Math.ceil(payees / 10),
		many: payees * (quick ? 3 : 10),
		recorded: payees * (quick ? 100 : 200),
		delayMs: DELAY_MS,
		slowMs: SLOW_MS,
		full,
		rounds,
	};
	return await runReal('payouts', order, payoutsResult, progress);
}

export function payoutRows(result: PayoutsResult): Row[] {
	const { ten, loops, slowLoops, recorded, recordedReferences } = result;
	return [
		compares(
			`10 in parallel with ${counted(recordedReferences)} references recorded, vs. none`,
			ratios(recorded, 'full', 'none'),
			TARGETS.recorded,
		),
		compares(
			'10 in parallel, vs. HTTP Request with the same two requests for each payee, all at once',
			ratios(ten, 'ours', 'both'),
			TARGETS.allAtOnce,
		),
		...loopRows(loops, DELAY_MS, TARGETS.loop),
		...loopRows(slowLoops, SLOW_MS, TARGETS.slowLoop),
		...budgetRows(result),
		...manyRows(result),
	];
}

const WAYS = ['Mavapay, one by one', 'Mavapay, 10 in parallel', 'HTTP Request, all at once'];

/** n8n's version and, in a full run, a table of how long it takes until everyone is paid, by number of payees. */
export function waitsOf({ n8n, few, loops, ten, many, full }: PayoutsResult): string {
	if (full === null) return `n8n ${n8n}\n\n`;
	const ways = [
		[of(few, 'one'), of(few, 'ten'), of(few, 'http')],
		[of(loops, 'known'), of(ten, 'ours'), of(ten, 'http')],
		[[full], [many.ours.many], [many.http.many]],
	];
	const rows = ways.map((runs) => [counted(runs[0]?.[0]?.payees ?? 0), ...runs.map(waited)]);
	return `n8n ${n8n}\n\n${table(['Payees', ...WAYS], rows)}\n`;
}

/** The median time in seconds or minutes. */
function waited(runs: readonly PayoutRun[]): string {
	const seconds = median(runs.map(({ ms }) => ms)) / 1_000;
	const whole = Math.round(seconds);
	if (seconds >= 90) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
	return seconds >= 10 ? `${whole} s` : `${seconds.toFixed(1)} s`;
}

const of = <Name extends string>(samples: Samples<Name>, contender: Name) => samples.map((one) => one[contender]);

/**
 * The median of one contender's time divided by the other's, with the lowest and highest ratio, and the CPU time that
 * n8n took for each payee with either contender.
 */
function ratios<Name extends string>(samples: Samples<Name>, over: Name, by: Name) {
	const all = samples.map((sample) => sample[over].ms / sample[by].ms);
	const text = `${median(all).toFixed(3)} times`;
	const spread = all.length > 1 ? ` (${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)})` : '';
	const [own, other] = [over, by].map((name) => cpuForEach(of(samples, name)));
	const cpu = own === null || other === null ? '' : `; CPU each ${own} vs. ${other}`;
	return { value: median(all), text: `${text}${spread}${cpu}` };
}

/** The median of n8n's CPU time for each payee; null if the system doesn't report it, or below 10 payees. */
function cpuForEach(runs: readonly PayoutRun[]): string | null {
	const each = runs.flatMap(({ cpuMs, payees }) => (cpuMs === null || payees < 10 ? [] : [cpuMs / payees]));
	return each.length === 0 ? null : `${shown(median(each))} ms`;
}

/** A row with a ratio of our node, and the highest value that it may have. */
function compares(what: string, { value, text }: ReturnType<typeof ratios>, most: number): Row {
	return { what, measured: text, target: atMost(value, most) };
}

function loopRows(
	samples: PayoutsResult['loops'],
	delayMs: number,
	targets: Readonly<Record<'known' | 'newPayees', number>>,
): Row[] {
	const count = counted(samples[0]?.loop.payees ?? 0);
	const row = (who: 'known' | 'newPayees', payees: string): Row =>
		compares(
			`${count} ${payees} one by one, vs. HTTP Request in a loop, which only pays; ${delayMs} ms for an answer`,
			ratios(samples, who, 'loop'),
			targets[who],
		);
	return [row('known', 'known payees'), row('newPayees', 'new payees')];
}

/** Rows for the time that *Most per Day* and *Most per Month* add. */
function budgetRows({ budgets }: PayoutsResult): Row[] {
	const row = (how: string, measured: string): Row => ({
		what: `${counted(budgets[0]?.on.payees ?? 0)} payees ${how} under a budget per day and per month, vs. none`,
		measured,
		target: null,
	});
	const [one, ten] = [ratios(budgets, 'on', 'off'), ratios(budgets, 'onTen', 'offTen')];
	return [row('one by one', one.text), row('10 in parallel', ten.text)];
}

function manyRows({ many: { ours, http } }: PayoutsResult): Row[] {
	const each = ({ ms, payees }: PayoutRun) => ms / payees;
	const usual = (each(ours.before) + each(ours.after)) / 2;
	const ratio = each(ours.many) / usual;
	const payees = `${counted(ours.many.payees)} payees`;
	const rows: Row[] = [
		{
			what: `${payees}, 10 in parallel: time for each vs. with ${counted(ours.before.payees)}`,
			measured: `${ratio.toFixed(3)} times`,
			target: atMost(ratio, TARGETS.many),
		},
	];
	const [mine, other] = [ours.memory.end, http.memory.end];
	if (mine !== null && other !== null) {
		const start = ours.memory.start?.now ?? 0;
		rows.push({
			what: `${payees}, 10 in parallel: peak memory of n8n, vs. HTTP Request`,
			measured: `${shown(mine.peak)} MiB (${shown(start)} before), HTTP Request ${shown(other.peak)} MiB`,
			target: atMost(mine.peak, Math.round(other.peak), 'MiB'),
		});
	}
	return rows;
}
