/** Payouts in a real n8n on SQLite, with default settings, beside a bare node and n8n's HTTP Request node. */
import * as z from 'zod';
import type { Arguments } from './arguments';
import { runReal } from './child';
import { atMost, counted, median, shown, type Row } from './report';
import { TARGETS } from './targets';

export const DELAY_MS = 20;
/** Where people live. */
const SLOW_MS = 200;

const REFUSED_TIMES = 50;

export const PROTECTED = 'reference, name enquiry';
export const UNPROTECTED = 'nothing';
const NOT_COMPARED = 'nothing (name asked, not compared)';

export const payoutRun = z.object({
	/** Of the node that pays, as n8n stores it. */
	ms: z.number(),
	payees: z.number(),
	/** That reached the service. */
	requests: z.number(),
	/** Of n8n's processes, and of the sandbox; null where the system does not tell. */
	cpuMs: z.number().nullable(),
	sandboxCpuMs: z.number().nullable(),
});

/** Calls of n8n's store for each payout, as our node makes them. */
export const storeCalls = z.object({ looks: z.number(), records: z.number() });

const memory = z.object({ now: z.number(), peak: z.number() }).nullable();
const many = z.object({
	before: payoutRun,
	many: payoutRun,
	after: payoutRun,
	memory: z.object({ start: memory, end: memory }),
});

export const payoutsResult = z.object({
	n8n: z.string(),
	recordedReferences: z.number(),
	refusedTimes: z.number(),
	calls: storeCalls,
	one: z.array(z.object({ ours: payoutRun, bare: payoutRun })),
	ten: z.array(z.object({ ours: payoutRun, bare: payoutRun, http: payoutRun, both: payoutRun })),
	loops: z.array(z.object({ known: payoutRun, newPayees: payoutRun, loop: payoutRun })),
	slowLoops: z.array(z.object({ known: payoutRun, newPayees: payoutRun, loop: payoutRun })),
	few: z.array(z.object({ one: payoutRun, ten: payoutRun, http: payoutRun })),
	single: z.array(z.object({ ours: payoutRun, bare: payoutRun })),
	refused: z.array(z.object({ again: payoutRun, fresh: payoutRun })),
	recorded: z.array(z.object({ full: payoutRun, none: payoutRun })),
	/** With a budget of a day and one of a month, and without, one by one and 10 in parallel. */
	budgets: z.array(z.object({ on: payoutRun, off: payoutRun, onTen: payoutRun, offTen: payoutRun })),
	many: z.object({ ours: many, http: many }),
	full: payoutRun.nullable(),
});

export type PayoutRun = z.infer<typeof payoutRun>;
export type PayoutsResult = z.infer<typeof payoutsResult>;

export async function measurePayouts(
	tarball: string,
	{ payees, quick, full }: Arguments,
	progress: (what: string) => void,
): Promise<PayoutsResult> {
	const rounds = quick
		? { one: 1, ten: 2, few: 1, single: 9, recorded: 2, refused: 2 }
		: { one: 2, ten: 3, few: 2, single: 31, recorded: 3, refused: 3 };
	const order = {
		tarball,
		payees,
		few: Math.ceil(payees / 10),
		many: payees * (quick ? 3 : 10),
		recorded: payees * (quick ? 100 : 200),
		refused: REFUSED_TIMES,
		delayMs: DELAY_MS,
		slowMs: SLOW_MS,
		full,
		rounds,
	};
	return await runReal('payouts', order, payoutsResult, progress);
}

/** Targets first, then what each contender took. */
export function payoutRows(result: PayoutsResult): Row[] {
	const rows = [...targetRows(result), ...fairRows(result), ...budgetRows(result)];
	return [...rows, ...manyRows(result), ...contenderRows(result)];
}

/**
 * The median of one member of paired samples divided by another, the lowest and highest of them, and what both took of
 * n8n's CPU for each payee.
 */
