import { withoutBlanks } from '../../../core/domain/json';
import { defineOperation } from '../../../core/operation/define';
import { exactNumber } from '../../../core/operation/fields';
import { createdPaymentLink } from '../../../core/service/schemas/paymentLink';
import { withBankName } from '../bank/withBankName';
import { beneficiaryBody } from '../beneficiary/beneficiary';
import { linkFields, linkOptions } from './linkFields';
import { checkLink, linkHints } from './linkRules';

/** POST /paymentlink; docs/interface.md#create-payment-link. The amount is a number there, and has to be exact as one. */
export const paymentLinkCreate = defineOperation({
	effect: 'bind',
	resource: 'paymentLink',
	operation: 'create',
	name: 'Create',
	action: 'Create a payment link',
	description: 'Create a page that a customer can pay on',
	answer: createdPaymentLink,
	fields: linkFields,
	options: linkOptions,
	check: checkLink,
	hints: linkHints,
	request: (input) => {
		const exact = exactNumber(input.amount.minor);
		if (!exact.ok) return { ok: false, problems: [{ field: linkFields.amount.label, reason: exact.reason }] };
		const body = withoutBlanks({
			name: input.name,
			description: input.options.description,
			type: input.options.type,
			addFeeToTotalCost: input.options.addFeeToTotalCost,
			settlementCurrency: input.settlementCurrency,
			settlementMethod: input.settlementMethod,
			speed: input.options.speed,
			paymentCurrency: input.paymentCurrency,
			paymentMethods: input.paymentMethods,
			beneficiary: beneficiaryBody(input),
			amount: exact.value,
			callbackUrl: input.options.callbackUrl,
		});
		return { ok: true, value: { method: 'POST', path: '/paymentlink', body } };
	},
	prepare: async (input, service, _scope, built) => await withBankName(input, built, service),
});
