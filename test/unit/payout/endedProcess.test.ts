/**
 * A process that ends between two steps of a payment: the contents of record and memory afterwards, and what the next
 * run and n8n's Retry do. Each row of the table in docs/why/design.md#one-payout is tested.
 */
import { MEMORY_KEY } from '../../../nodes/core/payout/memory';
import type { SendResult } from '../../../nodes/core/service/service';
import { accepted, rejected } from '../../harness/payout/endings';
import { Fixture, quiet } from '../../harness/payout/fixture';
import { failureOf, outcomesOf } from '../../harness/payout/outcomes';
import { HALT_ROW, rowOf } from '../../harness/payout/rows';
import { plan } from '../../harness/payout/plans';

/** Right before or after an insert or look-up of a row (the text is part of its key), or the request that pays. */
type Moment = readonly ['before' | 'after', 'insert' | 'has' | 'request', string?];

const never = new Promise<never>(() => undefined);
const CLAIM = rowOf('INV-1');
const paying = (asTool: boolean) => plan({ payout: asTool ? { paymentsPerDay: 2 } : {} });

const run = async (fixture: Fixture, asTool = false) =>
	asTool ? await fixture.call('1', paying(true)) : await fixture.run([paying(false)]);

/** An execution whose process ended at this moment. */
async function endedAt([when, what, row = '']: Moment, ending: SendResult, asTool = false): Promise<Fixture> {
	const fixture = new Fixture();
	const isIt = (method: string, key: string) =>
		method === what && (row === 'claim' ? key === CLAIM : row !== '' && key.includes(row));
	fixture.rows[when] = async (method, key) => (isIt(method, key) ? await never : undefined);
	fixture.endings = [what === 'request' ? async () => await never : ending];
	void run(fixture, asTool);
	for (let step = 0; step < 20; step++) await quiet();
	fixture.rows.heal();
	fixture.endings = [accepted('tx-2')];
	return fixture;
}

/** The state of the reference in the record, and the state of its payment in the execution's memory. */
async function leftBy(fixture: Fixture): Promise<readonly [string, string | null]> {
	const [entry] = Object.values(Object(fixture.flow[MEMORY_KEY]));
	return [await fixture.record.check('INV-1'), entry === undefined ? null : String(Object(entry).state)];
}

/** What the next execution, or n8n's Retry of the ended one, reports, and the number of requests so far. */
async function afterwards(fixture: Fixture, how: 'startAnew' | 'retry', asTool = false) {
	fixture[how]();
	const result = await run(fixture, asTool);
	return [outcomesOf(result)[0], fixture.sent.length];
}

interface Row {
	readonly ended: string;
	readonly moments: readonly Moment[];
	readonly ending?: SendResult;
	readonly left: readonly [record: string, memory: string | null];
	/** The outcome that is reported, and the number of requests so far. */
	readonly next: readonly [string, number];
	readonly retried: readonly [string, number];
}

const ROWS: readonly Row[] = [
	{
		ended: 'before the claim',
		moments: [
			['before', 'has', HALT_ROW],
			['after', 'has', HALT_ROW],
			['before', 'insert', 'claim'],
		],
		left: ['free', null],
		next: ['accepted', 1],
		retried: ['accepted', 1],
	},
	{
		ended: 'after the claim, before the request left',
		moments: [
			['after', 'insert', 'claim'],
			['before', 'insert', ':identity'],
			['after', 'insert', ':identity'],
			['before', 'has', ':releasing'],
			['after', 'has', ':releasing'],
		],
		left: ['unknown', null],
		next: ['unknown', 0],
		retried: ['unknown', 0],
	},
	{
		ended: 'while the request was under way, or before its response was remembered',
		moments: [['after', 'request']],
		left: ['unknown', 'sending'],
		next: ['unknown', 1],
		retried: ['unknown', 1],
	},
	{
		ended: 'after it was remembered as accepted, before the record was settled',
		moments: [['before', 'insert', ':paid']],
		left: ['unknown', 'accepted'],
		next: ['unknown', 1],
		retried: ['accepted', 1],
	},
	{
		ended: 'after the record was settled as paid',
		moments: [['after', 'insert', ':paid']],
		left: ['paid', 'accepted'],
		next: ['rejected', 1],
		retried: ['accepted', 1],
	},
	{
		ended: 'after it was remembered as refused, before the record was settled',
		moments: [['before', 'insert', ':refused']],
		ending: rejected,
		left: ['unknown', 'rejected'],
		next: ['unknown', 1],
		retried: ['unknown', 1],
	},
	{
		ended: 'after the record was settled as refused',
		moments: [['after', 'insert', ':refused']],
		ending: rejected,
		left: ['free', 'rejected'],
		next: ['accepted', 2],
		retried: ['accepted', 2],
	},
];

describe.each(ROWS)('a process that ended $ended', ({ moments, ending = accepted(), left, next, retried }) => {
	test.each(moments.map((moment) => [moment] as const))('%j', async (moment) => {
		expect(await leftBy(await endedAt(moment, ending))).toEqual(left);
		expect(await afterwards(await endedAt(moment, ending), 'startAnew')).toEqual(next);
		expect(await afterwards(await endedAt(moment, ending), 'retry')).toEqual(retried);
	});
});

test.each([
	[
		'before',
		':identity',
		/doesn't show that it is for this payment\. .* n8n .* stopped as it began\. Don't pay it again yet\./,
	],
	[
		'after',
		':identity',
		/^Don't pay it again yet\. This workflow's record shows the payout reference as not settled: /,
	],
] as const)('what is said of a process that ended %s it recorded what it pays (%s)', async (when, row, said) => {
	const fixture = await endedAt([when, 'insert', row], accepted());
	fixture.startAnew();
	expect(failureOf(await run(fixture)).description).toMatch(said);
});

test('a process that ended before it recorded what it pays, and a person who paid that otherwise: no new reference is advised', async () => {
	const fixture = await endedAt(['before', 'insert', ':identity'], accepted());
	await fixture.markPaid('INV-1');
	fixture.startAnew();
	expect(failureOf(await run(fixture)).description).toMatch(
		/^Nothing was paid now: this workflow already paid .* perhaps for another payment\. Either a person marked .* check in Mavapay/,
	);
});
