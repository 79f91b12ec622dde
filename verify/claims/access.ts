import { randomUUID } from 'node:crypto';

import { accountWebhookOf } from '../../nodes/core/service/accountWebhook';
import type { Account } from '../account';
import type { Claim } from '../claim';
import { messageOf, saidIn, succeeded, type Exchange } from '../exchange';
import {
	copes,
	differs,
	differsMeaning,
	documented,
	held,
	losesFunction,
	notShown,
	NotShown,
	type Finding,
} from '../finding';
import { dataOf, isObject, listIn, textOf, type JsonValue } from '../json';
import { REGISTRATION } from '../receiver';
import { OF_ERRORS } from './refusals';

const open: readonly Claim[] = (
	[
		['/price/ticker', { pair: 'usdngn' }],
		['/bank/bankcode', { country: 'NG' }],
	] as const
).map(([path, query]): Claim => ({
	id: `GET ${path} without a key`,
	says: `GET ${path} needs no key`,
	see: 'docs/reference/interface.md#authentication',
	concerns: ['nodes/core/n8n/connection.ts'],
	means: copes('The package always sends its key: nothing to do.'),
	level: 'read',
	check: async (account) => {
		const exchange = await account.send('GET', path, { query, access: 'none' });
		return held(succeeded(exchange), `answered ${exchange.status}`, exchange);
	},
}));

const FALSE_SECRET = losesFunction(
	"When the trigger puts back a webhook, its secret is wrong. Set the trigger's 'Registration' to Manual, so that it replaces none.",
);

const keys: readonly Claim[] = [
	{
		id: 'no key',
		says: 'Other calls answer a request without a key with 401',
		see: 'docs/reference/interface.md#authentication',
		concerns: ['credentials/MavapayApi.credentials.ts'],
		means: losesFunction("The error for a wrong key would be misleading. Test the credential with 'Wallet: Get Many'."),
		level: 'read',
		check: async (account) => {
			const exchange = await account.send('GET', '/wallet', { access: 'none' });
			return held(exchange.status === 401, `answered ${exchange.status}`, exchange);
		},
	},
	{
		id: 'wrong key',
		says: 'A wrong key is answered with 401 and `Invalid API key provided`',
		see: 'docs/reference/interface.md#errors',
		concerns: ['credentials/MavapayApi.credentials.ts', 'nodes/core/http'],
		means: losesFunction('A payment with a wrong key would count as unknown, though nothing was paid.'),
		level: 'read',
		check: async (account) => {
			const exchange = await account.send('GET', '/wallet', { access: 'wrong' });
			const said = messageOf(exchange)?.toLowerCase();
			const known = account.credential.kind === 'bearerToken' || said === 'invalid api key provided';
			return held(exchange.status === 401 && known, saidIn(exchange), exchange);
		},
	},
];

/** The part of a sentence that says that an error's message isn't text; empty if it is text or missing. */
const formOfMessage = (message: JsonValue | undefined): string =>
	message === undefined || typeof message === 'string'
		? ''
		: `; its message is ${Array.isArray(message) ? 'a list' : isObject(message) ? 'an object' : 'no text'}`;

