/** What a person, or a workflow, does with payout references: check, release, mark paid, halt, resume. */
import { WHEN_TO_RELEASE } from '../../../../nodes/core/payout/reference/resolution';
import type { RecordPlan } from '../../../../nodes/core/payout/plan';
import { runPayoutReference } from '../../../../nodes/core/payout/reference/payoutReference';
import { writeClaim } from '../../../../nodes/core/record/claimText';
import type { ServiceResponse } from '../../../../nodes/core/service/service';
import { answerWith, ending, failed, lost } from '../../../harness/payout/endings';
import { claimFor, Fixture } from '../../../harness/payout/fixture';
import { refusalOf } from '../../../harness/payout/outcomes';
import { identityRow, MONEY, rowOf, transactionRow } from '../../../harness/payout/rows';
import { named } from '../../../harness/payout/plans';

const serverError = ending({ outcome: 'unknown', cause: 'serverError', httpCode: '500' });
const UPSTREAM = {
	outcome: 'unknown',
	cause: 'unclearMessage',
	httpCode: '400',
	message: 'Upstream bank timed out',
} as const;
const ROWS = {
	free: [],
	unknown: [rowOf('R'), identityRow('R')],
	paid: [rowOf('R'), identityRow('R'), rowOf('R', 0, ':paid')],
};
const release = (claim: string, more: Partial<Extract<RecordPlan, { do: 'release' }>> = {}): RecordPlan => ({
	do: 'release',
	reference: 'R',
	claim,
	releaseEarly: true,
	...more,
});
const markPaid = (claim: string, transactionId: string | null): RecordPlan => ({
	do: 'markPaid',
	reference: 'R',
	claim,
	transactionId,
});
/** The claim that Check gives. */
const given = async (fixture: Fixture) => await claimFor(fixture.record, 'R');

test.each(['free', 'unknown', 'paid'] as const)(
	'check of one that is %s says so and changes nothing',
	async (state) => {
		const fixture = new Fixture(...ROWS[state]);
		const claim = state === 'free' ? {} : { claim: await given(fixture) };
		expect(await fixture.act({ do: 'check', reference: 'R' })).toEqual({ reference: 'R', state, ...claim });
		expect(fixture.rows.calls.every(([method]) => method === 'has' || method === 'isOf')).toBe(true);
	},
);

test('check of one whose request may still be on its way says when to look again', async () => {
	const fixture = new Fixture();
	fixture.time.now = Date.parse('2026-11-02T10:02:30Z');
	fixture.endings = [lost];
	await fixture.run([named('R')]);
	expect(await fixture.act({ do: 'check', reference: 'R' })).toEqual({
		reference: 'R',
		state: 'unknown',
		claim: await given(fixture),
		lookAgainAt: '2026-11-02T10:20:00.000Z',
		lookAgainInWords: 'today at 10:20, in 18 minutes',
	});
});

test.each(['', 'kAAAAwHIFOIjNeZB3W0', 'of another reference'])(
	'a claim that is none is refused: "%s"',
	async (text) => {
		const fixture = new Fixture(...ROWS.unknown, rowOf('S'));
		const claim = text === 'of another reference' ? await claimFor(fixture.record, 'S') : text;
		for (const plan of [release(claim), markPaid(claim, null)])
			expect(await refusalOf(fixture.act(plan))).toMatchObject({
				reference: 'R',
				cause: 'invalidInput',
				summary: "'Claim' is not a claim of 'R'",
				description:
					"Nothing was changed. Copy both claim and reference from one of these: the error, the item's columns, 'Payout Reference: Check' or 'Resolve'.",
			});
		expect(fixture.rows.keys.size).toBe(4);
	},
);

