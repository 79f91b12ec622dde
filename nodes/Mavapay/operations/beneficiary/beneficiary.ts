import {
	checkDigits,
	checkNgnAccountNumber,
	checkNipCode,
	checkNamesSomething,
	checkPhone,
} from '../../../core/payees/accountNumbers';
import { checkName } from '../../../core/payees/accountName';
import { checkOnChainAddress } from '../../../core/payees/chainAddress';
import { type JsonObject, withoutBlanks } from '../../../core/domain/json';
import { checkInvoice, checkLightningAddress, MSAT_PER_SAT, readInvoice } from '../../../core/payees/lightning';
import { currencyOfQuoteCode, findCurrency } from '../../../core/domain/money';
import { parseAmount } from '../../../core/domain/parseAmount';
import { lightningAddressInLink, onChainAddressInLink } from '../../../core/payees/linkedAddress';
import { ok, type Result } from '../../../core/domain/result';
import { checkText } from '../../../core/domain/text';
import { type Field, type Problem, type Values, when } from '../../../core/operation/field';
import { jsonObject, line, locator, problemIn, strictChoice, takingLinks, text } from '../../../core/operation/fields';
import { amountUnit } from '../../../core/operation/payFields';
import type { Scope } from '../../../core/operation/operation';
import { accountName, accountNumber, bank } from '../bank/bank';
import { swappedCurrency } from '../choices';

/** Every form of a beneficiary; docs/reference/interface.md#beneficiaries. */
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
	json: { name: 'JSON', value: 'json', description: 'A JSON object, sent as it is' },
} as const;

export type BeneficiaryType = keyof typeof BENEFICIARY_TYPES;

const shownForType = (type: BeneficiaryType) => ({ beneficiaryType: [type] });
const [zar, kes, ghs, btc] = [shownForType('zar'), shownForType('kes'), shownForType('ghs'), shownForType('btc')];
const kesPhone = { ...kes, kesIdentifierType: ['paytophone'] };

export const bankBeneficiaryFields = {
	bank: when(shownForType('ngn'), bank),
	zarBank: when(
		zar,
		locator('South African Bank', {
			payeePart: 'account.bank',
			description: "The bank's name, exactly as Mavapay lists it",
			search: 'searchSouthAfricanBanks',
			idPlaceholder: 'e.g. Capitec Bank',
			check: checkText,
		}),
	),
	accountNumber: when({ beneficiaryType: ['ngn', 'zar'] }, accountNumber),
	accountName: when({ beneficiaryType: ['ngn', 'ghs', 'zar'] }, accountName),
};

/** A phone number. If it is readable, it is sent in international form. Otherwise `checkPhone` refuses it later. */
function phone(label: string, prefix: '+254' | '+233', example: string): Field<string> {
	const hint = `As ${prefix}${example} or 0${example}`;
	const field = text(label, { payeePart: 'phone', hint, placeholder: `e.g. ${prefix}${example}` });
	return {
		...field,
		read: (raw, siblings) => {
			const read = field.read(raw, siblings);
			const known = read.ok ? checkPhone(read.value, prefix) : null;
			return known?.ok === true ? known : read;
		},
	};
}

/** The fields for mobile money. Quotes spell types and networks in lower case; docs/reference/interface.md#beneficiary-kes. */
const mobileBeneficiaryFields = {
	kesIdentifierType: when(
		kes,
		strictChoice('M-Pesa Type', {
			default: 'paytophone',
			choices: [
				{ name: 'PayBill', value: 'paytobill' },
				{ name: 'Phone', value: 'paytophone' },
				{ name: 'Till', value: 'paytotill' },
			],
		}),
	),
	phoneNumber: when(kesPhone, phone('Phone Number', '+254', '712345678')),
	kesNetwork: when(
		kesPhone,
		strictChoice('Phone Network', {
			aiMayFill: true,
			description: 'The mobile money network that the phone number belongs to',
			required: true,
			choices: [
				{ name: 'Airtel', value: 'airtel' },
				{ name: 'M-Pesa', value: 'mpesa' },
			],
		}),
	),
	tillNumber: when(
		{ ...kes, kesIdentifierType: ['paytotill'] },
		line('Till Number', { payeePart: 'till', placeholder: 'e.g. 5123456' }),
	),
	paybillNumber: when(
		{ ...kes, kesIdentifierType: ['paytobill'] },
		line('PayBill Number', { payeePart: 'paybill', placeholder: 'e.g. 247247' }),
	),
	paybillAccountNumber: when(
		{ ...kes, kesIdentifierType: ['paytobill'] },
		line('PayBill Account', {
			payeePart: 'paybill.account',
			hint: 'Enter as text to keep leading zeros',
			placeholder: 'e.g. 0712345678',
			maxLength: 34,
		}),
	),
	kesAccountName: when(
		kes,
		line('Recipient Name', {
			aiMayFill: true,
			description: 'Who is paid: the holder of the phone number, or the business behind the till or PayBill number',
			placeholder: 'e.g. Amina Otieno',
		}),
	),
	ghsPhoneNumber: when(ghs, phone('Mobile Number', '+233', '241234567')),
};

