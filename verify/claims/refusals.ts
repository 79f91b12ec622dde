import { randomUUID } from 'node:crypto';

import type { Account } from '../account';
import type { Claim } from '../claim';
import { isBusy, KEY_MAY_NOT, messageOf, outcomeOf, saidIn, succeeded, type Exchange } from '../exchange';
import {
	copes,
	differs,
	differsMeaning,
	documented,
	losesFunction,
	notShown,
	type Finding,
	type Meaning,
} from '../finding';
import { TEST_BANK } from '../cost';
import { isObject, listIn, textOf, type JsonValue } from '../json';
import { MESSAGES } from '../meaning';
import { BY_BANK, newQuote, TO_NAIRA } from './quotes';

const OPERATIONS = 'nodes/Mavapay/operations';
const QUOTE = `${OPERATIONS}/quote/quote.ts`;
export const REFUSALS = 'nodes/core/http';

/** Members that an error may have: docs/reference/interface.md#errors. */
export const OF_ERRORS: ReadonlySet<string> = new Set(['status', 'message', 'error', 'statusCode']);

/** Messages that refuse a request for a reason other than the one being tested. */
const OTHER_REASON = /name|balance|funds|address|invoice|account/i;

/**
 * Compares a refusal with the documented message and with what the nodes make of it. The right message is still a
 * difference if the nodes can't read a refusal in it, because of its status or additional members.
 */
export function refusalFound(exchange: Exchange, message: string, accepted: Meaning): Finding {
	const said = messageOf(exchange)?.trim().toLowerCase().replace(/\.$/, '');
	const { outcome, cause } = outcomeOf(exchange);
	if (outcome === 'accepted') return differsMeaning(accepted, 'it was accepted', exchange);
	if (isBusy(exchange))
		return notShown(`Mavapay is busy, or limits the number of calls (${exchange.status})`, exchange);
	if (exchange.status === 403) return notShown(KEY_MAY_NOT, exchange);
	if (cause === 'insufficientFunds' && message.toLowerCase() !== 'insufficient balance')
		return notShown('the wallet holds too little for it', exchange);
	if (outcome === 'rejected' && said === message.toLowerCase()) return documented(saidIn(exchange), exchange);
	if (outcome === 'rejected')
		return differsMeaning(copes('The package also reads this message as a refusal.'), saidIn(exchange), exchange);
	if (said !== message.toLowerCase()) return differs(saidIn(exchange), exchange);
	return differs(`the documented message, but with ${whyUnclear(exchange)}`, exchange);
}

/** Why the nodes don't read a refusal in an answer that has the documented message. */
function whyUnclear(exchange: Exchange): string {
	const { status, body } = exchange;
	if (succeeded(exchange)) return 'a status of success';
	if (status >= 500) return `the status ${status}, with which nothing counts as refused`;
	if (status < 400) return `the status ${status}`;
	const hasMore = isObject(body) && Object.keys(body).some((name) => !OF_ERRORS.has(name));
	return `the status ${status}, ${hasMore ? 'and more beside the message' : "with which the package doesn't take it for a refusal"}`;
}

/** Mavapay's test account as a payee, with the names that the name enquiry and the bank list give. */
async function testPayee(account: Account): Promise<Record<string, JsonValue>> {
	const { bankCode, accountNumber } = TEST_BANK;
	const enquiry = await account.read('/bank/name-enquiry', TEST_BANK);
	const banks = listIn((await account.read('/bank/bankcode', { country: 'NG' })).body);
	const bankName = textOf(banks.find(({ nipBankCode }) => nipBankCode === bankCode)?.bankName) ?? 'Guaranty Trust Bank';
	const bankAccountName = textOf(listIn(enquiry.body)[0]?.accountName) ?? 'Verify';
	return { bankAccountNumber: accountNumber, bankCode, bankName, bankAccountName };
}

interface QuoteRefusal {
	readonly id: string;
	readonly says: string;
	readonly message: string;
	readonly body: (account: Account) => Promise<Record<string, JsonValue>> | Record<string, JsonValue>;
	/** Whether the request has a made-up payee, which the service may refuse before it finds the tested mistake. */
	readonly holdsPayee?: boolean;
}

const refusal = ({ id, says, message, body, holdsPayee = false }: QuoteRefusal): Claim => ({
	id: `refusal: ${id}`,
	says: `${says} is refused with \`${message}\``,
	see: 'docs/reference/interface.md#errors',
	concerns: [QUOTE, REFUSALS],
	means: MESSAGES,
	level: 'write',
	check: async (account) => {
		const exchange = await newQuote(account, await body(account));
		const finding = refusalFound(
			exchange,
			message,
			losesFunction('Mavapay makes quotes that its documentation excludes. Check a quote before you accept it.'),
		);
		const said = messageOf(exchange) ?? '';
		const isOther = said.toLowerCase() !== message.toLowerCase() && OTHER_REASON.test(said);
		return holdsPayee && finding.verdict === 'differs' && isOther && !succeeded(exchange)
			? notShown(`it was refused for its payee, who is made up: "${said}"`, exchange)
			: finding;
	},
});

export const refusalClaims: readonly Claim[] = [
	refusal({
		id: 'payment currency',
		says: 'A payment currency that is neither source nor target',
		message: 'Invalid payment currency',
		body: () => ({ ...TO_NAIRA, autopayout: false, paymentCurrency: 'KESCENT' }),
	}),
	refusal({
		id: 'same currencies',
		says: 'A source currency that is also the target',
		message: 'Invalid currency',
		body: () => ({ ...BY_BANK, targetCurrency: 'NGNKOBO' }),
	}),
	refusal({
		id: 'amount in naira',
		says: 'A payout from naira to bitcoin with its amount in naira',
		message: 'Autopayout requires payment currency to be target currency',
		body: ({ told }) => ({ ...BY_BANK, autopayout: true, beneficiary: { lnAddress: told.lightningAddress } }),
		holdsPayee: true,
	}),
	refusal({
		id: 'small amount',
		says: 'A payout of less than 2,000 NGN',
		message: 'Amount too small',
		body: async (account) => ({ ...TO_NAIRA, amount: '199999', beneficiary: await testPayee(account) }),
		holdsPayee: true,
	}),
	{
		id: 'refusal: unknown quote',
		says: 'Accepting a quote that does not exist is refused with `Invalid quote ID`',
		see: 'docs/reference/interface.md#errors',
		concerns: [`${OPERATIONS}/quote/accept.ts`, REFUSALS],
		means: MESSAGES,
		level: 'write',
		check: async (account) => {
			const exchange = await account.send('POST', `/wallet/payout/${randomUUID()}/accept`, {
				body: { sourceWallet: 'NGN' },
			});
			return refusalFound(
				exchange,
				'Invalid quote ID',
				losesFunction("An accepted quote doesn't prove a payment. Check its order, as 'Resolve' does."),
			);
		},
	},
];
