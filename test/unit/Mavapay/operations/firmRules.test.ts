/** Rules between fields, of the deployments and of the service, that Skip Checks lifts nothing of (docs/reference/interface.md#rules-of-quotes). */
import type { Operation } from '../../../../nodes/core/operation/operation';
import type { DeploymentKind } from '../../../../nodes/core/domain/payees/chainAddress';
import { mpesaValidateIdentifier } from '../../../../nodes/Mavapay/operations/mpesa/validateIdentifier';
import { paymentLinkCreate } from '../../../../nodes/Mavapay/operations/paymentLink/create';
import { quoteAccept } from '../../../../nodes/Mavapay/operations/quote/accept';
import { quoteCreate } from '../../../../nodes/Mavapay/operations/quote/create';
import { simulationPayIn } from '../../../../nodes/Mavapay/operations/simulation/payIn';
import { stablecoinAddressGenerate } from '../../../../nodes/Mavapay/operations/stablecoinAddress/generate';
import { webhookSet } from '../../../../nodes/Mavapay/operations/webhook/set';
import { link } from '../../../cases/paymentLink';
import { swap } from '../../../cases/quoteParts';
import { problemsOf, scopeOf, type Parameters } from '../../../harness/operations';
import { toNgn, toPhone, toTill, toPayBill, toZar } from '../../../harness/payeeParameters';

