/** Rules between fields, of the deployments and of the service (docs/reference/interface.md#rules-of-quotes), and that Skip Checks lifts them. */
import type { Operation } from '../../../../nodes/core/operation/operation';
import type { DeploymentKind } from '../../../../nodes/core/domain/payees/chainAddress';
import { bankVerifyAccount } from '../../../../nodes/Mavapay/operations/bank/verifyAccount';
import { bankAccountCreate } from '../../../../nodes/Mavapay/operations/bankAccount/create';
import { mpesaValidateIdentifier } from '../../../../nodes/Mavapay/operations/mpesa/validateIdentifier';
import { orderGetAll } from '../../../../nodes/Mavapay/operations/order/getAll';
import { paymentLinkCreate } from '../../../../nodes/Mavapay/operations/paymentLink/create';
import { payoutReferenceCheck } from '../../../../nodes/Mavapay/operations/payoutReference/check';
import { quoteCreate } from '../../../../nodes/Mavapay/operations/quote/create';
import { quoteCreateAndAccept } from '../../../../nodes/Mavapay/operations/quote/createAndAccept';
import { simulationPayIn } from '../../../../nodes/Mavapay/operations/simulation/payIn';
import { stablecoinAddressGenerate } from '../../../../nodes/Mavapay/operations/stablecoinAddress/generate';
import { webhookSet } from '../../../../nodes/Mavapay/operations/webhook/set';
import { withdrawalToBankAccount } from '../../../../nodes/Mavapay/operations/withdrawal/toBankAccount';
import { withdrawalToStablecoin } from '../../../../nodes/Mavapay/operations/withdrawal/toStablecoin';
import { buildInvoice } from '../../../harness/invoices';
import { link } from '../../../cases/paymentLink';
import { asSwap, INVOICE, swap, swapped } from '../../../cases/quoteParts';
import { FakeService, writePlan, NOW_MS, problemsOf, scopeOf, type Parameters } from '../../../harness/operations';
import {
	account,
	toNgn,
	toPhone,
	toTill,
	toPayBill,
	toGhs,
	toZar,
	toInvoice,
	paidOut,
	onChainLink,
	toLnAddress,
	toAddress,
	toUsdt,
	deposit,
	skipping,
} from '../../../harness/payeeParameters';

