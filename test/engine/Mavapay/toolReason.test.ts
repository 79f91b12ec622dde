/** The reason that a model gives for a payment: it is required, shown and stored, and influences no decision. */
import type { INodeParameters } from 'n8n-workflow';
import { bankPayout } from '../../cases/withdrawal';
import { at, placed } from '../../cases/case';
import { callTool, json, run, TOOL_LIMITS, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const payment = (more: INodeParameters = {}): INodeParameters => ({
	...{ ...bankPayout, ...TOOL_LIMITS },
	allowedPayees: '000013:0123456789',
	...more,
	...placed(),
});
const RLO = '\u202e';

describe.each(['engine', 'connection'] as const)('on the %s path', (path) => {
	const ask = async (inputs: INodeParameters[], parameters = payment()) =>
		await callTool(service.sandbox, path, parameters, inputs);
	/** The `payout` of an answer. */
	const payoutOf = (answer = '') => {
		const items: unknown = JSON.parse(answer);
		return at(Array.isArray(items) ? items[0] : items, 'payout');
	};

	test('it is kept in the item in one line, which the model reads, and not sent to Mavapay', async () => {
		const [told] = await ask([{ Reason: ` Ada asked for it:\n\u0007invoice${RLO} 7\u200b ` }]);
		expect(payoutOf(told)).toMatchObject({ outcome: 'accepted', reason: 'Ada asked for it: invoice 7' });
		expect(JSON.stringify(service.sandbox.requests)).not.toContain('invoice 7');
	});

	test('one of more than 500 characters is refused', async () => {
		const [long, good] = await ask([{ Reason: 'x'.repeat(501) }, { Reason: 'x'.repeat(500) }]);
		expect(long).toMatch(/'Reason' has 501 characters, more than the 500 allowed/);
		expect(payoutOf(good)).toMatchObject({ outcome: 'accepted' });
	});
});

test('a call without it is refused', async () => {
	const parameters = payment({ reason: '={{ undefined }}' });
	expect((await callTool(service.sandbox, 'engine', parameters))[0]).toMatch(/^'Reason' is empty/);
	expect(service.sandbox.requests).toEqual([]);
});

test('outside of tools there is none', async () => {
	const { payoutReference = 'INV-7' } = payment();
	const { success } = await run(service.sandbox, { ...payment(), payoutReference, reason: 'Because' });
	expect(json(success)[0]?.payout).toMatchObject({ outcome: 'accepted' });
	expect(JSON.stringify(success)).not.toContain('Because');
});
