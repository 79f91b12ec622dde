import { defineOperation } from '../../../core/operation/define';
import { lookedUpTransaction, lookUpFields, lookUpRequest } from './transaction';

export const transactionGet = defineOperation({
	effect: 'read',
	resource: 'transaction',
	operation: 'get',
	name: 'Get',
	action: 'Get a transaction',
	description: 'Read the transactions of an ID, an order or a hash; each is one item, and none is no item',
	answer: lookedUpTransaction,
	fields: lookUpFields,
	request: lookUpRequest,
});
