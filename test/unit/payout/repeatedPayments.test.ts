/** The same payment again: in one execution, by Retry On Fail, in a loop, by a person's Retry, in a new execution. */
import { NO_RULES } from '../../../nodes/core/domain/payees/keyRules';
import { plannedItem } from '../../../nodes/core/payout/paymentRun';
import { runPayments } from '../../../nodes/core/payout/run';
import { refuse } from '../../../nodes/core/service/failure';
import { accepted, ending, failed, lost, rejected, tooMany, unreachable } from '../../harness/payout/endings';
import { Fixture, SECRET } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, outputOf } from '../../harness/payout/outcomes';
import { DEPLOYMENT, LIVE, MONEY, rowOf } from '../../harness/payout/rows';
import { write, named, NGN, plan } from '../../harness/payout/plans';

const bad = refuse("'Amount' is empty", 'Nothing was sent for it.').failure;
const enquiring = (more = {}) =>
	plan({
		...more,
		lookUp: async (service) => {
			await service.read({ method: 'GET', path: '/bank/name-enquiry' });
			return {};
		},
	});

describe('what was accepted', () => {
	test('is replayed: nothing is sent, not even an enquiry, and the record is not asked', async () => {
		const fixture = new Fixture();
		const first = outputOf(await fixture.run([enquiring()]));
		for (const again of ['Retry On Fail', "a person's Retry"]) {
			if (again !== 'Retry On Fail') fixture.retry();
			fixture.rows.calls.length = 0;
			expect(outputOf(await fixture.run([enquiring()]))).toEqual({
				...first,
				payout: { ...Object(first?.payout), replayed: true },
			});
			expect([fixture.sent.length, fixture.read.length, fixture.rows.calls]).toEqual([1, 1, []]);
		}
	});

	test('with other values stops, whatever its reference is now', async () => {
		const fixture = new Fixture();
		await fixture.run([plan()]);
		const changes = [
			plan({ amount: NGN(7n) }),
			plan({ destination: '9999999999', payout: { reference: 'INV-2' } }),
			plan({ amount: { minor: 100_000n, currency: 'KES' } }),
		];
		for (const changed of changes) {
			const failure = failureOf(await fixture.run([changed]));
			expect(failure).toMatchObject({ outcome: 'rejected', retryable: false });
			expect(failure.message).toContain(
				'already paid in this execution with other values: the withdrawal of 1,000.00 NGN to account 0123456789, transaction tx-1',
			);
		}
		expect(fixture.sent).toHaveLength(1);
	});

	test('is not denied by a check that fails now; nor is what may have been paid, or was refused', async () => {
		const fixture = new Fixture();
		fixture.endings = [accepted(), lost, rejected];
		const plans = ['A', 'B', 'C'].map((reference) => named(reference, {}, { onUnknown: 'continue' }));
		await fixture.run(plans);
		const result = await fixture.run([bad, bad, bad]);
		expect(failureOf(result, 0).message).toMatch(
			/^Already paid with other values: .*'Amount' is empty\. .*already paid in this execution/,
		);
		expect(failureOf(result, 1)).toMatchObject({
			outcome: 'unknown',
			reference: 'B',
			message: expect.stringMatching(/^Outcome unknown: .*'Amount' is empty\. .*may have been paid/),
		});
		expect(failureOf(result, 2)).toMatchObject({ outcome: 'rejected' });
		expect(failureOf(result, 2).message).not.toContain('may have been paid');
	});

	test('memo, references and enquired names are not part of what a payment is', async () => {
		const fixture = new Fixture();
		await fixture.run([plan({ body: { memo: 'one' } })]);
		expect(
			outputOf(await fixture.run([plan({ body: { memo: 'two' }, payout: { reference: 'INV-2' } })])),
		).toMatchObject({ payout: { reference: 'INV-1', replayed: true } });
	});

	test('can be changed where it was emitted again without changing the memory', async () => {
		const fixture = new Fixture();
		await fixture.run([plan({ output: () => [{ list: [{ a: 1 }] }] })]);
		const output = outputOf(await fixture.run([plan()]));
		Object.assign(Object(output?.list)[0], { a: 2 });
		expect(outputOf(await fixture.run([plan()]))).toMatchObject({ list: [{ a: 1 }] });
	});

	test('whatever became of it downstream, is not sent again', async () => {
		const fixture = new Fixture();
		const output = outputOf(await fixture.run([plan()]));
		for (const name of Object.keys(output ?? {})) Reflect.deleteProperty(Object(output), name);
		const again = await fixture.run([plan()]);
		expect(again.results).toMatchObject([{ outputs: [{}] }]);
		expect(fixture.sent).toHaveLength(1);
	});
});

