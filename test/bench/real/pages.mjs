// A long list paid page by page, as examples/payees-by-the-page.json does it, beside the same payments in one execution;
// n8n's memory with a short and a long list; and n8n killed in the middle. Takes an order as JSON; tells what each took.
import { waitFor } from '../../../scripts/lib/waiting.mjs';
import { importExample } from '../../../scripts/demo/instance.mjs';
import { createRequire } from 'node:module';
import { contendersOf } from './contenders.mjs';
import { prepareService, startPayer } from './payer.mjs';
import { progress, startPlace, tell } from './place.mjs';
import { memoryOf, resetPeak } from './process.mjs';

const { payee } = createRequire(import.meta.url)('../nodes/payees.js');

/** @type {{tarball: string, delayMs: number, few: number, many: number}} */
const order = JSON.parse(process.argv[2] ?? '{}');
const rowsAtOnce = 1_000;
const mostMs = 3_600_000;

const [few, many] = [await paidByThePage(order.few, { one: true }), await paidByThePage(order.many)];
await tell({ few, many, killed: await killedInTheMiddle(order.few) });

/** @param {number} count @param {{one?: boolean}} [options] `one`: also all of them in one execution */
async function paidByThePage(count, { one = false } = {}) {
	const place = await startPlace(order.tarball);
	try {
		await prepareService(place, count, order.delayMs);
		const inOneMs = one ? await inOneExecution(place, count) : null;
		const list = await longList(place, count);
		await resetPeak(place.n8n.pid);
		const start = performance.now();
		await place.client.run(list.id, 'Run by hand');
		await list.ended();
		const ms = performance.now() - start;
		const memory = await memoryOf(place.n8n.pid);
		progress(`${count} payees by the page: ${Math.round(ms)} ms, ${Math.round(memory?.peak ?? 0)} MiB at most`);
		await list.everybodyPaidOnce(0);
		return { payees: count, ms, inOneMs, peakMiB: memory?.peak ?? null };
	} finally {
		await place.dispose();
	}
}

/** @param {Awaited<ReturnType<typeof startPlace>>} place @param {number} count the milliseconds of the call that pays all */
async function inOneExecution(place, count) {
	const payer = await startPayer(place, 'oursTen', contendersOf(place.sandbox.baseUrl).oursTen);
	await payer.together(1, 100);
	return payer.together(1, count);
}

/** n8n is killed when half of them are paid, started again, and the workflow run once more. @param {number} count */
async function killedInTheMiddle(count) {
	const place = await startPlace(order.tarball);
	try {
		await prepareService(place, count, order.delayMs);
		const list = await longList(place, count);
		void place.client.run(list.id, 'Run by hand').catch(() => undefined);
		await waitFor('half of them', async () => (await list.paid()) > count / 2, { timeoutMs: mostMs });
		place.n8n.kill('SIGKILL');
		await place.n8n.exited;
		const before = await list.paid();
		await place.n8n.restart();
		await place.client.run(list.id, 'Run by hand');
		await list.ended();
		const unknown = await list.everybodyPaidOnce(10);
		progress(`killed after ${before} of ${count}: none twice, ${unknown} unknown`);
		return { payees: count, before, unknown };
	} finally {
		await place.dispose();
	}
}

/** The example with its table filled, and the workflow that pays. @param {Awaited<ReturnType<typeof startPlace>>} place @param {number} count */
async function longList({ client, sandbox, credential }, count) {
	const credentials = { mavapayApi: credential };
	const { id: paying } = await importExample(client, 'workflow-that-pays', {
		credentials,
		change: ({ name, parameters }) => (name === 'Pay' ? unlimited(parameters) : {}),
	});
	await client.activate(paying);
	const { id } = await importExample(client, 'payees-by-the-page', {
		credentials,
		change: ({ name, type, parameters }) =>
			name === 'Pay'
				? { parameters: { ...parameters, workflowId: { __rl: true, mode: 'id', value: paying } } }
				: // There is no mail server here, and without a credential for one n8n publishes nothing.
					{ disabled: type === 'n8n-nodes-base.emailSend' },
	});
	await client.run(id, 'Set up once');
	await client.activate(id);
	const { data: tables } = await client.api('GET', '/data-tables?limit=100');
	const table = (/** @type {string} */ name) => tables.find((/** @type {any} */ one) => one.name === name).id;
	for (let from = 0; from < count; from += rowsAtOnce) {
		const data = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, index) => row(from + index));
		await client.api('POST', `/data-tables/${table('mavapay_long_list')}/rows`, { data });
	}
	const before = (await sandbox.ledger()).length;
	const ledger = async () => (await sandbox.ledger()).slice(before).filter(({ kind }) => kind === 'payout');
	const running = async () => {
		const { results } = await client.rest(
			'GET',
			`/executions?limit=1&filter=${encodeURIComponent(JSON.stringify({ status: ['running', 'new'] }))}`,
		);
		return results.length > 0;
	};
	return {
		id,
		paid: async () => (await sandbox.control('GET', '/faults')).faults[0].hits,
		/** Until no page follows: a page starts the next one before it ends. */
		ended: () =>
			waitFor('the last page', async () => !(await running()) && !(await running()), {
				timeoutMs: mostMs,
				everyMs: 1_000,
			}),
		/** @param {number} mostUnknown @returns {Promise<number>} payees whose payment is unknown @throws where somebody was paid twice, or left out */
		async everybodyPaidOnce(mostUnknown) {
			const paid = await ledger();
			const payees = new Set(paid.map(({ destination }) => destination));
			const left = count - payees.size;
			if (paid.length !== payees.size || left < 0 || left > mostUnknown)
				throw new Error(`${count} payees: ${paid.length} payments to ${payees.size} of them.`);
			return left;
		},
	};
}

/** @param {any} parameters */
function unlimited(parameters) {
	return {
		parameters: {
			...parameters,
			maximumAmount: '100000000',
			maximumTotal: '100000000000',
		},
	};
}

/** @param {number} index */
function row(index) {
	const { amount, bankCode, accountNumber, accountName } = payee(index);
	return {
		reference: `LONG-${index}`,
		bankCode,
		accountNumber,
		accountName,
		amount: `${amount.slice(0, -2)}.${amount.slice(-2)}`,
	};
}
