/** What Resolve does with the record of payout references. */
import type { Candidate, Evidence } from '../../../nodes/core/domain/books/resolution';
import type { ResolvePlan } from '../../../nodes/core/operation/operation';
import { ItemStopped } from '../../../nodes/core/service/failure';
import { Fixture, inOneText, lookUpRow, lost, outcomesOf, rowOf, transactionRow } from '../../harness/payout/fixture';
import { named } from '../../harness/payout/plans';

const tx = (more: Partial<Candidate> = {}): Candidate => ({
	transactionId: 'T1',
	type: 'WITHDRAWAL',
	status: 'SUCCESS',
	minor: 1n,
	currency: 'NGN',
	createdMs: 0,
	quoteIds: [],
	prices: [],
	matches: true,
	...more,
});
const ANY = { minor: null, currency: null, sentAfterMs: 0, sentBeforeMs: null, certain: true, shared: false };

/** What the payments are looked up by, and their claims were made for. */
const KEY = { kind: 'quoteId', value: 'Q' } as const;
const sent = (reference: string, generation = 0) => [
	rowOf(reference, generation),
	lookUpRow(reference, KEY, generation),
];

function resolve(found: Partial<Evidence>, more: Partial<ResolvePlan> = {}): ResolvePlan & { asked: number } {
	const plan = {
		action: 'resolve' as const,
		reference: 'R',
		updateRecord: true,
		expected: ANY,
		lookUpKeys: [KEY],
		asked: 0,
		gather: async () => {
			plan.asked += 1;
			return { transactions: [], orders: [], incomplete: null, ...found };
		},
		...more,
	};
	return plan;
}

async function refused(doing: Promise<unknown>) {
	const error = await doing.then(
		() => null,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof ItemStopped)) throw new Error('it was not refused');
	return inOneText(error.failure);
}

it('paid: marks the claim and the transaction', async () => {
	const fixture = new Fixture(...sent('R'));
	expect(await fixture.act(resolve({ transactions: [tx()] }))).toEqual({
		reference: 'R',
		state: 'paid',
		previousState: 'unknown',
		resolution: 'paid',
		transactionId: 'T1',
		why: 'Transaction T1 succeeded.',
		recordChanged: true,
	});
	expect([...fixture.rows.keys]).toEqual([
		...sent('R'),
		transactionRow('T1'),
		expect.stringContaining(':by:'),
		rowOf('R', 0, ':paid'),
	]);
});

it('not paid: releases the claim', async () => {
	const fixture = new Fixture(...sent('R'));
	const failed = { transactions: [tx({ status: 'FAILED' })] };
	expect(await fixture.act(resolve(failed))).toMatchObject({
		state: 'free',
		resolution: 'notPaid',
		recordChanged: true,
		why: expect.stringContaining('The reference was released'),
	});
});

it.each([
	['paid', [tx()], /To record it, run 'Payout Reference: Mark Paid'/],
	['notPaid', [tx({ status: 'FAILED' })], /To pay it again, run 'Payout Reference: Release'/],
])('%s changes nothing unless it is wanted, and says what to do', async (resolution, transactions, why) => {
	const fixture = new Fixture(...sent('R'));
	expect(await fixture.act(resolve({ transactions }, { updateRecord: false }))).toMatchObject({
		state: 'unknown',
		resolution,
		recordChanged: false,
		why: expect.stringMatching(why),
	});
	expect([...fixture.rows.keys]).toEqual(sent('R'));
});

it('a paid reference is answered at once, and Mavapay is not asked', async () => {
	const fixture = new Fixture(rowOf('R'), rowOf('R', 0, ':paid'));
	const plan = resolve({ transactions: [tx({ status: 'FAILED' })] });
	expect(await fixture.act(plan)).toMatchObject({
		state: 'paid',
		previousState: 'paid',
		resolution: 'paid',
		transactionId: null,
		recordChanged: false,
	});
	expect(plan.asked).toBe(0);
});

it('a free reference is refused, and Mavapay is not asked', async () => {
	const plan = resolve({});
	expect(await refused(new Fixture().act(plan))).toMatchObject({
		cause: 'notFound',
		reference: 'R',
		message: expect.stringContaining(
			"Nothing to resolve under 'R'. This workflow hasn't sent a payment with this payout reference, or it was released.",
		),
	});
	expect(plan.asked).toBe(0);
});

