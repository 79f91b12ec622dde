import { ASSUMED } from '../assumptions';
import { isStablecoinAddress } from '../crypto/address';
import { routingFee } from '../data/rates';
import { ok, route, type Answer, type Route } from '../http/routing';
import { bodies, queries } from '../requests';
import { beneficiaryOf, payableInvoice } from '../state/beneficiaries';
import type { Service } from '../state/service';
import { DOCUMENTED } from '../messages';
import { depositStablecoin } from '../state/incoming';
import { presentTransaction, type NewTransaction } from '../state/transactions';
import { ServiceError, type Currency, type Destination, type Transaction } from '../state/types';

const { value: said } = ASSUMED.messages;

/** Minimum withdrawals in the lowest unit, for the currencies that have one: quirk `withdrawalMinimums`. */
const LEAST: Partial<Record<Currency, bigint>> = { NGN: 200_000n, USDT: 100n };

/** Debits the wallet, opens the withdrawal and sends the money. */
function withdraw(
	service: Service,
	destination: Destination,
	fields: Pick<NewTransaction, 'currency' | 'amount' | 'hash' | 'details'> & { fees: bigint },
): Answer {
	const { currency, amount, fees } = fields;
	const least = LEAST[currency] ?? 0n;
	if (service.quirks.withdrawalMinimums && amount < least) throw new ServiceError(400, DOCUMENTED.tooSmall);
	service.wallets.debit(currency, amount + fees);
	const transaction = service.transactions.open({ ...fields, type: 'WITHDRAWAL' });
	const refund = () => void service.wallets.credit(currency, amount + fees);
	service.pay({ transaction, destination, refund });
	if (service.quirks.ownDeposits) arriveAtOwnAddress(service, transaction);
	return ok(service, presentTransaction(service, transaction));
}

/** Lets a USDT withdrawal to one of the account's own addresses arrive there once it has settled: quirk `ownDeposits`. */
function arriveAtOwnAddress(service: Service, transaction: Transaction): void {
	const { value: to } = transaction.details.destination ?? { value: '' };
	if (!service.depositAddresses.some(({ address }) => address === to)) return;
	const noteEnd = transaction.onSettled;
	transaction.onSettled = (end) => {
		noteEnd?.(end);
		if (end === 'SUCCESS') depositStablecoin(service, { to, amount: transaction.amount });
	};
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
			// A reference that was used before is accepted again: docs/why/questions.md#money.
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