describe('release', () => {
	test.each(['unknown', 'paid'] as const)('of one that is %s, and again', async (previousState) => {
		const fixture = new Fixture(...ROWS[previousState]);
		const plan = release(await given(fixture), { releasePaid: true });
		const released = { reference: 'R', state: 'free', previousState, released: true };
		expect(await fixture.act(plan)).toEqual(released);
		expect(await fixture.act(plan)).toEqual({ ...released, previousState: 'free', released: false });
		expect(await fixture.record.check('R')).toBe('free');
	});

	test('of one that somebody marks as paid at the same time says so, and it stays paid', async () => {
		const fixture = new Fixture(...ROWS.unknown);
		const claim = await given(fixture);
		fixture.rows.after = (method, key) => {
			if (method === 'insert' && key === rowOf('R', 0, ':released')) fixture.rows.put(rowOf('R', 0, ':paid'));
		};
		expect(await refusalOf(fixture.act(release(claim)))).toMatchObject({
			reference: 'R',
			cause: 'alreadyPaid',
			summary: "Not released: 'R' was paid",
		});
		expect(await fixture.record.check('R')).toBe('paid');
	});

	test('of a paid one needs a switch of its own', async () => {
		const fixture = new Fixture(...ROWS.paid);
		expect(await refusalOf(fixture.act(release(await given(fixture))))).toMatchObject({
			reference: 'R',
			outcome: 'rejected',
			cause: 'alreadyPaid',
			message:
				"Not released: 'R' was paid. To let it be paid a second time, turn on 'Release Paid Reference'. (outcome: rejected, payout reference: 'R')",
		});
		expect(await fixture.record.check('R')).toBe('paid');
	});

	test.each([
		['was lost', lost],
		['was answered with an error', serverError],
		['was answered with a message that reads like a refusal', ending(UPSTREAM)],
		['made a transaction that is FAILED', failed()],
	])('of a payment that %s is too early, and says when to look again', async (_, end) => {
		const fixture = new Fixture();
		fixture.time.now = Date.parse('2026-11-02T10:02:30Z');
		fixture.endings = [end];
		await fixture.run([named('R')]);
		fixture.retry();
		expect(await refusalOf(fixture.act(release(await given(fixture), { releaseEarly: undefined })))).toMatchObject({
			cause: 'lookAgain',
			summary: "Not released: 'R' may still be paid",
			description: expect.stringContaining('Look again today at 10:20, in 18 minutes, or later.'),
		});
		expect(await fixture.record.check('R')).toBe('unknown');
	});

	test('of a claim of the day before yesterday asks for a new one', async () => {
		const fixture = new Fixture(...ROWS.unknown);
		const claim = await given(fixture);
		fixture.time.now += 2 * 86_400_000;
		expect(await refusalOf(fixture.act(release(claim)))).toMatchObject({
			cause: 'lookAgain',
			description: expect.stringContaining('more than a day old'),
		});
	});

	test('is refused in the execution that left it unknown, however the reference is written', async () => {
		const fixture = Fixture.ending(lost);
		await fixture.run([named('R')]);
		for (const reference of ['R', '\u200bＲ ']) {
			const shown = reference.slice(-2).trim();
			expect(await refusalOf(fixture.act(release(await given(fixture), { reference })))).toMatchObject({
				reference,
				cause: 'notSettled',
				message: `Not released: '${shown}' was sent by this same execution. Its outcome is unknown. Look in Mavapay, and release it in a separate execution once this one has ended. ${WHEN_TO_RELEASE} (outcome: rejected, payout reference: '${shown}')`,
			});
		}
		expect(await fixture.record.check('R')).toBe('unknown');
	});

	test('of other references and other executions is not', async () => {
		const fixture = new Fixture(rowOf('S'));
		fixture.endings = [lost];
		await fixture.run([named('R')]);
		const other = release(await claimFor(fixture.record, 'S'), { reference: 'S' });
		expect(await fixture.act(other)).toMatchObject({ released: true });
		fixture.retry();
		expect(await fixture.act(release(await given(fixture)))).toMatchObject({ released: true });
	});

	test('is refused while the request is under way', async () => {
		const fixture = new Fixture();
		let said = '';
		fixture.endings = [
			async () => {
				said = (await refusalOf(fixture.act(release(await given(fixture))))).message;
				return lost;
			},
		];
		await fixture.run([named('R')]);
		expect(said).toContain('sent by this same execution');
	});
});

