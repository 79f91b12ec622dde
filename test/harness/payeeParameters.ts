/** Valid parameters of operations that pay, by kind of payee. A test changes the parameter that it is about. */
import { link } from '../cases/paymentLink';
import { INVOICE, swap } from '../cases/quoteParts';
import { DEMO_ADDRESSES } from '../../sandbox';
import type { Parameters } from './operations';

export const account = {
	bank: '100004',
	accountNumber: '0123456789',
	accountName: 'Ada Obi',
	walletId: 'w-1',
	currency: 'NGN',
};
export const toNgn = { ...swap, ...account, beneficiaryType: 'ngn', targetCurrency: 'NGNKOBO' };
export const toPhone = {
	...swap,
	beneficiaryType: 'kes',
	targetCurrency: 'KESCENT',
	kesIdentifierType: 'paytophone',
	phoneNumber: '+254712345678',
	kesNetwork: 'mpesa',
	kesAccountName: 'Amina Otieno',
};
export const toTill = { ...toPhone, kesIdentifierType: 'paytotill', tillNumber: '5123456' };
export const toPayBill = {
	...toPhone,
	kesIdentifierType: 'paytobill',
	paybillNumber: '247247',
	paybillAccountNumber: 'A-17',
};
export const toGhs = {
	...swap,
	beneficiaryType: 'ghs',
	targetCurrency: 'GHSPESEWA',
	ghsIdentifierType: 'MTN',
	ghsPhoneNumber: '+233241234567',
	accountName: 'Kofi Mensah',
};
export const toZar = {
	...swap,
	beneficiaryType: 'zar',
	targetCurrency: 'ZARCENT',
	autopayout: 'true',
	zarBank: 'Absa',
	accountNumber: '1234567',
	accountName: 'Thandi Nkosi',
};
export const toInvoice = { ...swap, beneficiaryType: 'btc', btcDestination: 'lnInvoice', invoice: INVOICE };
export const paidOut = { autopayout: 'true', paymentCurrency: 'BTCSAT', amount: '1000' };
export const onChainLink = {
	...link,
	settlementMethod: 'ONCHAIN',
	paymentMethods: ['BANKTRANSFER'],
	btcDestination: 'onChainAddress',
	onChainAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
	options: { speed: 'fast' },
};
export const toLnAddress = {
	...swap,
	beneficiaryType: 'btc',
	btcDestination: 'lnAddress',
	lnAddress: 'ada@example.com',
};
export const toAddress = {
	...swap,
	beneficiaryType: 'btc',
	btcDestination: 'onChainAddress',
	onChainAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
};
export const toUsdt = {
	network: 'erc20',
	address: DEMO_ADDRESSES.erc20,
	amount: '100',
	amountUnit: 'minor',
	currency: 'USDT',
	customerReference: 'INV-1',
};
export const deposit = { label: 'customer-1', network: 'trc20', currency: 'USDT' };

export const skipping = (values: Parameters) => ({
	...values,
	options: { ...Object(values.options), skipChecks: true },
});
