import { CURRENCIES, NGN, USDT, type AmountUnit, type CurrencyCode } from '../domain/money';
import { INVISIBLE } from '../domain/text';
import type { Cell } from './sheet';

/** The columns that payments have, with what a message calls each, and the headings that are known for it. */
const KNOWN_HEADINGS = {
	reference: [
		'reference',
		'reference ref refno refnumber referenceno referencenumber paymentreference paymentref payoutreference transactionreference transactionref transferreference txref txnreference txnref uniquereference invoice invoiceno invoicenumber invoiceref invoicereference voucher voucherno vouchernumber pvno pvnumber requisitionno paymentid customerreference',
	],
	amount: [
		'amount',
		'amount amt amountpayable amountdue amounttopay transferamount paymentamount creditamount total totalamount totalamt totaldue totalpayable grandtotal net netpay netsalary netamount netamt netdue netvalue netpayment netpayable nettopay takehome takehomepay',
	],
	bank: [
		'bank',
		'bank bankname bankcode bankcodeorslug bankers nameofbank accountbank vendorbank vendorbankname vendorbankcode vendorbanksortcode beneficiarybank beneficiarybankname beneficiarybankcode recipientbank recipientbankname destinationbank destinationbankname destinationbankcode creditbank payeebank sortcode banksortcode nipcode cbncode',
	],
	accountNumber: [
		'account number',
		'accountnumber accountno account accno acctno acctnumber acno nuban nubannumber nubanaccountnumber bankaccount bankaccountnumber bankaccountno beneficiaryaccount beneficiaryaccountnumber beneficiaryaccountno beneficiaryacctno recipientaccount recipientaccountnumber destinationaccount destinationaccountnumber payeeaccountnumber vendoraccountnumber vendoraccountno vendoracctnumber vendoracctno creditaccount creditaccountnumber',
	],
	accountName: [
		'account name',
		'accountname acctname acname accountholder accountholdername nameonaccount beneficiary beneficiaryname beneficiaryaccountname nameofbeneficiary name fullname payeename recipientname receivername employeename staffname',
	],
	currency: ['currency', 'currency currencycode ccy'],
	payee: ['payee', 'payee supplier suppliername vendor vendorname'],
	network: ['network', 'network chain blockchain phonenetwork mobilenetwork provider operator'],
	address: ['address', 'address wallet walletaddress usdtaddress recipientaddress destinationaddress cryptoaddress'],
	invoice: ['invoice', 'invoice lightninginvoice lninvoice bolt11 paymentrequest'],
	phone: [
		'phone number',
		'phone phoneno phonenumber mobile mobileno mobilenumber cell cellphone tel telephone telephoneno msisdn mpesano mpesanumber mpesaphone mpesaphonenumber recipientphone recipientphonenumber beneficiaryphone beneficiaryphonenumber receiveridentifier receivermsisdn receiverphone',
	],
} as const satisfies Record<string, readonly [label: string, headings: string]>;

export type ColumnName = keyof typeof KNOWN_HEADINGS;

/** The name of a column in messages. */
export const labelOf = (column: ColumnName): string => KNOWN_HEADINGS[column][0];

/** The kinds of payments that a file may hold, by the value that 'Prepare' has for each. */
export interface PaymentKind {
	/** Each payment has them. A heading belongs to the first column that knows it. */
	readonly needed: readonly ColumnName[];
	readonly optional: readonly ColumnName[];
	/** A line without any of them is no payment. */
	readonly marks: readonly ColumnName[];
	readonly currency: CurrencyCode;
}

export const KINDS = {
	toBankAccount: {
		needed: ['reference', 'amount', 'bank', 'accountNumber', 'accountName'],
		optional: ['currency', 'payee'],
		marks: ['amount', 'bank', 'accountNumber'],
		currency: NGN.code,
	},
	toKenya: {
		needed: ['reference', 'amount', 'phone', 'accountName'],
		optional: ['currency', 'network', 'payee'],
		marks: ['amount', 'phone'],
		currency: 'KES',
	},
	toLightning: { needed: ['invoice'], optional: ['reference', 'payee'], marks: ['invoice'], currency: 'BTC' },
	toStablecoin: {
		needed: ['reference', 'amount', 'network', 'address'],
		optional: ['currency', 'payee'],
		marks: ['amount', 'address'],
		currency: USDT.code,
	},
} as const satisfies Record<string, PaymentKind>;

export const columnsOfKind = ({ needed, optional }: PaymentKind): ColumnName[] => [...needed, ...optional];

