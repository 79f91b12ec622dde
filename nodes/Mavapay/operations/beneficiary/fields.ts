import { oneLine, choice, jsonObject, locator, strictChoice, text  } from '../../../core/operation/fields';
import { when, type Values } from '../../../core/operation/field';
import { KES_NETWORKS } from '../choices';
import { accountName, accountNumber, bank, bankName } from '../sharedFields';

/** Every form a beneficiary can have; docs/interface.md#beneficiaries. */
export const BENEFICIARY_TYPES = {
	none: { name: 'None', value: 'none' },
	ngn: { name: 'Nigerian Bank Account (NGN)', value: 'ngn', description: 'At least 2,000 NGN' },
	kes: { name: 'M-Pesa or Airtel Money (KES)', value: 'kes', description: 'At least the equivalent of 2 USD' },
	ghs: { name: 'Mobile Money in Ghana (GHS)', value: 'ghs' },
	zar: {
		name: 'South African Bank Account (ZAR)',
		value: 'zar',
		description: 'At least the equivalent of 2 USD, or 50 ZAR if paid in NGN',
	},
	btc: { name: 'Bitcoin (BTC)', value: 'btc' },
	json: { name: 'JSON', value: 'json', description: 'An object that is sent as given' },
} as const;

export type BeneficiaryType = keyof typeof BENEFICIARY_TYPES;

const ngn = { beneficiaryType: ['ngn'] };
const zar = { beneficiaryType: ['zar'] };
const kes = { beneficiaryType: ['kes'] };
const ghs = { beneficiaryType: ['ghs'] };
const btc = { beneficiaryType: ['btc'] };

/** Nigerian and South African bank accounts. */
export const bankBeneficiaryFields = {
	bank: when(ngn, bank),
	zarBank: when(
		zar,
		locator({
			label: 'South African Bank',
			aiMayFill: true,
			description: "The bank's name, exactly as Mavapay lists it",
			search: 'searchSouthAfricanBanks',
			idPlaceholder: 'e.g. Capitec Bank',
			...oneLine,
		}),
	),
	accountNumber: when({ beneficiaryType: ['ngn', 'zar'] }, accountNumber),
	accountName: when({ beneficiaryType: ['ngn', 'ghs', 'zar'] }, accountName),
	bankName: when(ngn, bankName),
};

/** Mobile money. A quote spells these types in lower case, unlike the identifier check; docs/interface.md#beneficiary-kes. */
export const mobileBeneficiaryFields = {
	kesIdentifierType: when(
		kes,
		strictChoice({
			label: 'M-Pesa Type',
			default: 'paytophone',
			choices: [
				{ name: 'PayBill', value: 'paytobill' },
				{ name: 'Phone', value: 'paytophone' },
				{ name: 'Till', value: 'paytotill' },
			],
		}),
	),
	phoneNumber: when(
		{ ...kes, kesIdentifierType: ['paytophone'] },
		text({ label: 'Phone Number', aiMayFill: true, hint: 'Starts with +254', placeholder: 'e.g. +254712345678' }),
	),
	kesNetwork: when(
		{ ...kes, kesIdentifierType: ['paytophone'] },
		choice({
			label: 'Phone Network',
			aiMayFill: true,
			description: 'The mobile money network that the phone number belongs to',
			default: 'mpesa',
			choices: KES_NETWORKS,
		}),
	),
	tillNumber: when(
		{ ...kes, kesIdentifierType: ['paytotill'] },
		text({ label: 'Till Number', aiMayFill: true, placeholder: 'e.g. 5123456', ...oneLine }),
	),
	paybillNumber: when(
		{ ...kes, kesIdentifierType: ['paytobill'] },
		text({ label: 'PayBill Number', aiMayFill: true, placeholder: 'e.g. 247247', ...oneLine }),
	),
	paybillAccountNumber: when(
		{ ...kes, kesIdentifierType: ['paytobill'] },
		text({ label: 'PayBill Account', aiMayFill: true, placeholder: 'e.g. 0712345678', ...oneLine }),
	),
	kesAccountName: when(
		kes,
		text({
			label: 'Recipient Name',
			aiMayFill: true,
			description: 'Who is paid: the holder of the phone number, or the business behind the till or PayBill number',
			placeholder: 'e.g. Amina Otieno',
			...oneLine,
		}),
	),
	ghsIdentifierType: when(
		ghs,
		choice({
			label: 'Mobile Network',
			aiMayFill: true,
			default: 'MTN',
			choices: [{ name: 'MTN', value: 'MTN' }],
		}),
	),
	ghsPhoneNumber: when(
		ghs,
		text({ label: 'Mobile Number', aiMayFill: true, hint: 'Starts with +233', placeholder: 'e.g. +233241234567' }),
	),
};

/** Bitcoin in its three forms, of which exactly one is sent. */
export const bitcoinBeneficiaryFields = {
	btcDestination: when(
		btc,
		strictChoice({
			label: 'Bitcoin Destination',
			default: 'lnInvoice',
			choices: [
				{ name: 'Lightning Address', value: 'lnAddress' },
				{ name: 'Lightning Invoice', value: 'lnInvoice' },
				{
					name: 'On-Chain Address',
					value: 'onChainAddress',
					description: 'At least 6,000 satoshis; waits for three confirmations',
				},
			],
		}),
	),
	invoice: when(
		{ ...btc, btcDestination: ['lnInvoice'] },
		text({
			label: 'Invoice',
			aiMayFill: true,
			description: 'A Lightning invoice; it must still be valid when the payout runs',
			placeholder: 'e.g. lnbc10u1p3xyz...',
			maxLength: 10_000,
		}),
	),
	lnAddress: when(
		{ ...btc, btcDestination: ['lnAddress'] },
		text({ label: 'Lightning Address', aiMayFill: true, placeholder: 'e.g. ada@example.com', maxLength: 320 }),
	),
	onChainAddress: when(
		{ ...btc, btcDestination: ['onChainAddress'] },
		text({ label: 'On-Chain Address', aiMayFill: true, placeholder: 'e.g. bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }),
	),
};

export const beneficiaryJson = when(
	{ beneficiaryType: ['json'] },
	jsonObject({ label: 'Beneficiary (JSON)', description: 'Sent as given, without checks' }),
);

/** The typed fields of all variants; an operation puts its own `beneficiaryType` before them. */
export const beneficiaryFields = {
	...bankBeneficiaryFields,
	...mobileBeneficiaryFields,
	...bitcoinBeneficiaryFields,
	beneficiaryJson,
};

/** What the fields of a beneficiary hold; those that are not shown are undefined or absent. */
export type BeneficiaryInput = { beneficiaryType: BeneficiaryType } & {
	[K in keyof Values<typeof beneficiaryFields>]?: Values<typeof beneficiaryFields>[K] | undefined;
};
