import type { Json } from './json';

/** A JSON text, read without losing a digit. */
export interface LosslessJson {
	readonly value: Json;
	/** The numbers that became text, as they were written. */
	readonly asText: ReadonlySet<string>;
}

/** A string, so that digits in it are passed over, or a number. Only for a text that is known to be JSON. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Every double gives back 15 significant digits unchanged (IEEE 754), so shorter numbers need no second look. */
const SHORT = /^[-\d.]{1,15}$/;

/** Where a number may begin, one that is longer or has an exponent; strings may look like it, too. */
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
	return asText.size === 0 ? { value, asText } : { value: JSON.parse(quoted), asText };
}

/** Whether a JavaScript number holds what is written, digit for digit, and calculates with it exactly. */
function isExact(written: string): boolean {
	if (SHORT.test(written)) return true;
	const number = Number(written);
	if (Number.isInteger(number) && !Number.isSafeInteger(number)) return false;
	return Number.isFinite(number) && canonical(written) === canonical(String(number));
}

/** One form for all ways to write a number: its significant digits and a power of ten. */
function canonical(written: string): string {
	const [mantissa = '', power = '0'] = written.toLowerCase().split('e');
	const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	const exponent = Number(power) - fraction.length + digits.length - significant.length;
	return `${written.startsWith('-') ? '-' : ''}${significant}e${exponent}`;
}