describe('release and markPaid', () => {
	test('settle the claim that a person looked at and no later one, and say so', async () => {
		const fixture = new Fixture(...ROWS.unknown);
		const claim = await given(fixture);
		await fixture.release('R');
		fixture.rows.put(rowOf('R', 1));
		const before = [...fixture.rows.keys];
		for (const [plan, heading] of [
			[release(claim, { releasePaid: true }), "Not released: 'R' was used for a later payment"],
			[markPaid(claim, null), "Not marked as paid: 'R' was used for a later payment"],
		] as const)
			expect(await refusalOf(fixture.act(plan))).toMatchObject({
				cause: 'claimOver',
				summary: heading,
				description: expect.stringContaining('Nothing was changed'),
			});
		expect([...fixture.rows.keys]).toEqual(before);
	});

	test('of a workflow that did not send it is refused', async () => {
		const claim = await given(new Fixture(...ROWS.unknown));
		const copy = new Fixture();
		for (const plan of [release(claim), markPaid(claim, null)])
			expect(await refusalOf(copy.act(plan))).toMatchObject({
				cause: 'notFound',
				description: expect.stringContaining("hasn't sent a payment with this claim"),
			});
		expect(copy.rows.keys.size).toBe(0);
	});
});

describe('markPaid', () => {
	test('settles an unknown one, without a transaction or with one that the service knows', async () => {
		const several: ServiceResponse = {
			data: [
				{ id: 'tx-0', status: 'FAILED' },
				{ id: 'tx-1', status: 'PENDING' },
			],
			message: null,
			body: {},
		};
		const answers = [
			answerWith({ id: 'tx-1', status: 'SUCCESS', type: 'WITHDRAWAL' }),
			answerWith({ id: 'tx-1' }),
			several,
		];
		for (const [transactionId, response] of [
			[null, answerWith({})] as const,
			...answers.map((each) => ['tx-1', each] as const),
		]) {
			const fixture = new Fixture(...ROWS.unknown);
			fixture.response = response;
			expect(await fixture.act(markPaid(await given(fixture), transactionId))).toEqual({
				reference: 'R',
				state: 'paid',
				previousState: 'unknown',
				transactionId,
				...(transactionId === null ? {} : { warning: expect.stringContaining("wasn't compared") }),
			});
			expect([await fixture.record.check('R'), fixture.rows.keys.has(transactionRow('tx-1'))]).toEqual([
				'paid',
				transactionId !== null,
			]);
			expect(fixture.read).toEqual(
				transactionId === null ? [] : [{ method: 'GET', path: '/transaction', query: { id: 'tx-1' } }],
			);
		}
	});

	test('of a paid one changes and asks nothing', async () => {
		const fixture = new Fixture(...ROWS.paid);
		const plan = markPaid(await given(fixture), 'tx-1');
		expect(await fixture.act(plan)).toMatchObject({ state: 'paid', previousState: 'paid' });
		expect([fixture.read, [...fixture.rows.keys]]).toEqual([[], ROWS.paid]);
	});

	test('of one that was released says how to stop a new run', async () => {
		const fixture = new Fixture(...ROWS.unknown);
		const claim = await given(fixture);
		await fixture.release('R');
		expect(await refusalOf(fixture.act(markPaid(claim, 'tx-1')))).toMatchObject({
			cause: 'claimOver',
			summary: "Not marked as paid: 'R' was released, or certainly paid nothing",
			description: expect.stringContaining("'Payout Reference: Halt'"),
		});
		expect([fixture.read, await fixture.record.check('R')]).toEqual([[], 'free']);
	});

	test.each([
		['the service does not know', [], 'notFound', "Mavapay has no transaction tx-1. Check 'Transaction ID'."],
		['is another one', { id: 'tx-2' }, 'notFound', "Mavapay has no transaction tx-1. Check 'Transaction ID'."],
		[
			'failed',
			{ id: 'tx-1', status: 'FAILED' },
			'transactionFailed',
			'Transaction tx-1 failed, so it paid nothing. Look for one that succeeded before you release the reference or pay again.',
		],
		[
			'is a deposit',
			{ id: 'tx-1', status: 'SUCCESS', type: 'DEPOSIT' },
			'invalidInput',
			"Transaction tx-1 is a deposit, not a payout. Check 'Transaction ID'.",
		],
	])('with a transaction that %s is refused', async (_, data, cause, description) => {
		const fixture = new Fixture(...ROWS.unknown);
		fixture.response = answerWith(data);
		expect(await refusalOf(fixture.act(markPaid(await given(fixture), 'tx-1')))).toMatchObject({
			reference: 'R',
			outcome: 'rejected',
			cause,
			summary: "Not marked as paid: 'R'",
			description,
		});
		expect(await fixture.record.check('R')).toBe('unknown');
	});

	describe('compares the transaction with what was sent', () => {
		const AT = '2026-11-02T10:02:30Z';
		const paid = { id: 'tx-1', status: 'SUCCESS', type: 'WITHDRAWAL', createdAt: AT, amount: 100_000, currency: 'NGN' };

		/** Plans to mark a lost payment of 1,000.00 NGN as paid, by the claim in its error or by Check's claim. */
		async function marking(data: object, claimOf: 'payment' | 'check') {
			const fixture = new Fixture();
			fixture.time.now = Date.parse(AT);
			fixture.endings = [lost];
			const { results } = await fixture.run([named('R')]);
			fixture.startAnew();
			fixture.response = answerWith({ ...paid, ...data });
			const own = 'failure' in results[0]! ? results[0].failure.claim : undefined;
			const claim = claimOf === 'payment' ? String(own) : await given(fixture);
			return { fixture, plan: markPaid(claim, 'tx-1') };
		}

		test('and says nothing where all of it fits', async () => {
			const { fixture, plan } = await marking({}, 'payment');
			expect(await fixture.act(plan)).toEqual({
				...{ reference: 'R', state: 'paid', previousState: 'unknown', transactionId: 'tx-1' },
			});
		});

		test('by an amount of the quote that it settles, too', async () => {
			const quote = { id: 'q-1', totalAmount: '100000.00', sourceCurrency: 'NGNKOBO' };
			const { fixture, plan } = await marking(
				{ amount: 7, currency: 'BTC', metadata: { order: { quote } } },
				'payment',
			);
			expect(await fixture.act(plan)).toMatchObject({ state: 'paid' });
			expect(fixture.rows.keys.has(transactionRow('q-1'))).toBe(true);
		});

		test.each([
			[
				'another amount',
				{ amount: 999_900 },
				"Transaction tx-1 is for 9,999.00 NGN, which isn't the amount of this payment.",
			],
			['another currency', { currency: 'KES' }, "Transaction tx-1 is for 1,000.00 KES, which isn't the"],
			[
				'a time before',
				{ createdAt: '2026-11-02T09:40:00Z' },
				'Transaction tx-1 was created on 2 Nov 2026, 09:40 (UTC), and nothing was sent under this reference in the day before that.',
			],
			[
				'the week after',
				{ createdAt: '2026-11-09T10:02:30Z' },
				'nothing was sent under this reference in the day before',
			],
		])('refuses one of %s', async (_, data, description) => {
			const { fixture, plan } = await marking(data, 'payment');
			const refusal = await refusalOf(fixture.act(plan));
			expect(refusal).toMatchObject({ cause: 'invalidInput', summary: "Not marked as paid: 'R'" });
			expect(refusal.description).toContain(description);
			expect(refusal.description).toContain("Check 'Transaction ID'. If it did pay this bill, leave the field empty.");
			expect([await fixture.record.check('R'), fixture.rows.keys.has(transactionRow('tx-1'))]).toEqual([
				'unknown',
				false,
			]);
		});

		test.each([
			[
				'with a claim of Check, amount and currency',
				'check',
				{ amount: 999_900 },
				'This claim contains no amount. Compare the bill yourself: transaction tx-1 is for 9,999.00 NGN.',
			],
			[
				'an amount that it does not say',
				'payment',
				{ amount: null },
				"Mavapay doesn't say the amount of transaction tx-1, so it wasn't compared.",
			],
			[
				'a time that it does not say',
				'payment',
				{ createdAt: null },
				"Mavapay doesn't say when transaction tx-1 was created, so the time wasn't compared: check it.",
			],
		] as const)('says what could not be compared: %s', async (_, claimOf, data, warning) => {
			const { fixture, plan } = await marking(data, claimOf);
			expect(await fixture.act(plan)).toMatchObject({ state: 'paid', warning });
		});
	});

	test('with a transaction that settled another reference is refused', async () => {
		const fixture = new Fixture(...ROWS.unknown, transactionRow('tx-1'));
		fixture.response = answerWith({ id: 'tx-1' });
		expect(await refusalOf(fixture.act(markPaid(await given(fixture), 'tx-1')))).toMatchObject({
			cause: 'alreadyPaid',
			summary: "Not marked as paid: 'R'",
			description: expect.stringContaining('is already recorded for another payment of this workflow.'),
		});
		expect(await fixture.record.check('R')).toBe('unknown');
	});
});

