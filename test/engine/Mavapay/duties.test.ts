/** Separate duties: a key with the role READ prepares payments, a key with the role WRITE pays them. */
import type { INodeParameters } from 'n8n-workflow';
import { at } from '../../cases/case';
import { saidBy } from '../../harness/engine';
import { pay, prepare, ROWS } from '../../harness/engine/approval';
import { json, run, surroundings, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const withKey = async (role: 'read' | 'write', parameters: INodeParameters) =>
	await run(service.sandbox, parameters, {
		...surroundings(service.sandbox, { apiKey: service.sandbox.keys[role] }),
		items: ROWS.slice(0, 1),
	});

test('a READ key prepares, and may not pay; its error says which key may, and that nothing was paid', async () => {
	const { sandbox } = service;
	const prepared = await withKey('read', prepare());
	expect(at(json(prepared.success)[0], 'prepared', 'status')).toBe('ready');
	const refused = await withKey('read', pay(''));
	expect(saidBy(refused.nodeError)).toMatch(/^API key not allowed: /);
	expect(sandbox.ledger.payouts()).toEqual([]);
	const paid = await withKey('write', pay(''));
	expect(at(json(paid.success)[0], 'payout', 'outcome')).toBe('accepted');
});

test.each([
	{ onError: 'stopWorkflow', asked: 1 },
	{ onError: 'continueRegularOutput', asked: 3 },
] as const)(
	'a READ key at a list is refused at its first payment where a failure stops, and otherwise row by row: %o',
	async ({ onError, asked }) => {
		const { sandbox } = service;
		const payAll = (role: 'read' | 'write') =>
			run(sandbox, pay(''), {
				...surroundings(sandbox, { apiKey: sandbox.keys[role] }),
				items: ROWS,
				onError,
			});
		const { nodeError, success } = await payAll('read');
		expect(sandbox.requests.filter(({ path }) => path === '/withdraw')).toHaveLength(asked);
		expect(sandbox.ledger.payouts()).toEqual([]);
		if (onError === 'stopWorkflow') expect(saidBy(nodeError)).toMatch(/^API key not allowed: /);
		else
			expect(json(success).map((item) => [at(item, 'details', 'cause'), at(item, 'details', 'outcome')])).toEqual(
				ROWS.map(() => ['forbidden', 'rejected']),
			);
		// The refused references can still be paid with the WRITE key.
		expect(json((await payAll('write')).success).map((item) => at(item, 'payout', 'outcome'))).toEqual(
			ROWS.map(() => 'accepted'),
		);
	},
);

/** With Execute Once, n8n gives a node only the first item. */
test.each([
	['a payment', pay(''), 'stopWorkflow'],
	['a payment', pay(''), 'continueRegularOutput'],
	['Prepare', prepare(), 'stopWorkflow'],
	['Prepare', prepare(), 'continueRegularOutput'],
	['Summarize', { resource: 'payout', operation: 'summarize' }, 'continueRegularOutput'],
	['Read File', { resource: 'payout', operation: 'readFile' }, 'continueRegularOutput'],
] as const)('%s with Execute Once leaves no row out in silence: %#', async (_, parameters, onError) => {
	const { sandbox } = service;
	const { nodeError, success } = await run(sandbox, parameters, { items: ROWS, onError, executeOnce: true });
	const said = saidBy(nodeError) ?? String(success[0]?.json.error);
	expect(said).toBe(
		"'Execute Once' leaves out all items but the first. Nothing was sent. Turn off 'Execute Once' in this node's settings, then run it again.",
	);
	expect(success).toHaveLength(onError === 'stopWorkflow' ? 0 : 1);
	expect(sandbox.requests).toEqual([]);
});

test('what reads, with Execute Once, reads once', async () => {
	const { success } = await run(
		service.sandbox,
		{ resource: 'wallet', operation: 'getAll', simplify: false },
		{ items: ROWS, executeOnce: true },
	);
	expect(service.sandbox.requests).toHaveLength(1);
	expect(success[0]?.json).not.toHaveProperty('error');
});
