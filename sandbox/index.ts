import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LoggedRequest } from './http/requestLog';
import { BASE_PATH } from './http/serviceSurface';
import { newInvoice, putWebhook, settleNow, type MadeInvoice, type SettleRequest } from './control/actions';
import type { InvoiceRequest } from './control/schemas';
import type { Faults } from './faults/faults';
import { changeQuirks, type Quirks, type QuirksChange } from './quirks';
import { CONTROL_PATH, createSandboxServer } from './server';
import type { Bank } from './data/banks';
import type { BankAccount } from './state/bankAccounts';
import { FIXED_START, type Clock } from './state/clock';
import { depositStablecoin, type Deposit } from './state/incoming';
import type { Ledger } from './state/ledger';
import type { Keys } from './state/service';
import type { Webhook } from './state/sharedState';
import type { Transaction } from './state/types';
import type { Wallets } from './state/wallets';
import type { Deliveries, Delivery } from './webhooks/deliveries';
import { deliverEvent, type EventRequest } from './webhooks/onDemand';
import { World } from './world';

export { makeStablecoinAddress, isStablecoinAddress } from './crypto/address';
export { makeInvoice, readInvoice } from './crypto/invoice';
export { lightningNode } from './crypto/lightningNode';
export type { DecodedInvoice, InvoiceNetwork, InvoiceOptions } from './crypto/invoice';
export { NG_BANKS, ZA_BANKS } from './data/banks';
export { personOf } from './data/people';
export * from './demo';
export type { Fault, FaultRule } from './faults/faults';
export type { LoggedRequest } from './http/requestLog';
export { HARD, type Quirks, type QuirksChange } from './quirks';
export { FIXED_START } from './state/clock';
export type { LedgerEntry, LedgerFilter } from './state/ledger';
export type { Delivery } from './webhooks/deliveries';
export type { EventRequest } from './webhooks/onDemand';

export interface SandboxOptions {
	/** The port to listen on; by default a free one. */
	port?: number;
	/** Seed of everything that looks random: the same seed gives the same identifiers, keys and names. */
	seed?: string;
	/** Epoch ms at which the sandbox's clock stands still until it is moved; `real` for the machine's clock. */
	now?: number | 'real';
	/** How many of the newest requests the log keeps at least. Default 100,000. */
	mostRequests?: number;
	quirks?: QuirksChange;
}

/** A running sandbox. Getters always show the state after the latest reset. */
export interface Sandbox {
	/** Base of the service, ending in /api/v1. */
	readonly url: string;
	readonly controlUrl: string;
	readonly port: number;
	readonly keys: Keys;
	readonly clock: Clock;
	readonly faults: Faults;
	readonly ledger: Ledger;
	readonly wallets: Wallets;
	readonly quirks: Quirks;
	readonly webhook: Webhook | null;
	readonly deliveries: Deliveries;
	readonly transactions: readonly Transaction[];
	/** The log of requests to the service, oldest first; the same array throughout. */
	readonly requests: readonly LoggedRequest[];
	configure(change: QuirksChange): void;
	/** Sends an event now; resolves when its first attempt has ended. */
	deliverEvent(request?: EventRequest): Promise<Delivery>;
	/** Ends PENDING transactions now; returns how many. */
	settle(request: SettleRequest): number;
	/** A customer pays USDT to a deposit address; gives the id of the transaction. */
	deposit(request: Deposit): string;
	/** Makes a Lightning invoice on the sandbox's clock. */
	makeInvoice(request?: InvoiceRequest): MadeInvoice;
	addBankAccount(account: BankAccount): void;
	/** Sets the list of Nigerian banks. */
	setBanks(banks: readonly Bank[]): void;
	/** Sets the webhook behind the client's back; null clears it. */
	setWebhook(webhook: { url: string; secret: string; isActive?: boolean } | null): void;
	/** Forgets the requests logged so far. */
	clearRequests(): void;
	/** Puts everything back as it was at the start; keys and address stay the same. */
	reset(): void;
	close(): Promise<void>;
}

/** Listens on 127.0.0.1; gives the port. Rejects when it is taken. */
async function listen(server: Server, port: number): Promise<number> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			server.off('error', reject);
			resolve();
		});
	});
	const address: AddressInfo | string | null = server.address();
	return typeof address === 'object' && address !== null ? address.port : port;
}

/** Closes the server with all connections, and stops everything that the sandbox has scheduled or is sending. */
async function end(server: Server, world: World): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		world.stop();
		server.close((error) => (error ? reject(error) : resolve()));
		server.closeAllConnections();
	});
}

/**
 * Starts the service's stand-in on 127.0.0.1.
 *
 * Rejects if the port is taken. The clock stands still by default: pass `now: 'real'` if the
 * client compares quote or invoice times with its own clock.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { seed = 'sandbox', now = FIXED_START, mostRequests = 100_000, quirks } = options;
	const world = new World({ seed, now, mostRequests });
	const configure = (change: QuirksChange) => changeQuirks(world.service.quirks, change);
	if (quirks) configure(quirks);
	const server = createSandboxServer(world);
	const port = await listen(server, options.port ?? 0);
	const origin = `http://127.0.0.1:${port}`;
	return {
		url: `${origin}${BASE_PATH}`,
		controlUrl: `${origin}${CONTROL_PATH}`,
		port,
		keys: world.keys,
		clock: world.clock,
		faults: world.faults,
		requests: world.log.list,
		get ledger() {
			return world.service.ledger;
		},
		get wallets() {
			return world.service.wallets;
		},
		get quirks() {
			return world.service.quirks;
		},
		get webhook() {
			return world.service.webhook;
		},
		get deliveries() {
			return world.service.deliveries;
		},
		get transactions() {
			return world.service.transactions.list;
		},
		configure,
		deliverEvent: (request = {}) => deliverEvent(world.service, request),
		settle: (request) => settleNow(world.service, request).length,
		deposit: (request) => depositStablecoin(world.service, request).id,
		makeInvoice: (request = {}) => newInvoice(world.service, request),
		addBankAccount: (account) => world.service.bankAccounts.add(account),
		setBanks: (banks) => void (world.service.bankAccounts.banks = banks),
		setWebhook: (webhook) => putWebhook(world.service, webhook),
		clearRequests: () => world.log.clear(),
		reset: () => {
			world.reset();
			if (quirks) configure(quirks);
		},
		close: async () => await end(server, world),
	};
}
