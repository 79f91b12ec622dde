import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Account } from './account';
import { isObject, type Members } from './json';

/*
 * Files for the next run, encrypted with the account's key: the webhook to put back, and the ID of the payment link
 * that stays.
 */

function seal({ credential }: Account, text: string): Buffer {
	const [salt, iv] = [randomBytes(16), randomBytes(12)];
	const cipher = createCipheriv('aes-256-gcm', scryptSync(credential.value, salt, 32), iv);
	const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
	return Buffer.concat([salt, iv, cipher.getAuthTag(), sealed]);
}

/** Throws if the file is damaged, or encrypted with another key. */
function unseal({ credential }: Account, file: Buffer): Members {
	const [salt, iv, tag, sealed] = [
		file.subarray(0, 16),
		file.subarray(16, 28),
		file.subarray(28, 44),
		file.subarray(44),
	];
	const decipher = createDecipheriv('aes-256-gcm', scryptSync(credential.value, salt, 32), iv).setAuthTag(tag);
	const kept: unknown = JSON.parse(Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8'));
	if (!isObject(kept)) throw new Error('it holds nothing');
	return kept;
}

/** One file that is kept for an account. */
export class SealedFile {
	readonly path: string;

	constructor(
		folder: string,
		name: string,
		private readonly account: Account,
	) {
		const { baseUrl, credential } = account;
		const whose = createHash('sha256').update(`${baseUrl.href}\n${credential.value}`).digest('hex').slice(0, 16);
		this.path = join(folder, `${name}-${whose}`);
	}

	/** Null if there is no file. Throws if the file can't be read. */
	read(): Members | null {
		return existsSync(this.path) ? unseal(this.account, readFileSync(this.path)) : null;
	}

	write(members: Members): void {
		mkdirSync(dirname(this.path), { recursive: true });
		writeFileSync(this.path, seal(this.account, JSON.stringify(members)), { mode: 0o600 });
	}

	remove(): void {
		rmSync(this.path, { force: true });
	}
}
