import * as fc from 'fast-check';
import { entry, PayoutWorld, type ExecutionSpec, type ItemSpec, type Schedule } from '../unit/payout/payoutWorld';
import type { Fate } from '../unit/payout/simulatedService';

/** A few thousand schedules by default; PROPERTY_RUNS draws as many as it says. */
const numRuns = Number(process.env.PROPERTY_RUNS ?? 2000);

const REFERENCES = ['A', 'B', 'C', 'D'];

const item: fc.Arbitrary<ItemSpec> = fc.record({
	reference: fc.option(fc.constantFrom(...REFERENCES), { nil: null, freq: 6 }),
	amount: fc.bigInt({ min: 1n, max: 100n }),
	changes: fc.oneof({ weight: 6, arbitrary: fc.constant('no' as const) }, fc.constantFrom('amount' as const, 'reference' as const, 'invalid' as const)),
	before: fc.oneof({ weight: 4, arbitrary: fc.constant('nothing' as const) }, fc.constantFrom('enquiry' as const, 'refusedByEnquiry' as const)),
});

const execution: fc.Arbitrary<ExecutionSpec> = fc.record({
	process: fc.integer({ min: 0, max: 2 }),
	startAt: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 2500 })),
	runs: fc.array(fc.array(item, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }),
	tries: fc.integer({ min: 1, max: 3 }),
	stopOnFailure: fc.boolean(),
	onUnknown: fc.constantFrom('stop', 'continue'),
	alreadyRecorded: fc.constantFrom('stop', 'skip'),
	maximumTotal: fc.option(fc.bigInt({ min: 1n, max: 300n }), { nil: null, freq: 3 }),
	cancelAt: fc.option(fc.integer({ min: 0, max: 2500 }), { nil: null, freq: 5 }),
	retried: fc.boolean(),
});

const fate = fc.oneof(
	{ weight: 6, arbitrary: fc.constant<Fate>('accepted') },
	{ weight: 2, arbitrary: fc.constant<Fate>('rejected') },
	fc.constantFrom<Fate[]>('failed', 'lostBeforeEffect', 'lostAfterEffect', 'effectAfterTimeout', 'throws'),
);

const schedule: fc.Arbitrary<Schedule> = fc.record({
	seed: fc.integer({ min: 0, max: 2 ** 31 }),
	executions: fc.array(execution, { minLength: 1, maxLength: 4 }),
	deaths: fc.array(fc.option(fc.integer({ min: 0, max: 3000 }), { nil: null, freq: 2 }), { minLength: 3, maxLength: 3 }),
	others: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 2 }),
	fates: fc.array(fate, { minLength: 1, maxLength: 8 }),
});

/** What the ledger says against what was reported and recorded; empty when all is well. */
function judge(world: PayoutWorld): string[] {
	const wrong = [...world.violations];
	for (const reference of REFERENCES.flatMap((name) => [name, `${name}-changed`])) {
		const times = world.paid((payment) => payment.reference === reference);
		if (times > 1) wrong.push(`${reference} was paid ${times} times`);
		if (times > 0 && !world.table.has(entry(reference))) wrong.push(`${reference} was paid and is forgotten`);
	}
	for (const { by, reference, outcome, replayed, message, paid } of world.reports) {
		const toldPaid = outcome === 'accepted' ? paid === 0 : false;
		if (toldPaid) wrong.push(`${by} is reported ${replayed ? 'as a replay of a payment' : 'accepted'}, but was not paid`);
		if (outcome === 'alreadyPaid' && world.paid((payment) => payment.reference === reference) === 0) {
			wrong.push(`${by} is reported as already paid, but ${reference} was not`);
		}
		const unpaid = outcome === 'rejected' || outcome === 'notSent' || outcome === 'failed';
		if (unpaid && paid > 0 && !message.includes('already paid in this execution')) {
			wrong.push(`${by} is reported ${outcome}, but was paid: ${message}`);
		}
	}
	const items = new Set(world.service.ledger.map(({ by }) => by));
	for (const by of items) {
		const times = world.paid((payment) => payment.by === by);
		if (times > 1) wrong.push(`${by} was paid ${times} times within one execution`);
	}
	return wrong;
}

function overCaps(world: PayoutWorld, { executions }: Schedule): string[] {
	return executions.flatMap(({ maximumTotal }, number) => {
		const paid = world.service.ledger.filter(({ by }) => by.startsWith(`e${number}/`));
		const total = paid.reduce((sum, { amount }) => sum + amount, 0n);
		return maximumTotal !== null && total > maximumTotal ? [`e${number} paid ${total}, more than ${maximumTotal}`] : [];
	});
}

/** People look at every reference, free what was not paid, and run what is left once more. */
async function settleByHand(world: PayoutWorld): Promise<string[]> {
	const wrong: string[] = [];
	const record = world.record();
	for (const reference of REFERENCES) {
		const paid = world.paid((payment) => payment.reference === reference) > 0;
		const looking = record.check(reference);
		await world.scheduler.run();
		const state = await looking;
		if (paid ? state === 'free' : state === 'paid') wrong.push(`${reference} is ${state}, but the ledger says ${paid}`);
		if (state !== 'unknown' || paid) continue;
		const releasing = record.release(reference);
		await world.scheduler.run();
		if ((await releasing) !== 'unknown') wrong.push(`${reference} was not unknown when it was released`);
	}
	return wrong;
}

test('no schedule of retries, re-runs, crashes and lost answers pays twice or reports what is not so', async () => {
	await fc.assert(
		fc.asyncProperty(schedule, async (drawn) => {
			const world = new PayoutWorld(drawn);
			await world.play();
			expect([...judge(world), ...overCaps(world, drawn)]).toEqual([]);
			expect(await settleByHand(world)).toEqual([]);
			const items = REFERENCES.map((reference): ItemSpec => ({ reference, amount: 1n, changes: 'no', before: 'nothing' }));
			await world.rerun('last', { ...LAST, runs: [items] });
			expect(judge(world)).toEqual([]);
			// Nothing is left over: what was not paid could be freed, and is paid now.
			expect(REFERENCES.map((reference) => world.paid((payment) => payment.reference === reference))).toEqual([1, 1, 1, 1]);
		}),
		{ numRuns },
	);
}, 3_600_000);

const LAST: ExecutionSpec = {
	process: 9,
	startAt: 0,
	runs: [],
	tries: 1,
	stopOnFailure: false,
	onUnknown: 'continue',
	alreadyRecorded: 'skip',
	maximumTotal: null,
	cancelAt: null,
	retried: false,
};
