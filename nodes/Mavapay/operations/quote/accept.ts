import { textOf } from '../../../core/domain/json';
import { currencyOfQuoteCode, type Price, priceOf } from '../../../core/domain/money';
import { ok } from '../../../core/domain/result';
import { checkPathPart } from '../../../core/domain/text';
import { definePayment } from '../../../core/operation/define';
import { choice, text } from '../../../core/operation/fields';
import { refuse } from '../../../core/service/failure';
import { dataObjects, get, post, type ReadService } from '../../../core/service/service';
import { currencyChoices } from '../choices';
import { quoteKey } from '../paying';
import { roundedMinor, statedAmounts } from '../../../core/domain/transaction';

const sourceWallet = choice('Source Wallet', {
	description: 'The wallet that pays',
	required: true,
	choices: currencyChoices('wallet'),
});

/** POST /wallet/payout/{quoteId}/accept; docs/reference/interface.md#accept-quote. */
export const quoteAccept = definePayment('quote', 'accept', {
	action: 'Accept quote',
	description: 'Pay a quote from one of your wallets. The money moves immediately.',
	isShort: true,
	withoutReference: 'Defaults to the quote ID.',
	// Neither the quote nor its order names the payee: docs/reference/interface.md#quote and
	// docs/reference/interface.md#order.
	forPeopleOnly: "is for people only: a quote's ID doesn't say who is paid. An AI agent may use 'Swap Currencies'",
	limitUnit: 'In the minor unit of the currency that the quote is paid in',
	fields: {
		quoteId: text('Quote ID', {
			description: 'The quote to pay. It is valid for only a few minutes.',
			placeholder: 'e.g. 3f1a6f0e-0f8a-4d83-9c0c-2b8f4f0c9a11',
			check: checkPathPart,
		}),
		sourceWallet,
	},
	draft: ({ quoteId, sourceWallet }) =>
		ok({
			price: { is: 'quoted', atMost: null },
			limitsIn: { currency: null, unit: 'minor' },
			way: { is: 'quote', quoteId, wallet: sourceWallet },
			sends: [acceptRequest(quoteId, sourceWallet)],
			defaultReference: quoteId,
			referenceIsUnique: true,
			looksUp: 'ahead',
			lookUp: async (service) => ({
				request: acceptRequest(quoteId, sourceWallet),
				price: service.needsAmount ? await priceOfQuote(service, quoteId, sourceWallet) : undefined,
				output: ({ message }) => [{ quoteId, message }],
				lookUpKeys: quoteKey(quoteId),
			}),
		}),
});

/** The request to pay a quote from a wallet; the ID has passed `checkPathPart`. */
export function acceptRequest(quoteId: string, sourceWallet: string) {
	return post(`/wallet/payout/${encodeURIComponent(quoteId)}/accept`, { sourceWallet });
}

/**
 * The price of a quote, from the list of orders (docs/reference/interface.md#order); unknown (`open`) if no order has the
 * quote. Throws ItemStopped if the order states no price, or if the wallet has another currency: a limit in naira can't
 * be compared with satoshis.
 */
async function priceOfQuote(service: ReadService, quoteId: string, wallet: string): Promise<Price> {
	const { data } = await service.read(get('/order/all'));
	const quotes = dataObjects(data).flatMap((order) => dataObjects(order.quotes));
	const quote = quotes.find(({ id }) => textOf(id)?.toLowerCase() === quoteId.toLowerCase());
	if (quote === undefined) return { is: 'open', atMost: null };
	const minor = roundedMinor(statedAmounts(quote).cost, 'up') ?? 0n;
	const currency = currencyOfQuoteCode(textOf(quote.sourceCurrency) ?? '');
	if (minor === 0n || currency === '')
		throw refuse(
			"Mavapay's orders don't say what the quote costs",
			"So it can't be approved or compared with the limits. Use 'Swap Currencies', whose quotes state the cost.",
			{ cause: 'quoteDiffers' },
		);
	if (currency !== wallet) {
		throw refuse(
			`The quote is paid in ${currency}, but 'Source Wallet' is ${wallet}`,
			`So the limits can't be checked. Set 'Source Wallet' to ${currency}.`,
			{ cause: 'limitExceeded' },
		);
	}
	return priceOf({ minor, currency });
}
