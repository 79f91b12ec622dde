/** The list of payouts as HTML, for a mail or a form with checkboxes, and the same list with its results. */
import * as fc from 'fast-check';
import type { JsonObject } from '../../../../nodes/core/domain/json';
import { linesOf } from '../../../../nodes/core/payout/sealedPayment';
import { payoutItem } from '../../../../nodes/Mavapay/operations/payout/payoutItem';
import { summaryOf } from '../../../../nodes/Mavapay/operations/payout/summary';
import { money } from '../../../cases/case';
import { NGN, sealed } from '../../../harness/payout/plans';

/** A payout that is ready to pay; every text that an outsider could write contains `given`. */
function ready(number: number, more: JsonObject = {}, given = `Ada Foods ${number}`): JsonObject {
	const [reference, minor] = [`INV-${number} ${given.slice(0, 150)}`, String(number * 1_000_000)];
	const payment = sealed({
		amount: NGN(BigInt(minor)),
		paysTo: { kind: 'account', bank: '000013', accountNumber: '0123456789', bankName: 'Guaranty Trust Bank' },
		sealed: {
			reference,
			supplier: given.slice(0, 200),
			expects: `${given}x`,
			holder: { name: given, is: 'registered' },
		},
	});
	return {
		payout: { outcome: 'notSent', reference, amount: money(minor, 'NGN'), deployment: 'real money' },
		prepared: { status: 'ready', lines: linesOf(payment), supplier: given, payeeHistory: 'known', ...more },
	};
}
const changed = { payeeHistory: 'changed' };
const refused = ready(9, { status: 'refused', message: `Account not found. ${'Nothing was paid. '.repeat(30)}` });

/** The row of a payout once it was tried, as *Include Input Fields* gives it. */
function tried({ payout, ...row }: JsonObject, payoutOutcome: string): JsonObject {
	const { reference = null, amount = null } = payout as JsonObject;
	const { major = null } = amount as JsonObject;
	const payoutMessage = payoutOutcome === 'accepted' ? '' : 'Account not found: 1.00 NGN. Nothing was paid.';
	return {
		...row,
		payoutOutcome,
		payoutReference: reference,
		payoutAmount: major,
		payoutCurrency: 'NGN',
		payoutMessage,
	};
}

/** A payout as a row of the data table in which a workflow keeps its payments. */
const booked = (number: number, payoutOutcome: string, payoutMonth: string, payee = `Ada Foods ${number}`) => ({
	...{ id: number, createdAt: '2026-11-27T09:00:00.000Z', payee, accountName: payee, bank: 'GTBank' },
	...{ payoutOutcome, payoutReference: `INV-${number} ${payee.slice(0, 150)}`, payoutMonth, payoutMessage: null },
	...{ payoutAmount: `${number}000.00`, payoutCurrency: 'NGN', payoutFeesMinor: number === 2 ? '0' : '5000' },
});

interface Shown {
	readonly text: string;
	readonly html: string;
	readonly rows: ReadonlyArray<{ number: number; reference: string; line: string }>;
}
const shownOf = (items: readonly JsonObject[], files: string[] = []) =>
	summaryOf(
		items.flatMap((one) => payoutItem(one) ?? []),
		{ others: 0, files, preparedAt: null },
	) as unknown as Shown;
/** HTML as a person reads it: each of its lines. */
const readable = (html: string) =>
	html
		.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
		.replace(/^[^]*<main>|<\/main>[^]*$/g, '')
		.split(/\n|<br\/>|<\/?(?:div|tr|td|table|h1|h2|p)[^>]*>/)
		.map((line) => line.replace(/<\/?b[^>]*>/g, ''))
		.filter((line) => line !== '');
const numbersIn = (lines: readonly string[]) =>
	lines.flatMap((line) => /^\d+(?=\. )/.exec(line)?.[0] ?? []).map(Number);

