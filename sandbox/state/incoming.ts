import { ASSUMED } from '../assumptions';
import type { Service } from './service';
import { ServiceError, type Transaction } from './types';

/** Lowest units of one USDT; the limits of an address are whole USDT (docs/reference/interface.md#stablecoin-addresses). */
const CENTS = 100n;

export interface Deposit {
	/** The address, its id or its label. */
	to: string;
	/** USDT cents. */
	amount: bigint;
	/** Whether the deposit fails, even if its amount is large enough. */
	fails?: boolean | undefined;
}

/** USDT arrives at a deposit address; a failed deposit is reported, but not credited (docs/reference/interface.md#event-metadata). */
export function depositStablecoin(service: Service, { to, amount, fails = false }: Deposit): Transaction {
	const found = service.depositAddresses.find((one) => [one.address, one.id, one.reference].includes(to));
	if (!found) throw new ServiceError(404, 'There is no such deposit address');
	const [least, most] = [BigInt(found.minAmount) * CENTS, BigInt(found.maxAmount) * CENTS];
	const outside = amount < least || (most > 0n && amount > most);
	const status = fails ? 'FAILED' : outside ? ASSUMED.smallDeposit.value : 'SUCCESS';
	const { address: value, network } = found;
	const deposit = service.transactions.open({
		currency: 'USDT',
		type: 'DEPOSIT',
		amount,
		hash: service.ids.hash('chain transaction'),
		details: { destination: { kind: 'stablecoin', value, network: network.toLowerCase() } },
	});
	if (status === 'SUCCESS') service.wallets.credit('USDT', amount);
	service.ledger.add({ ...service.entryOf(deposit), kind: 'deposit', amount, fees: 0n, destination: null, status });
	service.settle(deposit, status);
	return deposit;
}

/** The payee's bank sends a payout back after it arrived: a deposit of its amount without the fee (docs/how-to/reconcile.md#money-that-came-back). */
export function returnPayout(service: Service, transactionId: string): Transaction {
	const payout = service.transactions.find(transactionId);
	const payer = payout?.details.destination ?? null;
	const arrived = payout?.type === 'WITHDRAWAL' && payout.status === 'SUCCESS' ? payout : null;
	if (arrived?.currency !== 'NGN') throw new ServiceError(404, 'No such payout in naira has arrived');
	const { amount } = arrived;
	const details = { payer, paymentMethod: 'BANKTRANSFER' };
	const deposit = service.transactions.open({ currency: 'NGN', type: 'DEPOSIT', amount, details });
	service.wallets.credit('NGN', amount);
	service.settle(deposit, 'SUCCESS');
	service.ledger.add({ ...service.entryOf(deposit), kind: 'deposit', amount, fees: 0n, destination: payer });
	return deposit;
}
