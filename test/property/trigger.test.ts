/** The trigger's pure rules, on random bodies, headers, patterns and orders of arrival. */
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { fitsItsData, parseEvent, referenceOf, shapeEvent, toJson } from '../../nodes/MavapayTrigger/event';
import { passes } from '../../nodes/MavapayTrigger/filters';
import { compilePattern } from '../../nodes/MavapayTrigger/pattern';
import { eventKey, SeenEvents } from '../../nodes/MavapayTrigger/seenEvents';
import { readSettings } from '../../nodes/MavapayTrigger/settings';
import { isSigned, signatureHeaderOf, type SignedText } from '../../nodes/MavapayTrigger/verification';

const secret = 'the secret';
const sign = (bytes: Uint8Array, encoding: 'hex' | 'base64' = 'hex') =>
	createHmac('sha256', secret).update(bytes).digest(encoding);
const utf8 = (text: string) => Buffer.from(text, 'utf8');

/** JSON as somebody else might write it: other forms of numbers, escapes, blanks, any order of keys. */
const blank = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const number = fc.constantFrom('1.0', '1e3', '1E+3', '-0', '0.10', '100', '12345678901234567890', '1.50e-7');
const text = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 8 }).map((value) => JSON.stringify(value)),
	fc.constantFrom('"\\u0041"', '"\\/"', '"\u2028"', '"e\u0301"', '"\u00e9"', '"\\"}{"', '"data"'),
);
const { json } = fc.letrec<{ json: string }>((tie) => ({
	json: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		fc.oneof(number, text, fc.constantFrom('true', 'false', 'null')),
		fc.tuple(blank, fc.array(tie('json'), { maxLength: 3 }), blank).map(([before, values, after]) => `[${before}${values.join(`${after},`)}${after}]`),
		fc
			.tuple(blank, fc.array(fc.tuple(text, blank, tie('json')), { maxLength: 3 }), blank)
			.map(([before, members, after]) => `{${before}${members.map(([key, gap, value]) => `${key}${gap}:${gap}${value}`).join(`${after},`)}${after}}`),
	),
}));

const envelope = fc.record({ data: json, gap: blank, dataFirst: fc.boolean(), event: text }).map(({ data, gap, dataFirst, event }) => {
	const members = [`"event"${gap}:${event}`, `"data":${gap}${data}`];
	return { data, body: `${gap}{${(dataFirst ? members.reverse() : members).join(`,${gap}`)}}${gap}` };
});

const form = fc.constantFrom<SignedText>('body', 'data');

describe('a signature', () => {
	it('fits its own bytes, in both forms of the signed text', () => {
		fc.assert(
			fc.property(envelope, form, fc.constantFrom('hex', 'base64'), fc.constantFrom('', 'sha256='), ({ body, data }, signedText, encoding, prefix) => {
				const header = prefix + sign(utf8(signedText === 'body' ? body : data), encoding);
				return isSigned({ body: utf8(body), header, signedText, secrets: [secret] });
			}),
		);
	});

	it('fits no other bytes', () => {
		fc.assert(
			fc.property(envelope, form, fc.nat(), fc.integer({ min: 1, max: 255 }), ({ body, data }, signedText, position, flip) => {
				const signed = signedText === 'body' ? body : data;
				const header = sign(utf8(signed));
				const changed = Buffer.from(signed, 'utf8');
				const at = position % changed.length;
				changed[at] = (changed[at] ?? 0) ^ flip;
				const changedBody = signedText === 'body' ? changed : Buffer.concat([utf8('{"data":'), changed, utf8('}')]);
				return !isSigned({ body: changedBody, header, signedText, secrets: [secret] }) || isTrimmed(changed, signed);
			}),
		);
	});

	/** Blanks around `data` are no part of it: a last byte that became one leaves other, shorter data. */
	const isTrimmed = (changed: Buffer, signed: string) => changed.toString('utf8').trim() === signed;

	it('does not fit what a reader of JSON writes anew', () => {
		fc.assert(
			fc.property(envelope, ({ body }) => {
				const anew = JSON.stringify(JSON.parse(body));
				fc.pre(anew !== body);
				return !isSigned({ body: utf8(anew), header: sign(utf8(body)), signedText: 'body', secrets: [secret] });
			}),
		);
	});

	it('of one form is none of the other', () => {
		fc.assert(
			fc.property(envelope, ({ body, data }) => {
				const crossed = [
					isSigned({ body: utf8(body), header: sign(utf8(data)), signedText: 'body', secrets: [secret] }),
					isSigned({ body: utf8(body), header: sign(utf8(body)), signedText: 'data', secrets: [secret] }),
				];
				return !crossed.includes(true);
			}),
		);
	});

	const anyHeader = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 300 }),
		fc.stringMatching(/^(sha256=)?[0-9a-fA-F]{0,70}$/),
		fc.base64String({ maxLength: 60 }),
	);

	it('made up at random never fits and never throws', () => {
		fc.assert(
			fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), envelope.map(({ body }) => utf8(body))), anyHeader, form, (body, header, signedText) =>
				!isSigned({ body, header, signedText, secrets: [secret, 'another'] }),
			),
		);
	});

	it('header of any name and kind is text or nothing', () => {
		const names = fc.oneof(fc.constantFrom('x-mavapay-signature', 'x-signature', '__proto__', 'constructor'), fc.string());
		fc.assert(
			fc.property(fc.dictionary(names, fc.anything()), fc.option(names), (headers, name) => {
				const found = signatureHeaderOf(headers, name);
				return found === null || typeof found === 'string';
			}),
		);
	});
});

