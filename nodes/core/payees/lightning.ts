import { bech32 } from '@scure/base';
import type { DeploymentKind } from './chainAddress';
import { isSigned, SIGNATURE_WORDS, type SignedInvoice } from './invoiceSignature';
import { invoiceInLink } from './links';
import { timeInWords } from '../domain/dateTime';
import { fail, ok, type Result } from '../domain/result';

/** Types of tagged fields, as five-bit numbers (BOLT 11, "Tagged Fields"). */
const TAG = {
	paymentHash: 1,
	features: 5,
	expiry: 6,
	description: 13,
	paymentSecret: 16,
	payee: 19,
	descriptionHash: 23,
} as const;

/** Fields of 52 five-bit words (`payee`: 53). BOLT 11 says to skip these fields if they have another length. */
const HASHES: readonly number[] = [TAG.paymentHash, TAG.paymentSecret, TAG.descriptionHash];

/**
 * Splits the data between timestamp and signature into fields by type. If a type comes more than once, the first field
 * that isn't skipped counts (BOLT 11: most-preferred first). Fields of unknown types are kept, but not used.
 */
function readTaggedFields(words: readonly number[]): Result<ReadonlyMap<number, readonly number[]>> {
	const fields = new Map<number, readonly number[]>();
	let at = 0;
	while (at < words.length) {
		const [type = 0, high = 0, low = Infinity] = words.slice(at, at + 3);
		const end = at + 3 + high * 32 + low;
		if (end > words.length) return fail('is cut off in a field');
		const data = words.slice(at + 3, end);
		const isHash = HASHES.includes(type);
		const skipped = (isHash || type === TAG.payee) && data.length !== (isHash ? 52 : 53);
		if (!skipped && !fields.has(type)) fields.set(type, data);
		at = end;
	}
	return ok(fields);
}

/** A big-endian number of any length. */
function readNumber(words: readonly number[]): bigint {
	return words.reduce((total, word) => total * 32n + BigInt(word), 0n);
}

/** The bytes of a field, null if its padding isn't as BOLT 11 requires (zeros, less than five bits). */
function readBytes(words: readonly number[]): Buffer | null {
	const bytes = bech32.fromWordsUnsafe([...words]);
	return bytes ? Buffer.from(bytes) : null;
}

/**
 * Features that an invoice may require, by their even bits: those for invoices in BOLT 9 (context 9), and others in
 * use: onion format (8), AMP (30), attribution (36), trampoline (56 and 148).
 */
const KNOWN_FEATURES: ReadonlySet<number> = new Set([8, 14, 16, 24, 30, 36, 48, 56, 148]);

/** The lowest required (even) feature bit that isn't known, or null. BOLT 11 forbids paying an invoice that has one. */
function unknownRequiredFeature(words: readonly number[]): number | null {
	for (let bit = 0; bit < words.length * 5; bit += 2) {
		const word = words.at(-1 - Math.floor(bit / 5)) ?? 0;
		if (((word >> (bit % 5)) & 1) === 1 && !KNOWN_FEATURES.has(bit)) return bit;
	}
	return null;
}

export interface Invoice extends SignedInvoice {
	/** Network: bc main, tb testnet, tbs signet, bcrt regtest; others are possible. */
	readonly prefix: string;
	/** Thousandths of a satoshi; null if the payer chooses the amount. */
	readonly amountMsat: bigint | null;
	/** Seconds since 1970. */
	readonly timestamp: number;
	/** For how many seconds after `timestamp` the invoice is valid; 3600 if it doesn't say. */
	readonly expirySeconds: number;
	/** 32 bytes in lower-case hex. */
	readonly paymentHash: string;
}

const DEFAULT_EXPIRY_SECONDS = 3600n;
const TIMESTAMP_WORDS = 7;
/** The most characters of an invoice: real ones have up to about 2,000, and this many are still read quickly. */
const MAX_INVOICE_LENGTH = 10_000;

/** Invoices count in thousandths of a satoshi (BOLT 11). */
export const MSAT_PER_SAT = 1000n;
const MSAT_PER_BITCOIN = 100_000_000_000n;
const MAX_MSAT = 21_000_000n * MSAT_PER_BITCOIN;

/** Letters for a bitcoin's parts, each a thousandth of the one before (BOLT 11, "Human-Readable Part"). */
const MULTIPLIERS = 'munp';

/** Reads an invoice (BOLT 11), alone or in a link, but not its description. `checkInvoice` checks the signature. */
export function readInvoice(raw: string): Result<Invoice> {
	const given = invoiceInLink(raw);
	if (!given.ok) return given;
	const { text, disagrees } = given.value;
	// LNURLs and BOLT 12 offers also begin with ln.
	if (!/^ln(?!url|o1)/i.test(text))
		return fail('is not a Lightning invoice (BOLT 11), which starts with ln, such as lnbc');
	const decoded = text.length > MAX_INVOICE_LENGTH ? undefined : bech32.decodeUnsafe(text, false);
	if (!decoded)
		return fail('is not a valid Lightning invoice: a character was mistyped or is missing, or its case is mixed');
	const human = readHumanPart(decoded.prefix);
	if (!human.ok) return human;
	const disagreement = disagrees(human.value.amountMsat);
	if (disagreement !== null) return fail(disagreement);
	const data = readData(decoded.words);
	if (!data.ok) return data;
	return ok({ text: text.toLowerCase(), ...human.value, ...data.value });
}

