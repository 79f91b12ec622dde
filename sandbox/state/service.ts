import { Deliveries } from '../webhooks/deliveries';
import { buildEvent, type BuiltEvent } from '../webhooks/events';
import type { Clock } from './clock';
import { Ledger } from './ledger';
import { PaymentLinks } from './paymentLinks';
import { Quotes } from './quotes';
import { SharedState } from './sharedState';
import { Transactions } from './transactions';
import type { Destination, Transaction, TransactionStatus } from './types';

export interface Keys {
	write: string;
	read: string;
	bearer: string;
}

export interface RegisteredAccount {
	bankName: string;
	bankCode: string;
	bankAccountNumber: string;
	bankAccountName: string;
	currency: 'NGN';
	walletId: string;
}

/** An address that customers pay USDT to (docs/reference/interface.md#stablecoin-addresses). */
export interface DepositAddress {
	id: string;
	walletId: string;
	address: string;
	currency: 'USDT';
	/** Upper case, unlike in requests. */
	network: string;
	memo: string | null;
	/** The label given at generation. */
	reference: string;
	/** Whole USDT, unlike every other amount. */
	minAmount: string;
	/** Whole USDT; "0" means that there is no maximum. */
	maxAmount: string;
	createdAt: string;
	updatedAt: string;
}

/** A transaction that pays out, with its destination. */
export interface Payout {
	transaction: Transaction;
	destination: Destination;
	/** Puts the money back when the payout fails; left out if the money was never in a wallet. */
	refund?: () => void;
}

/**
 * Currencies whose payouts also have an event while PENDING (docs/reference/interface.md#events-that-belong-together).
 * For payouts on chain, nothing is documented: docs/why/questions.md#webhooks.
 */
const TELL_PENDING: ReadonlySet<string> = new Set(['USDT', 'NGN', 'ZAR']);

/** The whole state of the service. Every change happens within one turn of the event loop. */
export class Service extends SharedState {
	readonly ledger = new Ledger();
	readonly transactions: Transactions;
	readonly quotes: Quotes;
	readonly paymentLinks: PaymentLinks;
	readonly deliveries: Deliveries;
	/** Bank accounts registered for withdrawals, oldest first. */
	readonly registeredAccounts: RegisteredAccount[] = [];
	/** USDT deposit addresses, oldest first. */
	readonly depositAddresses: DepositAddress[] = [];

	constructor(
		seed: string,
		clock: Clock,
		readonly keys: Keys,
	) {
		super(seed, clock);
		this.transactions = new Transactions(this);
		this.quotes = new Quotes(this);
		this.paymentLinks = new PaymentLinks(this);
		this.deliveries = new Deliveries(this);
	}

	/** Pays out money without debiting a wallet: adds a ledger entry and settles the payout later. */
	pay(payout: Payout): void {
		const { transaction, destination } = payout;
		const { amount, fees, details } = transaction;
		const hash = destination.paymentHash;
		if (hash !== undefined) this.paidHashes.add(hash);
		const entry = this.ledger.add({
			...this.entryOf(transaction),
			kind: 'payout',
			amount,
			fees,
			destination,
		});
		details.destination = destination;
		transaction.onSettled = (status) => {
			entry.status = status;
			if (status !== 'FAILED') return;
			if (hash !== undefined) this.paidHashes.delete(hash);
			payout.refund?.();
			this.ledger.add({ ...this.entryOf(transaction), kind: 'refund', amount, fees, destination });
		};
		if (this.quirks.payoutResult === 'failedAtOnce') {
			this.settle(transaction, 'FAILED');
			return;
		}
		if (TELL_PENDING.has(transaction.currency)) this.announceLater(transaction);
		this.settleLater(transaction);
	}

	/** The part of a ledger entry that comes from its transaction. */
	entryOf(transaction: Transaction) {
		return {
			currency: transaction.currency,
			customerReference: transaction.details.customerReference,
			transactionId: transaction.id,
			quoteId: transaction.details.quoteId,
			requestNumber: this.requestNumber,
			time: this.clock.now(),
			status: transaction.status,
		};
	}

	settleLater(transaction: Transaction): void {
		this.clock.schedule(this.quirks.settleAfterMs, () => this.settle(transaction));
	}

	/** Ends a PENDING transaction and sends its event; false when it had ended already. */
	settle(transaction: Transaction, status: TransactionStatus = this.resultOf(transaction)): boolean {
		if (transaction.status !== 'PENDING' || status === 'PENDING') return false;
		transaction.status = status;
		transaction.updatedAt = this.clock.now();
		if (status === 'SUCCESS') transaction.hash ??= this.ids.hash('chain transaction');
		transaction.onSettled?.(status);
		transaction.onSettled = null;
		this.tell(this.eventOf(transaction));
		return true;
	}

	/** Sends the event of a transaction as it is now, after the current answer is out. */
	private announceLater(transaction: Transaction): void {
		const event = this.eventOf(transaction);
		this.clock.schedule(0, () => this.tell(event));
	}

	/** Sends an event to the registered webhook, if there is one to send to. */
	tell(event: BuiltEvent): void {
		if (this.webhook?.isActive) void this.deliveries.send(event);
	}

	private eventOf(transaction: Transaction): BuiltEvent {
		const event = transaction.type === 'DEPOSIT' ? 'payment.received' : 'payment.sent';
		return buildEvent(this, { event, transaction });
	}

	private resultOf(transaction: Transaction): TransactionStatus {
		const { destination } = transaction.details;
		if (transaction.type === 'DEPOSIT' || destination?.kind === 'wallet') return 'SUCCESS';
		if (this.quirks.payoutResult !== 'success') return 'FAILED';
		if (destination?.kind !== 'bank') return 'SUCCESS';
		const account = this.bankAccounts.find(destination.bankCode ?? '', destination.value);
		return account?.state === 'failing' ? 'FAILED' : 'SUCCESS';
	}
}
