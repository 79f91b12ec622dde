import { counted } from '../../nodes/core/domain/result';
import type { Account } from '../account';
import type { Claim } from '../claim';
import { amountIn, apartFrom } from '../asked';
import { KOBO } from '../cost';
import { isRefusedAlike, saidIn, succeeded, type Exchange } from '../exchange';
import {
	copes,
	differs,
	differsMeaning,
	documented,
	held,
	losesFunction,
	notShown,
	NotShown,
	type Finding,
} from '../finding';
import { listIn, textOf, type JsonValue, type Members } from '../json';
import { WRONG_UNIT } from '../meaning';
import { exactly, factorOf, isAbout, ofMinor } from '../relation';
import { shape } from '../shapes';

const OPERATIONS = 'nodes/Mavapay/operations';
const QUOTE = `${OPERATIONS}/quote/quote.ts`;
const GUARD = `${OPERATIONS}/quote/priceGuard.ts`;
const see = 'docs/reference/interface.md#quote';

/** The amount of quotes: 5,000 NGN, in kobo. */
export const QUOTED = KOBO.quoted;

const BY_LIGHTNING = {
	amount: String(QUOTED),
	sourceCurrency: 'BTCSAT',
	targetCurrency: 'NGNKOBO',
	paymentMethod: 'LIGHTNING',
	paymentCurrency: 'NGNKOBO',
};
/** A quote that buys bitcoin with naira, paid by bank transfer. */
export const BY_BANK = {
	...BY_LIGHTNING,
	sourceCurrency: 'NGNKOBO',
	targetCurrency: 'BTCSAT',
	paymentMethod: 'BANKTRANSFER',
};
/** A quote that is paid by Lightning and pays out naira. */
export const TO_NAIRA = { ...BY_LIGHTNING, autopayout: true };

export const newQuote = async (account: Account, body: Record<string, JsonValue>): Promise<Exchange> =>
	await account.send('POST', '/quote', { body });

export const referenceOf = (by: 'lightning' | 'bank'): string => `verify-${by}-quote-0123456789`;

/** Test references: one with characters that people use, and one of 200 characters. */
const HARD_REFERENCE = 'Verify/2026 N\u00ba 1 \u00c9k\u1eb9 & Co. (a_b)+c';
const LONG_REFERENCE = `Verify-${'0123456789'.repeat(20)}`.slice(0, 200);

/** A quote that several claims look at. Throws NotShown if it was refused. */
export async function quoted(
	account: Account,
	by: 'lightning' | 'bank',
): Promise<{ exchange: Exchange; quote: Members }> {
	const body = { ...(by === 'lightning' ? BY_LIGHTNING : BY_BANK), customerReference: referenceOf(by) };
	const exchange = await account.once(`quote by ${by}`, async () => await newQuote(account, body));
	const [data] = listIn(exchange.body);
	if (!succeeded(exchange) || data === undefined) throw new NotShown('the quote was refused', [exchange]);
	return { exchange, quote: data };
}

/** Compares a quote with its request. */
export function asAsked(exchange: Exchange, sent: Members): Finding {
	const [quote] = listIn(exchange.body);
	if (quote === undefined) return differs('the answer holds no quote', exchange);
	const seen = apartFrom(sent, quote);
	return seen === null
		? documented('accepted, and as it was asked for', exchange)
		: differsMeaning(WRONG_UNIT, seen, exchange);
}

const CASE_BLIND = losesFunction(
	"References that differ in case alone come back as one, so 'Resolve' and the trigger's filter miss one of them. Write references in small letters.",
);

const quoteClaim = (rest: Omit<Claim, 'level' | 'see'> & Partial<Pick<Claim, 'see'>>): Claim => ({
	see,
	level: 'write',
	...rest,
});

