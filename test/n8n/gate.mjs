import { createServer } from 'node:http';
import { waitFor } from '../../scripts/lib/waiting.mjs';

/**
 * A server that makes executions wait for each other. Each execution requests the URL of its group; once enough have done
 * so, all get their answers, at once or after a delay. The answer repeats the request's parameter `execution`.
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
		 * @param {number} together how many executions have to arrive before all go on; later ones don't wait
		 * @param {() => number} [delay] milliseconds that each of them waits after that
		 */
		open(together, delay = () => 0) {
			const name = String(groups.size + 1);
			const group = { together, delay, waiting: [], executions: /** @type {string[]} */ ([]) };
			groups.set(name, group);
			return {
				url: `${base}?group=${name}`,
				/** Waits until this many executions have passed the gate. @param {number} count @returns {Promise<string[]>} ids of executions */
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
