import { createHmac } from 'node:crypto';
import { isSigned, signatureHeaderOf } from '../../../nodes/MavapayTrigger/verification';

const secret = 'the secret';
const hmac = (text: string, key = secret) => createHmac('sha256', key).update(text);

describe('signatureHeaderOf', () => {
	it.each([
		[{ 'x-mavapay-signature': 'a', 'x-webhook-signature': 'b', 'x-signature': 'c' }, 'a'],
		[{ 'x-webhook-signature': 'b', 'x-signature': 'c' }, 'b'],
		[{ 'x-signature': 'c' }, 'c'],
		[{ 'x-other': 'd' }, null],
		[{}, null],
		[{ 'x-signature': ['c', 'd'] }, ''],
		[{ 'x-mavapay-signature': '', 'x-signature': 'c' }, ''],
	])('finds the known names in %j', (headers, found) => {
		expect(signatureHeaderOf(headers, null)).toBe(found);
	});

	it('looks for the chosen name alone, in any case', () => {
		const headers = { 'x-mavapay-signature': 'a', 'x-own': 'b' };
		expect(signatureHeaderOf(headers, ' X-Own ')).toBe('b');
		expect(signatureHeaderOf(headers, 'X-Missing')).toBeNull();
	});

	it('finds no inherited member', () => {
		expect(signatureHeaderOf({}, 'constructor')).toBeNull();
		expect(signatureHeaderOf({}, '__proto__')).toBeNull();
	});
});

describe('isSigned', () => {
	const data = '{"id":"t","amount":1.0,"big":1e3}';
	const text = ` {"event" : "payment.sent", "data": ${data} }`;
	const body = Buffer.from(text);

	it.each([
		['body', 'hex', ''],
		['body', 'base64', ''],
		['body', 'hex', 'sha256='],
		['data', 'hex', ''],
		['data', 'base64', 'SHA256='],
	] as const)('takes a signature over the %s in %s with %p in front', (signedText, encoding, prefix) => {
		const header = prefix + hmac(signedText === 'body' ? text : data).digest(encoding);
		expect(isSigned({ body, header, signedText, secrets: [secret] })).toBe(true);
		expect(isSigned({ body, header, signedText, secrets: ['new', secret] })).toBe(true);
		expect(isSigned({ body, header, signedText, secrets: ['new'] })).toBe(false);
		const other = signedText === 'body' ? 'data' : 'body';
		expect(isSigned({ body, header, signedText: other, secrets: [secret] })).toBe(false);
	});

	it('takes no signature over the data written anew', () => {
		const header = hmac(JSON.stringify(JSON.parse(data))).digest('hex');
		expect(isSigned({ body, header, signedText: 'data', secrets: [secret] })).toBe(false);
	});

	it('takes nothing without secrets, or with an empty one', () => {
		expect(isSigned({ body, header: hmac(text, '').digest('hex'), signedText: 'body', secrets: [''] })).toBe(false);
		expect(isSigned({ body, header: hmac(text).digest('hex'), signedText: 'body', secrets: [] })).toBe(false);
	});

	it.each(['{"data":1,"data":1}', '{"data":1', 'not json', '[]', '{"other":1}'])('takes no signature over the data of %s', (odd) => {
		const header = hmac('1').digest('hex');
		expect(isSigned({ body: Buffer.from(odd), header, signedText: 'data', secrets: [secret] })).toBe(false);
	});
});
