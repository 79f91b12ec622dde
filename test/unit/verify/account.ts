import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHmac } from 'node:crypto';
import { Account } from '../../../verify/account';
import { Receiver, REGISTRATION } from '../../../verify/receiver';
import { borrowWebhook } from '../../../verify/borrowedWebhook';
import { NotShown } from '../../../verify/finding';
import { keepLeftIn } from '../../../verify/left';
import type { Outcome } from '../../../verify/report';
import { holdAgainst } from '../../../verify/run';
import type { Time } from '../../../verify/time';
import { overNetwork, type Incoming, type Outgoing } from '../../../verify/transport';
import type { Level } from '../../../verify/claim';
import { startSandbox, type QuirksChange, type Sandbox } from '../../../sandbox';

export const SECRET = 'secret-of-the-command-0123456789';
export const THEIRS = { url: 'https://shop.example/their-hook', secret: 'secret-of-the-shop-0123456789' };
const TOLD = {
	bankAccount: { bankCode: '000013', accountNumber: '0123456789' },
	lightningAddress: 'verify@example.com',
	fresh: false,
	agrees: async () => await Promise.resolve(true),
};

/** A webhook delivery before it is sent to the command: its event, its body, and its headers without a signature. */
export interface Told {
	readonly event: string;
	readonly body: string;
	readonly headers: Record<string, string>;
}

/** A planted change: a service that isn't as described, or an unusual circumstance. */
export interface Plant {
	readonly quirks?: QuirksChange;
	/** Changes the sandbox before the run. */
	prepare?(world: World): void;
	/** Handles each request from the command; `next` sends a request to the sandbox. */
	carry?(request: Outgoing, next: (request: Outgoing) => Promise<Incoming>, world: World): Promise<Incoming>;
	/** Handles each delivery from the sandbox: returns the deliveries to pass on. */
	deliver?(told: Told, world: World): readonly Told[];
	/** The account has no history. */
	readonly isNew?: boolean;
	/** The command has a bearer token, and no key. */
	readonly hasToken?: boolean;
}

export interface World {
	readonly sandbox: Sandbox;
	readonly account: Account;
	readonly receiver: Receiver;
	readonly folder: string;
	close(): Promise<void>;
}

/** Lets the sandbox run its due tasks and send the webhook deliveries. */
async function quiet(sandbox: Sandbox): Promise<void> {
	for (let turn = 0; turn < 3; turn++) {
		await new Promise((resolve) => setImmediate(resolve));
		await sandbox.deliveries.idle();
	}
}

/** The sandbox's clock: a pause doesn't wait, it moves the clock forward. */
const timeOf = (sandbox: Sandbox): Time => ({
	now: () => sandbox.clock.now(),
	pause: async (ms) => {
		sandbox.clock.advance(ms);
		await quiet(sandbox);
	},
});

const signed = (body: string): string => createHmac('sha256', SECRET).update(body).digest('hex');

/** A proxy that changes deliveries on their way to the receiver; returns its address and a function that ends it. */
async function deliveryProxy(plant: Plant, target: () => string, world: () => World) {
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const body = Buffer.concat(parts).toString('utf8');
			const headers = {
				'Content-Type': 'application/json',
				'X-Mavapay-Signature': String(request.headers['x-mavapay-signature']),
			};
			const event: unknown = JSON.parse(body);
			const name = typeof event === 'object' && event !== null && 'event' in event ? String(event.event) : '';
			const on = plant.deliver?.({ event: name, body, headers }, world()) ?? [{ event: name, body, headers }];
			void (async () => {
				for (const one of on) await fetch(target(), { method: 'POST', headers: one.headers, body: one.body });
				response.end();
			})();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address: AddressInfo | string | null = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	const end = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return { url: `http://127.0.0.1:${port}/`, end };
}

/** A delivery with another body, signed again. */
export const resigned = (told: Told, body: string): Told => ({
	...told,
	body,
	headers: { ...told.headers, 'X-Mavapay-Signature': signed(body) },
});

