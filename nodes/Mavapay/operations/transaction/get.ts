import { defineRead } from '../../../core/operation/define';
import { lookUpFields, lookUpRequest, SIMPLE_TRANSACTION } from './transaction';

export const transactionGet = defineRead('transaction', 'get', {
	action: 'Get transaction',
	description: 'Get transactions by ID, order or hash. Returns one item each, or none.',
	simplified: SIMPLE_TRANSACTION,
	fields: lookUpFields,
	request: lookUpRequest,
});
