import { isJsonObject } from '../../../core/domain/json';
import type { ReadService, ServiceRequest } from '../../../core/service/service';
import { bankNameOf } from './bankName';

/**
 * A request whose Nigerian beneficiary has the bank's name, looked up where the user left it blank.
 * Throws ItemStopped where the bank list does not hold the code.
 */
export async function withBankName(
	input: { beneficiaryType: string; bank?: string | undefined; bankName?: string | undefined },
	request: ServiceRequest,
	service: ReadService,
): Promise<ServiceRequest> {
	const beneficiary = request.body?.beneficiary;
	const complete = input.beneficiaryType !== 'ngn' || input.bankName !== undefined;
	if (complete || input.bank === undefined || !isJsonObject(beneficiary)) return request;
	const bankName = await bankNameOf(service, input.bank);
	return { ...request, body: { ...request.body, beneficiary: { ...beneficiary, bankName } } };
}
