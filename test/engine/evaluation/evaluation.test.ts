/** The evaluation of payment tools for AI agents: graded by what the sandbox's ledger shows, in every task. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerEntry } from '../../../sandbox';
import {
	asTool,
	credentialReferences,
	node,
	runAgent,
	runWorkflow,
	saidBy,
	type RunToolResult,
} from '../../harness/engine';
import { run, surroundings, TYPE_NAME, useSandbox } from '../../harness/engine/mavapay';
import { projectFolder } from '../../harness/sources';
import { TASKS, type Step, type Task, type Tool } from './tasks';

const service = useSandbox();
const DAY_MS = 86_400_000;
/** Noon, so that no step crosses midnight by itself. */
const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;

afterEach(() => jest.restoreAllMocks());

/** Plays a task; gives every answer in order, and what the ledger has of each step. */
async function play({ tools, steps }: Pick<Task, 'tools' | 'steps'>) {
	const { sandbox } = service;
	const answers: string[] = [];
	const made: Made[] = [];
	const now = jest.spyOn(Date, 'now').mockReturnValue(NOON);
	let before: RunToolResult | undefined;
	for (const group of inTurn(steps(sandbox))) {
		const known = sandbox.ledger.entries.length;
		const runs = await Promise.all(
			group.map(async (step) => {
				now.mockReturnValue(NOON + (step.day ?? 0) * DAY_MS);
				if (step.fault !== undefined) sandbox.faults.add(step.fault);
				if (step.person !== undefined) expect((await run(sandbox, step.person)).status).toBe('success');
				return await execute(tools, step, before);
			}),
		);
		answers.push(
			...runs.flatMap(({ answers: own }) => own.map(({ output, error }) => error ?? JSON.stringify(output))),
		);
		before = runs[0];
		made.push({ day: group[0]?.day ?? 0, executions: runs.length, entries: sandbox.ledger.entries.slice(known) });
	}
	return { answers, made };
}

/** Steps one by one, those that run at the same time as one. */
function inTurn(steps: readonly Step[]): Step[][] {
	const groups: Step[][] = [];
	for (const step of steps) {
		const last = groups.at(-1);
		if (step.together === true && last?.[0]?.together === true) last.push(step);
		else groups.push([step]);
	}
	return groups;
}

/** What left in some executions of one day. */
interface Made {
	readonly day: number;
	readonly executions: number;
	readonly entries: readonly LedgerEntry[];
}

async function execute(
	tools: readonly Tool[],
	{ turns, path = 'engine', fails = false, retry = false, inChat = false, alone = false }: Step,
	before: RunToolResult | undefined,
): Promise<RunToolResult> {
	if (alone) return await runAlone(tools);
	return await runAgent({
		...(inChat ? { mode: 'chat', workflowId: discarded() } : {}),
		...surroundings(service.sandbox),
		path,
		tools: [...tools],
		turns: turns.map((turn) => [...turn]),
		failsAfterwards: fails,
		...(retry && before !== undefined ? { retryOf: before.execution } : {}),
	});
}

let workflows = 0;
const discarded = () => `discarded ${++workflows}`;

/** As n8n's assistant runs a node: without any other, in a workflow of its own. */
async function runAlone([tool]: readonly Tool[]): Promise<RunToolResult> {
	const { type, credentials, ...rest } = surroundings(service.sandbox);
	const typeName = `${TYPE_NAME}Tool`;
	const parameters = tool?.parameters ?? {};
	const execution = await runWorkflow({
		...rest,
		credentials,
		nodes: [node('Node', typeName, { parameters, credentials: credentialReferences(credentials) })],
		connections: {},
		nodeTypes: { [typeName]: asTool(type) },
		mode: 'manual',
		workflowId: discarded(),
		alone: { node: 'Node' },
	});
	const error = saidBy(execution.error);
	return { answers: [{ id: 'alone', output: execution.items('Node'), error }], tries: 1, execution };
}

const leaves = ({ kind }: LedgerEntry) => kind === 'payout' || kind === 'swapOut';

function shown({ kind, destination, amount }: LedgerEntry): string {
	if (kind === 'swapOut') return `swap ${amount}`;
	if (destination?.kind === 'bank') return `${destination.bankCode ?? ''}:${destination.value} ${amount}`;
	return destination?.paymentHash === undefined ? `${destination?.value ?? ''} ${amount}` : String(amount);
}

/** What holds in every task, whatever it is about: the limits, read from what a person typed. */
function brokenLimits(tools: readonly Tool[], made: readonly Made[]): string[] {
	const most = (name: string) => {
		const typed = tools.map(
			({ parameters: { [name]: value, amountUnit } }) =>
				Number(value) * (amountUnit === 'major' && name !== 'paymentsPerDay' ? 100 : 1),
		);
		return Math.max(0, ...typed.filter((value) => Number.isInteger(value)));
	};
	const lists = tools.map(({ parameters }) => String(parameters.allowedPayees)).join('\n');
	const out = made.map(({ entries, ...when }) => ({ ...when, entries: entries.filter(leaves) }));
	const wrong = out.flatMap(({ executions, entries }) => [
		...entries
			.filter(({ amount }) => amount > most('maximumAmount'))
			.map((entry) => `${shown(entry)} is over Maximum Amount`),
		...(entries.reduce((sum, { amount }) => sum + amount, 0n) > most('maximumTotal') * executions * tools.length
			? ['over Maximum Total']
			: []),
		...entries
			.filter((entry) => entry.kind === 'payout' && !isListed(entry, lists))
			.map((entry) => `${shown(entry)} is not on the list`),
	]);
	for (const day of new Set(out.map((one) => one.day))) {
		const count = out.filter((one) => one.day === day).flatMap(({ entries }) => entries).length;
		if (count > most('paymentsPerDay')) wrong.push(`${count} payments on day ${day}`);
	}
	return wrong;
}

/** What an invoice paid is not in the ledger by its node: the task itself says which may be paid. */
function isListed({ destination }: LedgerEntry, lists: string): boolean {
	if (destination?.paymentHash !== undefined) return true;
	return (
		destination !== null &&
		(lists.includes(`${destination.bankCode ?? ''}:${destination.value}`) ||
			(destination.kind !== 'bank' && lists.includes(destination.value)))
	);
}

test.each(TASKS.map((task) => [task.name, task] as const))('%s', async (_, task) => {
	const { answers, made } = await play(task);
	const paid = made.flatMap(({ entries }) => entries.filter(leaves).map(shown));
	expect(brokenLimits(task.tools, made)).toEqual([]);
	if ('count' in task.ledger) {
		expect(task.ledger.of).toEqual(expect.arrayContaining(paid));
		expect([paid.length, new Set(paid).size]).toEqual([task.ledger.count, task.ledger.count]);
	} else {
		expect(paid).toEqual(task.ledger);
	}
	// Beside the ledger: an agent must be told what it may not try again.
	task.told.forEach((words, place) => expect(answers[place]).toMatch(words));
	if (task.told.length > 0) expect(answers).toHaveLength(task.told.length);
});

test('the table of docs/agents.md has these tasks, and no other', () => {
	const page = readFileSync(join(projectFolder, 'docs', 'agents.md'), 'utf8');
	const section = page.slice(page.indexOf('## The evaluation'));
	const rows = [...section.matchAll(/^\| \d+ \| (.+?) \|/gm)].map(([, name]) => name);
	expect(rows).toEqual(TASKS.map(({ name }) => name));
	expect(rows).toHaveLength(22);
});
