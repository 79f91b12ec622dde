/** Invoices and addresses the sandbox makes and reads, against other implementations and published samples. */
import * as fc from 'fast-check';
import { decode } from 'light-bolt11-decoder';
import {
	DEMO_ADDRESSES,
	DEMO_INVALID_ADDRESS,
	isStablecoinAddress,
	makeInvoice,
	makeStablecoinAddress,
	readInvoice,
	type InvoiceNetwork,
} from '../../../sandbox/index';
import { isBitcoinAddress } from '../../../sandbox/crypto/address';

const NETWORKS = ['trc20', 'erc20', 'plasma', 'solana', 'polygon'] as const;
const hash = 'ab'.repeat(32);

function section(invoice: string, name: string): unknown {
	return Object.entries(decode(invoice).sections.find((one) => one.name === name) ?? {}).find(
		([key]) => key === 'value',
	)?.[1];
}

test('an invoice made here is read alike by another decoder', () => {
	const options = fc.record({
		network: fc.constantFrom<InvoiceNetwork>('bc', 'tb', 'tbs', 'bcrt'),
		amountMsat: fc.option(fc.bigInt({ min: 1n, max: 10n ** 17n })),
		timestamp: fc.integer({ min: 1, max: 2 ** 32 }),
		expirySeconds: fc.integer({ min: 1, max: 31_536_000 }),
		description: fc.string({ unit: 'grapheme', maxLength: 80 }),
	});
	fc.assert(
		fc.property(options, (wanted) => {
			const invoice = makeInvoice({ ...wanted, paymentHash: hash });
			expect(readInvoice(invoice)).toEqual({
				network: wanted.network,
				amountMsat: wanted.amountMsat,
				timestamp: wanted.timestamp,
				expirySeconds: wanted.expirySeconds,
				paymentHash: hash,
			});
			const others = ['timestamp', 'payment_hash', 'expiry', 'description'].map((name) => section(invoice, name));
			expect(others).toEqual([wanted.timestamp, hash, wanted.expirySeconds, wanted.description]);
			if (wanted.amountMsat !== null) expect(section(invoice, 'amount')).toBe(wanted.amountMsat.toString());
		}),
	);
});

test('reads the samples of BOLT 11', () => {
	const coffee =
		'lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh';
	expect(readInvoice(coffee)).toEqual({
		network: 'bc',
		amountMsat: 250_000_000n,
		timestamp: 1_496_314_658,
		expirySeconds: 60,
		paymentHash: '0001020304050607080900010203040506070809000102030405060708090102',
	});
	expect(readInvoice(coffee.replace('2500u', '2501u'))).toBeNull();
	expect(readInvoice(coffee.toUpperCase())).not.toBeNull();
	expect(readInvoice(coffee.replace('lnbc', 'LNBC'))).toBeNull();
});

test('an invoice without expiry lasts an hour; one without amount has none; amounts must be positive', () => {
	const invoice = makeInvoice({ network: 'tbs', timestamp: 1_700_000_000 });
	expect(readInvoice(invoice)).toMatchObject({ expirySeconds: 3_600, amountMsat: null });
	expect(() => makeInvoice({ network: 'tbs', timestamp: 1, amountMsat: 0 })).toThrow(RangeError);
});

test('no text makes the reader throw, and a changed letter is noticed', () => {
	fc.assert(fc.property(fc.string(), (text) => readInvoice(text) === null));
	const invoice = makeInvoice({ network: 'tb', timestamp: 1_700_000_000, amountMsat: 1_000 });
	fc.assert(
		fc.property(
			fc.integer({ min: 0, max: invoice.length - 1 }),
			fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l'),
			(index, letter) => {
				const changed = invoice.slice(0, index) + letter + invoice.slice(index + 1);
				return changed === invoice || readInvoice(changed) === null;
			},
		),
	);
});

test('addresses made for a network are valid there, and everywhere else of the same form only', () => {
	fc.assert(
		fc.property(fc.constantFrom(...NETWORKS), fc.string(), (network, seed) => {
			const address = makeStablecoinAddress(network, seed);
			const form = (one: string) => (['erc20', 'plasma', 'polygon'].includes(one) ? 'evm' : one);
			for (const other of NETWORKS) {
				expect(isStablecoinAddress(other, address)).toBe(form(other) === form(network));
			}
		}),
	);
});

test('published addresses', () => {
	// EIP-55's own samples, USDT's contract on Tron, Solana's token program.
	for (const address of [
		'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
		'0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
		'0xde709f2102306220921060314715629080e2fb77',
		'0x52908400098527886E0F7030069857D2E4169EE7',
	]) {
		expect(isStablecoinAddress('erc20', address)).toBe(true);
	}
	expect(isStablecoinAddress('erc20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed')).toBe(false);
	expect(isStablecoinAddress('trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe(true);
	expect(isStablecoinAddress('solana', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')).toBe(true);
	for (const address of [
		'1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
		'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
		'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
	]) {
		expect(isBitcoinAddress(address)).toBe(true);
		expect(isBitcoinAddress(`${address}x`)).toBe(false);
	}
});

test('the demo addresses are valid, the invalid one is not', () => {
	for (const network of NETWORKS) expect(isStablecoinAddress(network, DEMO_ADDRESSES[network])).toBe(true);
	expect(isStablecoinAddress('trc20', DEMO_INVALID_ADDRESS)).toBe(false);
});
