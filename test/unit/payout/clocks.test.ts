/** One machine pays, others release with other clocks: docs/reference/outcomes.md#claims-and-transactions. */
import fc from 'fast-check';
import { PayoutRecord } from '../../../nodes/core/record/record';
import { MemoryRows, MONEY, unbound } from '../../harness/payout/rows';

const MINUTE = 60_000;
const START = Date.parse('2026-11-02T10:00:00Z');
const WINDOW = 15 * MINUTE;

interface Clocks {
	readonly paying: number;
	readonly giving: number;
	readonly releasing: number;
}

/** Times since the start by a true clock, in milliseconds. */
interface Times {
	readonly claimed: number;
	readonly given: number;
	readonly released: number;
}

/** Whether the release succeeds if each machine's clock is wrong by the given time. */
async function isReleased(clocks: Clocks, times: Times): Promise<boolean> {
	const rows = new MemoryRows();
	const recordAt = (time: number) => new PayoutRecord(MONEY, rows, () => START + time, unbound());
	await recordAt(times.claimed + clocks.paying).claim('R', 'identity');
	const found = await recordAt(times.given + clocks.giving).look('R');
	if (found.kind === 'free') throw new Error('a claim that is none');
	const open = recordAt(times.released + clocks.releasing).openClaim('R', found.claimText);
	return (await open?.release({ early: false, paid: false }))?.kind === 'done';
}

/** A clock's error, in milliseconds. Any two clocks differ by less than 15 minutes. */
const off = fc.integer({ min: -7 * MINUTE, max: 7 * MINUTE });
const time = fc.integer({ min: 0, max: 40 * MINUTE });

test('a release comes 15 minutes after the claim, less the minutes by which clocks differ', async () => {
	const clocks = fc.record({ paying: off, giving: off, releasing: off });
	const property = fc.asyncProperty(clocks, time, time, time, async (at, claimed, until, wait) => {
		const given = claimed + until;
		if (!(await isReleased(at, { claimed, given, released: given + wait }))) return;
		// The claim text was given at least 15 minutes after the claim, less the time by which the giving clock is ahead.
		expect(until).toBeGreaterThan(WINDOW - Math.max(0, at.giving - at.paying));
	});
	await fc.assert(property);
});

test.each([
	['right', 0, false],
	['10 minutes behind', -10, false],
	['15 minutes behind', -15, false],
	['15 minutes ahead', 15, false],
	// Released too early. docs/reference/outcomes.md#claims-and-transactions says that clocks have to agree.
	['20 minutes behind', -20, true],
])('a release a minute after a claim by a clock that is %s', async (_, minutes, released) => {
	const times = { claimed: 10 * MINUTE, given: 11 * MINUTE, released: 11 * MINUTE };
	expect(await isReleased({ paying: minutes * MINUTE, giving: 0, releasing: 0 }, times)).toBe(released);
});
