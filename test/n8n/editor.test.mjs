/**
 * The package in n8n's editor, in a browser: what a person sees, types and reads. Screenshots lie in
 * .cache/screenshots afterwards.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { startInstance } from '../../scripts/demo/instance.mjs';
import { checkout } from '../../scripts/lib/paths.mjs';
import { waitFor } from '../../scripts/lib/waiting.mjs';
import { hasEnded } from '../../scripts/n8n/client.mjs';
import { node, packageName } from '../../scripts/n8n/workflow.mjs';
import { editorOfCredential, editorOfTrigger } from './editorOfTrigger.mjs';
import { openEditor } from './editorPage.mjs';
import { eventually } from './eventually.mjs';
import { packedFor } from './tarball.mjs';

const bank = { __rl: true, mode: 'list', value: '000013', cachedResultName: 'Guaranty Trust Bank' };
const toBank = { resource: 'withdrawal', operation: 'toBankAccount' };

/** @type {import('../../scripts/demo/instance.mjs').Instance} */
let instance;
/** @type {import('./editorPage.mjs').Editor} */
let editor;
/** n8n, the editor and so on for the tests in other files, filled in before the first test. */
const world = /** @type {import('./editorOfTrigger.mjs').World} */ ({});
/** The built description of the action node. @type {any} */
let description;

before(async () => {
	const tarball = await packedFor('editor');
	instance = await startInstance({ tarball });
	const { Mavapay } = createRequire(import.meta.url)(`${checkout}/dist/nodes/Mavapay/Mavapay.node.js`);
	({ description } = new Mavapay());
	editor = await openEditor({ url: instance.n8n.url, owner: instance.owner });
	Object.assign(world, { instance, editor });
});
after(async () => {
	await editor?.close();
	await instance?.dispose();
});

/** @param {string} to */
const leadsTo = (to) => ({ main: [[{ node: to, type: 'main', index: 0 }]] });

/** Imports a workflow with three nodes: a manual trigger, our node and one after it. @param {object} parameters */
async function importAction(parameters) {
	const credentials = { mavapayApi: instance.credential };
	const { id } = await instance.client.importWorkflow(
		{
			name: `Pay ${randomUUID().slice(0, 8)}`,
			nodes: [
				node('Start', 'n8n-nodes-base.manualTrigger', {}),
				node('Pay', `${packageName}.mavapay`, parameters, { position: [260, 0], credentials }),
				node('After', 'n8n-nodes-base.set', { options: {} }, { typeVersion: 3.4, position: [520, 0] }),
			],
			connections: { Start: leadsTo('Pay'), Pay: leadsTo('After') },
		},
		credentials,
	);
	return id;
}

test('the list of nodes finds Mavapay, with its actions and the events that can trigger', async () => {
	const actions = description.properties
		.filter((/** @type {any} */ { name }) => name === 'operation')
		.flatMap((/** @type {any} */ { options }) => options.map((/** @type {any} */ { action }) => action));
	assert.equal(new Set(actions).size, actions.length);
	await editor.searchNodes('mavapay');
	await editor.nodeChoices().getByText('Mavapay', { exact: true }).click();
	await editor.page.getByText('Triggers (4)').waitFor();
	for (const event of ['On any event', 'On payment link settled', 'On payment received', 'On payment sent']) {
		await editor.nodeChoices().getByText(event, { exact: true }).waitFor();
	}
	await editor.page.getByText(`Actions (${actions.length})`).click();
	await editor.nodeChoices().getByText('Withdraw to bank account', { exact: true }).waitFor();
	await editor.shoot('node-list');
	await eventually(async () => {
		const shown = await editor.nodeChoices().allInnerTexts();
		assert.deepEqual(
			actions.filter((/** @type {string} */ action) => !shown.includes(action)),
			[],
		);
	});
	await editor.nodeChoices().getByText('Withdraw to bank account', { exact: true }).click();
	await editor.panel.waitFor();
	await editor.shows('resource', 'Withdrawal');
	await editor.shows('operation', 'To Bank Account');
});

