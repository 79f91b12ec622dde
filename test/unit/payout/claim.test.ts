/** The claim of a reference, step by step: every reading, every wait, and what it leaves in the store. */
import { PayoutRecord } from '../../../nodes/core/payout/payoutRecord';
import { RecordAccess, RecordFault } from '../../../nodes/core/payout/recordAccess';
import { Removals } from '../../../nodes/core/payout/removals';
import { BASE_URL, entry, MemoryStore, StillTime } from './fixture';

const BASE = entry('R');
const OPEN = `${BASE}:open`;
const OTHER = `${BASE}:claim:other`;
const DELAY = 300;
/** A wait between two readings: 0.3 to 1 of the delay, here in the middle. */
const READING = 195;

/** A record on a store, with something to happen during each wait. */
class Desk {
	readonly store = new MemoryStore();
	readonly time = new StillTime();
	readonly added: string[][] = [];
	readonly duringWait: Array<() => void> = [];
	private tokens = 0;

	readonly tools = {
		store: this.store,
		storeKey: this.store.key,
		now: () => this.time.now,
		wait: async (milliseconds: number) => {
			this.duringWait.shift()?.();
			await this.time.wait(milliseconds);
		},
		random: () => 0.5,
		newToken: () => `t${this.tokens++}`,
	};
	readonly record = new PayoutRecord(BASE_URL, this.tools);

	constructor(values: string[] = [], ...duringWait: Array<() => void>) {
		this.store.values = values;
		this.duringWait = duringWait;
		const add = this.store.add.bind(this.store);
		this.store.add = async (given) => {
			this.added.push([...given]);
			return await add(given);
		};
	}

	put(...values: string[]): () => void {
		return () => {
			this.store.values = [...values];
		};
	}

	drop(...values: string[]): () => void {
		return () => {
			this.store.values = this.store.values.filter((value) => !values.includes(value));
		};
	}

	join(value: string): () => void {
		return () => {
			this.store.values.push(value);
		};
	}

	async claim() {
		const claimed = await this.record.claim('R', DELAY);
		const { kind } = claimed;
		return { kind, waits: [...this.time.waits], claim: claimed.kind === 'claimed' ? claimed.claim : null, claimed };
	}
}

const nothing = () => undefined;
const token = (number: number) => `${BASE}:claim:t${number}`;

describe('a reference that is free', () => {
	it('is held after one wait and one reading, where nobody else writes', async () => {
		const desk = new Desk(['something else']);
		expect(await desk.claim()).toMatchObject({ kind: 'claimed', waits: [DELAY], claimed: { entries: 4 } });
		expect(desk.store.values).toEqual(['something else', BASE, OPEN, token(0)]);
		expect(desk.added).toEqual([
			[BASE, OPEN, token(0)],
			[BASE, OPEN, token(0)],
		]);
	});

	it('is read three times, at times left to chance, once anybody else wrote', async () => {
		const more = new Desk(['something else']);
		more.duringWait.push(more.join('of another'));
		expect(await more.claim()).toMatchObject({ kind: 'claimed', waits: [DELAY, READING, READING] });
		const less = new Desk(['something else']);
		less.duringWait.push(less.drop('something else'));
		expect(await less.claim()).toMatchObject({ kind: 'claimed', waits: [DELAY, READING, READING] });
	});

	it('is read anew after its mark was gone', async () => {
		const desk = new Desk();
		desk.duringWait.push(() => {
			desk.drop(OPEN)();
			desk.join('of another')();
		});
		expect(await desk.claim()).toMatchObject({ kind: 'claimed', waits: [DELAY, DELAY, READING, READING] });
	});

	it('is written again after another write undid it, and read three times', async () => {
		const desk = new Desk();
		desk.duringWait.push(desk.put('of another'));
		expect(await desk.claim()).toMatchObject({ kind: 'claimed', waits: [DELAY, DELAY, READING, READING], claimed: { entries: 4 } });
	});

	it('starts to count readings again when it is undone between them', async () => {
		const desk = new Desk();
		desk.duringWait.push(desk.join('a'), nothing, desk.put('b'));
		expect(await desk.claim()).toMatchObject({ kind: 'claimed', waits: [DELAY, READING, READING, DELAY, READING, READING] });
	});

	it('is given up after 24 rounds', async () => {
		const desk = new Desk();
		desk.duringWait.push(...Array.from({ length: 30 }, () => desk.put()));
		const { kind, waits } = await desk.claim();
		expect([kind, waits]).toEqual(['busy', new Array(24).fill(DELAY)]);
	});

	it('is not stopped by its own entries when the record fills up', async () => {
		const desk = new Desk();
		const counts = [19_999, 20_002];
		desk.store.count = async () => counts.shift() ?? 20_002;
		expect((await desk.claim()).kind).toBe('claimed');
		const full = new Desk();
		full.store.count = async () => 20_000;
		expect((await full.claim()).claimed).toEqual({ kind: 'full', entries: 20_000 });
		expect(full.store.values).toEqual([]);
		expect(await full.record.check('R', DELAY)).toBe('free');
	});
});

