import { createServer } from 'node:http';
import { waitFor } from '../../scripts/lib/waiting.mjs';

/**
 * A place where executions wait for each other: each asks for the URL of its group, and all of them get their answer
 * when enough are there: in the same moment, or a while after it. The answer repeats how the execution called itself.
 */
export async function startGate() {
	/** @type {Map<string, {together: number, delay: () => number, waiting: Array<() => void>, executions: string[]}>} */
	const groups = new Map();
	const server = createServer((request, response) => {
		const { searchParams } = new URL(request.url ?? '/', 'http://gate');
		const group = groups.get(searchParams.get('group') ?? '');
		if (!group) {
			response.writeHead(404).end();
			return;
		}
		const execution = searchParams.get('execution') ?? '';
		group.executions.push(execution);
		group.waiting.push(() =>
			response
				.writeHead(200, { connection: 'close', 'content-type': 'application/json' })
				.end(JSON.stringify({ execution })),
		);
		if (group.executions.length < group.together) return;
		for (const answer of group.waiting.splice(0)) setTimeout(answer, group.delay());
	});
	await new Promise((settle) => server.listen(0, '127.0.0.1', () => settle(undefined)));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The gate has no port.');
	const base = `http://127.0.0.1:${address.port}/`;

	return {
		/**
		 * A new group.
		 *
		 * @param {number} together how many have to be there before they go on; later ones go on as they come
		 * @param {() => number} [delay] how many ms after that each goes on
		 */
		open(together, delay = () => 0) {
			const name = String(groups.size + 1);
			const group = { together, delay, waiting: [], executions: /** @type {string[]} */ ([]) };
			groups.set(name, group);
			return {
				url: `${base}?group=${name}`,
				/** Waits until that many were let through. @param {number} count @returns {Promise<string[]>} ids of executions */
				async passed(count) {
					await waitFor(`${count} executions at the gate`, async () => group.executions.length >= count, {
						everyMs: 25,
					});
					return [...group.executions];
				},
			};
		},
		async stop() {
			server.closeAllConnections();
			await new Promise((settle) => server.close(settle));
		},
	};
}

/** @typedef {Awaited<ReturnType<typeof startGate>>} Gate */
