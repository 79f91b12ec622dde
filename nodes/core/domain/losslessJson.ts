import type { Json } from './json';

/** A JSON text, read without losing a digit. */
export interface LosslessJson {
	readonly value: Json;
	/** The numbers that became text, as they were written. */
	readonly asText: ReadonlySet<string>;
}

/** A string, so that digits in it are passed over, or a number. Only for a text that is known to be JSON. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Where a number may begin that has an exponent or more than 15 digits, which are what every double gives
 * back unchanged (IEEE 754). Strings may look like it, too. Without any of these the text is read once.
 */
const MAYBE_LONG = /(?:^|[[:,])\s*-?\d(?:[\d.]{15}|[\d.]*[eE])/;

/**
 * Reads JSON as JSON.parse does, but for numbers that a JavaScript number cannot hold: integers beyond
 * 2^53 - 1 and decimals with other digits than were written become text of the digits as they came
 * (RFC 8259, section 6, leaves their precision to the reader). Throws SyntaxError where JSON.parse does.
 */
export function parseLossless(text: string): LosslessJson {
	const value: Json = JSON.parse(text);
	const asText = new Set<string>();
	if (!MAYBE_LONG.test(text)) return { value, asText };
	const quoted = text.replace(STRING_OR_NUMBER, (token) => {
		if (token.startsWith('"') || isExact(token)) return token;
		asText.add(token);
		return `"${token}"`;
	});
	return { value: JSON.parse(quoted), asText };
}

/** Whether a JavaScript number holds what is written, digit for digit, and calculates with it exactly. */
function isExact(written: string): boolean {
	const number = Number(written);
	if (Number.isInteger(number) && !Number.isSafeInteger(number)) return false;
	return Number.isFinite(number) && canonical(written) === canonical(String(number));
}

/** One form for all ways to write a number, whatever its sign: its significant digits, and where the point is. */
function canonical(written: string): string {
	const [mantissa = '', power] = written.toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.split('.');
	const digits = (whole + fraction).replace(/^-?0*/, '');
	if (digits === '') return digits;
	const point = Number(power ?? 0) + digits.length - fraction.length;
	return `${digits.replace(/0+$/, '')}e${point}`;
}