describe('a reference that is there', () => {
	it('without its mark is paid at once, and left as it was', async () => {
		const desk = new Desk([BASE]);
		expect(await desk.claim()).toMatchObject({ kind: 'paid', waits: [] });
		expect(desk.store.values).toEqual([BASE]);
		expect(await desk.record.finish()).toEqual([]);
		expect(desk.added).toEqual([
			[BASE, OPEN, token(0)],
			[BASE, token(0)],
		]);
	});

	it('with its mark is looked at once more, under another token', async () => {
		const desk = new Desk([BASE, OPEN]);
		expect(await desk.claim()).toMatchObject({ kind: 'unknown', waits: [DELAY] });
		expect(desk.store.values).toEqual([BASE, OPEN]);
		expect(desk.added).toEqual([
			[BASE, OPEN, token(0)],
			[BASE, OPEN, token(1)],
		]);
	});

	it('is paid when the mark was one that another look had put there', async () => {
		const desk = new Desk([BASE, OPEN]);
		desk.duringWait.push(desk.drop(OPEN));
		expect(await desk.claim()).toMatchObject({ kind: 'paid', waits: [DELAY] });
		expect(desk.store.values).toEqual([BASE]);
	});

	it('is claimed when it was freed meanwhile', async () => {
		const desk = new Desk([BASE, OPEN]);
		desk.duringWait.push(desk.put());
		expect(await desk.claim()).toMatchObject({ kind: 'claimed', waits: [DELAY, DELAY] });
	});

	it.each([[[OPEN]], [[token(0)]], [[OPEN, token(0)]]])('as %j without the reference itself is unknown', async (values) => {
		const desk = new Desk([...values]);
		expect(await desk.claim()).toMatchObject({ kind: 'unknown', waits: [] });
	});
});

describe('a claim that another one outlasted', () => {
	it('gives way, and takes its own token out again', async () => {
		const desk = new Desk();
		desk.duringWait.push(desk.put(BASE, OPEN, OTHER));
		expect(await desk.claim()).toMatchObject({ kind: 'conflict', waits: [DELAY] });
		expect(desk.store.values).toEqual([BASE, OPEN, OTHER]);
	});

	it('says paid when the other one is through', async () => {
		const desk = new Desk();
		desk.duringWait.push(desk.put(BASE));
		expect(await desk.claim()).toMatchObject({ kind: 'paid', waits: [DELAY] });
		expect(desk.store.values).toEqual([BASE]);
	});
});

describe('settling a claim', () => {
	it.each([
		['paid', [BASE]],
		['keep', [BASE, OPEN]],
		['withdraw', []],
	] as const)('%s leaves %j, after one more look', async (how, left) => {
		const desk = new Desk();
		const { claim } = await desk.claim();
		await claim?.[how]();
		expect(desk.store.values).toEqual(left);
		const before = desk.time.waits.length;
		expect(await desk.record.finish()).toEqual([]);
		expect(desk.store.values).toEqual(left);
		expect(desk.time.waits.slice(before)).toEqual([DELAY]);
	});

	it('paid and keep write the reference again where it was lost', async () => {
		for (const [how, left] of [['paid', [BASE]], ['keep', [BASE, OPEN]]] as const) {
			const desk = new Desk();
			const { claim } = await desk.claim();
			desk.store.values = [];
			await claim?.[how]();
			expect(desk.store.values).toEqual(left);
		}
	});

	it('withdraw leaves an entry that is another one by now', async () => {
		const desk = new Desk();
		const { claim } = await desk.claim();
		desk.store.values = [BASE, OPEN, OTHER];
		await claim?.withdraw();
		expect(await desk.record.finish()).toEqual([]);
		expect(desk.store.values).toEqual([BASE, OPEN, OTHER]);
		expect(desk.time.waits).toEqual([DELAY]);
	});

	it('withdraw goes on where all of it was lost', async () => {
		const desk = new Desk();
		const { claim } = await desk.claim();
		desk.store.values = [];
		await claim?.withdraw();
		expect(desk.store.values).toEqual([]);
		await desk.record.finish();
		expect(desk.time.waits).toEqual([DELAY, DELAY]);
	});

	it('uses the wait of the next claim for the look at the one before', async () => {
		const desk = new Desk();
		const { claim } = await desk.claim();
		await claim?.paid();
		await desk.record.claim('S', DELAY);
		expect(desk.added.at(-1)).toEqual([BASE, token(0)]);
	});
});

