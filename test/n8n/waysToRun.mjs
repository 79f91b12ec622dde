// Workflows that pay one payment each time they are run, in every way in which n8n runs a workflow.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { hasEnded, ownConnection } from '../../scripts/n8n/client.mjs';
import { node } from '../../scripts/n8n/workflow.mjs';
import { paymentTool } from './mcpTool.mjs';
import { stablecoinPayment } from './payoutDesk.mjs';

const settings = { executionOrder: 'v1', availableInMCP: true, saveManualExecutions: true };
const model = { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} };

/** @param {Array<[from: string, to: string, type?: string]>} lines */
export function lines(lines) {
	/** @type {Record<string, Record<string, Array<Array<{node: string, type: string, index: number}>>>>} */
	const connections = {};
	for (const [from, to, type = 'main'] of lines)
		((connections[from] ??= {})[type] ??= [[]])[0]?.push({ node: to, type, index: 0 });
	return connections;
}

/** A payment of 3.00 USDT with one reference per execution; repeats are allowed. @param {object} [more] */
export const payment = (more = {}) => ({
	...stablecoinPayment,
	amount: '300',
	customerReference: '',
	payoutReference: '={{ "By execution " + $execution.id }}',
	options: { allowRepeats: true },
	...more,
});

/**
 * @typedef {object} Where
 * @property {import('../../scripts/n8n/client.mjs').N8nClient} client
 * @property {{id: string, name: string}} credential
 * @property {{id: string, name: string}} openAi of the scripted model
 * @property {string} url
 */

