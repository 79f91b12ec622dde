import * as fc from 'fast-check';
import { normaliseReference, withoutDescription } from '../../../nodes/core/payees/paymentIdentity';
import type { JsonObject } from '../../../nodes/core/domain/json';
import { INVOICE, PAYMENT_HASH } from '../../cases/quoteParts';

describe('references that look alike are one', () => {
	it.each([
		['a zero-width space', 'INV\u200b-1', 'INV-1'],
		['a zero-width joiner at the end', 'INV-1\u200d', 'INV-1'],
		['isolates', '\u2066INV-1\u2069', 'INV-1'],
		['a mark of direction', '\u200fINV-1', 'INV-1'],
		['a byte order mark', '\ufeffINV-1', 'INV-1'],
		['a soft hyphen between letters', 'IN\u00adV-1', 'INV-1'],
		['a variation selector', 'INV-1\ufe0f', 'INV-1'],
		['a filler', 'INV-1\u3164', 'INV-1'],
		['a non-breaking hyphen', 'INV\u20111', 'INV-1'],
		['a hyphen', 'INV\u20101', 'INV-1'],
		['an en dash', 'INV\u20131', 'INV-1'],
		['an em dash', 'INV\u20141', 'INV-1'],
		['a minus sign', 'INV\u22121', 'INV-1'],
		['a full-width hyphen', 'INV\uff0d1', 'INV-1'],
		['full-width letters', '\uff29\uff2e\uff36-\uff11', 'INV-1'],
		['a non-breaking blank', 'INV\u00a01', 'INV 1'],
		['a narrow non-breaking blank', 'INV\u202f1', 'INV 1'],
		['two blanks, a tab and a line break', ' INV \t\n 1\r\n', 'INV 1'],
		['an ideographic blank', 'INV\u30001', 'INV 1'],
		['a decomposed accent', 'Cafe\u0301-1', 'Caf\u00e9-1'],
		['a decomposed accent behind an invisible character', 'Cafe\u200b\u0301-1', 'Caf\u00e9-1'],
	])('%s', (_, reference, same) => {
		expect(normaliseReference(reference)).toBe(same);
		expect(normaliseReference(same)).toBe(same);
	});
});

describe('references that differ stay apart', () => {
	it.each([
		['case', 'inv-1', 'INV-1'],
		['a zero in front', 'INV-01', 'INV-1'],
		['an accent', 'Cafe-1', 'Caf\u00e9-1'],
		['a blank or none', 'INV 1', 'INV1'],
		['a hyphen or none', 'INV-1', 'INV1'],
		['an underscore', 'INV_1', 'INV-1'],
		['a letter of another script', '\u0406NV-1', 'INV-1'],
	])('%s', (_, one, other) => {
		expect(normaliseReference(one)).not.toBe(normaliseReference(other));
	});
});

it.each(['', '  ', '\u200b', '\u00a0\u2066\u2069', '\u3164'])('shows nothing: %j', (text) => {
	expect(normaliseReference(text)).toBe('');
});

describe('the form is stable', () => {
	it('for every single character, between letters', () => {
		const unstable: string[] = [];
		for (let code = 0; code <= 0x10ffff; code += 1) {
			const once = normaliseReference(`a${String.fromCodePoint(code)}b`);
			if (normaliseReference(once) !== once) unstable.push(code.toString(16));
		}
		expect(unstable).toEqual([]);
	});

	const character = fc.oneof(
		fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
		fc.constantFrom('a', 'E', '0', '-', ' ', '\u0301', '\u0323', '\u00a0', '\u1100', '\u1161', '\u11a8', '\u2011'),
	);
	const text = fc.array(character, { maxLength: 12 }).map((characters) => characters.join(''));

	it('for any text', () => {
		fc.assert(
			fc.property(text, (given) => {
				const once = normaliseReference(given);
				expect(normaliseReference(once)).toBe(once);
				expect(once.normalize('NFKC')).toBe(once);
				expect(once).not.toMatch(/\p{Cf}|^\s|\s$|\s\s/u);
			}),
		);
	});

	it('wherever an invisible character is put in', () => {
		const invisible = fc.constantFrom(
			'\u200b',
			'\u200c',
			'\u200d',
			'\u2060',
			'\u2066',
			'\u2069',
			'\u202e',
			'\ufeff',
			'\u00ad',
			'\u{e0041}',
		);
		fc.assert(
			fc.property(fc.array(character, { maxLength: 12 }), invisible, fc.nat(12), (characters, put, place) => {
				const [before, after] = [characters.slice(0, place).join(''), characters.slice(place).join('')];
				expect(normaliseReference(before + put + after)).toBe(normaliseReference(before + after));
			}),
		);
	});

	it('in whatever Unicode form the text came', () => {
		fc.assert(
			fc.property(text, fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), (given, form) => {
				expect(normaliseReference(given.normalize(form))).toBe(normaliseReference(given));
			}),
		);
	});
});

