/** AI tools: a person's maximum for one payee, and swaps with unknown outcome into the account's own wallet. */
import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../../cases/case';
import { callTool, sent, TOOL_LIMITS, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const byModel = (name: string) => `={{ $fromAI('${name}', 'as the bill says', 'string') }}`;
const ADA = '000013:0123456789';

afterEach(() => jest.restoreAllMocks());

/** Pays naira with satoshis; only the quote says how many satoshis that costs. */
const swap = (allowedPayees: string): INodeParameters => ({
	...{ resource: 'quote', operation: 'createAndAccept', from: 'BTC', to: 'NGN', amount: byModel('amount') },
	...{ amountIs: 'arrives', amountUnit: 'minor', sendTo: 'somebody', beneficiaryType: 'ngn', bank: byId('000013') },
	...{ accountNumber: '0123456789', accountName: 'ADAEZE CHIOMA OKAFOR' },
	...{ ...TOOL_LIMITS, maximumAmount: '500000', allowedPayees, options: {} },
});

describe.each(['engine', 'connection'] as const)('on the %s path', (path) => {
	const ask = async (parameters: INodeParameters, ...inputs: INodeParameters[]) =>
		await callTool(service.sandbox, path, parameters, inputs);

	test('a swap is held against it by what the quote costs, in the source currency, and is not accepted over it', async () => {
		const [told] = await ask(swap(`${ADA} max BTC 0.0000001`), { amount: '250000' });
		expect(told).toMatch(/Refused by a limit: .*the payee's line/);
		const writes = () => sent(service.sandbox).filter(({ method }) => method === 'POST');
		expect(writes().map((request) => request.path)).toEqual(['/quote']);
		const [good] = await ask(swap(`${ADA} max BTC 0.005`), { amount: '250000' });
		expect(good).toContain('accepted');
	});
});

test('while a swap into the own wallet is unknown, no other is made, whatever its amount', async () => {
	const more = { amount: byModel('amount'), amountUnit: 'minor', sendTo: 'wallet', maximumAmount: '500000' };
	const ownSwap = { ...swap(''), ...more, from: 'NGN', to: 'BTC', amountIs: 'leaves' };
	const inNewChat = async (amount: string) => await callTool(service.sandbox, 'engine', ownSwap, [{ amount }]);
	service.sandbox.faults.add({ match: { path: '*/accept', nth: 1 }, fault: { kind: 'dropAfter' } });
	expect(await inNewChat('250000')).toEqual([expect.stringMatching(/^May have been paid: /)]);
	expect(await inNewChat('260000')).toEqual([expect.stringMatching(/AI tools to this payee is not settled yet/)]);
	expect(await inNewChat('270000')).toEqual([expect.stringMatching(/AI tools to this payee is not settled yet/)]);
	expect(sent(service.sandbox).filter(({ path }) => path.endsWith('/accept'))).toHaveLength(1);
});
