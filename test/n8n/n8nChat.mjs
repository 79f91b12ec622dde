// A client of n8n's own Chat (its module chat-hub), which sends the requests that its page in the browser sends.
import { randomUUID } from 'node:crypto';
import { waitFor } from '../../scripts/lib/waiting.mjs';

/**
 * A conversation with a language model that has tools, or with a workflow. `isDone` says whether the model has given its
 * last answer: n8n also stores a message for each tool call.
 *
 * @param {{client: import('../../scripts/n8n/client.mjs').N8nClient, line: import('../../scripts/n8n/install.mjs').Line, isDone: () => boolean}} where
 * @param {{model: object, credentials?: object, tools?: object[]}} with_
 */
export async function openChat({ client, line, isDone }, { model, credentials = {}, tools = [] }) {
	if (line === 'newest') {
		await client.rest('PUT', '/chat/enabled', { enabled: true });
		for (const { definition } of await client.rest('GET', '/chat/tools'))
			await client.rest('DELETE', `/chat/tools/${definition.id}`);
		for (const definition of tools) await client.rest('POST', '/chat/tools', { definition });
	}
	const sessionId = randomUUID();
	/** @type {string | null} */
	let previousMessageId = null;
	return {
		/** @param {string} message */
		async say(message) {
			await client.rest('POST', '/chat/conversations/send', {
				...{ messageId: randomUUID(), sessionId, message, model, previousMessageId, credentials, attachments: [] },
				...(line === 'newest' ? { timeZone: 'Africa/Lagos' } : { tools, agentName: 'Agent' }),
			});
			previousMessageId = await waitFor(`the answer to '${message}'`, async () => {
				if (!isDone()) return undefined;
				const { conversation } = await client.rest('GET', `/chat/conversations/${sessionId}`);
				const messages = /** @type {any[]} */ (Object.values(conversation.messages));
				if (messages.some(({ status }) => status === 'running')) return undefined;
				return messages.find(({ id }) => messages.every((other) => other.previousMessageId !== id))?.id;
			});
		},
	};
}
