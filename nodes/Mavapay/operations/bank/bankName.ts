import { isObject, type Json } from '../../../core/domain/json';
import { refuse } from '../../../core/service/failure';
import type { ReadService } from '../../../core/service/service';

/**
 * The name of a bank in Mavapay's list of Nigerian banks (docs/interface.md#bank-codes), which is good for
 * 24 hours: a code that it lacks may be new, and is looked for in the list of today, once in a run. Throws
 * ItemStopped for a code that is not in that either.
 */
export async function bankNameOf(service: ReadService, bankCode: string): Promise<string> {
	const request = { method: 'GET', path: '/bank/bankcode', query: { country: 'NG' } } as const;
	const { data } = await service.readKept(request, (answer) => nameIn(answer.data, bankCode) !== null);
	const name = nameIn(data, bankCode);
	if (name !== null) return name;
	throw refuse(`Mavapay's bank list has no bank with the code "${bankCode}"`, "Choose 'Bank' from the list, or fill in 'Bank Name'.");
}

function nameIn(list: Json | undefined, bankCode: string): string | null {
	const banks: unknown[] = Array.isArray(list) ? list : [];
	for (const bank of banks) {
		if (isObject(bank) && bank.nipBankCode === bankCode && typeof bank.bankName === 'string') return bank.bankName;
	}
	return null;
}
