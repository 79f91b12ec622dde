import { ASSUMED } from '../assumptions';
import { isStablecoinAddress } from '../crypto/address';
import { routingFee } from '../data/rates';
import { ok, route, type Answer, type Route } from '../http/routing';
import { bodies, queries } from '../requests';
import { beneficiaryOf, payableInvoice } from '../state/beneficiaries';
import type { Service } from '../state/service';
import { presentTransaction, type NewTransaction } from '../state/transactions';
import { ServiceError, type Destination } from '../state/types';

const { value: said } = ASSUMED.messages;

/** Debits the wallet, opens the withdrawal and sends the money. */
function withdraw(
	service: Service,
	destination: Destination,
	fields: Pick<NewTransaction, 'currency' | 'amount' | 'hash' | 'details'> & { fees: bigint },
): Answer {
	const { currency, amount, fees } = fields;
	service.wallets.debit(currency, amount + fees);
	const transaction = service.transactions.open({ ...fields, type: 'WITHDRAWAL' });
	const refund = () => void service.wallets.credit(currency, amount + fees);
	service.pay({ transaction, destination, refund });
	return ok(service, presentTransaction(service, transaction));
}

export const withdrawRoutes: Route[] = [
	route({
		method: 'POST',
		path: '/withdraw',
		access: 'write',
		query: queries.none,
		body: bodies.withdraw,
		handle: ({ service, body }) => {
			const destination = beneficiaryOf(service, 'NGN', body.beneficiary, null);
			return withdraw(service, destination, {
				currency: 'NGN',
				amount: BigInt(body.amount),
				fees: ASSUMED.bankWithdrawalFee.value,
				details: { paymentMethod: 'BANKTRANSFER' },
			});
		},
	}),
	route({
		method: 'POST',
		path: '/withdraw/btc',
		access: 'write',
		query: queries.none,
		body: bodies.withdrawBtc,
		handle: ({ service, body }) => {
			const { sats, paymentHash } = payableInvoice(service, body.invoice, 'invoice');
			const destination: Destination = { kind: 'lightning', value: body.invoice, paymentHash };
			return withdraw(service, destination, {
				currency: 'BTC',
				amount: sats,
				fees: routingFee(sats),
				hash: paymentHash,
				details: { paymentMethod: 'LIGHTNING', memo: body.memo ?? null },
			});
		},
	}),
	route({
		method: 'POST',
		path: '/withdraw/stablecoin',
		access: 'write',
		query: queries.none,
		body: bodies.withdrawStablecoin,
		handle: ({ service, body }) => {
			const { network, address } = body;
			if (!isStablecoinAddress(network, address)) {
				throw new ServiceError(400, said.invalid('address'));
			}
			service.useReference(body.customerReference);
			return withdraw(
				service,
				{ kind: 'stablecoin', value: address, network },
				{
					currency: 'USDT',
					amount: BigInt(body.amount),
					fees: ASSUMED.stablecoinFees.value[network],
					hash: ASSUMED.pendingStablecoinHash.value,
					details: { customerReference: body.customerReference ?? null },
				},
			);
		},
	}),
];
