/** What a person may write behind a payee, for an AI agent: the most for one payment, and the last day. */
import type { INodeParameters } from 'n8n-workflow';
import { lightningNode } from '../../../sandbox';
import { byId, placed } from '../../cases/case';
import { toBank } from '../../cases/withdrawal';
import { runTool } from '../../harness/engine';
import { sent, surroundings, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const byModel = (name: string) => `={{ $fromAI('${name}', 'as the bill says', 'string') }}`;
const ADA = '000013:0123456789';

afterEach(() => jest.restoreAllMocks());

const limits = { maximumAmount: '500000', maximumTotal: '900000', paymentsPerDay: '9', referencePrefix: 'agent' };
const toAccount = (allowedPayees: string, more: INodeParameters = {}): INodeParameters => ({
	...{ resource: 'withdrawal', operation: 'toBankAccount', ...toBank, amount: byModel('amount') },
	...{ ...limits, allowedPayees, ...more, ...placed() },
});
const toInvoice = (allowedPayees: string): INodeParameters => ({
	...{ resource: 'withdrawal', operation: 'toLightning', invoice: byModel('invoice') },
	...{ ...limits, allowedPayees, options: {} },
});
/** Pays naira of which only the quote says what they cost in satoshis. */
const swap = (allowedPayees: string): INodeParameters => ({
	...{ resource: 'quote', operation: 'createAndAccept', from: 'BTC', to: 'NGN', amount: byModel('amount') },
	...{ amountIs: 'arrives', amountUnit: 'minor', sendTo: 'somebody', beneficiaryType: 'ngn', bank: byId('000013') },
	...{ accountNumber: '0123456789', accountName: 'ADAEZE CHIOMA OKAFOR' },
	...{ ...limits, maximumSourceAmount: '500000', allowedPayees, options: {} },
});

describe.each(['engine', 'connection'] as const)('on the %s path', (path) => {
	const ask = async (parameters: INodeParameters, ...inputs: INodeParameters[]) => {
		const calls = inputs.map((input, index) => ({ id: String(index), input }));
		const { answers } = await runTool({ ...surroundings(service.sandbox), path, parameters, calls });
		return answers.map(({ output, error }) => error ?? JSON.stringify(output));
	};
	const paid = () => service.sandbox.ledger.payouts().map(({ amount }) => String(amount));

	test('a payment up to the cap of the line is sent, and the next minor unit is not', async () => {
		const [over, equal] = await ask(toAccount(`${ADA} max 250000`), { amount: '250001' }, { amount: '250000' });
		expect(over).toMatch(
			/Limit exceeded: .*more than the 2,500\.00 NGN \(250000 kobo\) of the payee's line in 'Allowed Payees'.*A person sets/,
		);
		expect(equal).toContain('accepted');
		expect(paid()).toEqual(['250000']);
	});

	test("the cap is in the unit of 'Amount Unit'", async () => {
		const more = { amountUnit: 'major', maximumAmount: '5000', maximumTotal: '9000' };
		const [over, equal] = await ask(toAccount(`${ADA} max 2500.5`, more), { amount: '2500.51' }, { amount: '2500.50' });
		expect([over, equal]).toEqual([expect.stringContaining('(250050 kobo)'), expect.stringContaining('accepted')]);
		expect(paid()).toEqual(['250050']);
	});

	test('a cap over Maximum Amount lifts nothing', async () => {
		const [told] = await ask(toAccount(`${ADA} max 900000`), { amount: '500001' });
		expect(told).toMatch(/Limit exceeded: .*of 'Maximum Amount'/);
		expect(paid()).toEqual([]);
	});

	test('an invoice is held against the cap of its node, in satoshis; one without an amount is refused', async () => {
		const shop = lightningNode('the shop');
		const invoices = [{ amountMsat: '2501000' }, {}, { amountMsat: '2500000' }].map((amount) => ({
			invoice: service.sandbox.makeInvoice({ node: 'the shop', ...amount }).invoice,
		}));
		const told = await ask(toInvoice(`${shop} max 2500`), ...invoices);
		expect(told).toEqual([
			expect.stringMatching(/Limit exceeded: .*\(2500 satoshis\) of the payee's line/),
			expect.stringMatching(/amount is not known/),
			expect.stringContaining('accepted'),
		]);
		expect(paid()).toEqual(['2500']);
	});

	test('a swap is held against it by what the quote costs, in the source currency, and is not accepted over it', async () => {
		const [told] = await ask(swap(`${ADA} max BTC 0.0000001`), { amount: '250000' });
		expect(told).toMatch(/Limit exceeded: .*\(10 satoshis\) of the payee's line in 'Allowed Payees'/);
		const writes = () => sent(service.sandbox).filter(({ method }) => method === 'POST');
		expect(writes().map((request) => request.path)).toEqual(['/quote']);
		const [good] = await ask(swap(`${ADA} max BTC 0.005`), { amount: '250000' });
		expect(good).toContain('accepted');
	});

	test.each([
		['max 2500', /has the line "000013:0123456789 max 2500", whose cap names no currency/],
		['max NGN 2500', /the cap of the line "000013:0123456789 max NGN 2500" .* is in NGN, but BTC leaves the wallet/],
	])('"%s" is no cap on what a quote costs in satoshis, so nothing is asked', async (cap, message) => {
		const [told] = await ask(swap(`${ADA} ${cap}`), { amount: '250000' });
		expect(told).toMatch(message);
		expect(service.sandbox.requests).toEqual([]);
	});

	test.each([
		[
			'until 2020-01-01',
			/Payee not allowed: .*the line "000013:0123456789 until 2020-01-01" of 'Allowed Payees' has ended/,
		],
		['max 2,500', /'Allowed Payees' has the line "000013:0123456789 max 2,500", whose cap has separators/],
		['until 2026-02-30', /has the line "000013:0123456789 until 2026-02-30", whose last day isn't a date/],
	])('with "%s" behind its payee nothing is sent, and the agent reads which line', async (terms, message) => {
		const [told] = await ask(toAccount(`${ADA} ${terms}`), { amount: '250000' });
		expect(told).toMatch(message);
		expect(service.sandbox.requests).toEqual([]);
	});
});