describe('looking and releasing', () => {
	it('leave a free reference free, after a wait of 300 ms unless told otherwise', async () => {
		const desk = new Desk();
		expect(await desk.record.check('R')).toBe('free');
		expect(desk.time.waits).toEqual([300]);
		expect(await desk.record.check('R', 50)).toBe('free');
		expect(desk.time.waits).toEqual([300, 50]);
		expect(desk.store.values).toEqual([]);
	});

	it('free one that was paid, and look once more', async () => {
		const desk = new Desk([BASE]);
		expect(await desk.record.release('R')).toBe('paid');
		expect(desk.store.values).toEqual([]);
		expect(desk.added).toEqual([[BASE, OPEN, token(0)], [BASE, token(0)], [token(1)], [token(1)]]);
		expect(desk.time.waits).toEqual([DELAY, DELAY]);
	});

	it('remove a reference again that a late write brought back', async () => {
		const desk = new Desk([BASE, OPEN]);
		desk.duringWait.push(nothing, desk.put(BASE, OPEN, token(2)));
		expect(await desk.record.release('R')).toBe('unknown');
		expect(desk.store.values).toEqual([]);
		expect(desk.time.waits).toEqual([DELAY, DELAY, DELAY]);
	});
});

describe('looking again at what was taken out', () => {
	const removal = (more = {}) => ({ reference: 'R', witness: 'w', remove: ['gone', 'w'], keep: ['kept'], ...more });
	const removalsOn = (desk: Desk) => new Removals(new RecordAccess(desk.tools), () => DELAY);

	it('waits until its time has come', async () => {
		const desk = new Desk(['kept']);
		const removals = removalsOn(desk);
		removals.add(removal());
		desk.time.now += DELAY - 1;
		await removals.look();
		expect(desk.added).toEqual([]);
		desk.time.now += 1;
		await removals.look();
		expect(desk.added).toEqual([['kept', 'w']]);
		expect(desk.store.values).toEqual(['kept']);
		expect(await removals.finish()).toEqual([]);
		expect(desk.added).toHaveLength(1);
	});

	it('goes through them in the order in which their time comes', async () => {
		const desk = new Desk(['kept']);
		const removals = removalsOn(desk);
		removals.add(removal({ witness: 'first' }));
		desk.time.now += 100;
		removals.add(removal({ witness: 'second' }));
		expect(await removals.finish()).toEqual([]);
		expect(desk.time.waits).toEqual([DELAY - 100, 100]);
		expect(desk.added).toEqual([['kept', 'first'], ['kept', 'second']]);
	});

	it('removes all of it again, and writes again what was missing, until one look finds it so', async () => {
		const desk = new Desk(['gone', 'w']);
		const removals = removalsOn(desk);
		removals.add(removal());
		expect(await removals.finish()).toEqual([]);
		expect(desk.store.values).toEqual(['kept']);
		expect(desk.added).toHaveLength(2);
	});

	it('looks again where only something to keep was missing', async () => {
		const desk = new Desk(['one']);
		const removals = removalsOn(desk);
		removals.add(removal({ keep: ['one', 'two'] }));
		expect(await removals.finish()).toEqual([]);
		expect([desk.store.values, desk.added.length]).toEqual([['one', 'two'], 2]);
	});

	it('is given up after twelve looks, and said so once', async () => {
		const desk = new Desk(['gone', 'w']);
		desk.store.remove = async () => undefined;
		const removals = removalsOn(desk);
		removals.add(removal());
		expect(await removals.finish()).toEqual(['R']);
		expect([desk.added.length, desk.time.waits.length]).toEqual([12, 12]);
		expect(await removals.finish()).toEqual([]);
	});

	it('is given up when the store fails or the wait is cut short, without a throw', async () => {
		const broken = new Desk();
		broken.store.add = async () => await Promise.reject(new Error('gone'));
		const removals = removalsOn(broken);
		removals.add(removal());
		removals.add(removal({ reference: 'S' }));
		expect(await removals.finish()).toEqual(['R', 'S']);
		const still = new Desk(['kept']);
		still.time.wait = async () => undefined;
		const stopped = removalsOn(still);
		stopped.add(removal());
		expect(await stopped.finish()).toEqual(['R']);
		expect(await stopped.finish()).toEqual([]);
	});
});

