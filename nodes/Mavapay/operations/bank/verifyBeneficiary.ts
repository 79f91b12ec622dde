import { isObject } from '../../../core/domain/json';
import { sameName } from '../../../core/domain/personName';
import { refuse } from '../../../core/service/failure';
import type { ReadService } from '../../../core/service/service';

interface Beneficiary {
	readonly bankCode: string;
	readonly bankAccountNumber: string;
	readonly bankAccountName: string;
}

/**
 * Asks for the registered name of an account and gives the values to pay with, exactly as they were
 * returned (interface document 4.3 and 4.9). `bankCode` is the one returned, else the one asked for;
 * `channelCode` is something else. The same account is looked up once in a run. Throws ItemStopped
 * when another account or no name comes back, or the name is not the expected one.
 */
export async function verifyBeneficiary(
	service: ReadService,
	asked: { bankCode: string; accountNumber: string; expectedAccountName: string | undefined },
): Promise<Beneficiary> {
	const { data } = await service.readOnce({
		method: 'GET',
		path: '/bank/name-enquiry',
		query: { accountNumber: asked.accountNumber, bankCode: asked.bankCode },
	});
	const found = isObject(data) ? data : {};
	const bankAccountName = textOf(found.accountName);
	const bankAccountNumber = textOf(found.accountNumber);
	if (bankAccountName.trim() === '') {
		throw refuse(`The bank gave no name for account ${asked.accountNumber}, so nothing was paid. Check 'Account Number' and 'Bank'.`);
	}
	if (bankAccountNumber !== asked.accountNumber) {
		throw refuse(
			`The bank answered for account ${bankAccountNumber || '(none)'} instead of ${asked.accountNumber}, so nothing was paid. Check 'Account Number' and 'Bank'.`,
		);
	}
	const { expectedAccountName: expected } = asked;
	if (expected !== undefined && !sameName(expected, bankAccountName)) {
		throw refuse(
			`Account ${asked.accountNumber} belongs to "${bankAccountName}", not to "${expected}", so nothing was paid. Check the account with the payee, or correct 'Expected Account Name'.`,
		);
	}
	return { bankCode: textOf(found.bankCode) || asked.bankCode, bankAccountNumber, bankAccountName };
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}
