import { defineOperation, listFields } from '../../../core/operation/define';
import { collection } from '../../../core/operation/fields';
import { readManyTransactions, transactionFilters } from './list';

export const transactionGetAll = defineOperation({
	effect: 'read',
	resource: 'transaction',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many transactions',
	description: 'Get many transactions, page by page, at most 100,000 of them',
	fields: {
		...listFields,
		filters: collection({ label: 'Filters', aiMayFill: true, placeholder: 'Add filter', members: transactionFilters }),
	},
	collect: async (input, service) =>
		await readManyTransactions(service, input.filters, input.returnAll ? null : (input.limit ?? null)),
});
