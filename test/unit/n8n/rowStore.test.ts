/** Rows with an owner in n8n's own store, on a database whose statements fail. */
import { StoreFault, type RowStore } from '../../../nodes/core/record/rows';
import { contextClass, Database, openRows, type StatementFault } from '../../harness/payout/world/database';
import { Process, Timeline } from '../../harness/payout/world/time';

/** A virtual clock on which every event happens at once. */
const driver = { now: 0, add: (_: unknown, happening: { run(): void }) => happening.run(), run: async () => undefined };

/** A store, and the faults of the next statements about the key `row`; null for a statement that works. */
async function opened() {
	const faults: Array<StatementFault | null> = [];
	const fault = (_: unknown, key: string) => (key === 'row' ? (faults.shift() ?? null) : null);
	const database = new Database(driver, { fault, isInstant: () => true });
	const rows = await openRows(contextClass(), database, { process: new Process('n8n'), actor: 'somebody' });
	return { rows, faults };
}

const asked = async (rows: RowStore) => [await rows.isOf('row', 'mine'), await rows.isOf('row', 'yours')];

it('a row is of who inserted it, whoever asks and tries in between', async () => {
	const { rows } = await opened();
	expect(await rows.insert('row', 'mine')).toBe('inserted');
	expect(await asked(rows)).toEqual([true, false]);
	expect([await rows.insert('row', 'yours'), await rows.insert('row'), await rows.insert('row', 'mine')]).toEqual([
		'exists',
		'exists',
		'exists',
	]);
	expect(await asked(rows)).toEqual([true, false]);
	expect(await rows.has('row')).toBe(true);
});

it('a row without an owner is of nobody that is known', async () => {
	const { rows } = await opened();
	await rows.insert('row');
	expect(await rows.insert('row', 'mine')).toBe('exists');
	expect(await asked(rows)).toEqual([false, false]);
});

it('a number is read back as it was inserted; 1 where none was, 0 where there is no row', async () => {
	const { rows } = await opened();
	expect(await rows.numberIn('row')).toBe(0);
	expect([await rows.insertNumber('row', 64), await rows.insertNumber('row', 3)]).toEqual(['inserted', 'exists']);
	expect([await rows.numberIn('row'), await rows.has('row')]).toEqual([64, true]);
	await rows.insert('another');
	expect(await rows.numberIn('another')).toBe(1);
});

it('an insert whose response is lost is told by its owner', async () => {
	const { rows, faults } = await opened();
	// The look-up before the insert works.
	faults.push(null, 'after');
	expect(await rows.insert('row', 'mine')).toBe('inserted');
	faults.push('after');
	expect(await rows.insert('row', 'yours')).toBe('exists');
});

it("a claim whose response is lost counts as somebody else's, since others may have its name", async () => {
	const { rows, faults } = await opened();
	faults.push(null, 'after');
	expect(await rows.claim('row', 'five minutes')).toBe('exists');
	expect(await rows.isOf('row', 'five minutes')).toBe(true);
	for (const owner of ['five minutes', 'the next five']) expect(await rows.claim('row', owner)).toBe('exists');
});

it('a claim whose row is not there throws, since it may still be inserted', async () => {
	const { rows, faults } = await opened();
	faults.push(null, 'before');
	await expect(rows.claim('row', 'five minutes')).rejects.toThrow(StoreFault);
});

it('of two claims at the same moment, of one name, one is made', async () => {
	const timeline = new Timeline(() => 1);
	const database = new Database(timeline, { fault: () => null, isInstant: () => false });
	const open = openRows(contextClass(), database, { process: new Process('n8n'), actor: 'somebody' });
	await timeline.run();
	const rows = await open;
	const both = Promise.all([rows.claim('row', 'five minutes'), rows.claim('row', 'five minutes')]);
	await timeline.run();
	expect((await both).sort()).toEqual(['exists', 'inserted']);
});

it("an insert whose response is lost counts as somebody else's without an owner", async () => {
	const { rows, faults } = await opened();
	faults.push(null, 'after');
	expect(await rows.insert('row')).toBe('exists');
});

it('an insert that had no effect, or that nobody can look for, fails', async () => {
	const { rows, faults } = await opened();
	faults.push(null, 'before');
	await expect(rows.insert('row', 'mine')).rejects.toThrow(StoreFault);
	faults.push(null, 'after', 'before');
	await expect(rows.insert('row', 'mine')).rejects.toThrow(StoreFault);
	faults.push('before');
	await expect(rows.isOf('row', 'mine')).rejects.toThrow(StoreFault);
	expect(await asked(rows)).toEqual([true, false]);
});

it('where n8n takes no notice of the mode, there are no rows that payments can rest on', async () => {
	const database = new Database(driver, { fault: () => null, isInstant: () => true });
	const record = database.checkAndRecord.bind(database);
	database.checkAndRecord = async (values, key, caller) => await record(values, key, caller, 'entries');
	const open = openRows(contextClass(), database, { process: new Process('n8n'), actor: 'somebody' });
	await expect(open).rejects.toThrow('this version of n8n mixes up the rows of the record');
	expect(database.rows.size).toBe(0);
});

it('a trial that a fault cut short is made again by the next run, and by no other', async () => {
	const Context = contextClass();
	let faults = 1;
	let statements = 0;
	const fault = (kind: string, key: string) => {
		statements += 1;
		return key.startsWith('mavapay:probe:') && kind === 'insert' && faults-- > 0 ? ('before' as const) : null;
	};
	const database = new Database(driver, { fault, isInstant: () => true });
	const open = async () => await openRows(Context, database, { process: new Process('n8n'), actor: 'somebody' });
	await expect(open()).rejects.toThrow(StoreFault);
	const rows = await open();
	expect([await rows.insert('row', 'mine'), await rows.isOf('row', 'mine')]).toEqual(['inserted', true]);
	const before = statements;
	await open();
	expect(statements).toBe(before);
});
