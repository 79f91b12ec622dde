import { fail, ok, type Result } from '../result';
import { findNetwork } from './chainAddress';
import { MSAT_PER_SAT, readInvoice } from './lightning';
import { amountProblem, onlyOne, readLink, requiredProblem, shownLink, type Link } from './links';

const SATOSHI_EXPONENT = 8;
/** Mavapay counts USDT in cents. */
const CENT_EXPONENT = 2;

/** The Lightning address in a `lightning:` link, or the text itself. */
export function lightningAddressInLink(text: string): string {
	const link = readLink(text);
	return link?.scheme === 'lightning' && link.params.size === 0 ? link.target : text;
}

/** The address in a `bitcoin:` link, or the text if it is none; `sats` is what is paid, null if in another currency. */
export function onChainAddressInLink(text: string, sats: bigint | null): Result<string> {
	const link = readLink(text);
	if (link === null) return ok(text);
	const { scheme, target, params } = link;
	if (scheme !== 'bitcoin') return fail(`${shownLink(scheme)} without a Bitcoin address`);
	const named = ['bc', 'tb', 'bcrt'].flatMap((name) => params.get(name) ?? []);
	const problem = requiredProblem(link) ?? amountProblem(link, 'amount', SATOSHI_EXPONENT, sats);
	if (problem !== null) return fail(problem);
	const invoices = (params.get('lightning') ?? []).map(readInvoice);
	const asked = invoices.flatMap((invoice) => (invoice.ok ? (invoice.value.amountMsat ?? []) : []));
	return asked.some((msat) => sats === null || msat !== sats * MSAT_PER_SAT)
		? fail(`${shownLink(scheme)} with an invoice over another amount than is paid`)
		: onlyOne(scheme, [target, ...named], 'Bitcoin address');
}

/** Members of Solana Pay that a payment by Mavapay can't carry. */
const CANT_CARRY = ['memo', 'reference'];

/**
 * The address of a stablecoin payment in a link of its network, or the text itself if it isn't a link, or the network
 * isn't known.
 *
 * @param cents the amount that is paid, in cents of USDT; null where it can't be read
 */
export function stablecoinAddressInLink(text: string, network: string, cents: bigint | null): Result<string> {
	const link = readLink(text);
	const known = findNetwork(network);
	if (link === null || known === undefined) return ok(text);
	const { scheme, params } = link;
	// `polygon:` is no scheme of wallets, and means what it says.
	if (scheme !== known.link.scheme && findNetwork(scheme) !== known)
		return fail(`${shownLink(scheme)}, but 'Network' is ${network.trim()}; write the address alone`);
	const cant = CANT_CARRY.find((name) => params.has(name));
	if (cant !== undefined) return fail(`${shownLink(scheme)} that asks for a ${cant}, which the payment can't carry`);
	const problem = requiredProblem(link);
	if (problem !== null) return fail(problem);
	return scheme === 'ethereum' ? ethereumPayee(link, known.link, cents) : tokenPayee(link, known.link.contract, cents);
}

const isToken = (given: readonly string[] | undefined, contract: string) =>
	given?.length === 1 && given[0]?.toLowerCase() === contract.toLowerCase();

const OTHER_TOKEN = 'that asks for another token than USDT of this network';

/** Solana Pay: an amount without a token is one of the network's own coin. */
function tokenPayee(link: Link, contract: string, cents: bigint | null): Result<string> {
	const { scheme, target, params } = link;
	const given = params.get('spl-token') ?? params.get('token');
	const asks = given !== undefined || params.has('amount');
	if (asks && !isToken(given, contract)) return fail(`${shownLink(scheme)} ${OTHER_TOKEN}`);
	const problem = amountProblem(link, 'amount', CENT_EXPONENT, cents);
	return problem === null ? onlyOne(scheme, [target], 'wallet address') : fail(problem);
}

const ETHEREUM = /^(?:pay-)?([^@/]+)(?:@(\d{1,20}|0x[0-9a-f]{1,16}))?(?:\/(\w+))?$/i;

/** A unit of USDT on these networks is a millionth: so many of them are a cent. */
const UNITS_OF_A_CENT = 10_000n;

/** EIP-681: an address alone, or the call `transfer` of the token's contract, whose `address` is paid. */
function ethereumPayee(link: Link, known: { chain?: bigint; contract: string }, cents: bigint | null): Result<string> {
	const { scheme, target, params } = link;
	const [, address = '', chain, call] = ETHEREUM.exec(target) ?? [];
	if (chain !== undefined && BigInt(chain) !== known.chain)
		return fail(`${shownLink(scheme)} of the chain ${chain}, which isn't that of 'Network'`);
	if (call === undefined) {
		const asksForCoins = params.has('value') || params.has('amount');
		return asksForCoins ? fail(`${shownLink(scheme)} ${OTHER_TOKEN}`) : onlyOne(scheme, [address], 'wallet address');
	}
	if (call.toLowerCase() !== 'transfer' || !isToken([address], known.contract))
		return fail(`${shownLink(scheme)} ${OTHER_TOKEN}`);
	const units = cents === null ? null : cents * UNITS_OF_A_CENT;
	const problem = amountProblem(link, 'uint256', 0, units);
	return problem === null ? onlyOne(scheme, params.get('address') ?? [], 'wallet address') : fail(problem);
}
