import type { INodeParameters } from 'n8n-workflow';
import { paymentLinkCreate } from '../../nodes/Mavapay/operations/paymentLink/create';
import { paymentLinkGet } from '../../nodes/Mavapay/operations/paymentLink/paymentLink';
import { paymentLinkGetOrders } from '../../nodes/Mavapay/operations/paymentLink/paymentLink';
import { paymentLinkGetStatus } from '../../nodes/Mavapay/operations/paymentLink/paymentLink';
import { paymentLinkRefresh } from '../../nodes/Mavapay/operations/paymentLink/paymentLink';
import type { Sandbox } from '../../sandbox';
import { BANKS, bankBeneficiary } from './bank';
import { answered, ask, at, byId, get, inList, post, textAt, type Case, type Made } from './case';
import { quoteVariants } from './quoteVariants';

const body = {
	name: 'Invoice 2026-0412',
	type: 'One_Time',
	settlementCurrency: 'BTC',
	settlementMethod: 'LIGHTNING',
	paymentCurrency: 'NGN',
	paymentMethods: ['BANKTRANSFER', 'LIGHTNING'],
	beneficiary: { lnAddress: 'ada@example.com' },
	amount: 500_000,
};

/** Fields of a payment link that a quote lacks or names differently. */
const fields = {
	name: 'Invoice 2026-0412',
	paymentCurrency: 'NGN',
	amount: '500000',
	amountUnit: 'minor',
	paymentMethods: ['BANKTRANSFER', 'LIGHTNING'],
	settlementCurrency: 'BTC',
	settlementMethod: 'LIGHTNING',
};

export const link = {
	...fields,
	beneficiaryType: 'btc',
	btcDestination: 'lnAddress',
	lnAddress: 'ada@example.com',
	options: {},
};

/** The bank account's fields for a settlement in NGN. */
const toBank = {
	settlementCurrency: 'NGN',
	beneficiaryType: 'ngn',
	bank: byId('000013'),
	accountNumber: '0123456789',
	accountName: 'ADAEZE CHIOMA OKAFOR',
};

const more = {
	addFeeToTotalCost: true,
	callbackUrl: 'https://example.com/thanks',
	description: 'Two boxes of tea\nand one of sugar',
	speed: 'fast',
};

const created = { paymentLink: 'https://checkout.example/p-1', paymentRef: 'p-1' };
const details = { id: 'p-1', paymentMethods: ['BANKTRANSFER'], BANKTRANSFER: { amount: 500000 } };
const MADE = { paymentLinkId: 'p-1' };

async function makeLink(sandbox: Sandbox): Promise<Made> {
	return { paymentLinkId: textAt(await ask(sandbox, 'POST', '/paymentlink', { ...body, name: 'Tea' }), 'paymentRef') };
}

async function makeLinkOrder(sandbox: Sandbox): Promise<Made> {
	const made = await makeLink(sandbox);
	const shown = await ask(sandbox, 'GET', `/paymentlink/details?id=${made.paymentLinkId}`);
	return { ...made, linkOrderId: textAt(shown, 'paymentLinkDetails', 'paymentLinkOrderId') };
}

/** The link's details without the wrapper of the answer. */
const shownDetails = (answers: unknown[]) => [at(answers.at(-1), 'data', 'paymentLinkDetails')];

const creating = (
	name: string,
	values: INodeParameters,
	sent: object,
	at: Pick<Case, 'sandbox' | 'written'> = { sandbox: {} },
): Case => ({
	operation: paymentLinkCreate,
	name,
	parameters: { ...link, ...values },
	requests: [post('/paymentlink', { ...body, ...sent })],
	...at,
});
const testnetAddress = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
const ON_CHAIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

