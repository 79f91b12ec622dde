import { ok } from '../../../core/domain/result';
import { currencyOfQuoteCode, parseAmount, type AmountUnit, type CurrencyCode } from '../../../core/domain/money';
import { isJsonObject, type JsonObject } from '../../../core/domain/json';
import { beneficiaryDestination } from '../../../core/domain/payees/paymentIdentity';
import { checkPathPart } from '../../../core/domain/text';
import { definePayment } from '../../../core/operation/define';
import type { ReadResult } from '../../../core/operation/field';
import { labelled, optionalText } from '../../../core/operation/fields';
import { problemsOf } from '../../../core/operation/parameters';
import type { PreflightService } from '../../../core/operation/operation';
import { refuse } from '../../../core/service/failure';
import type { ServiceRequest } from '../../../core/service/service';
import { withBankName } from '../bank/bank';
import { beneficiaryInWords } from '../beneficiary/beneficiary';
import { quoteKey } from '../lookUpKeys';
import { acceptRequest, sourceWallet } from './accept';
import { acceptableCost, type Terms } from './priceGuard';
import { checkQuote, quoteFields, quoteHints, quoteOptions, quoteRequest, swappedQuote } from './quote';

/** The worst terms under which the quote is still accepted. */
const worstTerms = {
	minimumTargetAmount: optionalText('Minimum Target Amount', {
		description: 'The quote is not accepted if it pays out less than this',
		hint: "In the unit of 'Amount Unit', of 'Target Currency'",
		placeholder: 'e.g. 5000',
		guard: true,
	}),
	maximumSourceAmount: optionalText('Maximum Source Amount', {
		description: 'The quote is not accepted if it costs more than this, fees included',
		hint: "In the unit of 'Amount Unit', of 'Source Currency'",
		placeholder: 'e.g. 1000000',
		guard: true,
	}),
};

/** POST /quote, then POST /wallet/payout/{quoteId}/accept; docs/interface.md#post-quote and docs/interface.md#accept-quote. */
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
		const source = currencyOfQuoteCode(input.sourceCurrency);
		const target = currencyOfQuoteCode(input.targetCurrency);
		const least = readTerm('minimumTargetAmount', input.minimumTargetAmount, unit, target);
		const most = readTerm('maximumSourceAmount', input.maximumSourceAmount, unit, source);
		const problems = checkQuote(input, scope, input.skipChecks);
		if (!least.ok || !most.ok || problems.length > 0) {
			return { ok: false, problems: [...problems, ...[least, most].flatMap(problemsOf)] };
		}
		const inSource = input.paymentCurrency === input.sourceCurrency;
		const terms = {
			asked: minor,
			inSource,
			sourceCurrency: input.sourceCurrency,
			targetCurrency: input.targetCurrency,
			minimumTargetAmount: least.value,
			maximumSourceAmount: most.value,
		};
		return ok({
			amount: inSource ? { minor, currency: source } : null,
			asked: { minor, currency },
			atMost: most.value === null ? null : { minor: most.value, currency: source },
			limitsIn: { currency: source, unit },
			shownAs: {
				action: 'the swap',
				recipient: `${beneficiaryInWords(input)} from ${input.sourceCurrency} to ${input.targetCurrency}, paid from the ${input.sourceWallet} wallet`,
			},
			destination: JSON.stringify([
				input.sourceCurrency,
				input.targetCurrency,
				input.sourceWallet,
				beneficiaryDestination(request.body?.beneficiary),
			]),
			sends: [request, acceptRequest('', input.sourceWallet)],
			// docs/interface.md#rules-of-quotes
			reachesPayee: input.autopayout === true,
			defaultReference: input.customerReference,
			hints: input.skipChecks ? [] : quoteHints(input),
			preparesByWriting: true,
			async prepare(service) {
				const complete = await withBankName(input, request, service);
				if (service.validateOnly) return { request: complete, amount: null, amountFollows: true, output: () => [] };
				const { quote, cost } = await goodQuote(service, complete, terms);
				return {
					request: acceptRequest(String(quote.id), input.sourceWallet),
					amount: { minor: cost, currency: source },
					leftBehind: `quote ${String(quote.id)}`,
					output: ({ message }) => [{ ...quote, message }],
					lookUpKeys: quoteKey(String(quote.id)),
				};
			},
		});
	},
});

/** One of the worst terms, in minor units. */
function readTerm(
	name: keyof typeof worstTerms,
	given: string | undefined,
	unit: AmountUnit,
	currency: CurrencyCode,
): ReadResult<bigint | null> {
	if (given === undefined) return ok(null);
	return labelled(worstTerms[name].label, parseAmount(given, unit, currency));
}

/** Creates the quote and makes sure that it may be accepted. Throws ItemStopped, naming the quote left behind. */
async function goodQuote(
	service: PreflightService,
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
