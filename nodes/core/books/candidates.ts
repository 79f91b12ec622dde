import { addTo } from '../domain/json';
import { DAY_MS } from '../domain/dateTime';
import { normaliseReference } from '../payees/paymentIdentity';
import { mayBeSameName, nameKeys } from '../payees/accountName';
import { byTime, type BookedTransaction } from './bookedTransaction';

/** A row of a person's own books: one payment that they expect. */
export interface ExpectedPayment {
	/** Unique among the rows. */
	readonly index: number;
	/** The user's reference, the ID of Mavapay's transaction, order or quote, or the transaction's hash. */
	readonly reference: string | null;
	/** Account number, address or name. */
	readonly payee: string | null;
	readonly minor: bigint;
	readonly currency: string;
	readonly dateMs: number | null;
	/** How far a transaction's amount may be from the row's, in minor units. */
	readonly tolerance: bigint;
	/** The most days between the row's date and the day of the payment, in either direction. */
	readonly windowDays: number;
}

export type Candidates = readonly BookedTransaction[];

/** Finds the transactions that may belong to a row, oldest first. Equal rows get the same array. */
export type FindCandidates = (row: ExpectedPayment) => Candidates;

export function byReference(transactions: readonly BookedTransaction[]): FindCandidates {
	const named = new Map<string, BookedTransaction[]>();
	for (const transaction of transactions) {
		for (const reference of new Set(transaction.references.map(normaliseReference)))
			addTo(named, reference, transaction);
	}
	// A reference that is empty once normalised identifies nothing.
	named.delete('');
	return ({ reference }) => (reference === null ? [] : (named.get(normaliseReference(reference)) ?? []));
}

/** Finds the transactions with a row's reference and amount. */
export function byReferenceAndAmount(transactions: readonly BookedTransaction[]): FindCandidates {
	const named = byReference(transactions);
	return onceForAlike(
		({ reference, minor, currency, tolerance }) => [reference, String(minor), currency, String(tolerance)],
		(row) => named(row).filter((one) => fitsAmount(row, one)),
	);
}

/** Finds transactions by payee, amount and date. A row with a reference gets none that has a reference. */
export function byPayeeAndAmount(transactions: readonly BookedTransaction[]): FindCandidates {
	const amounts = amountsByPayee(transactions);
	return onceForAlike(
		({ reference, payee, minor, currency, dateMs, tolerance, windowDays }) => {
			return [reference === null, payee, String(minor), currency, dayNumber(dateMs), String(tolerance), windowDays];
		},
		(row) => {
			const { payee, currency } = row;
			if (payee === null) return [];
			const paidTo = candidateKeys(payee).flatMap((key) => ofAmount(row, amounts.get(`${currency} ${key}`)));
			const fits = (one: BookedTransaction) =>
				one.payees.some((name) => isSamePayee(payee, name)) && fitsDate(row, one) && mayBelongTo(row, one);
			return [...new Set(paidTo)].filter(fits).sort(byTime);
		},
	);
}

/** @param facts all values of a row that decide what `find` returns; rows with equal values share one list */
function onceForAlike(
	facts: (row: ExpectedPayment) => ReadonlyArray<string | number | boolean | null>,
	find: FindCandidates,
): FindCandidates {
	const lists = new Map<string, Candidates>();
	return (row) => {
		const key = JSON.stringify(facts(row));
		const list = lists.get(key) ?? find(row);
		lists.set(key, list);
		return list;
	};
}

type Amounts = Map<bigint, BookedTransaction[]>;

/** Groups transactions first by currency and payee, such as `NGN 0123456789`, and then by amount in minor units. */
function amountsByPayee(transactions: readonly BookedTransaction[]): Map<string, Amounts> {
	const found = new Map<string, Amounts>();
	for (const transaction of transactions) {
		const { minor, currency, payees } = transaction;
		if (minor === null) continue;
		for (const key of new Set(payees.flatMap(candidateKeys))) {
			const amounts: Amounts = found.get(`${currency} ${key}`) ?? new Map();
			found.set(`${currency} ${key}`, amounts);
			addTo(amounts, minor, transaction);
		}
	}
	return found;
}

function ofAmount({ minor, tolerance }: ExpectedPayment, amounts: Amounts = new Map()): BookedTransaction[] {
	if (tolerance === 0n) return amounts.get(minor) ?? [];
	return [...amounts].filter(([amount]) => isWithin(tolerance, amount - minor)).flatMap(([, list]) => list);
}

/** Whether two texts name one payee: the same number or address, ignoring case, or names of one person or company. */
function isSamePayee(one: string, other: string): boolean {
	return (plain(one) !== '' && plain(one) === plain(other)) || mayBeSameName(one, other);
}

/** The keys under which a payee is found. Two texts of the same payee (`isSamePayee`) share at least one. */
const candidateKeys = (payee: string) => [...new Set([plain(payee), ...nameKeys(payee)])];

const plain = (text: string) => normaliseReference(text).replace(/[\s-]/g, '').toLowerCase();

/** Whether a row and a transaction may belong together without a shared reference: not if both have a reference. */
const mayBelongTo = ({ reference }: ExpectedPayment, { hasReference }: BookedTransaction) =>
	reference === null || !hasReference;

export function fitsAmount({ minor, currency, tolerance }: ExpectedPayment, transaction: BookedTransaction): boolean {
	return (
		transaction.minor !== null && transaction.currency === currency && isWithin(tolerance, transaction.minor - minor)
	);
}

const isWithin = (tolerance: bigint, difference: bigint) => difference <= tolerance && -difference <= tolerance;

/** Whether a transaction was made within `windowDays` of a row's date. Days are UTC, as is a date without a time. */
function fitsDate({ dateMs, windowDays }: ExpectedPayment, { createdMs }: BookedTransaction): boolean {
	const [due, made] = [dayNumber(dateMs), dayNumber(createdMs)];
	return due === null || made === null || Math.abs(made - due) <= windowDays;
}

/** Whether a transaction made after `afterMs` could match a row: by the row's reference, or by its payee and date. */
export function mayAppear({ reference, payee, dateMs, windowDays }: ExpectedPayment, afterMs: number): boolean {
	if (reference !== null) return true;
	if (payee === null) return false;
	return dateMs === null || Math.floor(dateMs / DAY_MS) + windowDays >= Math.floor(afterMs / DAY_MS);
}

const dayNumber = (ms: number | null) => (ms === null ? null : Math.floor(ms / DAY_MS));