it('the execution which left it unknown cannot resolve it, however the reference is written', async () => {
	const fixture = new Fixture();
	fixture.endings = [lost];
	await fixture.run([named('R', {}, { prepare: async () => ({ lookUpKeys: [KEY] }) })]);
	for (const reference of ['R', '\u200bＲ ']) {
		const plan = resolve({ transactions: [tx()] }, { reference });
		expect(await refused(fixture.act(plan))).toMatchObject({
			cause: 'notSettled',
			message: expect.stringContaining(
				`Not resolved: '${reference}' was sent by this same execution. Its outcome is unknown. Resolve it in an execution of its own once this one has ended.`,
			),
		});
		expect(plan.asked).toBe(0);
	}
	fixture.startAnew();
	expect(await fixture.act(resolve({ transactions: [tx()] }))).toMatchObject({ state: 'paid' });
	expect(outcomesOf(await fixture.run([named('R')]))).toEqual(['rejected']);
});

it('a transaction that the record knows, itself or by its quote, explains nothing; nor does its order', async () => {
	const fixture = new Fixture(...sent('R'), transactionRow('T1'), transactionRow('Q1'));
	const orders = [{ orderId: 'O1', status: 'EXPIRED', createdMs: null, quoteIds: ['Q1'] }];
	const found = {
		transactions: [
			tx(),
			tx({ transactionId: 'T2', quoteIds: ['Q1'] }),
			tx({ transactionId: 'T3', status: 'FAILED', quoteIds: ['Q1'] }),
		],
		orders,
	};
	expect(await fixture.act(resolve(found))).toMatchObject({
		resolution: 'open',
		recordChanged: false,
		why: expect.stringContaining('another reference: 3.'),
	});
	expect(
		await fixture.act(resolve({ ...found, transactions: [...found.transactions, tx({ transactionId: 'T4' })] })),
	).toMatchObject({ resolution: 'paid', transactionId: 'T4' });
});

it('of two references that one transaction may have paid, one is settled by it', async () => {
	const fixture = new Fixture(...sent('R'), ...sent('S'));
	const meanwhile = resolve(
		{},
		{
			gather: async () => {
				await fixture.act(resolve({ transactions: [tx()] }, { reference: 'S' }));
				fixture.rows.keys.delete(transactionRow('T1'));
				fixture.rows.before = (method, key) =>
					void (method === 'insert' && key === transactionRow('T1') ? fixture.rows.put(key) : undefined);
				return { transactions: [tx()], orders: [], incomplete: null };
			},
		},
	);
	expect(await fixture.act(meanwhile)).toMatchObject({
		state: 'unknown',
		resolution: 'open',
		transactionId: null,
		recordChanged: false,
		why: expect.stringContaining('T1 settled another payout reference meanwhile'),
	});
	expect(await fixture.record.check('R')).toBe('unknown');
});

it.each([['FAILED'], ['SUCCESS']])(
	'only the claim that was asked about is settled: a later one stays as it is (%s)',
	async (status) => {
		const fixture = new Fixture(...sent('R'));
		const plan = resolve(
			{},
			{
				gather: async () => {
					await fixture.release('R');
					await fixture.record.claim('R', 'identity');
					return { transactions: [tx({ status })], orders: [], incomplete: null };
				},
			},
		);
		expect(await fixture.act(plan)).toMatchObject({
			state: 'unknown',
			previousState: 'unknown',
			resolution: 'open',
			transactionId: null,
			recordChanged: false,
			why: expect.stringContaining('was settled or released meanwhile'),
		});
		expect(fixture.rows.keys.has(rowOf('R', 1, ':released'))).toBe(false);
		expect(await fixture.record.check('R')).toBe('unknown');
		expect(await fixture.record.knowsTransaction('T1')).toBe(false);
	},
);

it('of two who release a reference at once, one says so', async () => {
	const fixture = new Fixture(...sent('R'));
	fixture.rows.before = (method, key) =>
		void (method === 'insert' && key === rowOf('R', 0, ':released') ? fixture.rows.put(key) : undefined);
	expect(await fixture.act(resolve({ transactions: [tx({ status: 'FAILED' })] }))).toMatchObject({
		state: 'free',
		resolution: 'open',
		recordChanged: false,
		why: expect.stringMatching(
			/^Every payment.*But the reference was settled or released meanwhile: run this again\.$/,
		),
	});
});

