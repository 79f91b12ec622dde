import type { Account } from '../account';
import type { Claim } from '../claim';
import { PHONE_IN_GHANA, TEST_RAND } from '../cost';
import { isRefusedAlike, messageOf, outcomeOf, saidIn, succeeded, type Exchange } from '../exchange';
import { copes, differs, documented, held, losesFunction, notShown, type Finding, type Meaning } from '../finding';
import { listIn, textOf, type JsonValue } from '../json';
import { exactly, factorOf, ofMinor } from '../relation';
import { asAsked, BY_BANK, newQuote, TO_NAIRA } from './quotes';

/* Rare kinds of quotes. None is paid, so their payees get nothing. */

const OPERATIONS = 'nodes/Mavapay/operations';
const PAYEE_REFUSED = losesFunction('Mavapay refuses such a payee, and nothing is paid.');

/** A message that refuses the payee (who doesn't exist, or has another name) or a value. */
const OF_THE_PAYEE = /mismatch|not match|not found|no such|unknown|not exist|invalid/i;
/** A message that refuses the request's form. The bank counts as form, because its name comes from Mavapay's list. */
const OF_THE_FORM = /allowed|required|must|should|^(?!.*account).*\bbank/i;

interface Variant {
	readonly id: string;
	readonly says: string;
	readonly see: Claim['see'];
	readonly concern: string;
	readonly means: Meaning;
	readonly body: (account: Account) => Promise<Record<string, JsonValue>> | Record<string, JsonValue>;
	/** Checks the quote that was made. */
	readonly look?: (exchange: Exchange) => Finding;
}

/** A claim that the service makes a quote; a refusal of the made-up payee, or of too small an amount, shows nothing. */
const variant = ({ id, says, see, concern, means, body, look }: Variant): Claim => ({
	id,
	says,
	see,
	concerns: [concern],
	means,
	level: 'write',
	check: async (account) => {
		const sent = await body(account);
		const exchange = await newQuote(account, sent);
		if (succeeded(exchange)) return look === undefined ? asAsked(exchange, sent) : look(exchange);
		const said = messageOf(exchange) ?? '';
		if (outcomeOf(exchange).cause === 'amountTooSmall') return notShown(`the amount is too small: "${said}"`, exchange);
		if ('beneficiary' in sent && OF_THE_PAYEE.test(said) && !OF_THE_FORM.test(said))
			return notShown(`the payee, who is made up, was refused: "${said}"`, exchange);
		return differs(saidIn(exchange), exchange);
	},
});

/** Mavapay's test account in South Africa, with the bank's name from Mavapay's bank list. */
export async function randPayee(account: Account): Promise<Record<string, JsonValue>> {
	const banks = await account.read('/bank/bankcode', { country: 'ZA' });
	const names = JSON.stringify(banks.body).match(/"[^"]*capitec[^"]*"/i) ?? ['"Capitec"'];
	return { name: 'Verify', bankName: names[0].slice(1, -1), bankAccountNumber: TEST_RAND };
}

export const CEDI_PAYEE = {
	identifierType: 'MTN',
	identifiers: { phoneNumber: PHONE_IN_GHANA, accountName: 'Verify' },
};
/** A fee that the caller adds, in kobo. */
const OWN_FEE = 1_000n;
/** The test-network example address of BIP 173, which belongs to nobody. */
const ON_CHAIN = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';

const IN_RAND = { ...TO_NAIRA, amount: '10000', targetCurrency: 'ZARCENT', paymentCurrency: 'ZARCENT' };

export const variantClaims: readonly Claim[] = [
	variant({
		id: 'payee in rand',
		says: 'A quote to a South African account is accepted with `name`, `bankName` of the list and `bankAccountNumber`',
		see: 'docs/reference/interface.md#beneficiary-zar',
		concern: `${OPERATIONS}/beneficiary/beneficiary.ts`,
		means: PAYEE_REFUSED,
		body: async (account) => ({ ...IN_RAND, beneficiary: await randPayee(account) }),
	}),
	{
		id: 'a bank that the list lacks',
		says: 'A quote to a South African bank that the list lacks is refused',
		see: 'docs/reference/interface.md#beneficiary-zar',
		concerns: [`${OPERATIONS}/beneficiary/beneficiary.ts`],
		means: losesFunction("A mistyped bank isn't noticed before a payment in rand. Copy its name from the list."),
		level: 'write',
		check: async (account) => {
			const payee = await randPayee(account);
			const exchange = await newQuote(account, { ...IN_RAND, beneficiary: { ...payee, bankName: 'Nobodys Bank' } });
			if (succeeded(exchange)) return differs('accepted', exchange);
			const usual = await newQuote(account, { ...IN_RAND, beneficiary: payee });
			if (isRefusedAlike(exchange, usual)) return notShown(`every one is refused: ${saidIn(usual)}`, usual);
			return documented(saidIn(exchange), exchange);
		},
	},
	variant({
		id: 'payee in cedi',
		says: 'A quote to a Ghanaian phone is accepted with `identifierType` MTN',
		see: 'docs/reference/interface.md#beneficiary-ghs',
		concern: `${OPERATIONS}/beneficiary/beneficiary.ts`,
		means: PAYEE_REFUSED,
		body: () => ({
			...TO_NAIRA,
			...{ amount: '10000', targetCurrency: 'GHSPESEWA', paymentCurrency: 'GHSPESEWA' },
			beneficiary: CEDI_PAYEE,
		}),
	}),
	variant({
		id: 'payee on chain',
		says: 'A quote to a bitcoin address is accepted with a `speed`',
		see: 'docs/reference/interface.md#beneficiary-btc',
		concern: `${OPERATIONS}/beneficiary/beneficiary.ts`,
		means: PAYEE_REFUSED,
		body: () => ({
			...BY_BANK,
			...{ amount: '20000', paymentCurrency: 'BTCSAT', autopayout: true, speed: 'medium' },
			beneficiary: { onChainAddress: ON_CHAIN },
		}),
	}),
	variant({
		id: "a caller's own fee",
		says: '`customerInternalFee` of a quote comes back as it was sent',
		see: 'docs/reference/interface.md#post-quote',
		concern: `${OPERATIONS}/quote/priceGuard.ts`,
		means: losesFunction("Don't use 'Customer Internal Fee': a quote adds another fee than you enter."),
		body: () => ({ ...BY_BANK, customerInternalFee: String(OWN_FEE) }),
		look: (exchange) => {
			const stated = exactly(listIn(exchange.body)[0]?.customerInternalFee);
			if (stated === null) return differs('the quote has none', exchange);
			const factor = factorOf(stated, ofMinor(OWN_FEE));
			return held(factor === '', factor === '' ? 'it does' : `it is ${factor} what was sent`, exchange);
		},
	}),
	variant({
		id: 'a quote without a virtual account',
		says: 'A quote by bank transfer may have `skipVirtualAccount`',
		see: 'docs/why/questions.md#requests',
		concern: `${OPERATIONS}/quote/quote.ts`,
		means: copes("Leave 'Skip Virtual Account' off."),
		body: () => ({ ...BY_BANK, skipVirtualAccount: true }),
		look: (exchange) => {
			const has = textOf(listIn(exchange.body)[0]?.ngnBankAccountNumber) !== null;
			return documented(`accepted, ${has ? 'with' : 'without'} a bank account to pay to`, exchange);
		},
	}),
];
