const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const OBJECT_START = 0x7b;

/**
 * The bytes of the top-level `data` member's value, exactly as received, for signatures that are taken
 * over them (contract 7): to parse and write it again would change numbers such as 1.0 and escapes.
 *
 * Null when the body is not strict JSON in UTF-8 (RFC 8259), is not an object, has no `data`, or has any
 * top-level key twice: readers disagree on which of two counts, so that one could be signed and the other
 * believed. Never throws; time grows with the length only.
 */
export function dataMemberBytes(body: Uint8Array): Uint8Array | null {
	if (!isStrictJson(body)) return null;
	const start = skipBlanks(body, 0);
	if (body[start] !== OBJECT_START) return null;
	const seen = new Set<string>();
	let found: Uint8Array | null = null;
	let at = skipBlanks(body, start + 1);
	while (body[at] === QUOTE) {
		const keyEnd = skipValue(body, at);
		const key = decodeKey(body.subarray(at, keyEnd));
		if (seen.has(key)) return null;
		seen.add(key);
		const valueStart = skipBlanks(body, afterByte(body, keyEnd, COLON));
		const valueEnd = skipValue(body, valueStart);
		if (key === 'data') found = body.subarray(valueStart, valueEnd);
		at = skipBlanks(body, afterByte(body, valueEnd, COMMA));
	}
	return found;
}

/** What follows relies on this: the scanner below looks at structure alone. */
function isStrictJson(body: Uint8Array): boolean {
	try {
		JSON.parse(decodeUtf8(body));
		return true;
	} catch {
		return false;
	}
}

function decodeUtf8(bytes: Uint8Array): string {
	return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** A key in its quotes, with escapes such as \u0061 resolved. */
function decodeKey(bytes: Uint8Array): string {
	return String(JSON.parse(decodeUtf8(bytes)));
}

function skipBlanks(body: Uint8Array, from: number): number {
	let at = from;
	while (BLANKS.has(body[at] ?? -1)) at += 1;
	return at;
}

/** The position after the next such byte if only blanks are before it, else after the blanks. */
function afterByte(body: Uint8Array, from: number, byte: number): number {
	const at = skipBlanks(body, from);
	return body[at] === byte ? at + 1 : at;
}

/** The position after the value that starts at `from`. */
function skipValue(body: Uint8Array, from: number): number {
	let at = from;
	let depth = 0;
	do {
		const byte = body[at] ?? -1;
		if (byte === QUOTE) at = skipString(body, at);
		else if (OPENING.has(byte) || CLOSING.has(byte)) {
			depth += OPENING.has(byte) ? 1 : -1;
			at += 1;
		} else at = depth > 0 ? at + 1 : skipScalar(body, at);
	} while (depth > 0 && at < body.length);
	return at;
}

function skipString(body: Uint8Array, from: number): number {
	let at = from + 1;
	while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
	return at + 1;
}

/** A number, true, false or null ends where a blank, a comma or a closing bracket is. */
function skipScalar(body: Uint8Array, from: number): number {
	let at = from;
	while (at < body.length && !isEnd(body[at] ?? -1)) at += 1;
	return at;
}

function isEnd(byte: number): boolean {
	return byte === COMMA || CLOSING.has(byte) || BLANKS.has(byte);
}
