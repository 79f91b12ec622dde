import { textOf, type JsonObject } from '../../../core/domain/json';
import { amountOutput, parseAmount, USDT } from '../../../core/domain/money';

/**
 * Adds `limits` to a deposit address: the amounts that may be paid in, in minor and major units. `minAmount` and
 * `maxAmount` are whole USDT, unlike every other amount, and a maximum of 0 is none
 * (docs/interface.md#stablecoin-addresses), which `limits` has as null. Where one of the two can't be read, `limits`
 * itself is null, so that an unknown maximum is not taken for none.
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
