import { INVISIBLE } from '../domain/text';
import { isBlank, type Json } from '../domain/json';
import { readInvoice } from './lightning';

/** Every dash of a text (Pd), and the minus sign, which spreadsheets and word processors write instead of a hyphen. */
const DASHES = /[\p{Pd}\u2212]/gu;

const PLAIN = /^[!-~]+$/;

/** A key by which Mavapay finds one payment and no other. */
export interface LookUpKey {
	readonly kind: 'paymentHash' | 'quoteId';
	readonly value: string;
}

/**
 * The one form under which a payout reference is recorded, so that references which look alike are one and the same:
 * compatibility form (NFKC, Unicode Standard Annex 15), no invisible characters, every dash a hyphen, single spaces, no
 * blanks around it. Case and leading zeros stay, because people mean them to differ. Empty for a text that shows
 * nothing. Mavapay is never sent this form.
 */
export function normaliseReference(text: string): string {
	// Most references have only visible ASCII characters, so they are already in this form.
	if (PLAIN.test(text)) return text;
	// Invisible characters are removed first, because NFKC doesn't join a letter and an accent with one between them.
	return text
		.replace(INVISIBLE, '')
		.normalize('NFKC')
		.replace(DASHES, '-')
		.replace(/\p{White_Space}+/gu, ' ')
		.trim();
}

/** A stablecoin address in one form: after 0x, upper and lower case are only a checksum (EIP-55). */
export function addressForm(address: string): string {
	return /^0x/i.test(address) ? address.toLowerCase() : address;
}

/** A Bitcoin address in one form, however it is written: bech32 may be in upper case (BIP 173), base58 may not. */
export function onChainForm(address: string): string {
	return /^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address;
}

/** Members of a request that only describe: they say neither who is paid nor how much. */
const DESCRIBES: ReadonlySet<string> = new Set(['accountName', 'bankAccountName', 'name', 'memo', 'customerReference']);

/** How to bring a member's text into one form before comparing it, if the member can be written in several ways. */
const FORMS: Readonly<Record<string, (text: string) => string>> = {
	address: addressForm,
	onChainAddress: onChainForm,
	lnAddress: (text) => text.toLowerCase(),
	lnInvoice: invoiceForm,
	invoice: invoiceForm,
};

/** An invoice's payment hash; for an invoice that can't be read, its text in lower case (BOLT 11 allows both cases). */
function invoiceForm(text: string): string {
	const invoice = readInvoice(text);
	return invoice.ok ? invoice.value.paymentHash : text.toLowerCase();
}

/**
 * The form of a request that is compared with other payments: without members that only describe, sorted by name, with
 * numbers as text and each payee in one form. A bank's name counts only if there is no bank code.
 */
export function withoutDescription(sent: Json | undefined): Json {
	if (typeof sent === 'number') return String(sent);
	if (Array.isArray(sent)) return sent.map(withoutDescription);
	if (typeof sent !== 'object' || sent === null) return sent ?? null;
	const hasCode = !isBlank(sent.bankCode);
	const members = Object.entries(sent)
		.filter(([name, value]) => value !== undefined && !DESCRIBES.has(name) && !(name === 'bankName' && hasCode))
		.sort(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(members.map(([name, value]) => [name, oneForm(name, value)]));
}

const oneForm = (member: string, value: Json | undefined): Json =>
	typeof value === 'string' ? (FORMS[member]?.(value) ?? value) : withoutDescription(value);
