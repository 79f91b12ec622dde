import { DAY_MS } from '../dateTime';
import { normaliseReference } from '../payees/paymentIdentity';
import { nameKeys, sameName } from '../payees/personName';

/** What a row of a person's own books expects. */
export interface ExpectedRow {
	/** Tells it from the other rows. */
	readonly index: number;
	/** The caller's reference, or Mavapay's ID of the transaction, its hash, order or quote. */
	readonly reference: string | null;
	/** Account number, address or name. */
	readonly payee: string | null;
	/** Minor units. */
	readonly minor: bigint;
	readonly currency: string;
	/** Milliseconds since 1970. */
	readonly dateMs: number | null;
	/** By how many minor units an amount may differ and still be the one expected. */
	readonly tolerance: bigint;
	/** How many days before or after its date a payment may have been made. */
	readonly windowDays: number;
}

/** A transaction, as far as it matters for finding its row. */
export interface BookedTransaction {
	/** Tells it from the other transactions. */
	readonly key: string;
	readonly id: string | null;
	/** Everything that names it and it alone. */
	readonly identities: readonly string[];
	/** Whether one of these is the caller's own reference. */
	readonly hasReference: boolean;
	readonly payees: readonly string[];
	/** Null where it can't be read exactly. */
	readonly minor: bigint | null;
	readonly fees: bigint | null;
	readonly currency: string;
	readonly status: string;
	readonly createdMs: number | null;
}

/** The transactions that a row may be. */
export type Candidates = readonly BookedTransaction[];

/** Rows that are alike have one list, so that thousands of them are looked at once. */
export type CandidatesOf = (row: ExpectedRow) => Candidates;

/** The transactions that a row's reference names. */
export function byIdentity(transactions: readonly BookedTransaction[]): CandidatesOf {
	const named = new Map<string, BookedTransaction[]>();
	for (const transaction of transactions) {
		for (const identity of new Set(transaction.identities.map(normaliseReference))) addTo(named, identity, transaction);
	}
	// What shows nothing names nothing.
	named.delete('');
	return ({ reference }) => (reference === null ? [] : (named.get(normaliseReference(reference)) ?? []));
}

/** The transactions that a row's reference names and that have its amount. */
export function byIdentityAndAmount(transactions: readonly BookedTransaction[]): CandidatesOf {
	const named = byIdentity(transactions);
	return onceForAlike(
		({ reference, minor, currency, tolerance }) => [reference, String(minor), currency, String(tolerance)],
		(row) => named(row).filter((one) => fitsAmount(row, one)),
	);
}

/** The transactions that were paid to a row's payee, with its amount and about its date, and that are no other reference's. */
export function byPayeeAndAmount(transactions: readonly BookedTransaction[]): CandidatesOf {
	const payees = new Payees(transactions);
	return onceForAlike(
		({ reference, payee, minor, currency, dateMs, tolerance, windowDays }) => {
			return [reference === null, payee, String(minor), currency, dayOf(dateMs), String(tolerance), windowDays];
		},
		(row) =>
			row.payee === null
				? []
				: payees.paidTo(row.payee, row).filter((one) => fitsDate(row, one) && mayBelongTo(row, one)),
	);
}

/** @param facts all of a row that decides what is found */
function onceForAlike(
	facts: (row: ExpectedRow) => ReadonlyArray<string | number | boolean | null>,
	find: CandidatesOf,
): CandidatesOf {
	const lists = new Map<string, Candidates>();
	return (row) => {
		const key = JSON.stringify(facts(row));
		const list = lists.get(key) ?? find(row);
		lists.set(key, list);
		return list;
	};
}

interface Priced {
	readonly minor: bigint;
	readonly transaction: BookedTransaction;
}

/** Transactions by payee, currency and amount. */
class Payees {
	/** By currency and payee, lowest amount first. */
	private readonly lists = new Map<string, Priced[]>();
	/** How payees are written, by what two texts that mean one payee share. */
	private readonly written = new Map<string, string[]>();
	private readonly known = new Map<string, readonly string[]>();

	constructor(transactions: readonly BookedTransaction[]) {
		for (const transaction of transactions) {
			const { minor, currency, payees } = transaction;
			if (minor === null) continue;
			for (const payee of payees) addTo(this.lists, `${currency} ${payee}`, { minor, transaction });
		}
		for (const list of this.lists.values()) list.sort((one, other) => order(one.minor, other.minor));
		for (const payee of new Set(transactions.flatMap(({ payees }) => payees))) {
			for (const key of payeeKeys(payee)) addTo(this.written, key, payee);
		}
	}

	/** Each transaction with this payee and the row's amount once. */
	paidTo(payee: string, { currency, minor, tolerance }: ExpectedRow): BookedTransaction[] {
		const fitting = this.namesOf(payee).flatMap((name) => {
			const list = this.lists.get(`${currency} ${name}`) ?? [];
			return list.slice(firstFrom(list, minor - tolerance), firstFrom(list, minor + tolerance + 1n));
		});
		return [...new Set(fitting.map(({ transaction }) => transaction))];
	}

	/** How a payee is written in transactions. */
	private namesOf(payee: string): readonly string[] {
		const names =
			this.known.get(payee) ??
			payeeKeys(payee)
				.flatMap((key) => this.written.get(key) ?? [])
				.filter((name) => isSamePayee(payee, name));
		this.known.set(payee, names);
		return names;
	}
}

/** Numbers and addresses without blanks and in any case, people and companies by their names. */
function isSamePayee(one: string, other: string): boolean {
	return (plain(one) !== '' && plain(one) === plain(other)) || sameName(one, other, 'close');
}

/** Two texts for which `isSamePayee` holds share one of these. */
const payeeKeys = (payee: string) => [...new Set([plain(payee), ...nameKeys(payee)])];

const plain = (text: string) => normaliseReference(text).replace(/[\s-]/g, '').toLowerCase();

/** For sorting, lowest first. */
export function order<T extends bigint | string>(one: T, other: T): number {
	return Number(one > other) - Number(one < other);
}

/** Adds to the list of a key. */
export function addTo<K, T>(lists: Map<K, T[]>, key: K, value: T): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}

/** Where the amounts of a sorted list begin that are not less. */
function firstFrom(list: readonly Priced[], least: bigint): number {
	let [from, to] = [0, list.length];
	while (from < to) {
		const middle = (from + to) >> 1;
		if ((list[middle]?.minor ?? least) < least) from = middle + 1;
		else to = middle;
	}
	return from;
}

/** A transaction with a reference of the caller's own belongs to that reference. */
const mayBelongTo = ({ reference }: ExpectedRow, { hasReference }: BookedTransaction) =>
	reference === null || !hasReference;

/** Whether a transaction has a row's amount, within its tolerance. */
export function fitsAmount({ minor, currency, tolerance }: ExpectedRow, transaction: BookedTransaction): boolean {
	if (transaction.minor === null || transaction.currency !== currency) return false;
	const difference = transaction.minor - minor;
	return difference <= tolerance && -difference <= tolerance;
}

/** Compares days of UTC, since a date without a time is a day. */
function fitsDate({ dateMs, windowDays }: ExpectedRow, { createdMs }: BookedTransaction): boolean {
	const [due, made] = [dayOf(dateMs), dayOf(createdMs)];
	return due === null || made === null || Math.abs(made - due) <= windowDays;
}

const dayOf = (ms: number | null) => (ms === null ? null : Math.floor(ms / DAY_MS));
