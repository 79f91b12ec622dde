/**
 * An AI agent with a payment tool on a real n8n: what n8n tells the model, n8n's human review of the tool's calls, by
 * mail, and the limits behind it. The model's answers are written down; the sandbox's ledger is the judge.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startInstance } from '../../scripts/demo/instance.mjs';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { withoutEditor } from '../../scripts/n8n/environment.mjs';
import { linkIn, open, startMailServer } from './mailServer.mjs';
import { startScriptedModel } from './scriptedModel.mjs';
import { packedFor } from './tarball.mjs';

const ada = '0123456789';

/** @type {import('../../scripts/demo/instance.mjs').Instance} */
let instance;
/** @type {Awaited<ReturnType<typeof startScriptedModel>>} */
let model;
/** @type {Awaited<ReturnType<typeof startMailServer>>} */
let mailbox;
let workflowId = '';

before(async () => {
	const tarball = await packedFor('agent');
	[model, mailbox, instance] = await Promise.all([
		startScriptedModel(),
		startMailServer(),
		startInstance({ tarball }, { env: withoutEditor }),
	]);
	workflowId = await importAgent();
});
after(async () => {
	await instance?.dispose();
	await Promise.all([model?.stop(), mailbox?.stop()]);
});

async function importAgent() {
	const { client, credential } = instance;
	const openAiApi = await client.createCredential({
		name: 'Scripted model',
		type: 'openAiApi',
		data: { apiKey: 'none', url: model.url },
	});
	const smtp = await client.createCredential({ name: 'Mailbox', type: 'smtp', data: mailbox.credential });
	const fromModel = (/** @type {string} */ name) => `={{ $fromAI('${name}', 'As the bill says', 'string') }}`;
	const message = '=Pay with {{ $tool.name }}? {{ JSON.stringify($tool.parameters) }}';
	const payment = {
		...{
			resource: 'withdrawal',
			operation: 'toBankAccount',
			amount: fromModel('amount'),
			amountUnit: 'minor',
		},
		...{
			bank: { __rl: true, mode: 'id', value: '000013' },
			accountNumber: fromModel('account'),
			referencePrefix: 'agent',
		},
		...{
			allowedPayees: `000013:${ada} max 400000 until 2999-12-31`,
			maximumAmount: '500000',
			maximumTotal: '800000',
			paymentsPerDay: '2',
			options: {},
		},
	};
	const nodes = [
		node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
		node('Agent', '@n8n/n8n-nodes-langchain.agent', 3, { promptType: 'define', text: 'Pay the bill', options: {} }),
		node(
			'Model',
			'@n8n/n8n-nodes-langchain.lmChatOpenAi',
			1.2,
			{ model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
			{ openAiApi },
		),
		node('Review', 'n8n-nodes-base.emailSendHitlTool', 2.1, review(message), { smtp }),
		node('Pay a Bill', 'n8n-nodes-mavapay.mavapayTool', 1, payment, { mavapayApi: credential }),
	];
	const to = (/** @type {string} */ name, type = 'main') => ({ [type]: [[{ node: name, type, index: 0 }]] });
	const connections = {
		Start: to('Agent'),
		Model: to('Agent', 'ai_languageModel'),
		Review: to('Agent', 'ai_tool'),
		'Pay a Bill': to('Review', 'ai_tool'),
	};
	const { id } = await client.importWorkflow({ name: 'Agent', nodes, connections, settings: { executionOrder: 'v1' } });
	return id;
}

/** @param {string} name @param {string} type @param {number} typeVersion @param {object} parameters @param {object} [credentials] */
function node(name, type, typeVersion, parameters, credentials = {}) {
	return {
		id: randomUUID(),
		webhookId: randomUUID(),
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters,
		credentials,
	};
}

/** @param {string} message */
const review = (message) => ({
	...{ fromEmail: 'agent@example.com', toEmail: 'boss@example.com', subject: 'Approve a payment', message },
	approvalOptions: { values: { approvalType: 'double' } },
	options: {},
});

/**
 * The model asks for a payment, and a person decides.
 *
 * @param {{amount: string, account?: string, reason?: string, approved: boolean}} order
 */
async function askAndDecide({ amount, account = ada, reason = 'Bill 7', approved }) {
	const toolParameters = { amount, account, Reason: reason };
	model.answers({ calls: [{ name: 'Pay_a_Bill', input: { toolParameters, hitlParameters: {} } }] }, { says: 'Done.' });
	const executionId = await instance.client.startRun(workflowId, 'Start');
	await waitFor('the execution to wait for a person', async () =>
		(await instance.client.execution(executionId))?.status === 'waiting' ? true : undefined,
	);
	const mail = await mailbox.next(/^Approve a payment$/);
	const before = await paid();
	assert.equal((await open(linkIn(mail, approved ? 'Approve' : 'Decline'))).status, 200);
	const { status } = await instance.client.waitForExecution(executionId);
	assert.equal(status, 'success');
	const told = String(model.asked.at(-1)?.messages.at(-1)?.content);
	return { mail: mail.text, before, after: await paid(), told };
}

/** What the ledger has, as "account amount". */
async function paid() {
	const { entries } = await (await fetch(`${instance.sandbox.controlUrl}/ledger?kind=payout`)).json();
	return entries.map(
		(/** @type {{destination: string, amount: string}} */ { destination, amount }) => `${destination} ${amount}`,
	);
}

test('nothing is paid before a person approves, who sees what the model asked for; then it is', async () => {
	const reason = 'Ada asked for it: bill 7';
	const { mail, before: waiting, after: done, told } = await askAndDecide({ amount: '250000', reason, approved: true });
	assert.match(
		mail,
		/Pay with Pay_a_Bill\? {"amount":"250000","account":"0123456789","Reason":"Ada asked for it: bill 7"}/,
	);
	assert.deepEqual([waiting, done], [[], [`${ada} 250000`]]);
	assert.match(told, /"outcome":"accepted"/);
	assert.match(told, /"reason":"Ada asked for it: bill 7"/);
});

test('n8n tells the model that a reason is required, and one without content pays nothing', async () => {
	const { toolParameters } = model.asked[0].tools[0].function.parameters.properties;
	assert.ok(toolParameters.required.includes('Reason'));
	assert.match(toolParameters.properties.Reason.description, /Who asked for this payment/);
	const { after: done, told } = await askAndDecide({ amount: '250005', reason: ' ', approved: true });
	assert.match(told, /'Reason' is empty.*Say who asked for this payment/);
	assert.deepEqual(done, [`${ada} 250000`]);
});

test('n8n tells the model what the node says of itself', () => {
	const [tool] = model.asked[0].tools;
	assert.equal(tool.function.name, 'Pay_a_Bill');
	assert.match(
		tool.function.description,
		/^Withdraw to bank account in Mavapay\..*can't be undone.*limits for a payment, an execution and a day.*outcome is unknown/,
	);
});

test('what a person declines is not paid', async () => {
	const { after: done, told } = await askAndDecide({ amount: '250001', approved: false });
	assert.deepEqual(done, [`${ada} 250000`]);
	assert.match(told, /rejected the tool call/);
});

test('an approval lifts no limit: the list, the amount, the same payment, the day', async () => {
	const stranger = await askAndDecide({ amount: '250000', account: '0149200000', approved: true });
	assert.match(stranger.told, /Payee not allowed: .*Don't call this tool again for this payee/);
	const tooMuch = await askAndDecide({ amount: '500001', approved: true });
	assert.match(tooMuch.told, /Limit exceeded: .*'Maximum Amount'/);
	const overCap = await askAndDecide({ amount: '400001', approved: true });
	assert.match(overCap.told, /Limit exceeded: .*the payee's line in 'Allowed Payees'/);
	const again = await askAndDecide({ amount: '250000', reason: 'Another bill', approved: true });
	assert.match(again.told, /Already paid: /);
	const second = await askAndDecide({ amount: '250002', approved: true });
	assert.match(second.told, /"outcome":"accepted"/);
	const third = await askAndDecide({ amount: '250003', approved: true });
	assert.match(third.told, /have made the 2 payments that 'Payments per Day' allows/);
	assert.deepEqual(third.after, [`${ada} 250000`, `${ada} 250002`]);
});
