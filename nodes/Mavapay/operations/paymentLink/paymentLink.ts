import { type JsonObject, isJsonObject } from '../../../core/domain/json';
import { defineRead, defineWrite } from '../../../core/operation/define';
import { choice, line, locatorValue } from '../../../core/operation/fields';
import { type ServiceResponse, dataObjects, get } from '../../../core/service/service';
import { PAYMENT_METHODS } from '../choices';

/** The ID of a payment link, called `paymentRef` when the link is created. */
export const paymentLinkId = line('Payment Link ID', {
	aiMayFill: true,
	description: "The 'paymentRef' in the output of 'Payment Link: Create'",
	placeholder: 'e.g. 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
});

export const paymentMethod = choice('Payment Method', {
	description: 'How the payer will pay',
	default: 'BANKTRANSFER',
	choices: PAYMENT_METHODS,
});

/** The request for a link's payment details; without a method, Mavapay chooses one. */
function askForDetails(what: 'details' | 'refresh', id: string, paymentMethod: string | undefined) {
	return get(`/paymentlink/${what}`, { id, paymentMethod });
}

/** The `paymentLinkDetails` of a response (docs/reference/interface.md#payment-link-details), or else its data. */
function outputDetails({ data }: ServiceResponse): JsonObject[] {
	const details = isJsonObject(data) ? data.paymentLinkDetails : undefined;
	return isJsonObject(details) ? [details] : dataObjects(data);
}

/** A write, since it may create an order whose account or invoice expires; docs/reference/interface.md#payment-link-details. */
export const paymentLinkGet = defineWrite('paymentLink', 'get', {
	action: 'Get payment link',
	description: "Get a link's payment details. May create an order that expires.",
	fields: { paymentLinkId },
	options: { paymentMethod },
	request: ({ paymentLinkId, options }) => askForDetails('details', paymentLinkId, options.paymentMethod),
	output: outputDetails,
});

export const paymentLinkGetOrders = defineRead('paymentLink', 'getOrders', {
	action: 'Get payment link orders',
	description: "Get a payment link as one item, with its orders under 'orders'",
	simplified: 'id, status, type, amount, paymentCurrency, settlementCurrency, beneficiaryId, name, orders, createdAt',
	fields: { paymentLinkId },
	request: (input) => get('/paymentlink/orders', { id: input.paymentLinkId }),
});

const linkOrderId = line('Order ID', {
	aiMayFill: true,
	description: "The 'paymentLinkOrderId' in the details of the link",
	placeholder: 'e.g. 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
});

export const paymentLinkGetStatus = defineRead('paymentLink', 'getStatus', {
	action: 'Get payment link order status',
	description: 'Check whether an order of a payment link is settled',
	fields: {
		// In other operations, `orderId` is a resource locator. Its value stays if a person selects this operation.
		orderId: { ...linkOrderId, read: (raw: unknown) => linkOrderId.read(locatorValue(raw)) },
	},
	request: (input) => get('/paymentlink/status', { orderId: input.orderId }),
});

export const paymentLinkRefresh = defineWrite('paymentLink', 'refresh', {
	action: 'Refresh payment link',
	description: 'Get a new invoice or bank account for a link',
	fields: { paymentLinkId, paymentMethod },
	request: ({ paymentLinkId, paymentMethod }) => askForDetails('refresh', paymentLinkId, paymentMethod),
	output: outputDetails,
});
