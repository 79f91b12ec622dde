/** The same as goodReads.ts, for quotes: every beneficiary in every form. */
import { quoteCreate } from '../../../../nodes/Mavapay/operations/quote/create';
import { buildInvoice } from '../../../harness/invoices';
import { answered, NOW_MS } from '../../../harness/operations';
import { inList, type GoodCase } from './goodCase';

export const INVOICE = buildInvoice({ human: 'lntbs10u', timestamp: NOW_MS / 1000 });

export const swap = {
	sourceCurrency: 'NGNKOBO',
	targetCurrency: 'BTCSAT',
	paymentMethod: 'BANKTRANSFER',
	paymentCurrency: 'NGNKOBO',
	amount: '500000',
	amountUnit: 'minor',
	autopayout: 'notSent',
	beneficiaryType: 'none',
	customerReference: '',
	options: {},
};

const body = {
	amount: '500000',
	sourceCurrency: 'NGNKOBO',
	targetCurrency: 'BTCSAT',
	paymentMethod: 'BANKTRANSFER',
	paymentCurrency: 'NGNKOBO',
};

const quote = { id: 'q-1', amountInSourceCurrency: 500000, amountInTargetCurrency: '3750.00' };

function good(name: string, values: object, sent: object): GoodCase {
	return {
		name,
		operation: quoteCreate,
		values: { ...swap, ...values },
		replies: [answered(quote)],
		requests: [{ method: 'POST', path: '/quote', body: { ...body, ...sent } }],
		items: [quote],
	};
}

/** What INVOICE asks for: 10 millionths of a bitcoin. */
const paidOut = { autopayout: 'true', paymentCurrency: 'BTCSAT', amount: '1000' };
const toBtc = { beneficiaryType: 'btc', targetCurrency: 'BTCSAT' };
const toKes = { beneficiaryType: 'kes', targetCurrency: 'KESCENT' };
const toPhone = {
	...toKes,
	kesIdentifierType: 'paytophone',
	phoneNumber: '+254712345678',
	kesAccountName: 'Amina Otieno',
};
const phoneBody = (network: string) => ({
	identifierType: 'paytophone',
	identifiers: { phoneNumber: '+254712345678', network, accountName: 'Amina Otieno' },
});
const toNgn = {
	beneficiaryType: 'ngn',
	sourceCurrency: 'BTCSAT',
	targetCurrency: 'NGNKOBO',
	paymentMethod: 'LIGHTNING',
	bank: inList('100004'),
	accountNumber: '0123456789',
	accountName: 'Ada Obi',
};
const ngnBody = { sourceCurrency: 'BTCSAT', targetCurrency: 'NGNKOBO', paymentMethod: 'LIGHTNING' };
const ngnBeneficiary = {
	bankAccountName: 'Ada Obi',
	bankCode: '100004',
	bankName: 'Opay',
	bankAccountNumber: '0123456789',
};

