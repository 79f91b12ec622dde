/** Summarize's text for approvers and accountants, and for chats. */
import type { JsonObject } from '../../../../nodes/core/domain/json';
import { payoutItem } from '../../../../nodes/Mavapay/operations/payout/payoutItem';
import { summaryOf } from '../../../../nodes/Mavapay/operations/payout/summary';
import { chatMessages } from '../../../../nodes/Mavapay/operations/payout/summaryText';
import { linesOf as linesOfPayment } from '../../../../nodes/core/payout/sealedPayment';
import { money } from '../../../cases/case';
import { sealed } from '../../../harness/payout/plans';

const TO = ['to "MUSA AYO BALOGUN"', 'account 3012345607 at Access Bank'];
const linesOf = (reference: string, supplier = 'Lagoon Office Supplies', to = TO) => [
	`9,000.00 NGN, "${supplier}"`,
	...to,
	`reference "${reference}"`,
];
const prepared = (reference: string, more: JsonObject = {}, payoutMore: JsonObject = {}): JsonObject => ({
	payout: {
		outcome: 'notSent',
		amount: money('900000', 'NGN'),
		reference,
		deployment: 'real money',
		...payoutMore,
	},
	prepared: {
		status: 'ready',
		lines: linesOf(reference),
		payeeName: 'MUSA AYO BALOGUN',
		payeeHistory: 'known',
		supplier: 'Lagoon Office Supplies',
		...more,
	},
	approvalDigest: '2026-11-24T09:06Z-d',
});
const refused = (reference: string, message: string) => prepared(reference, { status: 'refused', message });
const accepted = (reference: string, more: JsonObject = {}): JsonObject => ({
	payout: {
		outcome: 'accepted',
		amount: money('900000', 'NGN'),
		payeeName: 'MUSA AYO BALOGUN',
		bank: { code: '000014', name: 'Access Bank' },
		fees: money('5000', 'NGN'),
		reference,
		approvedBy: 'ada@example.com',
		deployment: 'real money',
		...more,
	},
});
const lost = (reference: string): JsonObject => ({
	error: 'May have been paid',
	message: 'May have been paid. Look first.',
	details: { outcome: 'unknown', cause: 'timeout', reference },
});

const FILES: readonly string[] = [];
const FACTS = { others: 0, files: FILES, preparedAt: '24 Nov 2026, 10:06 (Africa/Lagos)' };
const summarized = (items: readonly JsonObject[], facts: Partial<typeof FACTS> = {}) =>
	summaryOf(
		items.flatMap((item) => payoutItem(item) ?? []),
		{ ...FACTS, ...facts },
	);
const paragraphsOf = (items: readonly JsonObject[], facts: Partial<typeof FACTS> = {}) =>
	String(summarized(items, facts).text).split('\n\n');

const many = (count: number, more: JsonObject = {}) =>
	Array.from({ length: count }, (_, index) => prepared(`INV-2026-11-${String(index).padStart(4, '0')}`, more));

it('a list to approve: what it is, what to look at first, the rest, what is refused', () => {
	const items = [
		prepared('A'),
		prepared('B', { payeeHistory: 'new', lines: linesOf('B', 'Adaeze Foods') }),
		prepared('C', { payeeHistory: 'changed' }),
		prepared('E', { message: 'This supplier has a payment of unknown outcome: 1.00 NGN.' }),
		refused('D', "Account name doesn't match: 750.00 NGN."),
	];
	expect(paragraphsOf(items)).toEqual([
		'4 payouts to approve: 36,000.00 NGN, real money. Not included: 1 refused.\nLargest: 9,000.00 NGN, "Lagoon Office Supplies"; 9,000.00 NGN, "Lagoon Office Supplies"; 9,000.00 NGN, "Adaeze Foods".\nPrepared 24 Nov 2026, 10:06 (Africa/Lagos).',
		'LOOK FIRST: 1 with an earlier payment of unknown outcome (9,000.00 NGN), 1 to a changed payee (9,000.00 NGN), 1 to a new payee (9,000.00 NGN)',
		'1. 9,000.00 NGN, "Lagoon Office Supplies"\nWITH AN EARLIER PAYMENT OF UNKNOWN OUTCOME: "This supplier has a payment of unknown outcome: 1.00 NGN."\nto "MUSA AYO BALOGUN"\naccount 3012345607 at Access Bank\nreference "E"',
		'2. 9,000.00 NGN, "Lagoon Office Supplies"\nTO A CHANGED PAYEE\nto "MUSA AYO BALOGUN"\naccount 3012345607 at Access Bank\nreference "C"',
		'3. 9,000.00 NGN, "Adaeze Foods"\nTO A NEW PAYEE\nto "MUSA AYO BALOGUN"\naccount 3012345607 at Access Bank\nreference "B"',
		'THE REST',
		'4. 9,000.00 NGN, "Lagoon Office Supplies"\nto "MUSA AYO BALOGUN"\naccount 3012345607 at Access Bank\nreference "A"',
		'REFUSED, NOT PAID (1)',
		`- "Lagoon Office Supplies", "D": Account name doesn't match: 750.00 NGN.`,
	]);
});