describe("the panel of 'Withdraw to bank account'", () => {
	before(async () => editor.openWorkflow(await importAction(toBank), 'Pay'));

	test('shows what a payout needs, in this order, without the options', async () => {
		await editor.shoot('bank-account');
		const expected = [
			'Resource',
			'Operation',
			'Bank',
			'Account Number',
			'Amount',
			'Amount Unit',
			'Payout Reference',
			'Expected Account Name',
			'Supplier',
			'New Payees',
			'Maximum Amount',
			'Minimum Target Amount',
			'Maximum Total',
			'Validate Only',
			'Approval Digest',
			'Approved By',
			'Left Out',
			'Simplify',
			'Options',
		];
		await eventually(async () => {
			const labels = await editor.panel
				.locator('[data-test-id=node-parameters] [data-test-id=input-label]:visible label')
				.allInnerTexts();
			// After some labels comes the switch between a fixed value and an expression: only the first line is the label.
			assert.deepEqual(
				labels.map((label) => label.split('\n')[0]).filter((label) => label !== ''),
				expected,
			);
		});
		await editor
			.parameter('payoutReference')
			.getByText('Kept per workflow; copies and sub-workflows have their own record')
			.first()
			.waitFor();
	});

	test('says what the amount means, in kobo or in naira, and keeps it when the unit is changed', async () => {
		await editor.parameter('amount').getByText("Its meaning depends on 'Amount Unit'").waitFor();
		await editor.input('amount').fill('250000');
		await editor.choose('amountUnit', 'Kobo');
		await editor.parameter('amount').getByText('In kobo: 500000 means 5,000.00 NGN').waitFor();
		await editor.choose('amountUnit', 'Naira, with decimals');
		await editor.parameter('amount').getByText('In naira: 5000 means 5,000.00 NGN').waitFor();
		await eventually(async () => assert.equal(await editor.parameter('amount').count(), 1));
		await editor.shows('amount', '250000');
		await editor.shoot('amount-in-naira');
		await editor.choose('amountUnit', 'Kobo');
		await editor.parameter('amount').getByText('In kobo').waitFor();
		await editor.shows('amount', '250000');
	});

	test('keeps the amount for another operation', async () => {
		await editor.choose('operation', 'To Stablecoin');
		await editor.parameter('amount').getByText('In USDT cents: 500000 means 5,000.00 USDT').waitFor();
		await editor.shows('amount', '250000');
		await editor.shoot('stablecoin');
		await editor.choose('operation', 'To Bank Account');
		await editor.parameter('amount').getByText('In kobo').waitFor();
		await editor.shows('amount', '250000');
	});

	test('lists the banks of the service, finds one by its name, and takes it', async () => {
		await editor.openList('bank');
		await editor.shoot('banks');
		const { baseUrl, keys } = instance.sandbox;
		const answer = await fetch(`${baseUrl}/bank/bankcode?country=NG`, { headers: { 'X-API-KEY': keys.read } });
		const { data } = await answer.json();
		const names = data.map((/** @type {any} */ { bankName }) => bankName);
		await eventually(async () => assert.deepEqual((await editor.listItems().allInnerTexts()).sort(), names.sort()));
		await editor.searchList('guaranty');
		await eventually(async () => assert.deepEqual(await editor.listItems().allInnerTexts(), ['Guaranty Trust Bank']));
		await editor.listItems().click();
		const chosen = editor.parameter('bank').locator('[data-test-id=rlc-input] input, input[data-test-id=rlc-input]');
		await eventually(async () => assert.equal(await chosen.inputValue(), 'Guaranty Trust Bank'));
	});

	test('offers the options of a payout', async () => {
		await editor.offers([
			'Account Name',
			'Allow Repeats',
			'Also Refused',
			'Bank Name',
			'If Already Recorded',
			'Include Input Fields',
			'On Unknown Outcome',
			'Payouts in Parallel',
			'Skip Checks',
			'Timeout',
			'Without Name Enquiry',
		]);
	});
});

