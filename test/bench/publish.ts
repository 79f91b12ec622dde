/** Puts saved results into docs/why/bench.md, between its two marks, and draws docs/why/bench.svg from the one with payouts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { chart, waited, type Panel } from './chart';
import { payoutsResult, type PayoutRun, type PayoutsResult } from './payouts';
import { counted, median } from './report';

const DOCS = join(__dirname, '..', '..', 'docs', 'why');
const START = '<!-- from the bench -->';
const END = '<!-- to here -->';

const row = z.object({
	what: z.string(),
	protects: z.string().optional(),
	measured: z.string(),
	target: z.object({ text: z.string(), met: z.boolean() }).nullable(),
});
const saved = z.object({
	about: z.string(),
	/** Null where that part was not run. */
	payouts: payoutsResult.nullable(),
	sections: z.array(z.object({ heading: z.string(), rows: z.array(row) })),
});
type Saved = z.infer<typeof saved>;

/** @param files separated by commas, such as one of the parts that need a quiet machine for long, and one of the others */
export function publish(files: string, progress: (what: string) => void): void {
	const results = files.split(',').map((file) => saved.parse(JSON.parse(readFileSync(file, 'utf8'))));
	const [payouts] = results.flatMap((result) => result.payouts ?? []);
	if (payouts === undefined) throw new Error('No result has payouts');
	const page = join(DOCS, 'bench.md');
	const text = readFileSync(page, 'utf8');
	const [from, to] = [text.indexOf(START), text.indexOf(END)];
	if (from < 0 || to < from) throw new Error(`${page} lacks the marks ${START} and ${END}`);
	writeFileSync(
		join(DOCS, 'bench.svg'),
		chart(panelsOf(payouts), 'How long a person waits until everyone is paid; the service takes 20 ms for an answer'),
	);
	writeFileSync(page, `${text.slice(0, from)}${START}\n\n${tables(results, payouts)}\n${text.slice(to)}`);
	progress(`wrote ${page} and the picture beside it`);
}

const seconds = (runs: readonly PayoutRun[]) => median(runs.map(({ ms }) => ms)) / 1_000;

const ONE = 'Mavapay, one by one';
const TEN = 'Mavapay, 10 in parallel';
const HTTP = 'HTTP Request, all at once';

function panelsOf({ few, one, ten, many, full }: PayoutsResult): Panel[] {
	if (full === null) throw new Error('The result lacks the many payees one by one: save a run with --full');
	const panel = (serial: readonly PayoutRun[], parallel: readonly PayoutRun[], http: readonly PayoutRun[]): Panel => ({
		payees: serial[0]?.payees ?? 0,
		bars: [
			{ label: ONE, seconds: seconds(serial), isProtected: true },
			{ label: TEN, seconds: seconds(parallel), isProtected: true },
			{ label: HTTP, seconds: seconds(http), isProtected: false },
		],
	});
	return [
		panel(
			few.map((sample) => sample.one),
			few.map((sample) => sample.ten),
			few.map(({ http }) => http),
		),
		panel(
			one.map(({ ours }) => ours),
			ten.map(({ ours }) => ours),
			ten.map(({ http }) => http),
		),
		panel([full], [many.ours.many], [many.http.many]),
	];
}

function tables(results: readonly Saved[], payouts: PayoutsResult): string {
	const waits = table(
		['Payees', ONE, TEN, HTTP],
		panelsOf(payouts).map(({ payees, bars }) => [counted(payees), ...bars.map((bar) => waited(bar.seconds))]),
	);
	const measured = results
		.flatMap(({ sections }) => sections)
		.map(({ heading, rows }) => {
			const cells = rows.map(({ what, protects, measured, target }) => [
				what,
				protects ?? '',
				measured,
				target === null ? '' : `${target.text}: ${target.met ? 'met' : '**missed**'}`,
			]);
			const isGuarded = rows.some(({ protects }) => protects !== undefined);
			const columns = isGuarded ? [0, 1, 2, 3] : [0, 2, 3];
			const pick = (all: string[]) => columns.map((at) => all[at] ?? '');
			return `## ${heading}\n\n${table(pick(['What', 'Protected by', 'Measured', 'Target']), cells.map(pick))}`;
		});
	return `${waits}\n![How long a person waits](bench.svg)\n\nFrom ${results.length === 1 ? 'one run' : `${results.length} runs`}: ${results.map(({ about }) => about).join('; ')}; n8n ${payouts.n8n}.\n\n${measured.join('\n')}`;
}

function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
	return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}