describe('what got a response that refuses', () => {
	test.each([
		['400', rejected],
		['429', tooMany()],
	])(
		'(%s) is not sent again in its execution: by Retry On Fail, another item, a look-alike, a loop, another node',
		async (_, refusing) => {
			const fixture = new Fixture();
			fixture.endings = [refusing, accepted()];
			const tries = [
				async () => await fixture.run([plan()]),
				async () => await fixture.run([plan(), named('B'), plan()]),
				async () => await fixture.run([plan({ payout: { reference: ' INV\u20111\u200b' } })], { run: 1 }),
				async () => await fixture.run([plan({ destination: 'another' })], { run: 2 }),
				async () => await fixture.run([plan()], { memory: { ...fixture.contexts, nodeName: 'Another' } }),
			];
			await fixture.run([plan()]);
			for (const again of tries) {
				const { results } = await again();
				const last = results.at(-1);
				expect(last).toMatchObject({ failure: { outcome: 'rejected', reference: 'INV-1' } });
			}
			expect(fixture.payees).toEqual(['0123456789', 'B']);
		},
	);

	test('says again what the service said', async () => {
		const fixture = new Fixture();
		fixture.endings = [rejected];
		const first = failureOf(await fixture.run([plan()]));
		const second = failureOf(await fixture.run([plan()]));
		expect(second).toEqual(first);
	});

	test('is kept without keys and secrets, since n8n stores it', async () => {
		const fixture = new Fixture();
		fixture.endings = [
			ending({ outcome: 'rejected', cause: 'rejected', httpCode: '400', message: `Invalid key ${SECRET}` }),
		];
		await fixture.run([plan()]);
		const { message, httpCode } = failureOf(await fixture.run([plan()]));
		expect([message.includes('Invalid key ***'), httpCode]).toEqual([true, '400']);
		expect(JSON.stringify(fixture.flow)).not.toContain(SECRET);
	});

	test("is sent by a person's Retry under its new execution ID, and by a new execution", async () => {
		for (const again of ['retry', 'startAnew'] as const) {
			const fixture = new Fixture();
			fixture.endings = [rejected, accepted()];
			await fixture.run([plan()]);
			fixture[again]();
			expect(outputOf(await fixture.run([plan()]))).toMatchObject({ payout: { outcome: 'accepted', replayed: false } });
			expect(fixture.sent).toHaveLength(2);
		}
	});

	test('of two items with one reference at once, one gets the response', async () => {
		const fixture = new Fixture();
		fixture.endings = [rejected, accepted()];
		const result = await fixture.run([
			plan({ payout: { payoutsInParallel: 2 } }),
			plan({ payout: { payoutsInParallel: 2 } }),
		]);
		expect(fixture.sent).toHaveLength(1);
		expect(outcomesOf(result)).not.toContain('accepted');
	});

	test('is sent again where nobody was there to response', async () => {
		const fixture = new Fixture();
		fixture.endings = [unreachable, accepted()];
		expect(failureOf(await fixture.run([plan()]))).toMatchObject({ outcome: 'rejected', retryable: true });
		expect(outcomesOf(await fixture.run([plan()]))).toEqual(['accepted']);
		expect(fixture.sent).toHaveLength(2);
	});
});

