import { ZAR } from '../../../core/domain/money';
import { definePayment } from '../../../core/operation/define';
import { when } from '../../../core/operation/field';
import { beneficiaryFields } from '../beneficiary/beneficiary';
import { ABROAD, abroadFields, draftAbroad } from './abroad';

/** POST /quote, then its accept, for docs/reference/interface.md#beneficiary-zar. */
export const withdrawalToSouthAfrica = definePayment('withdrawal', 'toSouthAfrica', {
	...ABROAD,
	action: 'Withdraw to South Africa',
	description: 'Pay a South African bank account from a wallet. The money is sent immediately.',
	fields: {
		zarBank: when({}, beneficiaryFields.zarBank),
		accountNumber: when({}, beneficiaryFields.accountNumber),
		accountName: when({}, beneficiaryFields.accountName),
		...abroadFields(ZAR),
	},
	draft: (input, scope) => draftAbroad(ZAR, { ...input, beneficiaryType: 'zar' }, scope),
});
