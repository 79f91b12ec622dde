/** How long an approval holds, even with n8n's Retry, after a halt, or with a clock that is ahead. */
import '../../harness/seed';
import { saidBy } from '../../harness/engine';
import { pay, prepare, ROWS, useApproval } from '../../harness/engine/approval';
import { run, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const { paid, sent } = useApproval(service);
const DAY_MS = 24 * 60 * 60_000;
const realNow = Date.now.bind(Date);
let clock: jest.SpyInstance<number, []>;
beforeEach(() => {
	clock = jest.spyOn(Date, 'now');
});
afterEach(() => clock.mockRestore());
const after = (milliseconds: number) => clock.mockImplementation(() => realNow() + milliseconds);

const prepared = async () =>
	String((await run(service.sandbox, prepare(), { items: ROWS })).success[0]?.json.approvalDigest);
const halt = async (operation: 'halt' | 'resume') =>
	await run(service.sandbox, { resource: 'payoutReference', operation }, { items: [{}] });

test('one that was halted before it paid, and resumed after 40 days, is not paid by Retry', async () => {
	const digest = await prepared();
	await halt('halt');
	const halted = await run(service.sandbox, pay(digest), { items: ROWS });
	expect(saidBy(halted.nodeError)).toMatch(/^Payouts halted/);
	after(40 * DAY_MS);
	await halt('resume');
	const retried = await run(service.sandbox, pay(digest), { items: ROWS, retryOf: halted });
	expect(saidBy(retried.nodeError)).toMatch(/^Approval expired: /);
	expect([paid(), sent()]).toEqual([[], 0]);
});

test('a run of a later day that goes on after a refusal pays nobody else, and says what it paid', async () => {
	const digest = await prepared();
	service.sandbox.faults.add({
		match: { bodyIncludes: '252000', times: 1 },
		fault: { kind: 'status', status: 403, message: 'Forbidden' },
	});
	const failed = await run(service.sandbox, pay(digest), { items: ROWS });
	after(6 * DAY_MS);
	const { nodeError } = await run(service.sandbox, pay(digest), { items: ROWS, retryOf: failed });
	expect(saidBy(nodeError)).toMatch(
		/^Approval expired: .*Already accepted, not to be sent again \(1\): item 0 \(reference INV-1.*Not sent \(1\): item 2/s,
	);
	expect(paid()).toEqual([251_000]);
});
