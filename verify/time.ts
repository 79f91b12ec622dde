import { setTimeout as pauseFor } from 'node:timers/promises';

/** The clock that a run goes by, in epoch milliseconds, and its pauses. */
export interface Time {
	now(): number;
	/** Rejects with an AbortError when the signal is given. */
	pause(ms: number, signal: AbortSignal): Promise<void>;
}

export const MACHINE_TIME: Time = {
	now: () => Date.now(),
	pause: async (ms, signal) => await pauseFor(ms, undefined, { signal }),
};

/** Nothing came within the time that was given for it. */
export class TimedOut extends Error {}

/**
 * Limits the time of some work, in milliseconds. Rejects with TimedOut after that time, and as the work does. The timer
 * is one of our own: Node.js 20 loses a time limit that only `AbortSignal.any` holds.
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
