import { NGN } from '../../../core/domain/money';
import { defineRead } from '../../../core/operation/define';
import { listFilters } from '../../../core/operation/fields';
import { walletFilter } from '../wallet/wallet';
import { get } from '../../../core/service/service';

export const bankAccountGetAll = defineRead('bankAccount', 'getAll', {
	action: 'Get many bank accounts',
	description: 'Get many bank accounts that are registered for withdrawals',
	fields: {
		filters: listFilters({ walletId: walletFilter }),
	},
	request: ({ filters }) => get('/bankaccount', { walletId: filters.walletId, currency: NGN.code }),
});