export const paymentLinkCases: readonly Case[] = [
	creating('with the least', {}, {}),
	creating('every option', { amount: '5000.00', amountUnit: 'major', options: more }, more),
	creating(
		'settled on-chain',
		{
			amount: '2000000',
			paymentMethods: ['BANKTRANSFER'],
			settlementMethod: 'ONCHAIN',
			btcDestination: 'onChainAddress',
			onChainAddress: ON_CHAIN,
			options: { speed: 'slow' },
		},
		{
			amount: 2_000_000,
			paymentMethods: ['BANKTRANSFER'],
			settlementMethod: 'ONCHAIN',
			speed: 'slow',
			beneficiary: { onChainAddress: ON_CHAIN },
		},
	),
	creating(
		'settled on-chain with everything, its amount in the major unit and its one method as a text',
		{
			amount: '1250.5',
			amountUnit: 'major',
			paymentMethods: 'BANKTRANSFER',
			settlementMethod: 'ONCHAIN',
			btcDestination: 'onChainAddress',
			onChainAddress: testnetAddress,
			options: { ...more, description: 'Tea' },
		},
		{
			...more,
			amount: 125050,
			paymentMethods: ['BANKTRANSFER'],
			settlementMethod: 'ONCHAIN',
			beneficiary: { onChainAddress: testnetAddress },
			description: 'Tea',
		},
		{ written: { replies: [answered(created)], items: [created] } },
	),
	creating(
		'its methods as a text',
		{ paymentMethods: 'LIGHTNING, BANKTRANSFER' },
		{ paymentMethods: ['LIGHTNING', 'BANKTRANSFER'] },
	),
	creating(
		'settled to a bank',
		{ ...toBank, options: { bankName: 'GTB' } },
		{ settlementCurrency: 'NGN', beneficiary: { ...bankBeneficiary, bankName: 'GTB' } },
	),
	{
		operation: paymentLinkCreate,
		name: "settled to a bank, with the bank list's name",
		parameters: { ...link, ...toBank },
		requests: [BANKS, post('/paymentlink', { ...body, settlementCurrency: 'NGN', beneficiary: bankBeneficiary })],
		sandbox: {},
	},
	...quoteVariants
		// No payment link settles in KES or GHS. Settlement in NGN, and on-chain, has its own cases.
		.filter(({ name }) => !/^(ngn|pay|ghs|onChain)/.test(name))
		.map((variant): Case => {
			const settlementCurrency = variant.name === 'zar' ? 'ZAR' : 'BTC';
			return {
				operation: paymentLinkCreate,
				name: `for ${variant.name}`,
				parameters: (made) => ({ ...variant.parameters(made), ...fields, settlementCurrency }),
				requests: (made) => [
					post('/paymentlink', { ...body, settlementCurrency, beneficiary: variant.body(made).beneficiary }),
				],
				sandbox: variant.arrange === undefined ? {} : { arrange: variant.arrange },
			};
		}),
	{
		operation: paymentLinkGet,
		parameters: ({ paymentLinkId = '' }) => ({ paymentLinkId, options: {} }),
		requests: ({ paymentLinkId = '' }) => [get('/paymentlink/details', { id: paymentLinkId })],
		sandbox: { arrange: makeLink, output: shownDetails },
	},
	{
		operation: paymentLinkGet,
		name: 'by one method',
		parameters: ({ paymentLinkId = '' }) => ({ paymentLinkId, options: { paymentMethod: 'LIGHTNING' } }),
		requests: ({ paymentLinkId = '' }) => [
			get('/paymentlink/details', { id: paymentLinkId, paymentMethod: 'LIGHTNING' }),
		],
		sandbox: { arrange: makeLink, output: shownDetails },
	},
	{
		operation: paymentLinkRefresh,
		name: 'also where it is answered without the usual wrapper',
		parameters: ({ paymentLinkId = '' }) => ({ paymentLinkId, paymentMethod: 'BANKTRANSFER', options: {} }),
		requests: ({ paymentLinkId = '' }) => [
			get('/paymentlink/refresh', { id: paymentLinkId, paymentMethod: 'BANKTRANSFER' }),
		],
		written: { made: MADE, replies: [answered(details)], items: [details] },
		sandbox: { arrange: makeLink, output: shownDetails },
	},
	{
		operation: paymentLinkGetOrders,
		parameters: ({ paymentLinkId = '' }) => ({ paymentLinkId, options: {} }),
		requests: ({ paymentLinkId = '' }) => [get('/paymentlink/orders', { id: paymentLinkId })],
		sandbox: { arrange: makeLinkOrder },
	},
	{
		operation: paymentLinkGetStatus,
		parameters: ({ linkOrderId = '' }) => ({ orderId: linkOrderId, options: {} }),
		requests: ({ linkOrderId = '' }) => [get('/paymentlink/status', { orderId: linkOrderId })],
		sandbox: { arrange: makeLinkOrder },
	},
	{
		operation: paymentLinkGetStatus,
		name: 'its order chosen from the list',
		parameters: { orderId: inList('o-1'), options: {} },
		requests: [get('/paymentlink/status', { orderId: 'o-1' })],
		written: { replies: [answered({ status: 'SETTLED' })], items: [{ status: 'SETTLED' }] },
	},
];
