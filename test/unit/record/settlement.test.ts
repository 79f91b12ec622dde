/** Settling the claim that a person was given, and no later one: release and mark as paid, row by row. */
import { Desk, HOUR, MINUTE, START } from '../../harness/payout/desk';
import { identityRow, MemoryRows, rowOf, transactionRow } from '../../harness/payout/rows';

const DONE = { kind: 'done', was: 'unknown' };
const CAREFUL = { early: false, paid: false };
const EARLY = { early: true, paid: false };

describe('a release', () => {
	it('of the second of two who looked, or a second click, frees nothing that was sent since', async () => {
		const desk = new Desk();
		await desk.claim();
		// Ada and Bola both look at Mavapay, and find nothing.
		const [ada, bola] = [await desk.given(), await desk.given()];
		expect(await ada.release(EARLY)).toEqual(DONE);
		await desk.send();
		const before = [...desk.rows.keys];
		expect(await bola.release(CAREFUL)).toEqual({ kind: 'claimedSince' });
		expect(await ada.release(CAREFUL)).toEqual({ kind: 'claimedSince' });
		expect(await desk.record.check('R')).toBe('unknown');
		expect([...desk.rows.keys].filter((key) => !before.includes(key))).toEqual([]);
	});

	it('takes no claim that was given while the request may still have been on its way, however late it comes', async () => {
		const desk = new Desk();
		await desk.send();
		desk.wait(5 * MINUTE);
		const early = await desk.given();
		desk.wait(3 * HOUR);
		// The claim was given too early, so no wait makes it valid.
		const lookAgainAt = new Date('2026-11-02T10:20:00Z');
		expect(await early.release(CAREFUL)).toEqual({ kind: 'tooEarly', lookAgainAt });
		expect(await early.lookAgainAt()).toEqual(lookAgainAt);
		expect(await desk.record.check('R')).toBe('unknown');
		expect(await (await desk.given()).release(CAREFUL)).toEqual(DONE);
	});

	it.each([
		[Date.parse('2026-11-02T10:19:59.999Z'), 'tooEarly'],
		[Date.parse('2026-11-02T10:20:00Z'), 'done'],
	])('at %s of what left at 10:02:30 is %s', async (at, kind) => {
		const desk = new Desk();
		await desk.send();
		desk.now = at;
		expect(await (await desk.given()).release(CAREFUL)).toMatchObject({ kind });
	});

	it.each([-14 * MINUTE, 14 * MINUTE])('sees a claim of a machine whose clock is %s ms off', async (off) => {
		const desk = new Desk();
		desk.wait(off);
		await desk.claim();
		desk.now = START;
		expect(await (await desk.given()).release(CAREFUL)).toMatchObject({ kind: 'tooEarly' });
	});

	it('by a clock that was set back since still asks for all times from then on', async () => {
		const desk = new Desk();
		await desk.claim();
		desk.wait(20 * HOUR);
		const open = await desk.given();
		desk.now = START;
		expect(await open.release(CAREFUL)).toMatchObject({ kind: 'tooEarly' });
	});

	it('takes no claim of more than a day ago', async () => {
		const desk = new Desk();
		await desk.claim();
		desk.wait(HOUR);
		const open = await desk.given();
		desk.now = Math.floor(desk.now / MINUTE) * MINUTE + 24 * HOUR;
		const soon = desk.now;
		desk.now += 1;
		expect(await open.release({ early: true, paid: true })).toEqual({ kind: 'tooOld' });
		expect(await desk.record.check('R')).toBe('unknown');
		desk.now = soon;
		expect(await open.release(CAREFUL)).toEqual(DONE);
	});

	it('of what was paid needs a switch of its own, and waits as long', async () => {
		const desk = new Desk();
		await (await desk.send()).recordPaid();
		expect(await (await desk.given()).release({ early: false, paid: true })).toMatchObject({ kind: 'tooEarly' });
		desk.wait(HOUR);
		const open = await desk.given();
		expect(await open.lookAgainAt()).toBeNull();
		expect(await open.release({ early: true, paid: false })).toEqual({ kind: 'paid' });
		expect(await desk.record.check('R')).toBe('paid');
		expect(await open.release({ early: false, paid: true })).toEqual({ kind: 'done', was: 'paid' });
		expect(await desk.record.check('R')).toBe('free');
	});

	it('of what a person marked as paid waits as long: it may have been a mistake', async () => {
		const desk = new Desk();
		await desk.send();
		await (await desk.given()).markPaid([]);
		expect(await (await desk.given()).release({ early: false, paid: true })).toMatchObject({ kind: 'tooEarly' });
		expect(await desk.record.check('R')).toBe('paid');
		desk.wait(HOUR);
		expect(await (await desk.given()).release({ early: false, paid: true })).toEqual({ kind: 'done', was: 'paid' });
		expect(await desk.record.check('R')).toBe('free');
	});

	it('as unpaid does not hold against a payment that is accepted afterwards, which needs the switch again', async () => {
		const desk = new Desk();
		const sent = await desk.send();
		const early = await desk.given();
		expect(await early.release({ early: true, paid: false })).toEqual(DONE);
		await sent.recordPaid();
		expect(await desk.record.check('R')).toBe('paid');
		expect(await early.release({ early: true, paid: false })).toEqual({ kind: 'paid' });
		expect(await early.release({ early: true, paid: true })).toEqual({ kind: 'done', was: 'paid' });
		expect(await early.release({ early: true, paid: true })).toEqual({ kind: 'settledBefore' });
		expect(await desk.record.check('R')).toBe('free');
	});

	it('again changes nothing and says so, also after a refusal', async () => {
		const desk = new Desk();
		await desk.claim();
		const open = await desk.given();
		await open.release(EARLY);
		expect(await open.release(EARLY)).toEqual({ kind: 'settledBefore' });
		const refused = await desk.claim();
		const other = await desk.given();
		await refused.recordUnpaid();
		expect(await other.release(CAREFUL)).toEqual({ kind: 'settledBefore' });
		expect(await desk.record.check('R')).toBe('free');
	});

	it('of two at once one says that it freed it', async () => {
		const desk = new Desk();
		await desk.claim();
		const open = await desk.given();
		const kinds = await Promise.all([open.release(EARLY), open.release(EARLY)]);
		expect(kinds.map(({ kind }) => kind).sort()).toEqual(['done', 'settledBefore']);
	});
});

