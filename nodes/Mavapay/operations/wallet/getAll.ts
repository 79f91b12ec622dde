import { defineRead } from '../../../core/operation/define';
import { choice, listFilters } from '../../../core/operation/fields';
import { currencyChoices } from '../choices';
import { get } from '../../../core/service/service';

export const walletGetAll = defineRead('wallet', 'getAll', {
	action: 'Get many wallets',
	description: 'Get many wallets with their balances in minor units',
	fields: {
		filters: listFilters({
			currency: choice('Currency', {
				description: 'Only the wallet of this currency',
				default: 'NGN',
				choices: currencyChoices('wallet'),
			}),
		}),
	},
	request: ({ filters }) => get('/wallet', { currency: filters.currency }),
});
