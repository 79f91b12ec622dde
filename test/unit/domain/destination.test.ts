import { addressDestination, beneficiaryDestination } from '../../../nodes/core/domain/destination';
import type { JsonObject } from '../../../nodes/core/domain/json';

describe('addressDestination', () => {
	const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

	it('is one for an address in any case', () => {
		for (const written of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`, address.toUpperCase()]) {
			expect(addressDestination('polygon', written)).toBe(`polygon:${address.toLowerCase()}`);
		}
	});

	it('tells networks apart, and addresses whose letters count', () => {
		expect(addressDestination('erc20', address)).not.toBe(addressDestination('polygon', address));
		expect(addressDestination('trc20', 'TJAAa')).toBe('trc20:TJAAa');
		expect(addressDestination('solana', 'A0xB')).toBe('solana:A0xB');
	});
});

describe('beneficiaryDestination', () => {
	const ngn = { bankAccountName: 'ADA OBI', bankCode: '000013', bankName: 'GTB', bankAccountNumber: '0123456789' };
	const zar = { name: 'Thandi Nkosi', bankName: 'Absa', bankAccountNumber: '1234567' };
	const phone = { identifierType: 'paytophone', identifiers: { phoneNumber: '+254712345678', accountName: 'Amina' } };

	it.each<[string, JsonObject, JsonObject]>([
		['another name', ngn, { ...ngn, bankAccountName: 'Obi, Ada' }],
		["another name of the bank beside the bank's code", ngn, { ...ngn, bankName: 'Guaranty Trust Bank' }],
		['no names', ngn, { bankCode: '000013', bankAccountNumber: '0123456789' }],
		['another order', ngn, { bankAccountNumber: '0123456789', bankCode: '000013' }],
		['another holder', zar, { ...zar, name: 'T. Nkosi' }],
		['another name within', phone, { ...phone, identifiers: { phoneNumber: '+254712345678', accountName: 'A. Otieno' } }],
		['another case of a Lightning address', { lnAddress: 'ada@example.com' }, { lnAddress: 'Ada@Example.com' }],
		['another case of an invoice', { lnInvoice: 'lnbc1x' }, { lnInvoice: 'LNBC1X' }],
		['another case of bech32', { onChainAddress: 'bc1qw508' }, { onChainAddress: 'BC1QW508' }],
	])('is one with %s', (_, one, other) => {
		expect(JSON.stringify(beneficiaryDestination(other))).toBe(JSON.stringify(beneficiaryDestination(one)));
	});

	it.each<[string, JsonObject, JsonObject]>([
		['account', ngn, { ...ngn, bankAccountNumber: '0123456780' }],
		['bank', ngn, { ...ngn, bankCode: '000014' }],
		['bank that has no code', zar, { ...zar, bankName: 'Capitec Bank' }],
		['phone', phone, { ...phone, identifiers: { phoneNumber: '+254712345679' } }],
		['kind', phone, { ...phone, identifierType: 'paytotill' }],
		['case of base58', { onChainAddress: '1BvBMSEY' }, { onChainAddress: '1bvbmsey' }],
		['case of base58 with bech32 in it', { onChainAddress: '1Bbc1x' }, { onChainAddress: '1bbc1x' }],
	])('is another for another %s', (_, one, other) => {
		expect(JSON.stringify(beneficiaryDestination(other))).not.toBe(JSON.stringify(beneficiaryDestination(one)));
	});

	it('takes any JSON', () => {
		expect(beneficiaryDestination(undefined)).toBeNull();
		expect(beneficiaryDestination(null)).toBeNull();
		expect(beneficiaryDestination([{ name: 'a', b: 1 }, 'c', true])).toEqual([{ b: 1 }, 'c', true]);
		expect(beneficiaryDestination({ a: undefined, list: ['X'] })).toEqual({ a: null, list: ['X'] });
	});
});
