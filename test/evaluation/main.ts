/** `npm run evaluate`: the tasks of docs/why/evaluation.md with a real model, or the scripted one if none is named. */
import '../harness/engine/environment';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox';
import { chosenTasks, settingsIn, USAGE } from './arguments';
import { evaluate, isGood, lineOf, reportOf, sumOf } from './evaluate';
import { modelBrain } from './model';
import { scripted } from './play';

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
	const given = process.argv.slice(2);
	if (given.includes('--help')) return say(USAGE);
	const settings = settingsIn(process.env);
	const tasks = chosenTasks(given);
	const sandbox = await startSandbox({ now: 'real' });
	try {
		const brain = settings === null ? scripted : modelBrain(settings);
		const results = await evaluate(tasks, { sandbox, brain, tell: (result) => say(lineOf(result)) });
		const folder = join('reports', 'evaluate');
		mkdirSync(folder, { recursive: true });
		const name = settings?.model ?? 'scripted calls';
		const file = join(folder, `${name.replace(/[^\w.-]+/g, '-')}.md`);
		writeFileSync(file, reportOf(name, results));
		say(`${sumOf(results)}. Report: ${file}`);
		process.exitCode = isGood(results) ? 0 : 1;
	} finally {
		await sandbox.close();
	}
}

main().catch((error: unknown) => {
	say(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
	process.exitCode = 2;
});
