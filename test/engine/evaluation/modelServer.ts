/** A stand-in for a service with OpenAI's chat completions, on this machine alone. */
import * as z from 'zod';
import { openServer } from '../../harness/localServer';

const question = z.object({
	model: z.string(),
	messages: z.array(
		z.looseObject({ role: z.string(), content: z.nullish(z.string()), tool_call_id: z.optional(z.string()) }),
	),
	tools: z.array(
		z.object({
			type: z.literal('function'),
			function: z.object({
				name: z.string(),
				description: z.string(),
				parameters: z.object({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()) }),
			}),
		}),
	),
});

export interface Question extends z.infer<typeof question> {
	readonly path: string;
	readonly headers: Record<string, string>;
}

/** One reply: tool calls, with their input as an object or as raw text, or an HTTP status. */
export type Reply = ReadonlyArray<readonly [name: string, input: object | string]> | number;

/** Answers with one reply after the other, then with a text that calls no tool. */
export async function startModelServer(replies: readonly Reply[] = []) {
	const asked: Question[] = [];
	const left = [...replies];
	let calls = 0;
	const messageOf = (made: Exclude<Reply, number>) => ({
		role: 'assistant',
		content: made.length === 0 ? 'Done.' : null,
		tool_calls: made.map(([name, input]) => ({
			id: `call_${++calls}`,
			type: 'function',
			function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
		})),
	});
	const { origin, close } = await openServer(({ url: path, headers, body }, response) => {
		asked.push({ ...question.parse(JSON.parse(body.toString('utf8'))), path, headers });
		const reply = left.shift() ?? [];
		response.setHeader('content-type', 'application/json');
		if (typeof reply === 'number')
			response.writeHead(reply).end(JSON.stringify({ error: `The key ${String(headers.authorization)} is wrong.` }));
		else response.end(JSON.stringify({ choices: [{ index: 0, message: messageOf(reply) }] }));
	});
	return { url: `${origin}/v1`, asked, close };
}
