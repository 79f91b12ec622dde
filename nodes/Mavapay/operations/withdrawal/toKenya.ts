import { KES } from '../../../core/domain/money';
import { definePayment } from '../../../core/operation/define';
import { when } from '../../../core/operation/field';
import { strictChoice } from '../../../core/operation/fields';
import { beneficiaryFields } from '../beneficiary/beneficiary';
import { ABROAD, abroadFields, draftAbroad } from './abroad';

/** The types of a beneficiary by the kind of payee; docs/reference/interface.md#beneficiary-kes. */
const TYPES = { payBill: 'paytobill', phone: 'paytophone', till: 'paytotill' } as const;

/** POST /quote, then its accept, for docs/reference/interface.md#beneficiary-kes. */
export const withdrawalToKenya = definePayment('withdrawal', 'toKenya', {
	...ABROAD,
	action: 'Withdraw to Kenya',
	description:
		'Pay an M-Pesa or Airtel Money phone, a till or a PayBill number from a wallet. The money is sent immediately.',
	fields: {
		to: strictChoice<keyof typeof TYPES>('Pay To', {
			default: 'phone',
			choices: [
				{ name: 'PayBill', value: 'payBill' },
				{ name: 'Phone', value: 'phone' },
				{ name: 'Till', value: 'till' },
			],
		}),
		phoneNumber: when({ to: ['phone'] }, beneficiaryFields.phoneNumber),
		kesNetwork: when({ to: ['phone'] }, beneficiaryFields.kesNetwork),
		tillNumber: when({ to: ['till'] }, beneficiaryFields.tillNumber),
		paybillNumber: when({ to: ['payBill'] }, beneficiaryFields.paybillNumber),
		paybillAccountNumber: when({ to: ['payBill'] }, beneficiaryFields.paybillAccountNumber),
		kesAccountName: when({}, beneficiaryFields.kesAccountName),
		...abroadFields(KES),
	},
	draft: (input, scope) =>
		draftAbroad(KES, { ...input, beneficiaryType: 'kes', kesIdentifierType: TYPES[input.to] }, scope),
});
