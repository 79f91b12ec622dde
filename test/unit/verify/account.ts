import { Account } from '../../../scripts/verify/account';
import type { Exchange } from '../../../scripts/verify/exchange';
import { Receiver } from '../../../scripts/verify/receiver';
import { REGISTRATION } from '../../../scripts/verify/claims/webhooks';
import { borrowWebhook } from '../../../scripts/verify/borrowedWebhook';
import { CLAIMS, holdAgainst } from '../../../scripts/verify/run';
import type { Level } from '../../../scripts/verify/claim';
import type { Row } from '../../../scripts/verify/report';
import { startSandbox, type QuirksChange, type Sandbox } from '../../../sandbox';

const TOLD = { bankAccount: { bankCode: '000013', accountNumber: '0123456789' } };
const SECRET = 'secret-of-the-command-0123456789';

export interface World {
	readonly sandbox: Sandbox;
	readonly account: Account;
	readonly receiver: Receiver;
	close(): Promise<void>;
}

/** A sandbox with a history, and a command that listens to its webhook. */
export async function worldWith(quirks: QuirksChange, folder: string): Promise<World> {
	const sandbox = await startSandbox({ now: 'real', quirks: { settleAfterMs: 1_200, ...quirks } });
	const receiver = await Receiver.listen(null, 0, SECRET);
	const account = new Account(
		new URL(sandbox.url),
		{ kind: 'apiKey', value: sandbox.keys.write },
		TOLD,
		receiver,
		new AbortController().signal,
	);
	sandbox.setWebhook({ url: 'https://shop.example/their-hook', secret: 'secret-of-the-shop-0123456789' });
	const own = { url: receiver.url, secret: receiver.secret };
	await account.once(REGISTRATION, async () => await borrowWebhook(account, own, folder));
	const close = async () => {
		await receiver.close();
		await sandbox.close();
	};
	return { sandbox, account, receiver, close };
}

/** Twelve withdrawals, one of which has failed. */
export async function giveHistory({ account, sandbox }: World): Promise<void> {
	const made = await account.send('POST', '/collections/stablecoin/generate-address', {
		body: { label: 'before', currency: 'USDT', network: 'trc20' },
	});
	const address = addressIn(made);
	for (let one = 0; one < 12; one++) {
		const body = { amount: String(100 + one), network: 'trc20', currency: 'USDT', address };
		await account.send('POST', '/withdraw/stablecoin', { body });
		if (one === 0) sandbox.settle({ all: true, status: 'FAILED' });
	}
}

function addressIn({ body }: Exchange): string {
	const [, address = ''] = /"address":"(\w+)"/.exec(JSON.stringify(body)) ?? [];
	return address;
}

/** The verdicts of claims, by their IDs. */
export async function verdicts(world: World, ids: readonly string[], level: Level = 'pay'): Promise<Row[]> {
	const claims = CLAIMS.filter(({ id }) => ids.includes(id));
	const { rows } = await holdAgainst(world.account, level, () => undefined, claims);
	return rows;
}

/** Values of the account and of people that no report may hold: keys, secrets, names, numbers, IDs, addresses. */
export function secretsOf({ sandbox, account }: World): string[] {
	const values = new Set<string>();
	const collect = (value: unknown): void => {
		if (typeof value === 'string' && /\d{6}|@|^[A-Z]{3,} [A-Z]{3,}|Sandbox/.test(value)) values.add(value);
		if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
	};
	for (const { body, sent, query } of account.exchanges) [body, sent, query].forEach(collect);
	// Banks are public, and so is what the documentation names.
	const open = [...values].filter((value) => !/^\d{4}-\d\d-\d\dT|^0{6}|Bank/.test(value));
	return [...Object.values(sandbox.keys), SECRET, 'secret-of-the-shop', 'shop.example', 'OKAFOR', ...open];
}
