import { defineOperation } from '../../../core/operation/define';
import { choice, collection } from '../../../core/operation/fields';
import { dataObjects } from '../../../core/service/service';
import { currencyChoices } from '../shared';
import { stablecoinAddress, withLimits } from './stablecoinAddress';

/** GET /collections/stablecoin/addresses; docs/interface.md#stablecoin-addresses. */
export const stablecoinAddressGetAll = defineOperation({
	effect: 'read',
	resource: 'stablecoinAddress',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many stablecoin addresses',
	description:
		"List many USDT deposit addresses. 'minAmount' and 'maxAmount' are whole USDT, not cents, and a maximum of 0 is none; 'limits' has both in cents and in USDT.",
	response: stablecoinAddress,
	fields: {
		filters: collection({
			label: 'Filters',
			aiMayFill: true,
			placeholder: 'Add filter',
			members: {
				currency: choice({
					label: 'Currency',
					description: 'Only addresses for this currency',
					default: 'USDT',
					choices: currencyChoices('stablecoin'),
				}),
			},
		}),
	},
	request: ({ filters }) => ({
		method: 'GET',
		path: '/collections/stablecoin/addresses',
		query: { currency: filters.currency },
	}),
	select: (data) => dataObjects(data).map(withLimits),
});
