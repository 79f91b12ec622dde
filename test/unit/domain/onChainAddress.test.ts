import { bech32 } from '@scure/base';
import { checkOnChainAddress } from '../../../nodes/core/domain/onChainAddress';
import { reasonOf, valueOf, withVersion } from './expectations';

/** BIP 350, "Test vectors for v0-v16 native segregated witness addresses", versions 0 and 1 with 20 or 32 bytes. */
const MAIN = [
	'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
	'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
	'1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
	'1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
	'3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX',
	// Holds tB1, which would begin a segwit address.
	'1B7zoLzbYvCLLyRLHMyPtW7gAF2ZhgtB1Y',
];
const TEST = [
	'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
	'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
	'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
	'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
	'mk2QpYatsKicvFVuTAQLBryyccRXMUaGHP',
	'2NCefBbdbkb9sxfEHW3UbU3VQPVwWBa25YB',
];

const MISTYPED = 'is not a valid Bitcoin address: a character was mistyped or is missing, or its case is mixed';

describe('checkOnChainAddress', () => {
	it.each(MAIN)('passes %s on live and custom only', (address) => {
		expect(valueOf(checkOnChainAddress(` ${address} `, 'live'))).toBe(address);
		expect(valueOf(checkOnChainAddress(address, 'custom'))).toBe(address);
		expect(reasonOf(checkOnChainAddress(address, 'staging'))).toBe('is an address of the Bitcoin main network, but the deployment is staging');
	});

	it.each(TEST)('passes %s on staging and custom only', (address) => {
		expect(valueOf(checkOnChainAddress(address, 'staging'))).toBe(address);
		expect(valueOf(checkOnChainAddress(address, 'custom'))).toBe(address);
		expect(reasonOf(checkOnChainAddress(address, 'live'))).toBe('is an address of a test network, but the deployment is live');
	});

	it.each([
		// BIP 350, invalid addresses, in its order.
		['tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut', 'is not a Bitcoin address, or a character was mistyped or is missing'],
		['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'has the checksum of another witness version'],
		['tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf', 'has witness version 2, which is not in use'],
		['BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'has witness version 16, which is not in use'],
		['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'has the checksum of another witness version'],
		['tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', 'has the checksum of another witness version'],
		['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', MISTYPED],
		['BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'has witness version 17, which is not in use'],
		['bc1pw5dgrnzv', 'holds 1 bytes, not 32'],
		['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav', 'holds 41 bytes, not 32'],
		['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'holds 16 bytes, not 20 or 32'],
		['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', MISTYPED],
		['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'is not a valid Bitcoin address'],
		['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j', 'is not a valid Bitcoin address'],
		['bc1gmk9yu', 'is not a valid Bitcoin address'],
		// BIP 350 knows these as valid, but nobody can spend from them.
		['BC1SW50QGDZ25J', 'has witness version 16, which is not in use'],
		['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'has witness version 2, which is not in use'],
		['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', 'holds 40 bytes, not 32'],
	])('refuses %s: %s', (address, reason) => {
		expect(reasonOf(checkOnChainAddress(address, 'custom'))).toBe(reason);
	});

	it('refuses a prefix that only begins like one of Bitcoin', () => {
		const words = [0, ...bech32.toWords(new Uint8Array(20))];
		expect(valueOf(checkOnChainAddress(bech32.encode('bc', words), 'live'))).toContain('bc1q');
		expect(reasonOf(checkOnChainAddress(bech32.encode('bc1bc', words), 'live'))).toBe('is not a valid Bitcoin address');
	});

	it.each<[unknown, string]>([
		['', 'is empty'],
		['  ', 'is empty'],
		[12, 'is a number, not a Bitcoin address'],
		[null, 'is empty, not a Bitcoin address'],
		['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'is not a Bitcoin address, or a character was mistyped or is missing'],
		['LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9', 'is an address of another currency, not of Bitcoin'],
		['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'is an address of another currency, not of Bitcoin'],
		['5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', 'is an address of another currency, not of Bitcoin'],
		['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'is not a Bitcoin address, or a character was mistyped or is missing'],
		['ada@example.com', 'is not a Bitcoin address, or a character was mistyped or is missing'],
		[withVersion(0, 19), 'is an address of another currency, not of Bitcoin'],
		[withVersion(5, 21), 'is an address of another currency, not of Bitcoin'],
		[withVersion(0x80, 20), 'is an address of another currency, not of Bitcoin'],
	])('refuses %p: %s', (address, reason) => {
		expect(reasonOf(checkOnChainAddress(address, 'live'))).toBe(reason);
	});
});