describe("what the wallet's list shows", () => {
	const elsewhere = (transactionId: string | null) => ({
		elsewhere: { transactionId, createdAt: transactionId && '2026-11-23T15:20:00.000Z', claim: 'c-1' },
	});
	const ASKED = (count: number) =>
		`LOOK FIRST: ${count} not paid now, but shown as paid in Mavapay's list. Check whether each transaction paid its row's bill. If so, run 'Payout Reference: Mark Paid' with the row's reference, claim and transaction.`;
	const shown = (transactionId: string | null) =>
		prepared('S', {
			status: 'refused',
			cause: 'shownByWallet',
			message: 'Possible duplicate',
			...elsewhere(transactionId),
		});

	it('comes first, refused or let through by Allow Repeats', () => {
		const items = [
			...[prepared('A'), prepared('C', { payeeHistory: 'changed' })],
			...[prepared('R', elsewhere('tx-2')), shown('tx-1'), shown(null)],
		];
		expect(paragraphsOf(items)).toEqual([
			'3 payouts to approve: 27,000.00 NGN, real money. Not included: 2 refused.\nPrepared 24 Nov 2026, 10:06 (Africa/Lagos).',
			ASKED(2),
			`- 9,000.00 NGN, "Lagoon Office Supplies"\nSHOWN AS PAID IN MAVAPAY'S LIST: transaction "tx-1", "2026-11-23T15:20:00.000Z"\n${TO.join('\n')}\nreference "S"`,
			`- 9,000.00 NGN, "Lagoon Office Supplies"\nSHOWN AS PAID IN MAVAPAY'S LIST: Possible duplicate\n${TO.join('\n')}\nreference "S"`,
			"LOOK FIRST: 1 shown as paid in Mavapay's list (9,000.00 NGN), 1 to a changed payee (9,000.00 NGN)",
			expect.stringMatching(
				/^1\. .*\nSHOWN AS PAID IN MAVAPAY'S LIST: transaction "tx-2", "2026-11-23T15:20:00\.000Z", to be paid again\nto .*\n.*\nreference "R"$/,
			),
			expect.stringMatching(/^2\. .*\nTO A CHANGED PAYEE\n/),
			...['THE REST', expect.stringMatching(/^3\. /)],
		]);
		expect(summarized(items)).toMatchObject({ counts: { ready: 3, refused: 2 }, notPaid: [{}, {}] });
	});

	const ended = { cause: 'shownByWallet', outcome: 'notSent', reference: 'S' };
	const columns = { payoutOutcome: 'notSent', payoutCause: 'shownByWallet', payoutReference: 'S' };
	it.each<[string, JsonObject, string]>([
		['columns', { ...columns, payoutTransactionId: 'a" to "b' }, `transaction "a' to 'b"`],
		['error', { error: 'x', message: 'Possible duplicate:\nit is.', details: ended }, 'Possible duplicate: it is.'],
	])('is named of a run by its %s, too', (_what, item, words) => {
		expect(paragraphsOf([item])).toEqual([
			'Nobody was paid in this run, 1 of 1 not sent.\nPrepared 24 Nov 2026, 10:06 (Africa/Lagos).',
			ASKED(1),
			`- unknown amount\nSHOWN AS PAID IN MAVAPAY'S LIST: ${words}\nreference "S"`,
		]);
	});

	it('has nobody of it left out, and nothing paid or unknown passes for it', () => {
		const [, ask, ...all] = paragraphsOf([prepared('A'), ...Array.from({ length: 502 }, () => shown('tx-1'))]);
		expect([ask, all.length]).toEqual([ASKED(502), 503]);
		const open = { payoutOutcome: 'unknown', payoutCause: 'shownByWallet' };
		expect(paragraphsOf([open])[1]).toBe("MAY HAVE BEEN PAID (1). Don't pay again before looking in Mavapay");
	});
});

