import { defineWrite } from '../../../core/operation/define';
import { askForDetails, outputDetails, paymentLinkId, paymentMethod } from './paymentLink';

/** A write: it may open an order whose account or invoice expires; docs/reference/interface.md#payment-link-details. */
export const paymentLinkGet = defineWrite('paymentLink', 'get', {
	action: 'Get payment link',
	description: "Get a link's payment details. May create an order that expires.",
	fields: { paymentLinkId },
	options: { paymentMethod },
	request: ({ paymentLinkId, options }) => askForDetails('details', paymentLinkId, options.paymentMethod),
	output: outputDetails,
});
