// Imports the examples into one n8n, with credentials for the test servers on this machine, and runs them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importExample, filesIn } from '../../scripts/demo/instance.mjs';
import { examples } from '../../scripts/lib/paths.mjs';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { hasEnded } from '../../scripts/n8n/client.mjs';
import { fillIn, passLastPage, sendForm, signedIn } from './mailServer.mjs';

/**
 * @typedef {ReturnType<typeof exampleDesk>} Desk
 * @typedef {Awaited<ReturnType<Desk['importOne']>>} Imported
 *
 * @typedef {object} World one n8n, one sandbox, and whom the workflows talk to
 * @property {import('../../scripts/demo/instance.mjs').Instance} instance
 * @property {Awaited<ReturnType<typeof import('./mailServer.mjs').startMailServer>>} mail
 * @property {Awaited<ReturnType<typeof import('./scriptedModel.mjs').startScriptedModel>>} model
 * @property {Awaited<ReturnType<typeof import('./chatServers.mjs').startTelegram>>} telegram
 * @property {Awaited<ReturnType<typeof import('./behindProxy.mjs').startBehindProxy>>} web
 * @property {ReturnType<typeof import('./google.mjs').startGoogle>} google
 * @property {ReturnType<typeof import('./crm.mjs').startHubspot>} hubspot
 * @property {ReturnType<typeof import('./crm.mjs').startPipedrive>} pipedrive
 * @property {Desk} desk
 */

/**
 * @param {import('../../scripts/demo/instance.mjs').Instance} instance
 * @param {Record<string, {id: string, name: string}>} credentials by type
 */
