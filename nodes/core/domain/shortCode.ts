import { counted, fail, ok, type Result } from './result';

/** Digits of an M-Pesa business number: Safaricom's Daraja API, "M-Pesa Express", BusinessShortCode. */
const LEAST_DIGITS = 5;
const MOST_DIGITS = 7;

/**
 * An M-Pesa till or PayBill number: 5 to 7 digits, zeros in front included. Gives it without blanks
 * around it. The payments service names no length (docs/interface.md#unknown-requests), so a person can
 * switch this check off.
 */
export function checkShortCode(text: string): Result<string> {
	const digits = text.trim();
	if (digits === '') return fail('is empty');
	if (!/^[0-9]+$/.test(digits)) return fail('may hold the digits 0 to 9 only');
	if (digits.length >= LEAST_DIGITS && digits.length <= MOST_DIGITS) return ok(digits);
	const reason = `has ${counted(digits.length, 'digit')}, but M-Pesa numbers of businesses have ${LEAST_DIGITS} to ${MOST_DIGITS}`;
	return fail(digits.length < LEAST_DIGITS ? `${reason}; a spreadsheet may have dropped leading zeros` : reason);
}
