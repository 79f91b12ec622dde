import { defineRead } from '../../../core/operation/define';
import { listFields } from '../choices';
import { listFilters } from '../../../core/operation/fields';
import { readManyTransactions, transactionFilters } from './list';

export const transactionGetAll = defineRead('transaction', 'getAll', {
	action: 'Get many transactions',
	description: 'Get many transactions, page by page, up to 100,000',
	fields: { ...listFields, filters: listFilters(transactionFilters) },
	collect: async ({ filters, returnAll, limit }, service, _scope, hint) =>
		await readManyTransactions(service, { filters, wanted: returnAll ? null : (limit ?? null) }, hint),
});
