import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Account } from './account';
import { succeeded, type Exchange } from './exchange';
import { isObject, listIn, textOf } from './json';

interface Webhook {
	readonly url: string;
	readonly secret: string;
}

/*
 * An account has one webhook, and no call removes one. What stood there is kept in a file until it is put back,
 * sealed under the account's key, so that a run that was killed can be made good by the next one.
 */

const fileFor = (folder: string, { baseUrl, credential }: Account) =>
	join(
		folder,
		`webhook-${createHash('sha256').update(`${baseUrl.href}\n${credential.value}`).digest('hex').slice(0, 16)}`,
	);

function seal({ credential }: Account, webhook: Webhook): Buffer {
	const [salt, iv] = [randomBytes(16), randomBytes(12)];
	const cipher = createCipheriv('aes-256-gcm', scryptSync(credential.value, salt, 32), iv);
	const sealed = Buffer.concat([cipher.update(JSON.stringify(webhook)), cipher.final()]);
	return Buffer.concat([salt, iv, cipher.getAuthTag(), sealed]);
}

/** Throws where the file was not sealed by this account, or is damaged. */
function unseal({ credential }: Account, file: Buffer): Webhook {
	const [salt, iv, tag, sealed] = [
		file.subarray(0, 16),
		file.subarray(16, 28),
		file.subarray(28, 44),
		file.subarray(44),
	];
	const decipher = createDecipheriv('aes-256-gcm', scryptSync(credential.value, salt, 32), iv).setAuthTag(tag);
	const webhook: unknown = JSON.parse(Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8'));
	if (!isObject(webhook) || typeof webhook.url !== 'string' || typeof webhook.secret !== 'string')
		throw new Error('it holds no webhook');
	return { url: webhook.url, secret: webhook.secret };
}

/** The account's webhook as it stands; null where it has none. Throws where it can't be read. */
async function standing(account: Account): Promise<Webhook | null> {
	const exchange = await account.send('GET', '/user');
	const [user] = listIn(exchange.body);
	if (!succeeded(exchange) || !isObject(user?.account))
		throw new Error("The account's webhook couldn't be read, so it isn't touched.");
	const { webhook } = user.account;
	const [first] = (Array.isArray(webhook) ? webhook : [webhook]).filter(isObject);
	const [url, secret] = [textOf(first?.url), textOf(first?.secret)];
	return url === null || secret === null ? null : { url, secret };
}

/** Registers this command's address in place of what stands there, which is kept in the folder first. */
export async function borrowWebhook(account: Account, own: Webhook, folder: string): Promise<Exchange> {
	const before = await standing(account);
	if (before !== null) {
		const file = fileFor(folder, account);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, seal(account, before), { mode: 0o600 });
	}
	return before === null
		? await account.send('POST', '/webhook/register', { body: { ...own } })
		: await account.send('PUT', '/webhook', { body: { ...own } });
}

/**
 * Puts back what a run, this or an earlier one, found at the account. Gives whether there was something to put back.
 * Throws where Mavapay doesn't take it; the file then stays for the next start.
 */
export async function putWebhookBack(account: Account, folder: string): Promise<boolean> {
	const file = fileFor(folder, account);
	if (!existsSync(file)) return false;
	const exchange = await account.send('PUT', '/webhook', { body: { ...unseal(account, readFileSync(file)) } });
	if (!succeeded(exchange))
		throw new Error(
			`Mavapay answered ${exchange.status} when the earlier webhook was put back. Run the command again.`,
		);
	rmSync(file);
	return true;
}
