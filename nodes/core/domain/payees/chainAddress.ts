import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import { fail, ok, type Result } from '../result';

const base58check = createBase58check((data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest()));

/** Longer than any address; base58 takes quadratic time, so what is longer is not decoded. */
const MAX_ADDRESS_LENGTH = 64;

/** The bytes of a base58 text, or null when it is not base58. */
export function decodeBase58(text: string): Uint8Array | null {
	return decodeWith(() => base58.decode(text), text);
}

/** The bytes of a base58check text without its checksum, or null when it or the checksum is wrong. */
export function decodeBase58Check(text: string): Uint8Array | null {
	return decodeWith(() => base58check.decode(text), text);
}

function decodeWith(decode: () => Uint8Array, text: string): Uint8Array | null {
	if (text === '' || text.length > MAX_ADDRESS_LENGTH) return null;
	try {
		return decode();
	} catch {
		return null;
	}
}

/*
 * Addresses that take tokens and never give them back: nobody holds their key, or they are the token's
 * own contract. Well-formed, so that no checksum stops them.
 */

const TOKEN = "is the USDT token's own contract, and what is sent there is lost";
const NOBODY = 'is an address that nobody holds the key of, and what is sent there is lost';
const PROGRAM = "is one of Solana's own programs, and what is sent there is lost";

/** Contracts of USDT on networks with Ethereum's form of address, hexadecimal digits in lower case. */
const EVM_TOKENS: ReadonlySet<string> = new Set([
	// Ethereum: tether.to, "Supported protocols".
	'dac17f958d2ee523a2206206994597c13d831ec7',
	// Polygon: Polygon's own token list, "(PoS) Tether USD".
	'c2132d05d31c914a87c6611c10748aeb04b58e8f',
	// Plasma: docs.usdt0.to, "Deployments" (USDT0, chain 9745).
	'b8ce59fc3717ada4c02eadf9682a9e934f625ebb',
]);

const BASE58: ReadonlyMap<string, string> = new Map([
	// Tron's USDT contract and Solana's USDT mint: tether.to, "Supported protocols".
	['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', TOKEN],
	['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', TOKEN],
	// Tron's Blackhole account: genesis block of java-tron (config.conf).
	['TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', NOBODY],
	// Solana's incinerator: docs.rs/solana-program, module incinerator.
	['1nc1nerator11111111111111111111111111111111', NOBODY],
	// System Program (32 zero bytes): docs.rs/solana-program, module system_program.
	['11111111111111111111111111111111', PROGRAM],
	// Token Program, Token-2022 and Associated Token Account Program: docs of the Solana Program Library.
	['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', PROGRAM],
	['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', PROGRAM],
	['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', PROGRAM],
]);

/**
 * Eighteen bytes of zero and two more: the zero address, 0x…dEaD and the precompiled contracts
 * (EIP-1352 reserves 0 to 0xffff). No key of a person leads there.
 */
const RESERVED = /^0{36}[0-9a-f]{4}$/;

/** Why tokens sent to a well-formed address of any network are lost; null where they are not. */
function burnProblem(address: string): string | null {
	const known = BASE58.get(address);
	if (known !== undefined) return known;
	// An address of Tron holds the 20 bytes of one of Ethereum behind a byte of its own.
	const bytes = decodeBase58Check(address)?.subarray(1) ?? [];
	const digits = address.startsWith('0x') ? address.slice(2).toLowerCase() : Buffer.from(bytes).toString('hex');
	if (EVM_TOKENS.has(digits)) return TOKEN;
	return RESERVED.test(digits) ? NOBODY : null;
}

/** Decides which networks may be paid: test networks on staging, the main one on live, all on custom. */
export type DeploymentKind = 'staging' | 'live' | 'custom';

type BitcoinNetwork = 'main' | 'test';

/** Prefixes of segwit addresses (BIP 173; signet shares tb, regtest has bcrt). */
const SEGWIT_PREFIXES: ReadonlyMap<string, BitcoinNetwork> = new Map([
	['bc', 'main'],
	['tb', 'test'],
	['bcrt', 'test'],
]);