export function exampleDesk(instance, credentials) {
	const { client, n8n, sandbox, filesFolder } = instance;

	/**
	 * Imports an example; `activate` also activates its forms and triggers.
	 *
	 * @param {string} name
	 * @param {{texts?: Record<string, string>, change?: (node: import('../../scripts/n8n/client.mjs').WorkflowNode) => object, setUp?: boolean, activate?: boolean, own?: Record<string, {id: string, name: string}>}} [options] `own`: credentials for this example only, by type
	 */
	async function importOne(name, { texts = {}, change, setUp = false, activate = false, own = {} } = {}) {
		const { id } = await importExample(client, name, {
			credentials: { ...credentials, ...own },
			texts: { ...filesIn(filesFolder), ...texts },
			change,
		});
		if (setUp) succeeded(await client.run(id, 'Set up once'));
		const { nodes } = await client.rest('GET', `/workflows/${id}`);
		const addressOf = (/** @type {string} */ node) =>
			`${n8n.url}/form/${nodes.find((/** @type {any} */ one) => one.name === node).webhookId}`;
		if (activate) {
			await client.activate(id);
			const forms = nodes.filter(
				(/** @type {any} */ { type, parameters }) =>
					type === 'n8n-nodes-base.formTrigger' && parameters.authentication === 'basicAuth',
			);
			for (const form of forms) {
				const address = addressOf(form.name);
				await waitFor(`the form '${form.name}'`, async () => (await fetch(address, { headers: signedIn })).ok);
				assert.equal((await fetch(address)).status, 401, `the form '${form.name}' opens without its password`);
			}
		}
		/** @returns {Promise<any[]>} the workflow's executions, newest first */
		const listed = async () =>
			(
				await client.rest(
					'GET',
					`/executions?limit=50&filter=${encodeURIComponent(JSON.stringify({ workflowId: id }))}`,
				)
			).results;
		return {
			id,
			start: (/** @type {string} */ trigger) => client.startRun(id, trigger),
			run: (/** @type {string} */ trigger) => client.run(id, trigger),
			listed,
			addressOf,
			/**
			 * Sends one of the workflow's forms and opens the page after it, if there is one. Returns the ID of the execution once
			 * that has ended or waits.
			 *
			 * @param {string} form @param {Array<string | File>} fields @param {(page: string) => void} [read] gets the text of that page
			 */
			async submit(form, fields, read) {
				const before = Number((await listed())[0]?.id ?? 0);
				const page = await passLastPage(await sendForm(addressOf(form), fields, signedIn), n8n.url);
				read?.(page);
				const { id: execution } = await waitFor('the execution of the form', async () =>
					(await listed())
						.reverse()
						.find((one) => Number(one.id) > before && (hasEnded(one.status) || one.status === 'waiting')),
				);
				return /** @type {string} */ (execution);
			},
			/** Sends one of the workflow's forms and returns the page after it. @param {string} form @param {Array<string | File>[]} pages */
			fillIn: (form, ...pages) => fillIn(addressOf(form), ...pages),
		};
	}

	/** @returns {Promise<boolean>} */
	const webhookIsOurs = async () => (await sandbox.control('GET', '/state')).webhook?.url?.startsWith(n8n.url) ?? false;

	/** Activates a workflow with our trigger and waits for its webhook, which n8n registers only after it has answered. @param {Imported} workflow */
	async function listen({ id }) {
		await sandbox.settleAll();
		await sandbox.control('POST', '/webhook', { clear: true });
		await client.activate(id);
		await waitFor('the webhook to be registered', webhookIsOurs);
	}

	/** @param {string} name @returns {Promise<string>} the data table's ID */
	async function tableId(name) {
		const { data } = await client.api('GET', '/data-tables?limit=100');
		const found = data.find((/** @type {any} */ table) => table.name === name);
		assert.ok(found, `there is no data table ${name}`);
		return found.id;
	}

	const payouts = async () => (await sandbox.ledger()).filter(({ kind }) => kind === 'payout');

	return {
		importOne,
		listen,
		payouts,
		/** Runs `happen` and returns the payouts made meanwhile: destination and amount in minor units, sorted. @param {() => Promise<unknown>} happen */
		async paidDuring(happen) {
			const earlier = (await payouts()).length;
			await happen();
			return (await payouts())
				.slice(earlier)
				.map(({ destination, amount }) => `${destination} ${amount}`)
				.sort();
		},
		/** Waits until an execution is waiting for a person's answer. @param {string} execution */
		waits: (execution) =>
			waitFor(`execution ${execution} to wait`, async () => (await client.execution(execution))?.status === 'waiting', {
				everyMs: 50,
			}),
		/** Deactivates a workflow. If its webhook was registered, waits until the trigger has logged the deactivation. @param {Imported} workflow */
		async leave({ id }) {
			const linesBefore = n8n.logs().length;
			const isRegistered = await webhookIsOurs();
			await client.deactivate(id);
			if (isRegistered)
				await waitFor('the deactivation to end', async () =>
					/is https?:\S+ again|stays the account/.test(n8n.logs().slice(linesBefore)),
				);
		},
		/** A payment that no workflow made, to an account at Guaranty Trust Bank. @param {string} accountNumber @param {string} accountName @param {string} amount in kobo */
		async withdraw(accountNumber, accountName, amount) {
			const answer = await fetch(`${sandbox.baseUrl}/withdraw`, {
				method: 'POST',
				headers: { 'x-api-key': sandbox.keys.write, 'content-type': 'application/json' },
				body: JSON.stringify({
					amount,
					currency: 'NGN',
					beneficiary: {
						bankCode: '000013',
						bankName: 'Guaranty Trust Bank',
						bankAccountNumber: accountNumber,
						bankAccountName: accountName,
					},
				}),
			});
			assert.ok(answer.ok, await answer.text());
		},
		/** Adds rows to a data table. @param {string} name @param {object[]} rows */
		fillTable: async (name, rows) => client.api('POST', `/data-tables/${await tableId(name)}/rows`, { data: rows }),
		/** The rows of a data table, once it has at least `count` of them. @param {string} name @param {number} count @returns {Promise<any[]>} */
		async rowsOf(name, count) {
			const id = await tableId(name);
			return waitFor(`${count} rows in ${name}`, async () => {
				const { data } = await client.api('GET', `/data-tables/${id}/rows?limit=250`);
				return data.length >= count && data;
			});
		},
		/** The rows of a data table, once it contains a transaction that has settled. @param {string} name @param {string} transactionId @returns {Promise<any[]>} */
		async booked(name, transactionId) {
			const id = await tableId(name);
			return waitFor(`transaction ${transactionId} in ${name}`, async () => {
				const { data } = await client.api('GET', `/data-tables/${id}/rows?limit=250`);
				return (
					data.some((/** @type {any} */ row) => row.transactionId === transactionId && row.status === 'SUCCESS') && data
				);
			});
		},
		/** Removes the account's webhook, so that no events are delivered, and runs `happen`. @template T @param {() => Promise<T>} happen @returns {Promise<T>} */
		async withoutWebhook(happen) {
			await sandbox.control('POST', '/webhook', { clear: true });
			return happen();
		},
		/** A new USDT address that a customer can pay into. @returns {Promise<string>} */
		async depositAddress() {
			const answer = await fetch(`${sandbox.baseUrl}/collections/stablecoin/generate-address`, {
				method: 'POST',
				headers: { 'x-api-key': sandbox.keys.write, 'content-type': 'application/json' },
				body: JSON.stringify({ label: 'a customer', currency: 'USDT', network: 'trc20' }),
			});
			return (await answer.json()).data.address;
		},
		/** Changes the rows of a data table that have a value in a column. @param {string} name @param {string} column @param {string} value @param {object} data */
		changeRows: async (name, column, value, data) =>
			client.api('PATCH', `/data-tables/${await tableId(name)}/rows/update`, {
				filter: { type: 'and', filters: [{ columnName: column, condition: 'eq', value }] },
				data,
			}),
		/** @param {string} name @param {string} customer */
		async deleteRows(name, customer) {
			const filter = { type: 'and', filters: [{ columnName: 'customer', condition: 'eq', value: customer }] };
			return client.api(
				'DELETE',
				`/data-tables/${await tableId(name)}/rows/delete?filter=${encodeURIComponent(JSON.stringify(filter))}`,
			);
		},
	};
}

