/** Payees that a workflow has paid: their rows, what is reported of a payee, and what New Payees holds back. */
import type { RecordedPayee } from '../../../nodes/core/payees/recordedPayee';
import { PaidPayees } from '../../../nodes/core/record/paidPayees';
import { rowKey, StoreFault } from '../../../nodes/core/record/rows';
import { accepted } from '../../harness/payout/endings';
import { Fixture, HeldRequests, quiet } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, outputOf } from '../../harness/payout/outcomes';
import { HALT_ROW, MemoryRows, MONEY } from '../../harness/payout/rows';
import { plan, type PlanSpec } from '../../harness/payout/plans';

const DESTINATION = rowKey('payee', MONEY, 'D');
const SUPPLIED = rowKey('supplied', MONEY, 'D');
const SUPPLIER = rowKey('supplier', MONEY, 's');
const PAID = rowKey('paid', MONEY);
const PAIR = rowKey('supplier', MONEY, 's', 'D');

const payee = (more: Partial<RecordedPayee> = {}): RecordedPayee => ({
	key: 'D',
	lasts: true,
	supplier: null,
	...more,
});
const ours = { supplier: 'S' };

describe('the record', () => {
	it.each<[string, string[], Partial<RecordedPayee>, string, string[]]>([
		['nobody was paid', [], {}, 'new', [PAID, DESTINATION]],
		['the destination was paid', [DESTINATION], {}, 'known', []],
		['the destination was paid for a supplier', [SUPPLIED], {}, 'known', []],
		['a supplier was never paid, nor the destination', [], ours, 'new', [PAID, SUPPLIER, SUPPLIED, PAIR]],
		['a supplier was never paid, but the destination', [DESTINATION], ours, 'known', [SUPPLIER, SUPPLIED, PAIR]],
		['a supplier was paid elsewhere', [SUPPLIER], ours, 'changed', [SUPPLIED, PAIR]],
		['a supplier was paid elsewhere, and somebody else there', [SUPPLIER, SUPPLIED], ours, 'changed', [PAIR]],
		['a supplier was paid there', [SUPPLIER, SUPPLIED, PAIR], ours, 'known', []],
		['another deployment', [rowKey('payee', 'https://live', 'D')], {}, 'new', [PAID, DESTINATION]],
		['an invoice, which is paid once', [], { lasts: false }, 'new', []],
		['an invoice of a supplier who was paid by bank', [SUPPLIER], { ...ours, lasts: false }, 'changed', []],
	])('%s', async (_, there, given, history, inserted) => {
		const rows = new MemoryRows(...there);
		const seen = await new PaidPayees(MONEY, rows).look(payee(given));
		expect([seen.history, rows.calls.every(([method]) => method === 'has')]).toEqual([history, true]);
		await seen.recordPaid();
		expect(rows.calls.flatMap(([method, key]) => (method === 'insert' ? [key] : []))).toEqual(inserted);
	});

	it.each<[boolean, string[], Partial<RecordedPayee>]>([
		[true, [SUPPLIED], ours],
		[true, [SUPPLIED, DESTINATION], ours],
		[false, [DESTINATION], ours],
		[false, [SUPPLIED], {}],
		[true, [SUPPLIED, SUPPLIER], ours],
		[false, [SUPPLIED, SUPPLIER, PAIR], ours],
	])('says that a payee was only paid for other suppliers: %p', async (isOfOtherSupplier, there, given) => {
		const seen = await new PaidPayees(MONEY, new MemoryRows(...there)).look(payee(given));
		expect(seen.isOfOtherSupplier).toBe(isOfOtherSupplier);
	});

	it.each([
		'Adaeze  Foods Ltd.',
		' ADAEZE, FOODS LIMITED ',
		'Ａdaeze-Foods',
		'Ad\u0430eze Foods',
		'foods adaeze\u200b nig plc',
	])('takes %j for the same supplier', async (supplier) => {
		const payees = new PaidPayees(MONEY, new MemoryRows());
		await (await payees.look(payee({ supplier: 'Adaeze Foods Ltd' }))).recordPaid();
		expect((await payees.look(payee({ supplier, key: 'E' }))).history).toBe('changed');
	});

	it('looks once for who is known, and inserts nothing', async () => {
		const rows = new MemoryRows(SUPPLIER, SUPPLIED, DESTINATION, PAIR);
		const payees = new PaidPayees(MONEY, rows);
		for (const given of [payee(), payee(ours)]) await (await payees.look(given)).recordPaid();
		expect(rows.calls).toEqual([
			['has', DESTINATION],
			['has', PAIR],
		]);
	});

	it('knows whether anybody was paid before this run', async () => {
		const rows = new MemoryRows();
		const payees = new PaidPayees(MONEY, rows);
		for (const given of [{ lasts: false }, {}, { key: 'E' }]) {
			await (await payees.look(payee(given))).recordPaid();
			expect(await payees.hadPaid()).toBe(false);
		}
		expect(await new PaidPayees(MONEY, rows).hadPaid()).toBe(true);
	});

	it.each([0, 1, 2])('cut off after %i rows of a first payment, the payee is not known', async (written) => {
		const rows = new MemoryRows();
		const payees = new PaidPayees(MONEY, rows);
		const first = await payees.look(payee(ours));
		rows.before = (method) => {
			if (method === 'insert' && rows.keys.size === written) throw new StoreFault('the database is gone');
		};
		await expect(first.recordPaid()).rejects.toThrow(StoreFault);
		expect((await payees.look(payee(ours))).history).toBe(written < 2 ? 'new' : 'changed');
		expect(await new PaidPayees(MONEY, rows).hadPaid()).toBe(written > 0);
	});
});