const errors: readonly Claim[] = [
	{
		id: 'form of errors',
		says: 'An error has a `message`, `status: "error"` or a `statusCode`, perhaps `error`, and a status of 400 or more',
		see: 'docs/reference/interface.md#errors',
		concerns: ['nodes/core/http', 'nodes/core/service/service.ts'],
		means: losesFunction(
			'The package may read an error as a success, or a refusal as an unknown outcome. Check the error of each run before you trust it.',
		),
		level: 'read',
		check: async (account) => {
			const exchange = await account.read('/transaction', { id: randomUUID() });
			const { body, status } = exchange;
			if (!isObject(body)) return differs(`answered ${status} without a JSON object`, exchange);
			const members = Object.keys(body).sort().join(', ');
			const further = Object.keys(body).filter((name) => !OF_ERRORS.has(name));
			const isMarked = body.status === 'error' || body.statusCode !== undefined;
			const asSaid = isMarked && typeof body.message === 'string';
			const seen = `answered ${status} with the members ${members}${asSaid ? '' : formOfMessage(body.message)}${further.length === 0 ? '' : `. Not described: ${further.join('; ')}`}`;
			if (asSaid && status < 400) return differsMeaning(copes(), seen, exchange);
			return held(asSaid, seen, exchange);
		},
	},
	...(
		[
			['transaction', '/transaction', 'nodes/Mavapay/operations/transaction/waitForSettlement.ts', randomUUID()],
			['order', '/order', 'nodes/Mavapay/operations/transaction/orders.ts', '1-1'],
		] as const
	).map(([what, path, file, id]): Claim => ({
		id: `unknown ${what}`,
		says: `Looking up ${what === 'order' ? 'an' : 'a'} ${what} that does not exist is answered with 404 or 400`,
		see: 'docs/why/questions.md#answers',
		concerns: [file],
		means: losesFunction(
			`'Payout Reference: Resolve' may take ${what === 'order' ? 'an order' : 'a transaction'} that isn't there for one that is.`,
		),
		level: 'read',
		check: async (account) => {
			const exchange = await account
				.read(path, { id })
				.catch(async (error: unknown) => await brokenOver(account, error));
			const refused = [400, 404].includes(exchange.status) || (!succeeded(exchange) && exchange.status === 200);
			return held(refused, saidIn(exchange), exchange);
		},
	})),
];

/** The exchange of an error with status 500 and a message, if the service otherwise works. Rethrows any other error. */
async function brokenOver(account: Account, error: unknown): Promise<Exchange> {
	const [exchange] = error instanceof NotShown ? error.exchanges : [];
	if (exchange?.status !== 500 || messageOf(exchange) === null) throw error;
	if (!succeeded(await account.send('GET', '/wallet'))) throw error;
	return exchange;
}

const HIDDEN = losesFunction(
	"The trigger doesn't see the account's webhook, and overwrites it. Set the trigger's 'Registration' to Manual.",
);

/** The finding if the profile shows no webhook: a difference if this command has registered one. */
async function hiddenFound(account: Account, exchange: Exchange): Promise<Finding> {
	const none = notShown('the account has no webhook', exchange);
	if (account.receiver === null) return none;
	const registered = await account.once(REGISTRATION, async () => await Promise.reject(new NotShown(none.seen)));
	return succeeded(registered) ? differsMeaning(HIDDEN, 'one is registered, and none is shown', exchange) : none;
}

const TWO_WALLETS = losesFunction(
	"'Wallet: Get Statement' stops, and 'Prepare' may compare a list with the wrong wallet. Use one wallet for each currency.",
);

/** The `account` object of the profile. */
const profileOf = async (account: Account) => {
	const exchange = await account.read('/user');
	const [user] = listIn(exchange.body);
	return { exchange, own: isObject(user?.account) ? user.account : {} };
};

