import { USDT, type AmountUnit, type CurrencyCode } from '../domain/money';
import { INVISIBLE } from '../domain/text';

/*
 * The word lists that decide how a file is read. A currency's name or a word for stopping payments that is missing here
 * is overlooked, which is unsafe. A heading that is missing from `FACTS` only costs a question.
 */

/** A text to compare: in lower case, without accents, full-width letters, invisible characters and repeated blanks. */
export const plainWords = (text: string): string =>
	text.normalize('NFKD').replace(INVISIBLE, '').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** The currencies of ISO 4217 (no metals, funds or test codes), and cryptocurrencies. */
const CODES =
	'aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd btn bwp byn bzd cad cdf chf clp cny cop crc cup cve czk djf dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr iqd irr isk jmd jod jpy kes kgs khr kmf kpw krw kwd kyd kzt lak lbp lkr lrd lsl lyd mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc syp szl thb tjs tmt tnd top try ttd twd tzs uah ugx usd uyu uzs ves vnd vuv wst xaf xcd xcg xof xpf yer zar zmw zwg btc eth usdt usdc trx bnb xrp sol dai busd tusd ltc doge ton matic pyusd';

/** Currency words that are also English words or names. In a text they count only if money is clearly meant. */
const ALSO_WORDS =
	/^(?:all|amd|bam|bob|cad|cop|cup|cve|dai|dop|ern|etb|gel|lak|mad|matic|mop|mur|pab|pen|php|pound|rand|ron|rub|sar|sat|sh|sol|sos|sterling|stn|svc|ton|top|try|us)s?$/;

/** Common names and signs of currencies, in the singular, after their code. */
const NAMES =
	'NGN naira ₦ n, KES shilling kshs ksh sh, UGX ush, TZS tsh tzsh, GHS cedi ₵ gh₵ gh¢ ghc, ZAR rand r, USD dollar $ us$ us, GBP pound sterling £, EUR euro €, XOF cfa fcfa franc, JPY yen ¥, CNY yuan renminbi rmb, INR rupee ₹, AED dirham, SAR riyal, ZMW kwacha, ETB birr, BTC bitcoin ₿ sat satoshi, ETH ether ethereum, TRX tron, USDT tether';

const CURRENCY_WORDS: ReadonlyMap<string, CurrencyCode> = new Map([
	...CODES.split(' ').map((code) => [code, code.toUpperCase()] as const),
	...NAMES.split(', ').flatMap((names) => {
		const [code = '', ...words] = names.split(' ');
		return words.map((word) => [word, code] as const);
	}),
]);

/** The code of the currency that a word means; undefined if it means none. */
export function currencyOfWord(text: string): CurrencyCode | undefined {
	const word = plainWords(text).replace(/[\s.=]/g, '');
	return CURRENCY_WORDS.get(word) ?? CURRENCY_WORDS.get(word.replace(/s$/, ''));
}

/** Words for the country of a currency. */
const WHOSE =
	/^(?:us|american|british|uk|south|african|ghana(?:ian)?|kenyan?|ugandan?|tanzanian?|nigerian?|west|central|sterling)$/;

/** Whether a text is only the name of a currency other than the paid one. */
export function isOtherCurrency(text: string, currency: CurrencyCode): boolean {
	if (text.length > LONGEST_NAME || /\d/.test(text)) return false;
	const words = (plainWords(text).match(WORD) ?? []).filter((word) => !WHOSE.test(word));
	const codes = words.map((word) => (ALSO_WORDS.test(word) || word.length === 1 ? undefined : currencyOfWord(word)));
	return words.length > 0 && codes.every((code) => code !== undefined && differs(code, currency));
}

const LONGEST_NAME = 40;
/** A word, or a currency's sign. */
export const WORD = /(?:us|gh)?\p{Sc}|\p{L}+/gu;
export const isOwnSign = (sign: string, paid: CurrencyCode): boolean =>
	currencyOfWord(sign) !== undefined && !differs(currencyOfWord(sign) ?? '', paid);

/** Whether a currency isn't the paid one. Dollars count as USDT, whose amounts are often written in dollars. */
const differs = (code: CurrencyCode, paid: CurrencyCode) => code !== paid && !(code === 'USD' && paid === USDT.code);

/** Match text around a word that proves the word to be a currency. Small numbers may count something else. */
const BEFORE_MONEY = /(?:\bin|currency\W*|\d,\d{3}|\d\.\d\d|\d{5}) ?$/;
const AFTER_MONEY = /^ ?(?:\d{1,3}(?:,\d{3})+|\d+\.\d\d|\d{5,})/;

