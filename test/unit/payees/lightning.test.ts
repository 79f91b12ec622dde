import { bech32 } from '@scure/base';
import { lightningNode, makeInvoice } from '../../../sandbox';
import { checkInvoice, invoiceAmountSats, readInvoice } from '../../../nodes/core/payees/lightning';
import { reasonOf, valueOf } from '../../harness/results';
import {
	buildInvoice,
	hexWords,
	INVALID,
	NO_INVOICE,
	numberWords,
	SPEC_HASH,
	SPEC_TIMESTAMP,
	UNRECOVERABLE_SIGNATURE,
	VALID,
	wordsOf,
	type Field,
} from '../../harness/invoices';

const HASH_FIELD: Field = [1, hexWords(SPEC_HASH)];
const ONES = 'ff'.repeat(32);

describe('readInvoice: examples of BOLT 11', () => {
	it.each(VALID.map((example) => [example.name, example] as const))('reads %s', (_, example) => {
		expect(valueOf(readInvoice(example.text))).toEqual({
			text: example.text.toLowerCase(),
			prefix: example.prefix ?? 'bc',
			amountMsat: example.amountMsat,
			timestamp: example.timestamp ?? SPEC_TIMESTAMP,
			expirySeconds: example.expirySeconds ?? 3600,
			paymentHash: example.paymentHash ?? SPEC_HASH,
			payee: null,
		});
	});

	it.each(INVALID)('refuses %s', (_, text, reason) => {
		expect(reasonOf(readInvoice(text))).toBe(reason);
	});

	it('reads what has a signature that does not fit, which is checked with the rest', () => {
		expect(valueOf(readInvoice(UNRECOVERABLE_SIGNATURE)).paymentHash).toBe(SPEC_HASH);
	});
});

describe('readInvoice: what is around an invoice', () => {
	it.each(['lightning:', 'LIGHTNING:', 'Lightning:', 'lightning://'])('takes %s in front', (scheme) => {
		const text = buildInvoice();
		expect(valueOf(readInvoice(`${scheme}${text}`)).text).toBe(text);
		expect(valueOf(readInvoice(` ${scheme}${text.toUpperCase()}\n`)).text).toBe(text);
	});

	it.each([
		'',
		'lightning:',
		'LNURL1DP68GURN8GHJ7',
		'lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy6tsw35k7msjzfpy7nz5yqcnygrfdej82um5wf5k2uckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg',
		'ada@lnexample.com',
		'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
		'xlnbc1',
	])('refuses %p', (text) => {
		expect(reasonOf(readInvoice(text))).toBe(NO_INVOICE);
	});

	it('does not read an invoice out of other text', () => {
		const [before, behind] = ['ln', buildInvoice().slice(2)];
		expect(reasonOf(readInvoice(`${before}lightning:${behind}`))).toMatch(/^is not a valid Lightning invoice/);
		expect(valueOf(readInvoice(buildInvoice())).text).toBe(`${before}${behind}`);
	});

	it('does not read texts far longer than an invoice', () => {
		const long = buildInvoice({
			fields: [HASH_FIELD, ...new Array<Field>(12).fill([2, new Array<number>(1000).fill(0)])],
		});
		expect(long.length).toBeGreaterThan(10_000);
		expect(reasonOf(readInvoice(long))).toContain('is not a valid Lightning invoice');
		const justRight = buildInvoice({
			fields: [HASH_FIELD, ...new Array<Field>(9).fill([2, new Array<number>(1000).fill(0)])],
		});
		expect(readInvoice(justRight).ok).toBe(true);
	});
});

describe('readInvoice: amounts', () => {
	it.each([
		['lnbc1', 100_000_000_000n],
		['lnbc2m', 200_000_000n],
		['lnbc3u', 300_000n],
		['lnbc4n', 400n],
		['lnbc50p', 5n],
		['lnbc10p', 1n],
		['lntbs21000000', 2_100_000_000_000_000_000n],
		['lnbcrt1234u', 123_400_000n],
	])('%s is %p thousandths of a satoshi', (human, amountMsat) => {
		expect(valueOf(readInvoice(buildInvoice({ human }))).amountMsat).toBe(amountMsat);
	});

	it.each([
		['lnbc0', 'has an amount that BOLT 11 does not allow'],
		['lnbc01m', 'has an amount that BOLT 11 does not allow'],
		['lnbc1mm', 'has an amount that BOLT 11 does not allow'],
		['lnbc1m2', 'has an amount that BOLT 11 does not allow'],
		['lnbc1.5m', 'has an amount that BOLT 11 does not allow'],
		['lnbc-1', 'has an amount that BOLT 11 does not allow'],
		[`lnbc1${'0'.repeat(25)}p`, 'has an amount that BOLT 11 does not allow'],
		['lnbc1p', 'has an amount finer than a thousandth of a satoshi'],
		['lnbc15p', 'has an amount finer than a thousandth of a satoshi'],
		['lnbc21000001', 'has an amount of more than 21 million bitcoin'],
		['ln5m', 'names no network after ln'],
		['ln5lnbc10u', 'names no network after ln'],
		['ln', 'names no network after ln'],
	])('refuses %s: %s', (human, reason) => {
		expect(reasonOf(readInvoice(buildInvoice({ human })))).toBe(reason);
	});

	it.each<[bigint | null, bigint | null]>([
		[null, null],
		[1n, 1n],
		[999n, 1n],
		[1000n, 1n],
		[1001n, 2n],
		[250_000_000n, 250_000n],
	])('%p thousandths count as %p satoshis against a cap', (amountMsat, ceilSats) => {
		expect(invoiceAmountSats({ amountMsat })).toBe(ceilSats);
	});
});

