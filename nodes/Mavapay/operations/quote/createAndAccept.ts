import { currencyOfQuoteCode } from '../../../core/domain/money';
import { ok } from '../../../core/domain/result';
import { definePayment } from '../../../core/operation/define';
import { optionalText } from '../../../core/operation/fields';
import type { ShownAs } from '../../../core/operation/operation';
import { problemsOf } from '../../../core/operation/field';
import { readLimit } from '../../../core/operation/pay';
import { shownBank, withBankName } from '../bank/bank';
import { beneficiaryInWords } from '../beneficiary/beneficiary';
import { sourceWallet } from './accept';
import { checkQuote, quoteFields, quoteHints, quoteOptions, quoteRequest, swappedQuote } from './quote';
import { quotedPayment } from './quotedPayment';

const MINIMUM = 'Minimum Target Amount';

const minimumTargetAmount = optionalText(MINIMUM, {
	description: 'The quote is not accepted if it pays out less than this',
	hint: "In 'Target Currency', in the unit of 'Amount Unit'",
	placeholder: 'e.g. 5000',
	exact: true,
	guard: true,
});

/** A hint, because nobody documents whether Mavapay pays out by default (docs/reference/interface.md#post-quote). */
const PAYS_NOBODY = "'Automatic Payout' isn't Yes, so the money may stay in your own wallet";

/**
 * POST /quote, then POST /wallet/payout/{quoteId}/accept; docs/reference/interface.md#post-quote,
 * docs/reference/interface.md#rules-of-quotes, docs/reference/interface.md#accept-quote.
 */
export const quoteCreateAndAccept = definePayment('quote', 'createAndAccept', {
	name: 'Swap Currencies',
	action: 'Swap currencies',
	description:
		'Swap currencies: create a quote and pay it from one of your wallets if it meets your limits. The money moves immediately.',
	response: swappedQuote,
	withoutReference: "Defaults to 'Customer Reference'.",
	limitUnit: "In 'Source Currency', in the unit of 'Amount Unit'",
	quoted: true,
	fields: { sourceWallet, ...quoteFields },
	guards: { minimumTargetAmount },
	options: quoteOptions,
	draft(input, scope) {
		const { minor, currency, unit } = input.amount;
		const request = quoteRequest(input);
		const shown = shownBank(input.payee, input.options.bankName);
		const least = readLimit(MINIMUM, input.minimumTargetAmount, {
			unit,
			currency: currencyOfQuoteCode(input.targetCurrency),
		});
		const problems = checkQuote(input, scope);
		const hints = input.payee !== null && input.autopayout !== true ? [PAYS_NOBODY] : [];
		if (!least.ok || problems.length > 0) return { ok: false, problems: [...problems, ...problemsOf(least)] };
		return ok({
			...quotedPayment({
				...input,
				inSource: input.paymentCurrency === input.sourceCurrency,
				request,
				least: least.value,
				shownAs: shownSwap(input, shown),
				async complete(service) {
					const complete = await withBankName(input, request, service);
					shown.learnFrom(complete);
					return complete;
				},
			}),
			givenName: input.payee === null ? undefined : (input.accountName ?? input.kesAccountName),
			gets: input.paymentCurrency === input.targetCurrency && input.autopayout !== false ? { minor, currency } : null,
			reachesPayee: input.autopayout === true,
			defaultReference: input.customerReference,
			hints: input.skipChecks ? [] : [...hints, ...quoteHints(input)],
		});
	},
});

/** The name of a swap in messages, with the bank's name once that is known. */
function shownSwap(input: SwapInput, payee: ReturnType<typeof shownBank>): ShownAs {
	const { sourceCurrency, targetCurrency, sourceWallet } = input;
	return {
		action: 'the swap',
		get to() {
			return `${beneficiaryInWords(input, payee.to())} from ${sourceCurrency} to ${targetCurrency}, paid from the ${sourceWallet} wallet`;
		},
	};
}

type SwapInput = Parameters<typeof beneficiaryInWords>[0] &
	Readonly<Record<'sourceCurrency' | 'targetCurrency' | 'sourceWallet', string>>;
