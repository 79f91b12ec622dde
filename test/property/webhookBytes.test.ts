import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { findCustomerReference } from '../../nodes/core/domain/customerReference';
import { dataMemberBytes } from '../../nodes/core/domain/rawJson';
import { openSecret, sealSecret, signBody, verifySignature } from '../../nodes/core/domain/signature';

const secret = fc.string({ minLength: 1, maxLength: 40, unit: 'binary' });
const bytes = fc.uint8Array({ maxLength: 200 });

/** Writes JSON with drawn blanks between its tokens and, in keys, drawn escapes. */
function write(value: unknown, blank: () => string, escape: () => boolean): string {
	const around = (text: string): string => `${blank()}${text}${blank()}`;
	if (Array.isArray(value)) return around(`[${value.map((entry) => write(entry, blank, escape)).join(',') || blank()}]`);
	if (typeof value !== 'object' || value === null) return around(JSON.stringify(value));
	const members = Object.entries(value).map(([key, entry]) => `${around(writeKey(key, escape))}:${write(entry, blank, escape)}`);
	return around(`{${members.join(',') || blank()}}`);
}

function writeKey(key: string, escape: () => boolean): string {
	const units = key.split('').map((unit) => (escape() ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : JSON.stringify(unit).slice(1, -1)));
	return `"${units.join('')}"`;
}

const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' });
const document = fc.record({ members: fc.dictionary(fc.string({ unit: 'grapheme' }), json, { noNullPrototype: true }), data: json, choices: fc.infiniteStream(fc.nat()) });

test('gives the data member of any JSON, byte by byte, however it is spaced and escaped', () => {
	fc.assert(
		fc.property(document, fc.nat(), ({ members, data, choices }, place) => {
			const blank = (): string => ['', '', ' ', '\n', '\t\r '][Number(choices.next().value) % 5] ?? '';
			const escape = (): boolean => Number(choices.next().value) % 7 === 0;
			const rest = Object.entries(members).filter(([key]) => key !== 'data' && key !== '__proto__');
			const dataText = write(data, () => '', escape);
			const texts = rest.map(([key, value]) => `${writeKey(key, escape)}${blank()}:${write(value, blank, escape)}`);
			texts.splice(place % (texts.length + 1), 0, `${writeKey('data', escape)}${blank()}:${blank()}${dataText}${blank()}`);
			const body = Buffer.from(`${blank()}{${blank()}${texts.join(`,${blank()}`)}}${blank()}`);
			const found = dataMemberBytes(body);
			expect(found === null ? null : Buffer.from(found).toString('utf8')).toBe(dataText);
			expect(JSON.parse(dataText)).toEqual(JSON.parse(body.toString('utf8')).data);
		}),
	);
});

test('without a data member, or with a key twice, it finds nothing', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), json, { noNullPrototype: true }), json, (members, data) => {
			const rest = Object.fromEntries(Object.entries(members).filter(([key]) => key !== 'data' && key !== '__proto__'));
			expect(dataMemberBytes(Buffer.from(JSON.stringify(rest)))).toBeNull();
			const once = JSON.stringify({ ...rest, data }).slice(0, -1);
			expect(dataMemberBytes(Buffer.from(`${once}}`))).not.toBeNull();
			expect(dataMemberBytes(Buffer.from(`${once},"data":${JSON.stringify(data)}}`))).toBeNull();
		}),
	);
});

test('no bytes make it throw, and broken JSON gives nothing', () => {
	const broken = fc.tuple(json, fc.nat(), fc.uint8Array({ maxLength: 3 })).map(([data, place, extra]) => {
		const whole = Buffer.from(JSON.stringify({ event: 'x', data }));
		const at = place % whole.length;
		return Buffer.concat([whole.subarray(0, at), extra, whole.subarray(at + 1)]);
	});
	fc.assert(
		fc.property(fc.oneof(bytes, broken), (body) => {
			const found = dataMemberBytes(body);
			let parsed: unknown;
			try {
				parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
			} catch {
				expect(found).toBeNull();
				return;
			}
			if (found !== null) expect(parsed).toHaveProperty('data', JSON.parse(Buffer.from(found).toString('utf8')));
		}),
	);
});

