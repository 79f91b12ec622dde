import { decodeBase58Check } from './base58';

/**
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
export function burnProblem(address: string): string | null {
	const known = BASE58.get(address);
	if (known !== undefined) return known;
	// Tron's addresses are Ethereum's 20 bytes in other clothes.
	const bytes = decodeBase58Check(address)?.subarray(1) ?? [];
	const digits = address.startsWith('0x') ? address.slice(2).toLowerCase() : Buffer.from(bytes).toString('hex');
	if (EVM_TOKENS.has(digits)) return TOKEN;
	return RESERVED.test(digits) ? NOBODY : null;
}
