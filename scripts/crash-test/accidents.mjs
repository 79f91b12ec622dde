// The accidents. Each contestant has a separate workflow for each scene, so that no workflow knows another's payments.

/**
 * A scene of an accident: the rows of a sheet, what happens to requests, and what is done.
 *
 * @typedef {object} Scene
 * @property {number} rows how many rows the sheet has; each is due once
 * @property {'webhook' | 'schedule' | 'event'} starts what starts the workflow
 * @property {boolean} [twoBills] whether the row is due again when it gets another reference
 * @property {boolean} [toBank] whether Mavapay pays naira to bank accounts; otherwise it pays USDT
 * @property {object} [pay] settings of the node that pays
 * @property {Record<number, import('./line.mjs').Accident>} [accidents] what happens to the first request of a row
 * @property {(stage: Stage) => Promise<unknown>} play what happens, until every execution has ended
 *
 * @typedef {object} Stage what a scene is played with
 * @property {() => Promise<unknown>} start starts the workflow; answers once n8n has taken it
 * @property {(count: number) => Promise<Ended[]>} ended waits until that many executions have ended, and returns them in order
 * @property {(id: string) => Promise<unknown>} retry retries a failed execution, as n8n's list of executions does
 * @property {() => void} renumber gives the rows of the sheet other references
 * @property {() => Promise<unknown>} scheduleTwice lets the schedule start the workflow two times
 * @property {() => Promise<unknown>} deliver makes the service send its event
 * @property {() => Promise<unknown>} deliverAgain makes the service send the same event again, byte for byte
 * @property {() => Promise<unknown>} killed waits until n8n was killed and started again
 * @property {() => Promise<unknown>} copied waits until n8n's database was copied
 * @property {() => Promise<unknown>} restored waits until the copy was put back, and n8n started again
 *
 * @typedef {{id: string, status: string}} Ended
 */

const answerLost = /** @type {const} */ ({ moneyMoves: true, then: 'close' });

const startAndEnd = async (/** @type {Stage} */ { start, ended }) => {
	await start();
	return ended(1);
};

/** n8n is killed while the request for the row is at the service; then somebody starts the run again. @param {boolean} moneyMoves @returns {Scene} */
const killedThenStartedAgain = (moneyMoves) => ({
	rows: 1,
	starts: 'webhook',
	accidents: { 0: { moneyMoves, then: 'hang' } },
	async play({ start, killed, ended }) {
		await start();
		await killed();
		await ended(1);
		await start();
		await ended(2);
	},
});

/** A row is paid, and in the next run it has another reference. @type {Pick<Scene, 'rows' | 'starts' | 'play'>} */
const renumbered = {
	rows: 1,
	starts: 'webhook',
	async play({ start, ended, renumber }) {
		await start();
		await ended(1);
		renumber();
		await start();
		await ended(2);
	},
};

/** @type {Array<{name: string, scenes: Scene[]}>} */
export const accidents = [
	{
		name: 'Retry On Fail',
		scenes: [
			{
				rows: 3,
				starts: 'webhook',
				pay: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1000 },
				accidents: { 1: answerLost },
				play: startAndEnd,
			},
		],
	},
	{
		name: 'The answer lost',
		scenes: [{ rows: 3, starts: 'webhook', accidents: { 1: answerLost }, play: startAndEnd }],
	},
	{
		name: 'n8n killed between request and answer',
		scenes: [killedThenStartedAgain(true), killedThenStartedAgain(false)],
	},
	{
		name: 'The run started twice at once',
		scenes: [
			{
				rows: 3,
				starts: 'webhook',
				async play({ start, ended }) {
					await Promise.all([start(), start()]);
					await ended(2);
				},
			},
		],
	},
	{
		name: 'The schedule fired twice',
		scenes: [{ rows: 3, starts: 'schedule', play: ({ scheduleTwice }) => scheduleTwice() }],
	},
	{
		name: 'The failed execution retried by hand',
		scenes: [
			{
				rows: 3,
				starts: 'webhook',
				accidents: { 1: answerLost },
				async play({ start, ended, retry }) {
					await start();
					const [failed] = await ended(1);
					if (failed?.status !== 'error') return;
					await retry(failed.id);
					await ended(2);
				},
			},
		],
	},
	{
		name: 'The row under a new number',
		scenes: [renumbered],
	},
	{
		name: 'Two equal bills in two days',
		scenes: [{ ...renumbered, twoBills: true }],
	},
	{
		name: 'A webhook delivered again',
		scenes: [
			{
				rows: 1,
				starts: 'event',
				async play({ deliver, deliverAgain }) {
					await deliver();
					await deliverAgain();
				},
			},
		],
	},
	{
		name: 'The database was restored from last night',
		scenes: [
			{
				rows: 3,
				starts: 'webhook',
				toBank: true,
				async play({ start, ended, copied, restored }) {
					await copied();
					await start();
					await ended(1);
					await restored();
					await start();
					await ended(1);
				},
			},
		],
	},
];
