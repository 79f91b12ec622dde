import { metadataOf } from '../domain/transaction';
import { isObject, textOf, type Json, type JsonObject } from '../domain/json';
import { visibleText } from '../domain/text';

/** The members that name a payer or payee in any form of metadata; docs/reference/interface.md#event-metadata. */
const PARTIES: ReadonlySet<string> = new Set(
	'accountName accountNumber address bankAccountName bankAccountNumber lnAddress lnInvoice merchantName name onChainAddress paybillNumber phoneNumber tillNumber'.split(
		' ',
	),
);

const MAX_DEPTH = 3;

/** One member of a transaction's metadata that names the payer or payee. */
export interface Party {
	readonly member: string;
	readonly value: string;
	/** Whether the value was a number, which has lost any leading zeros. */
	readonly wasNumber: boolean;
}

export function partiesIn(transaction: JsonObject): Party[] {
	return metadataOf(transaction).flatMap((metadata) => membersOf(metadata, PARTIES));
}

function membersOf(metadata: Json | undefined, members: ReadonlySet<string>, depth = 0): Party[] {
	if (!isObject(metadata) || depth > MAX_DEPTH) return [];
	return Object.entries(metadata).flatMap(([member, value]) => {
		// An order names its payer, not its payee.
		if (isObject(value)) return member === 'order' ? [] : membersOf(value, members, depth + 1);
		const text = members.has(member) ? textOf(value) : null;
		return text === null ? [] : [{ member, value: text.trim(), wasNumber: typeof value === 'number' }];
	});
}

const BANK_NAMES: ReadonlySet<string> = new Set(['bankName']);
const NAMES: ReadonlySet<string> = new Set(['accountName', 'bankAccountName', 'merchantName', 'name']);

/**
 * Masks all but the last four digits of numbers in a name that may be account numbers: five or more digits in a row, or
 * nine or more with blanks, dots or hyphens between them. An amount such as 9,999.00 stays.
 */
const nameOnly = (name: string) =>
	name.replace(/\d(?:[\s.-]?\d)+/g, (number) =>
		number.replace(/\D/g, '').length < (/\D/.test(number) ? 9 : 5)
			? number
			: number.replace(/\d(?=(?:\D?\d){4})/g, '*'),
	);

/** An account number or address, masked except for its last four characters, by which people recognise it. */
const masked = (text: string) => `****${text.length > 4 ? text.slice(-4) : ''}`;

/**
 * The payer or payee of a transaction: "ADA OBI, 0123456789" in the account's own books; "ADA OBI, ****6789" in
 * documents for others, where account numbers are masked, even within a name. Null if the metadata names nobody.
 */
export function partyInWords(transaction: JsonObject, numbers: 'in full' | 'for others'): string | null {
	const parties = partiesIn(transaction);
	const name = parties.find(({ member }) => NAMES.has(member))?.value;
	const account = parties.find(({ member }) => !NAMES.has(member))?.value;
	const isWhole = numbers === 'in full';
	const shown = [name && (isWhole ? name : nameOnly(name)), account && (isWhole ? account : masked(account))];
	const words = shown.filter((part) => part !== undefined).map(visibleText);
	return words.length === 0 ? null : words.join(', ');
}

export function bankInMetadata(transaction: JsonObject): string | null {
	const [bank] = metadataOf(transaction).flatMap((metadata) => membersOf(metadata, BANK_NAMES));
	return bank === undefined ? null : visibleText(bank.value);
}
