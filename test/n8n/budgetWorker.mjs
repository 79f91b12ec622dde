/**
 * A worker of the suite `budgets`: the record of payouts on n8n's own repository, in a process of its own. Its parent tells
 * it what to pay, is asked before anything leaves, and may let it die at a call of the database.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';

/** @typedef {import('./budgetHistory.mjs').Order} Order */

const ofN8n = createRequire(join(process.env.TEST_N8N_FOLDER ?? '', 'dist', 'index.js'));
const { DbConnection } = ofN8n('@n8n/db');
const { Container } = ofN8n('@n8n/di');
const { DeduplicationHelper } = ofN8n('./deduplication/deduplication-helper');
const { n8nRowStore } = await tsImport('../../nodes/core/n8n/rowStore.ts', import.meta.url);
const { AccountBinding } = await tsImport('../../nodes/core/record/accountBinding.ts', import.meta.url);
const { PayoutRecord } = await tsImport('../../nodes/core/record/record.ts', import.meta.url);

const NOON = Date.UTC(2026, 10, 26, 12);
const DAY_MS = 86_400_000;
let calls = 0;
/** @type {{call: number, isBefore: boolean} | null} */
let death = null;

/** A call of the database, or the death of this process before or behind it. @template T @param {() => Promise<T>} act */
async function call(act) {
	calls += 1;
	const isLast = calls === death?.call;
	if (isLast && death?.isBefore) process.kill(process.pid, 'SIGKILL');
	try {
		return await act();
	} finally {
		// Also where the database refused the call, as it does when another process was first.
		if (isLast) process.kill(process.pid, 'SIGKILL');
	}
}

/** What the record uses of n8n's execution context. */
class Context {
	node = { id: 'the node itself', type: 'n8n-nodes-mavapay.mavapay' };
	workflow = { id: process.env.TEST_WORKFLOW };
	helpers = this.#helpers();

	getWorkflow() {
		return this.workflow;
	}

	getNode() {
		return { ...this.node };
	}

	#helpers() {
		const helper = new DeduplicationHelper();
		const at = () => ({ workflow: this.workflow, node: this.node });
		return {
			checkProcessedAndRecord: (
				/** @type {string[]} */ items,
				/** @type {string} */ scope,
				/** @type {object} */ options,
			) => call(() => helper.checkProcessedAndRecord(items, scope, at(), options)),
			getProcessedDataCount: (/** @type {string} */ scope, /** @type {object} */ options) =>
				call(() => helper.getProcessedDataCount(scope, at(), options)),
			clearAllProcessedItems: (/** @type {string} */ scope) => call(() => helper.clearAllProcessedItems(scope, at())),
		};
	}
}

const connection = Container.get(DbConnection);
await connection.init();
await connection.migrate();
/** Asked for with the first history: the workflow has to be there by then. @type {Promise<any> | null} */
let opened = null;

/** The record of a history, as it is seen on its first or second day. @type {any[]} */
let records = [];
let asked = 0;
/** @type {Map<number, () => void>} */
const waiting = new Map();

/** Tells the parent that a payment leaves, and waits until it knows. @param {string} reference */
async function leave(reference) {
	asked += 1;
	const number = asked;
	await new Promise((resolve) => {
		waiting.set(number, () => resolve(undefined));
		process.send?.({ leaves: reference, number });
	});
}

/** @param {import('./budgetHistory.mjs').Payment} payment */
async function pay({ reference, minor, ending, day }) {
	const { budgets } = records[day];
	const taken = budgets.rowFor({ minor: BigInt(minor), currency: 'NGN' });
	const claimed = await records[day].claim(reference, reference, [], taken === null ? [] : [taken]);
	if (claimed.kind !== 'claimed') return claimed.kind;
	const { heldClaim } = claimed;
	const { withheld } = await heldClaim.announce();
	if (withheld === null && ending !== 'refused') await leave(reference);
	if (withheld !== null || ending === 'refused') await heldClaim.recordUnpaid();
	else if (ending === 'accepted') await heldClaim.recordPaid();
	return withheld?.because ?? ending;
}

/** Each in its turn, so many at once. @param {import('./budgetHistory.mjs').Payment[]} payments @param {number} atOnce */
async function payAll(payments, atOnce) {
	/** @type {string[]} */
	const ends = [];
	const next = payments.entries();
	const turns = Array.from({ length: atOnce }, async () => {
		for (const [place, payment] of next) ends[place] = await pay(payment);
	});
	await Promise.all(turns);
	return ends;
}

/** What a person does about a reference that is open, who knows whether its payment left. @param {Order & {do: 'settle'}} order */
async function settle({ reference, day, hasLeft }) {
	const found = await records[day].look(reference);
	if (found.kind !== 'unknown') return;
	if (hasLeft) await found.openClaim.markPaid([]);
	else await found.openClaim.release({ early: true, paid: false });
}

/** What Get Budget says is used on both days, in minor units. */
async function state() {
	const days = await Promise.all(
		records.map(async ({ budgets }, day) => await budgets.lookAt(NOON + day * DAY_MS, ['NGN'])),
	);
	return days.map((seen) => seen.map(({ used }) => String(used)));
}

/** @param {Order} order */
async function act(order) {
	switch (order.do) {
		case 'wait':
			return null;
		case 'open': {
			const limits = { day: new Map([['NGN', BigInt(order.day)]]), month: new Map([['NGN', BigInt(order.month)]]) };
			// A kind of money for each history keeps their rows apart, and none is bound to an account.
			const money = order.history;
			const rows = await (opened ??= n8nRowStore(new Context()));
			const binding = new AccountBinding('sandbox', rows, async () => 'the account');
			records = [0, 1].map((day) => new PayoutRecord(money, rows, () => NOON + day * DAY_MS, binding, limits));
			death = order.dies === null ? null : { ...order.dies, call: calls + order.dies.call };
			return null;
		}
		case 'pay':
			return await payAll(order.payments, order.atOnce);
		case 'settle':
			return await settle(order);
		case 'find':
			return await records[order.day].check(order.reference);
		case 'state':
			return await state();
	}
}

process.on('message', (/** @type {{order: Order} | {noted: number}} */ message) => {
	if ('noted' in message) return waiting.get(message.noted)?.();
	act(message.order).then(
		(done) => process.send?.({ done }),
		(error) => process.send?.({ failed: String(error?.stack ?? error) }),
	);
});
process.on('disconnect', () => process.exit());
process.send?.({ done: 'ready' });