/** Shortens the wait before an example looks up a lost answer: a second in place of 20 minutes. @param {{name: string}} node */
export const withoutWaiting = ({ name }) =>
	name === 'Wait 20 minutes' ? { parameters: { amount: 1, unit: 'seconds' } } : {};

/** Replaces "last month" in an example with a month long ago, in which other tests paid nothing. @param {string} from @param {string} to */
export const monthBetween = (from, to) => ({
	'"period":"lastMonth"': `"period":"between","from":"${from}","to":"${to}"`,
});

/** Four employees, as rows of the payroll's data table. @param {string} accounts what their account numbers begin with */
export const fourEmployees = (accounts) =>
	[1, 2, 3, 4].map((number) => ({
		employee: `E-0${number}`,
		name: `Employee Number ${number}`,
		bankCode: '000013',
		accountNumber: `${accounts}${number}`,
		salaryNgn: `${number}00000.50`,
	}));

/** The fields of an upload form: a file with the first rows of invoices.csv, and a text with their number and sum. @param {number} upTo how many rows @returns {Promise<Array<string | File>>} */
export async function someInvoices(upTo) {
	const [head = '', ...rows] = (await readFile(join(examples, 'invoices.csv'), 'utf8')).trim().split('\n');
	const some = rows.slice(0, upTo);
	const kobo = some.reduce((sum, row) => sum + Math.round(Number(row.split(',')[2]) * 100), 0);
	const file = new File([[head, ...some].join('\n')], 'payouts.csv', { type: 'text/csv' });
	return [file, `${some.length} payments, ${(kobo / 100).toFixed(2)}`];
}

/**
 * A hundred invoices, each of another payee, whose accounts are added to the sandbox. One payee's name has characters
 * that chats and mails read as formatting.
 *
 * @param {import('../../scripts/demo/instance.mjs').Instance} instance @param {string} accounts what their numbers begin with, 7 digits
 */
export async function hundredInvoices({ sandbox }, accounts) {
	const rows = Array.from({ length: 100 }, (_, index) => {
		const number = String(index + 1).padStart(3, '0');
		const payee = index === 41 ? 'Obi & <b>*Sons*_ [x]' : `Supplier ${number}`;
		return [
			`INV_${accounts}_${number}`,
			payee,
			`${6099 - index}.50`,
			'000013',
			`${accounts}${number}`,
			`Payee No ${number}`,
		];
	});
	await sandbox.control('POST', '/quirks', { callsPerSecond: null });
	await sandbox.control(
		'POST',
		'/accounts',
		rows.map(([, , , bankCode, accountNumber, accountName = '']) => ({
			bankCode,
			accountNumber,
			accountName: accountName.toUpperCase(),
		})),
	);
	return {
		references: rows.map(([reference = '']) => reference),
		paid: rows.map(([, , amount, , account]) => `${account} ${Number(amount) * 100}`),
		csv: [['reference', 'payee', 'amount', 'bankCode', 'accountNumber', 'accountName'], ...rows].join('\n'),
	};
}

/** @param {import('../../scripts/n8n/client.mjs').Execution} execution */
export function succeeded(execution) {
	assert.equal(
		execution.status,
		'success',
		`${execution.data?.resultData?.error?.message} ${execution.data?.resultData?.error?.description}`,
	);
	return execution;
}
