import { counted, fail, ok, type Result } from '../domain/result';
import { namesNothing, quotedText } from '../domain/text';

const NIP_DIGITS = 6;

/**
 * Checks a Nigerian bank's code: six digits, leading zeros included (docs/reference/interface.md#beneficiary-ngn). A
 * shorter code padded with zeros is often another bank's: the CBN code 011 is First Bank's, NIP 000011 Unity Bank's.
 */
export function checkNipCode(code: string): Result<string> {
	if (!/^[0-9]+$/.test(code) || code.length >= NIP_DIGITS) return ok(code);
	const reason = `has ${counted(code.length, 'digit')}, but a NIP code has ${NIP_DIGITS}`;
	return fail(`${reason}. Find the bank in Mavapay's list: zeros added in front can give another bank's code`);
}

/** The most leading zeros that a spreadsheet may have dropped: few accounts begin with more. */
const MOST_ZEROS_LOST = 3;

/** Why a text that isn't all digits is refused. For 12.0, as some programs export 12, it says what to remove. */
const notDigits = (text: string) =>
	`may contain only the digits 0 to 9${/^[0-9]+\.0+$/.test(text) ? '; remove the .0' : ''}`;

/**
 * Makes a check for numbers of a known length, which also trims them. Zeros that a spreadsheet may have dropped
 * aren't added, because the number with them may be another account's.
 *
 * @param lengths the shortest and the longest length, leading zeros included
 */
export const digitsCheck =
	(name: string, [least, most]: readonly [number, number], ifPhone = '') =>
	(raw: string): Result<string> => {
		const text = raw.trim();
		if (!/^[0-9]+$/.test(text)) return fail(notDigits(text));
		if (text.length >= least && text.length <= most) return ok(text);
		const reason = `has ${counted(text.length, 'digit')}, but ${name} has ${least === most ? least : `${least} to ${most}`}`;
		const isShort = text.length < least && text.length >= least - MOST_ZEROS_LOST;
		const whole = least === most ? text.padStart(least, '0') : 'it with them';
		const ifZeros = isShort ? `if a spreadsheet dropped the leading zeros, write ${whole}; otherwise ` : '';
		return fail(`${reason}; ${ifZeros}${/^0\d{10}$/.test(text) ? ifPhone : ''}ask the payee for it`);
	};

/** Checks a Nigerian account number (NUBAN): docs/reference/interface.md#beneficiary-ngn. */
export const checkNgnAccountNumber = digitsCheck(
	'an NGN account number',
	[10, 10],
	'if it is a phone number at OPay, PalmPay or Moniepoint, write it without the leading 0; otherwise ',
);

/** Kenya (M-Pesa) and Ghana (MTN), whose phones can be paid: docs/reference/interface.md#beneficiaries. */
type PhonePrefix = '+254' | '+233';

/** Digits after the country code, the same in both countries (ITU E.164 national plans). */
const SUBSCRIBER_DIGITS = 9;

/**
 * Reads a phone number of one country and gives its international form: +254712345678, 254712345678, 0712345678 and
 * 712345678 are one phone, since sheets drop the plus sign and leading zeros. Nine digits that begin with a country
 * code may be a number that was cut, so they are refused.
 */
export function checkPhone(raw: string, prefix: PhonePrefix): Result<string> {
	const form = new RegExp(`^(?:\\+?${prefix.slice(1)}|0|(?!254|233))([1-9][0-9]{${SUBSCRIBER_DIGITS - 1}})$`);
	const [, subscriber] = form.exec(raw.trim()) ?? [];
	return subscriber === undefined
		? fail(`is not ${prefix} and ${SUBSCRIBER_DIGITS} digits with nothing between them`)
		: ok(`${prefix}${subscriber}`);
}

/**
 * Checks and trims an M-Pesa till or PayBill number, or a South African account number. Any number of digits is
 * accepted, because no length is documented (docs/why/questions.md#requests).
 */
export function checkDigits(text: string): Result<string> {
	const digits = text.trim();
	return /^[0-9]+$/.test(digits) ? ok(digits) : fail(notDigits(digits));
}

/** Checks a PayBill's account or a bank's name: any text but one that names nothing, such as "N/A". */
export function checkNamesSomething(text: string): Result<string> {
	return namesNothing(text) ? fail(`is ${quotedText(text)}, which names nothing; ask the payee for it`) : ok(text);
}
