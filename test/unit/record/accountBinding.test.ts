/** The account that a workflow is bound to: how it is bound, what other accounts may do, how a person changes it. */
import type { MoneyKind } from '../../../nodes/core/domain/money';
import { NOT_KNOWN } from '../../../nodes/core/payees/account';
import { AccountBinding, type Standing } from '../../../nodes/core/record/accountBinding';
import { PayoutRecord } from '../../../nodes/core/record/record';
import { StoreFault } from '../../../nodes/core/record/rows';
import { Fixture, openOf } from '../../harness/payout/fixture';
import { failureOf } from '../../harness/payout/outcomes';
import { named } from '../../harness/payout/plans';
import { ACCOUNT, bindingRow, MemoryRows, MONEY, OTHER_ACCOUNT } from '../../harness/payout/rows';

const QUOTE = { kind: 'quoteId', value: 'Q' } as const;

/** A run with a key of this account. */
const runOf = (rows: MemoryRows, account = ACCOUNT, money: MoneyKind = MONEY) =>
	new AccountBinding(money, rows, async () => account);
/** The number of bindings if the account may pay, otherwise null. */
const countOf = async (standing: Promise<Standing>) => {
	const { bindings, mayPay } = await standing;
	return mayPay ? bindings : null;
};
const bind = async (...given: Parameters<typeof runOf>) => await countOf(runOf(...given).bind());
const change = async (...given: Parameters<typeof runOf>) => (await runOf(...given).change()).changed;
const insertsOf = ({ calls }: MemoryRows) => calls.filter(([method]) => method === 'insert').length;

it('the first account that is named binds the workflow; another one, or none, may not pay', async () => {
	const rows = new MemoryRows();
	expect(await bind(rows, NOT_KNOWN)).toBe(0);
	expect(rows.keys.size).toBe(0);
	expect(await bind(rows)).toBe(1);
	expect([...rows.owners]).toEqual([[bindingRow(0), ACCOUNT]]);
	for (const [account, expected] of [
		[ACCOUNT, 1],
		[OTHER_ACCOUNT, null],
		[NOT_KNOWN, null],
	] as const) {
		expect(await bind(rows, account)).toBe(expected);
		expect(await countOf(runOf(rows, account).standing())).toBe(expected);
	}
});

it('of two accounts at once, one binds', async () => {
	const rows = new MemoryRows();
	const runs = [runOf(rows), runOf(rows, OTHER_ACCOUNT)];
	for (const run of runs) expect(await countOf(run.standing())).toBe(0);
	expect(await Promise.all(runs.map(async (run) => await countOf(run.bind())))).toEqual([1, null]);
	expect(await Promise.all(runs.map(async (run) => await countOf(run.standing())))).toEqual([1, null]);
});

it('a run of a key without a named account pays no more once another run has bound the workflow', async () => {
	const rows = new MemoryRows();
	const unnamed = runOf(rows, NOT_KNOWN);
	expect(await countOf(unnamed.bind())).toBe(0);
	await bind(rows);
	expect(await countOf(unnamed.bind())).toBeNull();
});

it('takes three looks in a run of a bound workflow, and no row, however many it pays', async () => {
	const rows = new MemoryRows();
	await bind(rows);
	rows.calls.length = 0;
	const run = runOf(rows);
	for (let payment = 0; payment < 5; payment++)
		expect([await countOf(run.standing()), await countOf(run.bind())]).toEqual([1, 1]);
	expect(rows.calls.map(([method]) => method)).toEqual(['has', 'has', 'isOf']);
});

it('takes one look and one row in the run that binds it', async () => {
	const rows = new MemoryRows();
	const run = runOf(rows);
	for (let payment = 0; payment < 5; payment++) expect(await countOf(run.bind())).toBe(1);
	expect(rows.calls.map(([method]) => method)).toEqual(['has', 'insert']);
});

it('each kind of money has its own', async () => {
	const rows = new MemoryRows();
	await bind(rows);
	expect(await bind(rows, OTHER_ACCOUNT, 'real')).toBe(1);
});

