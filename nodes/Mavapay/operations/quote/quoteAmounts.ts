/** A decimal number in an answer, exact: `units` whole minor units and whether a fraction follows. */
interface Decimal {
	readonly units: bigint;
	readonly fraction: boolean;
}

/**
 * Reads an amount or fee of a quote in minor units: a number or numeric text (docs/interface.md#amounts:
 * both forms appear), fees with fractions of a minor unit included. Null for all else.
 */
function readDecimal(value: unknown): Decimal | null {
	const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
	const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text);
	if (match?.[1] === undefined) return null;
	return { units: BigInt(match[1]), fraction: /[1-9]/.test(match[2] ?? '') };
}

/** An amount rounded up: for what is paid, so that a limit is never passed. */
export function wholeMinorUp(value: unknown): bigint | null {
	const decimal = readDecimal(value);
	return decimal === null ? null : decimal.units + (decimal.fraction ? 1n : 0n);
}

/** An amount rounded down: for what is received. */
export function wholeMinorDown(value: unknown): bigint | null {
	return readDecimal(value)?.units ?? null;
}
