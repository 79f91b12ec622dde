/** What a person, or a workflow, does with payout references: check, release, mark paid, halt, resume. */
import type { RecordPlan } from '../../../nodes/core/operation/operation';
import { runPayoutReference } from '../../../nodes/core/payout/payoutReference';
import { ItemStopped } from '../../../nodes/core/service/failure';
import type { ServiceResponse } from '../../../nodes/core/service/service';
import {
	answerWith,
	BASE_URL,
	Fixture,
	HALT_ROW,
	inOneText,
	lost,
	outcomesOf,
	rowOf,
	transactionRow,
} from '../../harness/payout/fixture';
import { named } from '../../harness/payout/plans';

const ROWS = { free: [], unknown: [rowOf('R')], paid: [rowOf('R'), rowOf('R', 0, ':paid')] };
const release = (more: Partial<Extract<RecordPlan, { action: 'release' }>> = {}): RecordPlan => ({
	action: 'release',
	reference: 'R',
	releasePaid: false,
	...more,
});
const markPaid = (transactionId: string | null): RecordPlan => ({ action: 'markPaid', reference: 'R', transactionId });

async function refused(doing: Promise<unknown>) {
	const error = await doing.then(
		() => null,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof ItemStopped)) throw new Error('it was not refused');
	return inOneText(error.failure);
}

test.each(['free', 'unknown', 'paid'] as const)('check of one that is %s says so and only reads', async (state) => {
	const fixture = new Fixture(...ROWS[state]);
	expect(await fixture.act({ action: 'check', reference: 'R' })).toEqual({ reference: 'R', state });
	expect(fixture.rows.calls.every(([method]) => method === 'has')).toBe(true);
});

describe('release', () => {
	test.each(['free', 'unknown', 'paid'] as const)('of one that is %s', async (previousState) => {
		const fixture = new Fixture(...ROWS[previousState]);
		expect(await fixture.act(release({ releasePaid: true }))).toEqual({
			reference: 'R',
			state: 'free',
			previousState,
			released: previousState !== 'free',
		});
		expect(await fixture.record.check('R')).toBe('free');
	});

	test('of a paid one needs a switch of its own', async () => {
		const fixture = new Fixture(...ROWS.paid);
		expect(await refused(fixture.act(release()))).toMatchObject({
			reference: 'R',
			outcome: 'rejected',
			cause: 'alreadyPaid',
			message:
				"Not released: 'R' was paid. To let it be paid a second time, turn on 'Release Paid Reference'. (outcome: rejected, payout reference: 'R')",
		});
		expect(await fixture.record.check('R')).toBe('paid');
	});

	test('is refused in the execution that left it unknown, however the reference is written', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost];
		await fixture.run([named('R')]);
		for (const reference of ['R', '\u200bＲ ']) {
			expect(await refused(fixture.act(release({ reference })))).toMatchObject({
				reference,
				cause: 'notSettled',
				message: `Not released: '${reference}' was sent by this same execution. Its outcome is unknown. Look in Mavapay whether it was paid, and release it in an execution of its own once this one has ended. (outcome: rejected, payout reference: '${reference}')`,
			});
		}
		expect(await fixture.record.check('R')).toBe('unknown');
	});

	test('of other references, other deployments and other executions is not', async () => {
		const fixture = new Fixture(rowOf('S'));
		fixture.endings = [lost];
		await fixture.run([named('R')]);
		expect(await fixture.act(release({ reference: 'S' }))).toMatchObject({ released: true });
		const elsewhere = {
			store: fixture.store,
			baseUrl: 'https://live.example/api/v1',
			service: fixture.service,
			memory: fixture.contexts,
		};
		expect(await runPayoutReference(release(), elsewhere)).toMatchObject({ released: true });
		fixture.rows.keys.delete(rowOf('R', 0, ':released'));
		fixture.retry();
		expect(await fixture.act(release())).toMatchObject({ released: true });
	});

	test('is refused while the request is under way', async () => {
		const fixture = new Fixture();
		let said = '';
		fixture.endings = [
			async () => {
				said = (await refused(fixture.act(release()))).message;
				return lost;
			},
		];
		await fixture.run([named('R')]);
		expect(said).toContain('sent by this same execution');
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
			expect(await fixture.act(markPaid(transactionId))).toEqual({
				reference: 'R',
				state: 'paid',
				previousState: 'unknown',
				transactionId,
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
		expect(await fixture.act(markPaid('tx-1'))).toMatchObject({ state: 'paid', previousState: 'paid' });
		expect([fixture.read, [...fixture.rows.keys]]).toEqual([[], ROWS.paid]);
	});

	test('of a free one is refused', async () => {
		const fixture = new Fixture();
		expect(await refused(fixture.act(markPaid(null)))).toMatchObject({
			reference: 'R',
			cause: 'notFound',
			message: expect.stringContaining(
				"Nothing to mark as paid under 'R'. This workflow hasn't sent a payment with this payout reference.",
			),
		});
		expect(fixture.rows.keys.size).toBe(0);
	});

	test.each([
		['the service does not know', [], 'notFound', 'Mavapay has no transaction tx-1.'],
		['is another one', { id: 'tx-2' }, 'notFound', 'Mavapay has no transaction tx-1.'],
		[
			'failed',
			{ id: 'tx-1', status: 'FAILED' },
			'transactionFailed',
			'Transaction tx-1 failed. Release the reference to pay it again.',
		],
		[
			'is a deposit',
			{ id: 'tx-1', status: 'SUCCESS', type: 'DEPOSIT' },
			'invalidInput',
			'Transaction tx-1 is a deposit, not a payout.',
		],
	])('with a transaction that %s is refused', async (_, data, cause, description) => {
		const fixture = new Fixture(...ROWS.unknown);
		fixture.response = answerWith(data);
		expect(await refused(fixture.act(markPaid('tx-1')))).toMatchObject({
			reference: 'R',
			outcome: 'rejected',
			cause,
			summary: "Not marked as paid: 'R'",
			description,
		});
		expect(await fixture.record.check('R')).toBe('unknown');
	});

	test('with an answer that cannot be read is refused', async () => {
		const fixture = new Fixture(...ROWS.unknown);
		fixture.response = answerWith({ transaction: 'tx-1' });
		expect((await refused(fixture.act(markPaid('tx-1')))).message).toContain("unexpected format ('id')");
		expect(await fixture.record.check('R')).toBe('unknown');
	});

	test('with a transaction that settled another reference is refused', async () => {
		const fixture = new Fixture(...ROWS.unknown, transactionRow('tx-1'));
		fixture.response = answerWith({ id: 'tx-1' });
		expect(await refused(fixture.act(markPaid('tx-1')))).toMatchObject({
			cause: 'alreadyPaid',
			summary: "Not marked as paid: 'R'",
			description: 'Transaction tx-1 already settled another payout reference.',
		});
		expect(await fixture.record.check('R')).toBe('unknown');
	});
});