describe('an event', () => {
	it('of any bytes is read or refused, never thrown at', () => {
		fc.assert(
			fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(utf8)), (bytes) => {
				const parsed = parseEvent(bytes);
				return parsed.ok || parsed.reason !== '';
			}),
		);
	});

	const names = fc.constantFrom('id', 'amount', 'fees', 'currency', 'type', 'status', 'orderId', 'metadata', 'btcUsdMetadata', 'order', 'customerReference', '__proto__');
	const data = fc.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof({ maxDepth: 3 }, fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('NGN', 'BTC', 'DEPOSIT'), fc.dictionary(names, tie('value'))),
	})).value;

	it('of any shape comes out whole, with its data untouched and its amounts exact', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 1 }), data, (event, value) => {
				const written = JSON.stringify({ event, data: value });
				const parsed = parseEvent(utf8(written));
				if (!parsed.ok) throw new Error(parsed.reason);
				const shaped = shapeEvent(parsed.value, { verified: 'body', reference: referenceOf(parsed.value.data) });
				const kept = JSON.parse(written, (_name, member: unknown) => (Number.isInteger(member) && !Number.isSafeInteger(member) ? String(member) : member));
				expect(JSON.stringify({ event: shaped.event, data: shaped.data })).toBe(JSON.stringify(kept));
				expect(Object.keys(toJson(shaped))).toHaveLength(12);
				expect(typeof fitsItsData(parsed.value)).toBe('boolean');
				for (const { minor } of [shaped.amount, shaped.fees]) expect(minor ?? '0').toMatch(/^-?\d+$/);
			}),
		);
	});

	it('passes a minimum exactly when its amount reaches it', () => {
		const amount = fc.bigInt({ min: 1n, max: 10n ** 15n });
		fc.assert(
			fc.property(amount, amount, fc.constantFrom('NGN', 'BTC', 'USDT'), (has, minimum, currency) => {
				const settings = readSettings({ events: '*', registration: '', replaceExisting: false, filters: { currency, minimumAmount: String(minimum) }, options: {} });
				if (!settings.ok) throw new Error(settings.reason);
				const shaped = shapeEvent({ event: 'x', data: { currency, amount: Number(has) } }, { verified: 'body', reference: null });
				return passes(shaped, settings.value.filters) === has >= minimum;
			}),
		);
	});
});

describe('the events seen', () => {
	const deliveries = fc.array(fc.record({ id: fc.nat({ max: 20 }), status: fc.constantFrom('PENDING', 'SUCCESS'), stale: fc.nat({ max: 30 }) }), { maxLength: 60 });

	it('let each through once, however stale the stored list that a delivery was given', () => {
		fc.assert(
			fc.property(deliveries, (all) => {
				const seen = new SeenEvents();
				const stored: string[][] = [[]];
				const emitted: string[] = [];
				for (const { id, status, stale } of all) {
					const key = eventKey({ event: 'payment.sent', data: { id: `t${id}`, status } }, utf8(''));
					if (seen.addIfNew(key, stored[Math.max(0, stored.length - 1 - stale)] ?? [])) emitted.push(`${id} ${status}`);
					stored.push([...seen.latest]);
				}
				const different = new Set(all.map(({ id, status }) => `${id} ${status}`));
				expect(new Set(emitted)).toEqual(different);
				expect(emitted).toHaveLength(different.size);
			}),
		);
	});
});

describe('a pattern', () => {
	const { piece } = fc.letrec<{ piece: string }>((tie) => {
		const simple = fc.constantFrom('a', 'b', '.', '\\d', '[ab]', '[^a]', '\\w', '1', '^', '$', '\\b', '\\B', '-', '\\-', '');
		const repeatable = fc.oneof(fc.constantFrom('a', 'b', '.', '\\d', '[a-b]'), tie('piece').map((inner) => `(?:${inner})`), tie('piece').map((inner) => `(${inner})`));
		const quantifier = fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '+?', '??', '{1,2}?');
		return {
			piece: fc.oneof(
				{ maxDepth: 4 },
				simple,
				fc.tuple(repeatable, quantifier).map(([part, count]) => part + count),
				fc.tuple(tie('piece'), tie('piece')).map(([one, other]) => one + other),
				fc.tuple(tie('piece'), tie('piece')).map(([one, other]) => `${one}|${other}`),
			),
		};
	});
	// `a` before a digit in braces or a quantifier after an assertion are syntax errors: those are drawn again.
	const isValid = (source: string) => {
		try {
			return new RegExp(source) instanceof RegExp;
		} catch {
			return false;
		}
	};

	it("fits what JavaScript's own engine finds", () => {
		fc.assert(
			fc.property(piece.filter(isValid), fc.stringMatching(/^[ab1\- \n]{0,8}$/), (source, subject) => {
				const compiled = compilePattern(source);
				if (!compiled.ok) throw new Error(`${source} ${compiled.reason}`);
				expect([source, subject, compiled.value(subject)]).toEqual([source, subject, new RegExp(source).test(subject)]);
			}),
		);
	});

	it('of any text is compiled or refused, never thrown at', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ maxLength: 30 }), (source, subject) => {
				const compiled = compilePattern(source);
				return compiled.ok ? compiled.value(subject) === new RegExp(source).test(subject) : compiled.reason !== '';
			}),
		);
	});
});