describe('a release and a payment that is about to leave', () => {
	/** How a payment and a release end if their steps have this order; the payment's clock is `behind` ms late. */
	async function meeting(order: string, behind: number) {
		const desk = new Desk();
		desk.wait(-behind);
		const claim = await desk.claim();
		desk.wait(behind);
		const open = await desk.given();
		const steps = new Steps(desk.rows, order.split(' '));
		const both = [claim.announce(), open.release(CAREFUL)] as const;
		await steps.run();
		const [left, settled] = await Promise.all(both);
		return { withheld: left.withheld, settled: settled.kind };
	}

	it.each([
		['look releasing release', null],
		['releasing look release', { because: 'releasing' }],
	])('the release is too early, whichever step comes first: %s', async (order, withheld) => {
		expect(await meeting(order, 0)).toEqual({ withheld, settled: 'tooEarly' });
	});

	it.each(['releasing look release', 'releasing release look'])(
		'with a clock that is an hour behind, the payment still sees a release that began before: %s',
		async (order) => {
			expect(await meeting(order, HOUR)).toEqual({ withheld: { because: 'releasing' }, settled: 'done' });
		},
	);
});

/** Lets a release and a payment go on, one of their database calls at a time. */
class Steps {
	private readonly waiting: Array<{ name: string; go: () => void }> = [];

	constructor(
		rows: MemoryRows,
		private readonly order: readonly string[],
	) {
		rows.before = async (method, key) => {
			const name = this.nameOf(method, key);
			if (name !== null) await new Promise<void>((go) => this.waiting.push({ name, go }));
		};
	}

	async run(): Promise<void> {
		for (const name of this.order) {
			let place = -1;
			for (let tries = 0; place === -1 && tries < 50; tries++) {
				await new Promise((resolve) => setImmediate(resolve));
				place = this.waiting.findIndex((step) => step.name === name);
			}
			for (const { go } of place === -1 ? [] : this.waiting.splice(place, 1)) go();
		}
	}