/** The amount in an item's parameters, in satoshis; null if it is in another currency, or unreadable. */
function satoshisAmong(siblings: Readonly<Record<string, unknown>>) {
	const inUnit = amountUnit.read(siblings.amountUnit);
	const { paymentCurrency = swappedCurrency(siblings) } = siblings;
	if (!inUnit.ok || currencyOfQuoteCode(String(paymentCurrency)) !== 'BTC') return null;
	const paid = parseAmount(siblings.amount, inUnit.value, 'BTC');
	return paid.ok ? paid.value : null;
}

/** The fields for Bitcoin. A request has one of: Lightning invoice, Lightning address, on-chain address. */
export const bitcoinBeneficiaryFields = {
	btcDestination: when(
		btc,
		strictChoice('Bitcoin Destination', {
			default: 'lnInvoice',
			choices: [
				{ name: 'Lightning Address', value: 'lnAddress' },
				{ name: 'Lightning Invoice', value: 'lnInvoice' },
				{
					name: 'On-Chain Address',
					value: 'onChainAddress',
					description: 'At least 6,000 satoshis. Waits for three confirmations.',
				},
			],
		}),
	),
	invoice: when(
		{ ...btc, btcDestination: ['lnInvoice'] },
		text('Invoice', {
			payeePart: 'invoice',
			description: 'The Lightning invoice to pay. It must still be valid when the payout runs.',
			placeholder: 'e.g. lnbc10u1p3xyz...',
			maxLength: 10_000,
		}),
	),
	lnAddress: when(
		{ ...btc, btcDestination: ['lnAddress'] },
		takingLinks(
			text('Lightning Address', { payeePart: 'lightningAddress', placeholder: 'e.g. ada@example.com', maxLength: 320 }),
			(given) => ok(lightningAddressInLink(given)),
		),
	),
	onChainAddress: when(
		{ ...btc, btcDestination: ['onChainAddress'] },
		takingLinks(
			text('On-Chain Address', {
				payeePart: 'onChain',
				maxLength: 10_000,
				placeholder: 'e.g. bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
			}),
			(given, siblings) => onChainAddressInLink(given, satoshisAmong(siblings)),
		),
	),
};

export const beneficiaryJson = when(
	shownForType('json'),
	jsonObject('Beneficiary (JSON)', { payeePart: 'unseen', description: 'Sent as given, without checks' }),
);

/** The fields of all beneficiary types; an operation adds its own `beneficiaryType` before them. */
export const beneficiaryFields = {
	...bankBeneficiaryFields,
	...mobileBeneficiaryFields,
	...bitcoinBeneficiaryFields,
	beneficiaryJson,
};

export type BeneficiaryInput = { beneficiaryType: BeneficiaryType; options: { bankName?: string | undefined } } & {
	[K in keyof Values<typeof beneficiaryFields>]?: Values<typeof beneficiaryFields>[K] | undefined;
};

/** The `beneficiary` object of a request, by type (docs/reference/interface.md#beneficiaries). Undefined for `none`. */
export function beneficiaryBody(input: BeneficiaryInput): JsonObject | undefined {
	return BODIES[input.beneficiaryType](input);
}

