/**
 * Where a payment may run, on a real n8n: refused where n8n discards the workflow with its record of payouts, paid
 * wherever the record outlives the run. The sandbox's ledger shows what was paid.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startInstance } from '../../scripts/demo/instance.mjs';
import { buildAndPack } from '../../scripts/lib/build.mjs';
import { checkout } from '../../scripts/lib/paths.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { itemsOf, ownConnection } from '../../scripts/n8n/client.mjs';
import { disabledModulesOf, withoutEditor } from '../../scripts/n8n/environment.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { node } from '../../scripts/n8n/workflow.mjs';
import { openMcpAccess } from './mcpClient.mjs';
import { paymentTool } from './mcpTool.mjs';
import { openChat } from './n8nChat.mjs';
import { startScriptedModel } from './scriptedModel.mjs';
import { lines, payment, waysToRun } from './waysToRun.mjs';

const call = (/** @type {string} */ name, amount = '300') => ({ calls: [{ name, input: { amount } }] });
const done = { says: 'Done.' };

let tarball = '';
before(async () => {
	tarball = (await buildAndPack(temporaryFolder('mavapay-where-'))).file;
});

/** The n8n versions to test. The oldest is only in the nightly tests, because it must be installed first. @type {import('../../scripts/n8n/install.mjs').Line[]} */
const tried = process.env.N8N_LONG === '1' ? ['newest', 'oldest'] : ['newest'];
for (const line of tried) {
	describe(`on the ${line} n8n`, () => suite(line));
}