/** First bytes of P2PKH and P2SH addresses (base58check of 21 bytes). */
const BASE58_VERSIONS: ReadonlyMap<number, BitcoinNetwork> = new Map([
	[0x00, 'main'],
	[0x05, 'main'],
	[0x6f, 'test'],
	[0xc4, 'test'],
]);

/**
 * Checks a Bitcoin address, and gives it without blanks around it: segwit version 0 in bech32 (BIP 173) or 1 in bech32m
 * (BIP 350), P2PKH or P2SH in base58check. Later witness versions are refused, because nobody can spend from them yet.
 * The network must fit the deployment; test networks are told apart from the main one only.
 */
export function checkOnChainAddress(raw: string, deployment: DeploymentKind): Result<string> {
	const text = raw.trim();
	const network = /^(bc|tb|bcrt)1/i.test(text) ? segwitNetwork(text) : base58Network(text);
	if (!network.ok) return network;
	if (deployment === 'live' && network.value === 'test')
		return fail('is an address of a test network, but the deployment is live');
	if (deployment === 'staging' && network.value === 'main')
		return fail('is an address of the Bitcoin main network, but the deployment is staging');
	return ok(text);
}

function segwitNetwork(text: string): Result<BitcoinNetwork> {
	const v0 = bech32.decodeUnsafe(text);
	const decoded = v0 ?? bech32m.decodeUnsafe(text);
	if (!decoded)
		return fail('is not a valid Bitcoin address: a character was mistyped or is missing, or its case is mixed');
	const network = SEGWIT_PREFIXES.get(decoded.prefix);
	const [version, ...words] = decoded.words;
	const program = bech32.fromWordsUnsafe(words);
	if (network === undefined || version === undefined || !program) return fail('is not a valid Bitcoin address');
	if (version > 1) return fail(`has witness version ${version}, which is not in use`);
	if ((version === 0) !== (v0 !== undefined)) return fail('has the checksum of another witness version');
	const lengths = version === 0 ? [20, 32] : [32];
	return lengths.includes(program.length)
		? ok(network)
		: fail(`holds ${program.length} bytes, not ${lengths.join(' or ')}`);
}

function base58Network(text: string): Result<BitcoinNetwork> {
	const bytes = decodeBase58Check(text);
	if (bytes === null) return fail('is not a Bitcoin address, or a character was mistyped or is missing');
	const network = bytes.length === 21 ? BASE58_VERSIONS.get(bytes[0] ?? -1) : undefined;
	return network === undefined ? fail('is an address of another currency, not of Bitcoin') : ok(network);
}

/** The leading byte of every Tron address; it makes them start with T. */
const TRON_VERSION = 0x41;
const TRON_BYTES = 21;
const SOLANA_BYTES = 32;

type Rule = (address: string) => string | null;

/** A blockchain that carries USDT. */
interface StablecoinNetwork {
	/** As Mavapay spells it (docs/reference/interface.md#withdraw-stablecoin). */
	readonly value: string;
	readonly name: string;
	/** Why a text is no address of it, or null. */
	readonly check: Rule;
	/** Other words for it, in the form of `plainWord`. */
	readonly spellings: readonly string[];
}

/** Every network that Mavapay names; the dropdowns and the checks come from here. */
export const NETWORKS: readonly StablecoinNetwork[] = [
	{ value: 'erc20', name: 'ERC20 (Ethereum)', check: evmProblem, spellings: ['erc', 'eth', 'ether', 'ethereum'] },
	{ value: 'plasma', name: 'Plasma', check: evmProblem, spellings: ['xpl'] },
	{ value: 'polygon', name: 'Polygon', check: evmProblem, spellings: ['matic', 'pol', 'polygonmatic', 'polygonpos'] },
	{ value: 'solana', name: 'Solana', check: solanaProblem, spellings: ['sol', 'spl'] },
	{ value: 'trc20', name: 'TRC20 (Tron)', check: tronProblem, spellings: ['trc', 'tron', 'trx'] },
];