it.each([
	[
		'what was marked as paid meanwhile is not released',
		[tx({ status: 'FAILED' })],
		async (fixture: Fixture) => void (await fixture.markPaid('R')),
		'paid',
	],
	[
		'what was released meanwhile is not called paid',
		[tx()],
		async (fixture: Fixture) => void (await fixture.release('R')),
		'free',
	],
])('%s', async (_name, transactions, meanwhile, state) => {
	const fixture = new Fixture(...sent('R'));
	const plan = resolve(
		{},
		{
			gather: async () => {
				await meanwhile(fixture);
				return { transactions, orders: [], incomplete: null };
			},
		},
	);
	expect(await fixture.act(plan)).toMatchObject({
		state,
		resolution: 'open',
		transactionId: null,
		recordChanged: false,
	});
	expect(await fixture.record.check('R')).toBe(state);
});

it('what failed under a reference that was sent before needs a time', async () => {
	const fixture = new Fixture(rowOf('R'), rowOf('R', 0, ':released'), ...sent('R', 1));
	const found = { transactions: [tx({ status: 'FAILED', createdMs: 5 })] };
	const asked = (more: Partial<ResolvePlan> = {}) =>
		resolve(found, { expected: { ...ANY, sentAfterMs: null }, ...more });
	expect(await fixture.act(asked())).toMatchObject({ resolution: 'open', recordChanged: false });
	expect(await fixture.act(resolve(found, { expected: { ...ANY, sentAfterMs: 5 } }))).toMatchObject({
		resolution: 'notPaid',
		state: 'free',
	});
});

it('what failed under a value that other references may have been sent with needs a time, too', async () => {
	const fixture = new Fixture(...sent('R'), ...sent('Q'));
	const found = { transactions: [tx({ status: 'FAILED' })] };
	const asked = (reference: string) => resolve(found, { reference, expected: { ...ANY, sentAfterMs: null } });
	expect(await fixture.act(asked('R'))).toMatchObject({
		resolution: 'open',
		recordChanged: false,
		why: expect.stringContaining("fill in 'Sent After'"),
	});
	expect(await fixture.act(asked(' \uff31'))).toMatchObject({ resolution: 'notPaid', state: 'free' });
});

it('a record that fails on the way stays unknown, and can be resolved again', async () => {
	const fixture = new Fixture(...sent('R'));
	fixture.rows.fail('insert', ':paid');
	expect(await refused(fixture.act(resolve({ transactions: [tx()] })))).toMatchObject({ cause: 'recordUnavailable' });
	fixture.rows.heal();
	expect(await fixture.act(resolve({ transactions: [tx()] }))).toMatchObject({ resolution: 'paid', state: 'paid' });
});

