import { dataMemberBytes } from '../../../nodes/core/domain/rawJson';

function dataOf(body: string | Uint8Array): string | null {
	const found = dataMemberBytes(typeof body === 'string' ? Buffer.from(body) : body);
	return found === null ? null : Buffer.from(found).toString('utf8');
}

describe('dataMemberBytes', () => {
	it.each([
		['{"data":{"a":1.0}}', '{"a":1.0}'],
		['{"event":"x","data":{"amount":1.0e3,"b":[1,{"c":"}"}]},"z":1}', '{"amount":1.0e3,"b":[1,{"c":"}"}]}'],
		[' \t\r\n{ "data" \n:\t { "a" : 1 } \r, "b" : 2 } \n', '{ "a" : 1 }'],
		['{"data":[]}', '[]'],
		['{"data":[ [ [ ] ] ]}', '[ [ [ ] ] ]'],
		['{"data":"text"}', '"text"'],
		['{"data":"a\\"b\\\\","c":"}"}', '"a\\"b\\\\"'],
		['{"data":-1.50e+2}', '-1.50e+2'],
		['{"data":0 }', '0'],
		['{"data":true,"x":1}', 'true'],
		['{"data":null}', 'null'],
		['{"data":"\\u007b"}', '"\\u007b"'],
		['{"d\\u0061ta":1}', '1'],
		['{"\\u0064\\u0061\\u0074\\u0061":{"é":"日本"}}', '{"é":"日本"}'],
		['{"data ":2,"data":1}', '1'],
		['{"Data":2,"data":1}', '1'],
		['{"x":{"data":2},"data":1}', '1'],
		['{"x":[{"data":2}],"y":"\\"data\\":3","data":1}', '1'],
		['{"data":{"data":2,"data":3}}', '{"data":2,"data":3}'],
		['{"":1,"data":2}', '2'],
		['{"__proto__":1,"data":2}', '2'],
		['{"a":",","b":":","c":"]","data":"{"}', '"{"'],
	])('finds it in %s', (body, data) => {
		expect(dataOf(body)).toBe(data);
	});

	it.each([
		['{}'],
		['{"event":"ping"}'],
		['{"x":{"data":1}}'],
		['[{"data":1}]'],
		['["data",1]'],
		['["data"]'],
		['"data"'],
		['1'],
		['null'],
		[''],
		[' '],
		['{"data":1,"data":1}'],
		['{"data":1,"d\\u0061ta":2}'],
		['{"event":"a","data":1,"event":"b"}'],
		['{"event":"a","data":1,"\\u0065vent":"b"}'],
		['{"data":1'],
		['{"data":1}}'],
		['{"data":1} x'],
		['{"data":}'],
		['{"data":01}'],
		['{"data":1.}'],
		['{"data":NaN}'],
		['{data:1}'],
		["{'data':1}"],
		['{"data":1,}'],
		['{"data":"\n"}'],
		['{"data":"\\x"}'],
		['{"data":[1,]}'],
		['{"data":/**/1}'],
		['\ufeff{"data":1}'],
		['{"data"\u00a0:1}'],
	])('finds nothing in %j', (body) => {
		expect(dataOf(body)).toBeNull();
	});

	it('refuses bytes that are not UTF-8', () => {
		expect(dataOf(Buffer.concat([Buffer.from('{"data":"'), Buffer.from([0xff]), Buffer.from('"}')]))).toBeNull();
		expect(dataOf(Buffer.from('{"data":1}', 'utf16le'))).toBeNull();
	});

	it('gives the bytes themselves, whatever view they come in', () => {
		const whole = Buffer.from('xxx{"data":"é"}xxx');
		const found = dataMemberBytes(new Uint8Array(whole.buffer, whole.byteOffset + 3, whole.length - 6));
		expect(found).toEqual(new Uint8Array(Buffer.from('"é"')));
	});

	it('copes with any depth and length', () => {
		const deep = '['.repeat(200_000) + ']'.repeat(200_000);
		expect(dataOf(`{"data":${deep}}`)).toBe(deep);
		const long = JSON.stringify('\\"'.repeat(200_000));
		expect(dataOf(`{"x":${long},"data":1}`)).toBe('1');
		const many = Array.from({ length: 20_000 }, (_, index) => `"k${index}":${index}`).join(',');
		expect(dataOf(`{${many},"data":2}`)).toBe('2');
		expect(dataOf('{"data":'.repeat(100_000))).toBeNull();
	});
});
