import { z } from 'zod';
import { iso, presentTransaction } from '../state/transactions';
import type { Json } from '../state/types';
import type { World } from '../world';

/** The faults in force, as JSON. */
export function faultList(world: World): Json {
	return z.json().parse(JSON.parse(JSON.stringify({ faults: world.faults.list() })));
}

/** Balances by currency, lowest unit as text. */
export function walletList(world: World): Json {
	const { list } = world.service.wallets;
	return Object.fromEntries(list.map((wallet) => [wallet.currency, wallet.balance.toString()]));
}

/** The clock's time, and the number of tasks that are scheduled on it. */
export function clockState(world: World): Json {
	const { clock } = world;
	return { mode: clock.mode, now: clock.now(), iso: iso(clock.now()), tasksWaiting: clock.waiting };
}

/** Everything that a test might want to know, except the logs. */
export function state(world: World): Json {
	const { service, keys } = world;
	const { webhook } = service;
	return {
		clock: clockState(world),
		keys: { ...keys },
		wallets: walletList(world),
		webhook: webhook && { id: webhook.id, url: webhook.url, isActive: webhook.isActive },
		quirks: z.json().parse(service.quirks),
		transactions: service.transactions.list.map((one) => presentTransaction(service, one)),
	};
}
