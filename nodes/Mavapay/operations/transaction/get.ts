import { defineRead } from '../../../core/operation/define';
import { lookUpFields, lookUpRequest } from './transaction';

export const transactionGet = defineRead('transaction', 'get', {
	action: 'Get transaction',
	description: 'Get transactions by ID, order or hash. Returns one item each, or none.',
	fields: lookUpFields,
	request: lookUpRequest,
});