const forms: readonly Claim[] = [
	...(['lightning', 'bank'] as const).map((by) =>
		shape({
			call: 'POST /quote',
			variant: by === 'bank' ? 'by bank transfer' : 'by Lightning',
			level: 'write',
			concerns: [QUOTE],
			means: losesFunction(
				'The operation outputs quotes as they are. Limits and price guards may stop if a member that they need differs.',
			),
			ask: async (account) => (await quoted(account, by)).exchange,
		}),
	),
	quoteClaim({
		id: 'lifetime of a quote',
		says: 'A quote is valid for 5 to 10 minutes',
		see: 'docs/reference/interface.md#limits',
		concerns: [GUARD],
		means: copes('The package reads `expiry`. Accept a quote before then.'),
		check: async (account) => {
			const made = [await quoted(account, 'lightning'), await quoted(account, 'bank')];
			const minutes = made.map(
				({ quote: { expiry, createdAt } }) =>
					Math.round((Date.parse(textOf(expiry) ?? '') - Date.parse(textOf(createdAt) ?? '')) / 6_000) / 10,
			);
			return held(
				minutes.every((one) => one >= 5 && one <= 10),
				`in minutes: ${minutes.join(' and ')}`,
				...made.map(({ exchange }) => exchange),
			);
		},
	}),
	quoteClaim({
		id: 'how a quote is paid',
		says: 'A quote by Lightning has an invoice and no bank account, one by bank transfer a bank account and no invoice',
		concerns: [QUOTE],
		means: losesFunction("Payers may not learn how to pay a quote. Check the quote's output first."),
		check: async (account) => {
			const [lightning, bank] = [await quoted(account, 'lightning'), await quoted(account, 'bank')];
			const waysOf = ({ quote: { invoice, ngnBankAccountNumber } }: typeof bank) =>
				`${textOf(invoice) === null ? 'no' : 'an'} invoice and ${textOf(ngnBankAccountNumber) === null ? 'no' : 'a'} bank account`;
			const ways = [waysOf(lightning), waysOf(bank)];
			return held(
				ways.join() === 'an invoice and no bank account,no invoice and a bank account',
				`by Lightning it has ${ways.join(', by bank transfer ')}`,
				lightning.exchange,
				bank.exchange,
			);
		},
	}),
	quoteClaim({
		id: 'reference of a quote',
		says: 'A quote repeats the `customerReference` of its request',
		see: 'docs/reference/interface.md#post-quote',
		concerns: [QUOTE],
		means: losesFunction("A quote can't be found by its reference. Keep its ID."),
		check: async (account) => {
			const { exchange, quote } = await quoted(account, 'lightning');
			return repeats(quote.customerReference, referenceOf('lightning'), exchange);
		},
	}),
	...(
		[
			['reference with capitals and signs', 'capitals, signs, a blank and an accent', HARD_REFERENCE],
			['long reference', 'two hundred characters', LONG_REFERENCE],
		] as const
	).map(([id, what, reference]) =>
		quoteClaim({
			id,
			says: `A quote repeats a \`customerReference\` with ${what}`,
			see: 'docs/reference/interface.md#post-quote',
			concerns: [QUOTE, 'nodes/core/events/filters.ts', 'nodes/Mavapay/operations/payoutReference/evidence.ts'],
			means: losesFunction(
				"'Resolve' and the trigger's filter compare references exactly, so they don't find a payment with such a reference. Use at most 35 lower-case letters, digits and hyphens.",
			),
			check: async (account) => {
				const usual = (await quoted(account, 'lightning')).exchange;
				const exchange = await newQuote(account, { ...BY_LIGHTNING, customerReference: reference });
				const [quote] = listIn(exchange.body);
				if (isRefusedAlike(exchange, usual)) return notShown(`every quote is refused: ${saidIn(usual)}`, usual);
				if (!succeeded(exchange) || quote === undefined) return differs(`refused: ${saidIn(exchange)}`, exchange);
				return repeats(quote.customerReference, reference, exchange);
			},
		}),
	),
	quoteClaim({
		id: 'repeated reference',
		says: 'A `customerReference` is accepted twice, and in capitals it is another one',
		see: 'docs/why/questions.md#money',
		concerns: [`${OPERATIONS}/withdrawal/toStablecoin.ts`, 'docs/reference/payees.md'],
		means: copes('The package never sends a payment twice by itself. It reports a refused repetition as refused.'),
		check: async (account) => {
			const { quote } = await quoted(account, 'lightning');
			const again = await newQuote(account, { ...BY_LIGHTNING, customerReference: referenceOf('lightning') });
			if (!succeeded(again)) return differs(saidIn(again), again);
			const isSame = textOf(listIn(again.body)[0]?.id) === textOf(quote.id);
			if (isSame) return differs('the first quote came again', again);
			const capitals = referenceOf('lightning').toUpperCase();
			const other = await newQuote(account, { ...BY_LIGHTNING, customerReference: capitals });
			if (!succeeded(other)) return differsMeaning(CASE_BLIND, `in capitals: ${saidIn(other)}`, other);
			const found = repeats(listIn(other.body)[0]?.customerReference, capitals, other);
			return found.verdict === 'differs'
				? differsMeaning(CASE_BLIND, `in capitals: ${found.seen}`, other)
				: documented('a second quote was made', again);
		},
	}),
];

/** The letters a to z and digits of a text, in lower case. */
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether a reference came back unchanged. */
export function repeats(came: JsonValue | undefined, sent: string, ...exchanges: Exchange[]) {
	const text = textOf(came);
	if (text === sent) return documented('it came back whole', ...exchanges);
	if (text === null) return differs('there is none', ...exchanges);
	if (sent.startsWith(text)) return differs(`it came back cut to ${counted(text.length, 'character')}`, ...exchanges);
	if (text.toLowerCase() === sent.toLowerCase()) return differs('it came back in another case', ...exchanges);
	const isRespelt = plain(text) === plain(sent);
	return differs(isRespelt ? 'its signs came back as other ones' : 'another one came back', ...exchanges);
}

