import { ASSUMED } from '../assumptions';
import { sha256Hex } from './ids';
import type { SharedState } from './sharedState';
import type {
	Currency,
	Json,
	JsonObject,
	Transaction,
	TransactionDetails,
	TransactionStatus,
	TransactionType,
} from './types';

export interface NewTransaction {
	currency: Currency;
	type: TransactionType;
	amount: bigint;
	fees?: bigint;
	/** By default a new one. */
	hash?: string | null;
	/** By default a new one. */
	id?: string;
	autopayout?: boolean;
	status?: TransactionStatus;
	details?: Partial<TransactionDetails>;
}

const NO_DETAILS: TransactionDetails = {
	orderId: '',
	quoteId: '',
	paymentLinkId: '',
	paymentMethod: '',
	customerReference: null,
	customerInternalFee: 0n,
	destination: null,
	payer: null,
	memo: null,
};

/** Every transaction of the account, found by id, order or hash. */
export class Transactions {
	readonly list: Transaction[] = [];
	private readonly byId = new Map<string, Transaction>();
	private readonly byOrder = new Map<string, Transaction[]>();

	constructor(private readonly state: SharedState) {}

	/** Makes a transaction without moving money. */
	open(fields: NewTransaction): Transaction {
		const { ids, clock, wallets } = this.state;
		const now = clock.now();
		const transaction: Transaction = {
			id: fields.id ?? ids.uuid('transaction'),
			sequence: this.list.length,
			walletId: wallets.find(fields.currency)?.id ?? ids.uuid('external wallet'),
			ref: ids.objectId('ref'),
			hash: fields.hash === undefined ? ids.objectId('hash') : fields.hash,
			amount: fields.amount,
			fees: fields.fees ?? 0n,
			currency: fields.currency,
			type: fields.type,
			status: fields.status ?? 'PENDING',
			autopayout: fields.autopayout ?? false,
			createdAt: now,
			updatedAt: now,
			metadataId: ids.uuid('metadata'),
			details: { ...NO_DETAILS, ...fields.details },
			requestNumber: this.state.requestNumber,
			onSettled: null,
		};
		this.list.push(transaction);
		this.byId.set(transaction.id, transaction);
		const { orderId } = transaction.details;
		if (orderId !== '') this.byOrder.set(orderId, [...this.ofOrder(orderId), transaction]);
		return transaction;
	}

	find(id: string): Transaction | undefined {
		return this.byId.get(id);
	}

	ofOrder(orderId: string): Transaction[] {
		return this.byOrder.get(orderId) ?? [];
	}

	/** The transactions made up to a time in epoch ms, oldest first. */
	madeBy(time: number): Transaction[] {
		return this.list.filter((one) => one.createdAt <= time);
	}

	/** Moves the times of the transactions of the last `ms` back by `ms`, as if that time had passed. */
	age(ms: number): void {
		const since = this.state.clock.now() - ms;
		for (const one of this.list.filter(({ createdAt }) => createdAt > since)) {
			one.createdAt -= ms;
			one.updatedAt -= ms;
		}
	}

	ofHash(hash: string): Transaction[] {
		return this.list.filter((one) => one.hash === hash);
	}
}

/** Time (epoch ms) whose state the current request shows; later changes are hidden (quirk `readLagMs`). */
export function shownAsOf({ clock, quirks, requestNumber }: SharedState): number {
	if (quirks.readLagMs === 0) return clock.now();
	return clock.now() - (Number.parseInt(sha256Hex(`lag|${requestNumber}`).slice(0, 8), 16) % (quirks.readLagMs + 1));
}

/** A list with the transaction as a read shows it; empty if it isn't shown yet (quirk `readLagMs`). */
export function shownOf(state: SharedState, transaction: Transaction): Transaction[] {
	const then = shownAsOf(state);
	if (transaction.createdAt > then) return [];
	return transaction.updatedAt <= then
		? [transaction]
		: [{ ...transaction, status: 'PENDING', updatedAt: transaction.createdAt }];
}

/** An amount as answers show it: a number, or text if the quirk `numbersAsText` says so. */
export function amountOut(state: SharedState, amount: bigint): Json {
	return state.quirks.numbersAsText === 'all' ? amount.toString() : Number(amount);
}

export function iso(time: number): string {
	return new Date(time).toISOString();
}

/** The members that every form of a transaction has: in answers, look-ups, lists and events. */
export function commonOf(state: SharedState, transaction: Transaction): JsonObject {
	const { id, ref, hash, currency, type, status, autopayout } = transaction;
	const [amount, fees] = [amountOut(state, transaction.amount), amountOut(state, transaction.fees)];
	const times = { createdAt: iso(transaction.createdAt), updatedAt: iso(transaction.updatedAt) };
	return { id, ref, hash, amount, fees, currency, type, status, autopayout, ...times };
}

/** A transaction as withdrawals, orders and the profile have it (docs/reference/interface.md#transaction). */
export function presentTransaction(state: SharedState, transaction: Transaction): JsonObject {
	const { details } = transaction;
	const party = transaction.type === 'DEPOSIT' ? details.payer : details.destination;
	const bank = party?.kind === 'bank' ? party : null;
	const none = ASSUMED.noText.value;
	const metadata: JsonObject = {
		id: transaction.metadataId,
		orderId: details.orderId,
		bankCode: bank?.bankCode ?? none,
		bankAccountName: bank?.accountName ?? none,
		bankAccountNumber: bank?.value ?? none,
		customerInternalFee: amountOut(state, details.customerInternalFee),
		createdAt: iso(transaction.createdAt),
		updatedAt: iso(transaction.updatedAt),
	};
	return {
		...commonOf(state, transaction),
		walletId: transaction.walletId,
		metadata: state.quirks.nullMetadata ? null : metadata,
	};
}
