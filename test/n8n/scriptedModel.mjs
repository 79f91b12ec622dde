/**
 * A stand-in for a language model, with scripted answers and the part of OpenAI's API that n8n's chat models use (POST
 * /chat/completions, also streamed). Only requests with tools get the script's answers: n8n's Chat also asks for the
 * title of a conversation.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * @typedef {{name: string, input: object}} Call a tool's name, as n8n sends it to the model, and its input
 * @typedef {{calls?: Call[], says?: string}} Answer
 */

export async function startScriptedModel() {
	/** @type {Answer[]} */
	const script = [];
	/** Everything the model was asked. @type {any[]} */
	const asked = [];
	let number = 0;

	/** @param {any} question @returns {Answer} */
	const next = (question) => {
		asked.push(question);
		return script.shift() ?? { says: 'The script has no more answers.' };
	};

	/** @param {Answer} answer */
	const messageOf = ({ calls = [], says = null }) => ({
		role: 'assistant',
		content: says,
		...(calls.length === 0
			? {}
			: {
					tool_calls: calls.map(({ name, input }) => ({
						id: `call_${++number}`,
						type: 'function',
						function: { name, arguments: JSON.stringify(input) },
					})),
				}),
	});

	const server = createServer(async (request, response) => {
		let body = '';
		for await (const part of request) body += part;
		const question = JSON.parse(body);
		const answer = question.tools === undefined ? { says: 'A title' } : next(question);
		const finish_reason = answer.calls === undefined ? 'stop' : 'tool_calls';
		const common = { id: 'scripted', created: 1, model: 'scripted' };
		if (question.stream) {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			const chunk = (/** @type {object} */ choice) =>
				`data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })}\n\n`;
			const { tool_calls = [], ...message } = messageOf(answer);
			const delta = { ...message, tool_calls: tool_calls.map((call, index) => ({ index, ...call })) };
			response.end(`${chunk({ delta, finish_reason: null })}${chunk({ delta: {}, finish_reason })}data: [DONE]\n\n`);
			return;
		}
		const choices = [{ index: 0, message: messageOf(answer), finish_reason }];
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	return {
		/** For n8n's credential `openAiApi`. */
		url: `http://127.0.0.1:${port}/v1`,
		asked,
		/** Whether everything in the script has been answered. */
		isDone: () => script.length === 0,
		/** Adds answers to the script, for the next requests in this order. @param {Answer[]} answers */
		answers: (...answers) => void script.push(...answers),
		async stop() {
			server.close();
			server.closeAllConnections();
		},
	};
}
