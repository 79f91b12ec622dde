import { checkNgnAccountNumber, checkNipCode } from '../../../nodes/core/payees/accountNumbers';
import { checkPhone } from '../../../nodes/core/payees/accountNumbers';
import { checkPathPart, checkText, sheetText, visibleText } from '../../../nodes/core/domain/text';
import { checkLightningAddress } from '../../../nodes/core/payees/lightning';
import { reasonOf, valueOf } from '../../harness/results';
import { checkDigits } from '../../../nodes/core/payees/accountNumbers';

describe('checkNgnAccountNumber', () => {
	it.each<[string, string]>([
		['0123456789', '0123456789'],
		[' 0001112223\n', '0001112223'],
		['0000000000', '0000000000'],
	])('passes %p as %p', (raw, text) => {
		expect(valueOf(checkNgnAccountNumber(raw))).toBe(text);
	});

	it.each<[string, string]>([
		[
			'123456789',
			'has 9 digits, but an NGN account number has 10; if a spreadsheet dropped the leading zeros, write 0123456789; otherwise ask the payee for it',
		],
		[
			'1234567',
			'has 7 digits, but an NGN account number has 10; if a spreadsheet dropped the leading zeros, write 0001234567; otherwise ask the payee for it',
		],
		['123456', 'has 6 digits, but an NGN account number has 10; ask the payee for it'],
		['123', 'has 3 digits, but an NGN account number has 10; ask the payee for it'],
		['12345678901', 'has 11 digits, but an NGN account number has 10; ask the payee for it'],
		[
			'08030001122',
			'has 11 digits, but an NGN account number has 10; if it is a phone number at OPay, PalmPay or Moniepoint, write it without the leading 0; otherwise ask the payee for it',
		],
		['0803000112233', 'has 13 digits, but an NGN account number has 10; ask the payee for it'],
		['2034567801.0', 'may contain only the digits 0 to 9; remove the .0'],
		['012-345-6789', 'may contain only the digits 0 to 9'],
		['012 345 6789', 'may contain only the digits 0 to 9'],
		['\u0660123456789', 'may contain only the digits 0 to 9'],
		['01234x6789', 'may contain only the digits 0 to 9'],
		['x0123456789', 'may contain only the digits 0 to 9'],
		['0123456789x', 'may contain only the digits 0 to 9'],
	])('refuses %p: %s', (raw, reason) => {
		expect(reasonOf(checkNgnAccountNumber(raw))).toBe(reason);
	});
});

describe('checkNipCode', () => {
	it.each(['000013', '090267', 'A-bank'])('passes %p', (code) => {
		expect(valueOf(checkNipCode(code))).toBe(code);
	});

	// 011 is First Bank in the CBN's codes; 000011 is Unity Bank in NIP's codes.
	it.each<[string, string]>([
		['1', '1 digit'],
		['13', '2 digits'],
		['011', '3 digits'],
		['0011', '4 digits'],
		['90267', '5 digits'],
	])('refuses %p as no NIP code, and advises nobody to put zeros before it', (code, digits) => {
		expect(reasonOf(checkNipCode(code))).toBe(
			`has ${digits}, but a NIP code has 6. Find the bank in Mavapay's list: zeros added in front can give another bank's code`,
		);
	});
});

describe('checkPhone', () => {
	it('passes international numbers of its country', () => {
		expect(valueOf(checkPhone('+254712345678', '+254'))).toBe('+254712345678');
		expect(valueOf(checkPhone(' +254110123456 ', '+254'))).toBe('+254110123456');
		expect(valueOf(checkPhone('+233241234567', '+233'))).toBe('+233241234567');
	});

	it.each(['+254712345678', '254712345678', '0712345678', '712345678', ' 0712345678 '])(
		'takes %p as one phone',
		(raw) => {
			expect(valueOf(checkPhone(raw, '+254'))).toBe('+254712345678');
		},
	);

	it.each([
		...['00254712345678', '+254 712 345 678', '(0)712-345-678', '+2540712345678', '712345678.0'],
		...['233241234567', '0012345678', '++254712345678', 'x+254712345678', '+254712345678x', '+', '+233241234567'],
		...['+25471234567', '+2547123456789', '+2547', '+254', '254712345', '233241234'],
	])('refuses %p', (raw) => {
		expect(reasonOf(checkPhone(raw, '+254'))).toBe('is not +254 and 9 digits with nothing between them');
	});
});

describe('checkText', () => {
	it.each(['order-1', '', '  blanks kept  ', 'Ọlátúńjí 🙂', 'a'.repeat(5000), '\u200b'])(
		'passes %p unchanged',
		(text) => {
			expect(valueOf(checkText(text))).toBe(text);
		},
	);

	it.each<[string, string]>([
		['a\nb', 'contains a control character (U+000A at position 2)'],
		['\u0000', 'contains a control character (U+0000 at position 1)'],
		['ab\u009f', 'contains a control character (U+009F at position 3)'],
		['\t', 'contains a control character (U+0009 at position 1)'],
	])('refuses %p: %s', (raw, reason) => {
		expect(reasonOf(checkText(raw))).toBe(reason);
	});
});