it('a result names everybody paid, who approved it and what was refused, and calls nothing settled', () => {
	expect(paragraphsOf([accepted('A'), lost('B')], { preparedAt: null } as never)).toEqual([
		'MAY HAVE BEEN PAID: 1 of 2. 1 payout accepted by Mavapay: 9,000.00 NGN, fees 50.00 NGN, real money.\nAccepted payouts haven\'t arrived or settled yet.\nApproved by "ada@example.com".',
		"MAY HAVE BEEN PAID (1). Don't pay again before looking in Mavapay",
		'- "B": May have been paid. Look first.',
		'1. accepted, not yet arrived: 9,000.00 NGN\nto "MUSA AYO BALOGUN"\nat "Access Bank"\nreference "A"',
	]);
});

describe('a payout that was paid is named', () => {
	const columns = { payoutOutcome: 'accepted', payoutReference: 'A', payoutAmount: '9000.00', payoutCurrency: 'NGN' };

	it('as Read File names its columns', () => {
		const row = { payee: 'Ada Foods', accountName: 'Ada Obi', accountNumber: '0123456780', bank: 'GTBank' };
		expect(paragraphsOf([{ ...columns, ...row }]).at(-1)).toBe(
			'1. accepted, not yet arrived: 9,000.00 NGN, "Ada Foods"\nto "Ada Obi", "0123456780", "GTBank"\nreference "A"',
		);
	});
});

describe('what is left of the budgets of the key', () => {
	const budget = (period: string, allowed: string, used: string) => ({
		period,
		allowed: money(allowed, 'NGN'),
		used: money(used, 'NGN'),
	});
	const leftIn = (items: readonly JsonObject[]) => paragraphsOf(items)[0]?.split('\n').slice(1, -1);
	const day = budget('day', '200000000', '73200000');

	it('stands in a line for each, once the list is paid', () => {
		const budgets = [day, budget('month', '2000000000', '73200000')];
		const items = [prepared('A', { budgets }), prepared('B', { budgets }), refused('C', 'It is over.')];
		expect(leftIn(items)).toEqual([
			"After this run 1,250,000.00 NGN is left of the day's budget of 2,000,000.00 NGN.",
			"After this run 19,250,000.00 NGN is left of the month's budget of 20,000,000.00 NGN.",
		]);
	});

	it('of lists prepared apart is what the last of them leaves, and what is more than that is said', () => {
		const later = budget('day', '200000000', '198500000');
		expect(leftIn([prepared('A', { budgets: [day] }), prepared('B', { budgets: [later] })])).toEqual([
			"This run is 3,000.00 NGN over what is left of the day's budget of 2,000,000.00 NGN.",
		]);
	});

	it('is not told where there is none, where it cannot be told, or once it is paid', () => {
		const quoted = prepared('B', { budgets: [day] }, { amount: null });
		const unread = prepared('C', { budgets: [{}, null, { ...day, period: 'year' }, { ...day, used: null }] });
		expect([leftIn([prepared('A')]), leftIn([quoted]), leftIn([unread])]).toEqual([[], [], []]);
		expect(String(summarized([accepted('A', { budgets: [day] })]).text)).not.toContain('After this run');
	});
});

it.each([
	['turns nothing around', 'INV-1\u202e\u2067', 'INV-1'],
	['does not push the rest out of sight', `INV-1${'\u2800\u3164\u00a0\u200b '.repeat(200)}x`, 'INV-1 x'],
	['is cut', 'A'.repeat(201), `${'A'.repeat(199)}…`],
	['is not cut where it has 200 characters', '\u{1F600}'.repeat(200), '\u{1F600}'.repeat(200)],
	['does not close its quotes', 'A" 9.00 NGN to "B', "A' 9.00 NGN to 'B"],
])('who approves reads amount and payee first, and a reference that %s', (_what, reference, shown) => {
	const payment = sealed({ payout: { reference } });
	expect(paragraphsOf([prepared('A', { lines: linesOfPayment(payment) })]).at(-1)).toBe(
		`1. 1,000.00 NGN\nto account 0123456789 at bank 000014\nreference "${shown}"`,
	);
});