test('text, html and rows have one order: what stands out, then by amount', () => {
	const { text, html, rows } = shownOf([ready(1), ready(2, changed), ready(3), refused]);
	expect(rows.map(({ number, reference }) => `${number} ${reference.slice(0, 5)}`)).toEqual([
		'1 INV-2',
		'2 INV-3',
		'3 INV-1',
	]);
	expect(rows.map(({ line }) => text.includes(`\n\n${line}`))).toEqual([true, true, true]);
	const any: unknown = expect.any(String);
	expect(readable(html)).toEqual([
		'3 payouts to approve: 60,000.00 NGN, real money. Not included: 1 refused.',
		'LOOK FIRST: 1 to a changed payee (20,000.00 NGN)',
		'1. 20,000.00 NGN, "Ada Foods 2"',
		'TO A CHANGED PAYEE',
		expect.stringMatching(/^to "Ada Foods 2" .* · account 0123456789 at Guaranty Trust Bank · reference "INV-2/),
		...['THE REST', '2. 30,000.00 NGN, "Ada Foods 3"', any, '3. 10,000.00 NGN, "Ada Foods 1"', any],
		'REFUSED, NOT PAID (1)',
		expect.stringMatching(/^- "Ada Foods 9", "INV-9 Ada Foods 9": Account not found\. Nothing .{1,340}…$/),
	]);
	// A form can hide the table by its style; the table's heading disappears with it.
	expect(readable(html.replace(/<table.*?<\/table>/g, '')).map((line) => line.slice(0, 12))).toEqual([
		'3 payouts to',
		'LOOK FIRST: ',
		'REFUSED, NOT',
		'- "Ada Foods',
	]);
});

test('a result is the request again: its order and numbers, with a word before each, what may have been paid first', () => {
	const items = [ready(1), ready(2, changed), ready(3), ready(4), ready(5), refused];
	const outcomes = ['unknown', 'accepted', 'leftOut', 'arrived', 'rejected'];
	const result = shownOf(items.map((one, at) => (at < 5 ? tried(one, outcomes[at] ?? '') : one)));
	const numbersOf = ({ rows }: Shown) => Object.fromEntries(rows.map(({ reference, number }) => [reference, number]));
	expect(numbersOf(result)).toEqual(numbersOf(shownOf(items)));
	expect(result.text.split('\n\n').map((paragraph) => paragraph.split('\n')[0])).toEqual([
		'MAY HAVE BEEN PAID: 1 of 6 (10,000.00 NGN). 2 payouts accepted by Mavapay: 60,000.00 NGN, real money. Not included: 2 refused, 1 left out.',
		"MAY HAVE BEEN PAID (1). Don't pay again before looking in Mavapay",
		'5. MAY HAVE BEEN PAID: 10,000.00 NGN, "Ada Foods 1"',
		'1. accepted, not yet arrived: 20,000.00 NGN, "Ada Foods 2"',
		'2. refused: 50,000.00 NGN, "Ada Foods 5"',
		'3. arrived: 40,000.00 NGN, "Ada Foods 4"',
		'4. left out: 30,000.00 NGN, "Ada Foods 3"',
		'REFUSED, NOT PAID (1)',
		expect.stringMatching(/^- "Ada Foods 9"/),
	]);
	expect(numbersIn(readable(result.html))).toEqual([5, 1, 2, 3, 4]);
});

test('a book is a page: what may have been paid and what is open first, totals with bars, fees, and the rest', () => {
	const rows = [
		booked(1, 'arrived', '2026-10', 'Eze'),
		booked(2, 'accepted', '2026-11'),
		{ ...booked(3, 'unknown', '2026-11'), payoutFeesMinor: null },
		booked(4, 'arrived', '2026-11', 'Eze'),
		{ ...booked(5, 'arrived', '2026-11'), payoutCurrency: 'KES' },
		booked(6, 'failed', '2026-09'),
		booked(7, 'rejected', ''),
	];
	const { html } = shownOf(rows);
	const line = (number: number, payee = `Ada Foods ${number}`) =>
		`to "${payee}", "GTBank" · reference "INV-${number} ${payee}"`;
	expect(readable(html)).toEqual([
		'Book of payouts',
		'MAY HAVE BEEN PAID: 1 of 7 (3,000.00 NGN). 4 payouts accepted by Mavapay: 7,000.00 NGN and 5,000.00 KES, fees 100.00 NGN and 50.00 KES. Not included: 1 FAILED AT MAVAPAY, 1 refused.',
		"Accepted payouts haven't arrived or settled yet.",
		'Open: 3 (11,000.00 NGN)',
		...['MAY HAVE BEEN PAID, 2026-11: 3,000.00 NGN, "Ada Foods 3"', line(3)],
		...['FAILED AT MAVAPAY, 2026-09: 6,000.00 NGN, "Ada Foods 6"', line(6)],
		...['accepted, not yet arrived, 2026-11: 2,000.00 NGN, "Ada Foods 2"', line(2)],
		'Paid by month',
		...['2026-11 (2)', '6,000.00 NGN', '2026-11 (1)', '5,000.00 KES', '2026-10 (1)', '1,000.00 NGN'],
		'Paid by payee',
		...['"Eze" (2)', '5,000.00 NGN', '"Ada Foods 5" (1)', '5,000.00 KES', '"Ada Foods 2" (1)', '2,000.00 NGN'],
		'The rest: 4 (12,000.00 NGN and 5,000.00 KES)',
		...['arrived, 2026-11: 4,000.00 NGN, "Eze"', line(4, 'Eze')],
		...['arrived, 2026-11: 5,000.00 KES, "Ada Foods 5"', line(5)],
		...['arrived, 2026-10: 1,000.00 NGN, "Eze"', line(1, 'Eze')],
		...['refused, -: 7,000.00 NGN, "Ada Foods 7"', line(7)],
	]);
	expect(html.match(/(?<=width:)\d+(?=%"><\/div>)/g)).toEqual(['100', '100', '16', '100', '100', '40']);
	expect(readable(shownOf([booked(1, 'arrived', '2026-11')]).html)).toContain('Open: 0');
});

test.each([
	[['rejected', 'notSent', 'notSent'], 'Nobody was paid in this run, 1 of 3 refused, 2 of 3 not sent.'],
	[
		['unknown', 'notSent', 'notSent'],
		'MAY HAVE BEEN PAID: 1 of 3 (10,000.00 NGN). Nobody else was paid in this run, 2 of 3 not sent.',
	],
])('a stopped run says first who is unpaid: %j', (outcomes, first) => {
	const { text } = shownOf(outcomes.map((outcome, at) => tried(ready(at + 1), outcome)));
	expect(text.split('\n')[0]).toBe(first);
});

/** Texts of a row that could be taken for markup, or push the rest out of a mail. */
const HOSTILE = [
	...`<img src=x onerror="alert(1)">|</td></table><b>PAID</b>|<!--|&lt;br&gt;&#60;u&#62;|&amp;lt;h1&amp;gt;|{{ 7*7 }}`.split(
		'|',
	),
	...`$&$'$\`$1$$|\uff1cimg\uff1e\uff06lt;\uff04\uff06|\u202e\u2066\u200b|x\n<br>\\n y|"\u201c\u2019|*_~[l](x)|https://x.example`.split(
		'|',
	),
	...['x'.repeat(9999), '"'.repeat(9999), '\u{1F600}'.repeat(999), '\u1ecd\u0301'.repeat(999)],
];

test('nothing that a row holds is markup, a pattern of n8n or a sign that some fonts lack', () => {
	const hostile = fc.array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
	fc.assert(
		fc.property(fc.array(hostile, { minLength: 1, maxLength: 3 }), (names) => {
			const { text, html, rows } = shownOf([...names.map((name, at) => ready(at + 1, {}, name)), refused]);
			const book = shownOf(names.map((name, at) => booked(at + 1, 'arrived', '2026-11', name))).html;
			for (const page of [html, book])
				expect(
					page
						.replace(/^<!doctype[^]*<main>|<\/main><\/body><\/html>\n$/g, '')
						.replace(/<\/?(?:div|table|tr|td|b|br|h1|h2|p)(?: (?:rules|cellpadding|style)="[\w:;#%. /,-]*")*\/?>/g, ''),
				).toMatch(/^(?:[\w .,:;()/+%?!"\n-]|&#\d+;)*$/);
			for (const shown of [text, ...rows.map(({ line }) => line)])
				expect(shown).not.toMatch(/[<>\uff01-\uff5e]|\\[nr]|\$[$&'`\d]|&#?\w+;/);
		}),
	);
});

test.each<[what: string, count: number, given: (at: number) => string, most: number, average: number]>([
	['honest', 49, (at) => `Lagoon Office Supplies ${at}`, 22_000, 350],
	['honest', 100, (at) => `Lagoon Office Supplies ${at}`, 17_000, 350],
	['hostile', 300, (at) => `${HOSTILE[at % HOSTILE.length]} ${at}`, 60_000, 1200],
	['endless', 300, (at) => '\u{1F600}'.repeat(300 + at), 60_000, 1200],
])('of %s rows, %i make a mail that programs show whole', (_what, count, given, most, average) => {
	const items = Array.from({ length: count }, (_, at) => ready(at + 1, at < 30 ? changed : {}, given(at)));
	const ended = ['refused', 'duplicate', 'notSent', 'unknown', 'leftOut'].flatMap((status) =>
		Array.from({ length: 11 }, (_, at) => ready(999, { status, message: given(at) }, given(at))),
	);
	const { html, rows } = shownOf([...items, ...ended], [`File ${given(0)}`]);
	const sizes = (html.match(/<tr>.*?<\/tr>/g) ?? []).map((row) => Buffer.byteLength(row));
	expect(Buffer.byteLength(html)).toBeLessThanOrEqual(most);
	expect(Math.max(...sizes)).toBeLessThanOrEqual(1200);
	expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeLessThanOrEqual(average);
	const inMail = count < 50 ? rows : [...rows.slice(0, 20), ...rows.slice(30, 40)];
	expect(numbersIn(readable(html))).toEqual(inMail.map(({ number }) => number));
	expect(
		/NOT IN THIS MESSAGE: (\d+) \([\d,.]+ NGN\), including (\d+) \([\d,.]+ NGN\) to look at\./
			.exec(readable(html).join(' '))
			?.slice(1),
	).toEqual(count < 50 ? undefined : [String(count - 30), '10']);
	expect(rows.at(-1)?.line.split('\n')).toHaveLength(count < 50 ? 4 : 1);
	const book = shownOf(
		items.map((_, at) => booked(at + 1, at < 90 ? 'accepted' : 'arrived', '2026-11', given(at))),
	).html;
	expect(Buffer.byteLength(book)).toBeLessThanOrEqual(60_000);
	expect(/And (\d+) more \(/.exec(book)?.[1]).toBe(count > 100 ? String(count - 100) : undefined);
});
