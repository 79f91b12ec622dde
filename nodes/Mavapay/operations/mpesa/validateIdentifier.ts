import { textOf } from '../../../core/domain/json';
import { isName } from '../../../core/payees/accountName';
import { defineRead } from '../../../core/operation/define';
import { brokenRules } from '../../../core/operation/field';
import { choice, line } from '../../../core/operation/fields';
import { dataObjects, post } from '../../../core/service/service';
import { notFound } from '../../../core/service/failure';

export const mpesaValidateIdentifier = defineRead('mpesa', 'validateIdentifier', {
	action: 'Validate M-Pesa identifier',
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
		identifier: line('Identifier', {
			aiMayFill: true,
			description: 'The PayBill or Till number',
			placeholder: 'e.g. 247247',
		}),
	},
	// M-Pesa identifiers can be validated only on live (docs/reference/interface.md#validate-kes-identifier).
	check: (_input, { deployment }) =>
		brokenRules([
			deployment.kind === 'staging',
			'Validate Identifier',
			'works on live only, but the credential is set to Staging',
		]),
	select: (data, { identifier }) => {
		const [found = {}] = dataObjects(data);
		if (isName(textOf(found.organization_name) ?? '')) return [found];
		throw notFound(`M-Pesa gave no name for ${identifier}`, "Check 'Identifier Type' and 'Identifier'.");
	},
	request: ({ identifier, identifierType }) => post('/quote/validate-kes-identifier', { identifier, identifierType }),
});
