/** Simplify, and Output for a tool, remove members from the output and from nothing else. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { at } from '../../cases/case';
import { bankPayout } from '../../cases/withdrawal';
import { callTool, json, run, summaryOf, TOOL_LIMITS, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const pay = async (more: INodeParameters = {}, reference = 'INV-1', items: IDataObject[] = [{ row: 7 }]) => {
	const { success } = await run(
		service.sandbox,
		{ ...bankPayout, payoutReference: reference, ...more, options: { allowRepeats: true, ...Object(more.options) } },
		{ items, onError: 'continueRegularOutput' },
	);
	return json(success)[0] ?? {};
};

test('a payment gives its payout alone, with what a later node needs; with Simplify off the answer follows', async () => {
	const simple = await pay();
	const whole = await pay({ simplify: false }, 'INV-2');
	expect(Object.keys(simple)).toEqual(['payout']);
	expect(simple).toMatchObject({ payout: { reference: 'INV-1', transactionId: service.sandbox.transactions[0]?.id } });
	expect(Object.keys(whole)[0]).toBe('payout');
	expect(Object.keys(whole)).toEqual(expect.arrayContaining(['id', 'walletId', 'metadata', 'updatedAt']));
	expect(Object.keys(Object(whole.payout))).toEqual(Object.keys(Object(simple.payout)));
	expect(await summaryOf(service.sandbox, [simple])).toMatchObject({ counts: { accepted: 1 }, notPaid: [] });
});

test('a dry run keeps its request, and neither a refused item nor one with its input is simplified', async () => {
	expect(Object.keys(await pay({ validateOnly: true }))).toEqual(['payout', 'request']);
	const included = { options: { includeInputFields: true } };
	const columns = Object.keys(await pay(included));
	expect(columns).toEqual(Object.keys(await pay({ ...included, simplify: false }, 'INV-2')));
	expect(columns).toEqual(expect.arrayContaining(['row', 'payoutTransactionId']));
	const refused = async (simplify: boolean) => await pay({ simplify, maximumAmount: '1' }, 'INV-3');
	expect(Object.keys(await refused(true))).toEqual(['error', 'message', 'details']);
	expect(at(await refused(true), 'details', 'cause')).toBe(at(await refused(false), 'details', 'cause'));
});

test('a read gives ten members at most, each item by its own Simplify', async () => {
	await pay();
	const lookUp = { resource: 'transaction', operation: 'getAll', filters: {}, options: {} };
	const { success } = await run(
		service.sandbox,
		{ ...lookUp, simplify: '={{ $json.simple }}' },
		{
			items: [{ simple: true }, { simple: false }, { simple: 'FALSE' }],
		},
	);
	const [simple = {}, whole = {}, typed] = json(success);
	expect(Object.keys(simple)).toEqual([
		...['id', 'status', 'type', 'currency', 'amount', 'fees', 'ref', 'createdAt', 'metadata', 'hash'],
	]);
	expect(Object.keys(whole)).toEqual(expect.arrayContaining(['autopayout', 'updatedAt']));
	expect(whole).toMatchObject(simple);
	expect(typed).toEqual(whole);
});

describe.each(['engine', 'connection'] as const)('as a tool on the %s path', (path) => {
	const told = async (more: INodeParameters) =>
		Object.keys(at(JSON.parse((await callTool(service.sandbox, path, more))[0] ?? ''), 0) ?? {});

	test('Output is simplified, raw, or the fields that a person names', async () => {
		await pay();
		const id = service.sandbox.transactions[0]?.id ?? '';
		const lookUp = { resource: 'transaction', operation: 'get', lookUpBy: 'id', value: id, options: {} };
		expect(await told(lookUp)).toHaveLength(10);
		expect(await told({ ...lookUp, output: 'raw' })).toContain('autopayout');
		expect(await told({ ...lookUp, output: 'selected', outputFields: 'updatedAt, none' })).toEqual(['id', 'updatedAt']);
	});

	test('a payment always says what became of it', async () => {
		const { payoutReference: _given, ...payment } = bankPayout;
		const allowedPayees = `000013:${bankPayout.accountNumber}`;
		const parameters = { ...payment, ...TOOL_LIMITS, allowedPayees, output: 'selected', outputFields: 'hash' };
		expect(await told(parameters)).toEqual(['payout', 'hash']);
	});
});
