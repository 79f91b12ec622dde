import { createHash } from 'node:crypto';
import { Point } from '@noble/ed25519';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import { fail, ok, orUndefined, type Result } from '../domain/result';

export const base58check = createBase58check(
	(data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest()),
);

/** The most characters to decode: all addresses are shorter, and decoding base58 takes quadratic time. */
const MAX_ADDRESS_LENGTH = 64;

/** The bytes of a base58 text, or of base58check without its checksum; null if the text or the checksum is wrong. */
export function decoded(text: string, form: Pick<typeof base58, 'decode'>): Uint8Array | null {
	if (text === '' || text.length > MAX_ADDRESS_LENGTH) return null;
	return orUndefined(() => form.decode(text)) ?? null;
}

/* Well-formed addresses that never give tokens back: nobody holds their key, or they are the token's own contract. */

const LOST = 'so anything sent there is lost';
const MISTYPED = 'a character was mistyped or is missing';
const ownContract = (token: string) => `is the ${token} token's own contract, ${LOST}`;
const [USDT, USDC] = [ownContract('USDT'), ownContract('USDC')];
const NOBODY = `is an address to which nobody has the key, ${LOST}`;
const PROGRAM = `is one of Solana's own programs, ${LOST}`;

/**
 * Token contracts on chains with Ethereum's form of address, in lower-case hex. People copy them by mistake from the
 * explorer of any chain.
 *
 * USDT: four issued by Tether (tether.to, "Supported protocols"), eight of USDT0 (docs.usdt0.to, "Deployments") and 15
 * bridged ones (DefiLlama/peggedassets-server, src/adapters/peggedAssets/tether/config.ts). USDC: 17 issued by Circle
 * (developers.circle.com, "USDC Contract Addresses") and seven bridged ones (DefiLlama, usd-coin). WETH: Ethereum
 * (weth.io), Polygon, Arbitrum, Avalanche; Optimism, Base and other OP Stack chains (specs.optimism.io, "Predeploys").
 */
const EVM_CONTRACTS = {
	USDT: `dac17f958d2ee523a2206206994597c13d831ec7 9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7
		48065fbbe25f71c9282ddf5e1cd6d6a887483d5e d077a400968890eacc75cdc901f0356c943e4fdb
		c2132d05d31c914a87c6611c10748aeb04b58e8f b8ce59fc3717ada4c02eadf9682a9e934f625ebb
		fd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9 01bff41798a0bcf287b996046ca68b395dbc1071
		0200c29006150606b650577bbe7b6248f58470c1 9151434b16b9763660705744891fa906f660ecc5
		779ded0c9e1022225f8e0630b35a9b54be713736 e7cd86e13ac4309349f30b3435a9d337750fc82d
		de60adfddaabaaac3dafa57b26acc91cb63728c4 1cdd2eab61112697626f7b4bb0e23da4febf7b7c
		9417669fbf23357d2774e9d421307bd5ea1006d2 ceed2671d8634e3ee65000edbbee66139b132fbf
		3553f861dec0257bada9f8ed268bf0d74e45e89c 55d398326f99059ff775485246999027b3197955
		c7198437980c041c805a1edcba50c1ce5db95118 94b008aa00579c1307b0ef2c499ad98a8ce58e58
		fde4c96c8593536e31f229ea8f37b2ada2699bb2 a219439258ca9da29e9cc4ce5596924745e12b93
		493257fd37edb34451f62edf8d2a0c418852ba4c f55bec9cafdbe8730f096aa55dad6d22d44099df
		201eba5cc46d216ce6dc03f6a759e8e766e956ae 4ecaba5870353805a9f068101a40e0f32ed605c6
		049d68029688eabf473097a2fc38ef61633a3c7a`,
	USDC: `a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48 3c499c542cef5e3811e1192ce70d8cc03d5c3359
		b97ef9ef8734c71904d8002f8b6bc66dd9c48a6e af88d065e77c8cc2239327c5edb3a432268e5831
		0b2c639c533813f4aa9d7837caf62653d097ff85 833589fcd6edb6e08f4c7c32d4f71b54bda02913
		ceba9300f2b948710d2653dd7b07f33a8b32118c 176211869ca2b568f2a7d4ee941e073a821ee1ff
		1d17cbcf0d6d143135ae902365d2e5e2a16538d4 078d782b760474a361dda0af3839290b0ef57ad6
		29219dd400f2bf60e5a23d13be72b486d4038894 79a02482a880bce3f13e09da970dc34db4cd24d1
		b88339cb7199b77e23db6e890353e22632ba630f 2d270e6886d130d724215a266106e6832161eaed
		fa2958cb79b0491cc627c1557f441ef849ca8eb1 222365ef19f7947e5484218551b56bb3965aa7af
		754704bc059f8c67012fed69bc8a327a5aafb603 2791bca1f2de4661ed88a30c99a7a9449aa84174
		ff970a61a04b1ca14834a43f5de4533ebddb5cc8 7f5c764cbc14f9669b88837ca1490cca17c31607
		a7d7079b0fead91f3e65f86e8915cb59c1a4c664 d9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca
		8ac76a51cc950d9822d68b83fe1ad97b32cd580d ddafbb505ad214d7b80b1f830fccc89b60fb7a83`,
	WETH: `c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2 7ceb23fd6bc0add59e62ac25578270cff1b9f619
		82af49447d8a07e3bd95bd0d56f35241523fbab1 49d5c2bdffac6ce2bfdb6640f4f80f226bc10bab
		4200000000000000000000000000000000000006`,
};

