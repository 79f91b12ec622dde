import * as fc from 'fast-check';
import { decode } from 'light-bolt11-decoder';
import { readInvoice } from '../../nodes/core/payees/lightning';
import { valueOf } from '../harness/results';
import { buildInvoice, numberWords, wordsOf, type Field } from '../harness/invoices';

const ALPHABET = [...'qpzry9x8gf2tvdw0s3jn54khce6mua7l'];

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const amount = fc.oneof(
	fc.constant(''),
	fc
		.tuple(fc.integer({ min: 1, max: 20_000_000 }), fc.constantFrom('', 'm', 'u', 'n'))
		.map(([value, letter]) => `${value}${letter}`),
	fc.integer({ min: 1, max: 10_000_000 }).map((value) => `${value}0p`),
);
const field = (type: number, data: fc.Arbitrary<readonly number[]>): fc.Arbitrary<Field> =>
	data.map((words) => [type, words] as const);

const parts = fc.record({
	prefix: fc.constantFrom('bc', 'tb', 'tbs', 'bcrt'),
	amount,
	timestamp: fc.integer({ min: 0, max: 2 ** 35 - 1 }),
	fields: fc
		.tuple(
			field(1, bytes(32).map(wordsOf)),
			fc.option(
				field(
					13,
					fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => wordsOf(Buffer.from(text))),
				),
				{ nil: null },
			),
			fc.option(field(23, bytes(32).map(wordsOf)), { nil: null }),
			fc.option(field(19, bytes(33).map(wordsOf)), { nil: null }),
			fc.option(
				field(
					6,
					fc.integer({ min: 0, max: 2 ** 30 - 1 }).map((seconds) => numberWords(seconds, 6)),
				),
				{ nil: null },
			),
			fc.option(field(16, bytes(32).map(wordsOf)), { nil: null }),
			fc.option(
				field(
					24,
					fc.integer({ min: 0, max: 1023 }).map((blocks) => numberWords(blocks, 2)),
				),
				{ nil: null },
			),
			fc.option(field(2, fc.array(fc.integer({ min: 0, max: 31 }), { maxLength: 40 })), { nil: null }),
		)
		.chain((list) =>
			fc.shuffledSubarray(
				list.filter((entry) => entry !== null),
				{ minLength: list.filter((entry) => entry !== null).length },
			),
		),
});

const invoiceText = parts.map(({ prefix, amount: amountText, timestamp, fields }) =>
	buildInvoice({ human: `ln${prefix}${amountText}`, timestamp, fields }),
);

test('agrees with an independent decoder on any invoice', () => {
	fc.assert(
		fc.property(invoiceText, fc.boolean(), (text, upper) => {
			const ours = valueOf(readInvoice(upper ? text.toUpperCase() : text));
			const theirs = new Map(
				decode(text).sections.map((section) => [String(section.name), 'value' in section ? section.value : undefined]),
			);
			const network = theirs.get('coin_network');
			expect(network).toMatchObject({ bech32: ours.prefix });
			expect(ours.amountMsat === null ? undefined : ours.amountMsat.toString()).toBe(theirs.get('amount'));
			expect(ours.timestamp).toBe(theirs.get('timestamp'));
			expect(ours.paymentHash).toBe(theirs.get('payment_hash'));
			expect(ours.payee ?? undefined).toBe(theirs.get('payee'));
			expect(ours.expirySeconds).toBe(theirs.get('expiry') ?? 3600);
			expect(ours.text).toBe(text);
		}),
	);
});

test('no text makes the reader throw', () => {
	const nearly = fc
		.array(fc.constantFrom(...ALPHABET, '1', 'b', ' ', 'L', ':'), { maxLength: 300 })
		.map((list) => `lnbc${list.join('')}`);
	fc.assert(
		fc.property(fc.oneof(fc.string({ unit: 'binary' }), nearly), (text) => {
			const result = readInvoice(text);
			if (!result.ok) expect(result.reason).not.toBe('');
		}),
	);
});

test('no field content with a right checksum makes the reader throw', () => {
	const anyField: fc.Arbitrary<Field> = fc.tuple(
		fc.integer({ min: 0, max: 31 }),
		fc.array(fc.integer({ min: 0, max: 31 }), { maxLength: 80 }),
	);
	fc.assert(
		fc.property(
			fc.array(anyField, { maxLength: 8 }),
			fc.array(fc.integer({ min: 0, max: 31 }), { maxLength: 5 }),
			bytes(65),
			(fields, tail, signature) => {
				const result = readInvoice(buildInvoice({ fields, tail, signature }));
				if (result.ok) expect(result.value.paymentHash).toMatch(/^[0-9a-f]{64}$/);
				else expect(result.reason).not.toBe('');
			},
		),
	);
});