export const goodQuotes: readonly GoodCase[] = [
	good('a swap between own wallets', {}, {}),
	good(
		'a swap with everything, its amount in the major unit of the target',
		{
			paymentCurrency: 'BTCSAT',
			amount: '0.0001',
			amountUnit: 'major',
			autopayout: 'false',
			customerReference: 'INV-1',
			options: { customerInternalFee: '0', skipVirtualAccount: false, speed: 'slow' },
		},
		{
			paymentCurrency: 'BTCSAT',
			amount: '10000',
			autopayout: false,
			customerReference: 'INV-1',
			customerInternalFee: '0',
			skipVirtualAccount: false,
			speed: 'slow',
		},
	),
	good(
		'naira to a bank, the name of the bank given',
		{ ...toNgn, bankName: 'Opay', autopayout: true },
		{ ...ngnBody, beneficiary: ngnBeneficiary, autopayout: true },
	),
	{
		...good("naira to a bank, with the bank list's name", toNgn, {}),
		replies: [answered([{ bankName: 'Opay', nipBankCode: '100004' }]), answered(quote)],
		requests: [
			{ method: 'GET', path: '/bank/bankcode', query: { country: 'NG' } },
			{ method: 'POST', path: '/quote', body: { ...body, ...ngnBody, beneficiary: ngnBeneficiary } },
		],
	},
	good(
		'shillings to a phone',
		{ ...toPhone, kesNetwork: 'mpesa' },
		{ targetCurrency: 'KESCENT', beneficiary: phoneBody('mpesa') },
	),
	good(
		'shillings to a phone of the other network',
		{ ...toPhone, kesNetwork: 'airtel' },
		{ targetCurrency: 'KESCENT', beneficiary: phoneBody('airtel') },
	),
	good(
		'shillings to a phone of a network that is new',
		{ ...toPhone, kesNetwork: 'telkom' },
		{ targetCurrency: 'KESCENT', beneficiary: phoneBody('telkom') },
	),
	good(
		'shillings to a till',
		{ ...toKes, kesIdentifierType: 'paytotill', tillNumber: 5123456, kesAccountName: 'Duka' },
		{
			targetCurrency: 'KESCENT',
			beneficiary: {
				identifierType: 'paytotill',
				identifiers: { tillNumber: '5123456', accountName: 'Duka' },
			},
		},
	),
	good(
		'shillings to a PayBill account',
		{
			...toKes,
			kesIdentifierType: 'paytobill',
			paybillNumber: '247247',
			paybillAccountNumber: 'A-17',
			kesAccountName: 'Power',
		},
		{
			targetCurrency: 'KESCENT',
			beneficiary: {
				identifierType: 'paytobill',
				identifiers: { paybillNumber: '247247', accountNumber: 'A-17', accountName: 'Power' },
			},
		},
	),
	good(
		'cedis to a phone',
		{
			beneficiaryType: 'ghs',
			targetCurrency: 'GHSPESEWA',
			ghsIdentifierType: 'MTN',
			ghsPhoneNumber: '+233241234567',
			accountName: 'Kofi Mensah',
		},
		{
			targetCurrency: 'GHSPESEWA',
			beneficiary: {
				identifierType: 'MTN',
				identifiers: { phoneNumber: '+233241234567', accountName: 'Kofi Mensah' },
			},
		},
	),
	good(
		'rand to a bank, which needs autopayout',
		{
			beneficiaryType: 'zar',
			targetCurrency: 'ZARCENT',
			autopayout: 'true',
			zarBank: inList('Capitec Bank'),
			accountNumber: '1234567',
			accountName: 'Thandi Nkosi',
		},
		{
			targetCurrency: 'ZARCENT',
			autopayout: true,
			beneficiary: { name: 'Thandi Nkosi', bankName: 'Capitec Bank', bankAccountNumber: '1234567' },
		},
	),
	good(
		'naira paid out to an invoice for just that amount',
		{ ...toBtc, ...paidOut, btcDestination: 'lnInvoice', invoice: INVOICE },
		{ paymentCurrency: 'BTCSAT', amount: '1000', autopayout: true, beneficiary: { lnInvoice: INVOICE } },
	),
	good(
		'naira paid out to a Lightning address, which takes any amount',
		{ ...toBtc, ...paidOut, amount: '1234', btcDestination: 'lnAddress', lnAddress: 'ada@example.com' },
		{ paymentCurrency: 'BTCSAT', amount: '1234', autopayout: true, beneficiary: { lnAddress: 'ada@example.com' } },
	),
	good(
		'satoshis to an invoice, plainly written',
		{ ...toBtc, btcDestination: 'lnInvoice', invoice: ` lightning:${INVOICE.toUpperCase()}` },
		{ beneficiary: { lnInvoice: INVOICE } },
	),
	good(
		'satoshis to a Lightning address',
		{ ...toBtc, btcDestination: 'lnAddress', lnAddress: 'ada@example.com' },
		{ beneficiary: { lnAddress: 'ada@example.com' } },
	),
	good(
		'satoshis to an address',
		{ ...toBtc, btcDestination: 'onChainAddress', onChainAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
		{ beneficiary: { onChainAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' } },
	),
	good(
		'a beneficiary as JSON text',
		{ beneficiaryType: 'json', beneficiaryJson: '{"newForm": {"a": 1}}' },
		{ beneficiary: { newForm: { a: 1 } } },
	),
	good(
		'a beneficiary as an object, and a currency that is new',
		{
			beneficiaryType: 'json',
			beneficiaryJson: { iban: 'X' },
			targetCurrency: 'XOFCENT',
			paymentCurrency: 'XOFCENT',
		},
		{ beneficiary: { iban: 'X' }, targetCurrency: 'XOFCENT', paymentCurrency: 'XOFCENT' },
	),
];
