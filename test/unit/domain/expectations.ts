import type { Result } from '../../../nodes/core/domain/result';

/** The value of a check that passed; fails the test with the reason otherwise. */
export function valueOf<T>(result: Result<T>): T {
	if (!result.ok) throw new Error(`refused: ${result.reason}`);
	return result.value;
}

/** The reason of a check that failed; fails the test with the value otherwise. */
export function reasonOf<T>(result: Result<T>): string {
	if (result.ok) throw new Error(`passed with ${String(result.value)}`);
	return result.reason;
}
