import { counted, fail, ok, type Result } from '../result';

const NUBAN_DIGITS = 10;
const NIP_DIGITS = 6;

/**
 * Checks a Nigerian bank's code: six digits (docs/reference/interface.md#beneficiary-ngn), leading zeros included. A shorter one
 * is no NIP code, and with zeros put before it often another bank's: 011 is First Bank by CBN, 000011 Unity Bank by NIP.
 */
export function checkNipCode(code: string): Result<string> {
	if (!/^[0-9]+$/.test(code) || code.length >= NIP_DIGITS) return ok(code);
	const reason = `has ${counted(code.length, 'digit')}, but a NIP code has ${NIP_DIGITS}`;
	return fail(`${reason}. Look for the bank in Mavapay's list: zeros put before a code may make it another bank's`);
}

/**
 * Checks a Nigerian account number, and gives it without blanks around it: exactly 10 digits, leading zeros included
 * (docs/reference/interface.md#beneficiary-ngn, the NUBAN form). A shorter one has most likely lost its zeros in a
 * spreadsheet, and to add them back could name another account.
 */
export function checkNgnAccountNumber(raw: string): Result<string> {
	const text = raw.trim();
	if (!/^[0-9]+$/.test(text)) return fail('may contain only the digits 0 to 9');
	if (text.length === NUBAN_DIGITS) return ok(text);
	const reason = `has ${counted(text.length, 'digit')}, but an NGN account number has ${NUBAN_DIGITS}`;
	return fail(
		text.length > NUBAN_DIGITS ? reason : `${reason}; a spreadsheet may have dropped leading zeros: put them back`,
	);
}

/** The countries whose phones can be paid: Kenya (M-Pesa) and Ghana (MTN), docs/reference/interface.md#beneficiaries. */
type PhonePrefix = '+254' | '+233';

/** Digits after the country code, the same in both countries (ITU E.164 national plans). */
const SUBSCRIBER_DIGITS = 9;

/** Checks a phone number in international form, such as +254712345678, and gives it without blanks around it. */
export function checkPhone(raw: string, prefix: PhonePrefix): Result<string> {
	const form = `write it as ${prefix} and ${SUBSCRIBER_DIGITS} digits`;
	const text = raw.trim();
	if (!/^\+?[0-9]+$/.test(text)) return fail(`may hold digits only after the plus sign; ${form}`);
	if (!text.startsWith('+')) return fail(`is not in international form; ${form}`);
	if (!text.startsWith(prefix)) return fail(`does not start with ${prefix}`);
	const subscriber = text.slice(prefix.length);
	if (subscriber.startsWith('0')) return fail(`has a zero after ${prefix}, which the international form leaves out`);
	if (subscriber.length !== SUBSCRIBER_DIGITS) {
		return fail(`has ${counted(subscriber.length, 'digit')} after ${prefix}, not ${SUBSCRIBER_DIGITS}`);
	}
	return ok(text);
}

/**
 * Checks an M-Pesa till or PayBill number, or a South African account number, and gives it without blanks around it:
 * digits, leading zeros included. No length is documented; documented tills and PayBills have six to nine digits
 * (docs/reference/interface.md#unknown-requests).
 */
export function checkDigits(text: string): Result<string> {
	const digits = text.trim();
	return /^[0-9]+$/.test(digits) ? ok(digits) : fail('may contain only the digits 0 to 9');
}
