import type { Json, JsonObject } from './json';

/** Members of a beneficiary that name who holds an account; they do not say where the money goes. */
const NAMES: ReadonlySet<string> = new Set(['accountName', 'bankAccountName', 'name']);

/** Members whose letters mean the same in upper and lower case. */
const ANY_CASE: ReadonlySet<string> = new Set(['lnAddress', 'lnInvoice']);

/**
 * Where a stablecoin payment goes, in one form however it is written: the letters of an address with 0x
 * are a checksum only (EIP-55). Two payments to one address are otherwise taken for payments to two.
 */
export function addressDestination(network: string, address: string): string {
	return `${network}:${/^0x/i.test(address) ? address.toLowerCase() : address}`;
}

/**
 * Where a quote's payout goes, in one form however it is written: without the names of people, and without
 * a bank's name beside its code. Nobody is paid twice because a name was spelled in two ways.
 */
export function beneficiaryDestination(beneficiary: Json | undefined): Json {
	if (Array.isArray(beneficiary)) return beneficiary.map(beneficiaryDestination);
	if (typeof beneficiary !== 'object' || beneficiary === null) return beneficiary ?? null;
	const members = Object.entries(beneficiary).filter(([name]) => !isName(name, beneficiary));
	return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, value]) => [name, oneForm(name, value)]));
}

function isName(member: string, { bankCode }: JsonObject): boolean {
	return NAMES.has(member) || (member === 'bankName' && bankCode !== undefined);
}

function oneForm(member: string, value: Json | undefined): Json {
	if (typeof value !== 'string') return beneficiaryDestination(value);
	// Bitcoin addresses in bech32 may be written in upper case (BIP 173); those in base58 may not.
	const anyCase = ANY_CASE.has(member) || (member === 'onChainAddress' && /^(bc|tb|bcrt)1/i.test(value));
	return anyCase ? value.toLowerCase() : value;
}
