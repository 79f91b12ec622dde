import { ASSUMED } from '../assumptions';
import { buildEvent } from '../webhooks/events';
import { linkUrl, type LinkOrder, type PaymentLink } from './paymentLinks';
import type { Service } from './service';
import { ServiceError, type Transaction } from './types';

const { value: said } = ASSUMED.messages;

/**
 * A payer pays the order of a payment link. The money is received and sent on to the link's beneficiary; the link is
 * settled once the money has arrived (docs/reference/interface.md#event-payment-link-settled).
 */
export function payLinkOrder(service: Service, link: PaymentLink, order: LinkOrder): void {
	const status = service.paymentLinks.statusOf(order);
	if (status === 'SETTLED') throw new ServiceError(400, said.linkPaid);
	if (status === 'EXPIRED') throw new ServiceError(400, said.linkExpired);
	order.settled = true;
	order.updatedAt = service.clock.now();
	const details = {
		orderId: order.orderId,
		paymentLinkId: link.id,
		paymentMethod: order.method,
	};
	const deposit = service.transactions.open({
		currency: order.method === 'LIGHTNING' ? 'BTC' : 'NGN',
		type: 'DEPOSIT',
		amount: order.amount,
		autopayout: true,
		details,
	});
	service.ledger.add({
		...service.entryOf(deposit),
		kind: 'deposit',
		amount: order.amount,
		fees: 0n,
		destination: null,
		status: 'SUCCESS',
	});
	service.settle(deposit, 'SUCCESS');
	const sent = service.transactions.open({
		currency: link.request.settlementCurrency,
		type: 'WITHDRAWAL',
		amount: order.targetAmount,
		autopayout: true,
		details: { ...details, destination: link.beneficiary },
	});
	service.pay({ transaction: sent, destination: link.beneficiary });
	const noteEnd = sent.onSettled;
	sent.onSettled = (end) => {
		noteEnd?.(end);
		// The settlement's event comes after its payment's event.
		if (end === 'SUCCESS') service.clock.schedule(0, () => tellSettled(service, link, order, sent));
	};
}

function tellSettled(service: Service, link: PaymentLink, order: LinkOrder, transaction: Transaction): void {
	const { settlementCurrency, paymentCurrency, callbackUrl = null } = link.request;
	const { id: paymentRef } = link;
	const about = { paymentRef, paymentLink: linkUrl(paymentRef), callbackUrl, settlementCurrency, paymentCurrency };
	const settled = { ...about, paymentMethod: order.method };
	service.tell(buildEvent(service, { event: 'payment_link.settled', transaction, link: settled }));
}