function readHumanPart(human: string): Result<Pick<Invoice, 'prefix' | 'amountMsat'>> {
	const prefix = /^ln([a-z]+)/.exec(human)?.[1];
	if (prefix === undefined) return fail('names no network after ln');
	const amountText = human.slice(`ln${prefix}`.length);
	if (amountText === '') return ok({ prefix, amountMsat: null });
	const [, digits, letter] = /^([1-9][0-9]{0,24})([munp])?$/.exec(amountText) ?? [];
	if (digits === undefined) return fail('has an amount that BOLT 11 does not allow');
	const divisor = letter === undefined ? 1n : 1000n ** BigInt(MULTIPLIERS.indexOf(letter) + 1);
	const scaled = BigInt(digits) * MSAT_PER_BITCOIN;
	if (scaled % divisor !== 0n) return fail('has an amount finer than a thousandth of a satoshi');
	const amountMsat = scaled / divisor;
	return amountMsat > MAX_MSAT ? fail('has an amount of more than 21 million bitcoin') : ok({ prefix, amountMsat });
}

/** Byte fields whose padding is checked, even if they aren't read. */
const PADDED = [...HASHES, TAG.payee, TAG.description];

function readData(words: readonly number[]): Result<Omit<Invoice, 'text' | 'prefix' | 'amountMsat'>> {
	if (words.length < TIMESTAMP_WORDS + SIGNATURE_WORDS) return fail('is too short for a Lightning invoice');
	const signature = readBytes(words.slice(-SIGNATURE_WORDS));
	if ((signature?.[64] ?? 255) > 3) return fail('has a signature that BOLT 11 does not allow');
	const fields = readTaggedFields(words.slice(TIMESTAMP_WORDS, -SIGNATURE_WORDS));
	if (!fields.ok) return fields;
	const unknown = unknownRequiredFeature(fields.value.get(TAG.features) ?? []);
	if (unknown !== null) return fail(`requires feature ${unknown}, which is not known`);
	if (!fields.value.has(TAG.paymentHash)) return fail('has no payment hash');
	if (!fields.value.has(TAG.paymentSecret)) return fail('has no payment secret, so BOLT 11 forbids paying it');
	const bytesOf = (tag: number) => readBytes(fields.value.get(tag) ?? []);
	const hexOf = (tag: number) => (fields.value.has(tag) ? bytesOf(tag)?.toString('hex') : undefined);
	if (PADDED.some((tag) => bytesOf(tag) === null)) return fail('has a field with wrong padding');
	const timestamp = Number(readNumber(words.slice(0, TIMESTAMP_WORDS)));
	const expiryWords = fields.value.get(TAG.expiry);
	const expiry = expiryWords === undefined ? DEFAULT_EXPIRY_SECONDS : readNumber(expiryWords);
	return ok({
		timestamp,
		expirySeconds: Math.min(Number(expiry), Number.MAX_SAFE_INTEGER),
		paymentHash: hexOf(TAG.paymentHash) ?? '',
		payee: hexOf(TAG.payee) ?? null,
	});
}

/** Networks of each deployment (docs/reference/interface.md#beneficiary-btc). Staging's own invoices are for signet. */
const PREFIXES: Readonly<Record<'staging' | 'live', { names: readonly string[]; reason: string }>> = {
	staging: { names: ['bcrt', 'tb', 'tbs'], reason: 'a test network (lntbs, lntb or lnbcrt)' },
	live: { names: ['bc'], reason: 'the Bitcoin main network (lnbc)' },
};

/** Whether an invoice can be paid now on this deployment: signed, not expired, and for its network. */
export function checkInvoice(
	invoice: Invoice,
	{ deployment, nowSeconds, timeZone }: { deployment: DeploymentKind; nowSeconds: number; timeZone: string },
): Result<void> {
	if (deployment !== 'custom' && !PREFIXES[deployment].names.includes(invoice.prefix))
		return fail(
			`is an invoice of the network ln${invoice.prefix}, but deployment ${deployment} needs ${PREFIXES[deployment].reason}`,
		);
	if (!isSigned(invoice)) return fail('has a wrong signature, so it may have been changed on the way');
	// BOLT 11: no payment "after the timestamp plus expiry has passed".
	const end = invoice.timestamp + invoice.expirySeconds;
	return nowSeconds > end ? fail(`expired on ${timeInWords(end * 1000, timeZone)} (${timeZone})`) : ok(undefined);
}

/** The amount in satoshis, rounded up so that it can't slip under a limit; null if the invoice states none. */
export function invoiceAmountSats({ amountMsat }: Pick<Invoice, 'amountMsat'>): bigint | null {
	return amountMsat === null ? null : (amountMsat + MSAT_PER_SAT - 1n) / MSAT_PER_SAT;
}

/** Checks the form of a Lightning address, name@domain (LUD-16: letters, digits and the signs - _ . + in the name). */
export function checkLightningAddress(raw: string): Result<string> {
	const text = raw.trim();
	const [name = '', domain, ...others] = text.split('@');
	if (domain === undefined || others.length > 0) return fail('is not of the form name@domain');
	if (!/^[a-z0-9\-_.+]{1,64}$/i.test(name)) return fail('has no valid name before the @');
	if (!isDomain(domain)) return fail('has no valid domain after the @');
	return ok(text);
}

function isDomain(domain: string): boolean {
	const labels = domain.split('.');
	const wellFormed = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label));
	// A name whose last part is only digits would be read as an IP address.
	return domain.length <= 253 && labels.length >= 2 && wellFormed && !/\.[0-9]+$/.test(domain);
}
