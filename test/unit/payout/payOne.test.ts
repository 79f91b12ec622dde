/** One payment: every way it ends, what is said, and what stands in the record and the memory afterwards. */
import { refuse } from '../../../nodes/core/service/failure';
import { accepted, answerWith, ending, failed, failedRead, lost, rejected } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { failureOf, outcomesOf, outputOf } from '../../harness/payout/outcomes';
import { rowOf, transactionRow } from '../../harness/payout/rows';
import { named, NGN, plan } from '../../harness/payout/plans';

const WHAT = 'withdrawal of 1,000.00 NGN to account 0123456789';
const leaving = plan({ lookUp: async () => ({ leftBehind: 'quote q-1 was not accepted' }) });

describe('accepted', () => {
	test('emits the data of the service and its payout', async () => {
		const fixture = new Fixture();
		const result = await fixture.run([plan()]);
		expect(outputOf(result)).toEqual({
			id: 'tx-1',
			status: 'PENDING',
			payout: {
				reference: 'INV-1',
				outcome: 'accepted',
				replayed: false,
				deployment: 'staging',
				amount: { minor: '100000', major: '1000.00', currency: 'NGN' },
				payeeHistory: null,
			},
		});
		expect([result.stoppedBy, result.hints]).toEqual([null, []]);
		expect(await fixture.record.check('INV-1')).toBe('paid');
		expect(fixture.rows.keys.size).toBe(5);
	});

	test('shows the amount that became known on the way, and null for one that never did', async () => {
		const fixture = new Fixture();
		const later = named('A', {}, { amount: null, lookUp: async () => ({ amount: { minor: 5n, currency: 'XYZ' } }) });
		const never = named('B', {}, { amount: null });
		const result = await fixture.run([later, never]);
		expect(outputOf(result, 0)?.payout).toMatchObject({ amount: { minor: '5', major: null, currency: 'XYZ' } });
		expect(outputOf(result, 1)?.payout).toMatchObject({ amount: null });
	});

	test.each([
		['nothing', () => []],
		['two items', () => [{}, {}]],
		[
			'a fault',
			() => {
				throw new TypeError('no such field');
			},
		],
	])('with a response that its operation makes %s of goes out as it came, with a hint', async (_, output) => {
		const fixture = new Fixture();
		const result = await fixture.run([plan({ output })]);
		expect(outputOf(result)).toMatchObject({ status: 'ok', data: { id: 'tx-1' }, payout: { outcome: 'accepted' } });
		expect(result.hints).toEqual([
			`Mavapay accepted the ${WHAT}, but its response has an unexpected format. It was passed through unchanged.`,
		]);
		expect(await fixture.record.check('INV-1')).toBe('paid');
	});

	test('without a response is shown as it is', async () => {
		const fixture = new Fixture();
		fixture.endings = [ending({ outcome: 'accepted', cause: 'accepted', httpCode: '200' })];
		const result = await fixture.run([plan({ output: () => [{ id: 'made up' }] })]);
		expect(outputOf(result)).toEqual({ payout: expect.objectContaining({ outcome: 'accepted' }) });
		expect(result.hints).toHaveLength(1);
	});

	test('names no transaction where it accepts a quote, whose response names the quote alone', async () => {
		const fixture = new Fixture();
		const quote = plan({
			lookUp: async () => ({ lookUpKeys: [{ kind: 'quoteId', value: 'q-1' }], output: () => [{ id: 'q-1' }] }),
		});
		const { results } = await fixture.run([quote, named('B')]);
		expect(results).toMatchObject([
			{ outputs: [{ id: 'q-1' }], transactionId: null },
			{ outputs: [{ id: 'tx-1' }], transactionId: 'tx-1' },
		]);
	});

	test('inserts five rows, after four looks, that of its transaction before it is paid', async () => {
		const fixture = new Fixture();
		await fixture.run([plan()]);
		const key = rowOf('INV-1');
		const shown = fixture.rows.calls.map(
			([method, row]) =>
				`${method} ${row
					.replace(key, 'K:0')
					.replace(transactionRow('tx-1'), 'T')
					.replace(/(:id|:sent):.*/, '$1')}`,
		);
		expect(shown).toEqual([
			'has K:0',
			'has mavapay:1:halt',
			'has K:0',
			'insert K:0',
			'insert K:0:sent',
			'has K:0:releasing',
			'insert K:0:id',
			'insert T',
			'insert K:0:paid',
		]);
	});

	test('never has a top-level error, which n8n would take for a failure', async () => {
		const fixture = new Fixture();
		const result = await fixture.run([plan({ output: () => [{ error: 'none', payout: 'theirs' }] })]);
		expect(outputOf(result)).toMatchObject({
			serviceError: 'none',
			servicePayout: 'theirs',
			payout: { outcome: 'accepted' },
		});
		expect(outputOf(result)).not.toHaveProperty('error');
	});
});