describe('a payout run from the panel', () => {
	let workflowId = '';
	before(async () => {
		const accountNumber = '0123456789';
		workflowId = await importAction({
			...toBank,
			amount: '250000',
			amountUnit: 'minor',
			bank,
			accountNumber,
			payoutReference: 'INV-EDITOR-1',
		});
		await editor.openWorkflow(workflowId, 'Pay');
	});

	test('shows its payout alone, accepted, in a table', async () => {
		await editor.executeStep();
		await editor.output.getByText('INV-EDITOR-1').waitFor();
		await editor.shoot('paid');
		await eventually(async () => {
			const columns = (await editor.output.locator('th').allInnerTexts())
				.map((text) => text.trim())
				.filter((text) => text !== '');
			assert.deepEqual(columns, ['payout']);
			const row = await editor.output.locator('tbody').innerText();
			assert.match(row, /outcome:\s*accepted/);
			assert.match(row, /major:\s*2500\.00/);
		});
		await editor.picture('payout');
	});

	test('shows why it does not pay once more, in our own words', async () => {
		await editor.executeStep();
		const heading = editor.output.getByText(/^Already paid: 2,500\.00 NGN/);
		await heading.waitFor();
		await editor.output.getByText(/this workflow already paid this payout reference/).waitFor();
		await editor.shoot('not-paid-again');
		// The panel shows the error before n8n has stored the execution.
		const { data } = await waitFor(
			'the second run to be stored',
			async () => (await instance.client.executions(workflowId)).filter(({ status }) => hasEnded(status))[1],
		);
		const stored = data?.resultData?.error;
		assert.match(stored?.description ?? '', /already paid this payout reference/);
		await eventually(async () => assert.equal((await heading.innerText()).trim(), stored?.message));
		const payouts = (await instance.sandbox.ledger()).filter(({ kind }) => kind === 'payout');
		assert.equal(payouts.length, 1);
	});
});

describe('what people do around a payout', () => {
	const accountNumber = '0123456789';
	const payment = { amount: '260000', amountUnit: 'minor', bank, accountNumber, payoutReference: 'INV-EDITOR-2' };
	/** Imports two nodes, one after the other. @param {object} first @param {object} second */
	async function importPair(first, second) {
		const credentials = { mavapayApi: instance.credential };
		const type = `${packageName}.mavapay`;
		const { id } = await instance.client.importWorkflow(
			{
				name: `Pair ${randomUUID().slice(0, 8)}`,
				nodes: [
					node('Start', 'n8n-nodes-base.manualTrigger', {}),
					node('First', type, first, { position: [260, 0], credentials }),
					node('Second', type, second, { position: [520, 0], credentials }),
				],
				connections: { Start: leadsTo('First'), First: leadsTo('Second') },
			},
			credentials,
		);
		return id;
	}

	test('Prepare has the fields of each payment, and shows what would be paid', async () => {
		await editor.openWorkflow(
			await importAction({ resource: 'prepare', operation: 'toBankAccount', ...payment }),
			'Pay',
		);
		await editor.parameter('amount').getByText('In kobo: 500000 means 5,000.00 NGN').waitFor();
		await eventually(async () => assert.equal(await editor.parameter('approvalDigest').count(), 0));
		await editor.executeStep();
		await editor.output.getByText('ready', { exact: true }).first().waitFor();
		await editor.picture('prepare', 'wallet');
		await eventually(async () =>
			assert.match(await editor.output.locator('tbody').innerText(), /ADAEZE CHIOMA OKAFOR/),
		);
		await editor.choose('operation', 'To Stablecoin');
		await editor.parameter('amount').getByText('In USDT cents').waitFor();
		await eventually(async () => assert.equal(await editor.parameter('accountNumber').count(), 0));
		await editor.choose('operation', 'Swap Currencies');
		await editor.parameter('sendTo').waitFor();
		const ledger = await instance.sandbox.ledger();
		assert.equal(ledger.filter(({ kind, amount }) => kind === 'payout' && String(amount) === '260000').length, 0);
	});

	test('Summarize says it in a text for a message', async () => {
		await editor.openWorkflow(
			await importPair(
				{ resource: 'prepare', operation: 'toBankAccount', ...payment },
				{ resource: 'payout', operation: 'summarize', simplify: false },
			),
			'Second',
		);
		await editor.executeStep();
		await editor.output
			.getByText(/1 payout to approve: 2,600\.00 NGN/)
			.first()
			.waitFor();
	});

	test('Resolve asks what became of a payment whose answer was lost', async () => {
		const credentials = { mavapayApi: instance.credential };
		const type = `${packageName}.mavapay`;
		const amount = { amount: '270000', amountUnit: 'minor' };
		const lost = { ...toBank, ...amount, bank, accountNumber, payoutReference: 'INV-LOST' };
		const sentAfter = new Date(Date.now() - 3_600_000).toISOString();
		const resolve = {
			resource: 'payoutReference',
			operation: 'resolve',
			simplify: false,
			reference: 'INV-LOST',
			lookUpBy: 'payee',
			value: accountNumber,
			...amount,
			sentAfter,
		};
		const { id } = await instance.client.importWorkflow(
			{
				name: 'Pay and resolve',
				nodes: [
					node('Start', 'n8n-nodes-base.manualTrigger', {}),
					node('Pay', type, lost, { position: [260, 0], credentials }),
					node('Resolve', type, resolve, { position: [260, 200], credentials }),
				],
				connections: { Start: { main: [['Pay', 'Resolve'].map((name) => ({ node: name, type: 'main', index: 0 }))] } },
			},
			credentials,
		);
		await instance.sandbox.control('POST', '/faults', {
			match: { method: 'POST', path: '/withdraw' },
			fault: { kind: 'dropAfter' },
		});
		await editor.openWorkflow(id, 'Pay');
		await editor.executeStep();
		await editor.output
			.getByText(/^May have been paid: 2,700\.00 NGN/)
			.first()
			.waitFor();
		await editor.output.getByText(/[Aa]dd 'Payout Reference: Resolve' next to this node/).waitFor();
		await editor.shoot('unknown');
		await instance.sandbox.control('DELETE', '/faults');
		await instance.sandbox.settleAll();
		await editor.closePanel();
		await editor.openNode('Resolve');
		await editor.executeStep();
		await editor.output.getByText('likelyPaid', { exact: true }).waitFor();
		await editor.picture('resolve', 'candidates');
	});

	test('Get New lists what no webhook told, and says that a run by hand marks nothing', async () => {
		await instance.sandbox.settleAll();
		await editor.openWorkflow(
			await importAction({ resource: 'transaction', operation: 'getNew', simplify: false }),
			'Pay',
		);
		await editor.executeStep();
		await editor.output.getByText('payment.sent').first().waitFor();
		await editor.picture('get-new', 'data');
	});

	test('Reconcile shows an expected row beside the transaction that paid it', async () => {
		const [from, to] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)].map((date) =>
			date.toISOString(),
		);
		const expected = {
			period: 'between',
			from,
			to,
			amount: '250000',
			amountUnit: 'minor',
			payee: accountNumber,
			date: from,
		};
		await instance.sandbox.settleAll();
		await editor.openWorkflow(
			await importAction({ resource: 'transaction', operation: 'reconcile', ...expected }),
			'Pay',
		);
		await editor.executeStep();
		await editor.output.getByText('matched', { exact: true }).first().waitFor();
		await editor.picture('reconcile', 'feesMajor');
	});
});