it.each([
	[
		'the database fails',
		(fixture: Fixture) => {
			fixture.rows.fail('insert', /:by:/);
		},
	],
	[
		'the response of the database is lost',
		(fixture: Fixture) => {
			fixture.rows.before = (method, key) =>
				void (method === 'insert' && key === transactionRow('T1') ? fixture.rows.put(key) : undefined);
		},
	],
])('what was found paid is not released by the next run, where %s on the way', async (_name, breakIt) => {
	const fixture = new Fixture(...sent('R'));
	const found = { transactions: [tx(), tx({ transactionId: 'T0', status: 'FAILED' })] };
	breakIt(fixture);
	await fixture.act(resolve(found)).catch(() => undefined);
	fixture.rows.heal();
	expect(await fixture.act(resolve(found))).toMatchObject({
		state: 'unknown',
		resolution: 'open',
		why: expect.stringMatching(/transaction T1 has the same identity, hasn't failed, and is in the record already/),
		recordChanged: false,
	});
	// What the record knows of another time, of another payee or as failed says nothing of this one.
	for (const other of [
		tx({ createdMs: 4 }),
		tx({ matches: false }),
		tx({ status: 'FAILED' }),
		tx({ type: 'DEPOSIT', status: 'FAILED' }),
	]) {
		const later = { transactions: [other, tx({ transactionId: 'T0', status: 'FAILED', createdMs: 5 })] };
		expect(
			await fixture.act(resolve(later, { updateRecord: false, expected: { ...ANY, sentAfterMs: 5 } })),
		).toMatchObject({ resolution: 'notPaid' });
	}
});

it('what is only likely changes nothing in the record', async () => {
	const fixture = new Fixture(...sent('R'));
	const likely = resolve({ transactions: [tx()] }, { expected: { ...ANY, certain: false } });
	expect(await fixture.act(likely)).toMatchObject({
		state: 'unknown',
		previousState: 'unknown',
		resolution: 'likelyPaid',
		transactionId: 'T1',
		recordChanged: false,
		candidates: [{ transactionId: 'T1' }],
	});
	expect([...fixture.rows.keys]).toEqual(sent('R'));
});

it('what is open says no more than was found, and how much was left out', async () => {
	const fixture = new Fixture(...sent('R'), transactionRow('T1'));
	const found = { transactions: [tx(), tx({ transactionId: 'T2', status: 'PENDING' })] };
	const why =
		"Transaction T2 is still under way: it will be paid, or fail. Run this again later. Don't release the reference meanwhile.";
	for (const updateRecord of [true, false]) {
		expect(await fixture.act(resolve({ transactions: found.transactions.slice(1) }, { updateRecord }))).toMatchObject({
			resolution: 'open',
			previousState: 'unknown',
			why,
		});
		expect(await fixture.act(resolve(found, { updateRecord }))).toMatchObject({
			why: `${why} Left out, because the record knows them under another reference: 1.`,
		});
	}
	expect(await fixture.act(resolve({ transactions: [tx(), tx({ transactionId: 'T3' })] }))).toMatchObject({
		resolution: 'paid',
		why: 'Transaction T3 succeeded.',
	});
});

it('what the record knows keeps it from being not paid only where it is a payment of the same identity and time', async () => {
	const ask = async (known: Partial<Candidate>) => {
		const fixture = new Fixture(...sent('R'), transactionRow('T1'));
		const transactions = [tx({ createdMs: 5, ...known }), tx({ transactionId: 'T0', status: 'FAILED', createdMs: 5 })];
		return await fixture.act(resolve({ transactions }, { expected: { ...ANY, sentAfterMs: 5 }, updateRecord: false }));
	};
	expect(await ask({})).toMatchObject({
		resolution: 'open',
		candidates: [{ transactionId: 'T0' }, { transactionId: 'T1' }],
	});
	for (const harmless of [{ type: 'DEPOSIT' }, { matches: false }, { status: 'FAILED' }, { createdMs: 4 }])
		expect(await ask(harmless)).toMatchObject({ resolution: 'notPaid' });
});

describe('a payment that failed needs the time when it was sent', () => {
	const failed = { transactions: [tx({ status: 'FAILED', createdMs: 5, quoteIds: [KEY.value] })] };
	const ask = async (fixture: Fixture, more: Partial<ResolvePlan>) => {
		const undated = await fixture.act(
			resolve(failed, { updateRecord: false, expected: { ...ANY, sentAfterMs: null }, ...more }),
		);
		const dated = await fixture.act(
			resolve(failed, { updateRecord: false, expected: { ...ANY, sentAfterMs: 5 }, ...more }),
		);
		return [undated.resolution, dated.resolution];
	};

	it.each([
		['where the reference is not what it was looked up by', sent('R'), {}],
		[
			'where it was released and sent again, though it is',
			[rowOf(KEY.value), rowOf(KEY.value, 0, ':released'), ...sent(KEY.value, 1)],
			{ reference: KEY.value },
		],
		['where it was looked up by its order', sent(KEY.value), { reference: KEY.value, lookUpKeys: [] }],
	])('%s', async (_name, rows, more) => {
		expect(await ask(new Fixture(...rows), more)).toEqual(['open', 'notPaid']);
	});

	it('but not where it is', async () => {
		expect(await ask(new Fixture(...sent(KEY.value)), { reference: KEY.value })).toEqual(['notPaid', 'notPaid']);
	});
});

describe('what the reference was not sent with', () => {
	const UNSENT =
		/But this workflow's record doesn't show that 'R' was sent with this value, so it may be another payment\. Check 'Value'\.$/;

	it.each([
		['paid is likely', tx(), 'likelyPaid', 'T1'],
		['not paid is open', tx({ status: 'FAILED' }), 'open', null],
	])('%s, and the record stays', async (_name, found, resolution, transactionId) => {
		const fixture = new Fixture(...sent('R'), ...sent('S'), lookUpRow('S', { kind: 'quoteId', value: 'of S' }));
		const rows = [...fixture.rows.keys];
		for (const key of [
			{ kind: 'quoteId', value: 'of S' },
			{ kind: 'customerReference', value: KEY.value },
		] as const) {
			expect(await fixture.act(resolve({ transactions: [found] }, { lookUpKeys: [key] }))).toMatchObject({
				state: 'unknown',
				resolution,
				transactionId,
				recordChanged: false,
				why: expect.stringMatching(UNSENT),
			});
		}
		expect([...fixture.rows.keys]).toEqual(rows);
	});

	it('says nothing of an answer that is likely or open anyway', async () => {
		const fixture = new Fixture(...sent('R'));
		const likely = resolve({ transactions: [tx()] }, { expected: { ...ANY, certain: false }, lookUpKeys: [] });
		for (const plan of [likely, resolve({}, { lookUpKeys: [] })])
			expect(await fixture.act(plan)).toMatchObject({ why: expect.not.stringMatching(UNSENT) });
		expect(await fixture.act(likely)).toMatchObject({ resolution: 'likelyPaid' });
	});

	it('counts where all that was found belongs to a quote of it', async () => {
		const fixture = new Fixture(...sent('R'));
		const orders = [{ orderId: 'O1', status: 'EXPIRED', createdMs: null, quoteIds: ['Q'] }];
		const others = [{ orderId: 'O2', status: 'EXPIRED', createdMs: null, quoteIds: ['Q2'] }];
		const asked = (found: Partial<Evidence>) => resolve(found, { lookUpKeys: [], updateRecord: false });
		expect(await fixture.act(asked({ orders }))).toMatchObject({ resolution: 'notPaid' });
		expect(await fixture.act(asked({ orders: [...orders, ...others] }))).toMatchObject({
			resolution: 'open',
			why: expect.stringMatching(UNSENT),
		});
		expect(await fixture.act(asked({ transactions: [tx({ quoteIds: ['Q2', 'Q'] })] }))).toMatchObject({
			resolution: 'paid',
		});
		expect(await fixture.act(asked({ transactions: [tx({ quoteIds: ['Q'] }), tx()] }))).toMatchObject({
			resolution: 'likelyPaid',
		});
	});

	it.each([
		['unpaid', { orders: [{ orderId: 'O2', status: 'EXPIRED', createdMs: 1, quoteIds: ['Q2'] }] }, 'open'],
		['paid', { transactions: [tx({ createdMs: 1, quoteIds: ['Q2'] })] }, 'likelyPaid'],
	])(
		"of two that share a customer's reference, the other's quote settles neither: %s",
		async (_name, found, resolution) => {
			const shared = { kind: 'customerReference', value: 'C' } as const;
			const fixture = new Fixture(rowOf('R'), lookUpRow('R', shared));
			const rows = [...fixture.rows.keys];
			const plan = resolve(found, { lookUpKeys: [shared], expected: { ...ANY, shared: true, sentAfterMs: 0 } });
			expect(await fixture.act(plan)).toMatchObject({
				state: 'unknown',
				resolution,
				recordChanged: false,
				why: expect.stringMatching(UNSENT),
			});
			expect([...fixture.rows.keys]).toEqual(rows);
		},
	);

	it('is nothing that was looked up by what belongs to it alone, whatever quotes Mavapay names', async () => {
		expect(await new Fixture(...sent('R')).act(resolve({ transactions: [tx({ quoteIds: ['Q9'] })] }))).toMatchObject({
			resolution: 'paid',
		});
	});

	it('is what has a quote of its own, where several payments share a customer reference', async () => {
		const customer = { kind: 'customerReference', value: 'C' } as const;
		const asked = (found: Candidate) =>
			resolve(
				{ transactions: [found] },
				{ expected: { ...ANY, shared: true, sentAfterMs: 0 }, lookUpKeys: [customer], updateRecord: false },
			);
		const fixture = new Fixture(rowOf('R'), lookUpRow('R', customer), lookUpRow('R', KEY));
		for (const its of [tx(), tx({ quoteIds: [KEY.value] })])
			expect(await fixture.act(asked(its))).toMatchObject({ resolution: 'paid' });
		expect(await fixture.act(asked(tx({ quoteIds: ['Q9'] })))).toMatchObject({
			resolution: 'likelyPaid',
			why: expect.stringMatching(UNSENT),
		});
	});

	it('is what an earlier claim of it was sent with', async () => {
		const fixture = new Fixture(...sent('R'), rowOf('R', 0, ':released'), rowOf('R', 1));
		expect(await fixture.act(resolve({ transactions: [tx()] }))).toMatchObject({
			resolution: 'likelyPaid',
			recordChanged: false,
		});
	});
});
