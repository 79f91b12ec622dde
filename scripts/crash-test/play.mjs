import { step } from '../lib/progress.mjs';
import { waitFor } from '../lib/waiting.mjs';
import { putOn } from './stage.mjs';

/** How many workflows are handed to n8n at a time. */
const atATime = 6;

/**
 * Plays one accident after the other, each with all contestants at once, and gathers the results. All contestants
 * share one n8n, so a kill or a restored database affects all of them.
 *
 * @param {import('./house.mjs').OpenHouse} house
 * @param {{accidents: typeof import('./accidents.mjs').accidents, contestants: import('./contestants/parts.mjs').Contestant[],
 *   say: (line: string) => void}} options
 * @returns {Promise<Cell[]>}
 */
export async function playAll(house, { accidents, contestants, say }) {
	const orders = contestants.flatMap((contestant, column) =>
		accidents.flatMap(({ scenes }, row) =>
			scenes.map((scene, index) => ({
				key: `C${column + 1}-A${row + 1}-${index + 1}`,
				row,
				column,
				contestant,
				scene,
			})),
		),
	);
	const sceneries = await step(say, `Handing n8n ${orders.length} workflows`, () =>
		inTurns(orders, async (order) => ({ ...order, ...(await putOn(house, order)) })),
	);
	for (const [row, { name }] of accidents.entries()) {
		const own = sceneries.filter((one) => one.row === row);
		const waiting = new Set(own);
		const shared = sharedBy(own.length, house);
		const played = () => Promise.all(own.map((one) => one.play(shared).then(() => waiting.delete(one))));
		const left = () => {
			const names = new Set(Array.from(waiting, ({ contestant }) => contestant.name));
			return `: ${own.length - waiting.size} of ${own.length} through, waiting for ${[...names].join(', ')}`;
		};
		await step(say, name, played, left);
	}
	const unmet = new Set(house.line.unmet());
	/** @type {Map<string, import('./services/service.mjs').Payment[]>} */
	const books = new Map();
	for (const [name, service] of Object.entries(house.services)) books.set(name, await service.paid());
	return step(say, 'Counting', () =>
		inTurns(sceneries, async ({ row, column, rows, contestant, executions }) => ({
			accident: row,
			contestant: column,
			rows,
			asks: contestant.asks,
			unmet: rows.filter(({ payee }) => unmet.has(payee)).length,
			paid: (books.get(contestant.service) ?? []).filter(({ payee }) => rows.some((one) => one.payee === payee)),
			executions: await executions(),
		})),
	);
}

/** Actions on n8n that are done once for all scenes, when all scenes have reached them. @param {number} count @param {import('./house.mjs').OpenHouse} house */
function sharedBy(count, { n8n, line, database }) {
	/** @param {() => Promise<unknown>} work */
	function once(work) {
		let missing = count;
		let begin = () => {};
		const done = new Promise((settle) => (begin = () => settle(undefined))).then(work);
		return () => {
			missing -= 1;
			if (missing === 0) begin();
			return done;
		};
	}
	return {
		killed: once(async () => {
			await waitFor(`${count} requests without an answer`, async () => line.hanging.size === count, { everyMs: 50 });
			n8n.kill('SIGKILL');
			await n8n.restart();
		}),
		copied: once(database.copied),
		restored: once(database.restored),
	};
}

/** @typedef {ReturnType<typeof sharedBy>} Shared */

/** @template A, B @param {A[]} all @param {(one: A) => Promise<B>} work @returns {Promise<B[]>} in the order of `all` */
async function inTurns(all, work) {
	/** @type {B[]} */
	const results = [];
	let next = 0;
	const turns = Array.from({ length: atATime }, async () => {
		while (next < all.length) {
			const index = next++;
			results[index] = await work(/** @type {A} */ (all[index]));
		}
	});
	await Promise.all(turns);
	return results;
}

/**
 * @typedef {object} Cell the result of a scene
 * @property {number} accident the accident's place in the list
 * @property {number} contestant
 * @property {import('./contestants/parts.mjs').Row[]} rows what was due, each once
 * @property {RegExp | undefined} asks
 * @property {number} unmet how many rows did not meet the accident that was planned for them
 * @property {import('./services/service.mjs').Payment[]} paid
 * @property {import('../n8n/client.mjs').Execution[]} executions oldest first
 */