/** Words and signs for currencies in headings and cells, each with its code, and those for minor units. */
const CURRENCY_WORDS: ReadonlyMap<string, CurrencyCode> = new Map([
	...CURRENCIES.flatMap(({ code, majorName }) => [code.toLowerCase(), majorName].map((word) => [word, code] as const)),
	...(['n', '₦'] as const).map((word) => [word, NGN.code] as const),
	...(['ksh', 'kshs', 'shilling'] as const).map((word) => [word, 'KES'] as const),
	['cedi', 'GHS'],
	['$', 'USD'],
	['us$', 'USD'],
	['dollar', 'USD'],
	['euro', 'EUR'],
	['pound', 'GBP'],
	['r', 'ZAR'],
	['₵', 'GHS'],
	['gh₵', 'GHS'],
	['€', 'EUR'],
	['£', 'GBP'],
	['eur', 'EUR'],
	['gbp', 'GBP'],
]);
const MINOR_WORDS = new Set(['kobo', 'cent', 'cents', 'minor', 'minorunits']);

/** The code of a currency as people write it; undefined for a word that stands for none. */
export function currencyOfWord(text: string): CurrencyCode | undefined {
	return CURRENCY_WORDS.get(plainWords(text).replace(/[\s.=]/g, ''));
}

/** Case, full width, accents and invisible characters don't tell headings apart. */
const plainWords = (text: string) =>
	text.normalize('NFKD').replace(INVISIBLE, '').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

interface Heading {
	/** Its letters and digits. */
	readonly key: string;
	readonly currency: CurrencyCode | null;
	readonly isMinor: boolean;
}

/** A heading without case, blanks, line breaks and punctuation; a currency or unit, in brackets or behind it, is told apart. */
export function readHeading(text: string): Heading {
	let [currency, isMinor]: [CurrencyCode | null, boolean] = [null, false];
	const isUnit = (word: string) => {
		const letters = word.replace(/[^\p{L}\p{N}\p{Sc}]/gu, '');
		const [code, minor] = [CURRENCY_WORDS.get(letters), MINOR_WORDS.has(letters)];
		currency = code ?? currency;
		isMinor ||= minor;
		return code !== undefined || minor || ['optional', 'required', 'mandatory'].includes(letters);
	};
	const left = plainWords(text)
		.replace(/[([{]([^()[\]{}]*)[)\]}]/g, (whole, inner: string) => {
			const words = inner.split(/[\s,/]+/).filter((word) => word !== '' && word !== 'in');
			return words.every(isUnit) ? ' ' : whole;
		})
		.replace(/(?<=\S)[\s_-]+(?:in )?([a-z]{3,9}|\p{Sc})$/u, (whole, word: string) => (isUnit(word) ? '' : whole));
	return { key: left.replace(/[^\p{L}\p{N}]/gu, ''), currency, isMinor };
}

export const headingKey = (text: string): string => readHeading(text).key;

export interface FoundColumns {
	/** The index of each column that was found. */
	readonly at: ReadonlyMap<ColumnName, number>;
	readonly missing: readonly ColumnName[];
	/** The columns that several headings fit, with the indices of these. */
	readonly several: ReadonlyMap<ColumnName, readonly number[]>;
}

/** The heading in the file for each column, as a person gave it. */
export type GivenHeadings = Partial<Record<ColumnName, string | undefined>>;

/** Finds the columns of a kind of payments in a row; a heading that is given for one column is no other's. */
export function findColumns(
	cells: ReadonlyArray<Cell | null>,
	kind: PaymentKind,
	given: GivenHeadings,
	isLeftOut: (column: number) => boolean,
): FoundColumns {
	const keys = cells.map((cell, column) => (cell === null || isLeftOut(column) ? '' : headingKey(cell.text)));
	const taken = new Set(Object.values(given).map((heading) => headingKey(heading ?? '')));
	const at = new Map<ColumnName, number>();
	const several = new Map<ColumnName, readonly number[]>();
	for (const column of columnsOfKind(kind)) {
		const own = given[column];
		const known =
			own === undefined ? KNOWN_HEADINGS[column][1].split(' ').filter((key) => !taken.has(key)) : [headingKey(own)];
		const fitting = keys.flatMap((key, place) => (key !== '' && known.includes(key) ? [place] : []));
		const [first] = fitting;
		if (first === undefined) continue;
		at.set(column, first);
		for (const key of known) taken.add(key);
		if (fitting.length > 1) several.set(column, fitting);
	}
	// Lists of suppliers name each once; the bank's name is held against that.
	const supplier = at.get('payee');
	if (supplier !== undefined && !at.has('accountName') && given.accountName === undefined)
		at.set('accountName', supplier);
	const asked = columnsOfKind(kind).filter((column) => kind.needed.includes(column) || given[column] !== undefined);
	return { at, several, missing: asked.filter((column) => !at.has(column)) };
}

/**
 * Headings that say whether a row is to be paid, and the words in such a column, or alone in any other, that say "no".
 * Under headings such as "Paid" or "Hold" everything says so that isn't a "no" itself.
 */
const STATUS =
	/^(?:[a-z]*status|state|action|approved|approval|approve|remarks?|comments?|notes?|pay|topay|payable|release|include)$/;
