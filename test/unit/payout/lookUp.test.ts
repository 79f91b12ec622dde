/** Name enquiries and quotes on the way to a payment: ahead of their turn where they only read. */
import { ItemStopped, refuse, type Failure } from '../../../nodes/core/service/failure';
import {
	accepted,
	answerWith,
	Fixture,
	HeldRequests,
	ending,
	failed,
	failureOf,
	lost,
	outcomesOf,
	outputOf,
	quiet,
	rejected,
	rowOf,
	tooMany,
} from '../../harness/payout/fixture';
import { write, named, NGN, plan } from '../../harness/payout/plans';

const NAMES = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Payments with a name enquiry before each. */
const enquiring = (names: readonly string[], payout = {}) =>
	names.map((name) =>
		named(name, payout, {
			prepare: async (service) => {
				await service.read({ method: 'GET', path: `/enquiry/${name}` });
				return {};
			},
		}),
	);

/** Reads that stay unanswered until the test answers them all; or only those of one name. */
function slowReads(fixture: Fixture, only?: string) {
	const asked: string[] = [];
	const open: Array<() => void> = [];
	const { read } = fixture.service;
	Object.assign(fixture.service, {
		read: async (request: Parameters<typeof read>[0]) => {
			asked.push(request.path.slice(-1));
			if (only === undefined || request.path.endsWith(only)) await new Promise<void>((resolve) => open.push(resolve));
			return await read(request);
		},
	});
	const response = async () => {
		open.splice(0).forEach((resolve) => resolve());
		await quiet();
	};
	return { asked, response };
}

