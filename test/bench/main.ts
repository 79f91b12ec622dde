/**
 * `npm run bench`: what people wait for when they pay with our node, and what the node itself costs.
 *
 * First in a real n8n, then on n8n's engine in this process. The sandbox runs in a process of its own. Contenders take
 * turns in one n8n, and what counts are medians and ratios of one run: times of different machines, or of different
 * runs, do not compare. Nothing of this is part of the tests.
 */
import '../harness/engine/environment';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PARTS, readArguments, USAGE, type Arguments, type Part } from './arguments';
import { buildPackage, type Built } from './built';
import { engine, memoryOnEngine } from './engine';
import { events } from './events';
import { packageCost } from './package';
import { files } from './files';
import { DELAY_MS, measurePayouts, payoutRows, waitsOf, type PayoutsResult } from './payouts';
import { publish, type Saved } from './publish';
import { missed, section, type Row } from './report';

const HEADINGS: Record<Part, string> = {
	payouts: `Payouts in a real n8n (SQLite), default settings, the service takes ${DELAY_MS} ms for an answer`,
	files: 'Files of payments, read in a real n8n',
	events: 'Payment events through a real n8n',
	engine: "On n8n's engine in one process",
	memory: "Memory on n8n's engine",
	package: 'Package',
};
const RESULTS = join(__dirname, '..', '..', '.cache', 'bench-results');

const started = performance.now();
const elapsed = () => `${Math.round((performance.now() - started) / 1_000)} s`;
const progress = (what: string) => void process.stderr.write(`... ${elapsed().padStart(5)}  ${what}\n`);

async function main(): Promise<void> {
	const given = readArguments();
	if (given.help) {
		process.stdout.write(USAGE);
		return;
	}
	if (given.publish !== undefined) {
		publish(given.publish, progress);
		return;
	}
	progress('building and packing');
	await bench(await buildPackage(), given);
}

async function bench(built: Built, given: Arguments): Promise<void> {
	// Before each sample on the engine the garbage of the one before is collected.
	setFlagsFromString('--expose-gc');
	globalThis.gc = runInNewContext('gc');
	let payouts: PayoutsResult | null = null;
	const measure: Record<Part, () => Promise<Row[]>> = {
		payouts: async () => payoutRows((payouts = await measurePayouts(built.tarball, given, progress))),
		files: async () => await files(built.tarball, given.quick, progress),
		events: async () => await events(built.tarball, progress),
		engine: async () => await engine(built, given.quick, progress),
		memory: async () => await memoryOnEngine(built, progress),
		package: async () => await packageCost(built, progress),
	};
	const about = machine();
	const all: Row[] = [];
	const tables: string[] = [];
	for (const part of PARTS.filter((one) => given.parts.includes(one))) {
		progress(HEADINGS[part]);
		const rows = await measure[part]();
		all.push(...rows);
		tables.push(section(HEADINGS[part], rows));
	}
	const misses = missed(all);
	const verdict =
		misses.length === 0 ? 'Every target is met.' : `Missed: ${misses.map(({ what }) => what).join('; ')}.`;
	process.stdout.write(`\n${about}\n\n${tables.join('\n')}\n${verdict}\nTook ${elapsed()}.\n`);
	if (given.save) save({ about, tables, ...waitsOf(payouts) }, payouts);
	if (given.check && misses.length > 0) process.exitCode = 1;
}

/** Also says how busy the machine was: beside other work ratios are not to be trusted. */
function machine(): string {
	const [first] = cpus();
	const day = new Date().toISOString().slice(0, 10);
	const load = loadavg()[0] ?? 0;
	return `Node ${process.version}, ${cpus().length} x ${first?.model.trim() ?? 'unknown processor'}, load ${load.toFixed(1)} before, ${day}`;
}

/** Each run's times are saved with the tables. */
function save(result: Saved, payouts: PayoutsResult | null): void {
	mkdirSync(RESULTS, { recursive: true });
	const file = join(RESULTS, `${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.json`);
	writeFileSync(file, `${JSON.stringify({ ...result, payouts }, null, '\t')}\n`);
	progress(`saved as ${file}`);
}

main().catch((error: unknown) => {
	process.stderr.write(
		`The bench ended early: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
	);
	process.exitCode = 1;
});
