import { isJsonObject, type Json, type JsonObject } from '../../../core/domain/json';
import { choice } from '../../../core/operation/fields';
import { defineOperation, limited, listFields } from '../../../core/operation/define';
import { bankEntry } from '../../../core/service/schemas/bank';
import type { ReadService } from '../../../core/service/service';
import { BANK_COUNTRIES } from '../choices';

/** The banks of a country. South Africa's come as plain names (docs/interface.md#bank-codes): they have no code. */
export async function readBanks(service: ReadService, country: string): Promise<JsonObject[]> {
	const { data } = await service.readOnce({ method: 'GET', path: '/bank/bankcode', query: { country } });
	return Array.isArray(data) ? data.flatMap(bankOf) : [];
}

function bankOf(entry: Json): JsonObject[] {
	if (typeof entry === 'string') return [{ bankName: entry, nipBankCode: null }];
	return isJsonObject(entry) ? [entry] : [];
}

export const bankGetAll = defineOperation({
	effect: 'read',
	resource: 'bank',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many banks',
	description: 'Get many banks of a country with their codes',
	answer: bankEntry,
	fields: {
		country: choice({ label: 'Country', aiMayFill: true, default: 'NG', choices: BANK_COUNTRIES }),
		...listFields,
	},
	collect: async (input, service) => limited(await readBanks(service, input.country), input),
});