describe('what only reads', () => {
	test('is asked ahead of its turn, several at once, and no further than eight', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const reads = slowReads(fixture);
		const running = fixture.run(enquiring(NAMES));
		await quiet();
		// The first item itself, and four ahead of it.
		expect(reads.asked).toEqual(['B', 'C', 'D', 'E', 'A']);
		await reads.response();
		expect([fixture.payees, reads.asked.length]).toEqual([['A'], 9]);
		await reads.response();
		await reads.response();
		// While one payment is under way, eight behind it are asked for and no more.
		expect([reads.asked.length, fixture.sent.length]).toEqual([9, 1]);
		await held.answer(accepted());
		expect([fixture.payees, reads.asked.length]).toEqual([['A', 'B'], 10]);
		fixture.cancelled = true;
		await reads.response();
		await held.answer(accepted());
		await running;
	});

	test('goes further where more payments run at once', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const reads = slowReads(fixture);
		const running = fixture.run(enquiring(NAMES, { payoutsInParallel: 6 }));
		await quiet();
		expect(reads.asked).toHaveLength(12);
		for (let round = 0; round < 4; round++) await reads.response();
		expect([fixture.sent.length, reads.asked.length]).toEqual([6, 18]);
		fixture.cancelled = true;
		for (let left = 6; left > 0; left--) await held.answer(accepted());
		await reads.response();
		await running;
	});

	test('is asked once for each item, and each is paid with its own response', async () => {
		const fixture = new Fixture();
		const { results } = await fixture.run(enquiring(NAMES, { payoutsInParallel: 3 }));
		expect(results.every((result) => 'outputs' in result)).toBe(true);
		expect(fixture.read.map(({ path }) => path.slice(-1)).sort()).toEqual(NAMES);
		expect([...fixture.payees].sort()).toEqual(NAMES);
	});

	test('starts nothing more once the run stops', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const running = fixture.run(enquiring(NAMES));
		await quiet();
		const asked = fixture.read.length;
		await held.answer(lost);
		expect(outcomesOf(await running).slice(0, 3)).toEqual(['unknown', 'notSent', 'notSent']);
		expect(fixture.read).toHaveLength(asked);
	});

	test('is not asked for items that are refused, replayed or not to be sent', async () => {
		const fixture = new Fixture();
		await fixture.run(enquiring(['A', 'B']));
		fixture.read.length = 0;
		const tooMuch = named(
			'D',
			{ maximumAmount: 1n },
			{
				prepare: async (service) => {
					await service.read({ method: 'GET', path: '/enquiry/D' });
					return {};
				},
			},
		);
		const result = await fixture.run([
			...enquiring(['A', 'B', 'C']),
			tooMuch,
			refuse('no', '').failure,
			named('E'),
			...enquiring(['F']),
		]);
		expect(outcomesOf(result)).toEqual([
			'accepted',
			'accepted',
			'accepted',
			'rejected',
			'rejected',
			'accepted',
			'accepted',
		]);
		expect(fixture.read.map(({ path }) => path.slice(-1)).sort()).toEqual(['C', 'F']);
	});

	test('is not asked ahead for what a try before has paid', async () => {
		const fixture = new Fixture();
		fixture.endings = [rejected, accepted()];
		await fixture.run(enquiring(['A', 'B', 'C']));
		fixture.retry();
		fixture.read.length = 0;
		expect(outcomesOf(await fixture.run(enquiring(['A', 'B', 'C'])))).toEqual(['accepted', 'accepted', 'accepted']);
		expect(fixture.read.map(({ path }) => path)).toEqual(['/enquiry/A']);
	});

	test('that fails ahead of its turn stops its own item, at its turn', async () => {
		const fixture = new Fixture();
		const { read } = fixture.service;
		Object.assign(fixture.service, {
			read: async (request: Parameters<typeof read>[0]) => {
				if (request.path.endsWith('C')) throw refuse('C is another person', '');
				return await read(request);
			},
		});
		const result = await fixture.run(enquiring(['A', 'B', 'C', 'D']));
		expect(outcomesOf(result)).toEqual(['accepted', 'accepted', 'rejected', 'accepted']);
		expect(failureOf(result, 2).message).toContain('C is another person.');
		expect(fixture.payees).toEqual(['A', 'B', 'D']);
	});

	test('starts nothing more once the run stops, also where another payment still waits for its own', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		fixture.endings = [held.later];
		const reads = slowReads(fixture, 'C');
		const running = fixture.run(enquiring(NAMES, { payoutsInParallel: 2 }));
		await quiet();
		await held.answer(accepted());
		const asked = reads.asked.length;
		await held.answer(lost);
		await reads.response();
		expect(outcomesOf(await running).slice(0, 4)).toEqual(['accepted', 'unknown', 'notSent', 'notSent']);
		expect(reads.asked).toHaveLength(asked);
	});

	test('goes on after items that need no enquiry after all', async () => {
		const fixture = new Fixture();
		const asked: string[] = [];
		const again = NAMES.slice(0, 10).map(() => 'A');
		const plans = [...again, 'K', 'L', 'M'].map((name) =>
			named(
				name,
				{ alreadyRecorded: 'skip' },
				{
					prepare: async () => {
						asked.push(`${name} after ${fixture.sent.length}`);
						return {};
					},
				},
			),
		);
		await fixture.run(plans);
		expect(fixture.payees).toEqual(['A', 'K', 'L', 'M']);
		// Those behind the first new one are asked for before it is sent.
		expect(asked.slice(-3).sort()).toEqual(['K after 1', 'L after 1', 'M after 1']);
	});

	test('leaves the rows of the payment before until the next one has left, which then goes sooner', async () => {
		const fixture = new Fixture();
		const held = new HeldRequests();
		const asked: string[] = [];
		fixture.endings = [held.later];
		fixture.rows.before = (method, key) => {
			if (key === rowOf('A', 0, ':paid') && method === 'insert') asked.push(`written with ${fixture.sent.length} sent`);
		};
		const running = fixture.run(enquiring(['A', 'B']));
		await quiet();
		await held.answer(accepted());
		expect([asked, held.waiting]).toEqual([['written with 2 sent'], 1]);
		await held.answer(accepted());
		await running;
	});

	test('lets the rows of the payment before be written while it is waited for', async () => {
		const fixture = new Fixture();
		const reads = slowReads(fixture);
		const asking = named(
			'B',
			{},
			{
				prepare: async (service) => {
					await service.read({ method: 'GET', path: '/enquiry/B' });
					return {};
				},
			},
		);
		const running = fixture.run([named('A'), asking]);
		await quiet();
		expect([reads.asked, await fixture.record.check('A')]).toEqual([['B'], 'paid']);
		await reads.response();
		await running;
	});

	test('lets them be written also where it was asked for ahead and takes longer than the payment', async () => {
		const fixture = new Fixture();
		const reads = slowReads(fixture, 'B');
		const running = fixture.run(enquiring(['A', 'B']));
		await quiet();
		expect([fixture.payees, await fixture.record.check('A')]).toEqual([['A'], 'paid']);
		await reads.response();
		await running;
	});
});

