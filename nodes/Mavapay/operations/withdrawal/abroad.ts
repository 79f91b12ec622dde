import { type Currency, GHS, KES, ZAR, quoteCodeOf } from '../../../core/domain/money';
import { ok } from '../../../core/domain/result';
import { definePayment } from '../../../core/operation/define';
import { type ReadResult, when } from '../../../core/operation/field';
import { strictChoice } from '../../../core/operation/fields';
import type { GivenAmount, PayDraft, Scope } from '../../../core/operation/operation';
import { amount, amountUnitOf } from '../../../core/operation/payFields';
import { post } from '../../../core/service/service';
import {
	type BeneficiaryInput,
	beneficiaryBody,
	beneficiaryFields,
	checkBeneficiary,
} from '../beneficiary/beneficiary';
import { belowMinimum } from '../paying';
import { methodOf, quotedPayment } from '../quote/quotedPayment';

/*
 * Payments to other countries: a quote in the payee's currency that pays its beneficiary automatically, accepted at
 * once from a wallet (docs/reference/interface.md#post-quote, docs/reference/interface.md#accept-quote).
 */

const payingWallet = strictChoice<'BTC' | 'NGN'>('Source Wallet', {
	description: 'The wallet that pays',
	required: true,
	choices: [
		{ name: 'BTC', value: 'BTC' },
		{ name: 'NGN', value: 'NGN' },
	],
});

/** The fields after the payee's: the amount that arrives, in the payee's currency, and the paying wallet. */
const abroadFields = (currency: Currency) => ({
	amount: amount(currency),
	amountUnit: amountUnitOf(currency),
	sourceWallet: payingWallet,
});

/** The part that the definitions of all payments abroad share. */
const ABROAD = {
	withoutReference: null,
	limitUnit: "In the currency of 'Source Wallet', in the unit of 'Amount Unit'",
	quoted: 'always',
} as const;

type AbroadInput = BeneficiaryInput & {
	readonly amount: GivenAmount;
	readonly sourceWallet: string;
	readonly skipChecks: boolean;
};

/** A hint, since no page documents that an automatic payout can be accepted from a wallet; docs/why/questions.md#money. */
const NOT_SEEN_LIVE =
	'Payouts to another country from a wallet have not yet been seen on a live account: try a small one first';

/** Makes the payment of one item. Its payout reference is sent as the customer reference, to find the payment by. */
function draftAbroad(target: Currency, input: AbroadInput, scope: Scope): ReadResult<PayDraft> {
	const { amount, sourceWallet, skipChecks, beneficiaryType } = input;
	const problems = skipChecks ? [] : checkBeneficiary(input, scope);
	if (problems.length > 0) return { ok: false, problems };
	const sourceCurrency = quoteCodeOf(sourceWallet);
	const targetCurrency = quoteCodeOf(target.code);
	const request = post('/quote', {
		amount: amount.minor.toString(),
		sourceCurrency,
		targetCurrency,
		paymentMethod: methodOf(sourceWallet),
		paymentCurrency: targetCurrency,
		autopayout: true,
		beneficiary: beneficiaryBody(input),
	});
	const below = belowMinimum(amount, { beneficiaryType, paidInNaira: sourceWallet === 'NGN', onChain: false });
	return ok({
		...quotedPayment({
			...{ amount, sourceCurrency, targetCurrency, sourceWallet, request },
			inSource: false,
			complete: async ({ reference }) => ({ ...request, body: { ...request.body, customerReference: reference } }),
		}),
		typedName: input.accountName ?? input.kesAccountName,
		hints: [...(skipChecks ? [] : below), ...(scope.deployment.money === 'real' ? [NOT_SEEN_LIVE] : [])],
	});
}

/** Creates a quote for a payee in Ghana and accepts it; docs/reference/interface.md#beneficiary-ghs. */
export const withdrawalToGhana = definePayment('withdrawal', 'toGhana', {
	...ABROAD,
	action: 'Withdraw to Ghana',
	description: 'Pay an MTN mobile money phone from a wallet. The money is sent immediately.',
	fields: {
		ghsPhoneNumber: when({}, beneficiaryFields.ghsPhoneNumber),
		accountName: when({}, beneficiaryFields.accountName),
		...abroadFields(GHS),
	},
	draft: (input, scope) => draftAbroad(GHS, { ...input, beneficiaryType: 'ghs' }, scope),
});

/** The types of a beneficiary by the kind of payee; docs/reference/interface.md#beneficiary-kes. */
const TYPES = { payBill: 'paytobill', phone: 'paytophone', till: 'paytotill' } as const;

/** Creates a quote for a payee in Kenya and accepts it; docs/reference/interface.md#beneficiary-kes. */
export const withdrawalToKenya = definePayment('withdrawal', 'toKenya', {
	...ABROAD,
	action: 'Withdraw to Kenya',
	description:
		'Pay an M-Pesa or Airtel Money phone, a till or a PayBill number from a wallet. The money is sent immediately.',
	fields: {
		to: strictChoice<keyof typeof TYPES>('Pay To', {
			default: 'phone',
			choices: [
				{ name: 'PayBill', value: 'payBill' },
				{ name: 'Phone', value: 'phone' },
				{ name: 'Till', value: 'till' },
			],
		}),
		phoneNumber: when({ to: ['phone'] }, beneficiaryFields.phoneNumber),
		kesNetwork: when({ to: ['phone'] }, beneficiaryFields.kesNetwork),
		tillNumber: when({ to: ['till'] }, beneficiaryFields.tillNumber),
		paybillNumber: when({ to: ['payBill'] }, beneficiaryFields.paybillNumber),
		paybillAccountNumber: when({ to: ['payBill'] }, beneficiaryFields.paybillAccountNumber),
		kesAccountName: when({}, beneficiaryFields.kesAccountName),
		...abroadFields(KES),
	},
	draft: (input, scope) =>
		draftAbroad(KES, { ...input, beneficiaryType: 'kes', kesIdentifierType: TYPES[input.to] }, scope),
});

/** Creates a quote for a payee in South Africa and accepts it; docs/reference/interface.md#beneficiary-zar. */
export const withdrawalToSouthAfrica = definePayment('withdrawal', 'toSouthAfrica', {
	...ABROAD,
	action: 'Withdraw to South Africa',
	description: 'Pay a South African bank account from a wallet. The money is sent immediately.',
	fields: {
		zarBank: when({}, beneficiaryFields.zarBank),
		accountNumber: when({}, beneficiaryFields.accountNumber),
		accountName: when({}, beneficiaryFields.accountName),
		...abroadFields(ZAR),
	},
	draft: (input, scope) => draftAbroad(ZAR, { ...input, beneficiaryType: 'zar' }, scope),
});
