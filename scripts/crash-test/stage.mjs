import { randomUUID } from 'node:crypto';
import { waitFor, pause } from '../lib/waiting.mjs';
import { N8nAnswerError, hasEnded, ownConnection } from '../n8n/client.mjs';
import { workflowOf } from './workflows.mjs';

/** The amount of every row, in cents: not below Mavapay's least withdrawal of naira. */
const minor = '200000';
const amount = '2000.00';
/** The wait until a request's execution is stored: n8n stores the execution before it answers the request. */
const startsWithinMs = 1_000;

/**
 * @typedef {object} House where scenes are played
 * @property {import('../n8n/boot.mjs').N8n} n8n
 * @property {import('../n8n/client.mjs').N8nClient} client
 * @property {Record<string, import('./services/service.mjs').Service>} services
 * @property {import('./line.mjs').Line} line
 * @property {Record<string, Record<string, {id: string, name: string}>>} credentials by service and type
 * @property {string} table the ID of the data table
 * @property {string} sheetUrl the address below which the sheets are
 * @property {Map<string, Sheet>} sheets by their names
 *
 * @typedef {{rows: import('./contestants/parts.mjs').Row[], reads: number}} Sheet `reads`: after this many more reads, the sheet is empty
 */

/**
 * Prepares a scene: its sheet, its workflow, and what will happen to its requests.
 *
 * @param {House} house
 * @param {{key: string, contestant: import('./contestants/parts.mjs').Contestant, scene: import('./accidents.mjs').Scene}} order
 */
export async function putOn(house, { key, contestant, scene }) {
	const { client, services, line, sheets } = house;
	const service = services[contestant.service];
	if (!service) throw new Error(`There is no service ${contestant.service}.`);
	const { toBank = false } = scene;
	const names = Array.from({ length: scene.rows }, (_, index) => `${key}-${index + 1}`);
	const rows = await Promise.all(
		names.map(async (name) => ({ reference: name, payee: await service.payee(name, toBank), amount, minor })),
	);
	const sheet = { rows, reads: scene.starts === 'schedule' ? 0 : Infinity };
	sheets.set(key, sheet);
	for (const [index, accident] of Object.entries(scene.accidents ?? {}))
		line.plan(rows[Number(index)]?.payee ?? '', [accident]);
	const { credentials = {} } = { credentials: house.credentials[contestant.service] };
	const given = {
		pay: scene.pay ?? {},
		credentials: Object.fromEntries(contestant.credentials.map((type) => [type, credentials[type]])),
		url: service.url ?? '',
		table: house.table,
		toBank,
	};
	const { workflow, path } = workflowOf({
		name: key,
		contestant,
		given,
		scene,
		sheet: `${house.sheetUrl}/${key}`,
		rows,
	});
	const { id } = await patient(() => client.importWorkflow(workflow));
	if (scene.starts !== 'schedule') await patient(() => client.activate(id));
	const receives = scene.starts === 'event' && contestant.receives !== undefined;
	/** n8n's executions from before its database was restored. @type {import('../n8n/client.mjs').Execution[]} */
	const forgotten = [];
	const listed = () => patient(() => client.executions(id));
	return {
		rows: scene.twoBills ? rows.flatMap((row) => [row, row]) : rows,
		executions: async () => [...forgotten, ...(await listed())],
		/** @param {import('./play.mjs').Shared} shared */
		play(shared) {
			const stage = stageOf(house, { id, path, sheet, receives, service });
			async function restored() {
				forgotten.push(...(await listed()));
				await service.sandbox?.caughtUp();
				await shared.restored();
				if ((await listed()).length > 0) throw new Error("n8n's database was not put back.");
			}
			return scene.play({ ...stage, ...shared, restored });
		},
	};
}

/**
 * @param {House} house
 * @param {{id: string, path: string, sheet: Sheet, receives: boolean, service: import('./services/service.mjs').Service}} scene
 *   `receives`: the service itself sends its events to the contestant's trigger
 * @returns {Omit<import('./accidents.mjs').Stage, keyof import('./play.mjs').Shared>}
 */
function stageOf({ n8n, client }, { id, path, sheet, receives, service: { sandbox } }) {
	/** All executions, also running ones, oldest first. @returns {Promise<import('./accidents.mjs').Ended[]>} */
	async function listed() {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		return (await patient(() => client.rest('GET', `/executions?limit=20&filter=${filter}`))).results.reverse();
	}
	const ended = (/** @type {number} */ count) =>
		waitFor(
			`${count} executions to end`,
			async () => {
				const all = await listed();
				return all.length >= count && all.every(({ status }) => hasEnded(status)) ? all : undefined;
			},
			{ everyMs: 500 },
		);
	/** Posts until the webhook exists, because n8n answers an activation before that. @param {object} body */
	const post = (body) =>
		waitFor(
			'the webhook',
			async () => {
				const answer = await fetch(`${n8n.url}/webhook/${path}`, {
					method: 'POST',
					headers: { ...ownConnection, 'content-type': 'application/json' },
					body: JSON.stringify(body),
				});
				return answer.ok;
			},
			{ everyMs: 300 },
		);
	const event = { event: 'payment.received', data: { id: randomUUID(), status: 'SUCCESS' } };

	async function deliver() {
		if (!receives || !sandbox) await post(event);
		else {
			const webhook = async () => (await sandbox.control('GET', '/state')).webhook?.url?.startsWith(n8n.url);
			await waitFor('the trigger to be registered', webhook);
			await sandbox.control('POST', '/events', { event: event.event, currency: 'USDT', amount: minor });
		}
		await ended(1);
	}

	async function deliverAgain() {
		if (!receives || !sandbox) await post(event);
		else {
			const { deliveries } = await sandbox.control('GET', '/deliveries');
			const sent = deliveries.find((/** @type {{event: string}} */ one) => one.event === event.event);
			await sandbox.control('POST', `/deliveries/${sent.number}/redeliver`);
		}
		await pause(startsWithinMs);
		await ended(1);
	}

	return {
		ended,
		deliver,
		deliverAgain,
		start: () => post({}),
		retry: (execution) => patient(() => client.retry(execution)),
		renumber() {
			for (const row of sheet.rows) row.reference += 'A';
		},
		async scheduleTwice() {
			await patient(() => client.activate(id));
			for (let times = 0; times < 2; times++) {
				// If the schedule starts another run before this one has ended, that run finds an empty sheet.
				sheet.reads = 1;
				await waitFor('the schedule to start the run', async () => sheet.reads === 0);
				await ended(1);
			}
			await patient(() => client.deactivate(id));
		},
	};
}

/**
 * Repeats a call while n8n is so busy that it thinks its database is lost and does nothing.
 *
 * @template T
 * @param {() => Promise<T>} call
 */
export async function patient(call) {
	const answer = async () => {
		try {
			return { told: await call() };
		} catch (error) {
			if (error instanceof N8nAnswerError && error.status === 503) return undefined;
			throw error;
		}
	};
	return (await waitFor('n8n to have its database', answer)).told;
}