const NOT_TO_PAY =
	/^(?:(?:is|already|previously|date|amount|amt)?paid(?:on|at|date|amount|amt|todate|sofar|already|before)?|(?:on)?hold|held|stop|stopped|stoppayment|cancel|cancell?ed|void|voided|reversed|settled|skip|excluded?|suspended|blocked|withheld|do(?:no|n)tpay|(?:date|exit|termination|resignation|leaving)(?:date|left|cleared|stopped))$/;
const STILL_DUE =
	/^(?:n|no|not yet|nil|none|false|0+(?:[.,]0+)?|\p{Pd}+|unpaid|not paid|open|due|pending|outstanding)$/u;
const DEBIT_CREDIT = /^(?:drcr|crdr|dc|debitcredit|creditdebit|debitorcredit|dbcr|transactiontype|type)$/;
const NO_WORD =
	/\b(?:cancel|cancell?ed|cancellation|void|voided|hold|held|on ?hold|reverse|reversed|reversal|stop|stopped|paid|settled|reject|rejected|declined|suspended|terminated|inactive|resigned|exited|deceased|dismissed|blocked|disputed?|withheld|failed|bounced|returned|refund|refunded|credit (?:note|memo)|skip|exclude|excluded|deleted?|wait|(?:do not|don'?t) (?:pay|process|release)|not to be paid|not approved|not yet|unapproved|(?:awaiting|pending) approval|duplicate)\b/;
/** In a column of states: what exports of other services say of what they have paid, or not decided. */
const DONE =
	/^(?:success|successful|succeeded|completed?|done|sent|processed|transferred|executed|disbursed|delivered|credited|draft|query|queried|unverified)[.!]*$/;
/** Words that say that a payment is still to be made. */
const TO_BE_PAID = /(?<!\bnot )\b(?:to be|not yet|not|yet to be) paid\b/g;
const DEBIT = /^(?:d|dr|debit)$/;
const NO = /^(?:n|no|nope|false|0|x|✗|✘|❌|pending)$/;
const YES_NO =
	/^(?:approved|approve|authori[sz]ed|cleared|active|eligible|confirmed|verified|ready|pay|paynow|payment|process|topay|tobepaid|payable|release|include)$/;

/** Whether a cell of a column that isn't read says that its row isn't to be paid. */
export function saysNotToPay(heading: string, cell: string): boolean {
	const [key, text] = [headingKey(heading), wordsOfState(cell)];
	if (NOT_TO_PAY.test(key)) return text !== '' && !STILL_DUE.test(text);
	if (DEBIT_CREDIT.test(key) && DEBIT.test(text)) return true;
	if (YES_NO.test(key) && NO.test(text)) return true;
	if (STATUS.test(key) && DONE.test(text)) return true;
	const word = NO_WORD.exec(text)?.[0];
	return word !== undefined && (STATUS.test(key) || word.length === text.replace(/[.!\s]+$/, '').length);
}

const wordsOfState = (text: string) => plainWords(text).replaceAll('’', "'").replace(TO_BE_PAID, '');

/** Whether a line between payments says that what stands below it isn't to be paid, as "Paid in October" or "On hold". */
export function stopsWhatFollows(line: string): boolean {
	return NO_WORD.test(wordsOfState(line));
}

/** Headings of an amount that may be meant instead of the one that is read. */
const OTHER_AMOUNT =
	/^(?:(?:to)?pay(?:able|now|this\w+)?|totalpay|(?:net|balance|outstanding)(?:amount|amt|balance|payment|payable|due|of\w+|after\w+)*|(?:approved|authori[sz]ed|agreed|revised|adjusted|final|actual)(?:amount|amt|balance|payment|payable)|(?:amount|amt|total|balance|payment)(?:\d|net|after|less|incl|plus|vat|due|payable|outstanding|approved|authori[sz]ed|agreed|revised|adjusted|remaining)\w*)$/;

export const mayBeTheAmount = (heading: string): boolean => OTHER_AMOUNT.test(headingKey(heading));

/** The other currency, "minor units", "thousands" or "millions" that a title says amounts are in; null for none. */
export function unitOfTitle(title: string, { currency }: PaymentKind, unit: AmountUnit): string | null {
	const words = plainWords(title);
	const scale = /\bin (thousands|millions)\b/.exec(words)?.[1];
	if (scale !== undefined || /['’`]000(?:s|\b)/.test(words)) return scale ?? 'thousands';
	const [, word = ''] = /(?:^|\bcurrency\W*|\bin )((?:us)?\p{Sc}|[a-z]{3,})[^\p{L}\p{Sc}]*$/u.exec(words) ?? [];
	if (MINOR_WORDS.has(word) && unit === 'major') return 'minor units';
	const code = currencyOfWord(word) ?? currencyOfWord(word.replace(/s$/, ''));
	return code === undefined || code === currency || (code === 'USD' && currency === USDT.code) ? null : code;
}
