// A plain client of the Model Context Protocol over streamable HTTP: JSON-RPC by POST, answers as JSON or as one event.
import assert from 'node:assert/strict';
import { ownConnection } from '../../scripts/n8n/client.mjs';

/** Opens a session. @param {string} url @param {Record<string, string>} [headers] of every request */
export async function openMcp(url, headers = {}) {
	let session = '';
	let number = 0;

	/** @param {object} message @returns {Promise<any>} the answer's `result`; undefined for a notification */
	async function send(message) {
		const answer = await fetch(url, {
			method: 'POST',
			headers: {
				...headers,
				...ownConnection,
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session === '' ? {} : { 'mcp-session-id': session }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', ...message }),
		});
		const text = await answer.text();
		assert.ok(answer.ok, `${answer.status}: ${text}`);
		session = answer.headers.get('mcp-session-id') ?? session;
		const event = /^data: (.*)$/m.exec(text)?.[1] ?? text;
		if (event.trim() === '') return undefined;
		const { result, error } = JSON.parse(event);
		assert.equal(error, undefined, event);
		return result;
	}
	const ask = (/** @type {string} */ method, /** @type {object} */ params) =>
		send({ id: (number += 1), method, params });

	await ask('initialize', {
		protocolVersion: '2025-03-26',
		capabilities: {},
		clientInfo: { name: 'test', version: '1' },
	});
	await send({ method: 'notifications/initialized' });
	return {
		/** @returns {Promise<string[]>} the names of the tools */
		tools: async () => (await ask('tools/list', {})).tools.map((/** @type {{name: string}} */ { name }) => name),
		/** @param {string} name @param {object} input @returns {Promise<string>} the tool's answer */
		call: async (name, input) =>
			(await ask('tools/call', { name, arguments: input })).content
				.map((/** @type {{text: string}} */ { text }) => text)
				.join('\n'),
	};
}

/** Switches n8n's own MCP access on and connects to it. @param {{client: import('../../scripts/n8n/client.mjs').N8nClient, url: string}} where */
export async function openMcpAccess({ client, url }) {
	await client.rest('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
	const { apiKey } = await client.rest('GET', '/mcp/api-key');
	return openMcp(`${url}/mcp-server/http`, { authorization: `Bearer ${apiKey}` });
}
