import * as z from 'zod/mini';

import { isJsonObject, type JsonObject } from '../../../core/domain/json';
import { choice, oneLine, text } from '../../../core/operation/fields';
import { maybeTextOrNumber, maybeFlag, maybeNumber, maybeText, maybeTime } from '../../../core/service/schema';
import { type ServiceRequest, type ServiceResponse, dataObjects } from '../../../core/service/service';
import { PAYMENT_METHODS } from '../choices';

/** docs/interface.md#create-payment-link */
export const createdPaymentLink = z.looseObject({ paymentLink: z.string(), paymentRef: z.string() });

/** docs/interface.md#payment-link-details */
export const paymentLinkDetails = z.looseObject({
	id: z.string(),
	name: maybeText,
	description: maybeText,
	callbackUrl: maybeText,
	settlementCurrency: maybeText,
	paymentLinkOrderId: maybeText,
	paymentMethods: z.nullish(z.array(z.string())),
	account: z.nullish(z.looseObject({ name: maybeText, logo: maybeText })),
	BANKTRANSFER: z.nullish(
		z.looseObject({
			ngnAccountName: maybeText,
			ngnBankName: maybeText,
			ngnBankAccountNumber: maybeText,
			amount: maybeNumber,
			expiresAt: maybeTime,
			targetAmount: maybeNumber,
		}),
	),
	LIGHTNING: z.nullish(
		z.looseObject({ invoice: maybeText, amount: maybeNumber, expiresAt: maybeTime, targetAmount: maybeNumber }),
	),
});

const linkOrder = z.looseObject({
	id: maybeText,
	status: maybeText,
	orderId: maybeText,
	paymentLinkId: maybeText,
	paymentMethod: maybeText,
	createdAt: maybeTime,
	updatedAt: maybeTime,
});

/** docs/interface.md#payment-link-orders */
export const paymentLinkOrders = z.looseObject({
	id: maybeText,
	name: maybeText,
	description: maybeText,
	type: maybeText,
	amount: maybeTextOrNumber,
	fee: maybeNumber,
	addFeeToTotalCost: maybeFlag,
	settlementCurrency: maybeText,
	settlementMethod: maybeText,
	speed: maybeText,
	paymentCurrency: maybeText,
	paymentMethods: z.nullish(z.array(z.string())),
	callbackUrl: maybeText,
	channel: maybeText,
	status: maybeText,
	accountId: maybeText,
	expiresAt: maybeTime,
	invoice: maybeText,
	companyLogo: maybeText,
	beneficiaryId: maybeText,
	createdAt: maybeTime,
	updatedAt: maybeTime,
	orders: z.nullish(z.array(linkOrder)),
});

/** docs/interface.md#payment-link-status */
export const paymentLinkStatus = z.looseObject({ status: z.string() });

/** A payment link; the service calls it paymentRef when the link is created. */
export const paymentLinkId = text({
	label: 'Payment Link ID',
	aiMayFill: true,
	description: "Called 'paymentRef' where the link was created",
	placeholder: 'e.g. 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
	...oneLine,
});

/** Which of the link's ways of payment is asked for. */
export const paymentMethod = choice({
	label: 'Payment Method',
	description: 'How the payer will pay',
	default: 'BANKTRANSFER',
	choices: PAYMENT_METHODS,
});

/** The request for a link's payment details; without a method Mavapay chooses one. */
export function askForDetails(what: 'details' | 'refresh', id: string, paymentMethod: string | undefined) {
	const value: ServiceRequest = { method: 'GET', path: `/paymentlink/${what}`, query: { id, paymentMethod } };
	return { ok: true as const, value };
}

/** The `paymentLinkDetails` of a response (docs/interface.md#payment-link-details), or the data as it came where they are missing. */
export function outputDetails({ data }: ServiceResponse): JsonObject[] {
	const details = isJsonObject(data) ? data.paymentLinkDetails : undefined;
	return isJsonObject(details) ? [details] : dataObjects(data);
}