/** What nothing switches off. */
const firm: ReadonlyArray<[Operation, string, Parameters, string, RegExp, DeploymentKind?]> = [
	[mpesaValidateIdentifier, 'staging', { identifierType: 'Till', identifier: '1' }, 'Validate Identifier', /live only/],
	[simulationPayIn, 'live', { currency: 'BTC', lookUpBy: 'quoteId', value: 'q' }, 'Pay In', /staging/, 'live'],
	[
		simulationPayIn,
		'naira without amount',
		{ currency: 'NGN', lookUpBy: 'quoteId', value: 'q', amount: ' ' },
		'Amount',
		/NGN/,
	],
	[
		simulationPayIn,
		'an amount beyond exact numbers',
		{ currency: 'NGN', lookUpBy: 'quoteId', value: 'q', amount: '9007199254740993' },
		'Amount',
		/too large/,
	],
	[paymentLinkCreate, 'an amount beyond exact numbers', { ...link, amount: '9007199254740993' }, 'Amount', /too large/],
	[
		paymentLinkCreate,
		'an amount with too many decimals',
		{ ...link, amount: '1.005', amountUnit: 'major' },
		'Amount',
		/3 decimals/,
	],
	[
		paymentLinkCreate,
		'a callback that is no URL',
		{ ...link, options: { callbackUrl: 'example.com' } },
		'Callback URL',
		/full URL/,
	],
	[paymentLinkCreate, 'a variant a link has not', { ...link, beneficiaryType: 'kes' }, 'Beneficiary Type', /one of/],
	[
		quoteCreate,
		'major units of an unknown currency',
		{ ...swap, targetCurrency: 'XOFCENT', paymentCurrency: 'XOFCENT', amountUnit: 'major' },
		'Amount',
		/minor units/,
	],
	[quoteCreate, 'an unknown unit', { ...swap, amountUnit: 'kobo' }, 'Amount Unit', /one of "major", "minor"/],
	[
		quoteCreate,
		'a fee that is no whole number',
		{ ...swap, options: { customerInternalFee: '1.5' } },
		'Customer Internal Fee',
		/whole number/,
	],
	[
		quoteCreate,
		'a line break in a reference',
		{ ...swap, customerReference: 'INV-1\n2' },
		'Customer Reference',
		/control character/,
	],
	[quoteCreate, 'a line break in a name', { ...toNgn, accountName: 'Ada\nObi' }, 'Account Name', /control character/],
	[quoteCreate, 'a phone without its network', { ...toPhone, kesNetwork: ' ' }, 'Phone Network', /empty/],
	[
		quoteCreate,
		'another spelling of a network',
		{ ...toPhone, kesNetwork: 'MPESA' },
		'Phone Network',
		/written "mpesa"/,
	],
	[
		quoteCreate,
		"a network's name",
		{ ...toPhone, kesNetwork: 'M-Pesa' },
		'Phone Network',
		/written "mpesa", but is "M-Pesa"/,
	],
	[quoteCreate, "a method's name", { ...swap, paymentMethod: 'bank transfer' }, 'Payment Method', /"BANKTRANSFER"/],
	[
		quoteCreate,
		"a currency's plain code",
		{ ...swap, sourceCurrency: 'NGN', paymentCurrency: 'NGNKOBO' },
		'Source Currency',
		/must be written "NGNKOBO", but is "NGN"/,
	],
	...['2.54712E+11', ' 2.5e+8', '5E+3', '254712345678.0', '#N/A', '#REF!', '#NAME?', '#DIV/0!'].map(
		(shown): (typeof firm)[number] => [
			quoteCreate,
			`a PayBill account that is ${shown}`,
			{ ...toPayBill, paybillAccountNumber: shown },
			'PayBill Account',
			/, as a spreadsheet shows it; format its column as text$/,
		],
	),
	[
		quoteCreate,
		'a PayBill account copied with what nobody sees',
		{ ...toPayBill, paybillAccountNumber: '\u202a0712\u202c' },
		'PayBill Account',
		/contains invisible characters/,
	],
	[quoteCreate, 'a bank copied so', { ...toZar, zarBank: 'Capi\u00adtec' }, 'South African Bank', /invisible/],
	[quoteCreate, 'a phone without a name', { ...toPhone, kesAccountName: '' }, 'Recipient Name', /empty/],
	[quoteCreate, 'a till without a name', { ...toTill, kesAccountName: null }, 'Recipient Name', /empty/],
	[
		quoteCreate,
		'a PayBill number without a name',
		{ ...toPayBill, kesAccountName: undefined },
		'Recipient Name',
		/empty/,
	],
	[
		quoteCreate,
		'a control character in a till number',
		{ ...toTill, tillNumber: '51\u0007234' },
		'Till Number',
		/control character/,
	],
	[
		quoteCreate,
		'an M-Pesa type of the other list',
		{ ...toPhone, kesIdentifierType: 'PayBill' },
		'M-Pesa Type',
		/paytobill/,
	],
	[
		stablecoinAddressGenerate,
		'a control character',
		{ label: 'a\u0000b', network: 'trc20', currency: 'USDT' },
		'Label',
		/control character/,
	],
	[quoteAccept, 'an ID of dots', { quoteId: '..', sourceWallet: 'NGN' }, 'Quote ID', /dots only/],
	[quoteAccept, 'an ID of one dot', { quoteId: ' . ', sourceWallet: 'NGN' }, 'Quote ID', /dots only/],
	[quoteAccept, 'an ID with a line break', { quoteId: 'q\n1', sourceWallet: 'NGN' }, 'Quote ID', /control character/],
	[webhookSet, 'another protocol', { url: 'ftp://example.com/hook', secret: 's' }, 'URL', /full URL/],
	[webhookSet, 'no secret anywhere', { url: 'https://example.com/hook', secret: '' }, 'Secret', /credential/],
];

describe('what nothing switches off', () => {
	for (const [operation, what, values, label, reason, kind = 'staging'] of firm) {
		it(`${operation.resource}:${operation.operation} refuses ${what}, named '${label}'`, () => {
			const expected = [{ field: label, reason: expect.stringMatching(reason) }];
			expect(problemsOf(operation, values, scopeOf(kind))).toStrictEqual(expected);
			const skipped = { ...values, options: { ...Object(values.options), skipChecks: true } };
			expect(problemsOf(operation, skipped, scopeOf(kind))).toStrictEqual(expected);
		});
	}
});
