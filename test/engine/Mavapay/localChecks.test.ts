/** What is refused before anything is sent (docs/reference/errors.md#before-anything-is-sent), what Skip Checks lets through, and the rules of staging and live. */
import { changed } from '../../harness/engine/fakeDeployment';
import { DEMO_INVALID_ADDRESS, lightningNode, makeInvoice, type Sandbox } from '../../../sandbox';
import type { INodeParameters } from 'n8n-workflow';
import { saidBy } from '../../harness/engine';
import { byId, isRecord } from '../../cases/case';
import { asSwap } from '../../cases/quoteParts';
import { createAndAccept } from '../../harness/quoteParameters';
import { quoteVariants } from '../../cases/quoteVariants';
import { bankPayout, toStablecoin } from '../../cases/withdrawal';
import { realKey, run, sent, surroundings, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
beforeEach(() => {
	// Staging and live keep their rules here, but their requests go to the sandbox.
	changed.of = ({ kind }) => (kind === 'custom' ? {} : { baseUrl: service.sandbox.url });
});

const sentPosts = () => sent(service.sandbox).filter(({ method }) => method !== 'GET');
const on = (deployment: string) =>
	surroundings(service.sandbox, deployment === 'custom' ? {} : { ...realKey(service.sandbox), deployment });

const variantNamed = (name: string) => {
	const found = quoteVariants.find((variant) => variant.name.startsWith(name));
	if (found === undefined) throw new Error(`There is no quote variant ${name}`);
	return { resource: 'quote', operation: 'create', customerReference: '', ...found.parameters({ invoice: 'lnbc1' }) };
};
const lightning = (invoice: string) => ({
	resource: 'withdrawal',
	operation: 'toLightning',
	invoice,
	memo: '',
	payoutReference: 'LN',
	options: {},
});
const forgedInvoice = () =>
	makeInvoice({
		network: 'tbs',
		amountMsat: '1000',
		timestamp: Math.floor(Date.now() / 1000),
		expirySeconds: 600,
		node: 'thief',
		payee: lightningNode('shop'),
	});
const stablecoin = (network: string, address: string) => ({
	...toStablecoin,
	network,
	address,
});

type Row = [name: string, parameters: (sandbox: Sandbox) => INodeParameters, message: RegExp];

const ROWS: readonly Row[] = [
	['a Tron address with a wrong letter', () => stablecoin('trc20', DEMO_INVALID_ADDRESS), /'Address' /],
	[
		'an invoice that another node signed than it names',
		() => lightning(forgedInvoice()),
		/'Invoice' has a wrong signature/,
	],
];

describe.each(ROWS)('%s', (_name, parametersOf, message) => {
	test('is refused by its label, and nothing is sent', async () => {
		const { nodeError } = await run(service.sandbox, parametersOf(service.sandbox));
		expect(saidBy(nodeError)).toMatch(message);
		expect(saidBy(nodeError)).toMatch(
			/ Nothing was sent for this item\.( \(outcome: rejected, payout reference: '[^']+'\))?$/,
		);
		expect(service.sandbox.requests).toEqual([]);
	});

	test('goes to the service as it is with Skip Checks', async () => {
		const parameters = parametersOf(service.sandbox);
		const options = { ...(isRecord(parameters.options) ? parameters.options : {}), skipChecks: true };
		const result = await run(service.sandbox, { ...parameters, options }, { onError: 'continueRegularOutput' });
		expect(service.sandbox.requests.length).toBeGreaterThan(0);
		expect(result.success[0]?.json).not.toMatchObject({ details: { cause: 'invalidInput' } });
	});
});

describe("the second row has a spreadsheet's mistake", () => {
	const own = { ...createAndAccept, payoutReference: '={{ $json.reference }}' };
	const toPayBill = { ...own, ...asSwap(variantNamed('paytobill')), operation: 'createAndAccept' };
	test.each<[name: string, parameters: INodeParameters, good: unknown, bad: unknown, message: RegExp]>([
		['a code that is no NIP code', { ...bankPayout, bank: byId('={{ $json.value }}') }, '000013', 13, /'Bank' has 2/],
		[
			'a long PayBill account',
			{ ...toPayBill, paybillAccountNumber: '={{ $json.value }}' },
			'A-1',
			'2.5E+11',
			/PayBill/,
		],
		['a currency that no wallet holds', { ...own, to: '={{ $json.value }}' }, 'BTC', 'ZAR', /'Send It To' must be/],
		['a currency in another case', { ...own, to: '={{ $json.value }}' }, 'BTC', 'btc', /"BTC"/],
	])('%s: refused before the first is paid', async (_name, parameters, good, bad, message) => {
		const items = [good, bad].map((value, row) => ({ value, reference: `R-${row}` }));
		const mapped = { ...parameters, payoutReference: '={{ $json.reference }}' };
		const { nodeError } = await run(service.sandbox, mapped, {
			items: items.map((item) => JSON.parse(JSON.stringify(item))),
		});
		expect(saidBy(nodeError)).toMatch(message);
		expect(nodeError).toMatchObject({ context: { itemIndex: 1 } });
		expect(service.sandbox.requests).toEqual([]);
	});
});

describe('new values of the service', () => {
	test('a network that is not known goes through unchecked, with a hint', async () => {
		const { hints } = await run(service.sandbox, stablecoin('newchain', 'any address'), {
			onError: 'continueRegularOutput',
		});
		expect(sentPosts()[0]?.body).toMatchObject({ network: 'newchain', address: 'any address' });
		expect(hints.map(({ message }) => message)).toEqual([
			'1 refused',
			'The network "newchain" is not known here, so its addresses are not checked',
		]);
	});

	test.each([
		['price', 'get', { pair: '={{ "usdghs" }}' }, 'usdghs'],
		['wallet', 'getAll', { filters: { currency: '={{ "EUR" }}' } }, 'EUR'],
		['bank', 'getAll', { country: '={{ "KE" }}', returnAll: true }, 'KE'],
	])('%s: %s with %j', async (resource, operation, fields, value) => {
		await run(service.sandbox, { resource, operation, ...fields, options: {} }, { onError: 'continueRegularOutput' });
		expect(Object.values(sent(service.sandbox)[0]?.query ?? {})).toEqual([value]);
	});
});

describe('the rules of a deployment', () => {
	const mpesa = { resource: 'mpesa', operation: 'validateIdentifier', identifierType: 'Till', identifier: '5123456' };
	const payIn = {
		resource: 'simulation',
		operation: 'payIn',
		currency: 'BTC',
		lookUpBy: 'orderId',
		value: '10001-0001',
		amount: '',
		options: {},
	};
	const webhook = { resource: 'webhook', operation: 'set', url: 'http://example.com/hook', secret: 'a-secret' };
	test.each([
		['staging', mpesa, /'Validate Identifier' works on live only/],
		['live', payIn, /'Pay In' simulates a payment/],
		['live', webhook, /'URL' must start with https/],
	])('%s refuses %j', async (deployment, parameters, message) => {
		const { nodeError } = await run(service.sandbox, parameters, on(deployment));
		expect(saidBy(nodeError)).toMatch(message);
		expect(service.sandbox.requests).toEqual([]);
	});

	test.each([
		['live', mpesa],
		['custom', mpesa],
		['staging', payIn],
		['custom', payIn],
		['staging', webhook],
		['custom', webhook],
	])('%s takes %j', async (deployment, parameters) => {
		await run(service.sandbox, parameters, { ...on(deployment), onError: 'continueRegularOutput' });
		expect(sentPosts()).toHaveLength(1);
	});
});
