import { mpesaValidateIdentifier } from '../../nodes/Mavapay/operations/mpesa/validateIdentifier';
import { answered, post, type Case } from './case';

const asked = [post('/quote/validate-kes-identifier', { identifier: '247247', identifierType: 'PayBill' })];

export const mpesaCases: readonly Case[] = [
	{
		operation: mpesaValidateIdentifier,
		name: 'a PayBill number',
		parameters: { identifierType: 'PayBill', identifier: '247247', options: {} },
		requests: asked,
		sandbox: {},
	},
	{
		operation: mpesaValidateIdentifier,
		name: 'a PayBill number that is no text, on live',
		deployment: 'live',
		parameters: { identifierType: 'PayBill', identifier: 247247, options: {} },
		requests: asked,
		written: { replies: [answered({ organization_name: 'EQUITY' })], items: [{ organization_name: 'EQUITY' }] },
	},
];
