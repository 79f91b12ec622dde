import { metadataOf } from '../events/paymentEvent';
import { isObject, textOf, type Json, type JsonObject } from '../json';

/** Members that say who was paid, or who paid, in metadata of every form; docs/interface.md#event-metadata. */
const PARTIES: ReadonlySet<string> = new Set(
	'accountName accountNumber address bankAccountName bankAccountNumber lnAddress lnInvoice merchantName name onChainAddress paybillNumber phoneNumber tillNumber'.split(
		' ',
	),
);

const MAX_DEPTH = 3;

/** What a transaction says of one who was paid, or paid. */
export interface Party {
	readonly member: string;
	readonly value: string;
	/** A number has lost the zeros in front. */
	readonly wasNumber: boolean;
}

/** Everybody whom a transaction's metadata names. */
export function partiesIn(transaction: JsonObject): Party[] {
	return metadataOf(transaction).flatMap((metadata) => partiesOf(metadata));
}

function partiesOf(metadata: Json | undefined, depth = 0): Party[] {
	if (!isObject(metadata) || depth > MAX_DEPTH) return [];
	return Object.entries(metadata).flatMap(([member, value]) => {
		// What the payer of an order is called is not whom it paid.
		if (isObject(value)) return member === 'order' ? [] : partiesOf(value, depth + 1);
		const text = PARTIES.has(member) ? textOf(value) : null;
		return text === null ? [] : [{ member, value: text.trim(), wasNumber: typeof value === 'number' }];
	});
}