describe('halt and resume', () => {
	test('say whether they changed anything', async () => {
		const fixture = new Fixture();
		const done = [];
		for (const action of ['resume', 'halt', 'halt', 'resume', 'resume'] as const)
			done.push(await fixture.act({ action, reference: null }));
		expect(done).toEqual([
			{ halted: false, changed: false },
			{ halted: true, changed: true },
			{ halted: true, changed: false },
			{ halted: false, changed: true },
			{ halted: false, changed: false },
		]);
		expect(fixture.rows.keys.size).toBe(0);
	});

	test('hold for every payment of the workflow', async () => {
		const fixture = new Fixture();
		await fixture.act({ action: 'halt', reference: null });
		expect([...fixture.rows.keys]).toEqual([HALT_ROW]);
		expect(outcomesOf(await fixture.run([named('A')]))).toEqual(['notSent']);
		await fixture.act({ action: 'resume', reference: null });
		expect(outcomesOf(await fixture.run([named('A')]))).toEqual(['accepted']);
	});
});

describe('where the record cannot be used', () => {
	const operations: RecordPlan[] = [
		{ action: 'check', reference: 'R' },
		release(),
		markPaid(null),
		{ action: 'halt', reference: null },
		{ action: 'resume', reference: null },
	];

	test.each(operations)('$action says why: the database fails', async (operation) => {
		const fixture = new Fixture(...ROWS.unknown);
		fixture.rows.fail('has', '');
		fixture.rows.fail('insert', '');
		expect(await refused(fixture.act(operation))).toMatchObject({
			reference: operation.reference,
			cause: 'recordUnavailable',
			message: expect.stringContaining(
				"The record of payout references couldn't be used. n8n's database failed (the database is gone). Make sure that it works, then run 'Payout Reference: Check' in this same workflow.",
			),
		});
	});

	test.each(operations)('$action says why: there is none', async (operation) => {
		const fixture = new Fixture();
		const held = {
			store: { reason: 'Save the workflow first.', retryable: false },
			baseUrl: BASE_URL,
			service: fixture.service,
			memory: fixture.contexts,
		};
		expect(await refused(runPayoutReference(operation, held))).toMatchObject({
			reference: operation.reference,
			cause: 'recordUnavailable',
			summary: "The record of payout references can't be used",
			description: 'Nothing was changed: Save the workflow first.',
		});
	});

	test('a fault of our own is not called one of the database', async () => {
		const fixture = new Fixture();
		fixture.rows.before = () => {
			throw new TypeError('undefined is not a function');
		};
		await expect(fixture.act({ action: 'check', reference: 'R' })).rejects.toThrow(TypeError);
	});
});
