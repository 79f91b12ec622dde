/** Long enough for a machine that is slow and busy: nothing waits as long as this unless it has failed. */
const patienceMs = 300_000;

/** @param {number} ms */
export const pause = (ms) => new Promise((settle) => setTimeout(settle, ms));

/**
 * Asks until there is an answer.
 *
 * @template T
 * @param {string} what named in the error after a timeout
 * @param {() => Promise<T | undefined | false>} ask undefined and false mean: not yet
 * @param {{timeoutMs?: number, everyMs?: number, orElse?: () => string}} [options] `orElse` adds to the message
 * @returns {Promise<T>}
 */
export async function waitFor(what, ask, { timeoutMs = patienceMs, everyMs = 200, orElse = () => '' } = {}) {
	const end = Date.now() + timeoutMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined && answer !== false) return answer;
		if (Date.now() > end) throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${what}. ${orElse()}`.trim());
		await pause(everyMs);
	}
}