describe('a change', () => {
	it('binds the next account, or none; a run keeps the one with which it began', async () => {
		const rows = new MemoryRows();
		await bind(rows);
		const early = runOf(rows);
		await early.standing();
		expect([await change(rows, OTHER_ACCOUNT), await change(rows, OTHER_ACCOUNT)]).toEqual([true, false]);
		expect([await bind(rows), await bind(rows, OTHER_ACCOUNT), await countOf(early.bind())]).toEqual([null, 2, 1]);
		expect(await change(rows, NOT_KNOWN)).toBe(true);
		expect([await bind(rows, NOT_KNOWN), await bind(rows)]).toEqual([3, null]);
	});

	it('binds none where nothing was bound, and a name waits for the next change', async () => {
		const rows = new MemoryRows();
		expect(await change(rows, NOT_KNOWN)).toBe(true);
		expect([await bind(rows), await change(rows), await bind(rows)]).toEqual([null, true, 2]);
	});

	it('of two people at once: both bind, one after the other', async () => {
		const rows = new MemoryRows();
		await bind(rows, NOT_KNOWN);
		expect(await Promise.all([change(rows), change(rows, OTHER_ACCOUNT)])).toEqual([true, true]);
		expect([...rows.owners.values()]).toEqual([ACCOUNT, OTHER_ACCOUNT]);
	});

	it('asks Mavapay again, and so does a run whose account is not the one that is bound', async () => {
		const rows = new MemoryRows();
		let now = ACCOUNT;
		const known: string[] = [];
		const run = () =>
			new AccountBinding(MONEY, rows, async (again = false) => {
				if (again || known[0] === undefined) known[0] = now;
				return known[0];
			});
		await run().bind();
		now = OTHER_ACCOUNT;
		expect(await countOf(run().bind())).toBe(1);
		expect((await run().change()).changed).toBe(true);
		known[0] = ACCOUNT;
		expect(await countOf(run().bind())).toBe(2);
	});
});

describe('a row that is not read or not written', () => {
	it('stops the payment, and the next one reads it again', async () => {
		const rows = new MemoryRows();
		await bind(rows);
		const run = runOf(rows);
		rows.fail('has', bindingRow(0));
		await expect(run.bind()).rejects.toThrow(StoreFault);
		rows.heal();
		expect(await countOf(run.bind())).toBe(1);
	});

	it.each(['before', 'after'] as const)(
		'stops the payment that would bind it, failing %s it is there',
		async (when) => {
			const rows = new MemoryRows();
			rows.fail('insert', bindingRow(0), when);
			await expect(bind(rows)).rejects.toThrow(StoreFault);
			rows.heal();
			expect(await bind(rows)).toBe(1);
		},
	);
});

describe('a payment', () => {
	const bound = (account: string | null = ACCOUNT) => Object.assign(new Fixture(), { isBound: true, account });

	it('binds the workflow before it claims its reference, and another account claims nothing', async () => {
		const fixture = bound();
		await fixture.run([named('A')]);
		const inserted = fixture.rows.calls.flatMap(([method, key]) => (method === 'insert' ? [key] : []));
		expect(inserted[0]).toBe(bindingRow(0));
		fixture.startAnew();
		fixture.account = OTHER_ACCOUNT;
		fixture.rows.calls.length = 0;
		expect(failureOf(await fixture.run([named('B')]))).toMatchObject({ outcome: 'rejected', cause: 'otherAccount' });
		expect([insertsOf(fixture.rows), fixture.sent.length]).toEqual([0, 1]);
	});

	it('in a dry run binds nothing', async () => {
		const fixture = bound();
		await fixture.run([named('A', { validateOnly: true })]);
		expect(fixture.rows.keys.size).toBe(0);
	});

	it('is refused at its claim where another account has bound the workflow since it was looked at', async () => {
		const fixture = bound();
		fixture.rows.after = async (method, key) => {
			if (method !== 'has' || key !== bindingRow(0)) return;
			fixture.rows.heal();
			await bind(fixture.rows, OTHER_ACCOUNT);
		};
		expect(failureOf(await fixture.run([named('A')]))).toMatchObject({ cause: 'otherAccount' });
		expect([await fixture.record.check('A'), fixture.sent]).toEqual(['free', []]);
	});

	it('of before a change stays unknown, and is found by its key no more', async () => {
		const rows = new MemoryRows();
		const recordOf = (account: string) => new PayoutRecord(MONEY, rows, () => 0, runOf(rows, account));
		const claimed = await recordOf(ACCOUNT).claim('R', 'identity', [QUOTE]);
		if (claimed.kind === 'claimed') await claimed.heldClaim.announce();
		const isFound = async (account: string) => await (await openOf(recordOf(account), 'R')).wasSentWith(QUOTE);
		expect(await isFound(ACCOUNT)).toBe(true);
		await change(rows, OTHER_ACCOUNT);
		expect(await isFound(OTHER_ACCOUNT)).toBe(false);
		const taken = { kind: 'unknown', sameIdentity: true };
		expect(await recordOf(OTHER_ACCOUNT).look('R', 'identity')).toMatchObject(taken);
	});
});
