/** Runs rows of the matrix of faults, and lets the sandbox's ledger judge what the node said. */
import { outcomesOf, useFixture, type Counts } from './fixture';
import { saidBy, type RunNodeResult } from '../../../harness/engine';
import { MODES } from '../../../harness/engine/threeItems';
import { everything, failureOf, FAULT_CODES } from '../../../harness/engine/threeOutcomes';
import { MATRIX_FAULTS, type MatrixFault } from './faults';
import { expectedOf, type Expected, type Row, type Reported } from './expected';
import { interceptRequests } from './fakeTransport';
import { SCENARIOS, toBankAccount, toCountries, type Item, type Scenario } from './scenarios';
import { at } from '../../../cases/case';
import { settle } from '../../../harness/engine/mavapay';

const long = process.env.PROPERTY_RUNS !== undefined;

/** What becomes of a fault is decided in one place for all payments, so by day one of them meets all. */
const WHOLE_BY_DAY = toBankAccount;

/** Runs the rows of one scenario. */
export function describeMatrix(scenario: Scenario): void {
	const fixture = useFixture(scenario);

	async function judge(row: Row): Promise<void> {
		const { sandbox } = fixture.service;
		const items = await scenario.items(sandbox);
		sandbox.clearRequests();
		const { fault } = row;
		const times = row.lasts ? Infinity : (fault.span ?? 1);
		const { result, counts, arrived, waits } = await fixture.execute(
			items,
			[{ item: row.hit, step: scenario.hits, fault, times }],
			row,
		);
		const expected = expectedOf(scenario, row);
		const { reported } = expected;
		const paid = fixture.paidTimes(items);

		// The ledger: nobody twice, and what it shows agrees with what is said.
		expect(paid).toEqual(
			reported.map((one, item) =>
				one === 'accepted' ||
				lies(scenario, one, item, row) ||
				(one === 'unknown' && item === row.hit && row.fault.effect)
					? 1
					: 0,
			),
		);
		expect({ before: counts.before, payments: counts.payments, waits }).toEqual({
			before: expected.before,
			payments: expected.payments,
			waits: expected.waits,
		});
		// n8n's helper repeats nothing by itself: what left the node once arrived once.
		const met =
			sum(scenario.hits === 'before' ? expected.before : expected.payments) - sum(unmet(scenario, row, expected));
		expect(arrived).toBe(sum([...expected.before, ...expected.payments]) - (row.fault.arrives === false ? met : 0));
		expect(await Promise.all(items.map(fixture.recordOf))).toEqual(reported.map((one) => recorded(one)));
		expect(everything(result)).not.toContain(sandbox.keys.write);
		if (row.fault.cancels !== true) {
			expect(result.tries).toBe(expected.tries);
			checkReport(result, row, expected, items, counts);
		}

		// What a service took and plainly refused is paid again by a new run, and by nothing less.
		if (reported.some((one, item) => lies(scenario, one, item, row))) return;
		// A second execution pays exactly what is known not to be paid.
		const second = await fixture.execute(items);
		const states = reported.map((one) => recorded(one));
		expect(second.counts.payments).toEqual(states.map((state) => (state === 'free' ? 1 : 0)));
		expect(fixture.paidTimes(items)).toEqual(states.map((state, item) => (state === 'free' ? 1 : (paid[item] ?? 0))));
		const again = outcomesOf(second.result);
		expect(again).toEqual(
			states.map((state) => (state === 'free' ? 'accepted' : state === 'accepted' ? 'rejected' : 'unknown')),
		);
		for (const [item, { json }] of second.result.success.entries()) {
			const { cause } = Object(json.details);
			if (states[item] === 'accepted') expect(cause).toBe('alreadyPaid');
			if (states[item] === 'unknown') expect(cause).toBe('notSettled');
		}
		await releaseUnpaid(row, reported, items);
	}

	/** A person looked, found the payment missing, and frees its reference: then it is paid, once. */
	async function releaseUnpaid(row: Row, reported: Reported[], items: Item[]): Promise<void> {
		const { sandbox } = fixture.service;
		const item = items[row.hit];
		if (item === undefined || reported[row.hit] !== 'unknown' || fixture.paidTimes([item])[0] !== 0) return;
		interceptRequests(null);
		const released = await settle(sandbox, 'release', item.id, { options: { releaseEarly: true } });
		expect(released.success[0]?.json).toMatchObject({ previousState: 'unknown', released: true });
		await fixture.execute(items);
		expect(fixture.paidTimes(items)).toEqual([1, 1, 1]);
	}

	function checkReport(result: RunNodeResult, row: Row, expected: Expected, items: Item[], counts: Counts): void {
		const { reported, replayed } = expected;
		const bad = reported.findIndex((one) => one !== 'accepted');
		if (row.onError === 'stopWorkflow' && bad !== -1) {
			const message = String(saidBy(result.nodeError));
			checkMessage(message, bad, row, reported, items, counts);
			const [told = ''] = /Already accepted, .*?(?=\n| \(outcome: )/.exec(message) ?? [];
			const listed = [...told.matchAll(/item (\d) \(reference (\S+?)[,)]/g)].map(([, index, reference]) => [
				Number(index),
				reference,
			]);
			const accepted = reported.flatMap((one, item) => (one === 'accepted' ? [[item, items[item]?.id]] : []));
			expect(listed).toEqual(accepted);
			expect([result.success, result.errors]).toEqual([[], []]);
			return;
		}
		expect(result.nodeError).toBeUndefined();
		const { good, failed } = failureOf(result, row.onError);
		expect(
			good.map(({ pairedItem, json }) => [
				at(pairedItem, 'item'),
				at(json, 'payout', 'outcome'),
				at(json, 'payout', 'replayed'),
				at(json, 'payout', 'reference'),
			]),
		).toEqual(
			reported.flatMap((one, item) =>
				one === 'accepted' ? [[item, 'accepted', replayed[item], items[item]?.id]] : [],
			),
		);
		expect(
			failed.map(({ pairedItem, json }) => [
				at(pairedItem, 'item'),
				at(json, 'details', 'outcome'),
				at(json, 'details', 'reference'),
			]),
		).toEqual(reported.flatMap((one, item) => (one === 'accepted' ? [] : [[item, one, items[item]?.id]])));
		for (const { json, pairedItem } of failed)
			checkMessage(String(json.message), Number(at(pairedItem, 'item')), row, reported, items, counts);
	}

	/** Outcome, reference and next step stand in the message itself. */
	function checkMessage(
		message: string,
		item: number,
		row: Row,
		reported: Reported[],
		items: Item[],
		{ quotes }: Counts,
	): void {
		const outcome = reported[item] ?? 'notSent';
		expect(message).toContain(`(outcome: ${outcome}, payout reference: '${items[item]?.id}'`);
		expect(message).not.toMatch(FAULT_CODES);
		expect(message).toMatch(SAYS[outcome]);
		if (item !== row.hit) return;
		if (scenario.hits === 'before') expect(message).toContain("The payment itself wasn't sent.");
		// The last quote that was made for it stays unaccepted, or may do so.
		const quote = quotes.filter((one) => one.item === item).at(-1);
		if (quote !== undefined && scenario.hits === 'payment')
			expect(message).toContain(`Left at Mavapay: quote ${quote.id}, which expires on `);
	}

	const rows = MATRIX_FAULTS.flatMap((fault, index) => rowsOf(scenario, fault, index));
	test.each(rows)(
		'$fault.name: $onError, Retry On Fail $retryOnFail, item $hit, lasts $lasts, On Unknown Outcome $onUnknown',
		async (row) => await judge(row),
	);
}

const SAYS: Record<Reported, RegExp> = {
	accepted: /./,
	rejected: /Nothing was paid/,
	unknown: /^May have been paid: .*\n1\. .*'Payout Reference: Resolve'/,
	failed: /as FAILED\. It won't be sent again automatically\./,
	notSent: /Nothing was sent in this run/,
};

/** The service took the payment, and plainly refused it. */
const lies = (scenario: Scenario, reported: Reported, item: number, { hit, fault }: Row): boolean =>
	scenario.hits === 'payment' && reported === 'rejected' && item === hit && fault.effect;

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

/** What the record says of a reference. */
const recorded = (reported: Reported): Reported | 'free' => {
	if (reported === 'failed') return 'unknown';
	return reported === 'rejected' || reported === 'notSent' ? 'free' : reported;
};

/** Of each item, how many of the requests that the fault is meant for did not meet it. */
function unmet(scenario: Scenario, { fault, hit, lasts }: Row, { before, payments }: Expected): number[] {
	const counts = scenario.hits === 'before' ? before : payments;
	return counts.map((count, item) => (item !== hit ? count : lasts ? 0 : Math.max(0, count - (fault.span ?? 1))));
}

/** What the rules for a fault depend on; its name and how it comes about are left. */
const classOf = ({ name: _, take: __, ...rest }: MatrixFault): string => JSON.stringify(rest);

/** The first fault of each class. */
const CLASSES = MATRIX_FAULTS.filter((fault) => MATRIX_FAULTS.find((one) => classOf(one) === classOf(fault)) === fault);

/**
 * The rows of a fault. In the long run all modes; by day those of the whole scenario (a bank withdrawal) are the first
 * fault of each class with every mode, and the others once; those of the other scenarios the first fault of each class
 * with every *On Error*, with and without *Retry On Fail* in turn, of which payments to other countries take turns.
 * Item, duration and *On Unknown Outcome* rotate always, so that all meet in the end.
 */
function rowsOf(scenario: Scenario, fault: MatrixFault, index: number): Row[] {
	const rows = MODES.flatMap((onError, mode) =>
		[false, true].map((retryOnFail): Row => {
			const turn = index + mode + (retryOnFail ? 2 : 0);
			const hit = ([0, 1, 2] as const)[turn % 3] ?? 0;
			const lasts = retryOnFail && turn % 2 === 0;
			return { fault, hit, onError, retryOnFail, lasts, onUnknown: (index + mode) % 2 === 0 ? 'continue' : 'stop' };
		}),
	);
	if (long) return rows;
	const turn = index + Math.floor(index / rows.length) + SCENARIOS.indexOf(scenario);
	const isFirst = CLASSES.includes(fault);
	if (scenario === WHOLE_BY_DAY) return isFirst ? rows : rows.filter((_, mode) => mode === turn % rows.length);
	const country = toCountries.indexOf(scenario);
	const isTurn = country === -1 || country === CLASSES.indexOf(fault) % toCountries.length;
	return isFirst && isTurn ? rows.filter((_, mode) => (mode + (mode >> 1) + turn) % 2 === 0) : [];
}