describe('readInvoice: fields', () => {
	const read = (fields: readonly Field[]) => readInvoice(buildInvoice({ fields }));

	it('reads the payee and the first of each type', () => {
		const key = `02${'ab'.repeat(32)}`;
		const invoice = valueOf(
			read([
				HASH_FIELD,
				[1, hexWords(ONES)],
				[19, hexWords(key)],
				[13, wordsOf(Buffer.from('first'))],
				[13, wordsOf(Buffer.from('second'))],
				[6, numberWords(90, 2)],
				[6, numberWords(91, 2)],
				[23, hexWords(ONES)],
			]),
		);
		expect(invoice).toMatchObject({ paymentHash: SPEC_HASH, payee: key, expirySeconds: 90 });
	});

	it('skips fields of fixed length that have another one, and takes a later right one', () => {
		const short = new Array<number>(51).fill(0);
		const long = new Array<number>(54).fill(0);
		const invoice = valueOf(
			read([[1, short], [1, long], [23, short], [23, long], [19, short], [19, long], [16, short], HASH_FIELD]),
		);
		expect(invoice).toMatchObject({ paymentHash: SPEC_HASH, payee: null });
	});

	it('needs a payment hash', () => {
		expect(reasonOf(read([[13, wordsOf(Buffer.from('x'))]]))).toBe('has no payment hash');
		expect(reasonOf(read([[1, new Array<number>(51).fill(0)]]))).toBe('has no payment hash');
	});

	it.each<[string, Field]>([
		['payment hash', [1, [...hexWords(SPEC_HASH).slice(0, 51), 1]]],
		['description hash', [23, [...hexWords(SPEC_HASH).slice(0, 51), 1]]],
		['payee', [19, [...new Array<number>(52).fill(0), 1]]],
		['description', [13, [0, 1]]],
		['description of one word', [13, [0]]],
	])('refuses wrong padding in the %s', (_, field) => {
		expect(reasonOf(read([field, HASH_FIELD]))).toBe('has a field with wrong padding');
	});

	it('refuses fields that are cut off', () => {
		for (const tail of [[2], [2, 0], [2, 0, 1], [2, 1, 0, ...new Array<number>(31).fill(0)]]) {
			expect(reasonOf(readInvoice(buildInvoice({ tail })))).toBe('is cut off in a field');
		}
		expect(readInvoice(buildInvoice({ tail: [2, 0, 0] })).ok).toBe(true);
		expect(readInvoice(buildInvoice({ tail: [2, 1, 0, ...new Array<number>(32).fill(0)] })).ok).toBe(true);
	});

	it('takes an empty description, and reads an expiry of no length', () => {
		expect(valueOf(read([HASH_FIELD, [13, []], [6, []]]))).toMatchObject({ expirySeconds: 0 });
	});

	it('keeps an absurd expiry within exact numbers', () => {
		expect(valueOf(read([HASH_FIELD, [6, new Array<number>(20).fill(31)]])).expirySeconds).toBe(
			Number.MAX_SAFE_INTEGER,
		);
		expect(valueOf(read([HASH_FIELD, [6, numberWords(2 ** 40, 11)]])).expirySeconds).toBe(2 ** 40);
	});

	it('reads the whole range of timestamps', () => {
		expect(valueOf(readInvoice(buildInvoice({ timestamp: 2 ** 35 - 1 }))).timestamp).toBe(2 ** 35 - 1);
		expect(valueOf(readInvoice(buildInvoice({ timestamp: 0 }))).timestamp).toBe(0);
	});

	it('takes the four recovery ids and no other', () => {
		for (const id of [0, 1, 2, 3])
			expect(readInvoice(buildInvoice({ signature: Uint8Array.from([...new Array<number>(64).fill(9), id]) })).ok).toBe(
				true,
			);
		const wrong = buildInvoice({ signature: Uint8Array.from([...new Array<number>(64).fill(0), 4]) });
		expect(reasonOf(readInvoice(wrong))).toBe('has a signature that BOLT 11 does not allow');
	});

	it('needs room for timestamp and signature', () => {
		const words = (count: number) => bech32.encode('lnbc', new Array<number>(count).fill(0), false);
		expect(reasonOf(readInvoice(words(110)))).toBe('is too short for a Lightning invoice');
		expect(reasonOf(readInvoice(words(111)))).toBe('has no payment hash');
	});
});

