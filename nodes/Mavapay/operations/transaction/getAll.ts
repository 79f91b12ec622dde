import { defineRead } from '../../../core/operation/define';
import { listFields } from '../choices';
import { listFilters } from '../../../core/operation/fields';
import { readManyTransactions } from '../../../core/service/transactionList';
import { transactionFilters } from './list';
import { SIMPLE_TRANSACTION } from './transaction';

export const transactionGetAll = defineRead('transaction', 'getAll', {
	action: 'Get many transactions',
	description: 'Get many transactions, page by page, up to 100,000',
	simplified: SIMPLE_TRANSACTION,
	fields: { ...listFields, filters: listFilters(transactionFilters) },
	collect: async ({ filters, returnAll, limit }, service, _scope, hint) =>
		await readManyTransactions(service, { filters, wanted: returnAll ? null : (limit ?? null) }, hint),
});
