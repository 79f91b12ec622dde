/** Machines whose clocks differ: one pays, one gives the claim, one releases; docs/reference/unknown.md#after-an-unknown-outcome. */
import fc from 'fast-check';
import { PayoutRecord } from '../../../nodes/core/record/record';
import { MONEY, MemoryRows } from '../../harness/payout/rows';

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
	readonly sent: number;
	readonly given: number;
	readonly released: number;
}

/** Whether the release is done, if each machine's clock is off by so much. */
async function isReleased(clocks: Clocks, times: Times): Promise<boolean> {
	const rows = new MemoryRows();
	const recordAt = (time: number) => new PayoutRecord(MONEY, rows, () => START + time);
	const claimed = await recordAt(times.sent + clocks.paying).claim('R', 'identity');
	if (claimed.kind !== 'claimed') throw new Error('the first claim is taken');
	const send = async () => await claimed.heldClaim.announce();
	if (times.sent <= times.given) await send();
	const found = await recordAt(times.given + clocks.giving).find('R');
	if (found.state === 'free') throw new Error('a claim that is none');
	if (times.sent > times.given) await send();
	const open = recordAt(times.released + clocks.releasing).openClaim('R', found.claimText);
	return (await open?.release({ early: false, paid: false }))?.kind === 'done';
}

/** So that no two differ by 15 minutes. */
const off = fc.integer({ min: -7 * MINUTE, max: 7 * MINUTE });
const time = fc.integer({ min: 0, max: 40 * MINUTE });

test('a release comes 15 minutes after the request, less the minutes by which clocks differ', async () => {
	const clocks = fc.record({ paying: off, giving: off, releasing: off });
	const property = fc.asyncProperty(clocks, time, time, time, async (at, sent, given, wait) => {
		const times = { sent, given, released: Math.max(sent, given) + wait };
		if (!(await isReleased(at, times))) return;
		// What the person saw is what became of the request, if that takes no longer.
		expect(given - sent).toBeGreaterThan(WINDOW - Math.max(0, at.giving - at.paying));
	});
	await fc.assert(property);
});

test.each([
	['agree', 0, false],
	['differ by 10 minutes', 10, false],
	['differ by 15 minutes', 15, false],
	// The slot of the row is not looked for: docs/reference/unknown.md says that they have to agree.
	['differ by 25 minutes', 25, true],
])('a request that leaves while a person looks, where clocks %s', async (_, minutes, released) => {
	const times = { sent: 10 * MINUTE, given: 9 * MINUTE, released: 11 * MINUTE };
	expect(await isReleased({ paying: minutes * MINUTE, giving: 0, releasing: 0 }, times)).toBe(released);
});
