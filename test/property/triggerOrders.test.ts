/**
 * Several triggers of one account, activated and deactivated in random orders, with failing calls, an unreachable n8n
 * and restarts: no trigger takes another's webhook, and the webhook that the account had first is put back.
 */
import '../harness/engine/environment';
import * as fc from 'fast-check';
import type { INodeType } from 'n8n-workflow';
import { startSandbox, type FaultRule, type Sandbox } from '../../sandbox';
import { Instance } from '../harness/engine/triggerInstance';
import { freshProcess, watchLog } from '../harness/engine/mavapayTrigger';

const TRIGGERS = 3;
const shop = { url: 'https://shop.example/hook', secret: 'the shop has this secret', isActive: true };

/** Milliseconds of waiting that were skipped: the clock adds them instead. */
let skippedMs = 0;
const realNow = Date.now.bind(Date);
const sleep = async (milliseconds: number) => void (skippedMs += milliseconds);

let sandbox: Sandbox;
let process: INodeType;
beforeAll(async () => {
	sandbox = await startSandbox();
	process = freshProcess(sleep);
});
beforeEach(() => {
	watchLog();
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + skippedMs);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => sandbox.close());

const FAULTS: readonly FaultRule['fault'][] = [
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 500, effect: true },
	{ kind: 'status', status: 503 },
	{ kind: 'dropBefore' },
	{ kind: 'dropAfter' },
	{ kind: 'html', effect: true },
	{ kind: 'okStatusError' },
];

const number = fc.nat({ max: TRIGGERS - 1 });
/** Calls to the service that fail during one step. */
const failing = (most: number) =>
	fc.option(
		fc.record({
			nth: fc.integer({ min: 1, max: 4 }),
			times: fc.integer({ min: 1, max: most }),
			fault: fc.constantFrom(...FAULTS),
		}),
		{ freq: 2 },
	);
const steps = (most: number, length = 12) =>
	fc.array(
		fc.oneof(
			{ weight: 4, arbitrary: fc.record({ kind: fc.constant('on' as const), number, fails: failing(most) }) },
			{ weight: 4, arbitrary: fc.record({ kind: fc.constant('off' as const), number, fails: failing(most) }) },
			{ weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
			{ weight: 1, arbitrary: fc.record({ kind: fc.constant('reach' as const), reachable: fc.boolean() }) },
		),
		{ maxLength: length },
	);
type Step = (ReturnType<typeof steps> extends fc.Arbitrary<infer T> ? T : never) extends Array<infer S> ? S : never;

async function fresh(): Promise<Instance> {
	sandbox.reset();
	sandbox.faults.clear();
	sandbox.setWebhook(shop);
	const instance = await Instance.start(sandbox, sleep, process);
	for (let count = 0; count < TRIGGERS; count++) instance.add();
	return instance;
}

/** Takes one step. Each webhook address that is written during the step must be in use. */
async function take(instance: Instance, step: Step): Promise<boolean> {
	if (step.kind === 'restart') instance.restart();
	else if (step.kind === 'reach') instance.reachable = step.reachable;
	else {
		if (instance.isActive(step.number) === (step.kind === 'on')) return true;
		sandbox.clearRequests();
		if (step.fails !== null)
			sandbox.faults.add({ match: { nth: step.fails.nth, times: step.fails.times }, fault: step.fails.fault });
		const others = instance.addresses.filter((address) => address !== instance.addressOf(step.number));
		const isDone = await (step.kind === 'on' ? instance.activate(step.number) : instance.deactivate(step.number));
		sandbox.faults.clear();
		const allowed = [shop.url, ...others, ...(step.kind === 'on' ? [instance.addressOf(step.number)] : [])];
		const written = sandbox.requests
			.filter(({ method }) => method !== 'GET')
			.map(({ body }) => body as { url: string });
		for (const { url } of written) expect(allowed).toContain(url);
		return isDone;
	}
	return true;
}

const shown = () =>
	sandbox.webhook && { url: sandbox.webhook.url, secret: sandbox.webhook.secret, isActive: sandbox.webhook.isActive };

/** Long enough that no test fails on a busy machine. */
const LONG_MS = 3_600_000;
// Fewer runs than in other property tests: these send HTTP requests.
const numRuns = Math.ceil(Number(globalThis.process.env.PROPERTY_RUNS ?? 300) / 30);

it(
	'in any order, with calls that fail for a while, one at a time has the webhook and puts back the one from before',
	async () => {
		await fc.assert(
			fc.asyncProperty(steps(2), fc.shuffledSubarray([0, 1, 2], { minLength: TRIGGERS }), async (all, last) => {
				const instance = await fresh();
				try {
					for (const step of all) {
						const isOthers =
							step.kind === 'on' && instance.addresses.some((one) => one !== instance.addressOf(step.number));
						const before = shown();
						// Only another active trigger stops an activation: n8n retries often enough for these faults.
						expect(await take(instance, step)).toBe(!isOthers);
						if (isOthers) expect(shown()).toEqual(before);
						expect(sandbox.webhook?.url).toBe(instance.addresses[0] ?? shop.url);
					}
					for (const one of last) expect(await take(instance, { kind: 'off', number: one, fails: null })).toBe(true);
					expect(shown()).toEqual(shop);
				} finally {
					await instance.close();
				}
			}),
			{ numRuns },
		);
	},
	LONG_MS,
);

it(
	'with calls that fail for longer than n8n tries, no address is ever set that is not in use',
	async () => {
		await fc.assert(
			fc.asyncProperty(steps(20, 6), async (all) => {
				const instance = await fresh();
				try {
					for (const step of all) await take(instance, step);
				} finally {
					await instance.close();
				}
			}),
			{ numRuns },
		);
	},
	LONG_MS,
);

it(
	'a deactivation that failed for good is made up for by activating and deactivating once more',
	async () => {
		await fc.assert(
			fc.asyncProperty(number, fc.array(number, { maxLength: 4 }), fc.boolean(), async (failed, others, restarts) => {
				const instance = await fresh();
				try {
					await take(instance, { kind: 'on', number: failed, fails: null });
					const isDone = await take(instance, {
						kind: 'off',
						number: failed,
						fails: { nth: 1, times: 80, fault: { kind: 'status', status: 500 } },
					});
					expect(isDone).toBe(false);
					if (restarts) instance.restart();
					for (const one of others)
						await take(instance, { kind: instance.isActive(one) ? 'off' : 'on', number: one, fails: null });
					for (let one = 0; one < TRIGGERS; one++) await take(instance, { kind: 'off', number: one, fails: null });
					await take(instance, { kind: 'on', number: failed, fails: null });
					await take(instance, { kind: 'off', number: failed, fails: null });
					expect(shown()).toEqual(shop);
				} finally {
					await instance.close();
				}
			}),
			{ numRuns },
		);
	},
	LONG_MS,
);
