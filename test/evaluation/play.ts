/** Plays a task on n8n's own engine, against a sandbox. The agent is a script or a model. */
import type { LedgerEntry, Sandbox } from '../../sandbox';
import {
	asTool,
	credentialReferences,
	MemoryDeduplicator,
	node,
	runAgent,
	runWorkflow,
	saidBy,
	useDeduplication,
	type RunAgentOptions,
	type RunToolResult,
} from '../harness/engine';
import { run, surroundings, TYPE_NAME } from '../harness/engine/mavapay';
import { keptResponses } from '../../nodes/core/n8n/connection';
import { DAY_MS, NOON, type Asked, type Step, type Task, type Tool } from './task';

/** What makes the calls of an agent. */
export type Brain = (asked: Asked, tools: readonly Tool[]) => RunAgentOptions['turns'];

/** The scripted model, which makes the calls that the task lists. */
export const scripted: Brain = ({ turns }) => turns.map((turn) => [...turn]);

/** The payments of one or more executions on one day. */
export interface Made {
	readonly day: number;
	readonly executions: number;
	readonly paysNothing: boolean;
	readonly entries: readonly LedgerEntry[];
}

export interface Played {
	/** What the agents were told about each call, in order. */
	readonly answers: readonly string[];
	readonly made: readonly Made[];
}

/** Plays a task with an empty record and a reset sandbox, at noon of each day. Throws the brain's errors. */
export async function play(task: Task, sandbox: Sandbox, brain: Brain): Promise<Played> {
	sandbox.reset();
	keptResponses.clear();
	await useDeduplication(new MemoryDeduplicator());
	const { now } = Date;
	try {
		return await playSteps(task, sandbox, brain);
	} finally {
		Date.now = now;
	}
}

async function playSteps(task: Task, sandbox: Sandbox, brain: Brain): Promise<Played> {
	const answers: string[] = [];
	const made: Made[] = [];
	let before: RunToolResult | undefined;
	setDay(0);
	for (const group of inTurn(task.steps(sandbox))) {
		const known = sandbox.ledger.entries.length;
		const runs = await Promise.all(
			group.map(async (step) => {
				setDay(step.day ?? 0);
				if (step.fault !== undefined) sandbox.faults.add(step.fault);
				if (step.person !== undefined) await asPerson(sandbox, step.person);
				return await execute({ task, sandbox, brain, before }, step);
			}),
		);
		for (const { answers: own } of runs)
			answers.push(...own.map(({ output, error }) => error ?? JSON.stringify(output)));
		before = runs[0];
		const [{ day = 0, paysNothing = false } = {}] = group;
		made.push({ day, paysNothing, executions: runs.length, entries: sandbox.ledger.entries.slice(known) });
	}
	return { answers, made };
}

function setDay(day: number): void {
	const time = NOON + day * DAY_MS;
	Date.now = () => time;
}

async function asPerson(sandbox: Sandbox, parameters: NonNullable<Step['person']>): Promise<void> {
	const { status } = await run(sandbox, parameters);
	if (status !== 'success') throw new Error(`What a person does ended as ${status}.`);
}

/** Groups of steps that run one after the other; the steps of one group run at the same time. */
function inTurn(steps: readonly Step[]): Step[][] {
	const groups: Step[][] = [];
	for (const step of steps) {
		const last = groups.at(-1);
		if (step.together === true && last?.[0]?.together === true) last.push(step);
		else groups.push([step]);
	}
	return groups;
}

interface Place {
	readonly task: Task;
	readonly sandbox: Sandbox;
	readonly brain: Brain;
	readonly before: RunToolResult | undefined;
}

let discarded = 0;

async function execute({ task, sandbox, brain, before }: Place, step: Step): Promise<RunToolResult> {
	const { path = 'engine', fails = false, retry = false, inChat, second } = step;
	const { tools, secondTools = [] } = task;
	if (step.alone === true) return await runAlone(sandbox, tools[0]);
	return await runAgent({
		...surroundings(sandbox),
		...(inChat === undefined ? {} : { mode: 'chat' }),
		...(inChat === 'discarded' ? { workflowId: `discarded ${++discarded}` } : {}),
		active: inChat === 'published',
		path,
		tools: [...tools],
		turns: brain(step, tools),
		...(second === undefined ? {} : { second: { tools: [...secondTools], turns: brain(second, secondTools) } }),
		failsAfterwards: fails,
		...(retry && before !== undefined ? { retryOf: before.execution } : {}),
	});
}

/** Runs a tool as n8n's assistant does: alone, in a new workflow. */
async function runAlone(sandbox: Sandbox, tool: Tool | undefined): Promise<RunToolResult> {
	const { type, credentials, ...rest } = surroundings(sandbox);
	const typeName = `${TYPE_NAME}Tool`;
	const parameters = tool?.parameters ?? {};
	const execution = await runWorkflow({
		...rest,
		credentials,
		nodes: [node('Node', typeName, { parameters, credentials: credentialReferences(credentials) })],
		connections: {},
		nodeTypes: { [typeName]: asTool(type) },
		mode: 'manual',
		workflowId: `discarded ${++discarded}`,
		alone: { node: 'Node' },
	});
	const error = saidBy(execution.error);
	return { answers: [{ id: 'alone', output: execution.items('Node'), error }], tries: 1, execution };
}
