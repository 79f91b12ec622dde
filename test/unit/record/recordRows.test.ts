/** The test of a new row store: it checks every property that payments rely on. */
import { assertRowsKeptApart, StoreFault, type RowStore } from '../../../nodes/core/record/rows';
import { MemoryRows } from '../../harness/payout/rows';

const KEYS = ['probe 1', 'probe 2'] as const;
const OWN = 'the node';

/** A working store in which some functions are replaced. */
function storeWith(change: (rows: MemoryRows) => Partial<RowStore>, rows = new MemoryRows()): RowStore {
	const changed = change(rows);
	return {
		insert: async (key, owner) => await rows.insert(key, owner),
		claim: async (key, owner) => await (changed.insert ?? rows.insert.bind(rows))(key, owner),
		insertNumber: async (key, number) => {
			rows.numbers.set(key, number);
			return await (changed.insert ?? rows.insert.bind(rows))(key);
		},
		numberIn: async (key) => await rows.numberIn(key),
		isOf: async (key, owner) => await rows.isOf(key, owner),
		has: async (key) => await rows.has(key),
		remove: async (key) => await rows.remove(key),
		...changed,
	};
}

/** Inserts the row, but always returns `answer`, even if it is wrong. */
const always =
	(rows: MemoryRows, answer: 'inserted' | 'exists') =>
	async (key: string, owner?: string): Promise<'inserted' | 'exists'> => {
		await rows.insert(key, owner);
		return answer;
	};
/** Files all keys under one row. */
const allIn = (rows: MemoryRows, row: string): Partial<RowStore> => ({
	insert: async () => await rows.insert(row),
	has: async () => await rows.has(row),
	remove: async () => await rows.remove(row),
});

const trial = async (store: RowStore) => await assertRowsKeptApart(store, KEYS, OWN);

describe('a store that is fit', () => {
	it('passes, and is left as it was', async () => {
		const rows = new MemoryRows('something else');
		await trial(rows);
		expect([...rows.keys]).toEqual(['something else']);
	});

	it('may have data of the node itself', async () => {
		const rows = new MemoryRows(OWN);
		await trial(rows);
		expect([...rows.keys]).toEqual([OWN]);
	});
});

describe('a store that is not fit is refused:', () => {
	const unfit: Readonly<Record<string, (rows: MemoryRows) => Partial<RowStore>>> = {
		'it files all keys under one row': (rows) => allIn(rows, 'the one row'),
		"it files all keys under the node's own row": (rows) => allIn(rows, OWN),
		'it looks at one row, whatever the key': (rows) => ({ has: async () => await rows.has(KEYS[0]) }),
		"it fills the node's own row as well": (rows) => ({
			insert: async (key) => {
				await rows.insert(OWN);
				return await rows.insert(key);
			},
		}),
		'it sees rows that nobody inserted': () => ({ has: async () => true }),
		'it never sees a row': () => ({ has: async () => false }),
		'it forgets what is inserted': () => ({ insert: async () => 'inserted' as const }),
		'it calls a second insert the first': (rows) => ({ insert: always(rows, 'inserted') }),
		'it calls every insert the second': (rows) => ({ insert: always(rows, 'exists') }),
		'it deletes nothing': () => ({ remove: async () => undefined }),
		'it deletes the first row only': (rows) => ({ remove: async () => await rows.remove(KEYS[0]) }),
		'it deletes the second row only': (rows) => ({ remove: async () => await rows.remove(KEYS[1]) }),
		'it inserts the other row with the first': (rows) => ({
			insert: async (...row) => {
				const response = await rows.insert(...row);
				rows.put(...KEYS);
				return response;
			},
		}),
		'it keeps no numbers': () => ({ numberIn: async () => 1 }),
		'it keeps no owners': (rows) => ({ insert: async (key) => await rows.insert(key) }),
		'it calls everybody the owner': () => ({ isOf: async () => true }),
		'it calls nobody the owner': () => ({ isOf: async () => false }),
		'it takes whoever asked last for the owner': (rows) => ({
			isOf: async (key, owner) => {
				const was = await rows.isOf(key, owner);
				rows.owners.set(key, owner);
				return was;
			},
		}),
		'it takes whoever tried to insert last for the owner': (rows) => ({
			insert: async (key, owner) => {
				const response = await rows.insert(key, owner);
				if (owner !== undefined) rows.owners.set(key, owner);
				return response;
			},
		}),
		'it calls a second claim of one name the first': (rows) => ({ claim: always(rows, 'inserted') }),
		'each owner has a row of its own': (rows) => ({
			insert: async (key, owner) => await rows.insert(`${key}${owner ?? ''}`),
		}),
	};

	it.each(Object.entries(unfit))('%s', async (_, change) => {
		await expect(trial(storeWith(change))).rejects.toThrow(StoreFault);
		await expect(trial(storeWith(change))).rejects.toThrow('this version of n8n mixes up the rows of the record');
	});
});

describe('a database that gives no response', () => {
	it.each([...Array(17).keys()])(
		'at call %i is told as it is, and the rows of the trial are deleted where that is possible',
		async (call) => {
			const rows = new MemoryRows();
			rows.before = () => {
				if (rows.calls.length === call + 1) throw new StoreFault('the database is gone');
			};
			const fails = async () => await trial(rows);
			// The trial makes fourteen calls, then deletes two rows, then looks for both.
			await expect(fails()).rejects.toThrow('the database is gone');
			const deletes = rows.calls.filter(([method]) => method === 'remove');
			expect(deletes.length).toBe(call === 0 ? 0 : call === 14 ? 1 : 2);
		},
	);

	it('makes eighteen calls in all', async () => {
		const rows = new MemoryRows();
		await trial(rows);
		expect(rows.calls).toHaveLength(18);
	});
});
