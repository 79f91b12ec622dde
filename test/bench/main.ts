/**
 * `npm run bench`: how long people wait when they pay with our node, and what the node itself costs.
 *
 * Measured first in a real n8n, then on n8n's engine in this process, with the sandbox in its own process. Contenders
 * take turns in one n8n. Only medians and ratios of one run count: times of different machines or runs can't be
 * compared. The bench isn't part of the tests.
 */
import '../harness/engine/environment';
import { cpus, loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PARTS, readArguments, USAGE, type Arguments, type Part } from './arguments';
import { buildPackage, type Built } from './built';
import { engine, memoryOnEngine } from './engine';
import { files } from './files';
import { measurePayouts, payoutRows, waitsOf } from './payouts';
import { missed, tableOf, type Row } from './report';

const PLACES: Record<Part, string> = {
	payouts: 'n8n',
	files: 'n8n',
	engine: 'engine',
	memory: 'engine',
};

const started = performance.now();
const elapsed = () => `${Math.round((performance.now() - started) / 1_000)} s`;
const progress = (what: string) => void process.stderr.write(`... ${elapsed().padStart(5)}  ${what}\n`);

async function main(): Promise<void> {
	const given = readArguments();
	if (given.help) {
		process.stdout.write(USAGE);
		return;
	}
	progress('building and packing');
	await bench(await buildPackage(), given);
}

async function bench(built: Built, given: Arguments): Promise<void> {
	// Each sample on the engine begins with a garbage collection.
	setFlagsFromString('--expose-gc');
	globalThis.gc = runInNewContext('gc');
	let waits = '';
	const payouts = async () => {
		const result = await measurePayouts(built.tarball, given, progress);
		waits = waitsOf(result);
		return payoutRows(result);
	};
	const measure: Record<Part, () => Promise<Row[]>> = {
		payouts,
		files: async () => await files(built.tarball, given.quick, progress),
		engine: async () => await engine(built, given.quick, progress),
		memory: async () => await memoryOnEngine(built, progress),
	};
	const about = machine();
	const all: Array<Row & { where: string }> = [];
	for (const part of PARTS.filter((one) => given.parts.includes(one))) {
		progress(part);
		const rows = await measure[part]();
		all.push(...rows.map((row) => ({ ...row, where: PLACES[part] })));
	}
	const misses = missed(all);
	const verdict =
		misses.length === 0 ? 'Every target is met.' : `Missed: ${misses.map(({ what }) => what).join('; ')}.`;
	process.stdout.write(`\n${waits}${about}\n\n${tableOf(all)}\n${verdict}\nTook ${elapsed()}.\n`);
	if (given.check && misses.length > 0) process.exitCode = 1;
}

/** Describes the machine and its load: on a busy machine, ratios can't be trusted. */
function machine(): string {
	const [first] = cpus();
	const day = new Date().toISOString().slice(0, 10);
	const load = loadavg()[0] ?? 0;
	return `Node ${process.version}, ${cpus().length} x ${first?.model.trim() ?? 'unknown processor'}, load ${load.toFixed(1)} before, ${day}`;
}

main().catch((error: unknown) => {
	process.stderr.write(
		`The bench ended early: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
	);
	process.exitCode = 1;
});