/**
 * Whether a network is written as Mavapay writes it. Another spelling of a known one is refused, and
 * the right one named: Mavapay would reject it, or read it as another network. A network that is
 * not known is left to Mavapay, which may have learnt a new one.
 */
export function checkNetwork(network: string): Result<'known' | 'unknown'> {
	const known = findNetwork(network);
	if (known === undefined) return ok('unknown');
	return known.value === network ? ok('known') : fail(`must be written "${known.value}", but is "${network}"`);
}

function findNetwork(network: string): StablecoinNetwork | undefined {
	const plain = plainWord(network);
	return NETWORKS.find(({ value, name, spellings }) => [value, plainWord(name), ...spellings].includes(plain));
}

/** A network's name in lower case, without signs and blanks, and without USDT in front or Mainnet behind. */
function plainWord(text: string): string {
	const word = text.normalize('NFKC').toLowerCase();
	return word.replace(/[^\p{L}\p{N}]/gu, '').replace(/^usdt|mainnet$/g, '');
}

/**
 * Checks a stablecoin address against its network, however that is spelled. trc20: base58check of 21 bytes that start
 * with 0x41. erc20, polygon, plasma: 20 bytes in hex, with the EIP-55 checksum if both cases are there; no check can
 * tell them apart. solana: base58 of 32 bytes. Addresses where tokens are lost are refused on every network. An unknown
 * network is not checked, and the result says so.
 */
export function checkAddress(network: string, address: string): Result<'checked' | 'unknownNetwork'> {
	const rule = findNetwork(network)?.check;
	if (rule === undefined) return ok('unknownNetwork');
	if (/\s/.test(address)) return fail('contains spaces');
	const problem = rule(address);
	if (problem === null) {
		const lost = burnProblem(address);
		return lost === null ? ok('checked') : fail(lost);
	}
	const other = NETWORKS.find(({ check }) => check(address) === null);
	return fail(other === undefined ? problem : `is an address of ${other.name}, but 'Network' is ${network.trim()}`);
}

function tronProblem(address: string): string | null {
	const bytes = decodeBase58Check(address);
	if (bytes !== null) {
		const isTron = bytes.length === TRON_BYTES && bytes[0] === TRON_VERSION;
		return isTron ? null : 'is not a Tron address, which starts with T and holds 21 bytes';
	}
	if (!address.startsWith('T')) return 'is not a Tron address, which starts with T';
	if (decodeBase58(address) === null) return "holds characters that a Tron address can't have";
	return 'has a wrong checksum or length: a character was mistyped or is missing';
}

function evmProblem(address: string): string | null {
	const digits = /^0x([0-9a-fA-F]*)$/.exec(address)?.[1];
	if (digits === undefined) return 'is not 0x followed by 40 hexadecimal digits';
	if (digits.length !== 40) return `has ${digits.length} hexadecimal digits after 0x, not 40`;
	const mixedCase = /[a-f]/.test(digits) && /[A-F]/.test(digits);
	if (!mixedCase || digits === checksummed(digits)) return null;
	return 'has a wrong EIP-55 checksum: a character was mistyped, or its upper and lower case was changed';
}

/** The digits in the case that EIP-55 gives them. */
function checksummed(digits: string): string {
	const lower = digits.toLowerCase();
	const hash = Buffer.from(keccak_256(Buffer.from(lower))).toString('hex');
	return Array.from(lower, (digit, index) =>
		parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
	).join('');
}

function solanaProblem(address: string): string | null {
	const bytes = decodeBase58(address);
	if (bytes === null) return "is not a Solana address: it holds characters that base58 can't have, or is too long";
	return bytes.length === SOLANA_BYTES
		? null
		: `is not a Solana address, which holds ${SOLANA_BYTES} bytes, not ${bytes.length}`;
}
