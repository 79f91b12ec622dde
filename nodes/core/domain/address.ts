import { keccak_256 } from '@noble/hashes/sha3.js';
import { decodeBase58, decodeBase58Check } from './base58';
import { burnProblem } from './burnAddresses';
import { fail, ok, type Result } from './result';

/** The leading byte of every Tron address; it makes them start with T. */
const TRON_VERSION = 0x41;
const TRON_BYTES = 21;
const SOLANA_BYTES = 32;

type Rule = (address: string) => string | null;

/** A blockchain that carries USDT. */
interface Network {
	/** As the service spells it (docs/interface.md#withdraw-stablecoin). */
	readonly value: string;
	readonly name: string;
	/** Why a text is no address of it, or null. */
	readonly check: Rule;
	/** Other words for it, in lower case without signs and blanks. */
	readonly spellings: readonly string[];
}

/** Every network that the service names; the dropdowns and the checks come from here. */
export const NETWORKS: readonly Network[] = [
	{ value: 'erc20', name: 'ERC20 (Ethereum)', check: evmProblem, spellings: ['erc', 'eth', 'ether', 'ethereum', 'ethereummainnet', 'usdterc20'] },
	{ value: 'plasma', name: 'Plasma', check: evmProblem, spellings: ['plasmamainnet', 'xpl'] },
	{ value: 'polygon', name: 'Polygon', check: evmProblem, spellings: ['matic', 'pol', 'polygonmainnet', 'polygonmatic', 'polygonpos'] },
	{ value: 'solana', name: 'Solana', check: solanaProblem, spellings: ['sol', 'solanamainnet', 'spl', 'usdtspl'] },
	{ value: 'trc20', name: 'TRC20 (Tron)', check: tronProblem, spellings: ['trc', 'tron', 'tronmainnet', 'trx', 'usdttrc20'] },
];

/**
 * Whether a network is written as the service writes it. Another spelling of a known one is refused, and
 * the right one named: the service would not take it, or take it for something else. A network that is
 * not known is left to the service, which may have learnt a new one.
 */
export function checkNetwork(network: string): Result<'known' | 'unknown'> {
	const known = findNetwork(network);
	if (known === undefined) return ok('unknown');
	return known.value === network ? ok('known') : fail(`must be written "${known.value}", but is "${network}"`);
}

function findNetwork(network: string): Network | undefined {
	const plain = plainWord(network);
	return NETWORKS.find(({ value, name, spellings }) => [value, plainWord(name), ...spellings].includes(plain));
}

function plainWord(text: string): string {
	return text.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Checks a stablecoin address against its network: trc20 is base58check of 21 bytes that start with
 * 0x41; erc20, polygon and plasma 20 bytes in hex, whose EIP-55 checksum counts when letters of both
 * cases are there; solana base58 of 32 bytes. The spelling of the network's name does not matter here.
 * Addresses where tokens are lost are refused on every network, the contracts of USDT among them.
 * A network that is not known is not checked, which the answer says. Polygon, plasma and Ethereum share
 * one form, so that no check can tell them apart.
 */
export function checkAddress(network: string, address: string): Result<'checked' | 'unknownNetwork'> {
	if (address.trim() === '') return fail('is empty');
	const rule = findNetwork(network)?.check;
	if (rule === undefined) return ok('unknownNetwork');
	if (/\s/.test(address)) return fail('has blanks in it or around it');
	const problem = rule(address);
	if (problem === null) {
		const lost = burnProblem(address);
		return lost === null ? ok('checked') : fail(lost);
	}
	const kind = guessKind(address);
	const belongsElsewhere = kind !== null && kind.rule !== rule;
	return fail(belongsElsewhere ? `looks like ${kind.name}, but 'Network' is ${network.trim()}` : problem);
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
	return Array.from(lower, (digit, index) => (parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit)).join('');
}

function solanaProblem(address: string): string | null {
	const bytes = decodeBase58(address);
	if (bytes === null) return "is not a Solana address: it holds characters that base58 can't have, or is too long";
	return bytes.length === SOLANA_BYTES ? null : `is not a Solana address, which holds ${SOLANA_BYTES} bytes, not ${bytes.length}`;
}

interface Kind {
	readonly name: string;
	readonly rule: Rule | null;
}

/** What kind of destination a text most likely is, so that a wrong network can be named. */
function guessKind(address: string): Kind | null {
	if (/^ln(bc|tb|tbs|bcrt)[0-9a-z]{50,}$/i.test(address)) return { name: 'a Lightning invoice', rule: null };
	if (/^(bc|tb|bcrt)1[0-9a-z]{8,}$/i.test(address)) return { name: 'a Bitcoin address', rule: null };
	if (/^0x[0-9a-f]{40}$/i.test(address)) return { name: 'an Ethereum address', rule: evmProblem };
	if (tronProblem(address) === null) return { name: 'a Tron address', rule: tronProblem };
	if (decodeBase58Check(address)?.length === 21) return { name: 'a Bitcoin address', rule: null };
	if (solanaProblem(address) === null) return { name: 'a Solana address', rule: solanaProblem };
	return null;
}
