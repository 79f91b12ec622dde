import { textOf, type JsonObject } from '../../../core/domain/json';
import { amountOutput, parseAmount, USDT } from '../../../core/domain/money';

/** Members of a deposit address that 'Simplify' keeps. */
export const SIMPLE_ADDRESS =
	'id, address, network, currency, reference, limits, minAmount, maxAmount, memo, createdAt';

/**
 * Adds `limits` to a deposit address: the amounts that may be paid in, in both units. Unlike every other amount,
 * `minAmount` and `maxAmount` are whole USDT, and a maximum of 0 means none (docs/reference/interface.md#stablecoin-addresses),
 * which is null in `limits`. If one can't be read, `limits` is null, so that an unknown maximum doesn't pass for none.
 */
export function withLimits(address: JsonObject): JsonObject {
	const currency = typeof address.currency === 'string' ? address.currency : USDT.code;
	const minimum = wholeCoins(address.minAmount, currency);
	const maximum = wholeCoins(address.maxAmount, currency);
	if (minimum === null || maximum === null) return { ...address, limits: null };
	const limitOf = (minor: bigint) => amountOutput({ minor, currency });
	return { ...address, limits: { minimum: limitOf(minimum), maximum: maximum === 0n ? null : limitOf(maximum) } };
}

/** An amount in the major unit as minor units; null where it cannot be read exactly. */
function wholeCoins(value: unknown, currency: string): bigint | null {
	if (/^\s*0+(\.0+)?\s*$/.test(textOf(value) ?? '')) return 0n;
	const parsed = parseAmount(value, 'major', currency);
	return parsed.ok ? parsed.value : null;
}