describe('withoutDescription', () => {
	const ngn = { bankAccountName: 'ADA OBI', bankCode: '000013', bankName: 'GTB', bankAccountNumber: '0123456789' };
	const zar = { name: 'Thandi Nkosi', bankName: 'Absa', bankAccountNumber: '1234567' };
	const phone = { identifierType: 'paytophone', identifiers: { phoneNumber: '+254712345678', accountName: 'Amina' } };

	it.each<[string, JsonObject, JsonObject]>([
		['another name', ngn, { ...ngn, bankAccountName: 'Obi, Ada' }],
		["another name of the bank beside the bank's code", ngn, { ...ngn, bankName: 'Guaranty Trust Bank' }],
		['no names', ngn, { bankCode: '000013', bankAccountNumber: '0123456789' }],
		['another order', ngn, { bankAccountNumber: '0123456789', bankCode: '000013' }],
		['another holder', zar, { ...zar, name: 'T. Nkosi' }],
		[
			'another name within',
			phone,
			{ ...phone, identifiers: { phoneNumber: '+254712345678', accountName: 'A. Otieno' } },
		],
		['another case of a Lightning address', { lnAddress: 'ada@example.com' }, { lnAddress: 'Ada@Example.com' }],
		['another case of an invoice', { lnInvoice: 'lnbc1x' }, { lnInvoice: 'LNBC1X' }],
		['another memo and customer reference', ngn, { ...ngn, memo: 'May', customerReference: 'A-1' }],
		['a number as text', { amount: 5 }, { amount: '5' }],
		['a member that is undefined', ngn, { ...ngn, fee: undefined }],
		['another case of an EVM address', { address: '0xABcd' }, { address: '0xabCD' }],
		['another case of bech32', { onChainAddress: 'bc1qw508' }, { onChainAddress: 'BC1QW508' }],
	])('is one with %s', (_, one, other) => {
		expect(JSON.stringify(withoutDescription(other))).toBe(JSON.stringify(withoutDescription(one)));
	});

	it.each<[string, JsonObject, JsonObject]>([
		['account', ngn, { ...ngn, bankAccountNumber: '0123456780' }],
		['bank', ngn, { ...ngn, bankCode: '000014' }],
		['bank that has no code', zar, { ...zar, bankName: 'Capitec Bank' }],
		['bank whose code is empty', { ...zar, bankCode: '' }, { ...zar, bankCode: '', bankName: 'Capitec Bank' }],
		['bank whose code is null', { ...zar, bankCode: null }, { ...zar, bankCode: null, bankName: 'Capitec Bank' }],
		['phone', phone, { ...phone, identifiers: { phoneNumber: '+254712345679' } }],
		['kind', phone, { ...phone, identifierType: 'paytotill' }],
		['case of an address of TRON', { address: 'TJAAa' }, { address: 'TJAAA' }],
		['network', { address: '0xABcd', network: 'erc20' }, { address: '0xABcd', network: 'polygon' }],
		['case of base58', { onChainAddress: '1BvBMSEY' }, { onChainAddress: '1bvbmsey' }],
		['case of base58 with bech32 in it', { onChainAddress: '1Bbc1x' }, { onChainAddress: '1bbc1x' }],
	])('is another for another %s', (_, one, other) => {
		expect(JSON.stringify(withoutDescription(other))).not.toBe(JSON.stringify(withoutDescription(one)));
	});

	it('knows an invoice by its payment hash, in both members that hold one', () => {
		expect(withoutDescription({ invoice: INVOICE, beneficiary: { lnInvoice: INVOICE.toUpperCase() } })).toEqual({
			beneficiary: { lnInvoice: PAYMENT_HASH },
			invoice: PAYMENT_HASH,
		});
	});

	it('takes any JSON', () => {
		expect(withoutDescription(undefined)).toBeNull();
		expect(withoutDescription(null)).toBeNull();
		expect(withoutDescription([{ name: 'a', b: 1 }, 'c', true])).toEqual([{ b: '1' }, 'c', true]);
		expect(withoutDescription({ a: undefined, list: ['X'] })).toEqual({ list: ['X'] });
	});
});
