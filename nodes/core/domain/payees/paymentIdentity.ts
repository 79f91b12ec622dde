import { INVISIBLE } from '../text';
import { isBlank, type Json } from '../json';

/** Every dash of a text (Pd), and the minus sign, which spreadsheets and word processors put for a hyphen. */
const DASHES = /[\p{Pd}\u2212]/gu;

/**
 * Two payments are one payment if these are equal: docs/why/design.md#the-record. Memo, references and enquired names
 * are not part of it. For a request that only writes, `destination` is the request itself.
 */
export interface PaymentIdentity {
	readonly operation: string;
	readonly destination: string;
	readonly amountMinor: string | null;
	readonly currency: string | null;
	readonly quoteId: string | null;
}

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
	// Invisible characters first: one between a letter and its accent would keep them apart.
	return text
		.replace(INVISIBLE, '')
		.normalize('NFKC')
		.replace(DASHES, '-')
		.replace(/\p{White_Space}+/gu, ' ')
		.trim();
}

/** Members of a beneficiary that name who holds an account; they do not say where the money goes. */
const HOLDER_NAMES: ReadonlySet<string> = new Set(['accountName', 'bankAccountName', 'name']);

/** Members whose letters mean the same in upper and lower case. */
const ANY_CASE: ReadonlySet<string> = new Set(['lnAddress', 'lnInvoice']);

/** A stablecoin address in one form: with 0x, upper and lower case are a checksum only (EIP-55). */
export function addressForm(address: string): string {
	return /^0x/i.test(address) ? address.toLowerCase() : address;
}

/** A Bitcoin address in one form, however it is written: bech32 may be in upper case (BIP 173), base58 may not. */
export function onChainForm(address: string): string {
	return /^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address;
}

/** The destination of a stablecoin payment, with one form of the address: else one payee would pass for two. */
export function addressDestination(network: string, address: string): string {
	return `${network}:${addressForm(address)}`;
}

/** A payout's destination in one form, without names: nobody is paid twice because a name is spelled in two ways. */
export function beneficiaryDestination(beneficiary: Json | undefined): Json {
	if (Array.isArray(beneficiary)) return beneficiary.map(beneficiaryDestination);
	if (typeof beneficiary !== 'object' || beneficiary === null) return beneficiary ?? null;
	const hasCode = !isBlank(beneficiary.bankCode);
	const members = Object.entries(beneficiary)
		.filter(([name]) => !HOLDER_NAMES.has(name) && !(name === 'bankName' && hasCode))
		.sort(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(members.map(([name, value]) => [name, oneForm(name, value)]));
}

function oneForm(member: string, value: Json | undefined): Json {
	if (typeof value !== 'string') return beneficiaryDestination(value);
	if (member === 'onChainAddress') return onChainForm(value);
	return ANY_CASE.has(member) ? value.toLowerCase() : value;
}
