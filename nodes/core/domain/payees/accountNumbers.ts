import { counted, fail, ok, type Result } from '../result';
import { namesNothing, quotedText } from '../text';

const NUBAN_DIGITS = 10;
const NIP_DIGITS = 6;

/**
 * Checks a Nigerian bank's code: six digits (docs/reference/interface.md#beneficiary-ngn), zeros in front included.
 * With zeros added, a shorter one is often another bank's: 011 is First Bank by CBN, 000011 Unity Bank by NIP.
 */
export function checkNipCode(code: string): Result<string> {
	if (!/^[0-9]+$/.test(code) || code.length >= NIP_DIGITS) return ok(code);
	const reason = `has ${counted(code.length, 'digit')}, but a NIP code has ${NIP_DIGITS}`;
	return fail(`${reason}. Look for the bank in Mavapay's list: zeros put before a code may make it another bank's`);
}

/** A spreadsheet drops the zeros in front of a number. Accounts begin with few; a text that lacks more is another number. */
const MOST_ZEROS_LOST = 3;

/**
 * Checks a Nigerian account number, and gives it without blanks around it: exactly 10 digits, leading zeros included
 * (docs/reference/interface.md#beneficiary-ngn, the NUBAN form). A shorter one may have lost its zeros in a spreadsheet;
 * the node doesn't add them, since it may be another account's.
 */
export function checkNgnAccountNumber(raw: string): Result<string> {
	const text = raw.trim();
	if (!/^[0-9]+$/.test(text)) return fail('may contain only the digits 0 to 9');
	if (text.length === NUBAN_DIGITS) return ok(text);
	const reason = `has ${counted(text.length, 'digit')}, but an NGN account number has ${NUBAN_DIGITS}`;
	const missing = NUBAN_DIGITS - text.length;
	const phone = '; write it without the 0 in front, if it is the phone number of OPay, PalmPay or Moniepoint';
	if (missing < 0) return fail(`${reason}${/^0\d{10}$/.test(text) ? phone : ''}`);
	const zeros = `if a spreadsheet dropped the zeros in front, write ${text.padStart(NUBAN_DIGITS, '0')}; otherwise `;
	return fail(`${reason}; ${missing > MOST_ZEROS_LOST ? '' : zeros}ask the payee for it`);
}

/** The countries whose phones can be paid: Kenya (M-Pesa) and Ghana (MTN), docs/reference/interface.md#beneficiaries. */
type PhonePrefix = '+254' | '+233';

/** Digits after the country code, the same in both countries (ITU E.164 national plans). */
const SUBSCRIBER_DIGITS = 9;

/**
 * Reads a phone number of one country and gives its international form: +254712345678, 254712345678, 0712345678 and
 * 712345678 are one phone, since sheets drop the plus sign and zeros in front. Nine digits that begin with a country code
 * may be a number that was cut, so they are refused.
 */
export function checkPhone(raw: string, prefix: PhonePrefix): Result<string> {
	const text = raw.trim();
	const form = `write it as ${nationalIn(text, prefix) ?? `${prefix} and ${SUBSCRIBER_DIGITS} digits`}`;
	if (!/^\+?[0-9]+$/.test(text)) return fail(`may hold digits only after the plus sign; ${form}`);
	const whole = nationalIn(text, prefix);
	if (whole !== null && new RegExp(`^(?:\\+?${prefix.slice(1)}|0)?[1-9][0-9]{${SUBSCRIBER_DIGITS - 1}}$`).test(text))
		return ok(whole);
	if (!text.startsWith('+')) return fail(`is not in international form; ${form}`);
	if (!text.startsWith(prefix)) return fail(`does not start with ${prefix}`);
	const subscriber = text.slice(prefix.length);
	return fail(
		subscriber.startsWith('0')
			? `has a zero after ${prefix}, which the international form leaves out; ${form}`
			: `has ${counted(subscriber.length, 'digit')} after ${prefix}, not ${SUBSCRIBER_DIGITS}`,
	);
}

/** The international form of a number that people write in another way; null where it may be another country's or none. */
function nationalIn(text: string, prefix: PhonePrefix): string | null {
	const digits = text.replace(/[\s().-]/g, '');
	const country = prefix.slice(1);
	const form = new RegExp(`^(?:(?:\\+|00)?${country}0?|0|(?!254|233))([1-9][0-9]{${SUBSCRIBER_DIGITS - 1}})$`);
	const [, subscriber] = form.exec(digits) ?? [];
	return subscriber === undefined ? null : `${prefix}${subscriber}`;
}

/**
 * Checks an M-Pesa till or PayBill number, or a South African account number, and gives it without blanks around it:
 * digits, zeros in front included; no length is documented (docs/why/questions.md#requests).
 */
export function checkDigits(text: string): Result<string> {
	const digits = text.trim();
	return /^[0-9]+$/.test(digits) ? ok(digits) : fail('may contain only the digits 0 to 9');
}

/** Checks a PayBill's account or a bank's name: any text but such as "N/A", which would pay a business for nobody. */
export function checkNamesSomething(text: string): Result<string> {
	return namesNothing(text) ? fail(`is ${quotedText(text)}, which names nothing; ask the payee for it`) : ok(text);
}
