/** Everything that can go wrong on the way, for a read, a request that binds and a payment, in all three On Error modes. */
import { fakeTime } from '../../harness/engine/fakeClock';
import type { Fault } from '../../../sandbox';
import { CAUSES } from '../../../nodes/core/service/causes';
import { saidBy } from '../../harness/engine';
import { at } from '../../cases/case';
import { useSandbox } from '../../harness/engine/mavapay';
import { HIT, ITEMS, matchOf, MODES, runFaulty, EFFECTS } from '../../harness/engine/threeItems';
import { everything, failureOf, FAULT_CODES, timesPaid, timesSent } from '../../harness/engine/threeOutcomes';

const service = useSandbox();
beforeEach(() => void fakeTime.slept.splice(0));
afterEach(() => jest.restoreAllMocks());

type Given = Partial<Fault> & Pick<Fault, 'kind'>;

interface Row {
	name: string;
	fault: Given;
	/** HTTP status in the details; null where no answer came. */
	httpCode: string | null;
	/** Of a request that pays or binds. */
	outcome: 'rejected' | 'unknown';
	/** How often a read is sent, and a request that pays or binds. */
	times: [read: number, write: number];
	/** Whether the payment happened all the same. */
	paid?: true;
	/** Whether the item may simply be run again: a read, and a request that pays or binds. */
	retryable: [read: boolean, write: boolean];
	says: RegExp;
}

const status = (code: number, message: string, row: Partial<Row> = {}): Row => ({
	name: `${code} ${message}`,
	fault: { kind: 'status', status: code, message },
	httpCode: String(code),
	outcome: 'rejected',
	times: [1, 1],
	retryable: [false, false],
	says: new RegExp(`\\(${code}\\): "${message}"`),
	...row,
});

const lost = (name: string, fault: Given, row: Partial<Row> = {}): Row => ({
	name,
	fault,
	httpCode: null,
	outcome: 'unknown',
	times: [4, 1],
	retryable: [true, false],
	says: /connection closed before Mavapay's response was complete/,
	...row,
});

