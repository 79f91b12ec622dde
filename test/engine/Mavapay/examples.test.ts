/** How nodes of the examples handle odd data, with the parameters from the example files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { at } from '../../cases/case';
import { received, signed } from '../../harness/engine/documentedEvents';
import { connect, itemsSource, MANUAL_TRIGGER, node, runWorkflow, saidBy } from '../../harness/engine';
import { callTool, run, surroundings, TYPE_NAME, useSandbox } from '../../harness/engine/mavapay';
import { personOf } from '../../../sandbox/data/people';
import { triggerFor, useRows } from '../../harness/engine/mavapayTrigger';
import { N8n } from '../../harness/engine/triggerInN8n';

const service = useSandbox();

/** A node of an example, as it is in the file. */
function nodeOf(example: string, name: string): INode {
	const { nodes }: { nodes: INode[] } = JSON.parse(
		readFileSync(join(__dirname, `../../../examples/${example}.json`), 'utf8'),
	);
	const found = nodes.find((node) => node.name === name);
	if (found === undefined) throw new Error(`${example} has no node called ${name}.`);
	return found;
}

describe('nightly-reconciliation', () => {
	test('books a payment once that was pending first, and none that failed', async () => {
		await useRows();
		const { parameters } = nodeOf('nightly-reconciliation', 'Mavapay Trigger');
		const n8n = await N8n.start(
			triggerFor(service.sandbox, { parameters, credential: { webhookSigningSecret: 'a secret' } }),
		);
		for (const [id, status] of [
			['t1', 'PENDING'],
			['t1', 'SUCCESS'],
			['t2', 'FAILED'],
		]) {
			await n8n.deliver(signed(received('NGN', { id, status }), 'a secret'));
		}
		await n8n.close();
		expect(n8n.emitted.map(({ transactionId, status }) => `${transactionId} ${status}`)).toEqual(['t1 SUCCESS']);
	});

	test('and so does the net under the trigger', () => {
		expect(nodeOf('nightly-reconciliation', 'Missed by the webhook').parameters).toMatchObject({
			type: ['DEPOSIT'],
			status: ['SUCCESS'],
		});
	});

	test('says so in a month of which nothing is expected, rather than look at nothing', async () => {
		expect(nodeOf('nightly-reconciliation', 'Expected this month').alwaysOutputData).toBe(true);
		const { parameters } = nodeOf('nightly-reconciliation', 'Reconcile');
		// n8n's Always Output Data gives one empty item when a node finds nothing.
		const { nodeError } = await run(service.sandbox, parameters, { items: [{}] });
		expect(saidBy(nodeError)).toMatch(/^'Amount' has no value: the item has no column 'amountNgn'/);
	});
});

describe('unknown-payouts', () => {
	const { parameters, onError } = nodeOf('unknown-payouts', 'Pay');
	const pay = async (invoice: string) => {
		const items = [{ reference: 'LN-1', invoice, mostSatoshis: '30000', outcome: 'due' }];
		const { success } = await run(service.sandbox, parameters, {
			items,
			...(onError === undefined ? {} : { onError }),
		});
		return success[0]?.json.payoutOutcome;
	};

	test('a payment whose outcome was not written into its row is not written down as rejected the next day', async () => {
		const { invoice } = service.sandbox.makeInvoice({ amountMsat: '2500000' });
		expect([await pay(invoice), await pay(invoice)]).toEqual(['accepted', 'alreadyPaid']);
		expect(service.sandbox.ledger.payouts({})).toHaveLength(1);
	});

	test('nor one whose response was lost', async () => {
		const { invoice } = service.sandbox.makeInvoice({ amountMsat: '2500000' });
		service.sandbox.faults.add({ match: { method: 'POST', times: 1 }, fault: { kind: 'dropAfter' } });
		expect([await pay(invoice), await pay(invoice)]).toEqual(['unknown', 'unknown']);
	});
});

describe('payroll-with-error-mail', () => {
	const parameters = JSON.parse(
		JSON.stringify(nodeOf('payroll-with-error-mail', 'Pay').parameters).replaceAll(
			'$now',
			"DateTime.fromISO('2026-12-31T09:00:00Z')",
		),
	);
	const employee = { employee: 'E-01', bankCode: '000013', accountNumber: '0123456781', salaryNgn: '2500.00' };
	const pay = async (month: string) => {
		const { type, credentialTypes, credentials } = surroundings(service.sandbox);
		// A second payment of the same amount on one day would be refused as a repeat, so one salary is 50 kobo higher.
		const row = {
			...employee,
			salaryNgn: month === '2026-12' ? '2500.50' : employee.salaryNgn,
			name: personOf(employee.bankCode, employee.accountNumber),
		};
		const { error } = await runWorkflow({
			nodes: [
				node('Start', MANUAL_TRIGGER),
				node('Pay the list now', 'test.form'),
				node('Employees', 'test.employees'),
				node('Pay', TYPE_NAME, { parameters, credentials: { mavapayApi: { id: 'mavapayApi', name: 'mavapayApi' } } }),
			],
			connections: connect(['Start', 'Pay the list now'], ['Pay the list now', 'Employees'], ['Employees', 'Pay']),
			nodeTypes: {
				'test.form': itemsSource([{ Month: month }]),
				'test.employees': itemsSource([row]),
				[TYPE_NAME]: type,
			},
			credentialTypes,
			credentials,
		});
		return error?.message;
	};

	test('pays this month and the last one once, and nobody for another month, or one that is written in another way', async () => {
		expect(await pay('2026-11')).toBeUndefined();
		expect(await pay('2026-11')).toBeUndefined();
		for (const month of [
			'November 2026',
			'2026-11-01',
			'26-11',
			'2026-13',
			' 2026-11',
			'11/2026',
			'2025-11',
			'2062-11',
			'2026-10',
			'2027-01',
		])
			expect(await pay(month)).toMatch(/^'Payout Reference' is an expression that returned nothing/);
		expect(service.sandbox.ledger.payouts({})).toHaveLength(1);
		expect(await pay('2026-12')).toBeUndefined();
		expect(service.sandbox.ledger.payouts({})).toHaveLength(2);
	});
});

test.each([
	['nobody who is not on the list', '0149200000', '2700.00', /^Payee not allowed/],
	['nothing above the limit', '0123456789', '50000.01', /^Refused by a limit[^]*'Maximum Amount'/],
])('agent-with-human-review pays %s, whatever a person approves', async (_, account, amount, said) => {
	const { parameters } = nodeOf('agent-with-human-review', 'Pay a bill');
	const bill = { bankCode: '000013', account, amount };
	expect(await callTool(service.sandbox, 'engine', parameters, [bill])).toEqual([expect.stringMatching(said)]);
	expect(service.sandbox.ledger.payouts({})).toEqual([]);
});

describe('scheduled-payouts', () => {
	test('pays a row only where its way and its currency agree, and says so of any other', () => {
		const rules = at(nodeOf('scheduled-payouts', 'By way').parameters, 'rules', 'values');
		const asked = Array.isArray(rules) ? rules.map((rule) => at(rule, 'conditions')) : [];
		expect(
			asked.map((conditions) => {
				const list = at(conditions, 'conditions');
				return [at(conditions, 'combinator'), ...(Array.isArray(list) ? list.map((one) => one.rightValue) : [])];
			}),
		).toEqual([
			['and', 'bank', 'NGN'],
			['and', 'lightning', 'SAT'],
			['and', 'usdt', 'USDT'],
		]);
		expect(nodeOf('scheduled-payouts', 'By way').parameters.options).toMatchObject({ fallbackOutput: 'extra' });
	});
});
