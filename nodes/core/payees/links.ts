import { fail, ok, type Result } from '../domain/result';
import { quotedText } from '../domain/text';

/**
 * A payment link as wallets copy it: BIP 21 (`bitcoin:`, with the names of BIP 321) or `lightning:`. It is accepted if
 * it contains exactly one payee of the field's kind and nothing that contradicts the payment.
 */
export interface Link {
	readonly scheme: string;
	/** The part between the scheme and the question mark. */
	readonly target: string;
	/** Values by parameter name. Names are in lower case here: a link can be in capitals, for a smaller QR code. */
	readonly params: ReadonlyMap<string, readonly string[]>;
}

const LINK = /^([a-z][a-z0-9+.-]*):(?:\/\/)?([^?]*)(?:\?(.*))?$/is;

export function readLink(text: string): Link | null {
	const [, scheme, target = '', query = ''] = LINK.exec(text.trim()) ?? [];
	if (scheme === undefined) return null;
	const params = new Map<string, string[]>();
	for (const [name, value] of new URLSearchParams(query)) {
		const key = name.toLowerCase();
		params.set(key, [...(params.get(key) ?? []), value]);
	}
	return { scheme: scheme.toLowerCase(), target: target.trim(), params };
}

/** A decimal number times 10 to the power of `exponent`; null if the result isn't whole, or the text isn't a number. */
function scaled(text: string, exponent: number): bigint | null {
	const [, whole = '', decimals = ''] = /^(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text) ?? [];
	if (whole === '') return null;
	const zeros = exponent - decimals.length;
	const digits = BigInt(whole + decimals);
	if (zeros >= 0) return digits * 10n ** BigInt(zeros);
	const divisor = 10n ** BigInt(-zeros);
	return digits % divisor === 0n ? digits / divisor : null;
}

export const shownLink = (scheme: string) => `is a link (${scheme}:)`;

/** The only payee in a link; fails if there are none or several. */
export function onlyOne(scheme: string, payees: readonly string[], kind: string): Result<string> {
	const [payee = '', ...others] = payees.filter((one) => one !== '');
	if (others.length > 0) return fail(`${shownLink(scheme)} with more than one ${kind}; write only the right one`);
	return payee === '' ? fail(`${shownLink(scheme)} without a ${kind}`) : ok(payee);
}

/**
 * Says that a link asks for an amount that isn't the paid one; null if it asks for no amount, or for the paid amount.
 *
 * @param exponent the decimals of a bitcoin in the unit of `paid`: 8 for satoshis
 * @param paid the paid amount; null if it is in another currency, or can't be read
 */
export function amountProblem({ scheme, params }: Link, exponent: number, paid: bigint | null): string | null {
	const values = params.get('amount') ?? [];
	if (values.every((value) => paid !== null && scaled(value, exponent) === paid)) return null;
	return `${shownLink(scheme)} that asks for ${values.map((value) => quotedText(value)).join(' and ')}, which isn't the amount that is paid`;
}

/** Why a link can't be paid: BIP 21 forbids it if an unknown parameter begins with `req-`. Otherwise null. */
export function requiredProblem({ scheme, params }: Link): string | null {
	const required = [...params.keys()].find((name) => name.startsWith('req-'));
	return required === undefined
		? null
		: `${shownLink(scheme)} that requires ${quotedText(required)}, which isn't supported; write only the address or invoice`;
}

/** A thousandth of a satoshi is the eleventh decimal of a bitcoin. */
const MSAT_EXPONENT = 11;

/**
 * The Lightning invoice in a link, or the text itself if it isn't a link. A `lightning:` link is an invoice; a
 * `bitcoin:` link has one next to an address. `disagrees` takes the amount in the invoice, in thousandths of a satoshi,
 * and says as a clause that the link asks for another amount; null if it doesn't.
 */
export function invoiceInLink(
	text: string,
): Result<{ text: string; disagrees: (msat: bigint | null) => string | null }> {
	const link = readLink(text);
	if (link === null || (link.scheme !== 'bitcoin' && link.scheme !== 'lightning'))
		return ok({ text: text.trim(), disagrees: () => null });
	const { scheme, target, params } = link;
	const named = params.get('lightning') ?? [];
	const only = scheme === 'lightning' ? ok(target) : onlyOne(scheme, named, 'Lightning invoice');
	const required = requiredProblem(link);
	if (!only.ok || required !== null) return only.ok ? fail(required ?? '') : only;
	return ok({ text: only.value, disagrees: (msat) => amountProblem(link, MSAT_EXPONENT, msat) });
}
