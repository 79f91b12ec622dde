/** Valid bodies of requests to the service. A test changes the member that it is about. */
import { bankBeneficiary } from '../cases/bank';

/** A correct NGN withdrawal to a demo account. */
export const bankWithdrawal = {
	amount: '100000',
	currency: 'NGN',
	beneficiary: bankBeneficiary,
};

/** A correct quote that buys bitcoin with naira. */
export const swapQuote = {
	amount: '1000000',
	sourceCurrency: 'NGNKOBO',
	targetCurrency: 'BTCSAT',
	paymentMethod: 'BANKTRANSFER',
	paymentCurrency: 'NGNKOBO',
	autopayout: false,
	customerReference: 'order-1',
};

/** A correct quote that pays a Nigerian bank account with bitcoin. */
export const payoutQuote = {
	amount: '500000',
	sourceCurrency: 'BTCSAT',
	targetCurrency: 'NGNKOBO',
	paymentMethod: 'LIGHTNING',
	paymentCurrency: 'NGNKOBO',
	autopayout: true,
	customerReference: 'order-2',
	beneficiary: bankWithdrawal.beneficiary,
};

export const paymentLink = {
	name: 'Invoice 7',
	description: 'Chairs',
	type: 'One_Time',
	addFeeToTotalCost: false,
	settlementCurrency: 'BTC',
	settlementMethod: 'LIGHTNING',
	paymentCurrency: 'NGN',
	paymentMethods: ['BANKTRANSFER', 'LIGHTNING'],
	beneficiary: { lnAddress: 'ada@wallet.example' },
	amount: 5_000_000,
	callbackUrl: 'https://shop.example/paid',
};
