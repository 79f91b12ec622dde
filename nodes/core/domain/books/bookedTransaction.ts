import type { FoundReference } from '../events/customerReference';
import { timeOf } from '../dateTime';
import { isJsonObject, textOf, type Json, type JsonObject } from '../json';
import { moneyOf } from '../money';
import { metadataOf, orderIdOf } from '../events/paymentEvent';
import type { BookedTransaction } from './reconciliation';

/** Members of a transaction's metadata that say who was paid, or who paid; docs/interface.md#transaction-looked-up. */
const PAYEE_MEMBERS: ReadonlySet<string> = new Set([
	'merchantName',
	'accountName',
	'bankAccountName',
	'bankAccountNumber',
	'phoneNumber',
	'onChainAddress',
	'lnAddress',
	'lnInvoice',
	'address',
]);

/**
 * A transaction as Mavapay lists it, read for reconciliation.
 *
 * @param reference the caller's own, wherever it was found
 * @param quoteId of the quote that settled its order
 */
export function bookedTransaction(
	transaction: JsonObject,
	reference: FoundReference | null,
	quoteId: string | null,
): BookedTransaction {
	const id = textOf(transaction.id);
	const currency = textOf(transaction.currency)?.toUpperCase() ?? '';
	const type = textOf(transaction.type)?.toUpperCase();
	const identities = [
		id,
		textOf(transaction.hash),
		textOf(transaction.ref),
		orderIdOf(transaction),
		quoteId,
		reference?.value ?? null,
	];
	return {
		key: id === null ? JSON.stringify(transaction) : JSON.stringify([id, type]),
		id,
		identities: identities.filter((one) => one !== null),
		hasReference: reference !== null,
		payees: payeesIn(transaction),
		minor: exact(transaction.amount, currency),
		fees: exact(transaction.fees, currency),
		currency,
		status: textOf(transaction.status)?.toUpperCase() ?? '',
		createdMs: timeOf(transaction.createdAt),
	};
}

function exact(value: unknown, currency: string): bigint | null {
	const { minor } = moneyOf(value, currency);
	return minor === null ? null : BigInt(minor);
}

function payeesIn(transaction: JsonObject): string[] {
	return metadataOf(transaction).flatMap((one) =>
		isJsonObject(one) ? [...payeesOf(one), ...payeesOf(one.identifiers)] : [],
	);
}

function payeesOf(holder: Json | undefined): string[] {
	if (!isJsonObject(holder)) return [];
	return Object.entries(holder).flatMap(([name, value]) => (PAYEE_MEMBERS.has(name) ? (textOf(value) ?? []) : []));
}
