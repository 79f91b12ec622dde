// The accidents. Each is played in workflows of its own, one for each contestant and scene, so that none of them
// knows what another one has paid.

/**
 * A scene of an accident: the rows of a sheet, what happens to requests, and what is done.
 *
 * @typedef {object} Scene
 * @property {number} rows in the sheet; each is due once
 * @property {'webhook' | 'schedule' | 'event'} starts what starts the workflow
 * @property {boolean} [toBank] whether Mavapay pays naira to bank accounts; left out: USDT
 * @property {object} [pay] settings of the node that pays
 * @property {Record<number, import('./line.mjs').Accident>} [accidents] what happens to the first request of a row
 * @property {(stage: Stage) => Promise<unknown>} play what happens, until every execution has ended
 *
 * @typedef {object} Stage what a scene is played with
 * @property {() => Promise<unknown>} start starts the workflow; answers once n8n has taken it
 * @property {(count: number) => Promise<Ended[]>} ended waits until so many executions have ended, and gives them in order
 * @property {(id: string) => Promise<unknown>} retry what n8n's list of executions offers for a failed one
 * @property {() => void} renumber gives the rows of the sheet other references
 * @property {() => Promise<unknown>} scheduleTwice lets the schedule start the workflow two times
 * @property {() => Promise<unknown>} deliver the service sends its event
 * @property {() => Promise<unknown>} deliverAgain sends it again, byte for byte
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

/** Killed while the request for the row is at the service; then somebody starts the run again. @param {boolean} moneyMoves @returns {Scene} */
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

/** @type {Array<{name: string, how: string, scenes: Scene[]}>} */
export const accidents = [
	{
		name: 'Retry On Fail',
		how: "three rows; the second one's money moves and its answer is lost; the node that pays has Retry On Fail, 3 tries",
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
		how: "three rows; the second one's money moves and its answer is lost; nobody does anything",
		scenes: [{ rows: 3, starts: 'webhook', accidents: { 1: answerLost }, play: startAndEnd }],
	},
	{
		name: 'n8n killed between request and answer',
		how: 'a row whose money has moved, another whose money has not; n8n is killed (SIGKILL) and started again, and the run is started again',
		scenes: [killedThenStartedAgain(true), killedThenStartedAgain(false)],
	},
	{
		name: 'The run started twice at once',
		how: 'three rows; two executions start in the same moment',
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
		how: 'three rows; the schedule starts the run again when the first one is through',
		scenes: [{ rows: 3, starts: 'schedule', play: ({ scheduleTwice }) => scheduleTwice() }],
	},
	{
		name: 'The failed execution retried by hand',
		how: "three rows; the second one's money moves and its answer is lost; somebody presses Retry in n8n's list of executions",
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
		how: 'a row is paid; the next day it stands in the sheet under another reference, with the same payee and amount',
		scenes: [
			{
				rows: 1,
				starts: 'webhook',
				async play({ start, ended, renumber }) {
					await start();
					await ended(1);
					renumber();
					await start();
					await ended(2);
				},
			},
		],
	},
	{
		name: 'A webhook delivered again',
		how: "a deposit's event pays a row; the service delivers the event again, byte for byte",
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
		how: "three rows, with Mavapay naira to bank accounts; n8n's database is put back to a copy from before the run, and the run is started again the same day",
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