	private nameOf(method: string, key: string): string | null {
		if (method === 'insert' && key.endsWith(':releasing')) return 'releasing';
		if (method === 'has' && key.endsWith(':releasing')) return 'look';
		if (method === 'has' && key.endsWith(':refused')) return 'release';
		return null;
	}
}

describe('marking as paid', () => {
	it('settles this claim, without a transaction or with one', async () => {
		for (const transaction of [null, 'tx-1']) {
			const desk = new Desk();
			await desk.send();
			expect(await (await desk.given()).markPaid(transaction === null ? [] : [transaction])).toEqual(DONE);
			expect(await desk.record.check('R')).toBe('paid');
			expect(desk.rows.keys.has(transactionRow('tx-1'))).toBe(transaction !== null);
		}
	});

	it('holds, though the payment is refused afterwards, until a person releases it', async () => {
		const desk = new Desk();
		const claim = await desk.send();
		await (await desk.given()).markPaid([]);
		await claim.recordUnpaid();
		expect(await desk.record.check('R')).toBe('paid');
		expect(await desk.record.claim('R', 'identity')).toMatchObject({ kind: 'paid' });
		expect(await (await desk.given()).release({ early: true, paid: true })).toEqual({ kind: 'done', was: 'paid' });
		expect(await desk.record.check('R')).toBe('free');
	});

	it('says so where a new run has the reference by then', async () => {
		const desk = new Desk();
		await desk.send();
		const [ada, bola] = [await desk.given(), await desk.given()];
		desk.rows.before = async (method, key) => {
			if (method !== 'insert' || !key.endsWith(':paid')) return;
			desk.rows.heal();
			await ada.release({ early: true, paid: false });
			await desk.claim();
		};
		expect(await bola.markPaid([])).toEqual({ kind: 'over' });
		expect(await desk.record.check('R')).toBe('unknown');
	});

	it('has no hurry: a claim of any age is taken', async () => {
		const desk = new Desk();
		await desk.send();
		const open = await desk.given();
		desk.wait(100 * 24 * HOUR);
		expect(await open.markPaid([])).toEqual(DONE);
	});
});

test('a release and Mark Paid at the same time: whatever comes between, whoever is told that it is paid is right', async () => {
	const ends = new Set<string>();
	for (let order = 0; order < 1 << 16; order++) {
		// The release and Mark Paid each begin with three look-ups of rows that neither changes: their order is fixed.
		const turns = Array.from({ length: 16 }, (_, step) => (order >> step) & 1);
		if (turns.reduce((sum, turn) => sum + turn, 0) !== 8) continue;
		ends.add((await atOnce([0, 0, 0, 1, 1, 1, ...turns])).join(' '));
	}
	expect([...ends].sort()).toEqual(['done done paid', 'done over free', 'paid done paid']);
});

/** A release and Mark Paid at once, taking turns by database call: what each is told, and the final state. */
async function atOnce(turns: readonly number[]): Promise<string[]> {
	const desk = new Desk();
	await desk.claim();
	desk.rows.put(identityRow('R'));
	const [ada, bola] = [await desk.given(), await desk.given()];
	const waiting: Array<Array<() => void>> = [[], []];
	let who = 0;
	let isBegun = false;
	desk.rows.before = async (_, key) => {
		// The claim's own row never changes, so reading it again isn't a step.
		if (!isBegun || key !== rowOf('R')) await new Promise<void>((go) => waiting[who]?.push(go));
	};
	const start = [async () => await ada.release({ early: true, paid: false }), async () => await bola.markPaid([])];
	const both = start.map(async (act, place) => {
		who = place;
		return (await act()).kind;
	});
	isBegun = true;
	const next = turns.values();
	while (waiting.some((calls) => calls.length > 0)) {
		who = next.next().value ?? waiting.findIndex((calls) => calls.length > 0);
		waiting[who]?.shift()?.();
		// Lets the call's consequences run, up to the next call.
		await new Promise((resolve) => process.nextTick(resolve));
	}
	const told = await Promise.all(both);
	desk.rows.before = () => undefined;
	return [...told, await desk.record.check('R')];
}
