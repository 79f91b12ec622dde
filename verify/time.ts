import { setTimeout as pauseFor } from 'node:timers/promises';

/** The clock of a run, in epoch milliseconds, and its pauses. */
export interface Time {
	now(): number;
	/** Rejects with an AbortError when the signal aborts. */
	pause(ms: number, signal: AbortSignal): Promise<void>;
}

export const MACHINE_TIME: Time = {
	now: () => Date.now(),
	pause: async (ms, signal) => await pauseFor(ms, undefined, { signal }),
};

/** Nothing came within the time limit. */
export class TimedOut extends Error {}

/**
 * Runs some work with a time limit in milliseconds; rejects with TimedOut after it, or with the work's own error. It
 * uses its own timer, because in Node.js 20 a time-out held only by `AbortSignal.any` gets lost.
 */
export async function takingAtMost<T>(
	ms: number,
	signal: AbortSignal,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const ending = new AbortController();
	let end: (reason: Error) => void = () => undefined;
	const over = new Promise<never>((_resolve, reject) => {
		end = (reason) => {
			reject(reason);
			ending.abort(reason);
		};
	});
	const timer = setTimeout(() => end(new TimedOut(`nothing came within ${ms} ms`)), ms);
	const interrupted = () => end(new DOMException('The command is being ended', 'AbortError'));
	signal.addEventListener('abort', interrupted);
	if (signal.aborted) interrupted();
	try {
		return await Promise.race([over, work(ending.signal)]);
	} finally {
		clearTimeout(timer);
		signal.removeEventListener('abort', interrupted);
	}
}

export const isInterruption = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