/** The word in a text for a currency other than the paid one, or null. A single letter counts only in brackets. */
export function otherCurrencyIn(text: string, currency: CurrencyCode): string | null {
	const words = plainWords(text);
	for (const { 0: word, index } of words.matchAll(WORD)) {
		const code = currencyOfWord(word) ?? (/\p{Sc}/u.test(word) ? word : undefined);
		if (code === undefined || !differs(code, currency)) continue;
		const end = index + word.length;
		const [before, after] = [words.slice(Math.max(0, index - 20), index), words.slice(end, end + 20)];
		// "In all" means a sum, not Albanian lek.
		if (word === 'all' && (/\bin ?$/.test(before) || !/\bALL\b/.test(text))) continue;
		const isInBrackets = /[([] ?$/.test(before) && /^ ?[)\]]/.test(after);
		const isMoney = isInBrackets || BEFORE_MONEY.test(before) || AFTER_MONEY.test(after);
		if (/^\p{L}$/u.test(word) ? isInBrackets : isMoney || !ALSO_WORDS.test(word)) return word;
	}
	return null;
}

const IN_MINOR = /(?:\bin|[([]) ?(?:kobo|cents?|pesewas?|pence|minor units)\b|^\W*(?:kobo|cents|pesewas)\W*$/;
const THOUSANDS =
	/(?:\b(?:in|en|em|katika|kwa) (?:(?:of|de|ya) )?|[([] ?)(?:thousands?|millions?|milliers|milhares|milhoes|maelfu|mamilioni)\b|['’]000s?\b|\b(?:x|in) ?1[,. ]?000\b/;

/** The unit or currency that a title or line gives for amounts, if it isn't the paid one; otherwise null. */
export function unitOfTitle(title: string, currency: CurrencyCode, unit: AmountUnit): string | null {
	const words = plainWords(title);
	if (THOUSANDS.test(words)) return 'thousands or millions';
	return unit === 'major' && IN_MINOR.test(words) ? 'minor units' : otherCurrencyIn(title, currency);
}

const STOP =
	"cancel|cancell?ed|cancellation|void|voided|hold|held|on ?hold|reversed?|reversal|stop|stopped|paid|settled|reject|rejected|declined|suspended|terminated|inactive|resigned|exited|deceased|dismissed|blocked|disputed?|withheld|failed|bounced|returned|refund|refunded|credit (?:note|memo)|skip|excluded?|deleted?|wait|(?:do not|don'?t) (?:pay|process|release)|not to be paid|not approved|not yet|unapproved|(?:awaiting|pending) approval|duplicate|draft|sample|example|test|template|superseded|disbursed|obsolete";
const HAS_STOP = new RegExp(`\\b(?:${STOP})\\b`);
const IS_STOP = new RegExp(`^(?:already )?(?:${STOP}|success(?:ful)?|completed?|done|sent|processed)[.!]*$`);
/** Matches phrases in which "paid" doesn't mean that a payment was made. */
const TO_BE_PAID = /(?<!\bnot )\b(?:to be|not yet|not|yet to be) paid\b|\bpaid (?:to|by)\b/g;

const stateWords = (text: string) => plainWords(text).replaceAll('’', "'").replaceAll('_', ' ').replace(TO_BE_PAID, '');

/** Whether a title, a line or a narration has a word which may mean that something isn't to be paid. */
export const hasStopWord = (text: string): boolean => HAS_STOP.test(stateWords(text));

/** Whether a whole cell means that something isn't to be paid, or that the payment was made. */
export const isStopWord = (text: string): boolean => IS_STOP.test(stateWords(text));

const YES_OR_NO = /^(?:y|yes|n|no|nope|true|false|x|ok|none|nil|pending)$/;

/** Headings of facts about payees that don't affect what is paid, each with the form that its cells must have. */
const FACTS = [
	[
		'sn sno serial serialno serialnumber staffno staffid staffnumber employeeno employeeid employeenumber empno empid personnelno payrollno vendorcode vendorid vendorno customerid bvn nin tin taxid rcno branchcode invoicedate billdate dateofbirth dob datejoined employmentdate hiredate',
		/\d/,
	],
	['phone phoneno phonenumber mobile mobileno mobilenumber telephone tel gsm gsmno', /^[+\d][\d\s()-]+$/],
	['email emailaddress mail', /@/],
	['department dept branch address designation jobtitle', /\p{L}/u],
] as const;

/**
 * Whether a heading is in `FACTS`, and all its cells have the form of that fact.
 *
 * @param key the heading as `headingKey` gives it
 */
export const areFacts = (key: string, texts: readonly string[]): boolean =>
	FACTS.some(
		([keys, shape]) =>
			keys.split(' ').includes(key) &&
			texts.every((text) => shape.test(text) && !YES_OR_NO.test(plainWords(text)) && !isStopWord(text)),
	);
