/** Approved payouts under faults, retries, parallel sending and two executions at once: each is paid once at most. */
import * as fc from 'fast-check';
import '../../harness/seed';
import type { Fault } from '../../../sandbox';
import type { RunNodeResult } from '../../harness/engine';
import { pay, prepare, row, useApproval } from '../../harness/engine/approval';
import { run, useSandbox } from '../../harness/engine/mavapay';

const isLong = process.env.PROPERTY_RUNS !== undefined;

const service = useSandbox();

const { paid } = useApproval(service);
const FOUR = [1, 2, 3, 4].map((index) => row(index));

const FAULTS: Fault[] = [
	{ kind: 'dropAfter', reset: true },
	{ kind: 'dropBefore', reset: true },
	{ kind: 'status', status: 403, message: 'Forbidden', effect: false },
	{ kind: 'status', status: 500, effect: true },
	{ kind: 'status', status: 400, message: 'insufficient balance', effect: false },
];

const step = fc.record({
	isRetry: fc.boolean(),
	isTwice: fc.boolean(),
	losesName: fc.boolean(),
	faults: fc.array(fc.record({ at: fc.integer({ min: 1, max: 4 }), fault: fc.constantFrom(...FAULTS) }), {
		maxLength: 2,
	}),
	without: fc.option(fc.nat(3)),
	options: fc.record({
		payoutsInParallel: fc.constantFrom(1, 3),
		onUnknown: fc.constantFrom('stop', 'continue'),
		alreadyRecorded: fc.constantFrom('stop', 'skip'),
	}),
	settings: fc.record({
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
		retryOnFail: fc.boolean(),
	}),
});

test('whatever goes wrong, what was approved is paid once at most, and a part of it never', async () => {
	let workflows = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
			const { sandbox } = service;
			sandbox.reset();
			const workflowId = `approved ${(workflows += 1)}`;
			const prepared = await run(sandbox, prepare(), { items: FOUR, workflowId });
			const digest = String(prepared.success[0]?.json.approvalDigest);
			let last: RunNodeResult | undefined;
			for (const { isRetry, isTwice, losesName, faults, without, options, settings } of steps) {
				sandbox.faults.clear();
				for (const { at, fault } of faults)
					sandbox.faults.add({ match: { method: 'POST', bodyIncludes: `012345678${at}`, times: 1 }, fault });
				if (losesName)
					sandbox.faults.add({
						match: { path: '/bank/name-enquiry', times: 1 },
						fault: { kind: 'status', status: 400, message: 'Invalid account number or bank code', effect: false },
					});
				const retryOf = isRetry && last?.nodeError !== undefined ? { retryOf: last } : {};
				const items = FOUR.filter((_, index) => index !== without);
				const before = sandbox.ledger.payouts().length;
				const start = async () =>
					await run(sandbox, { ...pay(digest), options }, { items, workflowId, ...settings, maxTries: 2, ...retryOf });
				[last] = await Promise.all(isTwice ? [start(), start()] : [start()]);
				const sums = paid();
				// A retry starts with all items of the execution it repeats, so only a new execution can lack an item.
				if (without !== null && !isRetry) expect(sums).toHaveLength(before);
				expect([sums.filter((kobo) => !FOUR.some((one) => Number(one.kobo) === kobo)), new Set(sums).size]).toEqual([
					[],
					sums.length,
				]);
			}
		}),
		{ numRuns: isLong ? 400 : 10 },
	);
});