describe('the way to the store', () => {
	it('waits in full, also when each wait falls short', async () => {
		const desk = new Desk();
		const asked: number[] = [];
		desk.time.wait = async (milliseconds) => {
			asked.push(milliseconds);
			desk.time.now += 10;
		};
		await new RecordAccess(desk.tools).pause(25);
		expect(asked).toEqual([25, 15, 5]);
	});

	it('gives up a wait after 50 that were cut short', async () => {
		const desk = new Desk();
		let waits = 0;
		desk.time.wait = async () => {
			waits++;
		};
		await expect(new RecordAccess(desk.tools).pause(1)).rejects.toThrow(new RecordFault('the wait between two calls was cut short'));
		expect(waits).toBe(50);
	});

	it('waits at least four times the slowest call', async () => {
		const desk = new Desk();
		const access = new RecordAccess(desk.tools);
		const slow = [20, 100, 50];
		desk.store.count = async () => {
			desk.time.now += slow.shift() ?? 0;
			return 0;
		};
		for (let call = 0; call < 3; call++) await access.exclusive(async (store) => await store.count());
		await access.pause(10);
		await access.pause(401);
		expect(desk.time.waits).toEqual([400, 401]);
	});

	it('counts the time of a call that failed', async () => {
		const desk = new Desk();
		const access = new RecordAccess(desk.tools);
		desk.store.clear = async () => {
			desk.time.now += 100;
			throw new Error('gone');
		};
		await expect(access.exclusive(async (store) => await store.clear())).rejects.toMatchObject({ name: 'RecordFault', reason: 'gone' });
		await access.pause(10);
		expect(desk.time.waits).toEqual([400]);
	});

	it.each([
		['two equal values', ['a', 'a'], { fresh: ['a', 'a'], known: [] }],
		['one too many', ['a'], { fresh: ['a'], known: ['b'] }],
		['one too few', ['a', 'b'], { fresh: ['a'], known: [] }],
		['others', ['a', 'b'], { fresh: ['a', 'c'], known: [] }],
		['one twice', ['a', 'b'], { fresh: ['a'], known: ['a'] }],
	])('takes no answer about %s', async (_, values, answer) => {
		const desk = new Desk();
		desk.store.add = async () => answer;
		const adding = new RecordAccess(desk.tools).exclusive(async (store) => await store.add(values));
		await expect(adding).rejects.toMatchObject({ reason: 'its answer was empty or not complete' });
	});

	it.each([[-1], [1.5], [Number.NaN], [Number.POSITIVE_INFINITY]])('takes no count of %p', async (count) => {
		const desk = new Desk();
		desk.store.count = async () => count;
		const counting = new RecordAccess(desk.tools).exclusive(async (store) => await store.count());
		await expect(counting).rejects.toMatchObject({ reason: 'it gave no number of entries' });
	});

	it('takes a count of none', async () => {
		expect(await new RecordAccess(new Desk().tools).exclusive(async (store) => await store.count())).toBe(0);
	});

	it.each([
		[new Error('connect ECONNREFUSED'), 'connect network fault'],
		[new Error(' '), 'it failed without saying why'],
		['gone', 'it failed without saying why'],
		[new RecordFault('ECONN as said'), 'ECONN as said'],
	])('gives the reason of a fault: %p', async (error, reason) => {
		const desk = new Desk();
		desk.store.clear = async () => await Promise.reject(error);
		await expect(new RecordAccess(desk.tools).exclusive(async (store) => await store.clear())).rejects.toMatchObject({ reason });
	});
});