/** A sandbox with a history on a clock of its own, and a command that listens to its webhook. */
export async function worldWith(plant: Plant, folder: string): Promise<World> {
	const sandbox = await startSandbox({ quirks: { settleAfterMs: 1_500 } });
	if (plant.isNew !== true) await giveHistory(sandbox);
	sandbox.setWebhook(THEIRS);
	sandbox.configure(plant.quirks ?? {});
	let world: World | null = null;
	const there = (): World => {
		if (world === null) throw new Error('the world is not there yet');
		return world;
	};
	const time = timeOf(sandbox);
	const inner = { port: 0 };
	const proxy =
		plant.deliver === undefined ? null : await deliveryProxy(plant, () => `http://127.0.0.1:${inner.port}/`, there);
	const receiver = await Receiver.listen(proxy?.url ?? null, 0, SECRET, () => time.now());
	inner.port = receiver.port;
	const carrier = async (request: Outgoing, signal: AbortSignal): Promise<Incoming> => {
		const next = async (one: Outgoing) => {
			const came = await overNetwork(one, signal);
			await quiet(sandbox);
			return came;
		};
		return plant.carry === undefined ? await next(request) : await plant.carry(request, next, there());
	};
	const signal = new AbortController().signal;
	const account = new Account(
		new URL(sandbox.url),
		plant.hasToken === true
			? { kind: 'bearerToken', value: sandbox.keys.bearer }
			: { kind: 'apiKey', value: sandbox.keys.write, other: sandbox.keys.read },
		TOLD,
		receiver,
		{
			signal,
			time,
			carrier,
			patienceMs: 20_000,
		},
	);
	const close = async () => {
		await receiver.close();
		await proxy?.end();
		await sandbox.close();
	};
	world = { sandbox, account, receiver, folder, close };
	plant.prepare?.(world);
	return world;
}

/** A run of all checks of the command, with the webhook borrowed as the command does it. */
export async function wholeRun({ account, receiver, folder }: World, level: Level = 'pay'): Promise<Outcome> {
	keepLeftIn(account, folder);
	const own = { url: receiver.url, secret: receiver.secret };
	if (level !== 'read')
		await account
			.once(REGISTRATION, async () => await borrowWebhook(account, own, folder))
			.catch((error: unknown) => {
				if (!(error instanceof NotShown)) throw error;
			});
	return await holdAgainst(account, level, () => undefined);
}

/** Twelve USDT withdrawals, of which one has failed, some in naira, and four orders, all of them some minutes old. */
async function giveHistory(sandbox: Sandbox): Promise<void> {
	const post = async (path: string, body: object) => {
		const headers = { 'X-API-KEY': sandbox.keys.write, 'Content-Type': 'application/json' };
		const answer = await fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${path}: ${text}`);
		return text;
	};
	const made = await post('/collections/stablecoin/generate-address', {
		label: 'before',
		currency: 'USDT',
		network: 'trc20',
	});
	const [, address = ''] = /"address":"(\w+)"/.exec(made) ?? [];
	for (let one = 0; one < 12; one++) {
		const amount = String(200 + one);
		await post('/withdraw/stablecoin', { amount, network: 'trc20', currency: 'USDT', address });
		if (one === 0) sandbox.settle({ all: true, status: 'FAILED' });
		sandbox.clock.advance(7_000);
	}
	const quote = { amount: '400000', paymentMethod: 'BANKTRANSFER', paymentCurrency: 'NGNKOBO' };
	for (let one = 0; one < 4; one++) {
		const text = await post('/quote', { ...quote, sourceCurrency: 'NGNKOBO', targetCurrency: 'BTCSAT' });
		const [, id = ''] = /"id":"([0-9a-f-]{36})"/.exec(text) ?? [];
		if (one === 0) await post(`/wallet/payout/${id}/accept`, { sourceWallet: 'NGN' });
		sandbox.clock.advance(7_000);
	}
	sandbox.clock.advance(120_000);
	sandbox.clearRequests();
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