describe('what may have been paid', () => {
	test.each([
		['in the same execution', () => undefined],
		["by a person's Retry", (fixture: Fixture) => fixture.retry()],
	] as const)('is not sent again %s, and no enquiry is made', async (_, go) => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted()];
		await fixture.run([plan()]);
		go(fixture);
		expect(failureOf(await fixture.run([enquiring()]))).toMatchObject({ outcome: 'unknown', reference: 'INV-1' });
		expect([fixture.sent.length, fixture.read]).toEqual([1, []]);
	});

	test.each(['stop', 'skip'] as const)('is unknown to a new execution as well, under %s', async (alreadyRecorded) => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted()];
		await fixture.run([plan()]);
		fixture.startAnew();
		expect(failureOf(await fixture.run([plan({ payout: { alreadyRecorded } })]))).toMatchObject({
			outcome: 'unknown',
			message: expect.stringContaining(
				'another execution is paying it, its response was lost, or the transaction failed. Nothing was sent now.',
			),
		});
		expect(fixture.sent).toHaveLength(1);
	});

	test('is sent again once a person released it, not by the execution that sent it, but by a Retry or a new one', async () => {
		for (const again of ['retry', 'startAnew'] as const) {
			const fixture = new Fixture();
			fixture.endings = [lost, accepted()];
			await fixture.run([plan()]);
			await fixture.release('INV-1');
			expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
			fixture[again]();
			expect(outputOf(await fixture.run([plan()]))).toMatchObject({ payout: { outcome: 'accepted', replayed: false } });
			expect(fixture.sent).toHaveLength(2);
		}
	});

	test('is not sent again by a Retry because the record holds nothing: only a mark is a release', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted()];
		await fixture.run([plan()]);
		fixture.rows.keys.clear();
		fixture.retry();
		expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
		expect(fixture.sent).toHaveLength(1);
	});

	test('is freed by the release of its own generation alone', async () => {
		const fixture = new Fixture(rowOf('INV-1'), rowOf('INV-1', 0, ':released'));
		fixture.endings = [lost, accepted()];
		await fixture.run([plan()]);
		fixture.retry();
		expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
		await fixture.release('INV-1');
		outputOf(await fixture.run([plan()]));
		expect([...fixture.rows.keys]).toContain(rowOf('INV-1', 2));
	});

	test('was released and claimed by another execution: the Retry is told', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted()];
		await fixture.run([plan()]);
		await fixture.release('INV-1');
		fixture.rows.put(rowOf('INV-1', 1));
		fixture.retry();
		expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
		expect(fixture.sent).toHaveLength(1);
	});

	test('stays unknown while the record cannot be asked, or is not there', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted()];
		await fixture.run([plan()]);
		await fixture.release('INV-1');
		fixture.retry();
		fixture.rows.fail('has', ':released');
		expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
		expect(failureOf(await fixture.run([plan()], { store: { reason: 'gone', retryable: true } }))).toMatchObject({
			outcome: 'unknown',
			reference: 'INV-1',
		});
		expect(fixture.sent).toHaveLength(1);
	});

	test('stays unknown for another kind of money, whose record does not know it', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted()];
		await fixture.run([plan()]);
		await fixture.release('INV-1');
		fixture.retry();
		const elsewhere = { kind: 'custom', baseUrl: 'https://other.example/api/v1', money: 'real' } as const;
		expect(failureOf(await fixture.run([plan()], { deployment: elsewhere })).outcome).toBe('unknown');
		expect(fixture.sent).toHaveLength(1);
	});

	test.each([
		['no payment', { payment: null }],
		['no reference', { payment: { reference: null } }],
		['no generation', { payment: { reference: 'INV-1', money: MONEY } }],
	])('stays unknown with %s in the memory', async (_, without) => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted()];
		await fixture.run([plan()]);
		await fixture.release('INV-1');
		Object.assign(Object(Object(fixture.flow.mavapayPayouts)['"Mavapay" key:0:0']), without);
		fixture.retry();
		expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
	});

	test('and was marked as paid is told as paid by the Retry, and skipped only where that was asked for', async () => {
		for (const [more, outcome] of [
			[{}, 'rejected'],
			[{ alreadyRecorded: 'skip' }, 'alreadyPaid'],
			[{ alreadyRecorded: 'skip', referenceGiven: false }, 'rejected'],
		] as const) {
			const fixture = new Fixture();
			fixture.endings = [lost];
			await fixture.run([plan()]);
			await fixture.markPaid('INV-1');
			fixture.retry();
			expect(outcomesOf(await fixture.run([plan({ payout: more })]))).toEqual([outcome]);
			expect(outcomesOf(await fixture.run([plan({ amount: NGN(1n), payout: { alreadyRecorded: 'skip' } })]))).toEqual([
				'rejected',
			]);
			expect(fixture.sent).toHaveLength(1);
		}
	});

	test('stays unknown when its values now only write', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost];
		await fixture.run([plan()]);
		expect(failureOf(await fixture.write([write()]))).toMatchObject({
			outcome: 'unknown',
			reference: 'INV-1',
		});
		expect(fixture.sent).toHaveLength(1);
	});
});

