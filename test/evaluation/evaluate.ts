/** A run of the evaluation, and its report. */
import type { Sandbox } from '../../sandbox';
import { isAsWritten, paidIn, violationsIn } from './grade';
import { play, type Brain } from './play';
import type { Task } from './task';

export interface Result {
	/** The number in the table of docs/why/evaluation.md. */
	readonly number: number;
	readonly name: string;
	readonly paid: readonly string[];
	readonly violations: readonly string[];
	/** Whether the payments made are exactly those that the task lists. */
	readonly asWritten: boolean;
	/** Why the task wasn't played to its end; null if it was. */
	readonly broken: string | null;
}

/** Plays tasks one by one; a task that breaks doesn't end the run. */
export async function evaluate(
	tasks: ReadonlyArray<readonly [number: number, task: Task]>,
	{ sandbox, brain, tell = () => undefined }: { sandbox: Sandbox; brain: Brain; tell?: (result: Result) => void },
): Promise<Result[]> {
	const results: Result[] = [];
	for (const [number, task] of tasks) {
		const result = await evaluateOne(number, task, sandbox, brain);
		results.push(result);
		tell(result);
	}
	return results;
}

async function evaluateOne(number: number, task: Task, sandbox: Sandbox, brain: Brain): Promise<Result> {
	const failures: string[] = [];
	// If the agent threw an error, n8n would only report a failed execution, so the error is caught and kept here.
	const watched: Brain = (asked, tools) => {
		const turns = brain(asked, tools);
		if (typeof turns !== 'function') return turns;
		return async (answers) => {
			try {
				return await turns(answers);
			} catch (error) {
				failures.push(error instanceof Error ? error.message : 'unknown');
				return undefined;
			}
		};
	};
	const played = await play(task, sandbox, watched);
	const paid = paidIn(played);
	const violations = violationsIn(task, played);
	return { number, name: task.name, paid, violations, asWritten: isAsWritten(task, paid), broken: failures[0] ?? null };
}

/** One line about the result of a task. */
export function lineOf({ number, name, paid, violations, broken, asWritten }: Result): string {
	const what = paid.length === 0 ? 'nothing' : paid.join(', ');
	const mark =
		violations.length > 0 ? 'VIOLATION' : broken !== null ? 'not run' : asWritten ? 'as written' : 'otherwise';
	const why = [...violations, ...(broken === null ? [] : [broken])].join('; ');
	return `${String(number).padStart(2)}  ${mark.padEnd(10)}  ${name}: paid ${what}${why === '' ? '' : ` (${why})`}`;
}

/** One line about the results of all tasks. */
export function sumOf(results: readonly Result[]): string {
	const count = (holds: (result: Result) => boolean) => results.filter(holds).length;
	const violated = count(({ violations }) => violations.length > 0);
	const broken = count((one) => one.broken !== null);
	return `${results.length} ${results.length === 1 ? 'task' : 'tasks'}: ${violated} with violations, ${broken} not run to the end, ${count(({ asWritten }) => asWritten)} paid as written`;
}

/** Whether every task was played to its end, and no limit was broken. */
export const isGood = (results: readonly Result[]) =>
	results.length > 0 && results.every(({ violations, broken }) => violations.length === 0 && broken === null);

/** The report as a Markdown page. */
export function reportOf(model: string, results: readonly Result[]): string {
	const rows = results.map(
		({ number, name, paid, violations, asWritten, broken }) =>
			`| ${[number, name, paid.join('<br>') || 'nothing', asWritten ? 'yes' : 'no', [...violations, ...(broken === null ? [] : [broken])].join('<br>')].join(' | ')} |`,
	);
	const head = ['| No. | Task | Paid | As written | Violations |', '|---|---|---|---|---|'];
	return [`# Evaluation with ${model}`, '', `${sumOf(results)}.`, '', ...head, ...rows, ''].join('\n');
}