const EVM_TOKENS: ReadonlyMap<string, string> = new Map(
	Object.entries(EVM_CONTRACTS).flatMap(([token, contracts]) =>
		contracts.split(/\s+/).map((contract) => [contract, ownContract(token)] as const),
	),
);

const BASE58: ReadonlyMap<string, string> = new Map([
	// tether.to, "Supported protocols".
	['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', USDT],
	['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', USDT],
	// developers.circle.com, "USDC Contract Addresses"; on Tron it is no longer issued.
	['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', USDC],
	['TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', USDC],
	// docs.rs/spl-token, module native_mint.
	['So11111111111111111111111111111111111111112', ownContract('wrapped SOL')],
	// Mints of bridged USDT (Allbridge: DefiLlama's list; Sollet: Serum's markets). Mints of other
	// bridges need no entry: they aren't points of ed25519.
	['E77cpQ4VncGmcAXX16LHFFzNBEBb2U7Ar7LBmZNfCgwL', USDT],
	['BQcdHdAQW1hczDbBi9hiegXAR7A98Q9jx3X3iBBBDiq4', USDT],
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

/** Eighteen zero bytes and any two more: zero, 0x…dEaD, precompiled contracts (EIP-1352). Nobody has their keys. */
const RESERVED = /^0{36}[0-9a-f]{4}$/;

/** If tokens sent to this well-formed address would be lost: the reason. Otherwise null. */
function burnProblem(address: string): string | null {
	const known = BASE58.get(address);
	if (known !== undefined) return known;
	// A Tron address is one byte for the network and the 20 bytes of an Ethereum address.
	const bytes = decoded(address, base58check)?.subarray(1) ?? [];
	const digits = address.startsWith('0x') ? address.slice(2).toLowerCase() : Buffer.from(bytes).toString('hex');
	return EVM_TOKENS.get(digits) ?? (RESERVED.test(digits) ? NOBODY : null);
}

/** Decides which networks may be paid: test networks on staging, the main network on live, all on custom. */
export type DeploymentKind = 'staging' | 'live' | 'custom';

type BitcoinNetwork = 'main' | 'test';

/** Prefixes of segwit addresses (BIP 173; signet shares tb, regtest has bcrt). */
const SEGWIT_PREFIXES: Readonly<Record<string, BitcoinNetwork>> = { bc: 'main', tb: 'test', bcrt: 'test' };

/** First bytes of P2PKH and P2SH addresses (base58check of 21 bytes). */
const BASE58_VERSIONS: Readonly<Record<number, BitcoinNetwork>> = { 0: 'main', 5: 'main', 0x6f: 'test', 0xc4: 'test' };

/**
 * Checks a Bitcoin address, and gives it without blanks around it: segwit version 0 in bech32 (BIP 173) or 1 in bech32m
 * (BIP 350), P2PKH or P2SH in base58check. Later witness versions are refused, because nobody can spend from them yet.
 * Fails on live for a test network, and on staging for the main network.
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
	if (!decoded) return fail(`is not a valid Bitcoin address: ${MISTYPED}, or its case is mixed`);
	const network = SEGWIT_PREFIXES[decoded.prefix];
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
	const bytes = decoded(text, base58check);
	if (bytes === null) return fail(`is not a Bitcoin address, or ${MISTYPED}`);
	const network = bytes.length === 21 ? BASE58_VERSIONS[bytes[0] ?? -1] : undefined;
	return network === undefined ? fail('is an address of another currency, not of Bitcoin') : ok(network);
}

interface StablecoinNetwork {
	/** The network's name in Mavapay's requests (docs/reference/interface.md#withdraw-stablecoin). */
	readonly value: string;
	readonly name: string;
	/** Why a text isn't an address of this network, or null. */
	readonly check: (address: string) => string | null;
	/** Other names of this network, in the form of `plainWord`. */
	readonly spellings: readonly string[];
}

/** Every network that Mavapay names; the dropdowns and the checks come from here. */
export const NETWORKS: readonly StablecoinNetwork[] = [
	{
		value: 'erc20',
		name: 'ERC20 (Ethereum)',
		check: evmProblem,
		spellings: ['erc', 'eth', 'ether', 'ethereum'],
	},
	{
		value: 'plasma',
		name: 'Plasma',
		check: evmProblem,
		spellings: ['xpl'],
	},
	{
		value: 'polygon',
		name: 'Polygon',
		check: evmProblem,
		spellings: ['matic', 'pol', 'polygonmatic', 'polygonpos'],
	},
	{
		value: 'solana',
		name: 'Solana',
		check: solanaProblem,
		spellings: ['sol', 'spl'],
	},
	{
		value: 'trc20',
		name: 'TRC20 (Tron)',
		check: tronProblem,
		spellings: ['trc', 'tron', 'trx'],
	},
];

/**
 * Whether a network is spelled as in Mavapay's interface. Another spelling is refused, because Mavapay might read it as
 * another network; the reason gives the right spelling. An unknown network is left to Mavapay to check.
 */
export function checkNetwork(network: string): Result<'known' | 'unknown'> {
	const known = findNetwork(network);
	if (known === undefined) return ok('unknown');
	return known.value === network ? ok('known') : fail(`must be written "${known.value}", but is "${network}"`);
}

/** The network that a text means, however it is spelled. */
function findNetwork(network: string): StablecoinNetwork | undefined {
	const plain = plainWord(network);
	return NETWORKS.find(({ value, name, spellings }) => [value, plainWord(name), ...spellings].includes(plain));
}

/** A network's name in lower case, without punctuation and blanks, and without USDT before or Mainnet after it. */
function plainWord(text: string): string {
	const word = text.normalize('NFKC').toLowerCase();
	return word.replace(/[^\p{L}\p{N}]/gu, '').replace(/^usdt|mainnet$/g, '');
}

/**
 * Checks a stablecoin address against its network, however the network is spelled. On Solana, it must also be a point
 * of ed25519, like every wallet's address. Addresses derived by programs, as for token accounts, have no key.
 */
export function checkAddress(network: string, address: string): Result<'checked' | 'unknownNetwork'> {
	const form = checkAddressForm(network, address);
	if (!form.ok || findNetwork(network)?.value !== 'solana' || decoded(address, curvePoint) !== null) return form;
	return fail("is not a wallet's own address, but a token account's or a program's, so the money could be lost");
}

/**
 * Checks the form of a stablecoin address. trc20: base58check of 21 bytes that start with 0x41. erc20, polygon, plasma:
 * 20 bytes in hex, with the EIP-55 checksum if both cases occur; these three can't be distinguished. solana: base58 of
 * 32 bytes. Addresses where tokens are lost are refused on every network. For an unknown network, nothing is checked,
 * and the result says so.
 */
export function checkAddressForm(network: string, address: string): Result<'checked' | 'unknownNetwork'> {
	const rule = findNetwork(network)?.check;
	if (rule === undefined) return ok('unknownNetwork');
	if (/\s/.test(address)) return fail('contains spaces');
	if (address.includes(':')) return fail('holds a colon, as a link does; write the address alone');
	const problem = rule(address);
	if (problem === null) {
		const lost = burnProblem(address);
		return lost === null ? ok('checked') : fail(lost);
	}
	const other = NETWORKS.find(({ check }) => check(address) === null);
	return fail(other === undefined ? problem : `is an address of ${other.name}, but 'Network' is ${network.trim()}`);
}

/** Decodes an address that is a point of ed25519, like every public key (RFC 8032, 5.1.3). Throws for any other. */
const curvePoint = { decode: (text: string) => Point.fromBytes(base58.decode(text)).toBytes() };

function tronProblem(address: string): string | null {
	const bytes = decoded(address, base58check);
	if (bytes !== null) {
		// This first byte makes every Tron address start with T.
		const isTron = bytes.length === 21 && bytes[0] === 0x41;
		return isTron ? null : 'is not a Tron address, which starts with T and holds 21 bytes';
	}
	if (!address.startsWith('T')) return 'is not a Tron address, which starts with T';
	if (decoded(address, base58) === null) return "holds characters that a Tron address can't have";
	return `has a wrong checksum or length: ${MISTYPED}`;
}

function evmProblem(address: string): string | null {
	const digits = /^0x([0-9a-fA-F]*)$/.exec(address)?.[1];
	if (digits === undefined) return 'is not 0x followed by 40 hexadecimal digits';
	if (digits.length !== 40) return `has ${digits.length} hexadecimal digits after 0x, not 40`;
	const mixedCase = /[a-f]/.test(digits) && /[A-F]/.test(digits);
	if (!mixedCase || digits === checksummed(digits)) return null;
	return 'has a wrong EIP-55 checksum: a character was mistyped, or its upper and lower case was changed';
}

/** An address's hex digits in the upper and lower case that EIP-55 requires. */
function checksummed(digits: string): string {
	const lower = digits.toLowerCase();
	const hash = Buffer.from(keccak_256(Buffer.from(lower))).toString('hex');
	return Array.from(lower, (digit, index) =>
		parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
	).join('');
}

function solanaProblem(address: string): string | null {
	const bytes = decoded(address, base58);
	if (bytes === null) return "is not a Solana address: it holds characters that base58 can't have, or is too long";
	return bytes.length === 32 ? null : `is not a Solana address, which holds 32 bytes, not ${bytes.length}`;
}
