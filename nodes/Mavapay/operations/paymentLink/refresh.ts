import { defineWrite } from '../../../core/operation/define';
import { askForDetails, outputDetails, paymentLinkId, paymentMethod } from './paymentLink';

export const paymentLinkRefresh = defineWrite('paymentLink', 'refresh', {
	action: 'Refresh payment link',
	description: 'Get a new invoice or bank account for a link',
	fields: { paymentLinkId, paymentMethod },
	request: ({ paymentLinkId, paymentMethod }) => askForDetails('refresh', paymentLinkId, paymentMethod),
	output: outputDetails,
});
