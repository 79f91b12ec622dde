/** Rules between fields, some of which Skip Checks turns off: docs/reference/interface.md#rules-of-quotes. */
import type { Operation } from '../../../../nodes/core/operation/operation';
import type { DeploymentKind } from '../../../../nodes/core/payees/chainAddress';
import { bankVerifyAccount } from '../../../../nodes/Mavapay/operations/bank/bank';
import { bankAccountCreate } from '../../../../nodes/Mavapay/operations/bankAccount/bankAccount';
import { mpesaValidateIdentifier } from '../../../../nodes/Mavapay/operations/mpesa/validateIdentifier';
import { quoteAccept } from '../../../../nodes/Mavapay/operations/quote/accept';
import { orderGetAll } from '../../../../nodes/Mavapay/operations/order/order';
import { paymentLinkCreate } from '../../../../nodes/Mavapay/operations/paymentLink/create';
import { payoutReferenceCheck } from '../../../../nodes/Mavapay/operations/payoutReference/payoutReference';
import { quoteCreate } from '../../../../nodes/Mavapay/operations/quote/quote';
import { quoteCreateAndAccept } from '../../../../nodes/Mavapay/operations/quote/createAndAccept';
import { simulationPayIn } from '../../../../nodes/Mavapay/operations/simulation/payIn';
import { stablecoinAddressGenerate } from '../../../../nodes/Mavapay/operations/stablecoinAddress/stablecoinAddress';
import { webhookSet } from '../../../../nodes/Mavapay/operations/webhook/webhook';
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

/** For each mistake: the label that the error names, the parameters, the reason, the deployment (default: staging). */
type Rows = Readonly<Record<string, readonly [string, Parameters, RegExp, DeploymentKind?]>>;

const allOf = <T>(values: readonly T[], row: (value: T) => readonly [string, Rows[string]]): Rows =>
	Object.fromEntries(values.map(row));

/** Each row is refused, also with Skip Checks. */
const refuses = (operation: Operation, rows: Rows) => holds(operation, rows, true);
/** Each row is refused, and passes with Skip Checks. */
const checks = (operation: Operation, rows: Rows) => holds(operation, rows, false);

function holds(operation: Operation, rows: Rows, isFirm: boolean): void {
	it.each(Object.entries(rows))(
		`${operation.resource}:${operation.operation} refuses %s`,
		(_, [field, values, reason, kind = 'staging']) => {
			const expected = [{ field, reason: expect.stringMatching(reason) }];
			expect(problemsOf(operation, values, scopeOf(kind))).toStrictEqual(expected);
			expect(problemsOf(operation, skipping(values), scopeOf(kind))).toStrictEqual(isFirm ? expected : []);
		},
	);
}

const NOBODY = ['N/A', 'undefined undefined', '-', 'TBD', '[object Object]'];

