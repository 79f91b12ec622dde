import { contendersOf } from './contenders.mjs';
import { startPayer } from './payer.mjs';
import { progress } from './place.mjs';

/**
 * Runs contenders in turns; who goes first changes with every round. They must have been warmed up.
 *
 * @template {string} Name
 * @param {Record<Name, import('./payer.mjs').Payer>} payers @param {number} count payees
 * @param {number} rounds @param {string} what
 * @returns {Promise<Array<Record<Name, import('./payer.mjs').Run>>>}
 */
export async function inTurns(payers, count, rounds, what) {
	const names = /** @type {Name[]} */ (Object.keys(payers));
	const samples = [];
	for (let round = 0; round < rounds; round++) {
		const taken = /** @type {Record<Name, import('./payer.mjs').Run>} */ ({});
		for (const name of round % 2 === 0 ? names : names.toReversed()) taken[name] = await payers[name].run(count);
		samples.push(taken);
		const times = names.map((name) => `${name} ${taken[name].ms} ms`).join(', ');
		if (count > 1 || round === rounds - 1)
			progress(`${what}, ${count} payees, round ${round + 1} of ${rounds}: ${times}`);
	}
	return samples;
}

/**
 * How often our node calls n8n's store for a payout, counted in this n8n: two runs of different length, so that what
 * is once per process or per run falls out.
 *
 * @param {import('./payer.mjs').Place} place @returns {Promise<{looks: number, records: number}>}
 */
export async function callsPerPayout(place) {
	progress('counting calls of the store');
	const [fewer, more] = [5, 15];
	const { counted } = contendersOf(place.sandbox.baseUrl);
	const payer = await startPayer(place, 'counted', counted);
	const calls = async (/** @type {number} */ count) => /** @type {any} */ (await payer.run(count)).calls;
	// Everybody who is paid below is known by then: whom nobody paid before has a row more.
	await calls(more);
	const [one, other] = [await calls(fewer), await calls(more)];
	const each = (/** @type {string[]} */ ...names) =>
		names.reduce((sum, name) => sum + (other[name] - one[name]) / (more - fewer), 0);
	return {
		looks: each('getProcessedDataCount'),
		records: each(
			'checkProcessedAndRecord',
			'checkProcessedItemsAndRecord',
			'removeProcessed',
			'clearAllProcessedItems',
		),
	};
}
