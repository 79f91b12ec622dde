import { createHash } from 'node:crypto';

/** SHA-256 as lower-case hex. */
export function sha256Hex(text: string | Uint8Array): string {
	return createHash('sha256').update(text).digest('hex');
}

/** Identifiers derived from a seed and a counter: the same calls give the same identifiers. */
export class Ids {
	private counter = 0;

	constructor(private readonly seed: string) {}

	/** 64 hex characters. */
	hash(label: string): string {
		this.counter += 1;
		return sha256Hex(`${this.seed}|${label}|${this.counter}`);
	}

	/** A uuid of version 4. */
	uuid(label: string): string {
		const hex = this.hash(label);
		const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
		return [
			hex.slice(0, 8),
			hex.slice(8, 12),
			`4${hex.slice(13, 16)}`,
			`${variant}${hex.slice(17, 20)}`,
			hex.slice(20, 32),
		].join('-');
	}

	/** 24 hex characters, the form bank-transfer quotes have as hash (docs/reference/interface.md#quote). */
	objectId(label: string): string {
		return this.hash(label).slice(0, 24);
	}

	/** Five digits, a dash, four digits (docs/reference/interface.md#order), never the same twice. */
	orderId(): string {
		this.counter += 1;
		const tail = sha256Hex(`${this.seed}|order|${this.counter}`);
		const digits = String(Number.parseInt(tail.slice(0, 8), 16) % 10_000).padStart(4, '0');
		return `${String(10_000 + (this.counter % 90_000)).padStart(5, '0')}-${digits}`;
	}
}