test('the node behind a payout can be filled in before anything has run', async () => {
	await editor.openWorkflow(await importAction(toBank), 'After');
	const input = editor.panel.locator('[data-test-id=ndv-input-panel]');
	await input.getByText('Usually outputs the following fields').waitFor();
	await editor.shoot('preview');
	const expected = [
		'payout',
		'outcome',
		'amount',
		'currency',
		'reference',
		'transactionId',
		'replayed',
		'major',
		'minor',
	];
	await eventually(async () => {
		const fields = (await input.innerText()).split('\n').map((line) => line.trim());
		assert.deepEqual(
			expected.filter((field) => !fields.includes(field)),
			[],
		);
	});
});

editorOfCredential(world);

editorOfTrigger(world);

test('the icons are there, for light and for dark', async () => {
	for (const [colorScheme, file] of /** @type {const} */ ([
		['light', 'mavapay.svg'],
		['dark', 'mavapay.dark.svg'],
	])) {
		await editor.page.emulateMedia({ colorScheme });
		await editor.openWorkflow(await importAction(toBank));
		const icon = editor.node('Pay').locator(`img[src$="/${file}"]`);
		await icon.waitFor();
		await editor.shoot(`canvas-${colorScheme}`);
		const width = () => icon.evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth);
		await eventually(async () => assert.ok((await width()) > 0, `${file} is not drawn`));
	}
});

test('nothing was asked of another machine, but for what n8n itself asks about a community package', () => {
	// n8n's list of nodes looks up every community package in the npm registry.
	const others = editor.foreign.filter((url) => new URL(url).pathname !== `/${packageName}`);
	assert.deepEqual(others, []);
});
