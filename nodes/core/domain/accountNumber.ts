import { counted, describeType, fail, ok, type Result } from './result';

const LENGTH = 10;

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
	if (text.length === LENGTH) return ok(text);
	const reason = `has ${counted(text.length, 'digit')}, but an NGN account number has ${LENGTH}`;
	if (text.length > LENGTH) return fail(reason);
	const hint = typeof raw === 'number' ? 'give it as text, with the zeros it starts with' : 'put back the zeros it starts with';
	return fail(`${reason}; a spreadsheet may have dropped leading zeros: ${hint}`);
}