export function ratios<Name extends string>(samples: ReadonlyArray<Record<Name, PayoutRun>>, of: Name, by: Name) {
	const all = samples.map((sample) => sample[of].ms / sample[by].ms);
	const text = `${median(all).toFixed(3)} times`;
	const spread = all.length > 1 ? ` (${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)})` : '';
	const [own, other] = [of, by].map((name) => cpuForEach(samples.map((sample) => sample[name])));
	const cpu = own === null || other === null ? '' : `; ${own} of n8n's CPU each beside ${other}`;
	return { value: median(all), text: `${text}${spread}${cpu}` };
}

/** The median of n8n's CPU for each payee; null where the system doesn't tell, or for too few. */
function cpuForEach(runs: readonly PayoutRun[]): string | null {
	const each = runs.flatMap(({ cpuMs, payees }) => (cpuMs === null || payees < 10 ? [] : [cpuMs / payees]));
	return each.length === 0 ? null : `${shown(median(each))} ms`;
}

function targetRows(result: PayoutsResult): Row[] {
	const { one, ten, single, recorded, refused, calls, recordedReferences } = result;
	const payees = counted(one[0]?.ours.payees ?? 0);
	const serial = ratios(one, 'ours', 'bare');
	const parallel = ratios(ten, 'ours', 'bare');
	const full = ratios(recorded, 'full', 'none');
	const again = ratios(refused, 'again', 'fresh');
	const added = median(single.map(({ ours, bare }) => ours.ms - bare.ms));
	const store = `${calls.looks} looks and ${calls.records} rows in n8n's store for each`;
	return [
		compares(`${payees} payees one by one, beside a bare node that sends only the payments`, serial, TARGETS.oneByOne),
		compares(
			`10 in parallel, beside a bare node with the same requests and calls (${store})`,
			parallel,
			TARGETS.parallel,
		),
		callsRow('looks', calls.looks),
		callsRow('rows', calls.records),
		compares(
			`references that were refused ${result.refusedTimes} times, beside fresh ones, one by one`,
			again,
			TARGETS.refused,
		),
		compares(
			`10 in parallel with ${counted(recordedReferences)} references recorded, beside none`,
			full,
			TARGETS.recorded,
		),
		{
			what: 'one payee, beside a bare node with the same enquiry and payment',
			protects: PROTECTED,
			measured: `${shown(added)} ms more`,
			target: atMost(added, TARGETS.onePayeeMs, 'ms'),
		},
	];
}

/** A ratio of our node, with the most that it may be. */
function compares(what: string, { value, text }: ReturnType<typeof ratios>, most: number): Row {
	return { what, protects: PROTECTED, measured: text, target: atMost(value, most) };
}

/** What our node asks of n8n's store for each payout to a payee who was paid before. */
function callsRow(what: 'looks' | 'rows', count: number): Row {
	return {
		what: `${what} in n8n's store for each payout to a payee who was paid before`,
		protects: PROTECTED,
		measured: shown(count),
		target: atMost(count, TARGETS[what], what),
	};
}

/** Like with like: what people do instead, with the same requests, or in a loop. */
function fairRows({ ten, loops, slowLoops }: PayoutsResult): Row[] {
	const loopRow = (
		samples: PayoutsResult['loops'],
		delayMs: number,
		who: 'known' | 'newPayees',
		target: number,
	): Row => {
		const payees = `${counted(samples[0]?.loop.payees ?? 0)} ${who === 'known' ? 'known' : 'new'} payees`;
		const what = `${payees} one by one, beside n8n's HTTP Request node in a loop, which only pays; the service takes ${delayMs} ms`;
		return compares(what, ratios(samples, who, 'loop'), target);
	};
	return [
		compares(
			"10 in parallel, beside n8n's HTTP Request node with the same two requests for each payee, all at once",
			ratios(ten, 'ours', 'both'),
			TARGETS.allAtOnce,
		),
		loopRow(loops, DELAY_MS, 'known', TARGETS.loop.known),
		loopRow(loops, DELAY_MS, 'newPayees', TARGETS.loop.newPayees),
		loopRow(slowLoops, SLOW_MS, 'known', TARGETS.slowLoop.known),
		loopRow(slowLoops, SLOW_MS, 'newPayees', TARGETS.slowLoop.newPayees),
	];
}

