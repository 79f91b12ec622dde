import { counted, describeType, fail, ok, type Result } from '../result';

const NUBAN_DIGITS = 10;

/**
 * A Nigerian account number: exactly 10 digits (docs/interface.md#beneficiary-ngn, the NUBAN form), zeros in front
 * included. Gives the number as text. A number is taken when it has 10 digits; a shorter one has most
 * likely lost its zeros in a spreadsheet, and to add them back could name another account.
 */
export function checkNgnAccountNumber(raw: unknown): Result<string> {
	if (typeof raw !== 'string' && typeof raw !== 'number') return fail(`is ${describeType(raw)}, not an account number`);
	const text = String(raw).trim();
	if (text === '') return fail('is empty');
	if (!/^[0-9]+$/.test(text)) return fail('may hold the digits 0 to 9 only');
	if (text.length === NUBAN_DIGITS) return ok(text);
	const reason = `has ${counted(text.length, 'digit')}, but an NGN account number has ${NUBAN_DIGITS}`;
	if (text.length > NUBAN_DIGITS) return fail(reason);
	const hint =
		typeof raw === 'number' ? 'give it as text, with the zeros it starts with' : 'put back the zeros it starts with';
	return fail(`${reason}; a spreadsheet may have dropped leading zeros: ${hint}`);
}

/** The countries whose phones can be paid: Kenya (M-Pesa) and Ghana (MTN), docs/interface.md#beneficiaries. */
type PhonePrefix = '+254' | '+233';

/** Digits after the country code, the same in both countries (ITU E.164 national plans). */
const SUBSCRIBER_DIGITS = 9;

/** A phone number in international form, such as +254712345678. Gives it without blanks around it. */
export function checkPhone(raw: unknown, prefix: PhonePrefix): Result<string> {
	const form = `write it as ${prefix} and ${SUBSCRIBER_DIGITS} digits`;
	if (typeof raw === 'number') return fail(`is a number, not text; ${form}`);
	if (typeof raw !== 'string') return fail(`is ${describeType(raw)}, not a phone number`);
	const text = raw.trim();
	if (text === '') return fail('is empty');
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
 * An M-Pesa till or PayBill number: digits, zeros in front included. Gives it without blanks around it. No length is
 * documented, and the documented numbers have six to nine digits (docs/interface.md#unknown-requests).
 */
export function checkShortCode(text: string): Result<string> {
	const digits = text.trim();
	if (digits === '') return fail('is empty');
	return /^[0-9]+$/.test(digits) ? ok(digits) : fail('may hold the digits 0 to 9 only');
}
