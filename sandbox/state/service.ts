import { ASSUMED } from '../assumptions';
import { Deliveries } from '../webhooks/deliveries';
import { buildEvent, type BuiltEvent } from '../webhooks/events';
import { defaultQuirks, type Quirks } from '../quirks';
import { BankAccounts } from './bankAccounts';
import type { Clock } from './clock';
import { Ids } from './ids';
import { Ledger } from './ledger';
import { PaymentLinks } from './paymentLinks';
import { Quotes } from './quotes';
import { Transactions } from './transactions';
import { ServiceError, type Destination, type Transaction, type TransactionStatus } from './types';
import { Wallets } from './wallets';

const { value: said } = ASSUMED.messages;

export interface Keys {
	write: string;
	read: string;
	bearer: string;
}

export interface Webhook {
	id: string;
	url: string;
	secret: string;
	isActive: boolean;
	createdAt: number;
	updatedAt: number;
}

export interface RegisteredAccount {
	bankName: string;
	bankCode: string;
	bankAccountNumber: string;
	bankAccountName: string;
	currency: 'NGN';
	walletId: string;
}

/** An address that customers pay USDT to (docs/interface.md#stablecoin-addresses). */
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
	/** Whole USDT; "0" is no maximum. */
	maxAmount: string;
	createdAt: string;
	updatedAt: string;
}

/** What a payout needs beyond its transaction: where the money goes. */
export interface Payout {
	transaction: Transaction;
	destination: Destination;
	/** Puts the money back when the payout fails; left out where it never was in a wallet. */
	refund?: () => void;
}

/** Whose payouts are told as PENDING first (docs/interface.md#events-that-belong-together). */
const TELL_PENDING: ReadonlySet<string> = new Set(['USDT', 'NGN', 'ZAR']);

/** The whole state of the service. Every change happens within one turn of the event loop. */
export class Service {
	readonly ids: Ids;
	readonly quirks: Quirks = defaultQuirks();
	readonly ledger = new Ledger();
	readonly bankAccounts = new BankAccounts();
	readonly userId: string;
	readonly accountId: string;
	readonly wallets: Wallets;
	readonly transactions: Transactions;
	readonly quotes: Quotes;
	readonly paymentLinks: PaymentLinks;
	readonly deliveries: Deliveries;
	webhook: Webhook | null = null;
	/** Bank accounts registered for withdrawals, oldest first. */
	readonly registeredAccounts: RegisteredAccount[] = [];
	/** USDT deposit addresses, oldest first. */
	readonly depositAddresses: DepositAddress[] = [];
	/** Number of the request being answered; 0 between requests. */
	requestNumber = 0;
	/** Payment hashes paid or being paid; a failed payment frees its hash. */
	readonly paidHashes = new Set<string>();
	private readonly usedReferences = new Set<string>();

	constructor(
		seed: string,
		readonly clock: Clock,
		readonly keys: Keys,
	) {
		this.ids = new Ids(seed);
		this.userId = this.ids.uuid('user');
		this.accountId = this.ids.uuid('account');
		this.wallets = new Wallets(this.ids, this.accountId);
		this.transactions = new Transactions(this);
		this.quotes = new Quotes(this);
		this.paymentLinks = new PaymentLinks(this);
		this.deliveries = new Deliveries(this);
	}

	/** Sends money out that has left its wallet already: notes it in the ledger and settles it later. */
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
		if (TELL_PENDING.has(transaction.currency) || this.isPendingOnChain(destination)) this.announceLater(transaction);
		this.settleLater(transaction);
	}

	private isPendingOnChain({ kind }: Destination): boolean {
		return ASSUMED.onChainPendingIsTold.value && kind === 'onchain';
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

	/** Notes a customerReference that a request carries. */
	useReference(reference: string | undefined): void {
		if (reference === undefined) return;
		if (!ASSUMED.repeatedReferenceIsTaken.value && this.usedReferences.has(reference)) {
			throw new ServiceError(400, said.usedReference);
		}
		this.usedReferences.add(reference);
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
		this.announce(transaction);
		return true;
	}

	/** Tells a transaction as it is now, once the current answer is out. */
	private announceLater(transaction: Transaction): void {
		const event = this.eventOf(transaction);
		this.clock.schedule(0, () => this.tellOf(transaction, event));
	}

	/** Sends the event of a transaction (docs/interface.md#events). */
	announce(transaction: Transaction): void {
		this.tellOf(transaction, this.eventOf(transaction));
	}

	private tellOf({ details }: Transaction, built: BuiltEvent): void {
		const ofLink = details.paymentLinkId !== '';
		if (!ofLink || ASSUMED.linkTells.value.some((kind) => kind === built.event)) this.tell(built);
	}

	/** Sends an event to the registered webhook, if there is one to send to. */
	tell(event: BuiltEvent): void {
		if (this.quirks.sendEvents && this.webhook?.isActive) void this.deliveries.send(event);
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
