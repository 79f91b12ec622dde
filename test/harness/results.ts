import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import type { Result } from '../../nodes/core/domain/result';

/** The value of a check that passed; throws with the reason if it failed. */
export function valueOf<T>(result: Result<T>): T {
	if (!result.ok) throw new Error(`refused: ${result.reason}`);
	return result.value;
}

/** The reason of a check that failed; throws with the value if it passed. */
export function reasonOf<T>(result: Result<T>): string {
	if (result.ok) throw new Error(`passed with ${String(result.value)}`);
	return result.reason;
}

/** A version byte and `length` bytes that are all equal, in base58check. */
export function withVersion(version: number, length: number): string {
	const coder = createBase58check((data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest()));
	return coder.encode(Uint8Array.from([version, ...new Array<number>(length).fill(0x77)]));
}
