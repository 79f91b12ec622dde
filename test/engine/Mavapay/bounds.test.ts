/** Payments whose cost or proceeds only Mavapay knows are refused without a limit on that amount. */
import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../../cases/case';
import { swapped } from '../../cases/quoteParts';
import { bankPayout } from '../../cases/withdrawal';
import { toGhana, toKenya, toSouthAfrica } from '../../cases/withdrawalAbroad';
import { answers, callTool, endOf, run, TOOL_LIMITS, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const posts = () => service.sandbox.requests.filter(({ method }) => method === 'POST').length;

const withoutBound = ({ maximumAmount: _, ...rest }: INodeParameters) => rest;
const swap = { operation: 'createAndAccept', ...swapped, payoutReference: 'SWAP-1' };
const toSomebody = {
	...{ ...swap, from: 'BTC', to: 'NGN', amount: '50000', sendTo: 'somebody', beneficiaryType: 'ngn' },
	...{ bank: byId('000013'), accountNumber: '0123456789', accountName: 'ADAEZE CHIOMA OKAFOR' },
};

const unbounded: ReadonlyArray<readonly [string, INodeParameters, string]> = [
	['To Kenya', { operation: 'toKenya', ...toKenya }, 'Maximum Amount'],
	['To Ghana', { operation: 'toGhana', ...toGhana }, 'Maximum Amount'],
	['To South Africa', { operation: 'toSouthAfrica', ...toSouthAfrica }, 'Maximum Amount'],
	['a swap by what arrives', { ...swap, amount: '10000', amountIs: 'arrives' }, 'Maximum Amount'],
	['a swap by what leaves that pays somebody', toSomebody, 'Minimum Target Amount'],
];
const resourceOf = ({ operation }: INodeParameters) => (operation === 'createAndAccept' ? 'quote' : 'withdrawal');

async function said(parameters: INodeParameters) {
	// n8n itself refuses to start a node whose required parameter is empty.
	const ended = run(service.sandbox, parameters, { onError: 'continueRegularOutput' });
	return await ended.then(({ success }) => JSON.stringify(success[0]?.json), String);
}

test.each(unbounded)(
	'%s is refused without it, prepared, in a dry run and with Skip Checks, too',
	async (_, given, field) => {
		const whole = { resource: resourceOf(given), ...withoutBound(given) };
		for (const more of [{}, { validateOnly: true }, { resource: 'prepare' }, { options: { skipChecks: true } }])
			expect(await said({ ...whole, ...more })).toMatch(
				new RegExp(`'${field}' is empty, and only|"${field}" is required`),
			);
		expect(posts()).toBe(0);
	},
);

test('as an AI tool, too', async () => {
	const tool = { ...TOOL_LIMITS, ...toSomebody, resource: 'quote', allowedPayees: '000013:0123456789' };
	const [told] = await callTool(service.sandbox, 'engine', tool);
	expect(told).toContain("'Minimum Target Amount' is empty");
	expect(posts()).toBe(0);
});

test('a swap by what leaves into the own wallet needs none', async () => {
	const { success } = await run(service.sandbox, { resource: 'quote', ...swap });
	expect(endOf(success[0]?.json)).toBe('accepted');
});

/** Answers the next quote with these amounts, in minor units. */
const quoteWith = (cost: string, gain: string, of: INodeParameters) =>
	answers(
		service.sandbox,
		'/quote',
		{
			...{ id: 'q-1', isValid: true, expiry: '2099-01-01T00:00:00.000Z', ...of },
			...{ amountInSourceCurrency: cost, totalAmountInSourceCurrency: cost, amountInTargetCurrency: gain },
		},
		{ of: { nth: 1 } },
	);

test('500 shillings at 60,000,000 naira are not paid; the quote that is left is told, with its end and what it can do', async () => {
	quoteWith('6000000000', '50000', { sourceCurrency: 'NGNKOBO', targetCurrency: 'KESCENT' });
	const whole = { resource: 'withdrawal', operation: 'toKenya', ...toKenya, amount: '50000', maximumAmount: '700000' };
	const text = await said(whole);
	expect(text).toContain("more than the 7,000.00 NGN (700000 kobo) of 'Maximum Amount'");
	expect(text).toContain('quote q-1, which expires on 1 Jan 2099, 00:00 UTC');
	expect(text).toContain('still reach the payee');
	expect(posts()).toBe(1);
});

test('1 bitcoin for 0.01 naira is not paid to anybody', async () => {
	quoteWith('100000000', '1', { sourceCurrency: 'BTCSAT', targetCurrency: 'NGNKOBO' });
	const text = await said({ resource: 'quote', ...toSomebody, amount: '100000000', minimumTargetAmount: '9000000000' });
	expect(text).toContain("less than the 90,000,000.00 NGN of 'Minimum Target Amount'");
	expect(text).toContain('Still at Mavapay: quote q-1, which expires on 1 Jan 2099, 00:00 UTC');
	expect(posts()).toBe(1);
});

test.each([
	['toBankAccount', bankPayout],
	['toKenya', { resource: 'withdrawal', operation: 'toKenya', ...toKenya }],
])('%s refuses a floor, which it can not hold', async (_, given) => {
	expect(await said({ ...given, minimumTargetAmount: '5000' })).toContain("'Minimum Target Amount' is for swaps");
	expect(posts()).toBe(0);
});
