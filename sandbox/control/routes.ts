import { z } from 'zod';
import { parsed } from '../state/beneficiaries';
import { depositStablecoin, returnPayout } from '../state/incoming';
import { presentLedgerEntry } from '../state/ledger';
import { presentTransaction } from '../state/transactions';
import type { Json } from '../state/types';
import { isWalletCurrency } from '../state/wallets';
import { presentRequest } from '../http/requestLog';
import { changeQuirks, quirksChange } from '../quirks';
import { presentDelivery } from '../webhooks/deliveries';
import { deliverEvent } from '../webhooks/onDemand';
import type { World } from '../world';
import { newInvoice, putWebhook, settleNow } from './actions';
import { controlBodies, controlQueries } from './schemas';
import { clockState, faultList, state, walletList } from './views';

interface ControlCall {
	world: World;
	params: Record<string, string>;
	query: Record<string, string>;
	body: unknown;
}

export interface ControlRoute {
	method: 'GET' | 'POST' | 'DELETE';
	path: string;
	/** One line for the list at `GET /_sandbox`. */
	help: string;
	run: (call: ControlCall) => Json | Promise<Json>;
}

/** The control surface, below /_sandbox. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
	{
		method: 'GET',
		path: '/state',
		help: 'Clock, keys, wallets, webhook, quirks, transactions',
		run: ({ world }) => state(world),
	},
	{
		method: 'GET',
		path: '/openapi.json',
		help: "The service's interface as an OpenAPI document",
		// For information: the sandbox itself doesn't use this document.
		run: async () => z.json().parse((await import('../../interface/openapi')).openapi()),
	},
	{
		method: 'GET',
		path: '/ledger',
		help: 'Every movement of money; filter with ?kind=payout',
		run: ({ world, query }) => {
			const entries = world.service.ledger.find(parsed(controlQueries.ledger, query));
			return { count: entries.length, entries: entries.map(presentLedgerEntry) };
		},
	},
	{
		method: 'GET',
		path: '/requests',
		help: 'Every request received, secret headers masked; filter with ?method=&path=',
		run: ({ world, query }) => {
			const { method, path } = parsed(controlQueries.requests, query);
			const requests = world.log.list.filter(
				(one) => (method === undefined || one.method === method) && (path === undefined || one.path === path),
			);
			return { count: requests.length, requests: requests.map(presentRequest) };
		},
	},
	{
		method: 'DELETE',
		path: '/requests',
		help: 'Empties the log of requests',
		run: ({ world }) => {
			world.log.clear();
			return { count: 0 };
		},
	},
	{
		method: 'GET',
		path: '/faults',
		help: 'The faults in force',
		run: ({ world }) => faultList(world),
	},
	{
		method: 'POST',
		path: '/faults',
		help: '{match: {method, path, query, bodyIncludes, nth, times}, fault: {kind, ...}}, or a list',
		run: ({ world, body }) => {
			for (const rule of parsed(controlBodies.faults, body)) world.faults.add(rule);
			return faultList(world);
		},
	},
	{
		method: 'DELETE',
		path: '/faults',
		help: 'Removes every fault',
		run: ({ world }) => {
			world.faults.clear();
			return faultList(world);
		},
	},
	{
		method: 'POST',
		path: '/clock',
		help: '{set: epoch ms} or {real: true}',
		run: ({ world, body }) => {
			const wanted = parsed(controlBodies.clock, body);
			if ('set' in wanted) world.clock.set(wanted.set);
			else world.clock.useReal();
			return clockState(world);
		},
	},
	{
		method: 'POST',
		path: '/settle',
		help: '{transactionId | hash | all: true, status: SUCCESS | FAILED}',
		run: ({ world, body }) => {
			const settled = settleNow(world.service, parsed(controlBodies.settle, body));
			return { settled: settled.map((one) => presentTransaction(world.service, one)) };
		},
	},
	{
		method: 'POST',
		path: '/age',
		help: '{ms}: transactions of the last milliseconds become older by as many, the clock stays',
		run: ({ world, body }) => {
			world.service.transactions.age(parsed(controlBodies.age, body).ms);
			return { transactions: world.service.transactions.list.length };
		},
	},
	{
		method: 'POST',
		path: '/events',
		help: '{event, transactionId | currency, status, amount, customerReference, ..., forge}, or a list; sent at once',
		run: async ({ world, body }) => {
			const { service } = world;
			const sending = parsed(controlBodies.events, body).map((one) => deliverEvent(service, one));
			return { deliveries: (await Promise.all(sending)).map(presentDelivery) };
		},
	},
	{
		method: 'GET',
		path: '/deliveries',
		help: "The log of events sent, with the receiver's answers",
		run: ({ world }) => ({ deliveries: world.service.deliveries.list.map(presentDelivery) }),
	},
	{
		method: 'POST',
		path: '/deliveries/{number}/redeliver',
		help: 'Sends a delivery again, byte for byte',
		run: async ({ world, params }) => presentDelivery(await world.service.deliveries.redeliver(Number(params.number))),
	},
	{
		method: 'POST',
		path: '/accounts',
		help: '{bankCode, accountNumber, accountName, state: open | closed | failing}, or a list',
		run: ({ world, body }) => {
			const accounts = parsed(controlBodies.accounts, body);
			for (const account of accounts) world.service.bankAccounts.add(account);
			return { added: accounts.length };
		},
	},
	{
		method: 'GET',
		path: '/wallets',
		help: 'Balances in the lowest unit, as text',
		run: ({ world }) => walletList(world),
	},
	{
		method: 'POST',
		path: '/wallets',
		help: '{NGN: "100000", ...}: sets balances, in the lowest unit',
		run: ({ world, body }) => {
			for (const [currency, balance] of Object.entries(parsed(controlBodies.wallets, body))) {
				if (isWalletCurrency(currency) && balance !== undefined) {
					world.service.wallets.set(currency, BigInt(balance));
				}
			}
			return walletList(world);
		},
	},
	{
		method: 'POST',
		path: '/deposits',
		help: '{to: address, id or label, amount: USDT cents, fails}: a customer pays USDT to a deposit address',
		run: ({ world, body }) => {
			const wanted = parsed(controlBodies.deposits, body);
			const made = depositStablecoin(world.service, { ...wanted, amount: BigInt(wanted.amount) });
			return presentTransaction(world.service, made);
		},
	},
	{
		method: 'POST',
		path: '/returns',
		help: '{transactionId}: the bank sends a payout in naira back after it arrived, as a deposit',
		run: ({ world, body }) =>
			presentTransaction(world.service, returnPayout(world.service, parsed(controlBodies.returns, body).transactionId)),
	},
	{
		method: 'POST',
		path: '/webhook',
		help: "{url, secret, isActive} or {clear: true}: sets the webhook behind the client's back",
		run: ({ world, body }) => {
			const wanted = parsed(controlBodies.webhook, body);
			putWebhook(world.service, 'clear' in wanted ? null : wanted);
			return { url: world.service.webhook?.url ?? null };
		},
	},
	{
		method: 'GET',
		path: '/quirks',
		help: "The switches of the service's behaviour",
		run: ({ world }) => z.json().parse(world.service.quirks),
	},
	{
		method: 'POST',
		path: '/quirks',
		help: 'Any of the fields of GET /_sandbox/quirks',
		run: ({ world, body }) => {
			changeQuirks(world.service.quirks, parsed(quirksChange, body));
			return z.json().parse(world.service.quirks);
		},
	},
	{
		method: 'POST',
		path: '/invoices',
		help: '{network, amountMsat, expirySeconds, description, expired}: makes a Lightning invoice',
		run: ({ world, body }) => ({ ...newInvoice(world.service, parsed(controlBodies.invoices, body)) }),
	},
];
