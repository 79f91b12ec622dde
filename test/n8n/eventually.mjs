import { AssertionError } from 'node:assert/strict';
import { pause } from '../../scripts/lib/waiting.mjs';

const patienceMs = 120_000;

/**
 * Repeats assertions until they hold, for up to two minutes: parts of a screen can be drawn a moment after others.
 *
 * @param {() => Promise<void>} assertions @throws the last failure
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
