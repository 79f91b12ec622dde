import { fail, ok, type Result } from '../domain/result';
import { MSAT_PER_SAT, readInvoice } from './lightning';
import { amountProblem, onlyOne, readLink, requiredProblem, shownLink } from './links';

const SATOSHI_EXPONENT = 8;

/** The Lightning address in a `lightning:` link, or the text itself if it isn't such a link. */
export function lightningAddressInLink(text: string): string {
	const link = readLink(text);
	return link?.scheme === 'lightning' && link.params.size === 0 ? link.target : text;
}

/**
 * The address in a `bitcoin:` link, or the text itself if it isn't a link. Fails for other links, and if the link asks
 * for another amount than `sats`, which is null for a payment in another currency.
 */
export function onChainAddressInLink(text: string, sats: bigint | null): Result<string> {
	const link = readLink(text);
	if (link === null) return ok(text);
	const { scheme, target, params } = link;
	if (scheme !== 'bitcoin') return fail(`${shownLink(scheme)} without a Bitcoin address`);
	const named = ['bc', 'tb', 'bcrt'].flatMap((name) => params.get(name) ?? []);
	const problem = requiredProblem(link) ?? amountProblem(link, SATOSHI_EXPONENT, sats);
	if (problem !== null) return fail(problem);
	const invoices = (params.get('lightning') ?? []).map(readInvoice);
	const asked = invoices.flatMap((invoice) => (invoice.ok ? (invoice.value.amountMsat ?? []) : []));
	return asked.some((msat) => sats === null || msat !== sats * MSAT_PER_SAT)
		? fail(`${shownLink(scheme)} with an invoice for another amount`)
		: onlyOne(scheme, [target, ...named], 'Bitcoin address');
}