describe('what binds', () => {
	const quote = (name: string) =>
		named(
			name,
			{},
			{
				prepare: async (service) => {
					await service.write({ method: 'POST', path: `/quote/${name}` });
					return {};
				},
			},
		);

	test('is sent at its turn, just before its payment', async () => {
		const fixture = new Fixture();
		await fixture.run([quote('A'), quote('B')]);
		expect(fixture.sent.map(({ path }) => path)).toEqual(['/quote/A', '/withdraw', '/quote/B', '/withdraw']);
	});

	const binding = plan({
		prepare: async (service) => ({
			amount: NGN(BigInt(String(Object((await service.write({ method: 'POST', path: '/quote' })).data).id))),
		}),
	});

	test('gives its response back', async () => {
		const fixture = new Fixture();
		fixture.endings = [accepted('7'), accepted()];
		expect(outputOf(await fixture.run([binding]))).toMatchObject({ payout: { amount: { minor: '7' } } });
	});

	test.each([
		['rejected', rejected, 'was rejected', false],
		[
			'rejected for now',
			ending({ outcome: 'rejected', cause: 'connectionRefused', message: 'connect ECONNREFUSED', retryable: true }),
			'was rejected',
			true,
		],
		['lost', lost, 'may have taken effect', true],
		[
			'accepted without a response',
			ending({ outcome: 'accepted', cause: 'accepted', httpCode: '200' }),
			'may have taken effect',
			true,
		],
		['answered with a failed transaction', failed('7'), 'may have taken effect', true],
	])('and was %s pays nothing', async (_, end, words, retryable) => {
		const fixture = new Fixture();
		fixture.endings = [end];
		const failure = failureOf(await fixture.run([binding]));
		expect(failure).toMatchObject({
			outcome: 'rejected',
			retryable,
			httpCode: end.httpCode,
			source: 'service',
			reference: 'INV-1',
		});
		expect(failure.message).toContain(`POST /quote, which comes before the payment, ${words}`);
		expect(failure.message.match(/Nothing was paid/g)).toHaveLength(1);
		expect([fixture.sent.length, fixture.rows.keys.size, fixture.memory.mavapayPayouts]).toEqual([1, 0, undefined]);
	});

	test('may be tried again with its payment, since nothing was paid', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost, accepted('7'), accepted()];
		await fixture.run([binding]);
		expect(outcomesOf(await fixture.run([binding]))).toEqual(['accepted']);
	});

	test('is not sent under Validate Only', async () => {
		const fixture = new Fixture();
		const only = plan({
			payout: { validateOnly: true },
			prepare: async (service) => {
				await service.write({ method: 'POST', path: '/quote' });
				return {};
			},
		});
		expect(failureOf(await fixture.run([only]))).toMatchObject({
			outcome: 'rejected',
			message: expect.stringMatching(/'Validate Only' is on\. So nothing is created at Mavapay\./),
		});
		expect(fixture.sent).toEqual([]);
	});
});

describe('an operation that prepares', () => {
	test('is told the time, whether it is limited, and whether it is a dry run', async () => {
		for (const [payout, limited, validateOnly] of [
			[{}, false, false],
			[{ maximumAmount: 10n ** 9n }, true, false],
			[{ maximumTotal: 10n ** 9n }, true, false],
			[{ validateOnly: true }, false, true],
			[null, false, false],
		] as const) {
			const fixture = new Fixture();
			const seen: unknown[] = [];
			const looking = plan({
				payout,
				prepare: async (service) => {
					seen.push([service.limited, service.validateOnly, service.clock.now()]);
					return {};
				},
			});
			await fixture.run([looking], { effect: payout === null ? 'write' : 'pay' });
			expect(seen).toEqual([[limited, validateOnly, 1_000_000]]);
		}
	});

	test('reads from the service', async () => {
		const fixture = new Fixture();
		await fixture.run([
			plan({
				prepare: async (service) => {
					await service.readOnce({ method: 'GET', path: '/a' });
					await service.read({ method: 'GET', path: '/b' });
					await service.readKept({ method: 'GET', path: '/c' }, () => true);
					return {};
				},
			}),
		]);
		expect(fixture.read.map(({ path }) => path)).toEqual(['/a', '/b', '/c']);
	});
});