it('who approves reads a payee to its end, however long it is', () => {
	const beneficiary = { note: 'rent '.repeat(200), bankCode: '100004', bankAccountNumber: '0123456789' };
	const sends = [{ method: 'POST', path: '/quote', body: { beneficiary } }] as const;
	const payment = sealed({ paysTo: { kind: 'unseen' }, sealed: { sends } });
	expect(paragraphsOf([prepared('A', { lines: linesOfPayment(payment) })]).at(-1)).toBe(
		`1. 1,000.00 NGN\nto { note: "${beneficiary.note.trim()}", bankCode: "100004", bankAccountNumber: "0123456789" }\nreference "INV-1"`,
	);
});

describe('messages for a chat', () => {
	const messagesOf = (items: readonly JsonObject[]) => {
		const { firstMessages, lastMessage } = summarized(items);
		return { first: firstMessages as string[], last: String(lastMessage) };
	};
	const withoutNumber = (message: string) => message.replace(/^\d+ of \d+\n\n/, '');
	/** The longest message's length. It is at most 2,950: a Slack block holds 3,000, and a workflow may add a header. */
	const longest = (messages: readonly string[]) => Math.max(...messages.map((message) => message.length));

	it.each([1, 10])('are one for %i payouts, which has the whole text', (count) => {
		expect(messagesOf(many(count))).toEqual({ first: [], last: summarized(many(count)).text });
	});

	it.each([100, 400])(
		'of %i payouts have all of them in order, and the last one the sum and what to look at',
		(count) => {
			const items = [...many(count), prepared('N', { payeeHistory: 'new' }), refused('X', 'Account not found.')];
			const { first, last } = messagesOf(items);
			expect(first.map(withoutNumber).join('\n\n')).toBe(summarized(items).text);
			expect(first[1]).toMatch(new RegExp(`^2 of ${first.length}\n\n`));
			expect(longest([...first, last])).toBeLessThanOrEqual(2950);
			expect(last).toMatch(
				new RegExp(`^${count + 1} payouts to approve: [\\d,.]+ NGN, real money\\. Not included: 1 refused\\.`),
			);
			expect(last).toMatch(
				new RegExp(
					`\nLOOK FIRST: 1 to a new payee \\(9,000\\.00 NGN\\)\n\nThe list is in the ${first.length} messages above\\.$`,
				),
			);
		},
	);

	it('cut a paragraph that is longer than one, between two characters, and lose nothing of it', () => {
		const { first } = messagesOf([prepared('A', { lines: [`to x${'\u{1F600}'.repeat(3500)}`] })]);
		expect(longest(first)).toBeLessThanOrEqual(2950);
		expect(
			first
				.map(withoutNumber)
				.join('')
				.match(/\u{1F600}/gu),
		).toHaveLength(3500);
	});

	it('lose nothing of a sum that is longer than one, such as the lines of many files', () => {
		const sum = Array.from({ length: 400 }, (_, n) => `File ${n}: 1 payment`).join('\n');
		const { firstMessages, lastMessage } = chatMessages([sum, 'LOOK FIRST: none', '1. A']);
		const above = firstMessages.map(withoutNumber).join('');
		expect([...`${above}${lastMessage}`.matchAll(/File \d+: 1 payment/g)]).toHaveLength(2 * 400);
		expect(longest([...firstMessages, lastMessage])).toBeLessThanOrEqual(2950);
		expect(lastMessage).toMatch(/LOOK FIRST: none\n\nThe list is in the \d messages above\.$/);
	});

	it.each([
		['INV_2026_01 *b* ~s~ `c` [l](x)', 'INV＿2026＿01 ＊b＊ ～s～ ｀c｀ ［l］(x)'],
		[':100::tada: 10:06', '：100:: tada: 10:06'],
		['Obi & Sons <@U01> \\n', 'Obi & Sons ‹@U01› \\ n'],
	])('have no formatting that a row wrote: %s', (reference, shown) => {
		expect(messagesOf([prepared('A', { lines: [`reference "${reference}"`] })]).last).toContain(`reference "${shown}"`);
	});
});

