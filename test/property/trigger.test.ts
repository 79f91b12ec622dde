/** The trigger's pure rules, on random bodies and events of any shape. */
import * as fc from 'fast-check';
import { signBody, verifyBody } from '../../nodes/core/events/webhookSignature';
import { parseEvent, signedEvent } from '../../nodes/core/events/paymentEvent';

const secret = 'the secret';
const utf8 = (text: string) => Buffer.from(text, 'utf8');
const sign = (text: string) => signBody({ bytes: utf8(text), secret });

/** JSON as somebody else might write it: other forms of numbers, escapes, blanks, any order of keys. */
const blank = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const number = fc.constantFrom('1.0', '1e3', '1E+3', '-0', '0.10', '100', '12345678901234567890', '1.50e-7', '1e999');
const text = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 8 }).map((value) => JSON.stringify(value)),
	fc.constantFrom(
		'"\\u0041"',
		'"\\/"',
		'"\u2028"',
		'"e\u0301"',
		'"\u00e9"',
		'"\\"}{"',
		'"data"',
		'"event"',
		'"__proto__"',
	),
);
const { json } = fc.letrec<{ json: string }>((tie) => ({
	json: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		fc.oneof(number, text, fc.constantFrom('true', 'false', 'null')),
		fc
			.tuple(blank, fc.array(tie('json'), { maxLength: 3 }), blank)
			.map(([before, values, after]) => `[${before}${values.join(`${after},`)}${after}]`),
		fc
			.tuple(blank, fc.array(fc.tuple(text, blank, tie('json')), { maxLength: 3 }), blank)
			.map(
				([before, members, after]) =>
					`{${before}${members.map(([key, gap, value]) => `${key}${gap}:${gap}${value}`).join(`${after},`)}${after}}`,
			),
	),
}));

const envelope = fc
	.record({ data: json, gap: blank, dataFirst: fc.boolean(), event: text })
	.map(({ data, gap, dataFirst, event }) => {
		const members = [`"event"${gap}:${event}`, `"data":${gap}${data}`];
		return `${gap}{${(dataFirst ? members.reverse() : members).join(`,${gap}`)}}${gap}`;
	});

describe('a signature', () => {
	const verify = (body: Uint8Array, header: unknown) =>
		verifyBody({ bytes: body, signatures: [header], secrets: [secret, 'another'] });

	it('of the bytes fits them, and vouches for them as they are', () => {
		fc.assert(fc.property(envelope, (body) => Buffer.from(verify(utf8(body), sign(body)) ?? []).toString() === body));
	});

	it('of the JSON as JavaScript writes it fits however that came, and vouches for what was signed', () => {
		fc.assert(
			fc.property(envelope, (body) => {
				const written = JSON.stringify(JSON.parse(body));
				return Buffer.from(verify(utf8(body), sign(written)) ?? []).toString() === written;
			}),
		);
	});

	it('of other JSON never fits: what is believed is what was signed', () => {
		fc.assert(
			fc.property(envelope, fc.nat(), fc.integer({ min: 1, max: 255 }), (body, position, flip) => {
				const changed = utf8(body);
				const at = position % changed.length;
				changed[at] = (changed[at] ?? 0) ^ flip;
				for (const signed of [body, JSON.stringify(JSON.parse(body))]) {
					const vouched = verify(changed, sign(signed));
					if (vouched !== null) expect(Buffer.from(vouched).toString()).toBe(signed);
				}
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

	const names = fc.constantFrom(
		'id',
		'amount',
		'fees',
		'currency',
		'type',
		'status',
		'orderId',
		'metadata',
		'btcUsdMetadata',
		'order',
		'transaction',
		'paymentRef',
		'updatedAt',
		'customerReference',
		'__proto__',
	);
	const data = fc.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof(
			{ maxDepth: 3 },
			fc.jsonValue({ maxDepth: 1 }),
			fc.constantFrom('NGN', 'BTC', 'DEPOSIT'),
			fc.dictionary(names, tie('value')),
		),
	})).value;

	it('of any shape comes out whole, with its data untouched and its amounts exact', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 1 }), data, (event, value) => {
				const written = JSON.stringify({ event, data: value });
				const parsed = parseEvent(utf8(written));
				if (!parsed.ok) throw new Error(parsed.reason);
				const shaped = signedEvent(parsed.value).item;
				const kept = JSON.parse(written, (_name, member: unknown) =>
					Number.isInteger(member) && !Number.isSafeInteger(member) ? String(member) : member,
				);
				expect(JSON.stringify({ event: shaped.event, data: shaped.data })).toBe(JSON.stringify(kept));
				expect(Object.keys(shaped)).toHaveLength(14);
				for (const { minor } of [shaped.amount, shaped.fees]) expect(minor ?? '0').toMatch(/^-?\d+$/);
			}),
		);
	});
});
