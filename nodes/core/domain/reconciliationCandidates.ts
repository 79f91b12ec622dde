import { normaliseReference } from './paymentIdentity';
import { readings, sameName } from './personName';

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

/** The transactions that a row may be. Rows with the same may share one list. */
export type Candidates = readonly BookedTransaction[];

export type Edges = ReadonlyMap<ExpectedRow, Candidates>;

const DAY_MS = 86_400_000;

/** References that look alike are one and the same. */
const oneForm = normaliseReference;

/** The transactions that a row's reference names. */
export function byIdentity(rows: readonly ExpectedRow[], transactions: readonly BookedTransaction[]): Edges {
	const named = new Map<string, BookedTransaction[]>();
	for (const transaction of transactions) {
		for (const identity of new Set(transaction.identities.map(oneForm).filter((one) => one !== ''))) addTo(named, identity, transaction);
	}
	return new Map(rows.map((row) => [row, row.reference === null ? [] : (named.get(oneForm(row.reference)) ?? [])]));
}

/** The transactions that were paid to a row's payee, with its amount and about its date, and that are no other reference's. */
export function byPayeeAndAmount(rows: readonly ExpectedRow[], transactions: readonly BookedTransaction[]): Edges {
	const payees = new Payees(transactions);
	const lists = new Map<string, BookedTransaction[]>();
	return new Map(
		rows.map((row) => {
			const { payee, minor, tolerance, currency, dateMs, windowDays, reference } = row;
			if (payee === null) return [row, []];
			const key = JSON.stringify([payee, String(minor), String(tolerance), currency, dateMs, windowDays, reference === null]);
			const list = lists.get(key) ?? payees.paidTo(payee, row).filter((one) => fitsDate(row, one) && mayBelongTo(row, one));
			lists.set(key, list);
			return [row, list];
		}),
	);
}

interface Priced {
	readonly minor: bigint;
	readonly transaction: BookedTransaction;
}

/** Transactions by payee, currency and amount. */
class Payees {
	/** By payee and currency, lowest amount first. */
	private readonly lists = new Map<string, Priced[]>();
	private readonly byPlain = new Map<string, Set<string>>();
	private readonly byPart = new Map<string, Set<string>>();
	private readonly known = new Map<string, readonly string[]>();

	constructor(transactions: readonly BookedTransaction[]) {
		for (const transaction of transactions) {
			const { minor, currency, payees } = transaction;
			for (const payee of minor === null ? [] : new Set(payees)) {
				addTo(this.lists, `${currency} ${payee}`, { minor: minor ?? 0n, transaction });
				note(this.byPlain, plain(payee), payee);
				for (const part of new Set(readings(payee).flat())) note(this.byPart, part, payee);
			}
		}
		for (const list of this.lists.values()) list.sort((one, other) => (one.minor < other.minor ? -1 : one.minor > other.minor ? 1 : 0));
	}

	/** Each transaction with this payee and the row's amount once. */
	paidTo(payee: string, row: ExpectedRow): BookedTransaction[] {
		const found = new Set<BookedTransaction>();
		for (const name of this.namesOf(payee)) {
			const list = this.lists.get(`${row.currency} ${name}`) ?? [];
			for (let at = firstFrom(list, row.minor - row.tolerance); at < list.length; at += 1) {
				const one = list[at]?.transaction;
				if (one === undefined || !fitsAmount(row, one)) break;
				found.add(one);
			}
		}
		return [...found];
	}

	/** How a payee is written in transactions: numbers and addresses without blanks and in any case, people and companies by their names. */
	private namesOf(payee: string): readonly string[] {
		const known = this.known.get(payee);
		if (known !== undefined) return known;
		// At most one part is missing in the other name, so one of any two is there: the two that fewest have.
		const near = readings(payee).flatMap((parts) => parts.map((part) => this.byPart.get(part) ?? NOBODY).sort((one, other) => one.size - other.size).slice(0, 2));
		const alike = new Set(near.flatMap((names) => [...names]).filter((name) => sameName(payee, name, 'close')));
		const wanted = plain(payee);
		const names = [...new Set([...alike, ...(wanted === '' ? [] : (this.byPlain.get(wanted) ?? []))])];
		this.known.set(payee, names);
		return names;
	}
}

const NOBODY: ReadonlySet<string> = new Set();

const plain = (text: string) => oneForm(text).replace(/[\s-]/g, '').toLowerCase();

function note(sets: Map<string, Set<string>>, key: string, value: string): void {
	const set = sets.get(key);
	if (set === undefined) sets.set(key, new Set([value]));
	else set.add(value);
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
const mayBelongTo = ({ reference }: ExpectedRow, { hasReference }: BookedTransaction) => reference === null || !hasReference;

/** Whether a transaction has a row's amount, within its tolerance. */
export function fitsAmount({ minor, currency, tolerance }: ExpectedRow, transaction: BookedTransaction): boolean {
	if (transaction.minor === null || transaction.currency !== currency) return false;
	const difference = transaction.minor - minor;
	return (difference < 0n ? -difference : difference) <= tolerance;
}

/** Compares days of UTC, since a date without a time is a day. */
function fitsDate({ dateMs, windowDays }: ExpectedRow, { createdMs }: BookedTransaction): boolean {
	if (dateMs === null || createdMs === null) return true;
	return Math.abs(Math.floor(createdMs / DAY_MS) - Math.floor(dateMs / DAY_MS)) <= windowDays;
}
