import { progress } from './place.mjs';

/**
 * Runs contenders in turns, in the opposite order in every second round. Each of them must have been warmed up.
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
		progress(`${what}, ${count} payees, round ${round + 1} of ${rounds}: ${times}`);
	}
	return samples;
}
