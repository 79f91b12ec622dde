/** A real model as the agent: any service with OpenAI's interface for chat completions. */
import {
	NodeHelpers,
	nodeNameToToolName,
	traverseNodeParameters,
	type FromAIArgument,
	type IDataObject,
	type INodeParameters,
} from 'n8n-workflow';
import * as z from 'zod';
import { asTool, node, type NextTurn, type ToolAnswer, type ToolCall } from '../harness/engine';
import { mavapayType, TYPE_NAME } from '../harness/engine/mavapay';
import type { Brain } from './play';
import type { Tool } from './task';

export interface ModelSettings {
	/** The base of the service, such as https://api.openai.com/v1. */
	readonly url: string;
	readonly model: string;
	/** Null for a service that asks for none. Never shown. */
	readonly apiKey: string | null;
}

const SYSTEM =
	'You are an assistant of a small business. Use the tools to do what the person asks. In the end say in one sentence what was done.';

/** An agent that keeps calling tools is stopped after this many turns. */
const MOST_TURNS = 12;
const TIMEOUT_MS = 120_000;

const message = z.object({
	content: z.nullish(z.string()),
	tool_calls: z.nullish(
		z.array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) })),
	),
});
const completion = z.object({ choices: z.array(z.object({ message })).check(z.minLength(1)) });
type Message = z.infer<typeof message>;

/** Lets a real model make an agent's calls. Each execution is a new conversation. */
export const modelBrain =
	(settings: ModelSettings): Brain =>
	({ says }, tools) =>
		conversation(settings, tools, says);

function conversation(settings: ModelSettings, tools: readonly Tool[], says: string): NextTurn {
	const told = tools.map(toldOf);
	const messages: object[] = [
		{ role: 'system', content: SYSTEM },
		{ role: 'user', content: says },
	];
	let turns = 0;
	/** The model's own IDs of the calls that aren't answered yet, by the engine's ID of the call. */
	let open = new Map<string, string>();
	const answer = (id: string, content: string) => void messages.push({ role: 'tool', tool_call_id: id, content });
	return async (answers) => {
		for (const [id, own] of open) answer(own, contentOf(answers.find((one) => one.id === id)));
		while (turns++ < MOST_TURNS) {
			const said = await complete(settings, { messages, tools: told.map(({ schema }) => schema) });
			messages.push({ role: 'assistant', ...said });
			const made = (said.tool_calls ?? []).map((one) => ({ own: one.id, call: callOf(one.function, told) }));
			if (made.length === 0) return undefined;
			open = new Map();
			const calls: ToolCall[] = [];
			for (const { own, call } of made) {
				if (typeof call === 'string') answer(own, call);
				else {
					open.set(call.id, own);
					calls.push(call);
				}
			}
			if (calls.length > 0) return calls;
		}
		return undefined;
	};
}

function contentOf(answer: ToolAnswer | undefined): string {
	if (answer === undefined) return 'There was no answer.';
	const { output, error } = answer;
	return error ?? (typeof output === 'string' ? output : JSON.stringify(output));
}

let calls = 0;

/** The model's call of a tool, with a new ID; a text for the model if the call isn't valid. */
function callOf(made: { name: string; arguments: string }, told: readonly Told[]): ToolCall | string {
	const tool = told.find(({ schema }) => schema.function.name === made.name);
	if (tool === undefined) return `There is no tool "${made.name}".`;
	const input = objectIn(made.arguments);
	if (input === null) return 'The arguments are no JSON object.';
	return { id: `model ${++calls}`, input, tool: tool.node };
}

function objectIn(text: string): IDataObject | null {
	try {
		return z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).parse(JSON.parse(text));
	} catch {
		return null;
	}
}

type Told = ReturnType<typeof toldOf>;

/** What n8n tells a model about a tool: name, description, and the fields that the model fills in. */
function toldOf({ name, parameters }: Tool) {
	const { description } = asTool(mavapayType);
	const stored = node(name, `${TYPE_NAME}Tool`, { parameters });
	const filled =
		NodeHelpers.getNodeParameters(description.properties, parameters, true, false, stored, description) ?? {};
	const asked = argumentsIn(filled);
	const properties = asked.map(({ key, description: of = '', type }) => [key, { type: typeIn(type), description: of }]);
	return {
		node: name,
		schema: {
			type: 'function' as const,
			function: {
				name: nodeNameToToolName(name),
				description: String(filled.toolDescription),
				parameters: {
					type: 'object',
					properties: Object.fromEntries(properties),
					required: asked.map(({ key }) => key),
				},
			},
		},
	};
}

function argumentsIn(parameters: INodeParameters): FromAIArgument[] {
	const found: FromAIArgument[] = [];
	traverseNodeParameters(parameters, found);
	return [...new Map(found.map((one) => [one.key, one])).values()];
}

const typeIn = (type = 'string') => (type === 'json' ? 'object' : type);

/** Sends the conversation to the model. Throws a text without the key if the answer doesn't have the right form. */
async function complete({ url, model, apiKey }: ModelSettings, asked: object): Promise<Message> {
	const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
		},
		body: JSON.stringify({ model, ...asked }),
		signal: AbortSignal.timeout(TIMEOUT_MS),
	}).catch(() => {
		throw new Error(`The model can't be reached, or took longer than ${TIMEOUT_MS / 1000} s.`);
	});
	if (!response.ok) throw new Error(`The model answered with HTTP ${response.status}.`);
	const read = completion.safeParse(await response.json().catch(() => null));
	const first = read.data?.choices[0];
	if (first === undefined) throw new Error('The model answered in a form that is not known.');
	return first.message;
}