const DESCRIPTION =
	'Nothing was paid. Mavapay responded (400): "Insufficient balance". Fund the wallet that pays, then run it again.';

describe('rejected', () => {
	test('says so and frees the reference', async () => {
		const fixture = new Fixture();
		fixture.endings = [rejected];
		expect(failureOf(await fixture.run([plan()]))).toEqual({
			outcome: 'rejected',
			cause: 'insufficientFunds',
			httpCode: '400',
			reference: 'INV-1',
			retryable: false,
			source: 'service',
			summary: `Insufficient funds: ${WHAT}`,
			description: DESCRIPTION,
			message: `Insufficient funds: ${WHAT}. ${DESCRIPTION} (outcome: rejected, payout reference: 'INV-1')`,
		});
		expect(await fixture.record.check('INV-1')).toBe('free');
	});

	test('what is left behind is named', async () => {
		const fixture = new Fixture();
		fixture.endings = [rejected];
		expect(failureOf(await fixture.run([leaving])).message).toContain('Left behind: quote q-1 was not accepted.');
	});
});

describe('unknown', () => {
	test('says so with the next step, and keeps the reference', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost];
		const { message, summary, description, ...failure } = failureOf(await fixture.run([plan()]));
		expect([summary, message.includes(description)]).toEqual([`Outcome unknown: ${WHAT}`, true]);
		expect(failure).toEqual({
			outcome: 'unknown',
			cause: 'timeout',
			httpCode: null,
			reference: 'INV-1',
			retryable: false,
			source: 'service',
			claim: expect.any(String),
		});
		for (const part of [
			'may have been paid',
			"Mavapay didn't respond in time",
			"'Transaction'",
			"'Payout Reference: Resolve'",
			"'Payout Reference: Mark Paid'",
			"'Payout Reference: Release'",
			`claim: '${failure.claim}'`,
			'same workflow',
			'new run',
			"outcome: unknown, payout reference: 'INV-1', claim: ",
		]) {
			expect(message).toContain(part);
		}
		expect(message).not.toMatch(/ETIMEDOUT/);
		expect(await fixture.record.check('INV-1')).toBe('unknown');
	});

	test('is a fault of our own after the request left', async () => {
		const fixture = new Fixture();
		fixture.endings = [
			() => {
				throw new TypeError('undefined is not a function');
			},
		];
		expect(failureOf(await fixture.run([plan()]))).toMatchObject({
			outcome: 'unknown',
			message: expect.stringMatching(/may have been paid.*came after the request had been sent/),
		});
		expect(await fixture.record.check('INV-1')).toBe('unknown');
		expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
		expect(fixture.sent).toHaveLength(1);
	});

	test('is what was accepted when the memory cannot be written any more', async () => {
		const fixture = new Fixture();
		fixture.endings = [
			() => {
				Object.freeze(fixture.flow.mavapayPayouts);
				return accepted();
			},
		];
		expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
		expect(await fixture.record.check('INV-1')).toBe('unknown');
		fixture.flow = JSON.parse(JSON.stringify(fixture.flow));
		expect(failureOf(await fixture.run([plan()])).outcome).toBe('unknown');
		expect(fixture.sent).toHaveLength(1);
	});
});

describe('failed at once', () => {
	test('names the transaction and keeps the reference until it is released', async () => {
		const fixture = new Fixture();
		fixture.endings = [failed(), accepted()];
		const failure = failureOf(await fixture.run([plan()]));
		expect(failure).toMatchObject({ outcome: 'failed', httpCode: '200', retryable: false });
		expect(failure.message).toContain('transaction tx-9 as FAILED');
		expect(failureOf(await fixture.run([plan()]))).toMatchObject({
			outcome: 'failed',
			message: expect.stringContaining('tx-9'),
		});
		expect(await fixture.record.check('INV-1')).toBe('unknown');
		await fixture.release('INV-1');
		fixture.retry();
		expect(outputOf(await fixture.run([plan()]))).toMatchObject({ payout: { outcome: 'accepted' } });
	});

	test.each([
		['a list', { data: [{ id: 'tx-9' }], message: null, body: {} }, 'transaction tx-9'],
		['an object', answerWith({ id: 'tx-8' }), 'transaction tx-8'],
		['a text', { data: 'tx-7', message: null, body: {} }, 'its transaction'],
		['a list in a list', { data: [['tx-6']], message: null, body: {} }, 'its transaction'],
		['null', { data: null, message: null, body: {} }, 'its transaction'],
		['nothing', null, 'its transaction'],
	])('is named from %s', async (_, response, words) => {
		const fixture = new Fixture();
		fixture.endings = [ending({ outcome: 'failed', cause: 'transactionFailed', httpCode: '200', response })];
		expect(failureOf(await fixture.run([plan()])).message).toContain(`reported ${words} as FAILED`);
		expect(failureOf(await fixture.run([plan()])).message).toContain(`reported ${words} as FAILED`);
	});
});

