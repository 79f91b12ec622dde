/** One fault of each kind, for reads and writes, in all three On Error modes. The payments are in faultMatrix. */
import { fakeTime } from '../../harness/engine/fakeClock';
import type { Fault } from '../../../sandbox';
import { CAUSES } from '../../../nodes/core/service/causes';
import { saidBy } from '../../harness/engine';
import { at } from '../../cases/case';
import { useSandbox } from '../../harness/engine/mavapay';
import { ITEMS, matchOf, MODES, runFaulty } from '../../harness/engine/threeItems';
import { everything, failureOf, FAULT_CODES, timesSent } from '../../harness/engine/threeOutcomes';

const service = useSandbox();
beforeEach(() => void fakeTime.slept.splice(0));

type Given = Partial<Fault> & Pick<Fault, 'kind'>;

interface Row {
	name: string;
	fault: Given;
	/** HTTP status in the details; null where no answer came. */
	httpCode: string | null;
	/** The outcome of a write. */
	outcome: 'rejected' | 'unknown';
	/** How often a read is sent; a write is sent once. */
	reads: number;
	/** Whether the item can simply be run again: for a read, and for a write. */
	retryable: [read: boolean, write: boolean];
}

const status = (code: number, message: string, row: Partial<Row> = {}): Row => ({
	name: `${code} ${message}`,
	fault: { kind: 'status', status: code, message },
	httpCode: String(code),
	outcome: 'rejected',
	reads: 1,
	retryable: [false, false],
	...row,
});

const lost = (name: string, fault: Given, row: Partial<Row> = {}): Row => ({
	name,
	fault,
	httpCode: null,
	outcome: 'unknown',
	reads: 4,
	retryable: [true, false],
	...row,
});

const ROWS: readonly Row[] = [
	status(401, 'Invalid API key provided'),
	status(404, 'Wallet not found', { outcome: 'unknown' }),
	status(422, 'network is invalid'),
	status(429, 'Too many requests', { reads: 7, retryable: [true, true] }),
	status(500, 'Internal error', { outcome: 'unknown', retryable: [true, false] }),
	status(503, 'Upstream trouble', { outcome: 'unknown', reads: 4, retryable: [true, false] }),
	status(200, 'Please look again', {
		fault: { kind: 'okStatusError', message: 'Please look again', effect: true },
		outcome: 'unknown',
	}),
	lost('an HTML page of a gateway', { kind: 'html', status: 502 }, { httpCode: '502' }),
	lost('an empty answer', { kind: 'empty' }, { httpCode: '200', reads: 1 }),
	lost('a redirect', { kind: 'redirect', status: 307 }, { httpCode: '307', reads: 1 }),
	lost('an answer cut off', { kind: 'cutOff' }),
	lost('the connection reset', { kind: 'dropAfter', reset: true }),
];

const table = ROWS.flatMap((row) =>
	(['read', 'write'] as const).flatMap((effect) => MODES.map((onError) => ({ name: row.name, row, effect, onError }))),
);

test.each(table)('$name: $effect, $onError: is told as it is, and costs no other item its answer', async (one) => {
	const { row, effect, onError } = one;
	const { sandbox } = service;
	sandbox.faults.add({ match: matchOf[effect] ?? {}, fault: Object.assign({}, row.fault) as Fault });
	const result = await runFaulty(sandbox, effect, onError);
	const outcome = effect === 'read' ? null : row.outcome;
	const stops = onError === 'stopWorkflow';
	// With Stop, nothing more is sent after a refusal. After a lost answer, 'On Unknown Outcome' decides.
	const sent = effect === 'read' ? row.reads : 1;
	expect(timesSent(sandbox)).toEqual([1, sent, stops && outcome === 'rejected' ? 0 : 1]);

	const { failed, good } = failureOf(result, onError);
	const message = stops ? String(saidBy(result.nodeError)) : String(at(failed[0]?.json, 'message'));
	expect(message).not.toMatch(FAULT_CODES);
	if (outcome !== null) expect(message).toContain(`(outcome: ${outcome}`);
	expect(everything(result)).not.toContain(sandbox.keys.write);
	if (stops) {
		expect(result.status).toBe('error');
		expect(result.nodeError).toMatchObject({ name: 'NodeApiError', httpCode: row.httpCode });
		expect(String(result.nodeError?.message).length).toBeLessThan(100);
		expect(result.nodeError?.description).toMatch(/\S/);
		return;
	}
	expect(result.nodeError).toBeUndefined();
	expect(good.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
	expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
	const cause = at(failed[0]?.json, 'details', 'cause');
	expect(CAUSES).toHaveProperty(String(cause));
	const retryable = row.retryable[effect === 'read' ? 0 : 1];
	const details = { outcome, cause, httpCode: row.httpCode, reference: null, claim: null, retryable };
	const input = onError === 'continueErrorOutput' ? ITEMS[1] : {};
	expect(failed[0]?.json).toEqual({ ...input, error: message, message, details });
});
