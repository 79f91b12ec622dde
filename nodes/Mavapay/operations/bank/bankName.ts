import { isObject } from '../../../core/domain/json';
import { refuse } from '../../../core/service/failure';
import type { ReadService } from '../../../core/service/service';

/**
 * The name of a bank in Mavapay's list of Nigerian banks (docs/interface.md#bank-codes), asked for once
 * in a run. Throws ItemStopped for a code that is not in the list.
 */
export async function bankNameOf(service: ReadService, bankCode: string): Promise<string> {
	const { data } = await service.readOnce({ method: 'GET', path: '/bank/bankcode', query: { country: 'NG' } });
	const banks: unknown[] = Array.isArray(data) ? data : [];
	for (const bank of banks) {
		if (isObject(bank) && bank.nipBankCode === bankCode && typeof bank.bankName === 'string') return bank.bankName;
	}
	throw refuse(
		`Mavapay's bank list has no bank with the code "${bankCode}", so nothing was paid. Choose 'Bank' from the list, or fill in 'Bank Name'.`,
	);
}
