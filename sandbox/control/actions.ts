import { makeInvoice, readInvoice } from '../crypto/invoice';
import { setWebhook } from '../routes/webhook';
import { parsed } from '../state/beneficiaries';
import type { Service } from '../state/service';
import { ServiceError, type Transaction, type TransactionStatus } from '../state/types';
import { controlBodies, type InvoiceRequest } from './schemas';

export interface MadeInvoice {
	invoice: string;
	paymentHash: string;
}

/** Makes a Lightning invoice on the sandbox's clock, valid now or, if asked, expired. */
export function newInvoice(service: Service, request: InvoiceRequest): MadeInvoice {
	const wanted = parsed(controlBodies.invoices, request);
	const now = Math.floor(service.clock.now() / 1_000);
	const paymentHash = wanted.paymentHash ?? service.ids.hash('invoice');
	const invoice = makeInvoice({
		network: wanted.network,
		amountMsat: wanted.amountMsat,
		timestamp: wanted.expired ? now - wanted.expirySeconds - 60 : now,
		expirySeconds: wanted.expirySeconds,
		description: wanted.description,
		paymentHash,
		node: wanted.node,
		payee: wanted.payee,
	});
	if (!readInvoice(invoice)) throw new ServiceError(400, 'The invoice could not be made');
	return { invoice, paymentHash };
}

export interface SettleRequest {
	transactionId?: string | undefined;
	hash?: string | undefined;
	all?: true | undefined;
	/** The final status; by default, the one that the service itself would choose. */
	status?: Extract<TransactionStatus, 'SUCCESS' | 'FAILED'> | undefined;
}

/** Ends PENDING transactions now, and returns them. */
export function settleNow(service: Service, request: SettleRequest): Transaction[] {
	const chosen = service.transactions.list.filter(
		(one) =>
			request.all === true ||
			one.id === request.transactionId ||
			(request.hash !== undefined && one.hash === request.hash),
	);
	if (chosen.length === 0 && request.all !== true) throw new ServiceError(404, 'Transaction not found');
	return chosen.filter((one) => service.settle(one, request.status));
}

/** Sets or clears the account's webhook behind the client's back. */
export function putWebhook(
	service: Service,
	webhook: { url: string; secret: string; isActive?: boolean } | null,
): void {
	if (webhook === null) {
		service.webhook = null;
		return;
	}
	const { url, secret, isActive = true } = webhook;
	setWebhook(service, url, secret).isActive = isActive;
}
