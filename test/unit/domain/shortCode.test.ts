import { checkShortCode } from '../../../nodes/core/domain/shortCode';

it.each(['12345', '247247', '4141031', '000000', ' 5123456 '])('takes %p', (text) => {
	expect(checkShortCode(text)).toEqual({ ok: true, value: text.trim() });
});

it.each([
	['', /is empty/],
	['1234', /4 digits, but .* 5 to 7; a spreadsheet/],
	['12345678', /8 digits, but .* 5 to 7$/],
	['+24724', /0 to 9 only/],
	['24 72 4', /0 to 9 only/],
	['247247a', /0 to 9 only/],
	['\u0661\u0662\u0663\u0664\u0665', /0 to 9 only/],
])('refuses %p', (text, reason) => {
	expect(checkShortCode(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});
