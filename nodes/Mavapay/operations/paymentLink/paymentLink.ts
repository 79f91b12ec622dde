import { isJsonObject, type JsonObject } from '../../../core/domain/json';
import { choice, oneLine, text } from '../../../core/operation/fields';
import { dataObjects, get, type ServiceResponse } from '../../../core/service/service';
import { PAYMENT_METHODS } from '../choices';

/** The ID of a payment link, which Mavapay calls `paymentRef` when the link is created. */
export const paymentLinkId = text('Payment Link ID', {
	aiMayFill: true,
	description: "The 'paymentRef' in the output of 'Payment Link: Create'",
	placeholder: 'e.g. 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
	...oneLine,
});

export const paymentMethod = choice('Payment Method', {
	description: 'How the payer will pay',
	default: 'BANKTRANSFER',
	choices: PAYMENT_METHODS,
});

/** The request for a link's payment details; without a method Mavapay chooses one. */
export function askForDetails(what: 'details' | 'refresh', id: string, paymentMethod: string | undefined) {
	return get(`/paymentlink/${what}`, { id, paymentMethod });
}

/** The `paymentLinkDetails` of a response (docs/reference/interface.md#payment-link-details), or else its data. */
export function outputDetails({ data }: ServiceResponse): JsonObject[] {
	const details = isJsonObject(data) ? data.paymentLinkDetails : undefined;
	return isJsonObject(details) ? [details] : dataObjects(data);
}
