import { describeType } from '../../../nodes/core/domain/result';
import { isBlank, isJsonObject, withoutBlanks } from '../../../nodes/core/domain/json';

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

	it.each<[unknown]>([[null], [[]], ['x'], [{ a: Number.NaN }], [{ a: 1n }], [{ a: [undefined] }], [{ a: { b: () => 1 } }]])('%p is none', (value) => {
		expect(isJsonObject(value)).toBe(false);
	});
});

test('a value that is not what was asked for is called by its kind', () => {
	const kinds = [undefined, null, [], true, new Date(0), 5, 'x', {}, 5n, Symbol('x')].map(describeType);
	expect(kinds).toEqual(['empty', 'empty', 'a list', 'true', 'a date', 'a number', 'text', 'an object', 'a bigint', 'a symbol']);
});