describe('a request that only binds', () => {
	const secret = (more = {}) => write({ destination: '{"secret":"s3cr3t"}', ...more });
	const AS_BIND = { effect: 'write' as const, store: { reason: 'it is no payment', retryable: false } };

	test('has no payout member, keeps lists, and is replayed', async () => {
		const fixture = new Fixture();
		const twice = secret({ output: () => [{ id: 'a', error: 'x' }, { id: 'b' }] });
		const first = await fixture.run([twice], AS_BIND);
		expect(first.results).toEqual([{ index: 0, outputs: [{ id: 'a', serviceError: 'x' }, { id: 'b' }] }]);
		expect((await fixture.run([twice], AS_BIND)).results).toEqual(first.results);
		expect(fixture.sent).toHaveLength(1);
	});

	test('may have nothing to show', async () => {
		const fixture = new Fixture();
		const result = await fixture.run([write({ output: () => [] })], AS_BIND);
		expect([result.results, result.hints]).toEqual([[{ index: 0, outputs: [] }], []]);
	});

	test('is not repeated when its outcome is unknown, and shows nothing of its request', async () => {
		const fixture = new Fixture();
		fixture.endings = [lost];
		const failure = failureOf(await fixture.run([secret()], AS_BIND));
		expect(failure).toMatchObject({
			outcome: 'unknown',
			reference: null,
			message: expect.stringContaining('may have taken effect'),
		});
		await fixture.run([secret()], AS_BIND);
		expect(fixture.sent).toHaveLength(1);
		expect(JSON.stringify([failure, fixture.memory, fixture.flow])).not.toContain('s3cr3t');
	});

	test.each([
		['refuses', rejected],
		['refuses for now', tooMany()],
	])('may be tried again by Retry On Fail where a response %s it, since no money moves', async (_, end) => {
		const fixture = new Fixture();
		fixture.endings = [end, accepted()];
		await fixture.run([write()], AS_BIND);
		expect((await fixture.run([write()], AS_BIND)).results).toMatchObject([{ outputs: [{ id: 'tx-1' }] }]);
	});

	test.each([failed(), lost])(
		'is not repeated when one on the way to it may have taken effect: $classified.outcome',
		async (end) => {
			const fixture = new Fixture();
			fixture.endings = [end];
			const twice = write({
				prepare: async (service) => {
					await service.write({ method: 'PUT', path: '/webhook' });
					return {};
				},
			});
			expect(failureOf(await fixture.run([twice], AS_BIND))).toMatchObject({
				outcome: end.classified.outcome,
				source: 'service',
			});
			expect(failureOf(await fixture.run([twice], AS_BIND))).toMatchObject({
				outcome: 'unknown',
				message: expect.stringContaining('Outcome unknown: "Create a bank account"'),
			});
			expect(fixture.sent).toHaveLength(1);
		},
	);

	test('may be tried again when one on the way to it was rejected', async () => {
		const fixture = new Fixture();
		fixture.endings = [rejected];
		const twice = write({
			prepare: async (service) => {
				await service.write({ method: 'PUT', path: '/webhook' });
				return {};
			},
		});
		expect(failureOf(await fixture.run([twice], AS_BIND))).toMatchObject({
			outcome: 'rejected',
			httpCode: '400',
			message: expect.stringContaining('Nothing was'),
		});
		expect(fixture.memory.mavapayPayouts).toBeUndefined();
	});

	test('that a read stopped is told as it is', async () => {
		const fixture = new Fixture();
		const read: Failure = {
			summary: 'busy',
			description: 'Try again.',
			cause: 'serverError',
			httpCode: '503',
			outcome: null,
			reference: null,
			retryable: true,
			source: 'service',
		};
		expect(
			failureOf(
				await fixture.run(
					[
						write({
							prepare: async () => {
								throw new ItemStopped(read);
							},
						}),
					],
					AS_BIND,
				),
			),
		).toMatchObject({
			outcome: 'rejected',
			httpCode: '503',
			message: expect.stringContaining('Nothing was done. busy. Try again.'),
		});
	});
});

test('a response that holds no data is passed through', async () => {
	const fixture = new Fixture();
	fixture.endings = [{ ...accepted(), response: { ...answerWith({}), data: undefined } }];
	expect((await fixture.run([plan()])).hints).toHaveLength(1);
});