/** What *Most per Day* and *Most per Month* take, in rows of their own. */
function budgetRows({ budgets }: PayoutsResult): Row[] {
	const row = (how: string, measured: string): Row => ({
		what: `${counted(budgets[0]?.on.payees ?? 0)} payees ${how} under a budget of a day and one of a month, beside none`,
		protects: PROTECTED,
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
			what: `${payees}, 10 in parallel: time for each beside that of ${counted(ours.before.payees)}`,
			protects: PROTECTED,
			measured: `${ratio.toFixed(3)} times`,
			target: atMost(ratio, TARGETS.many),
		},
	];
	const [mine, other] = [ours.memory.end, http.memory.end];
	if (mine !== null && other !== null) {
		const start = ours.memory.start?.now ?? 0;
		rows.push({
			what: `${payees}, 10 in parallel: peak memory of n8n beside its HTTP Request node`,
			protects: PROTECTED,
			measured: `${shown(mine.peak)} MiB (${shown(start)} before), HTTP Request ${shown(other.peak)} MiB`,
			target: atMost(mine.peak, Math.round(other.peak), 'MiB'),
		});
	}
	return rows;
}

/** What one contender took each time. */
const of = <K extends string>(samples: ReadonlyArray<Readonly<Record<K, PayoutRun>>>, contender: K): PayoutRun[] =>
	samples.map((sample) => sample[contender]);

function contenderRows({ one, ten, loops, few, single, recorded, many, full }: PayoutsResult): Row[] {
	const row = (what: string, protects: string, runs: readonly PayoutRun[]): Row => ({
		what,
		protects,
		measured: inWords(runs),
		target: null,
	});
	const rows = [
		row('our node, one by one', PROTECTED, of(one, 'ours')),
		row('bare node, payments alone, one by one', UNPROTECTED, of(one, 'bare')),
		row("n8n's HTTP Request node in Loop Over Items, one by one", UNPROTECTED, of(loops, 'loop')),
		row('our node, 10 in parallel', PROTECTED, of(ten, 'ours')),
		row('bare node, same requests and calls of the store, 10 in parallel', NOT_COMPARED, of(ten, 'bare')),
		row("n8n's HTTP Request node, all at once", UNPROTECTED, of(ten, 'http')),
		row("n8n's HTTP Request node, name and payment, all at once", NOT_COMPARED, of(ten, 'both')),
		row('our node, 10 in parallel, empty record', PROTECTED, of(recorded, 'none')),
		row('our node, 10 in parallel, full record', PROTECTED, of(recorded, 'full')),
		row('our node, 10 in parallel', PROTECTED, [many.ours.many]),
		row("n8n's HTTP Request node, all at once", UNPROTECTED, [many.http.many]),
		row('our node, one by one', PROTECTED, of(few, 'one')),
		row('our node, 10 in parallel', PROTECTED, of(few, 'ten')),
		row("n8n's HTTP Request node, all at once", UNPROTECTED, of(few, 'http')),
		row('our node', PROTECTED, of(single, 'ours')),
		row('bare node, name enquiry and payment', NOT_COMPARED, of(single, 'bare')),
	];
	return full === null ? rows : [...rows, row('our node, one by one', PROTECTED, [full])];
}

/** Medians of the runs. */
export function inWords(runs: readonly PayoutRun[]): string {
	const payees = runs[0]?.payees ?? 0;
	const ms = median(runs.map((run) => run.ms));
	const each = (value: number) => `${shown(value / payees)} ms`;
	const cpu = cpuForEach(runs);
	const cpuText = cpu === null ? '' : `, ${cpu} of n8n's CPU each`;
	const people = payees === 1 ? '1 payee' : `${counted(payees)} payees`;
	return `${people}: ${ms < 1_000 ? `${shown(ms)} ms` : `${shown(ms / 1_000)} s`}${payees > 1 ? `, ${each(ms)} each` : ''}${cpuText}`;
}