/** @param {import('../../scripts/n8n/install.mjs').Line} line */
function suite(line) {
	/** @type {import('../../scripts/demo/instance.mjs').Instance} */
	let instance;
	/** @type {Awaited<ReturnType<typeof startScriptedModel>>} */
	let model;
	/** @type {ReturnType<typeof waysToRun>} */
	let ways;
	/** @type {Awaited<ReturnType<ReturnType<typeof waysToRun>['savePayment']>>} */
	let saved;
	/** @type {{id: string, name: string}} */
	let openRouterApi;

	before(async () => {
		const { n8n } = await ensureHarness(console.log, line);
		const env = {
			...withoutEditor,
			N8N_DISABLED_MODULES: disabledModulesOf(n8n, ['chat-hub', 'mcp']),
			// n8n 2.0 has this module, but does not load it by default.
			...(line === 'oldest' ? { N8N_ENABLED_MODULES: 'chat-hub' } : {}),
			// Nothing may reach the live deployment, whatever goes wrong.
			HTTPS_PROXY: 'http://127.0.0.1:9',
			...(line === 'newest'
				? {
						EXTERNAL_HOOK_FILES: join(checkout, 'test', 'n8n', 'insideN8n.cjs'),
						TEST_N8N_FOLDER: dirname(dirname(n8n)),
					}
				: {}),
		};
		[model, instance] = await Promise.all([startScriptedModel(), startInstance({ tarball }, { line, env })]);
		const { client, credential } = instance;
		const data = { apiKey: 'none', url: model.url };
		const openAi = await client.createCredential({ name: 'Scripted model', type: 'openAiApi', data });
		openRouterApi = await client.createCredential({ name: 'Scripted model', type: 'openRouterApi', data });
		ways = waysToRun({ client, credential, openAi, url: instance.n8n.url });
		saved = await ways.savePayment();
	});
	after(async () => {
		await instance?.dispose();
		await model?.stop();
	});

	/** On n8n 2.0, a failing tool ends an agent of version 3 before the model gets the error: this setting prevents it. */
	const telling = line === 'newest' ? {} : { onError: 'continueRegularOutput' };
	/** How many payouts the sandbox has made. */
	const paid = async () => (await instance.sandbox.control('GET', '/ledger?kind=payout')).entries.length;
	const told = () => String(model.asked.at(-1)?.messages.at(-1)?.content);
	/** @param {() => Promise<unknown>} act */
	async function paysOnce(act) {
		const before = await paid();
		await act();
		assert.equal((await paid()) - before, 1);
	}
	/** @param {() => Promise<unknown>} act */
	async function paysNothing(act) {
		const before = await paid();
		await act();
		assert.equal(await paid(), before);
	}
	/** @param {any} execution */
	const outcome = (execution) => itemsOf(execution, 'Pay')[0]?.payout?.outcome ?? execution.data?.resultData?.error;
	/** @param {any} execution */
	const refusal = (execution) =>
		execution.data?.resultData?.error?.description ?? JSON.stringify(execution.data?.resultData?.error);
	/** An execution of the saved workflow. @param {() => Promise<unknown>} start */
	async function executionOf(start) {
		const before = (await instance.client.executions(saved.id)).at(-1)?.id;
		await start();
		return await ways.newest(saved.id, before);
	}

	describe("n8n's own Chat", () => {
		const tool = (
			/** @type {string} */ name,
			/** @type {string} */ type,
			/** @type {object} */ parameters,
			more = {},
		) => node(name, type, parameters, more);
		const scripted = { provider: 'openRouter', model: 'scripted' };
		const chat = (/** @type {object[]} */ tools) =>
			openChat(
				{ client: instance.client, line, isDone: model.isDone },
				{ model: scripted, credentials: { openRouterApi }, tools },
			);

		test('a tool pays nothing, in four messages under one payment a day', async () => {
			const parameters = paymentTool({ paymentsPerDay: '1' });
			const credentials = { mavapayApi: instance.credential };
			const more = { credentials, ...telling };
			const conversation = await chat([tool('Pay', 'n8n-nodes-mavapay.mavapayTool', parameters, more)]);
			for (const message of ['Pay the bill of 3.00 USDT', 'Did you pay? Pay it.', 'Pay it', 'Try again']) {
				await paysNothing(async () => {
					model.answers(call('Pay'), done);
					await conversation.say(message);
				});
				assert.match(told(), /Nothing was sent or changed.*n8n's Chat discards its workflow.*\(Execution mode: chat\)/);
			}
		});

		const callWorkflow = (/** @type {object} */ source) =>
			tool('Call', '@n8n/n8n-nodes-langchain.toolWorkflow', { description: 'Pays', ...source }, { typeVersion: 2.2 });

		test('a sub-workflow that is defined in its caller pays nothing', async () => {
			const conversation = await chat([
				callWorkflow({ source: 'parameter', workflowJson: ways.inline({ onError: 'continueRegularOutput' }) }),
			]);
			await paysNothing(async () => {
				model.answers(call('Call'), done);
				await conversation.say('Pay');
			});
			assert.match(told(), /save this sub-workflow as a separate workflow/);
		});

		test('a sub-workflow that was saved pays', async () => {
			const source = { source: 'database', workflowId: { __rl: true, mode: 'id', value: saved.id } };
			const conversation = await chat([callWorkflow(source)]);
			await paysOnce(async () => {
				model.answers(call('Call'), done);
				await conversation.say('Pay');
			});
		});

		test("a workflow of one's own, published for it, pays once", async () => {
			const start = ways.trigger(
				'Message',
				'@n8n/n8n-nodes-langchain.chatTrigger',
				{ availableInChat: true, agentName: 'Payer', options: { responseMode: 'streaming' } },
				1.4,
			);
			const workflowId = await ways.saveAgent(3, start, telling);
			await instance.client.activate(workflowId);
			const conversation = await openChat(
				{ client: instance.client, line, isDone: model.isDone },
				{ model: { provider: 'n8n', workflowId } },
			);
			await paysOnce(async () => {
				for (const message of ['Pay', 'Pay it']) {
					model.answers(call('Pay', '301'), done);
					await conversation.say(message);
				}
			});
			assert.match(told(), /Already paid/);
		});
	});

	test("a client of n8n's MCP access runs a published Chat Trigger workflow, which pays once", async () => {
		const start = ways.trigger('Message', '@n8n/n8n-nodes-langchain.chatTrigger', { options: {} }, 1.1);
		const id = await ways.saveAgent(3, start, telling);
		await instance.client.activate(id);
		const mcp = await openMcpAccess({ client: instance.client, url: instance.n8n.url });
		const how =
			line === 'newest'
				? { executionMode: 'production', triggerNodeName: 'Message', inputs: { chatInput: 'Pay' } }
				: { inputs: { type: 'chat', chatInput: 'Pay' } };
		await paysOnce(async () => {
			for (const again of [false, true]) {
				const before = (await instance.client.executions(id)).at(-1)?.id;
				model.answers(call('Pay', '302'), done);
				await mcp.call('execute_workflow', { workflowId: id, ...how });
				const execution = await ways.newest(id, before);
				assert.equal(execution.mode, 'chat');
				assert.match(told(), again ? /Already paid/ : /"outcome":"accepted"/);
			}
		});
	});

	for (const [path, version] of /** @type {const} */ ([
		['engine', 3],
		['connection', 2.2],
	])) {
		test(`an agent pays on the ${path} path (version ${version})`, async () => {
			const id = await ways.saveAgent(version, ways.trigger('By hand', 'n8n-nodes-base.manualTrigger'));
			await paysOnce(async () => {
				model.answers(call('Pay'), done);
				await instance.client.run(id, 'By hand');
			});
		});
	}

	test('a tool that is tried in the editor pays', async () => {
		const id = await ways.saveAgent(3, ways.trigger('By hand', 'n8n-nodes-base.manualTrigger'));
		const workflowData = await instance.client.rest('GET', `/workflows/${id}`);
		await paysOnce(async () => {
			const { executionId } = await instance.client.rest('POST', `/workflows/${id}/run`, {
				...{
					workflowData,
					triggerToStartFrom: { name: 'By hand' },
					destinationNode: { nodeName: 'Pay', mode: 'inclusive' },
				},
				agentRequest: {
					query: line === 'newest' ? { Pay: { amount: '300' } } : { amount: '300' },
					tool: { name: 'Pay' },
				},
			});
			await instance.client.waitForExecution(String(executionId));
		});
	});

	test('a webhook, a form and a run by hand pay', async () => {
		await paysOnce(async () => assert.equal(outcome(await executionOf(() => saved.callWebhook({}))), 'accepted'));
		await paysOnce(async () => assert.equal(outcome(await executionOf(() => saved.sendForm())), 'accepted'));
		await paysOnce(async () => assert.equal(outcome(await instance.client.run(saved.id, 'By hand')), 'accepted'));
	});

	test('a partial run pays', async () => {
		const whole = await instance.client.run(saved.id, 'By hand');
		const workflowData = await instance.client.rest('GET', `/workflows/${saved.id}`);
		const runData = { 'By hand': whole.data?.resultData?.runData?.['By hand'] };
		await paysOnce(async () => {
			const { executionId } = await instance.client.rest('POST', `/workflows/${saved.id}/run`, {
				...{ workflowData, runData, destinationNode: { nodeName: 'Pay', mode: 'inclusive' }, dirtyNodeNames: ['Pay'] },
			});
			assert.equal(outcome(await instance.client.waitForExecution(String(executionId))), 'accepted');
		});
	});

	test("n8n's Retry pays what was refused before", async () => {
		const { sandbox, client } = instance;
		await sandbox.control('POST', '/faults', {
			match: { method: 'POST', path: '/withdraw/stablecoin' },
			fault: { kind: 'status', status: 401, body: { status: 'error', message: 'Unauthorized' } },
		});
		const failed = await executionOf(() => saved.callWebhook({}));
		await sandbox.control('DELETE', '/faults');
		assert.equal(failed.status, 'error');
		await paysOnce(async () => {
			const again = await client.waitForExecution(await client.retry(failed.id));
			assert.deepEqual([again.mode, outcome(again)], ['retry', 'accepted']);
		});
	});

	test('a sub-workflow and an error workflow pay', async () => {
		const source = { source: 'database', workflowId: { __rl: true, mode: 'id', value: saved.id } };
		await paysOnce(async () => assert.equal(outcome(await executionOf(() => ways.saveCaller(source))), 'accepted'));
		for (const itself of [false, true])
			await paysOnce(async () => assert.equal(outcome(await ways.failIntoPayment(itself)), 'accepted'));
	});

	test('a sub-workflow that is defined in its caller pays where n8n tells who began', async () => {
		const pays = line === 'newest' ? paysOnce : paysNothing;
		await pays(async () => {
			const id = await ways.saveCaller({ source: 'parameter', workflowJson: ways.inline() });
			const { status, ...execution } = await ways.newest(id);
			assert.equal(status, line === 'newest' ? 'success' : 'error');
			if (line === 'oldest') assert.match(refusal(execution), /save this sub-workflow as a separate workflow/);
		});
	});

	if (line === 'newest') insideN8n();

	/** Tests of n8n services that have no URL: a hook calls them inside n8n's process. */
	function insideN8n() {
		/** @param {string} service @param {object} body */
		async function ask(service, body) {
			const headers = { ...ownConnection, 'content-type': 'application/json' };
			const init = { method: 'POST', headers, body: JSON.stringify(body) };
			const answer = await fetch(`${instance.n8n.url}/test/${service}`, init);
			const text = await answer.text();
			assert.equal(answer.status, 200, text);
			return JSON.parse(text);
		}

		test("n8n's assistant pays nothing with a single node, nor with its form as a tool", async () => {
			const { id: projectId } = await instance.client.rest('GET', '/projects/personal');
			const credentials = { mavapayApi: instance.credential };
			const run = (/** @type {string} */ type, /** @type {object} */ parameters) =>
				ask('execute-node', {
					projectId,
					type: `n8n-nodes-mavapay.${type}`,
					version: 1,
					config: { parameters, credentials },
				});
			await paysNothing(async () => {
				const plain = await run('mavapay', payment());
				assert.match(JSON.stringify(plain), /connect a trigger or another node before this one.*mode: manual/);
				for (let time = 1; time <= 3; time += 1) {
					const tool = await run('mavapayTool', paymentTool({ amount: '300', paymentsPerDay: '1' }));
					assert.match(JSON.stringify(tool), /let an AI agent or an MCP client call this tool.*mode: manual/);
				}
			});
		});

		describe('an evaluation', () => {
			/** @param {{id: string, name: string}} credential @param {object[]} paying @param {string} name the node that pays */
			async function evaluate(credential, paying, name) {
				const { client } = instance;
				const { id: projectId } = await client.rest('GET', '/projects/personal');
				const tables = `/projects/${projectId}/data-tables`;
				const columns = [{ name: 'question', type: 'string' }];
				const table = await client.rest('POST', tables, { name: `Cases ${randomUUID().slice(0, 8)}`, columns });
				await client.rest('POST', `${tables}/${table.id}/insert`, { data: [{ question: 'Pay' }] });
				const dataTableId = { __rl: true, mode: 'id', value: table.id };
				const assignments = [{ id: randomUUID(), name: 'paid', value: 1, type: 'number' }];
				const metrics = { operation: 'setMetrics', metric: 'customMetrics', metrics: { assignments } };
				const id = await ways.save(
					'Evaluation',
					[
						ways.trigger('Case', 'n8n-nodes-base.evaluationTrigger', { source: 'dataTable', dataTableId }, 4.7),
						...paying.map((one) =>
							one.type.includes('mavapay') ? { ...one, credentials: { mavapayApi: credential } } : one,
						),
						node('Metrics', 'n8n-nodes-base.evaluation', metrics, { typeVersion: 4.7 }),
					],
					lines([
						['Case', name],
						[name, 'Metrics'],
					]),
				);
				await ask('run-evaluation', { workflowId: id });
				return (await instance.client.executions(id)).find((one) => one.mode === 'evaluation');
			}

			/** A credential for the live deployment with an invalid key. No request from this n8n can reach the live deployment. */
			const live = () =>
				instance.client.createCredential({
					name: 'Live',
					type: 'mavapayApi',
					data: { deployment: 'live', authentication: 'apiKey', apiKey: 'none' },
				});

			test('pays in the sandbox', async () => {
				await paysOnce(async () => {
					assert.equal(outcome(await evaluate(instance.credential, [ways.pay()], 'Pay')), 'accepted');
				});
			});

			test('is refused on live', async () => {
				const execution = await evaluate(await live(), [ways.pay()], 'Pay');
				assert.match(
					refusal(execution),
					/Nothing was sent or changed.*an evaluation would pay.*\(Execution mode: evaluation\)/,
				);
			});

			test('is refused on live in a sub-workflow too', async () => {
				const credential = await live();
				const nodes = [
					ways.trigger('Called', 'n8n-nodes-base.executeWorkflowTrigger', { inputSource: 'passthrough' }, 1.1),
					{ ...ways.pay(), credentials: { mavapayApi: credential } },
				];
				const subWorkflow = await ways.save('Sub-workflow', nodes, lines([['Called', 'Pay']]));
				await instance.client.activate(subWorkflow);
				const workflowId = { __rl: true, mode: 'id', value: subWorkflow };
				const call = node(
					'Call',
					'n8n-nodes-base.executeWorkflow',
					{ source: 'database', workflowId, mode: 'once', options: {} },
					{ typeVersion: 1.2 },
				);
				await waitFor('the sub-workflow', async () => {
					await evaluate(credential, [call], 'Call');
					return (await instance.client.executions(subWorkflow)).length > 0;
				});
				const [execution] = await instance.client.executions(subWorkflow);
				assert.match(refusal(execution), /an evaluation would pay.*\(Execution mode: integrated\)/);
			});
		});
	}
}
