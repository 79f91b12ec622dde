import { counted, describeType, fail, ok, type Result } from './result';

/** The countries whose phones can be paid: Kenya (M-Pesa) and Ghana (MTN), docs/interface.md#beneficiaries. */
export type PhonePrefix = '+254' | '+233';

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
