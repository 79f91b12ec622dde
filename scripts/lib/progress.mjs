const showDotsAfterMs = 15_000;
const silenceMs = 20_000;

/** Seconds since a moment, for progress lines. @param {number} since */
const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`;

/**
 * Prints what is being done and how long it took. Until it is done, a line every 15 s shows that it goes on.
 *
 * @template T
 * @param {(line: string) => void} say
 * @param {string} what
 * @param {() => Promise<T>} work
 * @param {() => string} [left] what the work still waits for, as the end of that line
 * @returns {Promise<T>}
 */
export async function step(say, what, work, left = () => '') {
	const started = Date.now();
	say(`${what} ...`);
	const timer = setInterval(() => say(`  still at it, ${seconds(started)}${left()}`), showDotsAfterMs);
	try {
		const result = await work();
		say(`  done in ${seconds(started)}`);
		return result;
	} finally {
		clearInterval(timer);
	}
}

/**
 * Prints that `what` goes on if nothing was printed for 20 s. Call `broken` after each output, and `end` at the end.
 *
 * @param {(line: string) => void} say
 * @param {string} what
 */
export function whileSilent(say, what) {
	const started = Date.now();
	const timer = setInterval(() => say(`still at it: ${what}, ${seconds(started)}`), silenceMs);
	return { broken: () => void timer.refresh(), end: () => clearInterval(timer) };
}