/** The body for each type. MTN is the only documented network in Ghana: docs/reference/interface.md#beneficiary-ghs. */
const BODIES: Record<BeneficiaryType, (input: BeneficiaryInput) => JsonObject | undefined> = {
	none: () => undefined,
	ngn: (input) =>
		withoutBlanks({
			bankAccountName: input.accountName,
			bankCode: input.bank,
			bankName: input.options.bankName,
			bankAccountNumber: input.accountNumber,
		}),
	kes: (input) => ({
		identifierType: input.kesIdentifierType,
		identifiers: withoutBlanks({
			phoneNumber: input.phoneNumber,
			network: input.kesNetwork,
			tillNumber: input.tillNumber,
			paybillNumber: input.paybillNumber,
			accountNumber: input.paybillAccountNumber,
			accountName: input.kesAccountName,
		}),
	}),
	ghs: (input) => ({
		identifierType: 'MTN',
		identifiers: { phoneNumber: input.ghsPhoneNumber, accountName: input.accountName },
	}),
	zar: (input) => ({ name: input.accountName, bankName: input.zarBank, bankAccountNumber: input.accountNumber }),
	btc: (input) =>
		withoutBlanks({
			lnInvoice: input.invoice === undefined ? undefined : plainInvoice(input.invoice),
			lnAddress: input.lnAddress,
			onChainAddress: input.onChainAddress,
		}),
	json: (input) => input.beneficiaryJson,
};

/** The invoice in lower case without `lightning:`; unchanged if unreadable. */
function plainInvoice(text: string): string {
	const invoice = readInvoice(text);
	return invoice.ok ? invoice.value.text : text;
}

/** Checks the visible fields, before anything is sent: docs/reference/errors.md#before-anything-is-sent. */
export function checkBeneficiary(input: BeneficiaryInput, scope: Scope): Problem[] {
	return [
		...checkShown('bank', input, checkNipCode),
		...checkShown('accountNumber', input, input.beneficiaryType === 'zar' ? checkDigits : checkNgnAccountNumber),
		...checkShown('accountName', input, checkName),
		...checkShown('kesAccountName', input, checkName),
		...checkShown('phoneNumber', input, (phone) => checkPhone(phone, '+254')),
		...checkShown('tillNumber', input, checkDigits),
		...checkShown('paybillNumber', input, checkDigits),
		...checkShown('paybillAccountNumber', input, checkNamesSomething),
		...checkShown('zarBank', input, checkNamesSomething),
		...checkShown('ghsPhoneNumber', input, (phone) => checkPhone(phone, '+233')),
		...checkShown('invoice', input, (text) => checkPayable(text, scope)),
		...checkShown('lnAddress', input, checkLightningAddress),
		...checkShown('onChainAddress', input, (text) => checkOnChainAddress(text, scope.deployment.kind)),
	];
}

/** A rule: the beneficiary's type must fit the payout's currency. The error says that the field `field` is `given`. */
export function currencyRule(type: BeneficiaryType, currency: string, field: string, given = currency) {
	const own = type.toUpperCase();
	const why = `is for payouts in ${own}, but '${field}' is ${given}`;
	return [findCurrency(own) !== undefined && own !== currency, 'Money Goes To', why] as const;
}

/** Whether a Lightning invoice can be paid now, in this deployment. */
export function checkPayable(text: string, { deployment, nowMs, timeZone }: Scope): Result<unknown> {
	const invoice = readInvoice(text);
	if (!invoice.ok) return invoice;
	const nowSeconds = Math.floor(nowMs / 1000);
	return checkInvoice(invoice.value, { deployment: deployment.kind, nowSeconds, timeZone });
}

function checkShown<N extends keyof typeof beneficiaryFields>(
	name: N,
	input: { [K in N]?: string | undefined },
	check: (text: string) => Result<unknown>,
): Problem[] {
	const value = input[name];
	return value === undefined ? [] : problemIn(beneficiaryFields[name].label, check(value));
}

/**
 * Checks that a Lightning invoice asks for exactly the amount that is paid out
 * (docs/reference/interface.md#rules-of-quotes). `checkPayable` reports an unreadable invoice.
 *
 * @param sats the amount paid out, in satoshis
 */
export function invoiceProblem(text: string, sats: bigint): Problem[] {
	const invoice = readInvoice(text);
	if (!invoice.ok || invoice.value.amountMsat === sats * MSAT_PER_SAT) return [];
	const { amountMsat } = invoice.value;
	const asked = amountMsat === null ? 'states no amount' : `is for ${satsOf(amountMsat)}`;
	const reason = `${asked}, but must be for exactly the ${sats} satoshis of 'Amount'; a Lightning address takes any amount`;
	return [{ field: beneficiaryFields.invoice.label, reason }];
}

function satsOf(msat: bigint): string {
	return msat % MSAT_PER_SAT === 0n ? `${msat / MSAT_PER_SAT} satoshis` : `${msat} thousandths of a satoshi`;
}
