import type { Currency, Destination, JsonObject, TransactionStatus } from './types';

/**
 * `payout`: left for an outside party; `deposit`: came in from outside; `swapOut`, `swapIn`: moved
 * between wallets; `refund`: the money of a failed payout, put back.
 */
export type LedgerKind = 'payout' | 'deposit' | 'swapOut' | 'swapIn' | 'refund';

export interface LedgerEntry {
	number: number;
	kind: LedgerKind;
	/** Lowest unit of `currency`, without fees. */
	amount: bigint;
	fees: bigint;
	currency: Currency;
	destination: Destination | null;
	customerReference: string | null;
	transactionId: string;
	quoteId: string;
	/** Number of the request that caused the entry (see the log of requests); 0 if no request to the service did. */
	requestNumber: number;
	/** Sandbox clock, epoch ms. */
	time: number;
	/** The transaction's current status: a payout that failed later stays here as FAILED, next to its refund. */
	status: TransactionStatus;
}

export interface LedgerFilter {
	kind?: LedgerKind | undefined;
	/** Account number, invoice, payment hash, address, phone. */
	destination?: string | undefined;
	customerReference?: string | undefined;
	quoteId?: string | undefined;
	currency?: string | undefined;
	status?: string | undefined;
}

/** Every movement of money, in order. Tests read here how often, and how much, a payee was paid. */
export class Ledger {
	readonly entries: LedgerEntry[] = [];

	add(entry: Omit<LedgerEntry, 'number'>): LedgerEntry {
		const added = { number: this.entries.length + 1, ...entry };
		this.entries.push(added);
		return added;
	}

	find(filter: LedgerFilter = {}): LedgerEntry[] {
		return this.entries.filter((entry) => matches(entry, filter));
	}

	/** Payouts to outside parties, failed ones included (look at `status`). */
	payouts(filter: Omit<LedgerFilter, 'kind'> = {}): LedgerEntry[] {
		return this.find({ ...filter, kind: 'payout' });
	}
}

function matches(entry: LedgerEntry, filter: LedgerFilter): boolean {
	const { destination } = entry;
	const reached = [destination?.value, destination?.paymentHash];
	return (
		(filter.kind === undefined || entry.kind === filter.kind) &&
		(filter.destination === undefined || reached.includes(filter.destination)) &&
		(filter.customerReference === undefined || entry.customerReference === filter.customerReference) &&
		(filter.quoteId === undefined || entry.quoteId === filter.quoteId) &&
		(filter.currency === undefined || entry.currency === filter.currency) &&
		(filter.status === undefined || entry.status === filter.status)
	);
}

/** A ledger entry as the control surface shows it: amounts as text. */
export function presentLedgerEntry(entry: LedgerEntry): JsonObject {
	const { destination } = entry;
	return {
		number: entry.number,
		kind: entry.kind,
		amount: entry.amount.toString(),
		fees: entry.fees.toString(),
		currency: entry.currency,
		destination: destination?.value ?? null,
		destinationKind: destination?.kind ?? null,
		bankCode: destination?.bankCode ?? null,
		accountName: destination?.accountName ?? null,
		paymentHash: destination?.paymentHash ?? null,
		network: destination?.network ?? null,
		customerReference: entry.customerReference,
		transactionId: entry.transactionId,
		quoteId: entry.quoteId || null,
		requestNumber: entry.requestNumber,
		time: new Date(entry.time).toISOString(),
		status: entry.status,
	};
}
