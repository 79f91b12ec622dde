import { ok } from '../../../core/domain/result';
import { currencyOfQuoteCode } from '../../../core/domain/money';
import { isJsonObject, type JsonObject } from '../../../core/domain/json';
import { beneficiaryDestination } from '../../../core/domain/payees/paymentIdentity';
import { checkPathPart } from '../../../core/domain/text';
import { definePayment } from '../../../core/operation/define';
import { optionalText } from '../../../core/operation/fields';
import type { LookUpService, ShownAs } from '../../../core/operation/operation';
import { problemsOf, combine } from '../../../core/operation/parameters';
import { readLimit } from '../../../core/operation/pay';
import { refuse } from '../../../core/service/failure';
import type { ServiceRequest } from '../../../core/service/service';
import { shownBank, withBankName } from '../bank/bank';
import { beneficiaryInWords } from '../beneficiary/beneficiary';
import { quoteKey } from '../paying';
import { acceptRequest, sourceWallet } from './accept';
import { acceptableCost, type Terms } from './priceGuard';
import { checkQuote, quoteFields, quoteHints, quoteOptions, quoteRequest, swappedQuote } from './quote';

/** The worst terms under which the quote is still accepted. */
const worstTerms = {
	minimumTargetAmount: optionalText('Minimum Target Amount', {
		description: 'The quote is not accepted if it pays out less than this',
		hint: "In 'Target Currency', in the unit of 'Amount Unit'",
		placeholder: 'e.g. 5000',
		exact: true,
		guard: true,
	}),
	maximumSourceAmount: optionalText('Maximum Source Amount', {
		description: 'The quote is not accepted if it costs more than this, fees included',
		hint: "In 'Source Currency', in the unit of 'Amount Unit'",
		placeholder: 'e.g. 1000000',
		exact: true,
		guard: true,
	}),
};

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
	fields: { sourceWallet, ...quoteFields },
	guards: worstTerms,
	options: quoteOptions,
	draft(input, scope) {
		const { minor, currency, unit } = input.amount;
		const request = quoteRequest(input);
		const shown = shownBank(input.payee, input.options.bankName);
		const source = currencyOfQuoteCode(input.sourceCurrency);
		const target = currencyOfQuoteCode(input.targetCurrency);
		const { minimumTargetAmount, maximumSourceAmount } = worstTerms;
		const worst = combine({
			minimumTargetAmount: readLimit(minimumTargetAmount, input.minimumTargetAmount, { unit, currency: target }),
			maximumSourceAmount: readLimit(maximumSourceAmount, input.maximumSourceAmount, { unit, currency: source }),
		});
		const problems = checkQuote(input, scope);
		const hints = input.payee !== null && input.autopayout !== true ? [PAYS_NOBODY] : [];
		if (!worst.ok || problems.length > 0) return { ok: false, problems: [...problems, ...problemsOf(worst)] };
		const { minimumTargetAmount: least, maximumSourceAmount: most } = worst.value;
		const atMost = most === null ? null : { minor: most, currency: source };
		const inSource = input.paymentCurrency === input.sourceCurrency;
		const terms = {
			asked: minor,
			inSource,
			sourceCurrency: input.sourceCurrency,
			targetCurrency: input.targetCurrency,
			...worst.value,
		};
		return ok({
			price: inSource ? { is: 'known', amount: { minor, currency: source }, atMost } : { is: 'quoted', atMost },
			atLeast: least === null ? undefined : { minor: least, currency: target },
			asked: { minor, currency },
			givenName: input.payee === null ? undefined : (input.accountName ?? input.kesAccountName),
			gets: input.paymentCurrency === input.targetCurrency && input.autopayout !== false ? { minor, currency } : null,
			limitsIn: { currency: source, unit },
			shownAs: shownSwap(input, shown),
			destination: JSON.stringify([
				input.sourceCurrency,
				input.targetCurrency,
				input.sourceWallet,
				beneficiaryDestination(request.body?.beneficiary),
				input.autopayout,
			]),
			requests: [request, acceptRequest('', input.sourceWallet)],
			reachesPayee: input.autopayout === true,
			defaultReference: input.customerReference,
			hints: input.skipChecks ? [] : [...hints, ...quoteHints(input)],
			looksUp: 'inTurn',
			async lookUp(service) {
				const complete = await withBankName(input, request, service);
				shown.learnFrom(complete);
				if (service.validateOnly) return { request: complete, price: { is: 'quoted', atMost }, output: () => [] };
				const { quote, cost } = await goodQuote(service, complete, terms);
				return {
					request: acceptRequest(String(quote.id), input.sourceWallet),
					price: { is: 'known', amount: { minor: cost, currency: source }, atMost },
					leftBehind: `quote ${String(quote.id)}`,
					output: ({ message }) => [{ ...quote, message }],
					lookUpKeys: quoteKey(String(quote.id)),
				};
			},
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

/** Creates the quote and makes sure that it may be accepted. Throws ItemStopped, naming the quote left behind. */
async function goodQuote(
	service: LookUpService,
	request: ServiceRequest,
	terms: Omit<Terms, 'nowMs'>,
): Promise<{ quote: JsonObject; cost: bigint }> {
	const { data } = await service.write(request);
	const quote = isJsonObject(data) ? data : {};
	const id = checkPathPart(typeof quote.id === 'string' ? quote.id : '');
	const cause = 'quoteDiffers';
	if (!id.ok) throw refuse('Mavapay created a quote without a usable ID', "It wasn't accepted. Try again.", { cause });
	const cost = acceptableCost(quote, { ...terms, nowMs: service.clock.now() });
	if (!cost.ok) {
		throw refuse(`The quote ${cost.reason}`, `Quote ${id.value} is left unaccepted and will expire.`, { cause });
	}
	return { quote, cost: cost.value };
}
