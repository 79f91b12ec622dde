/** Name enquiries and quotes before payments: those that only read are sent ahead of their turn. */
import { accepted, ending, failed, lost, rejected, unreachable } from '../../harness/payout/endings';
import { Fixture, HeldRequests, quiet } from '../../harness/payout/fixture';
import { failureOf, outcomesOf } from '../../harness/payout/outcomes';
import { dayRow, HALT_ROW, rowOf } from '../../harness/payout/rows';
import { named, NGN, plan } from '../../harness/payout/plans';

const NAMES = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Payments with a name enquiry before each. */
const enquiring = (names: readonly string[], payout = {}) =>
	names.map((name) =>
		named(name, payout, {
			lookUp: async (service) => {
				await service.read({ method: 'GET', path: `/enquiry/${name}` });
				return {};
			},
		}),
	);

/** Makes reads wait, all of them or those of one name, until the test answers them. */
function slowReads(fixture: Fixture, only?: string) {
	const asked: string[] = [];
	const open: Array<() => void> = [];
	const { read } = fixture.service;
	Object.assign(fixture.service, {
		read: async (request: Parameters<typeof read>[0]) => {
			asked.push(request.path.slice(-1));
			if (only === undefined || request.path.endsWith(only)) await new Promise<void>((resolve) => open.push(resolve));
			return await read(request);
		},
	});
	const response = async () => {
		open.splice(0).forEach((resolve) => resolve());
		await quiet();
	};
	return { asked, response };
}

describe('what only reads', () => {
	test('is asked ahead of its turn, several at once, and no further than eight', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const reads = slowReads(fixture);
		const running = fixture.run(enquiring(NAMES));
		await quiet();
		// The read of the first item, and the reads of the next three.
		expect(reads.asked).toEqual(['A', 'B', 'C', 'D']);
		await reads.response();
		expect([fixture.payees, reads.asked.length]).toEqual([['A'], 8]);
		await reads.response();
		await reads.response();
		// While one payment is under way, only the reads of the next eight are sent.
		expect([reads.asked.length, fixture.sent.length]).toEqual([9, 1]);
		await held.answer(accepted());
		expect([fixture.payees, reads.asked.length]).toEqual([['A', 'B'], 10]);
		fixture.cancelled = true;
		await reads.response();
		await held.answer(accepted());
		await running;
	});
});

describe('what creates something', () => {
	const binding = plan({
		looksUp: 'inTurn',
		lookUp: async (service) => ({
			amount: NGN(BigInt(String(Object((await service.write({ method: 'POST', path: '/quote' })).data).id))),
		}),
	});

	test.each([
		['rejected', rejected, false],
		['rejected for now', unreachable, true],
		['lost', lost, true],
		['accepted without a response', ending({ outcome: 'accepted', cause: 'accepted', httpCode: '200' }), true],
		['answered with a failed transaction', failed('7'), true],
	])('and was %s pays nothing', async (_, end, retryable) => {
		const fixture = Fixture.ending(end);
		const failure = failureOf(await fixture.run([binding]));
		expect(failure).toMatchObject({
			outcome: 'rejected',
			retryable,
			httpCode: end.httpCode,
			source: 'service',
			reference: 'INV-1',
		});
		expect(failure.message.match(/Nothing was paid: the step before the payment .POST .quote. /g)).toHaveLength(1);
		expect([fixture.sent.length, fixture.rows.keys.size, fixture.flow.mavapayPayouts]).toEqual([1, 0, {}]);
	});

	test.each([
		['halted', [HALT_ROW], {}, 'notSent'],
		['paid', [rowOf('INV-1'), rowOf('INV-1', 0, ':paid')], {}, 'rejected'],
		['of unknown outcome', [rowOf('INV-1')], {}, 'unknown'],
		['beyond the payments of its day', [dayRow('2026-11-22', 1)], { paymentsPerDay: 1 }, 'rejected'],
	])('and is %s creates nothing', async (_, rows, payout, outcome) => {
		const fixture = new Fixture(...rows);
		const before = [...fixture.rows.keys];
		expect(outcomesOf(await fixture.run([{ ...binding, settings: plan({ payout }).settings }]))).toEqual([outcome]);
		expect([fixture.sent, [...fixture.rows.keys]]).toEqual([[], before]);
	});

	test('is not sent under Validate Only', async () => {
		const fixture = new Fixture();
		const only = plan({
			payout: { validateOnly: true },
			lookUp: async (service) => {
				await service.write({ method: 'POST', path: '/quote' });
				return {};
			},
		});
		expect(failureOf(await fixture.run([only]))).toMatchObject({
			outcome: 'rejected',
			message: expect.stringMatching(/'Validate Only' is on\. So nothing is created at Mavapay\./),
		});
		expect(fixture.sent).toEqual([]);
	});
});
