/** Histories of payments under a budget of a day and a month, by workers that may die; and who pays and judges them. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { checkout } from '../../scripts/lib/paths.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';

/**
 * @typedef {{reference: string, minor: number, ending: 'accepted' | 'refused' | 'lost', day: 0 | 1}} Payment
 * @typedef {{do: 'wait'}
 *   | {do: 'open', history: string, day: number, month: number, dies: {call: number, isBefore: boolean} | null}
 *   | {do: 'pay', payments: Payment[], atOnce: number}
 *   | {do: 'settle', reference: string, day: 0 | 1, hasLeft: boolean}
 *   | {do: 'find', reference: string, day: 0 | 1}
 *   | {do: 'state'}} Order
 */

/** The workflow whose record it is: n8n keeps rows for one that it has. */
export const WORKFLOW = 'budgets';

/** A worker in a process of its own, started again as soon as it died. */
export class Worker {
	/** @type {Promise<import('node:child_process').ChildProcess>} */
	#child;
	#isStopped = false;
	/** Told of each payment that leaves. @type {(reference: string) => void} */
	onLeaves = () => undefined;
	deaths = 0;

	/** @param {NodeJS.ProcessEnv} env of the database */
	constructor(env) {
		this.env = env;
		this.#child = this.#start();
	}

	/** What it answers; null where it died first. @param {Order} order @returns {Promise<any>} */
	async does(order) {
		const child = await this.#child;
		child.send({ order });
		return await this.#answerOf(child);
	}

	async #start() {
		const { node, n8n } = await ensureHarness();
		const child = fork(join(checkout, 'test', 'n8n', 'budgetWorker.mjs'), {
			execPath: node,
			// n8n says each of its migrations.
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
			env: {
				...process.env,
				...this.env,
				N8N_USER_FOLDER: temporaryFolder('budget-worker-'),
				TEST_N8N_FOLDER: dirname(dirname(n8n)),
				TEST_WORKFLOW: WORKFLOW,
			},
		});
		assert.equal(await this.#answerOf(child), 'ready');
		return child;
	}

	/** @param {import('node:child_process').ChildProcess} child */
	async #answerOf(child) {
		return await new Promise((resolve, reject) => {
			const heard = (/** @type {any} */ message) => {
				if ('leaves' in message) {
					try {
						this.onLeaves(message.leaves);
						child.send({ noted: message.number });
					} catch (error) {
						end();
						reject(error);
					}
					return;
				}
				end();
				if ('failed' in message) reject(new Error(message.failed));
				else resolve(message.done);
			};
			const died = () => {
				end();
				this.deaths += 1;
				if (!this.#isStopped) this.#child = this.#start();
				resolve(null);
			};
			const end = () => child.off('message', heard).off('exit', died);
			child.on('message', heard).on('exit', died);
		});
	}

	async stop() {
		this.#isStopped = true;
		const child = await this.#child;
		const exited = once(child, 'exit');
		child.kill();
		await exited;
	}
}

/** What left: never twice under one reference, and never more on a day or in the month than the highest limit. */
export class Ledger {
	/** @type {Map<string, Payment>} */
	#left = new Map();

	/** @param {readonly Payment[]} payments @param {{day: number, month: number}} most */
	constructor(payments, most) {
		this.payments = new Map(payments.map((payment) => [payment.reference, payment]));
		this.most = most;
	}

	/** @param {string} reference */
	leaves(reference) {
		const payment = this.payments.get(reference);
		assert.ok(payment && !this.#left.has(reference), `${reference} left twice`);
		this.#left.set(reference, payment);
		assert.ok(this.sum(payment.day) <= this.most.day, `${this.sum(payment.day)} left in a day`);
		assert.ok(this.sum() <= this.most.month, `${this.sum()} left in the month`);
	}

	/** @param {string} reference */
	has(reference) {
		return this.#left.has(reference);
	}

	/** @param {number} [day] */
	of(day) {
		return [...this.#left.values()].filter((payment) => day === undefined || payment.day === day);
	}

	/** @param {number} [day] */
	sum(day) {
		return this.of(day).reduce((sum, { minor }) => sum + minor, 0);
	}
}