/** @param {Where} where */
export function waysToRun({ client, credential, openAi, url }) {
	const credentials = { mavapayApi: credential };

	/** @param {string} name @param {object[]} nodes @param {ReturnType<typeof lines>} connections @param {object} [more] */
	async function save(name, nodes, connections, more = {}) {
		const workflow = { name, nodes: /** @type {any} */ (nodes), connections, settings: { ...settings, ...more } };
		return (await client.importWorkflow(workflow)).id;
	}

	/** @param {string} id @param {string} [afterId] @returns {Promise<any>} the newest execution, ended */
	async function newest(id, afterId = '0') {
		const last = async () => (await client.executions(id)).at(-1);
		return await waitFor('the execution', async () => {
			const execution = await last();
			return execution && Number(execution.id) > Number(afterId) && hasEnded(execution.status) ? execution : undefined;
		});
	}

	const pay = (/** @type {object} */ more = {}) =>
		node('Pay', 'n8n-nodes-mavapay.mavapay', payment(more), { credentials });
	const trigger = (
		/** @type {string} */ name,
		/** @type {string} */ type,
		/** @type {object} */ parameters = {},
		version = 1,
	) => node(name, type, parameters, { typeVersion: version, webhookId: randomUUID() });
	const webhook = (/** @type {string} */ path) =>
		trigger(
			'Webhook',
			'n8n-nodes-base.webhook',
			{ httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
			2,
		);

	return {
		save,
		newest,
		pay,
		trigger,
		webhook,

		/** Saves a workflow with one payment that many triggers can start. */
		async savePayment(more = {}) {
			const paths = { webhook: randomUUID(), form: randomUUID() };
			const form = {
				path: paths.form,
				formTitle: 'Pay',
				formFields: { values: [{ fieldLabel: 'Name' }] },
				options: { path: paths.form },
			};
			const id = await save(
				'Pays',
				[
					trigger('By hand', 'n8n-nodes-base.manualTrigger'),
					webhook(paths.webhook),
					{ ...trigger('Form', 'n8n-nodes-base.formTrigger', form, 2.2), webhookId: paths.form },
					trigger('Called', 'n8n-nodes-base.executeWorkflowTrigger', { inputSource: 'passthrough' }, 1.1),
					pay(more),
				],
				lines(['By hand', 'Webhook', 'Form', 'Called'].map((name) => [name, 'Pay'])),
			);
			await client.activate(id);
			const post = async (/** @type {string} */ address, /** @type {string | FormData} */ body) => {
				const headers = {
					...ownConnection,
					...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
				};
				const { status } = await fetch(`${url}/${address}`, { method: 'POST', headers, body });
				assert.ok(status === 200 || status === 404, `${address}: ${status}`);
				return status === 200;
			};
			return {
				id,
				/** @param {object} body */
				callWebhook: async (body) =>
					await waitFor('the webhook', () => post(`webhook/${paths.webhook}`, JSON.stringify(body))),
				async sendForm() {
					const body = new FormData();
					body.append('field-0', 'Ada');
					await waitFor('the form', () => post(`form/${paths.form}`, body));
				},
			};
		},

		/** Saves a workflow whose webhook calls another workflow. @param {object} source parameters of *Execute Workflow* that name the other workflow */
		async saveCaller(source) {
			const path = randomUUID();
			const call = { ...source, mode: 'once', options: {} };
			const nodes = [webhook(path), node('Call', 'n8n-nodes-base.executeWorkflow', call, { typeVersion: 1.2 })];
			const id = await save('Calls', nodes, lines([['Webhook', 'Call']]));
			await client.activate(id);
			await waitFor(
				'the webhook',
				async () => (await fetch(`${url}/webhook/${path}`, { method: 'POST', headers: ownConnection })).ok,
			);
			return id;
		},

		/** The JSON of a sub-workflow, as a person types it into the node that calls the sub-workflow. */
		inline: (more = {}) =>
			JSON.stringify({
				nodes: [
					trigger('Called', 'n8n-nodes-base.executeWorkflowTrigger', { inputSource: 'passthrough' }, 1.1),
					{ ...pay(), ...more },
				],
				connections: lines([['Called', 'Pay']]),
			}),

		/** Saves a workflow that fails, and its error workflow, which then pays; with `itself`, both are one workflow. @param {boolean} itself */
		async failIntoPayment(itself) {
			const path = randomUUID();
			const stop = node('Stop', 'n8n-nodes-base.stopAndError', { errorMessage: 'On purpose' });
			const failing = [webhook(path), stop];
			const paying = [trigger('Error', 'n8n-nodes-base.errorTrigger'), pay()];
			const errorWorkflow = itself ? null : await save('Pays for errors', paying, lines([['Error', 'Pay']]));
			if (errorWorkflow !== null) await client.activate(errorWorkflow);
			const id = await save(
				'Fails',
				itself ? [...failing, ...paying] : failing,
				lines(
					itself
						? [
								['Webhook', 'Stop'],
								['Error', 'Pay'],
							]
						: [['Webhook', 'Stop']],
				),
				errorWorkflow === null ? {} : { errorWorkflow },
			);
			await client.activate(id);
			await waitFor(
				'the webhook',
				async () => (await fetch(`${url}/webhook/${path}`, { method: 'POST', headers: ownConnection })).ok,
			);
			return await waitFor('the error workflow', async () =>
				(await client.executions(errorWorkflow ?? id)).find((one) => one.mode === 'error' && hasEnded(one.status)),
			);
		},

		/**
		 * Saves a workflow in which a trigger starts an AI agent that has the payment as a tool.
		 *
		 * @param {number} version the agent node's version @param {object} start the trigger @param {object} [more] settings of the tool
		 */
		async saveAgent(version, start, more = {}) {
			const agent = { promptType: 'define', text: 'Pay the bill', options: {} };
			const { name } = /** @type {{name: string}} */ (start);
			return await save(
				`Agent ${version}`,
				[
					start,
					node('Agent', '@n8n/n8n-nodes-langchain.agent', agent, { typeVersion: version }),
					node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', model, {
						typeVersion: 1.2,
						credentials: { openAiApi: openAi },
					}),
					node('Pay', 'n8n-nodes-mavapay.mavapayTool', paymentTool(), { credentials, ...more }),
				],
				lines([
					[name, 'Agent'],
					['Model', 'Agent', 'ai_languageModel'],
					['Pay', 'Agent', 'ai_tool'],
				]),
			);
		},
	};
}
