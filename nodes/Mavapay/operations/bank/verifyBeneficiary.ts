import { isBlank, isObject } from '../../../core/domain/json';
import { sameName, type NameMatch } from '../../../core/domain/personName';
import { refuse } from '../../../core/service/failure';
import type { ReadService } from '../../../core/service/service';

/** An account to look up, and what a person expects of it. */
export interface AskedAccount {
	readonly bankCode: string;
	readonly accountNumber: string;
	readonly expectedAccountName: string | undefined;
	readonly nameMatch: NameMatch;
}

interface Beneficiary {
	readonly bankCode: string;
	readonly bankAccountNumber: string;
	readonly bankAccountName: string;
}

/**
 * Asks for the registered name of an account and gives the values to pay with: name and number exactly as
 * they were returned (docs/interface.md#name-enquiry), the bank code as it was asked for, because account
 * numbers repeat across banks, and another code is another bank. `channelCode` is something else. One of
 * the two documented answers has no bank code. The same account is looked up once in a run. Throws
 * ItemStopped when another account, another bank or no name comes back, or the name is not the expected one.
 */
export async function verifyBeneficiary(service: ReadService, asked: AskedAccount): Promise<Beneficiary> {
	const { accountNumber, bankCode } = asked;
	const { data } = await service.readOnce({ method: 'GET', path: '/bank/name-enquiry', query: { accountNumber, bankCode } });
	const found = isObject(data) ? data : {};
	const bankAccountName = textOf(found.accountName);
	const bankAccountNumber = textOf(found.accountNumber);
	if (bankAccountName.trim() === '') {
		throw refuse(`The bank gave no name for account ${accountNumber}`, CHECK, { cause: 'accountNotFound' });
	}
	if (bankAccountNumber !== accountNumber) {
		throw refuse(`The bank responded for account ${bankAccountNumber || '(none)'} instead of ${accountNumber}`, CHECK, { cause: 'accountNotFound' });
	}
	if (!isBlank(found.bankCode) && textOf(found.bankCode) !== bankCode) {
		const other = textOf(found.bankCode) || '(unreadable)';
		throw refuse(`The name enquiry responded for bank ${other} instead of ${bankCode}`, CHECK, { cause: 'accountNotFound' });
	}
	const { expectedAccountName: expected, nameMatch } = asked;
	if (expected !== undefined && !sameName(expected, bankAccountName, nameMatch)) {
		throw refuse(
			`Account ${accountNumber} belongs to "${bankAccountName}", not to "${expected}"`,
			"Check the account with the payee, or correct 'Expected Account Name'.",
			{ cause: 'nameDiffers' },
		);
	}
	return { bankCode, bankAccountNumber, bankAccountName };
}

const CHECK = "Check 'Account Number' and 'Bank'.";

/** A text as it came; a number, which has lost its zeros in front where it had any, as its digits. */
function textOf(value: unknown): string {
	return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
}
