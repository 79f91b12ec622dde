import { currencyOfQuoteCode, quoteCodeOf } from '../../../core/domain/money';
import { ok } from '../../../core/domain/result';
import { definePayment } from '../../../core/operation/define';
import { brokenRules, when, type Problem } from '../../../core/operation/field';
import { choice, strictChoice } from '../../../core/operation/fields';
import type { Scope } from '../../../core/operation/operation';
import { amount, amountUnit } from '../../../core/operation/payFields';
import { withBankName } from '../bank/bank';
import { beneficiaryFields, currencyRule } from '../beneficiary/beneficiary';
import { currencyChoices, customerReference, swappedCurrency } from '../choices';
import {
	isHeldNowhere,
	payoutProblems,
	quoteFields,
	quoteHints,
	quoteOptions,
	quoteRequest,
	type Asked,
} from './quote';
import { methodOf, quotedPayment } from './quotedPayment';

const from = choice('From', {
	description: 'The wallet that pays',
	required: true,
	choices: currencyChoices('quoteSource'),
});
const to = choice('To', {
	description: 'The currency that arrives',
	required: true,
	choices: currencyChoices('quoteTarget'),
});

const amountIs = strictChoice<'arrives' | 'leaves'>('Amount Is', {
	required: true,
	choices: [
		{ name: 'What Arrives', value: 'arrives', description: "In 'To'" },
		{ name: 'What Leaves', value: 'leaves', description: "In 'From'" },
	],
});

/** The fields of a swap. Its beneficiary fields are the same as a quote's, shown only if 'Send It To' is Somebody. */
const swapFields = {
	from,
	to,
	amount: amount((siblings) => {
		const read = from.read(swappedCurrency(siblings));
		return read.ok ? ok(currencyOfQuoteCode(read.value)) : read;
	}),
	amountIs,
	amountUnit,
	sendTo: strictChoice<'somebody' | 'wallet'>('Send It To', {
		default: 'wallet',
		choices: [
			{ name: 'My Wallet', value: 'wallet', description: 'The money stays in your account' },
			{ name: 'Somebody', value: 'somebody' },
		],
	}),
	beneficiaryType: when({ sendTo: ['somebody'] }, quoteFields.beneficiaryType),
	...beneficiaryFields,
};

/** A swap: a quote that `quotedPayment` creates and accepts; docs/reference/interface.md#rules-of-quotes. */
export const quoteCreateAndAccept = definePayment('quote', 'createAndAccept', {
	name: 'Swap Currencies',
	action: 'Swap currencies',
	description:
		'Swap one currency for another, into your own wallet or to pay somebody, if the quote meets your limits. The money moves immediately.',
	withoutReference: "Defaults to the option 'Customer Reference'.",
	limitUnit: "In the currency of 'From', in the unit of 'Amount Unit'",
	quoted: 'byArrival',
	fields: swapFields,
	options: { ...quoteOptions, customerReference },
	draft(input, scope) {
		const { amount, options, payee } = input;
		const { minor, currency, unit } = amount;
		const [sourceCurrency, targetCurrency] = [quoteCodeOf(input.from), quoteCodeOf(input.to)];
		const inSource = input.amountIs === 'leaves';
		const sourceWallet = currencyOfQuoteCode(sourceCurrency);
		const asked: Asked = {
			...{ ...input, sourceCurrency, targetCurrency, beneficiaryType: input.beneficiaryType ?? 'none' },
			paymentCurrency: inSource ? sourceCurrency : targetCurrency,
			paymentMethod: methodOf(sourceWallet),
			// Sent even if false, since the default isn't documented (docs/reference/interface.md#post-quote).
			autopayout: input.sendTo === 'somebody',
			customerReference: options.customerReference,
		};
		const request = quoteRequest(asked);
		const problems = input.skipChecks ? [] : checkSwap(asked, inSource, scope);
		if (problems.length > 0) return { ok: false, problems };
		return ok({
			...quotedPayment({
				...{ amount, sourceCurrency, targetCurrency, sourceWallet, inSource, request },
				complete: async (service) => await withBankName(asked, request, service),
			}),
			floorIn: { currency: currencyOfQuoteCode(targetCurrency), unit },
			way: { is: 'swap', from: sourceWallet, to: currencyOfQuoteCode(targetCurrency) },
			bankEntered: options.bankName,
			typedName: payee === null ? undefined : (input.accountName ?? input.kesAccountName),
			gets: inSource ? null : { minor, currency },
			reachesPayee: input.sendTo === 'somebody',
			defaultReference: options.customerReference,
			hints: input.skipChecks ? [] : quoteHints(asked),
		});
	},
});

/** Checks the rules between a swap's fields; docs/reference/interface.md#rules-of-quotes. */
function checkSwap(asked: Asked, inSource: boolean, scope: Scope): Problem[] {
	const { autopayout, beneficiaryType, sourceCurrency, targetCurrency } = asked;
	const pays = autopayout === true;
	const target = currencyOfQuoteCode(targetCurrency);
	const isBitcoinForNaira = pays && sourceCurrency === 'NGNKOBO' && targetCurrency === 'BTCSAT';
	return [
		...brokenRules(
			[
				!pays && isHeldNowhere(targetCurrency),
				swapFields.sendTo,
				`must be Somebody for ${target}, which no wallet holds`,
			],
			[pays && beneficiaryType === 'none', quoteFields.beneficiaryType, 'must be given, or nobody can be paid'],
			[isBitcoinForNaira && inSource, amountIs, 'must be What Arrives in a quote from NGN to BTC'],
			currencyRule(beneficiaryType, target, to.label),
		),
		...payoutProblems(asked, scope),
	];
}