test('a signature passes in every form, under any place of its secret, for its own bytes only', () => {
	fc.assert(
		fc.property(bytes, secret, fc.array(fc.option(secret, { nil: undefined }), { maxLength: 3 }), fc.boolean(), fc.constantFrom('', 'sha256=', 'SHA256='), (body, key, others, asBase64, prefix) => {
			const header = `${prefix}${createHmac('sha256', key).update(body).digest(asBase64 ? 'base64' : 'hex')}`;
			expect(verifySignature({ bytes: body, header, secrets: [...others, key] })).toBe(true);
			const others2 = others.filter((other) => other !== key);
			expect(verifySignature({ bytes: body, header, secrets: others2 })).toBe(false);
			expect(verifySignature({ bytes: Buffer.concat([body, Buffer.from([0])]), header, secrets: [key] })).toBe(false);
		}),
	);
});

test('one changed character of a signature never passes', () => {
	fc.assert(
		fc.property(bytes, secret, fc.nat(63), fc.constantFrom(...'0123456789abcdef'), (body, key, at, digit) => {
			const header = signBody({ bytes: body, secret: key });
			const changed = header.slice(0, at) + digit + header.slice(at + 1);
			expect(verifySignature({ bytes: body, header: changed, secrets: [key] })).toBe(changed === header);
		}),
	);
});

test('no header throws, and none that was not signed passes', () => {
	const hexLike = fc.array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: 60, maxLength: 68 }).map((list) => list.join(''));
	const base64Like = fc.uint8Array({ minLength: 30, maxLength: 34 }).map((raw) => Buffer.from(raw).toString('base64'));
	const header = fc.oneof(fc.anything(), fc.string({ unit: 'binary', maxLength: 400 }), hexLike, base64Like, hexLike.map((text) => `sha256=${text}`));
	fc.assert(
		fc.property(bytes, header, fc.array(secret, { maxLength: 3 }), (body, value, secrets) => {
			expect(verifySignature({ bytes: body, header: value, secrets })).toBe(false);
		}),
	);
});

test('what is sealed opens under its key alone', () => {
	const text = fc.string({ unit: 'grapheme' });
	fc.assert(
		fc.property(text, text, text, (value, apiKey, otherKey) => {
			const sealed = sealSecret({ secret: value, apiKey });
			expect(openSecret({ sealed, apiKey })).toEqual({ ok: true, value });
			if (otherKey !== apiKey) expect(openSecret({ sealed, apiKey: otherKey }).ok).toBe(false);
		}),
		{ numRuns: 100 },
	);
});

test('no text makes opening throw', () => {
	const text = fc.oneof(fc.string({ unit: 'binary' }), fc.base64String().map((encoded) => `1.${encoded}`), fc.uint8Array({ maxLength: 100 }).map((raw) => `1.${Buffer.from(raw).toString('base64url')}`));
	fc.assert(
		fc.property(text, (sealed) => {
			expect(openSecret({ sealed, apiKey: 'key' }).ok).toBe(false);
		}),
	);
});

test('a reference is found where it was put, and looking for one never throws', () => {
	fc.assert(
		fc.property(fc.anything(), fc.string({ minLength: 1 }), fc.constantFrom('btcUsdMetadata', 'stablecoinTransactionMetadata', 'metadata', 'order'), (data, reference, place) => {
			const found = findCustomerReference(data);
			if (found !== null) expect(typeof found.value).toBe('string');
			const placed = findCustomerReference({ id: 'a', [place]: { customerReference: reference } });
			expect(placed?.value ?? null).toBe(reference.trim() === '' ? null : reference);
		}),
	);
});
