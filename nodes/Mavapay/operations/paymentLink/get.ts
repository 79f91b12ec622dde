import { defineOperation } from '../../../core/operation/define';
import { askForDetails, outputDetails, paymentLinkId, paymentMethod } from './paymentLink';

/** Writes: the service may open an order whose account or invoice then expires; docs/interface.md#payment-link-details. */
export const paymentLinkGet = defineOperation({
	effect: 'write',
	resource: 'paymentLink',
	operation: 'get',
	name: 'Get',
	action: 'Get a payment link',
	description: "Get a link's payment details. May create an order that expires.",
	fields: { paymentLinkId },
	options: { paymentMethod },
	request: ({ paymentLinkId, options }) => askForDetails('details', paymentLinkId, options.paymentMethod),
	output: outputDetails,
});