/** What the checks refuse, and Skip Checks lets through. */
const switchable: ReadonlyArray<[Operation, string, Parameters, string, RegExp, DeploymentKind?]> = [
	[
		bankVerifyAccount,
		'a short number',
		{ ...account, accountNumber: '123456789', options: {} },
		'Account Number',
		/9 digits/,
	],
	[
		bankVerifyAccount,
		'digits of another script',
		{ ...account, accountNumber: '\u0660123456789' },
		'Account Number',
		/0 to 9/,
	],
	[
		bankAccountCreate,
		'a long number',
		{ ...account, accountNumber: '01234567890', options: {} },
		'Account Number',
		/11 digits/,
	],
	[quoteCreate, 'a number that lost its zero', { ...toNgn, accountNumber: 123456789 }, 'Account Number', /9 digits/],
	[quoteCreate, 'a phone of another country', { ...toPhone, phoneNumber: '+233241234567' }, 'Phone Number', /\+254/],
	[quoteCreate, 'a phone that was cut', { ...toPhone, phoneNumber: '254712345' }, 'Phone Number', /international/],
	[
		quoteCreate,
		'a phone that lost a digit',
		{ ...toPhone, phoneNumber: '+25471234567' },
		'Phone Number',
		/8 digits after \+254/,
	],
	[quoteCreate, 'letters in a till number', { ...toTill, tillNumber: '51234a' }, 'Till Number', /digits/],
	[
		quoteCreate,
		'digits of another script',
		{ ...toPayBill, paybillNumber: '\u0967\u0968' },
		'PayBill Number',
		/0 to 9/,
	],
	[
		quoteCreate,
		'naira paid out as bitcoin for an amount in naira',
		{ ...toLnAddress, autopayout: 'true' },
		'Payment Currency',
		/must be BTCSAT .* but is NGNKOBO/,
	],
	[
		quoteCreate,
		'an invoice for less than the amount',
		{ ...toInvoice, ...paidOut, amount: '1001' },
		'Invoice',
		/is for 1000 satoshis, but must be for exactly the 1001 satoshis/,
	],
	[
		quoteCreate,
		'an invoice for more than the amount',
		{ ...toInvoice, ...paidOut, amount: '0.00000999', amountUnit: 'major' },
		'Invoice',
		/exactly the 999 satoshis/,
	],
	[
		quoteCreate,
		'an invoice for a fraction more',
		{ ...toInvoice, ...paidOut, invoice: buildInvoice({ human: 'lntbs10000010p', timestamp: NOW_MS / 1000 }) },
		'Invoice',
		/1000001 thousandths of a satoshi/,
	],
	[
		quoteCreate,
		'an invoice without amount',
		{ ...toInvoice, ...paidOut, invoice: buildInvoice({ human: 'lntbs', timestamp: NOW_MS / 1000 }) },
		'Invoice',
		/states no amount/,
	],
	[
		quoteCreate,
		'rand with a fee of the caller',
		{ ...toZar, options: { customerInternalFee: '1' } },
		'Customer Internal Fee',
		/not possible for a payout in ZAR/,
	],
	[
		paymentLinkCreate,
		'on-chain, also paid by Lightning',
		{ ...onChainLink, paymentMethods: ['BANKTRANSFER', 'LIGHTNING'] },
		'Payment Methods',
		/Bank Transfer alone .* has LIGHTNING$/,
	],
	[
		paymentLinkCreate,
		'an on-chain address that is to be paid by Lightning',
		{ ...onChainLink, settlementMethod: 'LIGHTNING' },
		'Bitcoin Destination',
		/can't be paid by 'Settlement Method' LIGHTNING/,
	],
	[
		paymentLinkCreate,
		'a Lightning address that is to be paid on-chain',
		{ ...onChainLink, btcDestination: 'lnAddress' },
		'Bitcoin Destination',
		/can't be paid by 'Settlement Method' ONCHAIN/,
	],
	[
		paymentLinkCreate,
		'a beneficiary of another currency',
		{ ...link, ...account, beneficiaryType: 'ngn' },
		'Beneficiary Type',
		/is for payouts in NGN, but 'Settlement Currency' is BTC/,
	],
	...['ZAR', 'GHS'].map((to): (typeof switchable)[number] => [
		quoteCreateAndAccept,
		`${to} into an own wallet`,
		{ ...swapped, to, payoutReference: 'SWAP-1' },
		'Send It To',
		new RegExp(`must be Somebody for ${to}, which no wallet holds`),
	]),
	[quoteCreate, 'cedis for nobody', { ...swap, targetCurrency: 'GHSPESEWA' }, 'Beneficiary Type', /must be given/],
	...['N/A', 'undefined undefined', '-', 'TBD', '[object Object]'].flatMap(
		(name): Array<(typeof switchable)[number]> => [
			[quoteCreate, `the account name ${name}`, { ...toGhs, accountName: name }, 'Account Name', /names nobody/],
			[quoteCreate, `the recipient ${name}`, { ...toTill, kesAccountName: name }, 'Recipient Name', /names nobody/],
			[bankAccountCreate, `the name ${name}`, { ...account, accountName: name }, 'Account Name', /names nobody/],
			[
				withdrawalToBankAccount,
				`the name ${name}, not asked of the bank`,
				{
					...{ bank: account.bank, accountNumber: account.accountNumber, amount: '250000', payoutReference: 'INV-1' },
					options: { withoutNameEnquiry: true, accountName: name, bankName: 'GTB' },
				},
				'Account Name',
				/names nobody/,
			],
			[
				quoteCreate,
				`the PayBill account ${name}`,
				{ ...toPayBill, paybillAccountNumber: name },
				'PayBill Account',
				/names no account/,
			],
		],
	),
	[
		quoteCreateAndAccept,
		'somebody who is not named',
		{ ...swapped, to: 'KES', sendTo: 'somebody', beneficiaryType: 'none', payoutReference: 'SWAP-1' },
		'Beneficiary Type',
		/must be given, or nobody can be paid/,
	],
	[
		quoteCreateAndAccept,
		'naira paid out as bitcoin by what leaves',
		{ ...asSwap({ ...toLnAddress, ...paidOut }), amountIs: 'leaves', payoutReference: 'SWAP-1' },
		'Amount Is',
		/must be What Arrives where NGN is paid out as BTC/,
	],
	[
		quoteCreateAndAccept,
		'a beneficiary of another currency',
		{ ...asSwap(toPhone), to: 'GHS', payoutReference: 'SWAP-1' },
		'Beneficiary Type',
		/is for payouts in KES, but 'To' is GHS/,
	],
	[
		withdrawalToBankAccount,
		'a bank code that is no NIP code',
		{ ...account, bank: 13, amount: '250000', payoutReference: 'INV-1' },
		'Bank',
		/has 2 digits, but a NIP code has 6/,
	],
	[quoteCreate, 'a bank code that is no NIP code', { ...toNgn, bank: '13' }, 'Bank', /NIP code/],
	[quoteCreate, 'a payee who is not to be paid', { ...toPhone, autopayout: 'false' }, 'Automatic Payout', /nobody is/],
	[
		quoteCreate,
		'a letter in a South African account',
		{ ...toZar, accountNumber: '12345O7' },
		'Account Number',
		/0 to 9/,
	],
	[paymentLinkCreate, 'on-chain without a speed', { ...onChainLink, options: {} }, 'Speed', /needed/],
	[quoteCreate, 'a phone of another country', { ...toGhs, ghsPhoneNumber: '+254712345678' }, 'Mobile Number', /\+233/],
	[
		quoteCreate,
		'an expired invoice',
		{ ...toInvoice, invoice: buildInvoice({ human: 'lntbs10u', timestamp: NOW_MS / 1000 - 7200 }) },
		'Invoice',
		/expired/,
	],
	[
		quoteCreate,
		'an invoice with a typing error',
		{ ...toInvoice, invoice: `${INVOICE.slice(0, -1)}q` },
		'Invoice',
		/mistyped/,
	],
	[quoteCreate, 'a test invoice on live', toInvoice, 'Invoice', /live/, 'live'],
	[
		quoteCreate,
		'a main invoice on staging',
		{ ...toInvoice, invoice: buildInvoice({ timestamp: NOW_MS / 1000 }) },
		'Invoice',
		/staging/,
	],
	[quoteCreate, 'a name without domain', { ...toLnAddress, lnAddress: 'ada@' }, 'Lightning Address', /domain/],
	[
		quoteCreate,
		'an address with a typing error',
		{ ...toAddress, onChainAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsy' },
		'On-Chain Address',
		/mistyped/,
	],
	[quoteCreate, 'a test address on live', toAddress, 'On-Chain Address', /live/, 'live'],
	[
		quoteCreate,
		'an amount in a third currency',
		{ ...swap, paymentCurrency: 'KESCENT' },
		'Payment Currency',
		/NGNKOBO or BTCSAT/,
	],
	[quoteCreate, 'rand without autopayout', { ...toZar, autopayout: 'notSent' }, 'Automatic Payout', /ZAR/],
	[
		quoteCreate,
		'an autopayout to nobody',
		{ ...swap, autopayout: 'true', paymentCurrency: 'BTCSAT' },
		'Beneficiary Type',
		/given/,
	],
	[quoteCreate, 'rand with autopayout off', { ...toZar, autopayout: false }, 'Automatic Payout', /ZAR/],
	[
		quoteCreate,
		'a beneficiary of another currency',
		{ ...toNgn, targetCurrency: 'KESCENT' },
		'Beneficiary Type',
		/NGN.*KESCENT/,
	],
	[paymentLinkCreate, 'an unknown address', { ...link, lnAddress: 'ada' }, 'Lightning Address', /name@domain/],
	[
		stablecoinAddressGenerate,
		'another spelling of a network',
		{ ...deposit, network: 'TRC-20' },
		'Network',
		/must be written "trc20", but is "TRC-20"/,
	],
	[
		withdrawalToStablecoin,
		'another spelling of a network',
		{ ...toUsdt, network: 'Ethereum' },
		'Network',
		/must be written "erc20", but is "Ethereum"/,
	],
	[
		withdrawalToStablecoin,
		'the zero address',
		{ ...toUsdt, address: `0x${'0'.repeat(40)}` },
		'Address',
		/nobody holds the key of/,
	],
	[
		withdrawalToStablecoin,
		"Ethereum's USDT contract on Polygon",
		{ ...toUsdt, network: 'polygon', address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
		'Address',
		/token's own contract/,
	],
	[webhookSet, 'no encryption on live', { url: 'http://example.com/hook', secret: 's' }, 'URL', /https/, 'live'],
];

const referenceOf = ({ settings }: object & { settings: object }) =>
	'payout' in settings ? Object(settings.payout).reference : null;

describe('what the checks refuse', () => {
	for (const [operation, what, values, label, reason, kind = 'staging'] of switchable) {
		it(`${operation.resource}:${operation.operation} refuses ${what}, named '${label}'`, () => {
			const scope = scopeOf(kind);
			const problems = problemsOf(operation, values, scope);
			expect(problems).toStrictEqual([{ field: label, reason: expect.stringMatching(reason) }]);
			expect(problemsOf(operation, skipping(values), scope)).toStrictEqual([]);
		});
	}
});

it('takes amounts and customer references as a spreadsheet shows them', () => {
	const shown = { minimumTargetAmount: '1000.0', maximumSourceAmount: '500000.0' };
	const values = { ...swapped, ...shown, payoutReference: 'SWAP-1', options: { customerReference: '1001.0' } };
	expect(problemsOf(quoteCreateAndAccept, values, scopeOf('staging'))).toStrictEqual([]);
});

describe('what is no business of the checks', () => {
	it.each([
		['names of any script', { ...toNgn, accountName: 'Adébáyọ̀ 山田 Обі' }],
		['a reference with an emoji', { ...swap, customerReference: 'INV 🧾' }],
		['rand in full', toZar],
		['a PayBill account', toPayBill],
		['a till', toTill],
		['the till of the tests, all zeros', { ...toTill, tillNumber: '000000' }],
		['a till of nine digits', { ...toTill, tillNumber: '796980711' }],
		['rand with a fee of zero', { ...toZar, options: { customerInternalFee: '0' } }],
		['naira swapped for bitcoin in an own wallet', { ...swap, autopayout: 'false' }],
	])('takes %s', (_name, values) => {
		expect(problemsOf(quoteCreate, values)).toStrictEqual([]);
	});

	it('takes references of any length, and sends them as they are', async () => {
		const long = ` INV ${'9'.repeat(5000)} 🧾 `;
		const quote = writePlan(quoteCreate, { ...swap, customerReference: long });
		expect((await quote.lookUp(new FakeService([]))).request.body?.customerReference).toBe(long);
		const paid = writePlan(withdrawalToStablecoin, { ...toUsdt, customerReference: long });
		expect(referenceOf(paid)).toBe(long.trim());
		const given = writePlan(withdrawalToStablecoin, { ...toUsdt, payoutReference: long });
		expect(referenceOf(given)).toBe(long.trim());
		expect(problemsOf(payoutReferenceCheck, { reference: long })).toStrictEqual([]);
		expect(problemsOf(orderGetAll, { returnAll: true, filters: { customerReference: long } })).toStrictEqual([]);
	});

	it('takes invoices and addresses of any network on a deployment of its own', () => {
		const scope = scopeOf('custom');
		const main = { ...toInvoice, invoice: buildInvoice({ timestamp: NOW_MS / 1000 }) };
		expect([main, toInvoice, toAddress].flatMap((values) => problemsOf(quoteCreate, values, scope))).toStrictEqual([]);
		expect(problemsOf(mpesaValidateIdentifier, { identifierType: 'Till', identifier: '1' }, scope)).toStrictEqual([]);
		expect(problemsOf(simulationPayIn, { currency: 'BTC', lookUpBy: 'orderId', value: '1' }, scope)).toStrictEqual([]);
	});

	it('reports every problem of an item at once', () => {
		const problems = problemsOf(quoteCreate, {
			...toNgn,
			accountNumber: '',
			accountName: 7.5,
			amountUnit: '',
			bank: '',
		});
		expect(problems.map(({ field }) => field)).toStrictEqual(['Bank', 'Account Number', 'Account Name', 'Amount Unit']);
	});
});
