import { createHash } from 'node:crypto';

/** SHA-256 of a value as JSON. */
export function digestOf(value: unknown, encoding: 'hex' | 'base64url'): string {
	return createHash('sha256').update(JSON.stringify(value)).digest(encoding);
}
