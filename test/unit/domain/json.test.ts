import { describeType } from '../../../nodes/core/domain/result';
import { isBlank, isJsonObject, withoutBlanks } from '../../../nodes/core/domain/json';
import * as fc from 'fast-check';
import { parseLossless } from '../../../nodes/core/domain/json';

describe('isBlank', () => {
	it.each<[unknown]>([[undefined], [null], [''], [' \t\n\u00a0']])('%p is', (value) => {
		expect(isBlank(value)).toBe(true);
	});

	it.each<[unknown]>([['x'], [' x '], ['0'], [0], [false], [[]], [{}]])('%p is not', (value) => {
		expect(isBlank(value)).toBe(false);
	});
});

test('an optional field left blank is not sent; no and nought are', () => {
	const given = { memo: ' ', label: undefined, fee: null, amount: '0', count: 0, fast: false, list: [] };
	expect(withoutBlanks(given)).toStrictEqual({ amount: '0', count: 0, fast: false, list: [] });
	expect(given).toHaveProperty('memo');
});

describe('isJsonObject', () => {
	it.each<[unknown]>([[{}], [{ a: undefined, b: null, c: [1, 'x', true, { d: -0.5 }] }]])('%p is one', (value) => {
		expect(isJsonObject(value)).toBe(true);
	});

	it.each<[unknown]>([
		[null],
		[[]],
		['x'],
		[{ a: Number.NaN }],
		[{ a: 1n }],
		[{ a: [undefined] }],
		[{ a: { b: () => 1 } }],
	])('%p is none', (value) => {
		expect(isJsonObject(value)).toBe(false);
	});
});

test('a value that is not what was asked for is called by its kind', () => {
	const kinds = [undefined, null, [], true, new Date(0), 5, 'x', {}, 5n, Symbol('x')].map(describeType);
	expect(kinds).toEqual([
		'empty',
		'empty',
		'a list',
		'true',
		'a date',
		'a number',
		'text',
		'an object',
		'a bigint',
		'a symbol',
	]);
});

const valueOf = parseLossless;

describe('numbers that a JavaScript number cannot hold become text', () => {
	it.each([
		'9007199254740992',
		'0.1000000000000000000001',
		'9007199254740993.5',
		'1e400',
		'-1E+400',
		'1e-400',
		'1e22',
		'1.00000000000000000001',
	])('%s', (written) => {
		expect(parseLossless(`{"amount":${written},"list":[${written}]}`)).toEqual({
			amount: written,
			list: [written],
		});
		expect(valueOf(written)).toBe(written);
	});
});

describe('all others stay numbers', () => {
	it.each([
		...['-0', '9007199254740991', '-9007199254740991', '3750.00', '0.30000000000000004', '1483.5700000000002'],
		...[
			'1E+2',
			'1.5e-7',
			'100000e-5',
			'5e-324',
			'12345.6789012345',
			'0.00000000000000000000',
			'0e99999',
			'1.0000000000000000000000',
		],
	])('%s', (written) => {
		expect(parseLossless(` [ ${written} ] `)).toEqual([JSON.parse(written)]);
	});
});

describe('digits within strings are left alone', () => {
	it.each([
		'"9007199254740993"',
		'{"9007199254740993":"12345678901234567890"}',
		'["\\"9007199254740993\\"", "\\\\", 7]',
		'{"a\\\\":9,"b":"\\\\\\"12345678901234567890"}',
		'["\\u0031\\u0032345678901234567890"]',
	])('%s', (text) => {
		expect(parseLossless(text)).toEqual(JSON.parse(text));
	});

	it('also beside numbers that are not', () => {
		expect(valueOf('{"a":"1,\\"b\\":12345678901234567890","b":12345678901234567890}')).toEqual({
			a: '1,"b":12345678901234567890',
			b: '12345678901234567890',
		});
	});
});

it.each([
	'',
	'{',
	'[01]',
	'{"a":}',
	'NaN',
	'[1,]',
	'12345678901234567890x',
	'"a\nb"',
	'<html>12345678901234567890</html>',
])('throws where JSON.parse does: %j', (text) => {
	expect(() => parseLossless(text)).toThrow(SyntaxError);
});

it('reads a long text and deep nesting', () => {
	const long = `"${'x'.repeat(5_000_000)}\\""`;
	expect(valueOf(`[${long},12345678901234567890]`)).toEqual([JSON.parse(long), '12345678901234567890']);
	const deep = `${'['.repeat(3000)}12345678901234567890${']'.repeat(3000)}`;
	expect(JSON.stringify(valueOf(deep))).toBe(deep.replace('12345678901234567890', '"12345678901234567890"'));
});

describe('for any JSON', () => {
	/** What JSON.parse returns, but with integers that are too large for a JavaScript number as text. */
	const expected = (text: string): unknown =>
		JSON.parse(text, (_key, value: unknown) =>
			Number.isInteger(value) && !Number.isSafeInteger(value) ? String(value) : value,
		);

	it('it is what JSON.parse says, however it is laid out', () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 1, '\t'), (value, indent) => {
				const text = JSON.stringify(value, null, indent);
				expect(valueOf(text)).toEqual(expected(text));
			}),
			{ numRuns: 2000 },
		);
	});

	it('with hard strings as keys and values it is what JSON.parse says', () => {
		const hard = fc
			.array(fc.constantFrom('"', '\\', '1', '9007199254740993', 'e5', '-', '.', ':', ',', '{', '\u2028', '\ud800'), {
				maxLength: 8,
			})
			.map((parts) => parts.join(''));
		fc.assert(
			fc.property(
				fc.dictionary(
					hard,
					fc.oneof(hard, fc.array(hard), fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true })),
				),
				(value) => {
					const text = JSON.stringify(value);
					expect(valueOf(text)).toEqual(expected(text));
				},
			),
		);
	});

	it('whole numbers keep every digit', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (whole) => {
				const safe = Number.isSafeInteger(Number(whole));
				expect(valueOf(`[${whole}]`)).toEqual([safe ? Number(whole) : String(whole)]);
			}),
		);
	});

	/** A positive number in units of 10 to the power of -60. */
	const scaled = (written: string): bigint => {
		const [mantissa = '', power = '0'] = written.split('e');
		const [whole = '', fraction = ''] = mantissa.split('.');
		return BigInt(whole + fraction) * 10n ** BigInt(60 + Number(power) - fraction.length);
	};

	it('decimals keep every digit, as a number or as text', () => {
		const digits = fc
			.array(fc.constantFrom(...'0123456789'), { minLength: 1, maxLength: 24 })
			.map((list) => list.join(''));
		fc.assert(
			fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), digits, (whole, fraction) => {
				const written = `${whole}.${fraction}`;
				const value = valueOf(written);
				if (written.replace('.', '').replace(/^0+|0+$/g, '').length <= 15) expect(typeof value).toBe('number');
				if (typeof value === 'string') expect(value).toBe(written);
				else {
					expect(typeof value).toBe('number');
					expect(scaled(String(value))).toBe(scaled(written));
				}
			}),
		);
	});
});
