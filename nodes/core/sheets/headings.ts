import { GHS, KES, NGN, USDT, ZAR, type AmountUnit, type Currency, type CurrencyCode } from '../domain/money';
import { checkNamesSomething, checkNgnAccountNumber, checkPhone, digitsCheck } from '../payees/accountNumbers';
import { fail, ok, type Result } from '../domain/result';
import { inWords, quotedText } from '../domain/text';
import type { Cell } from './sheet';
import { currencyOfWord, plainWords, unitOfTitle, WORD } from './words';

/** All columns that payments have, with their known headings as `headingKey` gives them. */
const KNOWN_HEADINGS = {
	reference:
		'reference ref refno refnumber referenceno referencenumber paymentreference paymentref payoutreference transactionreference transactionref transferreference txref txnreference txnref uniquereference invoice invoiceno invoicenumber invoiceref invoicereference billno billnumber voucher voucherno vouchernumber pvno pvnumber requisitionno paymentid customerreference',
	amount:
		'amount amt amountpayable amountdue amounttopay transferamount paymentamount creditamount total totalamount netpay netsalary netamount',
	bank: 'bank bankname bankcode bankcodeorslug bankers nameofbank accountbank vendorbank vendorbankname vendorbankcode vendorbanksortcode beneficiarybank beneficiarybankname beneficiarybankcode recipientbank recipientbankname destinationbank destinationbankname destinationbankcode creditbank payeebank sortcode banksortcode nipcode cbncode',
	accountNumber:
		'accountnumber accountno account accno acctno acctnumber acno nuban nubannumber nubanaccountnumber bankaccount bankaccountnumber bankaccountno beneficiaryaccount beneficiaryaccountnumber beneficiaryaccountno beneficiaryacctno recipientaccount recipientaccountnumber destinationaccount destinationaccountnumber payeeaccountnumber vendoraccountnumber vendoraccountno vendoracctnumber vendoracctno creditaccount creditaccountnumber',
	tillNumber: 'till tillno tillnumber mpesatill buygoods buygoodsno buygoodsnumber buygoodstill',
	paybillNumber: 'paybill paybillno paybillnumber mpesapaybill businessno businessnumber',
	paybillAccountNumber:
		'paybillaccount paybillaccountno paybillaccountnumber account accountno accountnumber accno acctno acctnumber',
	accountName:
		'accountname acctname acname accountholder accountholdername nameonaccount beneficiary beneficiaryname beneficiaryaccountname nameofbeneficiary name fullname payeename recipientname receivername employeename staffname',
	currency: 'currency currencycode ccy',
	narration:
		'narration description purpose details particulars transfernote paymentdescription paymentpurpose paymentdetails transactiondescription transactiondetails',
	payee: 'payee supplier suppliername vendor vendorname',
	network: 'network chain blockchain phonenetwork mobilenetwork mobileoperator networkprovider telco provider operator',
	address: 'address wallet walletaddress usdtaddress recipientaddress destinationaddress cryptoaddress',
	invoice: 'invoice lightninginvoice lninvoice bolt11 paymentrequest',
	phone:
		'phone phoneno phonenumber mobile mobileno mobilenumber cell cellphone tel telephone telephoneno msisdn mpesano mpesanumber mpesaphone mpesaphonenumber recipientphone recipientphonenumber beneficiaryphone beneficiaryphonenumber receiveridentifier receivermsisdn receiverphone momo momono momonumber mobilemoney mobilemoneyno mobilemoneynumber',
} as const satisfies Record<string, string>;

export type ColumnName = keyof typeof KNOWN_HEADINGS;

export const labelOf = (column: ColumnName): string => inWords(column).toLowerCase();

/** A kind of payments that a file can contain. */
export interface PaymentKind {
	/** The columns that every payment needs. A heading that fits several columns goes to the first, these before `optional`. */
	readonly needed: readonly ColumnName[];
	readonly optional: readonly ColumnName[];
	/** A row that is empty in all these columns isn't a payment. The last of them is the destination. */
	readonly marks: readonly ColumnName[];
	readonly currency: CurrencyCode;
	/** Checks by column. A check returns the text as payouts expect it, or a reason that follows the heading. */
	readonly checks?: Readonly<Partial<Record<ColumnName, (text: string) => Result<string>>>>;
}

type Checks = NonNullable<PaymentKind['checks']>;

/** @param destination the columns of the payee's account; a row without a digit in the last column isn't a payment */
const payees = ({ code }: Currency, destination: readonly ColumnName[], checks: Checks): PaymentKind => ({
	needed: ['reference', 'amount', ...destination, 'accountName'],
	optional: ['currency', ...(checks.network === undefined ? [] : ['network' as const]), 'payee', 'narration'],
	marks: ['amount', ...destination],
	currency: code,
	checks,
});

/** @param networks the mobile networks that can be paid, by the names that payouts expect */
const phones = (prefix: '+233' | '+254', ...networks: readonly string[]): Checks => ({
	phone: (text) => checkPhone(text, prefix),
	network: (text) => {
		const name = plainWords(text).replace(/mobile|money|momo|[^a-z]/g, '');
		if (networks.includes(name)) return ok(name);
		return fail(`is ${quotedText(text)}, not ${networks.join(' or ')}; correct it, or delete the row`);
	},
});