describe('checkLightningAddress', () => {
	it.each([
		'ada@example.com',
		'Ada.O_k-1+tips@pay.example.co.ng',
		'ada@example.x1',
		'ada@example.1x',
		'a@b.c',
		` ada@example.com\t`,
		`${'a'.repeat(64)}@x-1.io`,
	])('passes %p', (text) => {
		expect(valueOf(checkLightningAddress(text))).toBe(text.trim());
	});

	it.each<[string, string]>([
		['ada', 'is not of the form name@domain'],
		['ada@home@example.com', 'is not of the form name@domain'],
		['@example.com', 'has no valid name before the @'],
		['ada ok@example.com', 'has no valid name before the @'],
		['\u00e4da@example.com', 'has no valid name before the @'],
		[`${'a'.repeat(65)}@example.com`, 'has no valid name before the @'],
		['ada@', 'has no valid domain after the @'],
		['ada@localhost', 'has no valid domain after the @'],
		['ada@127.0.0.1', 'has no valid domain after the @'],
		['ada@127.0.0.10', 'has no valid domain after the @'],
		['ada@-x.com', 'has no valid domain after the @'],
		['ada@x-.com', 'has no valid domain after the @'],
		['ada@x..com', 'has no valid domain after the @'],
		['ada@x.com.', 'has no valid domain after the @'],
		['ada@exa mple.com', 'has no valid domain after the @'],
		['ada@x.com/path', 'has no valid domain after the @'],
		[`ada@${'a'.repeat(64)}.com`, 'has no valid domain after the @'],
		[`ada@${'a.'.repeat(130)}com`, 'has no valid domain after the @'],
	])('refuses %p: %s', (raw, reason) => {
		expect(reasonOf(checkLightningAddress(raw))).toBe(reason);
	});

	it('takes labels of 63 and domains of 253 characters', () => {
		const domain = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
		expect(domain).toHaveLength(253);
		expect(valueOf(checkLightningAddress(`ada@${domain}`))).toBe(`ada@${domain}`);
		expect(checkLightningAddress(`ada@${domain}d`).ok).toBe(false);
	});
});

describe('checkPathPart', () => {
	it.each(['q-1', '.a', 'a.', '..a', '. .', '%2e%2e', '../x', '\u2025', '😀'])('passes %p', (text) => {
		expect(valueOf(checkPathPart(` ${text} `))).toBe(text);
		// Encoded, the text is one segment of the path.
		expect(new URL(`https://host/wallet/payout/${encodeURIComponent(text)}/accept`).pathname.split('/')).toHaveLength(
			5,
		);
	});

	it.each(['.', '..', '...', '.'.repeat(300), ' .. ', '\u00a0.\u00a0'])('refuses %p', (dots) => {
		expect(reasonOf(checkPathPart(dots))).toBe("is made of dots only, which can't be an ID");
	});

	it.each<[string, string]>([
		['', 'is empty'],
		['  ', 'is empty'],
		['..\n', 'contains a control character (U+000A at position 3)'],
		['a\ud800', "has an incomplete character, which can't be sent"],
	])('refuses %p: %s', (raw, reason) => {
		expect(reasonOf(checkPathPart(raw))).toBe(reason);
	});
});

it.each(['1', '247247', '4141031', '000000', '796980711', ' 5123456 '])('takes %p', (text) => {
	expect(checkDigits(text)).toEqual({ ok: true, value: text.trim() });
});

it.each([
	['+24724', /only the digits 0 to 9/],
	['24 72 4', /only the digits 0 to 9/],
	['247247a', /only the digits 0 to 9/],
	['\u0661\u0662\u0663\u0664\u0665', /only the digits 0 to 9/],
])('refuses %p', (text, reason) => {
	expect(checkDigits(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

it.each([
	['ADA\u2800\u3164\u200b OKAFOR', 'ADA OKAFOR'],
	['  Ada\n\tOkafor \u202e', 'Ada Okafor'],
	['\u2066\u2069', ''],
])('shows %j as %j', (text, shown) => {
	expect(visibleText(text)).toBe(shown);
});

it.each([
	['=HYPERLINK("http://x")', '\'=HYPERLINK("http://x")'],
	['\u200b@SUM(A1)', "'@SUM(A1)"],
	['+2+3', "'+2+3"],
	['-INV', "'-INV"],
	['\uFF1D1+1', "'\uFF1D1+1"],
	['\uFE63 5', "'\uFE63 5"],
	['+254790000000', '+254790000000'],
	['INV=1', 'INV=1'],
])('a sheet does not run %j', (text, shown) => {
	expect(sheetText(text)).toBe(shown);
});