/** An approver's five questions. Each list below says in which paragraph, and with which words, each is answered. */
const FIVE = ['is it all?', 'is it right?', "whom don't I know?", 'what is missing?', 'when was it, and who approved?'];
type Place = readonly [paragraph: number, words: string];
const AT: Place = [0, 'Prepared 24 Nov 2026, 10:06 (Africa/Lagos)'];
const FILE = 'File "payouts.csv": 2 payments, 9,001.50 NGN';
const KES = { ...money('500000', 'KES'), text: '5,000.00 KES' };
const nearlyUsed = { period: 'day', allowed: money('1200000', 'NGN'), used: money('0', 'NGN') };
/** The last two answers if nothing is missing. */
const LAST: readonly Place[] = [[0, 'real money.\n'], AT];
const LISTS: Readonly<Record<string, readonly [items: JsonObject[], ...Place[]]>> = {
	'a row that repeats one of yesterday': [
		[...many(2), prepared('R', { repeats: '2026-11-23' })],
		[0, '3 payouts'],
		[2, 'REPEATED: same payment on 2026-11-23'],
		[1, 'LOOK FIRST: 1 repeated'],
		...LAST,
	],
	'a name with more words': [
		[prepared('M', { nameDiffers: 'the bank adds "AYO"' })],
		[0, '1 payout'],
		[2, 'TO A NAME THAT ISN\'T THE EXPECTED ONE: the bank adds "AYO"\nto "MUSA AYO BALOGUN"'],
		[1, "1 to a name that isn't the expected one"],
		...LAST,
	],
	'a supplier with letters of another script': [
		[prepared('M', { supplier: 'Lag\u043e\u043en Office' })],
		[0, '1 payout'],
		[2, '\nTO A SUPPLIER WITH A LETTER THAT ISN\'T ONE OF A TO Z: "\u043e" (U+043E)\nto "MUSA AYO BALOGUN"'],
		[1, "1 to a supplier with a letter that isn't one of A to Z"],
		...LAST,
	],

	"a quote, whose payee nobody sees, and a wallet that doesn't hold it": [
		[
			prepared('q-1', {
				lines: ['9,000.00 NGN', 'from the NGN wallet. NOBODY CAN SEE WHO GETS IT'],
				payeeName: null,
				supplier: null,
				payeeHistory: null,
				wallet: { currency: 'NGN', balance: '100000', needed: '900000' },
			}),
		],
		[0, '1 payout'],
		[2, 'NOBODY CAN SEE WHO GETS IT'],
		[2, 'NOBODY CAN SEE WHO GETS IT'],
		[0, 'THE NGN WALLET IS 8,000.00 NGN SHORT'],
		AT,
	],
	'a swap': [
		[
			prepared(
				'SWAP-1',
				{
					...{ lines: ['0.00005000 BTC, at most 9,000.00 NGN', 'from NGN to BTC'], payeeHistory: null },
					...{ asked: money('5000', 'BTC'), atMost: money('900000', 'NGN') },
				},
				{ amount: null },
			),
		],
		[0, '1 payout to approve: 0.00005000 BTC, at most 9,000.00 NGN, real money.'],
		[2, '1. 0.00005000 BTC, at most 9,000.00 NGN\nfrom NGN to BTC'],
		[1, 'LOOK FIRST: nothing stands out'],
		...LAST,
	],
	'a payee in Kenya': [
		[
			prepared(
				'KE-1',
				{
					...{ lines: ['5,000.00 KES, at most 9,000.00 NGN', 'to "Amina Otieno"'], payeeHistory: 'new' },
					...{ asked: KES, atMost: money('900000', 'NGN') },
				},
				{ amount: null },
			),
		],
		[0, '1 payout to approve: 5,000.00 KES, at most 9,000.00 NGN'],
		[2, '5,000.00 KES, at most 9,000.00 NGN'],
		[2, 'NEW PAYEE\nto "Amina Otieno"'],
		...LAST,
	],
	'a file with a row that Read File refused, and a budget that is nearly used': [
		[prepared('A', { budgets: [nearlyUsed] }), refused('B', "'Amount' has a comma: 1,5.")],
		[0, `Not included: 1 refused.\n${FILE}\n`],
		[0, "After this run 3,000.00 NGN is left of the day's budget of 12,000.00 NGN."],
		[1, 'nothing stands out'],
		[4, `"B": 'Amount' has a comma: 1,5.`],
		AT,
	],

	'the result of last week': [
		[accepted('A'), accepted('B'), refused('X', 'Account not found.')],
		[0, '2 payouts accepted by Mavapay: 18,000.00 NGN, fees 100.00 NGN'],
		[1, 'to "MUSA AYO BALOGUN"\nat "Access Bank"\nreference "A"'],
		[0, "Accepted payouts haven't arrived"],
		[4, '"X": Account not found.'],
		[0, 'Approved by "ada@example.com".'],
	],
};

describe.each(Object.entries(LISTS))('%s', (_name, [items, ...places]) => {
	test.each(FIVE)('%s', (question) => {
		const [at, words] = places[FIVE.indexOf(question)] ?? [0, '?'];
		expect(paragraphsOf(items, { files: [FILE] })[at]).toContain(words);
	});
});
