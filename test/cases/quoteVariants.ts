/** A quote for every kind of beneficiary: the node's parameters and the body they become. */
import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { BANKS } from './bank';
import { byId, type Made, type Sent } from './case';

export interface QuoteVariant {
	name: string;
	/** The wallet that can pay the quote. */
	wallet: 'NGN' | 'BTC';
	arrange?: (sandbox: Sandbox) => Made;
	parameters: (made: Made) => INodeParameters;
	body: (made: Made) => Record<string, unknown>;
	/** Reads that come before the quote. */
	before?: Sent[];
}

/** A quote's fields for a payout in another currency from the NGN wallet. */
const paidOut = (targetCurrency: string, amount: string) => ({
	sourceCurrency: 'NGNKOBO',
	targetCurrency,
	paymentMethod: 'BANKTRANSFER',
	paymentCurrency: targetCurrency,
	amount,
});

interface Variant {
	name: string;
	pair: Record<string, string>;
	wallet?: 'NGN' | 'BTC';
	fields: (made: Made) => INodeParameters;
	beneficiary: (made: Made) => Record<string, unknown>;
	arrange?: (sandbox: Sandbox) => Made;
	before?: Sent[];
}

const variant = ({ name, pair, wallet = 'NGN', fields, beneficiary, ...rest }: Variant): QuoteVariant => ({
	...rest,
	name,
	wallet,
	parameters: (made) => ({ ...pair, amountUnit: 'minor', autopayout: 'true', ...fields(made), options: {} }),
	body: (made) => ({ ...pair, autopayout: true, beneficiary: beneficiary(made) }),
});

const kes = (mode: string, fields: Record<string, string>, identifiers: Record<string, string>): Variant => ({
	name: mode,
	pair: paidOut('KESCENT', '100000'),
	fields: () => ({ beneficiaryType: 'kes', kesIdentifierType: mode, ...fields }),
	beneficiary: () => ({ identifierType: mode, identifiers }),
});

const ON_CHAIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

const btc = (name: string, fields: (made: Made) => Record<string, string>, more: Partial<Variant> = {}): Variant => ({
	name,
	pair: paidOut('BTCSAT', '10000'),
	fields: (made) => ({ beneficiaryType: 'btc', btcDestination: name, ...renamed(fields(made)) }),
	beneficiary: fields,
	...more,
});

/** Renames the service's `lnInvoice` to the node's parameter `invoice`. */
const renamed = ({ lnInvoice, ...rest }: Record<string, string>) => ({
	...rest,
	...(lnInvoice === undefined ? {} : { invoice: lnInvoice }),
});

export const quoteVariants: readonly QuoteVariant[] = [
	variant({
		name: 'ngn, the bank name looked up',
		wallet: 'BTC',
		pair: {
			sourceCurrency: 'BTCSAT',
			targetCurrency: 'NGNKOBO',
			paymentMethod: 'LIGHTNING',
			paymentCurrency: 'NGNKOBO',
			amount: '250000',
		},
		fields: () => ({
			beneficiaryType: 'ngn',
			bank: byId('000013'),
			accountNumber: '0123456789',
			accountName: 'ADAEZE CHIOMA OKAFOR',
		}),
		beneficiary: () => ({
			bankAccountName: 'ADAEZE CHIOMA OKAFOR',
			bankCode: '000013',
			bankAccountNumber: '0123456789',
			bankName: 'Guaranty Trust Bank',
		}),
		before: [BANKS],
	}),
	variant(
		kes(
			'paytophone',
			{ phoneNumber: '+254712345678', kesNetwork: 'mpesa', kesAccountName: 'Amina Otieno' },
			{ phoneNumber: '+254712345678', network: 'mpesa', accountName: 'Amina Otieno' },
		),
	),
	variant(
		kes(
			'paytotill',
			{ tillNumber: '0123456', kesAccountName: 'Amina Otieno' },
			{ tillNumber: '0123456', accountName: 'Amina Otieno' },
		),
	),
	variant(
		kes(
			'paytobill',
			{ paybillNumber: '247247', paybillAccountNumber: '0712', kesAccountName: 'Amina Otieno' },
			{ paybillNumber: '247247', accountNumber: '0712', accountName: 'Amina Otieno' },
		),
	),
	variant({
		name: 'ghs',
		pair: paidOut('GHSPESEWA', '10000'),
		fields: () => ({
			beneficiaryType: 'ghs',
			ghsPhoneNumber: '+233241234567',
			accountName: 'Kofi Mensah',
		}),
		beneficiary: () => ({
			identifierType: 'MTN',
			identifiers: { phoneNumber: '+233241234567', accountName: 'Kofi Mensah' },
		}),
	}),
	variant({
		name: 'zar',
		pair: paidOut('ZARCENT', '20000'),
		fields: () => ({
			beneficiaryType: 'zar',
			zarBank: byId('Capitec Bank'),
			accountNumber: '1234567',
			accountName: 'Thandi Nkosi',
		}),
		beneficiary: () => ({ name: 'Thandi Nkosi', bankName: 'Capitec Bank', bankAccountNumber: '1234567' }),
	}),
	variant(
		btc('lnInvoice', ({ invoice = '' }) => ({ lnInvoice: invoice }), {
			arrange: (sandbox) => ({ invoice: sandbox.makeInvoice({ amountMsat: '10000000' }).invoice }),
		}),
	),
	variant(btc('lnAddress', () => ({ lnAddress: 'ada@example.com' }))),
	variant(btc('onChainAddress', () => ({ onChainAddress: ON_CHAIN }))),
	variant({
		name: 'json, sent as given',
		pair: paidOut('BTCSAT', '10000'),
		fields: () => ({ beneficiaryType: 'json', beneficiaryJson: '{"lnAddress":"ada@example.com"}' }),
		beneficiary: () => ({ lnAddress: 'ada@example.com' }),
	}),
];
