import { randomUUID } from 'node:crypto';
import { sleep } from 'n8n-workflow';

/** Time and chance for the record of payout references. A claim waits to the end, even when the execution is cancelled. */
export const recordClock = {
	now: () => Date.now(),
	wait: async (milliseconds: number) => await sleep(milliseconds),
	random: () => Math.random(),
	newToken: () => randomUUID(),
};
