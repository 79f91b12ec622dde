import { accountWebhookOf } from '../nodes/core/service/accountWebhook';
import type { Account } from './account';
import { succeeded, type Exchange } from './exchange';
import { NotShown } from './finding';
import { dataOf, textOf, type Members } from './json';
import { SealedFile } from './sealed';

interface Webhook {
	readonly url: string;
	readonly secret: string;
}

/*
 * An account has one webhook, and no call removes it. We borrow it only if we can put it back: its secret must be
 * shown, and it must be active, because setting a webhook activates it. A sealed copy is kept until the webhook is put
 * back and read again; until then, no other webhook is borrowed.
 */

const kept = (account: Account, folder: string) => new SealedFile(folder, 'webhook', account);

/** The data of a profile as the nodes read it; members that JSON can't express are left out. */
type Profile = Parameters<typeof accountWebhookOf>[0];

/** The account's current webhook; null if it has none. Throws NotShown if it can't be read. */
async function standing(account: Account) {
	const exchange = await account.send('GET', '/user');
	try {
		if (!succeeded(exchange)) throw new Error(`answered ${exchange.status}`);
		const data: Profile = JSON.parse(JSON.stringify(dataOf(exchange.body) ?? null));
		return accountWebhookOf(data);
	} catch {
		throw new NotShown("the account's webhook can't be read", [exchange]);
	}
}

/** Sets the webhook with PUT, or registers it if the service doesn't know PUT. */
async function put(account: Account, webhook: Webhook): Promise<Exchange> {
	const exchange = await account.send('PUT', '/webhook', { body: { ...webhook } });
	if (![404, 405].includes(exchange.status)) return exchange;
	const instead = await account.send('POST', '/webhook/register', { body: { ...webhook } });
	return succeeded(instead) ? exchange : instead;
}

/**
 * Keeps a copy of the account's webhook, and registers this command's address in its place. Throws NotShown and changes
 * nothing if the webhook couldn't be put back later, or if an earlier run's copy is still kept.
 */
export async function borrowWebhook(account: Account, own: Webhook, folder: string): Promise<Exchange> {
	assertNothingKept(account, folder);
	const before = await standing(account);
	if (before === null) {
		kept(account, folder).write({ none: true, url: own.url });
		const exchange = await account.send('POST', '/webhook/register', { body: { ...own } });
		// If the profile doesn't show the webhook that was just set, it may also have hidden an earlier one.
		const shown = succeeded(exchange) ? await standing(account).catch(() => undefined) : undefined;
		if (shown === null) kept(account, folder).write({ none: true, url: own.url, isHidden: true });
		return exchange;
	}
	if (before.secret === null)
		throw new NotShown("the webhook's secret is masked, so it couldn't be put back, and it wasn't touched");
	if (!before.isActive)
		throw new NotShown("the account's webhook is not active, and setting it would activate it: it wasn't touched");
	const members = { url: before.url, secret: before.secret };
	kept(account, folder).write(members);
	const exchange = await put(account, own);
	const now = succeeded(exchange) ? await standing(account).catch(() => null) : null;
	if (now?.url === own.url && now.secret !== own.secret) kept(account, folder).write({ ...members, isFalse: true });
	return exchange;
}

/** Throws NotShown if an earlier run hasn't put the account's webhook back: the current one is from that run. */
function assertNothingKept(account: Account, folder: string): void {
	const file = kept(account, folder);
	const then = `register your webhook in Mavapay's dashboard and delete ${file.path}`;
	try {
		if (file.read() === null) return;
	} catch {
		throw new NotShown(
			`the kept copy of the account's webhook can't be read, and would be lost: ${then}, then run again`,
		);
	}
	throw new NotShown(
		`the webhook that an earlier run has kept could not be put back, and would be lost: run again, or ${then}`,
	);
}

const MOST_TRIES = 3;
const PAUSE_MS = 2_000;

/**
 * What became of a borrowed webhook. "Own" is this command's address: if the account had no webhook before, the address
 * stays, because no call removes it; it is not there if it was never registered, or if something replaced it. "Not
 * shown": the profile shows no webhook, so this run may have overwritten one. "Another secret": the profile showed a
 * wrong secret for this command's webhook, so the secret that it showed for the account's webhook may be wrong, too.
 */
export type PutBack =
	| 'nothing kept'
	| 'own address stays'
	| 'own address is not there'
	| 'one that was not shown is overwritten'
	| 'put back'
	| 'put back with another secret';

/**
 * Puts back the webhook that this run or an earlier one borrowed. Throws if a read afterwards doesn't show it. Throws
 * NotShown if there was no webhook before and the current one can't be read. The sealed copy is kept if this throws.
 */
export async function putWebhookBack(account: Account, folder: string): Promise<PutBack> {
	const file = kept(account, folder);
	const members = file.read();
	if (members === null) return 'nothing kept';
	if (members.none === true && members.isHidden === true) {
		file.remove();
		return 'one that was not shown is overwritten';
	}
	if (members.none === true) {
		const now = await standing(account);
		file.remove();
		// While the claim about refused pings runs, this command's address has a suffix.
		const own = textOf(members.url);
		return own !== null && now?.url.startsWith(own) === true ? 'own address stays' : 'own address is not there';
	}
	const webhook = webhookIn(members);
	for (let attempt = 1; ; attempt++) {
		const problem = await problemOf(account, webhook);
		if (problem === null) break;
		if (attempt === MOST_TRIES || account.ended !== null) throw new Error(problem);
		await account.wait(PAUSE_MS);
	}
	file.remove();
	return members.isFalse === true ? 'put back with another secret' : 'put back';
}

function webhookIn({ url, secret }: Members): Webhook {
	const [address, key] = [textOf(url), textOf(secret)];
	if (address === null || key === null) throw new Error('the kept copy of the earlier webhook is damaged');
	return { url: address, secret: key };
}

/** Sets the webhook and reads it again; returns what went wrong, or null. */
async function problemOf(account: Account, webhook: Webhook): Promise<string | null> {
	try {
		const exchange = await put(account, webhook);
		const now = await standing(account);
		if (now?.url === webhook.url && now.secret === webhook.secret) return null;
		return succeeded(exchange)
			? 'a different one was read afterwards'
			: `Mavapay answered ${exchange.status} when it was put back`;
	} catch (error) {
		if (error instanceof NotShown) return error.seen;
		throw error;
	}
}