describe('readInvoice: features', () => {
	const withFeatures = (...bits: number[]) => {
		const length = Math.floor(Math.max(...bits) / 5) + 1;
		const words = new Array<number>(length).fill(0);
		for (const bit of bits)
			words[length - 1 - Math.floor(bit / 5)] = (words[length - 1 - Math.floor(bit / 5)] ?? 0) | (1 << (bit % 5));
		return readInvoice(buildInvoice({ fields: [HASH_FIELD, [5, words]] }));
	};

	it.each([8, 14, 16, 24, 30, 36, 48, 56, 148])('knows the required feature %i', (bit) => {
		expect(withFeatures(bit).ok).toBe(true);
	});

	it.each([0, 2, 4, 6, 10, 12, 18, 20, 100, 150])('refuses the required feature %i', (bit) => {
		expect(reasonOf(withFeatures(bit))).toBe(`requires feature ${bit}, which is not known`);
		expect(reasonOf(withFeatures(bit, 9, 8, 201))).toBe(`requires feature ${bit}, which is not known`);
	});

	it('ignores every optional feature', () => {
		expect(withFeatures(1, 3, 9, 15, 17, 99, 101, 149).ok).toBe(true);
	});
});

describe('checkInvoice', () => {
	const at = { nowSeconds: SPEC_TIMESTAMP, timeZone: 'Africa/Lagos' };
	const invoiceOn = (prefix: string) => valueOf(readInvoice(buildInvoice({ human: `ln${prefix}10u` })));

	it.each([
		['bc', 'live'],
		['tb', 'staging'],
		['tbs', 'staging'],
		['bcrt', 'staging'],
		['bc', 'custom'],
		['tbs', 'custom'],
		['sb', 'custom'],
	] as const)('passes %s on %s', (prefix, deployment) => {
		expect(checkInvoice(invoiceOn(prefix), { deployment, ...at })).toEqual({ ok: true, value: undefined });
	});

	it.each([
		[
			'bc',
			'staging',
			'is an invoice of the network lnbc, but deployment staging needs a test network (lntbs, lntb or lnbcrt)',
		],
		[
			'sb',
			'staging',
			'is an invoice of the network lnsb, but deployment staging needs a test network (lntbs, lntb or lnbcrt)',
		],
		['tb', 'live', 'is an invoice of the network lntb, but deployment live needs the Bitcoin main network (lnbc)'],
		['tbs', 'live', 'is an invoice of the network lntbs, but deployment live needs the Bitcoin main network (lnbc)'],
		['bcrt', 'live', 'is an invoice of the network lnbcrt, but deployment live needs the Bitcoin main network (lnbc)'],
	] as const)('refuses %s on %s', (prefix, deployment, reason) => {
		expect(reasonOf(checkInvoice(invoiceOn(prefix), { deployment, ...at }))).toBe(reason);
	});

	it('refuses an invoice whose signature does not fit its node', () => {
		const node = { network: 'bc', timestamp: SPEC_TIMESTAMP, node: 'thief', payee: lightningNode('shop') } as const;
		for (const text of [UNRECOVERABLE_SIGNATURE, makeInvoice(node)]) {
			expect(reasonOf(checkInvoice(valueOf(readInvoice(text)), { deployment: 'live', ...at }))).toBe(
				'has a wrong signature, so it may have been changed on the way',
			);
		}
		const own = makeInvoice({ ...node, node: 'shop' });
		expect(checkInvoice(valueOf(readInvoice(own)), { deployment: 'live', ...at }).ok).toBe(true);
	});

	it('refuses an invoice only after its last second', () => {
		const invoice = invoiceOn('bc');
		const check = (nowSeconds: number) => checkInvoice(invoice, { ...at, deployment: 'live', nowSeconds });
		expect(check(SPEC_TIMESTAMP + 3600).ok).toBe(true);
		expect(reasonOf(check(SPEC_TIMESTAMP + 3601))).toBe('expired on 1 Jun 2017, 12:57 (Africa/Lagos)');
		expect(
			reasonOf(checkInvoice(invoice, { ...at, deployment: 'custom', nowSeconds: SPEC_TIMESTAMP + 9999 })),
		).toContain('expired on');
	});
});
