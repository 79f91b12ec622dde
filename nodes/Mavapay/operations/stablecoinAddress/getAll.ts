import { USDT } from '../../../core/domain/money';
import { defineRead } from '../../../core/operation/define';
import { dataObjects, get } from '../../../core/service/service';
import { SIMPLE_ADDRESS, withLimits } from './stablecoinAddress';

export const stablecoinAddressGetAll = defineRead('stablecoinAddress', 'getAll', {
	action: 'Get many stablecoin addresses',
	description:
		"List many USDT deposit addresses. 'minAmount' and 'maxAmount' are whole USDT, not cents, and a maximum of 0 means no maximum; 'limits' has both in cents and in USDT.",
	simplified: SIMPLE_ADDRESS,
	fields: {},
	request: () => get('/collections/stablecoin/addresses', { currency: USDT.code }),
	select: (data) => dataObjects(data).map(withLimits),
});
