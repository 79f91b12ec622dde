import { AssertionError } from 'node:assert/strict';
import { pause } from '../../scripts/lib/waiting.mjs';

const patienceMs = 120_000;

/**
 * Tries assertions until they hold: what is read off the screen may be drawn a moment later than what was waited for.
 *
 * @param {() => Promise<void>} assertions @throws what failed, when it goes on failing
 */
export async function eventually(assertions) {
	for (const end = Date.now() + patienceMs; ; await pause(100)) {
		try {
			await assertions();
			return;
		} catch (error) {
			if (!(error instanceof AssertionError) || Date.now() > end) throw error;
		}
	}
}
