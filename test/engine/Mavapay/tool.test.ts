/** The node as an AI agent's tool, on both of n8n's paths: the model may ask, a person sets the limits. */
import { placed } from '../../cases/case';
import { setGlobalState, type INode, type INodeParameters } from 'n8n-workflow';
import { DEMO_ADDRESSES } from '../../../sandbox';
import { runTool, toldBy, type ToolCall } from '../../harness/engine';
import { sent, surroundings, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
// This time zone also has days of 23 and of 25 hours.
beforeAll(() => setGlobalState({ defaultTimezone: 'America/New_York' }));

const PATHS = ['engine', 'connection'] as const;
type Path = (typeof PATHS)[number];

const ask = async (path: Path, parameters: INodeParameters, calls: ToolCall[], settings: Partial<INode> = {}) =>
	await runTool({ ...surroundings(service.sandbox), path, parameters, calls, settings });

const payment = (more: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	resource: 'withdrawal',
	operation: 'toStablecoin',
	network: 'trc20',
	address: DEMO_ADDRESSES.trc20,
	amount: "={{ $fromAI('amount', 'How many USDT cents', 'string') }}",
	amountUnit: 'minor',
	customerReference: "={{ $fromAI('reference', 'Invoice number', 'string') }}",
	referencePrefix: 'agent',
	maximumAmount: '500',
	maximumTotal: '800',
	allowedPayees: DEMO_ADDRESSES.trc20,
	paymentsPerDay: '10',
	...more,
	...placed(options),
});

const call = (id: string, amount: string, reference = `INV-${id}`): ToolCall => ({ id, input: { amount, reference } });
const paid = () =>
	service.sandbox.ledger.payouts().map(({ amount, customerReference }) => `${customerReference}: ${amount}`);
const said = toldBy;

describe.each(PATHS)('on the %s path', (path) => {
	test('a read works', async () => {
		const parameters = {
			resource: 'price',
			operation: 'get',
			pair: "={{ $fromAI('pair', 'Which pair', 'string') }}",
			options: {},
		};
		const run = await ask(path, parameters, [
			{ id: '1', input: { pair: 'BTCUSD' } },
			{ id: '2', input: { pair: 'usdngn' } },
		]);
		expect(said(run)).toEqual([expect.stringContaining('BTCUSD'), expect.stringContaining('USDNGN')]);
		expect(sent(service.sandbox).map(({ query }) => query.pair)).toEqual(['btcusd', 'usdngn']);
	});

	test('caps among the options do not stand in for those a person typed', async () => {
		const { maximumAmount: _one, maximumTotal: _all, ...without } = payment();
		const run = await ask(path, { ...without, options: { maximumAmount: '5', maximumTotal: '5' } }, [
			call('1', '5'),
		]).catch((error: unknown) => String(error));
		expect(typeof run === 'string' ? run : `${said(run).join()} ${run.execution.error?.message}`).toMatch(
			/Maximum Amount/,
		);
		expect(service.sandbox.requests).toEqual([]);
	});

	test('the same call twice pays once', async () => {
		const run = await ask(path, payment(), [call('1', '100'), call('1', '100')]);
		expect(said(run)[0]).toContain('accepted');
		expect(paid()).toEqual(['INV-1: 100']);
	});

	test('the reference is derived from the payment, whatever the model calls it', async () => {
		const run = await ask(path, payment(), [call('1', '100', 'INV-7'), call('2', '101', 'INV-7')]);
		expect(said(run).map((text) => text.includes('accepted'))).toEqual([true, true]);
		expect(said(run)[0]).toMatch(/agent \d{4}-\d\d-\d\d T\w+ 100 USDT/);
		expect(paid()).toEqual(['INV-7: 100', 'INV-7: 101']);
	});

	test('after a lost answer, one address gets one amount once a day, on whichever network', async () => {
		const network = "={{ $fromAI('network', 'Which network', 'string') }}";
		const parameters = payment({ network, address: DEMO_ADDRESSES.erc20, allowedPayees: DEMO_ADDRESSES.erc20 });
		const on = (id: string, given: string): ToolCall => ({
			id,
			input: { amount: '100', reference: `INV-${id}`, network: given },
		});
		service.sandbox.faults.add({ match: { times: 1 }, fault: { kind: 'dropAfter' } });
		const first = await ask(path, parameters, [on('1', 'erc20')]);
		expect(said(first)[0]).toMatch(/^May have been paid: /);
		const again = await ask(path, parameters, [on('2', 'polygon'), on('3', 'plasma')]);
		expect(said(again)).toEqual([
			expect.stringMatching(/payout reference: 'agent /),
			expect.stringMatching(/payout reference: 'agent /),
		]);
		expect(paid()).toEqual(['INV-1: 100']);
	});

	test('a call that is repeated after midnight is the same payment, in one execution', async () => {
		const { sandbox } = service;
		const [evening, later] = [Date.parse('2026-11-22T04:59:00Z'), Date.parse('2026-11-22T05:01:00Z')];
		const now = jest.spyOn(Date, 'now').mockImplementation(() => (sandbox.requests.length === 0 ? evening : later));
		const run = await ask(path, payment(), [call('1', '100'), call('2', '100')]);
		now.mockRestore();
		// The second call is reported with the first call's reference: as paid with call IDs, as a replay without them.
		expect(said(run)[1]).toMatch(/agent 2026-11-21 /);
		expect(paid()).toEqual(['INV-1: 100']);
	});

	test.each([
		['overnight on a day of 23 hours', '2026-03-09T03:50:00Z', '2026-03-09T04:10:00Z'],
		['overnight before a day of 25 hours', '2026-11-01T03:50:00Z', '2026-11-02T04:30:00Z'],
		['where another worker is still before midnight', '2026-03-09T04:00:01Z', '2026-03-09T03:59:59Z'],
	])('a lost answer is not forgotten %s', async (_name, evening, later) => {
		const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(evening));
		service.sandbox.faults.add({ match: { times: 1 }, fault: { kind: 'dropAfter' } });
		await ask(path, payment(), [call('1', '100')]);
		now.mockReturnValue(Date.parse(later));
		const again = await ask(path, payment(), [call('2', '100', 'INV-2')]);
		now.mockRestore();
		expect(said(again)[0]).toMatch(/AI tools to this payee is not settled yet/);
		expect(paid()).toEqual(['INV-1: 100']);
	});

	test.each(['release', 'markPaid', 'resolve', 'halt', 'resume', 'changeAccount'])(
		'payoutReference: %s is for people',
		async (operation) => {
			const parameters = { resource: 'payoutReference', operation, reference: 'INV-1' };
			const run = await ask(path, parameters, [{ id: '1', input: {} }]);
			expect(said(run)[0]).toMatch(/is for people only: it decides what can be paid, so an AI agent can't run it/);
		},
	);

	test('a payout reference may be checked', async () => {
		const parameters = {
			resource: 'payoutReference',
			operation: 'check',
			reference: "={{ $fromAI('reference', 'which', 'string') }}",
		};
		const run = await ask(path, parameters, [{ id: '1', input: { reference: 'INV-1' } }]);
		expect(said(run)[0]).toContain('free');
	});
});
