import { bech32, hex } from '@scure/base';
import { DEMO_NODE } from '../demo';
import { sha256Hex } from '../state/ids';
import { signedBy } from './lightningNode';

/** BOLT 11 prefixes: mainnet, testnet, signet, regtest. */
export type InvoiceNetwork = 'bc' | 'tb' | 'tbs' | 'bcrt';

export interface InvoiceOptions {
	network: InvoiceNetwork;
	/** Millisatoshi; null or left out makes an invoice without an amount. */
	amountMsat?: bigint | number | string | null | undefined;
	/** Epoch seconds. */
	timestamp: number;
	/** Without it, the invoice has no expiry tag, which means 3600 s (BOLT 11). */
	expirySeconds?: number | undefined;
	description?: string | undefined;
	/** 64 hex characters; by default, derived from the other fields. */
	paymentHash?: string | undefined;
	/** The made-up Lightning node that makes and signs the invoice. */
	node?: string | undefined;
	/** The public key in hex that the invoice states for its node (`n`), true or not; if left out, it states none. */
	payee?: string | undefined;
}

/** Millisatoshi per unit of each multiplier; `p` is a tenth of a millisatoshi and handled separately. */
const MULTIPLIERS: readonly (readonly [string, bigint])[] = [
	['', 100_000_000_000n],
	['m', 100_000_000n],
	['u', 100_000n],
	['n', 100n],
];

const TAG = { paymentHash: 1, features: 5, expiry: 6, description: 13, secret: 16, payee: 19, cltv: 24 };
const SIGNATURE_WORDS = 104;

function amountText(msat: bigint): string {
	for (const [letter, unit] of MULTIPLIERS) {
		if (msat % unit === 0n) return `${msat / unit}${letter}`;
	}
	return `${msat * 10n}p`;
}

function words(value: number, length = 0): number[] {
	const out: number[] = [];
	for (let rest = value; rest > 0; rest = Math.floor(rest / 32)) out.unshift(rest % 32);
	while (out.length < length) out.unshift(0);
	return out;
}

function tagged(type: number, data: number[]): number[] {
	return [type, Math.floor(data.length / 32), data.length % 32, ...data];
}

/**
 * A BOLT 11 invoice with a valid bech32 checksum, a valid signature and all the fields wallets expect.
 * Nobody can pay it: its node is made up, and anyone can derive the node's key.
 */
export function makeInvoice(options: InvoiceOptions): string {
	const { network, timestamp, expirySeconds, description = '' } = options;
	const msat = options.amountMsat == null ? null : BigInt(options.amountMsat);
	if (msat !== null && msat <= 0n) throw new RangeError('The amount of an invoice must be positive');
	const content = `${network}|${msat}|${timestamp}|${expirySeconds}|${description}`;
	const paymentHash = options.paymentHash ?? sha256Hex(`hash|${content}`);
	const data = [
		...words(timestamp, 7),
		...tagged(TAG.paymentHash, bech32.toWords(hex.decode(paymentHash))),
		...tagged(TAG.secret, bech32.toWords(hex.decode(sha256Hex(`secret|${paymentHash}`)))),
		...tagged(TAG.description, bech32.toWords(new TextEncoder().encode(description))),
		...(expirySeconds === undefined ? [] : tagged(TAG.expiry, words(expirySeconds))),
		...tagged(TAG.cltv, words(18)),
		...tagged(TAG.features, [16, 8, 0]),
		...(options.payee === undefined ? [] : tagged(TAG.payee, bech32.toWords(hex.decode(options.payee)))),
	];
	const prefix = `ln${network}${msat === null ? '' : amountText(msat)}`;
	const signature = signedBy(options.node ?? DEMO_NODE, signedContent(prefix, data));
	return bech32.encode(prefix, [...data, ...bech32.toWords(signature)], false);
}

/** The bytes that BOLT 11 signs: the human part and the data, with zero bits up to a whole byte. */
function signedContent(prefix: string, data: readonly number[]): Uint8Array {
	const bits = data.map((word) => word.toString(2).padStart(5, '0')).join('');
	const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
	return Uint8Array.from([...new TextEncoder().encode(prefix), ...bytes]);
}

export interface DecodedInvoice {
	network: InvoiceNetwork;
	amountMsat: bigint | null;
	/** Epoch seconds. */
	timestamp: number;
	expirySeconds: number;
	paymentHash: string;
}

const PREFIX = /^ln(bcrt|tbs|tb|bc)(?:([1-9]\d*)([munp]?))?$/;

function networkOf(text: string | undefined): InvoiceNetwork | null {
	return text === 'bcrt' || text === 'tbs' || text === 'tb' || text === 'bc' ? text : null;
}

function msatOf(digits: string | undefined, letter: string | undefined): bigint | null | 'invalid' {
	if (digits === undefined) return null;
	const amount = BigInt(digits);
	if (letter === 'p') return amount % 10n === 0n ? amount / 10n : 'invalid';
	const unit = MULTIPLIERS.find(([name]) => name === (letter ?? ''));
	return unit ? amount * unit[1] : 'invalid';
}

function toNumber(data: number[]): number {
	return data.reduce((sum, word) => sum * 32 + word, 0);
}

/** Reads amount, time, expiry and payment hash of an invoice; null if it isn't one. The signature is not checked. */
export function readInvoice(text: string): DecodedInvoice | null {
	const decoded = bech32.decodeUnsafe(text, false);
	if (!decoded) return null;
	const match = PREFIX.exec(decoded.prefix);
	const network = networkOf(match?.[1]);
	const amountMsat = msatOf(match?.[2], match?.[3]);
	if (!match || !network || amountMsat === 'invalid') return null;
	const data = decoded.words.slice(0, -SIGNATURE_WORDS);
	if (decoded.words.length < SIGNATURE_WORDS + 7) return null;
	let expirySeconds = 3600;
	let paymentHash = '';
	for (let at = 7; at + 3 <= data.length;) {
		const [type = 0, high = 0, low = 0] = data.slice(at, at + 3);
		const length = high * 32 + low;
		const field = data.slice(at + 3, at + 3 + length);
		if (field.length < length) return null;
		if (type === TAG.expiry) expirySeconds = toNumber(field);
		if (type === TAG.paymentHash && length === 52 && paymentHash === '') {
			const bytes = bech32.fromWordsUnsafe(field);
			if (bytes) paymentHash = hex.encode(Uint8Array.from(bytes));
		}
		at += 3 + length;
	}
	if (paymentHash === '') return null;
	return { network, amountMsat, timestamp: toNumber(data.slice(0, 7)), expirySeconds, paymentHash };
}