/**
 * The kinds of payments, by the operation that pays them. Every till or PayBill number that we know has five digits or
 * more, and doesn't begin with zero. The lengths of South African accounts are from BankservAfrica.
 */
export const KINDS = {
	toBankAccount: payees(NGN, ['bank', 'accountNumber'], { accountNumber: checkNgnAccountNumber }),
	toGhana: payees(GHS, ['phone'], phones('+233', 'mtn')),
	toKenya: payees(KES, ['phone'], phones('+254', 'mpesa', 'airtel')),
	toKenyaPayBill: payees(KES, ['paybillAccountNumber', 'paybillNumber'], {
		paybillNumber: digitsCheck('a PayBill number', [5, 9]),
		paybillAccountNumber: checkNamesSomething,
	}),
	toKenyaTill: payees(KES, ['tillNumber'], { tillNumber: digitsCheck('a till', [5, 9]) }),
	toLightning: {
		needed: ['invoice'],
		optional: ['reference', 'payee', 'narration'],
		marks: ['invoice'],
		currency: 'BTC',
	},
	toSouthAfrica: payees(ZAR, ['bank', 'accountNumber'], {
		bank: (text) => (/\p{L}/u.test(text) ? checkNamesSomething(text) : fail("has no letters; write the bank's name")),
		accountNumber: digitsCheck('a South African account number', [9, 11]),
	}),
	toStablecoin: {
		needed: ['reference', 'amount', 'network', 'address'],
		optional: ['currency', 'payee', 'narration'],
		marks: ['amount', 'address'],
		currency: USDT.code,
	},
} as const satisfies Record<string, PaymentKind>;

export const columnsOfKind = ({ needed, optional }: PaymentKind): ColumnName[] => [...needed, ...optional];

const UNITS = new Set(['kobo', 'cent', 'cents', 'pesewas', 'minor', 'minorunits', 'optional', 'required', 'mandatory']);

function isUnit(word: string): boolean {
	const letters = word.replace(/[^\p{L}\p{N}\p{Sc}]/gu, '');
	return currencyOfWord(letters) !== undefined || UNITS.has(letters);
}

/** A heading's words in lower case, without a currency or unit in brackets. */
const withoutUnits = (text: string): string =>
	plainWords(text).replace(/[([{]([^()[\]{}]*)[)\]}]/g, (whole, inner: string) => {
		const words = inner.split(/[\s,/]+/).filter((word) => word !== '' && word !== 'in');
		return words.every(isUnit) ? ' ' : whole;
	});

/** A heading's letters and digits in lower case, without a currency or unit in brackets or at its end. */
export const headingKey = (text: string): string =>
	withoutUnits(text)
		.replace(/(?<=\S)[\s_-]+(?:in )?([a-z]{3,9}|\p{Sc})$/u, (whole, word: string) => (isUnit(word) ? '' : whole))
		.replace(/[^\p{L}\p{N}]/gu, '');

/** Matches the boundary between the words of amount_usd, amountUSD or USDAmount. */
const WORD_ENDS = /_|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu}{3})(?=\p{Lu}\p{Ll})/gu;

/** Another unit or currency in the amounts' heading, or any other text in brackets; null if there is none. */
export function unitOfHeading(heading: string, currency: CurrencyCode, unit: AmountUnit): string | null {
	const text = plainWords(heading.replace(WORD_ENDS, ' '));
	const said = [text, ...(text.match(WORD) ?? []).map((word) => `(${word})`)];
	const other = said.map((one) => unitOfTitle(one, currency, unit)).find((one) => one !== null);
	return other ?? /[([{].*[)\]}]/.exec(withoutUnits(text))?.[0] ?? null;
}

export type FoundColumns = Readonly<ReturnType<typeof findColumns>>;

/**
 * Finds the columns of a kind of payments in a row of headings, and those that are missing. If several headings fit a
 * column, it counts as missing, too.
 *
 * @param given the columns that a person named, each with its index; null if its heading isn't in the row
 * @param isLeftOut whether the heading at an index must be ignored
 */
export function findColumns(
	cells: ReadonlyArray<Cell | null>,
	kind: PaymentKind,
	given: ReadonlyMap<ColumnName, number | null>,
	isLeftOut: (column: number) => boolean,
) {
	const named = new Set(given.values());
	const keys = cells.map((cell, column) =>
		cell === null || cell.isStruck === true || named.has(column) || isLeftOut(column) ? '' : headingKey(cell.text),
	);
	const taken = new Set<string>();
	const at = new Map<ColumnName, number>();
	for (const column of columnsOfKind(kind)) {
		const own = given.get(column);
		if (typeof own === 'number') at.set(column, own);
		if (own !== undefined) continue;
		const known = KNOWN_HEADINGS[column].split(' ').filter((key) => !taken.has(key));
		const fitting = keys.flatMap((key, place) => (key !== '' && known.includes(key) ? [place] : []));
		const [first, ...others] = fitting;
		if (first === undefined) continue;
		for (const key of known) taken.add(key);
		if (others.length === 0) at.set(column, first);
	}
	// Lists of suppliers have only one column of names, so the suppliers' names are also the expected account names.
	const supplier = at.get('payee');
	if (supplier !== undefined && !at.has('accountName') && !given.has('accountName')) at.set('accountName', supplier);
	const asked = columnsOfKind(kind).filter((column) => kind.needed.includes(column) || given.get(column) === null);
	return { at, missing: asked.filter((column) => !at.has(column)) };
}
