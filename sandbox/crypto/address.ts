import { createPrivateKey, createPublicKey } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32, bech32m, createBase58check, hex } from '@scure/base';
import { sha256Hex } from '../state/ids';

/** USDT networks as requests spell them (docs/reference/interface.md#withdraw-stablecoin). */
export const STABLECOIN_NETWORKS = ['trc20', 'erc20', 'plasma', 'solana', 'polygon'] as const;
export type StablecoinNetwork = (typeof STABLECOIN_NETWORKS)[number];

const base58check = createBase58check(sha256);
const TRON_PREFIX = 0x41;

/** Twenty bytes as an address with the mixed-case checksum of EIP-55. */
function toEip55(lowerHex: string): string {
	const digest = hex.encode(keccak_256(new TextEncoder().encode(lowerHex)));
	const letters = [...lowerHex].map((letter, index) =>
		Number.parseInt(digest.charAt(index), 16) >= 8 ? letter.toUpperCase() : letter,
	);
	return `0x${letters.join('')}`;
}

function isEthereum(address: string): boolean {
	if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
	const digits = address.slice(2);
	const mixed = /[a-f]/.test(digits) && /[A-F]/.test(digits);
	return !mixed || toEip55(digits.toLowerCase()) === address;
}

function decoded(decode: () => Uint8Array): Uint8Array | null {
	try {
		return decode();
	} catch (error) {
		if (error instanceof Error) return null;
		throw error;
	}
}

function isTron(address: string): boolean {
	const bytes = decoded(() => base58check.decode(address));
	return bytes !== null && bytes.length === 21 && bytes[0] === TRON_PREFIX;
}

function isSolana(address: string): boolean {
	return decoded(() => base58.decode(address))?.length === 32;
}

const CHECKS: Record<StablecoinNetwork, (address: string) => boolean> = {
	trc20: isTron,
	erc20: isEthereum,
	plasma: isEthereum,
	polygon: isEthereum,
	solana: isSolana,
};

/** Whether `address` is valid on `network`: Tron base58check, EIP-55 if the case is mixed, 32 bytes on Solana. */
export function isStablecoinAddress(network: StablecoinNetwork, address: string): boolean {
	return CHECKS[network](address);
}

/** The bytes before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const PKCS8 = '302e020100300506032b657004220420';

/** The public key of the Ed25519 key with this seed of 32 bytes. On Solana, a wallet's address is its public key. */
function solanaWallet(seed: string): string {
	const key = createPrivateKey({ key: Buffer.from(PKCS8 + seed, 'hex'), format: 'der', type: 'pkcs8' });
	return base58.encode(Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url'));
}

/** An address of a wallet on the network, derived from `seed`. It belongs to nobody. */
export function makeStablecoinAddress(network: StablecoinNetwork, seed: string): string {
	const digest = sha256Hex(`address|${network}|${seed}`);
	if (network === 'trc20') {
		return base58check.encode(Uint8Array.from([TRON_PREFIX, ...hex.decode(digest.slice(0, 40))]));
	}
	if (network === 'solana') return solanaWallet(digest);
	return toEip55(digest.slice(0, 40));
}

/** Whether `address` looks like a Bitcoin address: base58check of 21 bytes, or bech32 of a known prefix. */
export function isBitcoinAddress(address: string): boolean {
	const prefix = /^(bc|tb|bcrt)1/i.exec(address)?.[1]?.toLowerCase();
	if (prefix === undefined) return decoded(() => base58check.decode(address))?.length === 21;
	const segwit = bech32.decodeUnsafe(address) ?? bech32m.decodeUnsafe(address);
	return segwit?.prefix.toLowerCase() === prefix && segwit.words.length >= 33;
}