const odd = (name: string, fault: Given, httpCode: string, row: Partial<Row> = {}): Row =>
	lost(name, fault, { httpCode, times: [1, 1], says: /couldn't be read|no message/, ...row });

const ROWS: readonly Row[] = [
	status(400, 'Insufficient balance in the wallet'),
	status(400, 'Something odd happened', {
		fault: { kind: 'status', status: 400, message: 'Something odd happened', effect: true },
		outcome: 'unknown',
		paid: true,
	}),
	status(401, 'Invalid API key provided'),
	status(403, 'Insufficient permissions'),
	status(404, 'Wallet not found', { outcome: 'unknown' }),
	status(405, 'Method not allowed'),
	status(409, 'Duplicate request', { outcome: 'unknown' }),
	status(422, 'network is invalid'),
	status(422, 'Validation failed: label is required', { outcome: 'unknown' }),
	status(429, 'Too many requests', { times: [7, 1], retryable: [true, true] }),
	status(500, 'Internal error', {
		fault: { kind: 'status', status: 500, message: 'Internal error', effect: true },
		outcome: 'unknown',
		paid: true,
		retryable: [true, false],
	}),
	...[502, 503, 504].map((code) =>
		status(code, 'Upstream trouble', { outcome: 'unknown', times: [4, 1], retryable: [true, false] }),
	),
	...[400, 403, 404, 422, 429].map((code) =>
		status(code, 'Limit reached: your payout was queued', {
			name: `${code} with a payment that was taken`,
			fault: { kind: 'status', status: code, message: 'Limit reached: your payout was queued', effect: true },
			outcome: 'unknown',
			paid: true,
			times: [code === 429 ? 7 : 1, 1],
			retryable: [code === 429, false],
		}),
	),
	status(200, 'Insufficient balance', {
		name: '200 with a refusal',
		fault: { kind: 'okStatusError', message: 'Insufficient balance' },
		says: /"Insufficient balance"/,
	}),
	status(200, 'Please look again', {
		name: '200 with an error that says little',
		fault: { kind: 'okStatusError', message: 'Please look again', effect: true },
		outcome: 'unknown',
		paid: true,
		says: /"Please look again"/,
	}),
	odd('an HTML page', { kind: 'html' }, '200'),
	odd('an HTML page of a gateway', { kind: 'html', status: 502 }, '502', { times: [4, 1] }),
	odd('a 403 of a firewall', { kind: 'html', status: 403 }, '403'),
	odd('broken JSON', { kind: 'brokenJson' }, '200', { paid: true }),
	odd('an empty answer', { kind: 'empty' }, '200', { paid: true }),
	odd('204 without a body', { kind: 'empty', status: 204 }, '204', { paid: true }),
	lost('an answer cut off', { kind: 'cutOff' }, { paid: true }),
	lost('the connection closed before', { kind: 'dropBefore' }),
	lost('the connection reset before', { kind: 'dropBefore', reset: true }),
	lost('the connection closed after the effect', { kind: 'dropAfter' }, { paid: true }),
	lost('the connection reset after the effect', { kind: 'dropAfter', reset: true }, { paid: true }),
	...([301, 302, 303, 307, 308] as const).map((code) =>
		odd(`redirect ${code}`, { kind: 'redirect', status: code }, String(code), { says: /redirects aren't followed/ }),
	),
];

const table = ROWS.flatMap((row) =>
	EFFECTS.flatMap((effect) => MODES.map((onError) => ({ name: row.name, row, effect, onError }))),
);

describe.each(table)('$name: $effect, $onError', ({ row, effect, onError }) => {
	test('is told as it is, and costs no other item its answer', async () => {
		const { sandbox } = service;
		sandbox.faults.add({ match: matchOf[effect] ?? {}, fault: Object.assign({}, row.fault) as Fault });
		const result = await runFaulty(sandbox, effect, onError);
		const index = effect === 'read' ? 0 : 1;
		const outcome = effect === 'read' ? null : row.outcome;
		const stops = onError === 'stopWorkflow';

		// With Stop no money goes out after a refusal; after a lost answer 'On Unknown Outcome' decides.
		const times = [1, row.times[index], stops && outcome === 'rejected' ? 0 : 1];
		expect(timesSent(sandbox)).toEqual(times);
		if (effect === 'pay') expect(timesPaid(sandbox)).toEqual([1, row.paid === true ? 1 : 0, times[2]]);

		const { failed, good } = failureOf(result, onError);
		const message = stops ? String(saidBy(result.nodeError)) : String(at(failed[0]?.json, 'message'));
		expect(message).toMatch(row.says);
		expect(message).not.toMatch(FAULT_CODES);
		if (effect === 'pay') expect(message).toContain(`payout reference: '${HIT}'`);
		if (outcome !== null) expect(message).toContain(`(outcome: ${outcome}`);
		if (outcome === 'unknown')
			expect(message).toMatch(effect === 'pay' ? /^May have been paid: / : /may have taken effect/);
		if (outcome === 'rejected') expect(message).toMatch(effect === 'pay' ? /Nothing was paid/ : /Nothing was done/);
		expect(everything(result)).not.toContain(sandbox.keys.write);

		if (stops) {
			expect(result.status).toBe('error');
			expect(result.nodeError).toMatchObject({
				name: 'NodeApiError',
				httpCode: row.httpCode,
			});
			expect(String(result.nodeError?.message).length).toBeLessThan(100);
			expect(result.nodeError?.description).toMatch(/\S/);
			expect(result.nodeError?.description ?? '').not.toMatch(/retry/i);
			if (effect === 'pay')
				expect(message).toMatch(
					/Already accepted, not to be sent again \(\d\): item 0 \(reference 1000000001, transaction /,
				);
			return;
		}
		expect(result.nodeError).toBeUndefined();
		expect(good.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(failed).toHaveLength(1);
		expect(failed[0]?.pairedItem).toEqual({ item: 1 });
		const reference = effect === 'pay' ? HIT : null;
		const cause = at(failed[0]?.json, 'details', 'cause');
		expect(CAUSES).toHaveProperty(String(cause));
		const isOpen = effect === 'pay' && outcome === 'unknown';
		const claim = isOpen ? expect.any(String) : null;
		const details = { outcome, cause, httpCode: row.httpCode, reference, claim, retryable: row.retryable[index] };
		const input = onError === 'continueErrorOutput' ? ITEMS[1] : {};
		expect(failed[0]?.json).toEqual({ ...input, error: message, message, details });
	});
});
