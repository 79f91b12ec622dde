/** The trigger's pure rules, on random bodies, headers, amounts and orders of arrival. */
import * as fc from 'fast-check';
import { signBody, verifyBody } from '../../nodes/core/events/webhookSignature';
import { eventKey } from '../../nodes/core/events/eventKeys';
import { parseLossless, type Json } from '../../nodes/core/domain/json';
import { passes } from '../../nodes/core/events/filters';
import { parseEvent, signedEvent } from '../../nodes/core/events/paymentEvent';
import { readSettings } from '../../nodes/MavapayTrigger/settings';
import { signaturesOf } from '../../nodes/MavapayTrigger/signature';

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

	it('is looked for in own members of any headers alone', () => {
		const names = fc.oneof(
			fc.constantFrom('x-mavapay-signature', 'x-webhook-signature', '__proto__', 'constructor'),
			fc.string(),
		);
		fc.assert(
			fc.property(fc.dictionary(names, fc.anything()), (headers) => {
				const known = ['x-mavapay-signature', 'x-webhook-signature'].filter((name) => Object.hasOwn(headers, name));
				expect(signaturesOf(headers)).toEqual(known.map((name) => headers[name]));
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

	it('passes a minimum exactly when its amount reaches it, in whatever form and size it comes', () => {
		const amount = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.bigInt({ min: 1n, max: 10n ** 29n }));
		const near = fc
			.tuple(amount, fc.bigInt({ min: -2n, max: 2n }))
			.map(([has, by]) => [has, has + by > 0n ? has + by : 1n] as const);
		fc.assert(
			fc.property(
				fc.oneof(near, fc.tuple(amount, amount)),
				fc.constantFrom('NGN', 'BTC', 'USDT'),
				([has, minimum], currency) => {
					const settings = readSettings({
						events: '*',
						registration: 'automatic',
						replaceExisting: false,
						currency,
						minimumAmount: String(minimum),
						customerReferenceMatch: 'equals',
						confirmWithMavapay: false,
						maximumAge: 0,
						options: {},
					});
					if (!settings.ok) throw new Error(settings.reason);
					const through = (form: Json) =>
						passes(signedEvent({ event: 'x', data: { currency, amount: form } }), settings.value.filters);
					expect(through(String(has))).toBe(has >= minimum);
					expect(through(`${has}.00`)).toBe(has >= minimum);
					expect(through(parseLossless(String(has)))).toBe(has >= minimum);
				},
			),
		);
	});
});

describe('what makes an event the same', () => {
	it('knows an event of a payment by its name, transaction and status alone', () => {
		const part = fc.constantFrom('a', 'b', 'SUCCESS', 'PENDING');
		const name = fc.constantFrom('payment.sent', 'payment.received');
		const event = fc.record({ event: name, id: part, status: part, amount: fc.nat() });
		fc.assert(
			fc.property(event, event, (one, other) => {
				const key = ({ event: name, ...data }: typeof one) =>
					eventKey(signedEvent({ event: name, data }).item, utf8(JSON.stringify(data)));
				const same = one.event === other.event && one.id === other.id && one.status === other.status;
				return (key(one) === key(other)) === same;
			}),
		);
	});
});
