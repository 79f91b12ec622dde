/**
 * `npm run bench`: what our node costs, beside n8n's bare request helper on n8n's own engine.
 *
 * The sandbox runs in a process of its own. Both contenders take turns within one process, and what
 * is told are medians and ratios of one run: times of different machines, or of different runs, do
 * not compare. Nothing of this is part of the tests.
 */
import '../engine/harness/environment';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PARTS, readArguments, USAGE, type Part } from './arguments';
import { buildPackage, loadCredential, loadNode, loadTrigger } from './built';
import { bareHelper, ours, readingHelper } from './contenders';
import { events } from './events';
import { memory } from './memory';
import { packageCost } from './package';
import { missed, section, type Row } from './report';
import { startService } from './service';
import { money, reads } from './speed';
import { trigger } from './trigger';
import { validation } from './validation';

const HEADINGS: Record<Part, string> = {
	package: 'Package',
	validation: 'Validation, offline',
	reads: 'Reads beside the helper with as many requests in flight',
	money: 'Payouts, one request each, beside the helper one by one',
	memory: 'Memory',
	trigger: 'One payment event, within the trigger',
	events: 'Payment events through a real n8n',
};

async function main(): Promise<void> {
	const given = readArguments();
	if (given.help) {
		process.stdout.write(USAGE);
		return;
	}
	// Before each sample the garbage of the one before is collected.
	setFlagsFromString('--expose-gc');
	globalThis.gc = runInNewContext('gc');
	const progress = (what: string) => void process.stderr.write(`... ${what}\n`);
	const { rounds } = given;
	progress('building and packing');
	const built = await buildPackage();
	const credential = loadCredential(built);
	const type = loadNode(built);
	const service = await startService();
	try {
		const speed = {
			ours: ours(type, credential, service),
			helper: bareHelper(credential, service),
			reading: readingHelper(type, credential, service),
			service,
			rounds,
			progress,
		};
		const measure: Record<Part, () => Promise<Row[]>> = {
			package: async () => await packageCost(built, rounds),
			validation: async () => await validation(speed.ours, rounds),
			reads: async () => await reads(speed),
			money: async () => await money(speed),
			trigger: async () => await trigger(loadTrigger(built), credential, service, rounds),
			memory: async () => await memory(built, service, { rounds, progress }),
			events: async () => await events(built, rounds),
		};
		const all: Row[] = [];
		let text = `${machine()}\n\n`;
		for (const part of PARTS.filter((one) => given.parts.includes(one))) {
			progress(HEADINGS[part]);
			const rows = await measure[part]();
			all.push(...rows);
			text += `${section(HEADINGS[part], rows)}\n`;
		}
		const misses = missed(all);
		text += misses.length === 0 ? 'Every target is met.\n' : `Missed: ${misses.map(({ what }) => what).join('; ')}.\n`;
		process.stdout.write(`\n${text}`);
		if (given.save) save(text, progress);
		if (given.check && misses.length > 0) process.exitCode = 1;
	} finally {
		await service.stop();
	}
}

function machine(): string {
	const [first] = cpus();
	return `Node ${process.version}, ${cpus().length} x ${first?.model.trim() ?? 'unknown processor'}, ${new Date().toISOString().slice(0, 10)}`;
}

function save(text: string, progress: (what: string) => void): void {
	const folder = join(__dirname, '../../bench-results');
	mkdirSync(folder, { recursive: true });
	const file = join(folder, `${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.txt`);
	writeFileSync(file, text);
	progress(`saved as ${file}`);
}

main().catch((error: unknown) => {
	process.stderr.write(`The bench ended early: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
	process.exitCode = 1;
});