const profile: readonly Claim[] = [
	{
		id: "the webhook's secret in the profile",
		says: "GET /user shows the account's webhook: its address, its secret in clear text, and whether it is active",
		see: 'docs/reference/interface.md#get-user',
		concerns: ['nodes/core/service/accountWebhook.ts', 'nodes/MavapayTrigger/registration.ts'],
		means: losesFunction(
			"The trigger couldn't put back the account's webhook, so it refuses to replace it. Set the trigger's 'Registration' to Manual, or give it a separate account.",
		),
		level: 'read',
		check: async (account) => {
			const { exchange, own } = await profileOf(account);
			if (!('webhook' in own)) return differs('the profile has no member `webhook`', exchange);
			const webhook = own.webhook === null ? null : accountWebhookOf({ account: { webhook: own.webhook } });
			if (webhook === null) return await hiddenFound(account, exchange);
			const [raw] = (Array.isArray(own.webhook) ? own.webhook : [own.webhook]).filter(isObject);
			if (webhook.secret === null) return differs('its secret is masked, or not there', exchange);
			const { receiver } = account;
			if (receiver !== null && webhook.url === receiver.url && webhook.secret !== receiver.secret)
				return differsMeaning(FALSE_SECRET, 'it shows another secret than the one that is set', exchange);
			if (typeof raw?.isActive !== 'boolean') return differsMeaning(copes(), 'it has no `isActive`', exchange);
			return documented('address, secret and `isActive` are there', exchange);
		},
	},
	{
		id: 'account of the wallets',
		says: 'No two wallets have one currency, and all name one `accountId`, the `id` of the account in GET /user',
		see: 'docs/reference/interface.md#get-wallet',
		concerns: ['nodes/core/service/account.ts', 'nodes/core/payees/account.ts'],
		means: losesFunction(
			'The record of payouts may mix up two Mavapay accounts. Pay from one account in each workflow.',
		),
		level: 'read',
		check: async (account) => {
			const wallets = await account.listed('/wallet');
			const { exchange, own } = await profileOf(account);
			const ids = new Set(wallets.map(({ accountId }) => textOf(accountId)));
			const [id = null] = ids;
			if (new Set(wallets.map(({ currency }) => textOf(currency))).size < wallets.length)
				return differsMeaning(TWO_WALLETS, 'two wallets are of one currency', exchange);
			if (ids.size !== 1 || id === null)
				return differs(`the wallets name ${id === null ? 'none' : 'several'}`, exchange);
			const isProfiles = textOf(own.id) === id;
			return held(isProfiles, `the profile's account is ${isProfiles ? 'the same' : 'another one'}`, exchange);
		},
	},
	{
		id: 'account of the other key',
		says: "A key of the account's other role, READ or WRITE, is answered with the same `accountId`",
		see: 'docs/reference/interface.md#get-wallet',
		concerns: ['nodes/core/service/account.ts'],
		means: losesFunction("A list prepared with one key isn't paid with the other. Use one credential in both nodes."),
		level: 'read',
		check: async (account) => {
			if (account.credential.other === undefined) return notShown('needs MAVAPAY_OTHER_API_KEY');
			const own = await account.listed('/wallet');
			const exchange = await account.send('GET', '/wallet', { access: 'other' });
			const idsOf = (wallets: readonly unknown[]) =>
				[...new Set(wallets.filter(isObject).map(({ accountId }) => textOf(accountId)))].sort().join();
			if (!succeeded(exchange)) return notShown(`the other key was answered with ${exchange.status}`, exchange);
			const isSame = idsOf(own) === idsOf(listIn(exchange.body));
			return held(isSame, isSame ? 'the same' : 'another one', exchange);
		},
	},
];

/** Checks all successes of the run; it comes last, because it sends no requests. */
export const envelope: Claim = {
	id: 'status of successes',
	says: 'A success has the HTTP status 200 or 201 and `status: "ok"` or `"success"`',
	see: 'docs/reference/interface.md#answers',
	concerns: ['nodes/core/http/outcome.ts'],
	means: copes('Every status from 200 to 299, and every word but "error", is taken for a success.'),
	level: 'read',
	check: async (account) => {
		const all = account.exchanges.filter((one) => succeeded(one) && dataOf(one.body) !== undefined);
		const other = all.find(({ status, body }) => {
			const word = isObject(body) ? body.status : undefined;
			return ![200, 201].includes(status) || (word !== 'ok' && word !== 'success');
		});
		if (other === undefined) return await Promise.resolve(documented(`all successes had`, ...all.slice(0, 1)));
		const word = isObject(other.body) ? textOf(other.body.status) : null;
		return differs(
			`${other.method} ${other.path.replace(/[0-9a-f-]{36}/g, '{id}')}: HTTP ${other.status}, ${word === null ? 'no word' : `the word "${word}"`}`,
			other,
		);
	},
};

/** Checks all reads of the run; it comes last, because it sends no requests. */
export const readable: Claim = {
	id: 'reads with a key',
	says: 'No read that wants a key is refused with 403',
	see: 'docs/reference/interface.md#authentication',
	concerns: ['nodes/core/service/accountWebhook.ts', 'nodes/core/http/rejections.ts'],
	means: losesFunction('This read fails for a key of any role. Leave it out of workflows.'),
	level: 'read',
	check: async ({ exchanges }) => {
		const reads = exchanges.filter(({ method, isPage }) => method === 'GET' && !isPage);
		const answered = new Set(reads.filter(succeeded).map(({ path }) => path));
		const refused = reads.find(({ path, status }) => status === 403 && !answered.has(path));
		return await Promise.resolve(
			refused === undefined ? documented('none is') : differs(`GET ${refused.path} ${saidIn(refused)}`, refused),
		);
	},
};

export const accessClaims: readonly Claim[] = [...open, ...keys, ...errors, ...profile];
