/** An outsider's attempts against the rules of payments: docs/why/promises.md. The ledger shows what was paid. */
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { bankPayout } from '../../cases/withdrawal';
import { json, outcomeOf, run, settle, useSandbox } from '../../harness/engine/mavapay';
import { HIT, runFaulty } from '../../harness/engine/threeItems';
import { timesPaid } from '../../harness/engine/threeOutcomes';

const service = useSandbox();
const paid = () => service.sandbox.ledger.payouts().length;

const pay = async () => {
	const { success } = await runFaulty(service.sandbox, 'pay', 'continueRegularOutput', { items: [{ id: HIT }] });
	return outcomeOf(success[0]?.json);
};
const NO_MONEY = 'Insufficient balance';

test.each<[number, unknown]>([
	[200, { status: 'queued' }],
	[400, { status: 'error', message: NO_MONEY, data: { id: 'a', status: 'PENDING' } }],
])(
	'an answer that no service has given yet, %d %j: the payment it was given for is not made again',
	async (status, body) => {
		service.sandbox.faults.add({
			match: { times: 1 },
			fault: { kind: 'status', status, body: z.json().parse(body), effect: true },
		});
		expect([await pay(), await pay()]).toEqual(['unknown', 'unknown']);
		expect(timesPaid(service.sandbox)).toEqual([0, 1, 0]);
	},
);

test.each([
	[400, { status: 'error', message: NO_MONEY, transactionId: 'tx-0a1b' }],
	[200, { status: 'queued', data: { id: 'tx-0a1b' } }],
])('the ID of a transaction in an answer that leaves it open is told: %d %j', async (status, body) => {
	service.sandbox.faults.add({
		match: {},
		fault: { kind: 'status', status, body: z.json().parse(body), effect: true },
	});
	const { success } = await runFaulty(service.sandbox, 'pay', 'continueRegularOutput', { items: [{ id: HIT }] });
	expect(success[0]?.json.message).toMatch(/^May have been paid: .*tx-0a1b/);
});

test.each([
	{ data: [{ id: 'tx-0a1b' }, { id: 'tx-2' }] },
	{ data: 'tx-0a1b' },
	{ message: 'taken', transactionId: 'tx-0a1b' },
	{ data: { transaction: { id: 'tx-0a1b' } } },
])('a payment that is accepted with its ID at another place, %j: nothing of that is lost', async (more) => {
	for (const place of [1, 2]) {
		const text = JSON.stringify({ status: 'ok', ...more }).replace('0a1b', `0a${place}b`);
		const fault = { kind: 'status', status: 200, body: z.json().parse(JSON.parse(text)), effect: true } as const;
		service.sandbox.faults.add({ match: { times: 1 }, fault });
	}
	const pays = async (id: string, options: INodeParameters) =>
		await runFaulty(service.sandbox, 'pay', 'continueRegularOutput', { items: [{ id }], options });
	const plain = await pays('1', {});
	expect(JSON.stringify(plain.success[0]?.json)).toContain('tx-0a1b');
	const [row] = json((await pays('2', { includeInputFields: true })).success);
	expect(row).toMatchObject({ payoutOutcome: 'accepted', payoutTransactionId: '' });
	expect(row?.payoutMessage).toMatch(/^Mavapay accepted it and named no transaction\. Its response: .*tx-0a2b/);
});

test.each([
	['was rejected', { kind: 'status', status: 400, message: 'Invalid account number or bank code' }],
	['failed', { kind: 'status', status: 200, body: { status: 'ok', data: { id: 'tx-0a1b', status: 'FAILED' } } }],
] as const)(
	'of two payees under one reference the first %s: the second one is told nothing of that',
	async (_, fault) => {
		service.sandbox.faults.add({ match: { path: '/withdraw', times: 1 }, fault });
		const parameters = {
			...bankPayout,
			accountNumber: '={{ $json.to }}',
		};
		const options = { includeInputFields: true };
		const items = [{ to: '0123456781' }, { to: '0123456782' }];
		const { success } = await run(
			service.sandbox,
			{ ...parameters, options },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(json(success)[1]).toMatchObject({
			payoutOutcome: 'rejected',
			payoutCause: 'referenceReused',
			payoutTransactionId: '',
			payoutClaim: '',
			payoutMessage: expect.stringContaining('to account 0123456782 '),
		});
		expect(paid()).toBe(0);
	},
);

test('the link in a mail that is clicked again, after the payment was sent again', async () => {
	const drop = () => service.sandbox.faults.add({ match: { times: 1 }, fault: { kind: 'dropAfter' } });
	const about = { resource: 'payoutReference', reference: HIT };
	service.sandbox.faults.add({ match: { times: 1 }, fault: { kind: 'dropBefore' } });
	expect(await pay()).toBe('unknown');
	const [found] = (await run(service.sandbox, { ...about, operation: 'check' })).success;
	const link = { ...about, operation: 'release', claim: String(found?.json.claim), options: { releaseEarly: true } };
	const first = await run(service.sandbox, link);
	expect(json(first.success)).toMatchObject([{ released: true }]);
	drop();
	expect(await pay()).toBe('unknown');
	const again = await run(service.sandbox, link);
	expect(String(again.nodeError?.message)).toMatch(/^Not released: .* was used for a later payment/);
	expect(String(again.nodeError?.description)).not.toContain('outcome');
	expect(await pay()).toBe('unknown');
	expect(timesPaid(service.sandbox)).toEqual([0, 1, 0]);
	await settle(service.sandbox, 'markPaid', HIT);
	expect(await pay()).toBe('rejected');
});
