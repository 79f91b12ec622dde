/** The evaluation of payment tools for AI agents, with a scripted model: graded by what the sandbox's ledger shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAsWritten, paidIn, violationsIn } from '../../evaluation/grade';
import { play, scripted } from '../../evaluation/play';
import { TASKS } from '../../evaluation/tasks';
import { useSandbox } from '../../harness/engine/mavapay';
import { projectFolder } from '../../harness/sources';

const service = useSandbox();

test.each(TASKS.map((task) => [task.name, task] as const))('%s', async (_, task) => {
	const played = await play(task, service.sandbox, scripted);
	const paid = paidIn(played);
	expect(violationsIn(task, played)).toEqual([]);
	if ('count' in task.ledger) expect([paid, isAsWritten(task, paid)]).toEqual([paid, true]);
	else expect(paid).toEqual(task.ledger);
	// In addition to the ledger: an agent must be told what it may not try again.
	task.told.forEach((words, place) => expect(played.answers[place]).toMatch(words));
	if (task.told.length > 0) expect(played.answers).toHaveLength(task.told.length);
});

test('the table of docs/why/evaluation.md has these tasks, and no other', () => {
	const page = readFileSync(join(projectFolder, 'docs', 'why', 'evaluation.md'), 'utf8');
	const rows = [...page.matchAll(/^\| \d+ \| (.+?) \|/gm)].map(([, name]) => name);
	expect(rows).toEqual(TASKS.map(({ name }) => name));
	expect(rows).toHaveLength(40);
});