describe('halt and resume', () => {
	test('say whether they changed anything', async () => {
		const fixture = new Fixture();
		const done = [];
		for (const action of ['resume', 'halt', 'halt', 'resume', 'resume'] as const)
			done.push(await fixture.act({ do: action, reference: null }));
		expect(done).toEqual([
			{ halted: false, changed: false },
			{ halted: true, changed: true },
			{ halted: true, changed: false },
			{ halted: false, changed: true },
			{ halted: false, changed: false },
		]);
		expect(fixture.rows.keys.size).toBe(0);
	});
});

describe('where the record cannot be used', () => {
	/** A claim of the reference R, given in the first minute of 1970. */
	const CLAIM = writeClaim(rowOf('R').slice(0, -2), { generation: 0, minute: 0 });
	const operations: RecordPlan[] = [
		{ do: 'check', reference: 'R' },
		release(CLAIM),
		markPaid(CLAIM, null),
		{ do: 'halt', reference: null },
		{ do: 'resume', reference: null },
	];

	test.each(operations)('$action says why: the database fails', async (operation) => {
		const fixture = new Fixture(...ROWS.unknown);
		fixture.rows.fail('has', '');
		fixture.rows.fail('insert', '');
		expect(await refusalOf(fixture.act(operation))).toMatchObject({
			reference: operation.reference,
			cause: 'recordUnavailable',
			message: expect.stringContaining(
				"The record of payout references couldn't be used. n8n's database failed (the database is gone). Make sure that it works, then run this again.",
			),
		});
	});

	test.each([{ do: 'halt', reference: null } as const, { do: 'check', reference: 'A' } as const])(
		"%j doesn't ask for a memory that can't be read",
		async (operation) => {
			const { store, service } = new Fixture();
			const memory = () => {
				throw new TypeError('The memory of payouts in this execution is not an object');
			};
			const context = { store, service, money: MONEY, memory, timeZone: 'UTC' };
			expect(await runPayoutReference(operation, context)).toMatchObject(
				operation.do === 'halt' ? { halted: true } : { state: 'free' },
			);
		},
	);
});
