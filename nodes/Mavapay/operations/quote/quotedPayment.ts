import { timeInWords, timeOf } from '../../../core/domain/dateTime';
import { isJsonObject, type JsonObject, objectOf } from '../../../core/domain/json';
import { currencyOfQuoteCode, type Amount } from '../../../core/domain/money';
import { checkPathPart } from '../../../core/domain/text';
import { roundedMinor } from '../../../core/domain/transaction';
import type { GivenAmount, PayDraft } from '../../../core/operation/operation';
import type { LookUpService } from '../../../core/payout/plan';
import { refuse } from '../../../core/service/failure';
import type { ServiceRequest } from '../../../core/service/service';
import { quoteKey } from '../paying';
import { acceptRequest } from './accept';
import { acceptableCost, type Terms } from './priceGuard';

/** The payment method, which quotes require even if a wallet pays. */
export const methodOf = (sourceWallet: string) => (sourceWallet === 'BTC' ? 'LIGHTNING' : 'BANKTRANSFER');

/** The data of a payment by quote. Source and target currency are codes of quotes, such as NGNKOBO. */
export interface Quoted extends Pick<Terms, 'inSource' | 'sourceCurrency' | 'targetCurrency'> {
	readonly amount: GivenAmount;
	readonly sourceWallet: string;
	readonly request: ServiceRequest;
	/** Completes the request with data that is known only when it is the payment's turn. */
	complete(service: LookUpService): Promise<ServiceRequest>;
}

/**
 * The draft of a payment by quote: POST /quote, then POST /wallet/payout/{quoteId}/accept if the quote fits the request
 * (docs/reference/interface.md#post-quote, docs/reference/interface.md#accept-quote).
 */
export function quotedPayment(quoted: Quoted) {
	const { amount, sourceCurrency, targetCurrency, sourceWallet, inSource, request } = quoted;
	const source = currencyOfQuoteCode(sourceCurrency);
	const asked: Amount = { minor: amount.minor, currency: amount.currency };
	const ownFee = roundedMinor(request.body?.customerInternalFee, 'up') ?? 0n;
	const terms = { asked: amount.minor, inSource, ownFee, sourceCurrency, targetCurrency };
	return {
		price: inSource ? { is: 'known', amount: asked, atMost: null } : { is: 'quoted', atMost: null },
		asked,
		limitsIn: { currency: source, unit: amount.unit },
		sends: [request, acceptRequest('', sourceWallet)],
		looksUp: 'inTurn',
		async lookUp(service: LookUpService) {
			const complete = await quoted.complete(service);
			const bankName = bankNameIn(complete, request);
			if (service.validateOnly)
				return { request: complete, price: { is: 'quoted', atMost: null }, bankName, output: () => [] };
			const { quote, cost } = await goodQuote(service, complete, terms);
			return {
				request: acceptRequest(String(quote.id), sourceWallet),
				price: { is: 'known', amount: { minor: cost, currency: source }, atMost: null },
				bankName,
				leftBehind: leftQuote(quote, complete),
				output: ({ message }) => [{ ...quote, message }],
				lookUpKeys: quoteKey(String(quote.id)),
			};
		},
	} as const satisfies PayDraft;
}

/** The bank name that was added to the request; undefined if none was added. */
function bankNameIn(complete: ServiceRequest, { body }: ServiceRequest): string | undefined {
	const named = objectOf(complete.body?.beneficiary).bankName;
	return typeof named === 'string' && objectOf(body?.beneficiary).bankName === undefined ? named : undefined;
}

/** Describes a quote that may be left unused, with its expiry. With an automatic payout, it can still pay its payee. */
function leftQuote({ id, expiry }: JsonObject, { body }: ServiceRequest): string {
	const endMs = timeOf(expiry);
	const ends = endMs === null ? 'whose expiry is unknown' : `which expires on ${timeInWords(endMs, 'UTC')} UTC`;
	const pays = body?.autopayout === true ? '. Payments to its account or invoice still reach the payee' : '';
	return `quote ${String(id)}, ${ends}${pays}`;
}

/** Creates the quote and checks that it may be accepted. Otherwise throws ItemStopped, which names the unused quote. */
async function goodQuote(
	service: LookUpService,
	request: ServiceRequest,
	asked: Omit<Terms, 'minimumTargetAmount' | 'nowMs'>,
): Promise<{ quote: JsonObject; cost: bigint }> {
	const { data } = await service.write(request);
	const quote = isJsonObject(data) ? data : {};
	const id = checkPathPart(typeof quote.id === 'string' ? quote.id : '');
	const cause = 'quoteDiffers';
	if (!id.ok) throw refuse('Mavapay created a quote without a usable ID', "It wasn't accepted. Try again.", { cause });
	const terms = { ...asked, minimumTargetAmount: service.atLeast?.minor ?? null, nowMs: service.clock.now() };
	const cost = acceptableCost(quote, terms);
	const left = `Still at Mavapay: ${leftQuote(quote, request)}. A new run makes a new quote.`;
	if (!cost.ok) throw refuse(`The quote ${cost.reason}`, left, { cause });
	return { quote, cost: cost.value };
}
