import { defineRead } from '../../../core/operation/define';
import type { Problem } from '../../../core/operation/field';
import { choice, oneLine, text } from '../../../core/operation/fields';
import { post } from '../../../core/service/service';

export const mpesaValidateIdentifier = defineRead('mpesa', 'validateIdentifier', {
	action: 'Validate an M-Pesa identifier',
	description: 'Look up the business behind a Kenyan PayBill or Till number (live only)',
	fields: {
		identifierType: choice('Identifier Type', {
			aiMayFill: true,
			default: 'PayBill',
			choices: [
				{ name: 'PayBill', value: 'PayBill' },
				{ name: 'Till', value: 'Till' },
			],
		}),
		identifier: text('Identifier', {
			aiMayFill: true,
			description: 'The PayBill or Till number',
			placeholder: 'e.g. 247247',
			...oneLine,
		}),
	},
	// Offered on live only (docs/interface.md#validate-kes-identifier).
	check: (_input, { deployment }) => (deployment.kind === 'staging' ? [onStaging] : []),
	request: ({ identifier, identifierType }) => post('/quote/validate-kes-identifier', { identifier, identifierType }),
});

const onStaging: Problem = {
	field: 'Validate Identifier',
	reason: 'works on live only, but the credential is set to Staging',
};