describe('what the checks refuse', () => {
	checks(bankVerifyAccount, {
		'a short number': ['Account Number', { ...account, accountNumber: '123456789', options: {} }, /9 digits/],
		'digits of another script': ['Account Number', { ...account, accountNumber: '\u0660123456789' }, /0 to 9/],
	});
	checks(bankAccountCreate, {
		'a long number': ['Account Number', { ...account, accountNumber: '01234567890', options: {} }, /11 digits/],
		...allOf(NOBODY, (name) => [
			`the name ${name}`,
			['Account Name', { ...account, accountName: name }, /names nobody/],
		]),
		'a name with a letter of another script': [
			'Account Name',
			{ ...account, accountName: 'Ad\u0430 Obi' },
			/has "\u0430" \(U\+0430\), which isn't one of A to Z/,
		],
	});
	checks(quoteCreate, {
		'a number that lost its zero': ['Account Number', { ...toNgn, accountNumber: 123456789 }, /9 digits/],
		'a phone of another country': ['Phone Number', { ...toPhone, phoneNumber: '+233241234567' }, /\+254/],
		'a phone that was cut': ['Phone Number', { ...toPhone, phoneNumber: '254712345' }, /is not \+254/],
		'a phone that lost a digit': ['Phone Number', { ...toPhone, phoneNumber: '+25471234567' }, /is not \+254/],
		...allOf(['N/A', '-', 'none'], (name) => [
			`the South African bank ${name}`,
			['South African Bank', { ...toZar, zarBank: name }, /names nothing/],
		]),
		'letters in a till number': ['Till Number', { ...toTill, tillNumber: '51234a' }, /digits/],
		'digits of another script': ['PayBill Number', { ...toPayBill, paybillNumber: '\u0967\u0968' }, /0 to 9/],
		'naira paid out as bitcoin for an amount in naira': [
			'Amount Is In',
			{ ...toLnAddress, autopayout: 'true' },
			/must be BTCSAT .* but is NGNKOBO/,
		],
		'an invoice for less than the amount': [
			'Invoice',
			{ ...toInvoice, ...paidOut, amount: '1001' },
			/is for 1000 satoshis, but must be for exactly the 1001 satoshis/,
		],
		'an invoice for more than the amount': [
			'Invoice',
			{ ...toInvoice, ...paidOut, amount: '0.00000999', amountUnit: 'major' },
			/exactly the 999 satoshis/,
		],
		'an invoice for a fraction more': [
			'Invoice',
			{ ...toInvoice, ...paidOut, invoice: buildInvoice({ human: 'lntbs10000010p', timestamp: NOW_MS / 1000 }) },
			/1000001 thousandths of a satoshi/,
		],
		'an invoice without amount': [
			'Invoice',
			{ ...toInvoice, ...paidOut, invoice: buildInvoice({ human: 'lntbs', timestamp: NOW_MS / 1000 }) },
			/states no amount/,
		],
		'rand with a fee of the caller': [
			'Customer Internal Fee',
			{ ...toZar, options: { customerInternalFee: '1' } },
			/not possible for a payout in ZAR/,
		],
		'cedis for nobody': ['Money Goes To', { ...swap, targetCurrency: 'GHSPESEWA' }, /must be given/],
		'a bank code that is no NIP code': ['Bank', { ...toNgn, bank: '13' }, /NIP code/],
		'a payee who is not to be paid': ['Automatic Payout', { ...toPhone, autopayout: 'false' }, /nobody is/],
		'a letter in a South African account': ['Account Number', { ...toZar, accountNumber: '12345O7' }, /0 to 9/],
		'a mobile number of another country': ['Mobile Number', { ...toGhs, ghsPhoneNumber: '+254712345678' }, /\+233/],
		'an expired invoice': [
			'Invoice',
			{ ...toInvoice, invoice: buildInvoice({ human: 'lntbs10u', timestamp: NOW_MS / 1000 - 7200 }) },
			/expired/,
		],
		'an invoice with a typing error': ['Invoice', { ...toInvoice, invoice: `${INVOICE.slice(0, -1)}q` }, /mistyped/],
		'a test invoice on live': ['Invoice', toInvoice, /live/, 'live'],
		'a main invoice on staging': [
			'Invoice',
			{ ...toInvoice, invoice: buildInvoice({ timestamp: NOW_MS / 1000 }) },
			/staging/,
		],
		'a name without domain': ['Lightning Address', { ...toLnAddress, lnAddress: 'ada@' }, /domain/],
		'an address with a typing error': [
			'On-Chain Address',
			{ ...toAddress, onChainAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsy' },
			/mistyped/,
		],
		'a test address on live': ['On-Chain Address', toAddress, /live/, 'live'],
		'an amount in a third currency': ['Amount Is In', { ...swap, paymentCurrency: 'KESCENT' }, /NGNKOBO or BTCSAT/],
		'rand without autopayout': ['Automatic Payout', { ...toZar, autopayout: 'notSent' }, /ZAR/],
		'an autopayout to nobody': ['Money Goes To', { ...swap, autopayout: 'true', paymentCurrency: 'BTCSAT' }, /given/],
		'rand with autopayout off': ['Automatic Payout', { ...toZar, autopayout: false }, /ZAR/],
		'a beneficiary of another currency': ['Money Goes To', { ...toNgn, targetCurrency: 'KESCENT' }, /NGN.*KESCENT/],
		...allOf(NOBODY, (name) => [
			`the account name ${name}`,
			['Account Name', { ...toGhs, accountName: name }, /names nobody/],
		]),
		...allOf(NOBODY, (name) => [
			`the recipient ${name}`,
			['Recipient Name', { ...toTill, kesAccountName: name }, /names nobody/],
		]),
		...allOf(NOBODY, (name) => [
			`the PayBill account ${name}`,
			['PayBill Account', { ...toPayBill, paybillAccountNumber: name }, /names nothing/],
		]),
	});
	checks(paymentLinkCreate, {
		'on-chain, also paid by Lightning': [
			'Customer Pays By',
			{ ...onChainLink, paymentMethods: ['BANKTRANSFER', 'LIGHTNING'] },
			/only Bank Transfer .* has LIGHTNING$/,
		],
		'an on-chain address that is to be paid by Lightning': [
			'Bitcoin Destination',
			{ ...onChainLink, settlementMethod: 'LIGHTNING' },
			/can't be paid by 'Settlement Method' LIGHTNING/,
		],
		'a Lightning address that is to be paid on-chain': [
			'Bitcoin Destination',
			{ ...onChainLink, btcDestination: 'lnAddress' },
			/can't be paid by 'Settlement Method' ONCHAIN/,
		],
		'a beneficiary of another currency': [
			'Money Goes To',
			{ ...link, ...account, beneficiaryType: 'ngn' },
			/is for payouts in NGN, but 'Settlement Currency' is BTC/,
		],
		'on-chain without a speed': ['Speed', { ...onChainLink, options: {} }, /needed/],
		'an unknown address': ['Lightning Address', { ...link, lnAddress: 'ada' }, /name@domain/],
	});
	checks(quoteCreateAndAccept, {
		'somebody who is not named': [
			'Money Goes To',
			{
				...{ ...swapped, to: 'KES', sendTo: 'somebody', beneficiaryType: 'none' },
				...{ minimumTargetAmount: '1', payoutReference: 'SWAP-1' },
			},
			/must be given, or nobody can be paid/,
		],
		'naira paid out as bitcoin by what leaves': [
			'Amount Is',
			{
				...asSwap({ ...toLnAddress, ...paidOut }),
				...{ amountIs: 'leaves', minimumTargetAmount: '1', payoutReference: 'SWAP-1' },
			},
			/must be What Arrives in a quote from NGN to BTC/,
		],
		'a beneficiary of another currency': [
			'Money Goes To',
			{ ...asSwap(toPhone), to: 'GHS', payoutReference: 'SWAP-1' },
			/is for payouts in KES, but 'To' is GHS/,
		],
		...allOf(['ZAR', 'GHS'], (to) => [
			`${to} into an own wallet`,
			['Send It To', { ...swapped, to, payoutReference: 'SWAP-1' }, new RegExp(`must be Somebody for ${to}, which no`)],
		]),
	});
	checks(withdrawalToBankAccount, {
		'a bank code that is no NIP code': [
			'Bank',
			{ ...account, bank: 13, amount: '250000', amountUnit: 'minor', payoutReference: 'INV-1' },
			/has 2 digits, but a NIP code has 6/,
		],
		...allOf(NOBODY, (name) => {
			const { bank, accountNumber } = account;
			const options = { withoutNameEnquiry: true, accountName: name, bankName: 'GTB' };
			const values = { bank, accountNumber, amount: '250000', amountUnit: 'minor', payoutReference: 'INV-1', options };
			return [`the name ${name}, not checked with the bank`, ['Account Name', values, /names nobody/]];
		}),
	});
	checks(stablecoinAddressGenerate, {
		'another spelling of a network': [
			'Network',
			{ ...deposit, network: 'TRC-20' },
			/must be written "trc20", but is "TRC-20"/,
		],
	});
	checks(withdrawalToStablecoin, {
		'another spelling of a network': [
			'Network',
			{ ...toUsdt, network: 'Ethereum' },
			/must be written "erc20", but is "Ethereum"/,
		],
		'the zero address': ['Address', { ...toUsdt, address: `0x${'0'.repeat(40)}` }, /nobody has the key/],
		"Ethereum's USDT contract on Polygon": [
			'Address',
			{ ...toUsdt, network: 'polygon', address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
			/token's own contract/,
		],
	});
	checks(webhookSet, {
		'no encryption on live': ['URL', { url: 'http://example.com/hook', secret: 's' }, /https/, 'live'],
	});
});

describe('what nothing switches off', () => {
	refuses(mpesaValidateIdentifier, {
		staging: ['Validate Identifier', { identifierType: 'Till', identifier: '1' }, /live only/],
	});
	refuses(simulationPayIn, {
		live: ['Pay In', { currency: 'BTC', lookUpBy: 'quoteId', value: 'q' }, /staging/, 'live'],
		'naira without amount': ['Amount', { currency: 'NGN', lookUpBy: 'quoteId', value: 'q', amount: ' ' }, /NGN/],
		'an amount beyond exact numbers': [
			'Amount',
			{ currency: 'NGN', lookUpBy: 'quoteId', value: 'q', amount: '9007199254740993' },
			/too large/,
		],
	});
	refuses(paymentLinkCreate, {
		'an amount beyond exact numbers': ['Amount', { ...link, amount: '9007199254740993' }, /too large/],
		'an amount with too many decimals': ['Amount', { ...link, amount: '1.005', amountUnit: 'major' }, /3 decimals/],
		'a callback that is no URL': ['Callback URL', { ...link, options: { callbackUrl: 'example.com' } }, /full URL/],
		'a variant a link has not': ['Money Goes To', { ...link, beneficiaryType: 'kes' }, /one of/],
	});
	refuses(quoteCreate, {
		'major units of an unknown currency': [
			'Amount',
			{ ...swap, targetCurrency: 'XOFCENT', paymentCurrency: 'XOFCENT', amountUnit: 'major' },
			/minor units/,
		],
		'an unknown unit': ['Amount Unit', { ...swap, amountUnit: 'kobo' }, /one of "major", "minor"/],
		'a fee that is no whole number': [
			'Customer Internal Fee',
			{ ...swap, options: { customerInternalFee: '1.5' } },
			/whole number/,
		],
		'a line break in a reference': [
			'Customer Reference',
			{ ...swap, customerReference: 'INV-1\n2' },
			/control character/,
		],
		'a line break in a name': ['Account Name', { ...toNgn, accountName: 'Ada\nObi' }, /control character/],
		'a longer name than is read': ['Account Name', { ...toNgn, accountName: 'A'.repeat(201) }, /201 .* 200 allowed/],
		'a longer account than any': ['Account Number', { ...toNgn, accountNumber: '1'.repeat(35) }, /35 .* 34 allowed/],
		'a phone without its network': ['Phone Network', { ...toPhone, kesNetwork: ' ' }, /empty/],
		...allOf(['Safaricom', 'telkom', 'MPESA', 'M-Pesa'], (network) => [
			`the network ${network}`,
			['Phone Network', { ...toPhone, kesNetwork: network }, /must be one of "airtel", "mpesa", but is/],
		]),
		"a method's name": ['Payment Method', { ...swap, paymentMethod: 'bank transfer' }, /"BANKTRANSFER"/],
		"a currency's plain code": [
			'From',
			{ ...swap, sourceCurrency: 'NGN', paymentCurrency: 'NGNKOBO' },
			/must be written "NGNKOBO", but is "NGN"/,
		],
		'a PayBill account copied with what nobody sees': [
			'PayBill Account',
			{ ...toPayBill, paybillAccountNumber: '\u202a0712\u202c' },
			/contains invisible characters/,
		],
		'a bank copied so': ['South African Bank', { ...toZar, zarBank: 'Capi\u00adtec' }, /invisible/],
		'a phone without a name': ['Recipient Name', { ...toPhone, kesAccountName: '' }, /empty/],
		'a till without a name': ['Recipient Name', { ...toTill, kesAccountName: null }, /empty/],
		'a PayBill number without a name': ['Recipient Name', { ...toPayBill, kesAccountName: undefined }, /empty/],
		'a control character in a till number': [
			'Till Number',
			{ ...toTill, tillNumber: '51\u0007234' },
			/control character/,
		],
		'an M-Pesa type of the other list': ['M-Pesa Type', { ...toPhone, kesIdentifierType: 'PayBill' }, /paytobill/],
		...allOf(['2.54712E+11', ' 2.5e+8', '5E+3', '254712345678.0', '#N/A', '#REF!', '#NAME?', '#DIV/0!'], (shown) => [
			`a PayBill account that is ${shown}`,
			[
				'PayBill Account',
				{ ...toPayBill, paybillAccountNumber: shown },
				/, as a spreadsheet shows it; format its column as text$/,
			],
		]),
	});
	refuses(stablecoinAddressGenerate, {
		'a control character': ['Label', { label: 'a\u0000b', network: 'trc20', currency: 'USDT' }, /control character/],
	});
	refuses(quoteAccept, {
		'an ID of dots': ['Quote ID', { quoteId: '..', sourceWallet: 'NGN' }, /dots only/],
		'an ID of one dot': ['Quote ID', { quoteId: ' . ', sourceWallet: 'NGN' }, /dots only/],
		'an ID with a line break': ['Quote ID', { quoteId: 'q\n1', sourceWallet: 'NGN' }, /control character/],
	});
	refuses(webhookSet, {
		'another protocol': ['URL', { url: 'ftp://example.com/hook', secret: 's' }, /full URL/],
		'no secret anywhere': ['Secret', { url: 'https://example.com/hook', secret: '' }, /credential/],
	});
});

const referenceOf = (plan: object) => ('sealed' in plan ? Object(plan.sealed).reference : null);

it('takes limits and customer references as a spreadsheet shows them', () => {
	const shown = { amountUnit: 'major', minimumTargetAmount: '0.1', maximumAmount: '500000.0' };
	const values = { ...swapped, ...shown, payoutReference: 'SWAP-1', options: { customerReference: '1001.0' } };
	expect(problemsOf(quoteCreateAndAccept, values, scopeOf('staging'))).toStrictEqual([]);
});

describe('what is no business of the checks', () => {
	it.each([
		['names with accents and hooks', { ...toNgn, accountName: 'Adébáyọ̀ Ɓala' }],
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
