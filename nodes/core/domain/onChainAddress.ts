import { bech32, bech32m } from '@scure/base';
import { decodeBase58Check } from './base58';
import { describeType, fail, ok, type Result } from './result';

/** Which rule of networks applies: test networks on staging, the main one on live, all on custom. */
export type DeploymentKind = 'staging' | 'live' | 'custom';

type Network = 'main' | 'test';

/** Prefixes of segwit addresses (BIP 173; signet shares tb, regtest has bcrt). */
const SEGWIT_PREFIXES: ReadonlyMap<string, Network> = new Map([
	['bc', 'main'],
	['tb', 'test'],
	['bcrt', 'test'],
]);

/** First bytes of P2PKH and P2SH addresses (base58check of 21 bytes). */
const BASE58_VERSIONS: ReadonlyMap<number, Network> = new Map([
	[0x00, 'main'],
	[0x05, 'main'],
	[0x6f, 'test'],
	[0xc4, 'test'],
]);

/**
 * A Bitcoin address: segwit version 0 in bech32 (BIP 173) or 1 in bech32m (BIP 350), P2PKH or P2SH in
 * base58check. Later witness versions are refused, because nobody can spend from them yet. The network
 * must fit the deployment; test networks are told apart from the main one only. Gives the text without
 * blanks around it.
 */
export function checkOnChainAddress(raw: unknown, deployment: DeploymentKind): Result<string> {
	if (typeof raw !== 'string') return fail(`is ${describeType(raw)}, not a Bitcoin address`);
	const text = raw.trim();
	if (text === '') return fail('is empty');
	const network = /^(bc|tb|bcrt)1/i.test(text) ? segwitNetwork(text) : base58Network(text);
	if (!network.ok) return network;
	if (deployment === 'live' && network.value === 'test') return fail('is an address of a test network, but the deployment is live');
	if (deployment === 'staging' && network.value === 'main') return fail('is an address of the Bitcoin main network, but the deployment is staging');
	return ok(text);
}

function segwitNetwork(text: string): Result<Network> {
	const v0 = bech32.decodeUnsafe(text);
	const decoded = v0 ?? bech32m.decodeUnsafe(text);
	if (!decoded) return fail('is not a valid Bitcoin address: a character was mistyped or is missing, or its case is mixed');
	const network = SEGWIT_PREFIXES.get(decoded.prefix);
	const [version, ...words] = decoded.words;
	const program = bech32.fromWordsUnsafe(words);
	if (network === undefined || version === undefined || !program) return fail('is not a valid Bitcoin address');
	if (version > 1) return fail(`has witness version ${version}, which is not in use`);
	if ((version === 0) !== (v0 !== undefined)) return fail('has the checksum of another witness version');
	const lengths = version === 0 ? [20, 32] : [32];
	return lengths.includes(program.length) ? ok(network) : fail(`holds ${program.length} bytes, not ${lengths.join(' or ')}`);
}

function base58Network(text: string): Result<Network> {
	const bytes = decodeBase58Check(text);
	if (bytes === null) return fail('is not a Bitcoin address, or a character was mistyped or is missing');
	const network = bytes.length === 21 ? BASE58_VERSIONS.get(bytes[0] ?? -1) : undefined;
	return network === undefined ? fail('is an address of another currency, not of Bitcoin') : ok(network);
}