const arithmetic: readonly Claim[] = [
	quoteClaim({
		id: 'amount of a quote',
		says: 'A quote is for the currencies and the amount that were asked for, in the lowest unit, and its total and invoice are that',
		concerns: [QUOTE, GUARD, 'nodes/core/domain/money.ts'],
		means: WRONG_UNIT,
		check: async (account) => {
			const [lightning, bank] = [await quoted(account, 'lightning'), await quoted(account, 'bank')];
			const found = asAsked(lightning.exchange, BY_LIGHTNING);
			return found.verdict === 'differs' ? found : asAsked(bank.exchange, BY_BANK);
		},
	}),
	quoteClaim({
		id: "a quote's fees",
		says: 'The fees of a quote are in the currencies that they are named after',
		concerns: [GUARD],
		means: losesFunction("The price guard of 'Quote: Accept' uses wrong fees. Compare the total yourself."),
		check: async (account) => {
			const { exchange, quote } = await quoted(account, 'lightning');
			const [inSource, inTarget] = [
				amountIn(quote, 'transactionFeesInSourceCurrency'),
				amountIn(quote, 'transactionFeesInTargetCurrency'),
			];
			const [source, target] = [amountIn(quote, 'amountInSourceCurrency'), amountIn(quote, 'amountInTargetCurrency')];
			if (inSource === 0n && inTarget === 0n) return notShown('the quote has no fees', exchange);
			if (source === 0n || target === 0n) return notShown('the quote has no amount', exchange);
			const expected = (inSource * target) / source;
			// Two minor units of the source currency, which rounding may lose, as an amount of the target currency.
			const aUnit = (ofMinor(2n) * target) / source;
			const apart = expected > inTarget ? expected - inTarget : inTarget - expected;
			const fits = apart <= aUnit + ofMinor(2n) || isAbout(expected, inTarget, 150n);
			if (fits) return documented('they fit each other', exchange);
			if (inSource === inTarget) return differs('both are the same number', exchange);
			return differs(
				`in the source currency they are ${factorOf(expected, inTarget)} those in the target currency`,
				exchange,
			);
		},
	}),
	quoteClaim({
		id: "a quote's rate",
		says: 'The target amount of bitcoin that is bought fits the price that a sale states',
		concerns: [GUARD, QUOTE],
		means: losesFunction(
			"'Minimum Target Amount' and the price guard compare wrong amounts, so every swap may be refused.",
		),
		check: async (account) => {
			const [sell, buy] = [await quoted(account, 'lightning'), await quoted(account, 'bank')];
			const rate = exactly(sell.quote.exchangeRate);
			if ((rate === null || rate <= 0n) && typeof sell.quote.exchangeRate === 'number')
				return differs('the rate is less than a millionth', sell.exchange);
			if (rate === null || rate <= 0n) return notShown('the quote states no rate', sell.exchange);
			// `rate` is in millionths of a naira per bitcoin; divided by 10^12, it is in kobo per satoshi.
			const kobo = (sats: bigint) => (sats * rate) / 1_000_000_000_000n;
			const bought = kobo(amountIn(buy.quote, 'amountInTargetCurrency'));
			const spent = amountIn(buy.quote, 'amountInSourceCurrency');
			if (!isAbout(bought, spent, 150n))
				return differs(
					`buying bitcoin, the target amount is worth ${factorOf(bought, spent)} the source amount`,
					buy.exchange,
				);
			return documented('they fit', sell.exchange, buy.exchange);
		},
	}),
];

const CLOCK_MS = 120_000;

/** The distance of a time from now, in words; null if it is close enough. */
export function offInWords(text: string | null, nowMs: number): string | null {
	const ms = Date.parse(text ?? '');
	if (Number.isNaN(ms)) return 'it is no time';
	const off = ms - nowMs;
	if (Math.abs(off) <= CLOCK_MS) return null;
	const minutes = Math.round(Math.abs(off) / 60_000);
	const hours = Math.round(minutes / 60);
	const far = minutes < 50 ? `${minutes} minutes` : hours === 1 ? 'one hour' : hours < 48 ? `${hours} hours` : 'days';
	return `it is ${far} ${off > 0 ? 'ahead' : 'behind'}`;
}

export const MACHINE_IS_OFF = "this machine's clock is off: Mavapay's own answer says so";

/** The time at which an answer was sent, from its `date` header, in epoch milliseconds. */
export const dateOf = ({ headers }: Exchange): number => Date.parse(headers.get('date') ?? '');

const clock: Claim = quoteClaim({
	id: 'clock of a quote',
	says: 'Times are UTC, and agree with the clock here',
	see: 'docs/reference/interface.md#answers',
	concerns: ['nodes/core/payout/reference/resolution.ts', `${OPERATIONS}/transaction/list.ts`],
	means: losesFunction(
		"'Resolve', 'Get New' and 'Reconcile' compare times. If one is off by an hour, an earlier payment can count as this one. Check Mavapay's dashboard before you release a reference.",
	),
	check: async (account) => {
		const { exchange, quote } = await quoted(account, 'lightning');
		const off = offInWords(textOf(quote.createdAt), exchange.endedMs);
		if (off === null) return documented('within two minutes', exchange);
		if (offInWords(textOf(quote.createdAt), dateOf(exchange)) === null) return notShown(MACHINE_IS_OFF, exchange);
		return differs(`${off} of this machine's clock`, exchange);
	},
});

export const quoteClaims: readonly Claim[] = [...forms, ...arithmetic, clock];