const pay = (reference: string) => plan({ destination: 'D', sealed: { supplier: 'S' }, payout: { reference } });
const historyOf = (result: Awaited<ReturnType<Fixture['run']>>, place = 0) =>
	Object(outputOf(result, place)?.payout).payeeHistory;

describe('a payment', () => {
	it('is paid though its payee could not be recorded, and a hint says so', async () => {
		const fixture = new Fixture();
		fixture.rows.fail('insert', SUPPLIER);
		const { hints, ...result } = await fixture.run([pay('A')]);
		expect(outcomesOf({ hints, ...result })).toEqual(['accepted']);
		expect(hints).toEqual([
			expect.stringMatching(/couldn't record its payee, so the payee may count as new or changed/),
		]);
		expect(outputOf({ hints, ...result })?.payout).not.toHaveProperty('warning');
		expect(await fixture.record.check('A')).toBe('paid');
	});

	it('and another one that may run beside it to the same new payee sees it known, and one row of each kind is left', async () => {
		const fixture = new Fixture();
		const both = [pay('A'), pay('B')].map((one) => ({
			...one,
			settings: { ...one.settings, payout: { ...one.settings.payout, payoutsInParallel: 2 } },
		}));
		fixture.endings = [accepted('tx-1'), accepted('tx-2')];
		const result = await fixture.run(both);
		expect([historyOf(result, 0), historyOf(result, 1), result.hints]).toEqual(['new', 'known', []]);
		expect([...fixture.rows.keys].filter((key) => /^mavapay:1:[^:]+$/.test(key) && key !== HALT_ROW)).toHaveLength(6);
	});
});

describe('payments of one supplier', () => {
	const to = (destination: string, supplier: string | null, payout: PlanSpec['payout']) =>
		plan({
			destination,
			sealed: { supplier },
			payout: { reference: destination, payoutsInParallel: 4, ...payout },
		});
	const three = (payout: PlanSpec['payout']) => [
		to('D', 'S', payout),
		to('E', ' s ', payout),
		to('F', 'T', payout),
		to('G', null, payout),
	];

	it('follow each other where changed payees are refused, so that the second one is told of the first', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const running = fixture.run(three({ newPayees: 'refuseChanged' }));
		await quiet();
		expect(fixture.payees.sort()).toEqual(['D', 'F', 'G']);
		for (let left = 3; left > 0; left--) await held.answer(accepted());
		const result = await running;
		expect([0, 2, 3].map((index) => historyOf(result, index))).toEqual(['new', 'new', 'new']);
		expect([failureOf(result, 1).cause, fixture.payees.sort()]).toEqual(['payeeChanged', ['D', 'F', 'G']]);
		// A refusal claims nothing: the reference is free for the same payment once it is allowed.
		expect(await fixture.record.check('E')).toBe('free');
	});
});

describe('a dry run', () => {
	const dry = (reference: string, destination: string) =>
		plan({
			destination,
			sealed: { supplier: 'S' },
			payout: { reference, newPayees: 'refuseChanged', validateOnly: true },
		});

	it('remembers whom it would have paid, and records nobody', async () => {
		const fixture = new Fixture();
		const before = [...fixture.rows.keys];
		const result = await fixture.run([dry('A', 'D'), dry('B', 'E'), dry('C', 'D')]);
		expect([historyOf(result, 0), failureOf(result, 1).cause, historyOf(result, 2)]).toEqual([
			'new',
			'payeeChanged',
			'known',
		]);
		expect([[...fixture.rows.keys], fixture.sent]).toEqual([before, []]);
		fixture.startAnew();
		expect(historyOf(await fixture.run([dry('B', 'E')]))).toBe('new');
	});
});
