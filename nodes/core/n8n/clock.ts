import { sleep } from 'n8n-workflow';

import type { Clock } from '../service/service';

const SLICE_MS = 200;

/**
 * The real clock. Waiting is sliced, so that a cancelled execution ends at once, and measured by the
 * time that passes, since the time of day may be set back.
 */
export function n8nClock(cancelSignal: AbortSignal | null): Clock {
	const cancelled = () => cancelSignal?.aborted === true;
	return {
		now: () => Date.now(),
		random: () => Math.random(),
		cancelled,
		async sleep(milliseconds) {
			const end = performance.now() + milliseconds;
			for (let left = milliseconds; left > 0 && !cancelled(); left = end - performance.now()) {
				await sleep(Math.min(left, SLICE_MS));
			}
		},
	};
}
