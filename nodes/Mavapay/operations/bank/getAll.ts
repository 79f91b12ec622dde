import { defineRead } from '../../../core/operation/define';
import { firstOf, listFields } from '../choices';
import { choice } from '../../../core/operation/fields';
import { readBanks } from './bank';

/** Countries with a bank list; docs/reference/interface.md#bank-codes. */
const BANK_COUNTRIES = [
	{ name: 'Nigeria', value: 'NG' },
	{ name: 'South Africa', value: 'ZA' },
];

export const bankGetAll = defineRead('bank', 'getAll', {
	action: 'Get many banks',
	description: 'Get many banks of a country with their codes',
	fields: {
		country: choice('Country', { aiMayFill: true, default: 'NG', choices: BANK_COUNTRIES }),
		...listFields,
	},
	collect: async (input, service) => firstOf(await readBanks(service, input.country), input),
});
