import { GHS } from '../../../core/domain/money';
import { definePayment } from '../../../core/operation/define';
import { when } from '../../../core/operation/field';
import { beneficiaryFields } from '../beneficiary/beneficiary';
import { ABROAD, abroadFields, draftAbroad } from './abroad';

/** POST /quote, then its accept, for docs/reference/interface.md#beneficiary-ghs. */
export const withdrawalToGhana = definePayment('withdrawal', 'toGhana', {
	...ABROAD,
	action: 'Withdraw to Ghana',
	description: 'Pay an MTN mobile money phone from a wallet. The money is sent immediately.',
	fields: {
		ghsPhoneNumber: when({}, beneficiaryFields.ghsPhoneNumber),
		accountName: when({}, beneficiaryFields.accountName),
		...abroadFields(GHS),
	},
	draft: (input, scope) => draftAbroad(GHS, { ...input, beneficiaryType: 'ghs' }, scope),
});
