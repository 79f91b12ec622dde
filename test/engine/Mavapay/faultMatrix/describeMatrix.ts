/** Runs rows of the fault matrix, and compares the node's reports with the sandbox's ledger. */
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

/** The only payment that meets every fault in `npm test`: the same code handles faults for all payments. */
const WHOLE_BY_DAY = toBankAccount;

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

		// The ledger shows nobody paid twice, and agrees with what the node reported.
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
		// n8n's request helper repeats no request: each one that the node sent arrived once.
		const met =
			sum(scenario.hits === 'before' ? expected.before : expected.payments) - sum(unmet(scenario, row, expected));
		expect(arrived).toBe(sum([...expected.before, ...expected.payments]) - (row.fault.arrives === false ? met : 0));
		expect(await Promise.all(items.map(fixture.recordOf))).toEqual(reported.map((one) => recorded(one)));
		expect(everything(result)).not.toContain(sandbox.keys.write);
		if (row.fault.cancels !== true) {
			expect(result.tries).toBe(expected.tries);
			checkReport(result, row, expected, items, counts);
		}

		// If the service took the payment but reported a plain refusal, a new run would pay again.
		if (reported.some((one, item) => lies(scenario, one, item, row))) return;
		// A second execution pays exactly the items that are known to be unpaid.
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

	/** A person checks, finds the payment missing and releases its reference; it is then paid once. */
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

	/** The message itself contains the outcome, the reference and the next step. */
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
		// The item's last quote is unaccepted, or may be, so the message names it.
		const quote = quotes.filter((one) => one.item === item).at(-1);
		if (quote !== undefined && scenario.hits === 'payment')
			expect(message).toContain(`Still at Mavapay: quote ${quote.id}, which expires on `);
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

/** Whether the service took the payment but answered with a plain refusal. */
const lies = (scenario: Scenario, reported: Reported, item: number, { hit, fault }: Row): boolean =>
	scenario.hits === 'payment' && reported === 'rejected' && item === hit && fault.effect;

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The reference's state in the record after a payment with this report. */
const recorded = (reported: Reported): Reported | 'free' => {
	if (reported === 'failed') return 'unknown';
	return reported === 'rejected' || reported === 'notSent' ? 'free' : reported;
};

/** For each item, how many requests of the faulty step did not meet the fault. */
function unmet(scenario: Scenario, { fault, hit, lasts }: Row, { before, payments }: Expected): number[] {
	const counts = scenario.hits === 'before' ? before : payments;
	return counts.map((count, item) => (item !== hit ? count : lasts ? 0 : Math.max(0, count - (fault.span ?? 1))));
}

/** A text that is equal for faults of one class, which differ only in name and in how they are produced. */
const classOf = ({ name: _, take: __, ...rest }: MatrixFault): string => JSON.stringify(rest);

/** The first fault of each class. */
const CLASSES = MATRIX_FAULTS.filter((fault) => MATRIX_FAULTS.find((one) => classOf(one) === classOf(fault)) === fault);

/**
 * The rows for one fault. `npm run test:long` has all modes: every *On Error*, with and without *Retry On Fail*.
 *
 * In `npm test`, a bank withdrawal meets the first fault of each class in all modes, and other faults in one mode.
 * Other scenarios meet the first fault of each class in every *On Error*, with *Retry On Fail* on or off in turn.
 * Kenya, Ghana and South Africa divide these faults among them. Item, duration and *On Unknown Outcome* rotate.
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