describe('what a person released too early', () => {
	test.each([
		['may have been paid', lost, 'unknown'],
		['failed at once', failed(), 'failed'],
	])('and %s is not sent by another item of the same execution, nor by another node', async (_, end, outcome) => {
		const fixture = new Fixture();
		fixture.endings = [end, accepted()];
		await fixture.run([plan({ onUnknown: 'continue' })]);
		await fixture.release('INV-1');
		expect(outcomesOf(await fixture.run([plan({ payout: { reference: 'INV-1\u200b' } })], { run: 1 }))).toEqual([
			outcome,
		]);
		expect(outcomesOf(await fixture.run([plan()], { memory: { ...fixture.contexts, nodeName: 'Another' } }))).toEqual([
			outcome,
		]);
		expect(fixture.sent).toHaveLength(1);
		fixture.startAnew();
		expect(outcomesOf(await fixture.run([plan()]))).toEqual(['accepted']);
	});

	test('or that the database forgot, is not sent by another item of the execution that paid it', async () => {
		for (const act of ['release', 'forget'] as const) {
			const fixture = new Fixture();
			await fixture.run([plan()]);
			if (act === 'release') await fixture.release('INV-1', true);
			else fixture.rows.keys.clear();
			expect(
				outcomesOf(
					await fixture.run([plan(), plan({ payout: { alreadyRecorded: 'skip' } }), plan({ amount: NGN(1n) })], {
						run: 1,
					}),
				),
			).toEqual(['rejected', 'alreadyPaid', 'rejected']);
			expect(fixture.sent).toHaveLength(1);
			fixture.startAnew();
			expect(outcomesOf(await fixture.run([plan()]))).toEqual(['accepted']);
		}
	});

	test('is sent under the same reference at another deployment', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted()];
		await fixture.run([plan({ onUnknown: 'continue' })]);
		await fixture.release('INV-1');
		expect(outcomesOf(await fixture.run([plan()], { run: 1, deployment: LIVE }))).toEqual(['accepted']);
	});
});

describe('the keys of a memory', () => {
	test('tell runs of a loop apart', async () => {
		const fixture = new Fixture();
		await fixture.run([named('A')], { run: 0 });
		await fixture.run([named('B')], { run: 1 });
		expect(fixture.sent).toHaveLength(2);
		expect(Object.keys(Object(fixture.flow.mavapayPayouts))).toEqual(['"Mavapay" key:0:0', '"Mavapay" key:1:0']);
	});

	test('are the payment itself where there is none', async () => {
		const fixture = new Fixture();
		const items = [named('A'), named('A-2', {}, { amount: NGN(5n) })].map((paying, index) =>
			plannedItem({ index, plan: paying }, null, MONEY),
		);
		await fixture.run([], { items });
		expect(outcomesOf(await fixture.run([], { items: [...items].reverse() }))).toEqual(['accepted', 'accepted']);
		expect(fixture.sent).toHaveLength(2);
	});

	test('an entry that was left sending, or cannot be read, counts as unknown', async () => {
		for (const held of [
			{ identity: 'x', state: 'sending' },
			{ state: 'accepted' },
			'junk',
			null,
			{ identity: 'x', state: 'new' },
		]) {
			const fixture = new Fixture();
			fixture.flow = { mavapayPayouts: { '"Mavapay" key:0:0': held } };
			expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
			expect(fixture.sent).toEqual([]);
		}
	});

	test('a memory that is no object stops the run before anything is sent', async () => {
		const fixture = new Fixture();
		fixture.flow = { mavapayPayouts: 'junk' };
		await expect(fixture.run([plan()])).rejects.toThrow('not an object');
		expect(fixture.sent).toEqual([]);
	});
});

test('a run empties its list of items', async () => {
	const fixture = new Fixture();
	const items = [plannedItem({ index: 0, plan: plan() }, '0:0', MONEY)];
	const { contexts: memory, store, service } = fixture;
	await runPayments({
		workflowId: 'workflow 1',
		keyRules: NO_RULES,
		timeZone: 'UTC',
		deployment: DEPLOYMENT,
		items,
		memory,
		store,
		service,
		today: () => fixture.day,
		report: () => undefined,
		asTool: false,
		stopOnFailure: false,
		redact: (text) => text,
	});
	expect(items).toEqual([]);
});

it('another payee under the reference of a payment that was refused is told of the reference, and not of that payment', async () => {
	const fixture = new Fixture();
	fixture.endings = [rejected];
	const to = (destination: string) => plan({ destination, payout: { reference: 'INV-1' } });
	const result = await fixture.run([to('D'), to('E')]);
	expect([0, 1].map((index) => failureOf(result, index).cause)).toEqual(['insufficientFunds', 'referenceReused']);
	expect(failureOf(result, 1).message).toContain('an earlier item has the same payout reference for another payment');
	expect(fixture.sent).toHaveLength(1);
});