describe('before the request', () => {
	test.each([
		['the claim', 'insert', rowOf('INV-1')],
		['the row that says when it leaves', 'insert', /:sent:/],
		['the look whether somebody is releasing', 'has', ':releasing'],
		['the identity', 'insert', /:id:/],
		['the stop button', 'has', 'halt'],
	] as const)('a store that fails at %s sends nothing', async (_, method, key) => {
		const fixture = new Fixture();
		fixture.rows.fail(method, key);
		expect(failureOf(await fixture.run([plan()]))).toMatchObject({
			outcome: 'rejected',
			retryable: true,
			message: expect.stringContaining(
				"the record of payout references in n8n's database couldn't be used (the database is gone)",
			),
		});
		expect([fixture.sent, fixture.flow.mavapayPayouts]).toEqual([[], {}]);
	});

	test('a store that fails at the stop button gives the reference back', async () => {
		const fixture = new Fixture();
		fixture.rows.fail('has', 'halt');
		await fixture.run([plan()]);
		expect(await fixture.record.check('INV-1')).toBe('free');
	});

	test('a fault of our own is rejected, and frees the reference', async () => {
		const fixture = new Fixture();
		const broken = plan({
			lookUp: async () => {
				throw new TypeError('undefined is not a function');
			},
		});
		expect(failureOf(await fixture.run([broken]))).toMatchObject({
			outcome: 'rejected',
			message: expect.stringContaining('Nothing was paid'),
		});
		expect([fixture.sent, fixture.rows.keys.size]).toEqual([[], 0]);
	});

	test('a memory that cannot be written stops it, and frees the reference', async () => {
		const fixture = new Fixture();
		fixture.flow = { mavapayPayouts: Object.freeze({}) };
		expect(failureOf(await fixture.run([plan()]))).toMatchObject({
			outcome: 'rejected',
			message: expect.stringContaining('before the request was sent'),
		});
		expect([fixture.sent, await fixture.record.check('INV-1')]).toEqual([[], 'free']);
	});

	test('what stops the preparation is told with the payout it is about', async () => {
		const fixture = new Fixture();
		const stopped = plan({
			lookUp: async () => {
				throw refuse('The account belongs to OBI JOHN', "Correct 'Expected Account Name'.", { cause: 'nameDiffers' });
			},
		});
		const failure = failureOf(await fixture.run([stopped]));
		expect(failure).toMatchObject({ outcome: 'rejected', cause: 'nameDiffers', reference: 'INV-1' });
		expect(failure.message).toBe(
			`Account name doesn't match: ${WHAT}. Nothing was paid. The account belongs to OBI JOHN. Correct 'Expected Account Name'. (outcome: rejected, payout reference: 'INV-1')`,
		);
	});

	test('a refusal that names the payout is told once, with its reference', async () => {
		const fixture = new Fixture();
		const late = plan({ amount: null, payout: { maximumAmount: 1n }, lookUp: async () => ({ amount: NGN(2n) }) });
		const failure = failureOf(await fixture.run([late]));
		expect(failure.message.match(/Nothing was paid/g)).toHaveLength(1);
		expect(failure).toMatchObject({ reference: 'INV-1', source: 'input' });
	});

	test.each(['Mavapay is busy', `busy with ${WHAT}`])(
		'a read that failed is a rejected payout and keeps its facts: %s',
		async (summary) => {
			const fixture = new Fixture();
			const read = failedRead(summary, 'Try again later.');
			expect(failureOf(await fixture.run([plan({ lookUp: async () => await Promise.reject(read) })]))).toEqual({
				summary: `Not sent: ${WHAT}`,
				description: `Nothing was paid. ${summary}. Try again later.`,
				message: `Not sent: ${WHAT}. Nothing was paid. ${summary}. Try again later. (outcome: rejected, payout reference: 'INV-1')`,
				cause: 'serverError',
				httpCode: '503',
				outcome: 'rejected',
				reference: 'INV-1',
				retryable: true,
				source: 'service',
			});
		},
	);

	test.each([
		['Save the workflow first.', false],
		['The database is away.', true],
	])('no record, and nothing is sent, %s', async (reason, retryable) => {
		const fixture = new Fixture();
		const result = await fixture.run([named('A'), named('B')], {
			store: { reason, retryable },
		});
		expect(outcomesOf(result)).toEqual(['rejected', 'rejected']);
		expect(failureOf(result)).toMatchObject({ retryable, message: expect.stringContaining(reason) });
		expect(fixture.sent).toEqual([]);
	});
});

test('a request has the time-out of its item, and the messages that it takes for refusals', async () => {
	const fixture = new Fixture();
	const settings: unknown[] = [];
	const pay = fixture.service.send.bind(fixture.service);
	Object.assign(fixture.service, {
		send: async (...call: Parameters<typeof pay>) => {
			settings.push(call[1]);
			return await pay(...call);
		},
	});
	await fixture.run([plan()]);
	expect(settings).toMatchObject([{ timeoutMs: 60_000, alsoRefused: [] }]);
});
