/** 'Transaction: Get New' with the trigger: in one workflow, neither outputs what the other has output. */
import { setImmediate } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bankBeneficiary } from '../../cases/bank';
import { ask, at, textAt } from '../../cases/case';
import { saidBy, type RunNodeOptions } from '../../harness/engine';
import { json, run, useSandbox } from '../../harness/engine/mavapay';
import { paymentLink, payoutQuote } from '../../harness/sandboxBodies';
import { signed } from '../../harness/engine/documentedEvents';
import { freshProcess, freshWorkflow, triggerFor, watchLog } from '../../harness/engine/mavapayTrigger';
import { N8n } from '../../harness/engine/triggerInN8n';

const SECRET = 'the signing secret';
const HOUR_MS = 3_600_000;

const service = useSandbox();
let n8n: N8n;
let workflowId: string;
const nowhere = { url: '', keys: { write: '', read: '', bearer: '' } };
beforeAll(async () => void (n8n = await N8n.start(triggerFor(nowhere))));
beforeEach(() => {
	watchLog();
	service.sandbox.configure({ settleAfterMs: 0, retryDelaysMs: [] });
	service.sandbox.setWebhook({ url: n8n.url, secret: SECRET });
	listen();
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await n8n.close());

/** Starts a new workflow with a trigger. */
function listen(parameters: INodeParameters = {}): void {
	workflowId = freshWorkflow();
	n8n.use(trigger(parameters));
}

/** A trigger in another process, which knows only what is in the database. */
const trigger = (parameters: INodeParameters = {}) =>
	triggerFor(service.sandbox, {
		workflowId,
		parameters: { registration: 'manual', ...parameters },
		credential: { webhookSigningSecret: SECRET },
		type: freshProcess(),
	});

/** Moves money, then waits until all of it has settled and all its events are delivered. */
async function happens(what: () => Promise<unknown>): Promise<void> {
	await what();
	const { sandbox } = service;
	for (let turn = 0; turn < 50 || sandbox.clock.waiting > 0; turn++) await setImmediate();
	await sandbox.deliveries.idle();
}

const withdraw = async () =>
	await ask(service.sandbox, 'POST', '/withdraw', { amount: '250000', currency: 'NGN', beneficiary: bankBeneficiary });
const autopayout = async () => {
	const quote = await ask(service.sandbox, 'POST', '/quote', { ...payoutQuote, customerReference: 'order-17' });
	await ask(service.sandbox, 'POST', '/simulation/pay-in', { currency: 'BTC', quoteId: textAt(quote, 'id') });
};
const payLink = async () => {
	const { sandbox } = service;
	const made = await ask(sandbox, 'POST', '/paymentlink', { ...paymentLink, paymentMethods: ['LIGHTNING'] });
	const ref = textAt(made, 'paymentRef');
	await ask(sandbox, 'GET', `/paymentlink/details?id=${ref}&paymentMethod=LIGHTNING`);
	const orders = at(await ask(sandbox, 'GET', `/paymentlink/orders?id=${ref}`), 'orders');
	await ask(sandbox, 'POST', '/simulation/pay-in', { currency: 'BTC', orderId: textAt(orders, 0, 'orderId') });
};

interface More extends Partial<RunNodeOptions> {
	options?: IDataObject;
	filters?: IDataObject;
}

const WHOLE = { resource: 'transaction', operation: 'getNew', simplify: false };
const getNew = async ({ options = {}, filters = {}, ...more }: More = {}) =>
	await run(service.sandbox, { ...WHOLE, ...filters, options } as INodeParameters, { workflowId, ...more });

const eventsOf = (items: IDataObject[]) => items.map(({ event, status }) => `${String(event)} ${String(status)}`);
const newEvents = async (more: More = {}) => eventsOf(json((await getNew(more)).success)).sort();
const told = () => eventsOf(n8n.emitted).sort();

describe.each([
	['a withdrawal to a bank', withdraw, {}, ['payment.sent PENDING', 'payment.sent SUCCESS'], ['payment.sent SUCCESS']],
	[
		'a failed one',
		withdraw,
		{ payoutResult: 'failed' },
		['payment.sent FAILED', 'payment.sent PENDING'],
		['payment.sent FAILED'],
	],
	[
		'an autopayout',
		autopayout,
		{},
		['payment.received SUCCESS', 'payment.sent PENDING', 'payment.sent SUCCESS'],
		['payment.received SUCCESS', 'payment.sent SUCCESS'],
	],
	[
		'an autopayout under one ID',
		autopayout,
		{ eventIds: 'shared' },
		['payment.received SUCCESS', 'payment.sent PENDING', 'payment.sent SUCCESS'],
		['payment.received SUCCESS', 'payment.sent SUCCESS'],
	],
	[
		'a payment link',
		payLink,
		{},
		['payment.received SUCCESS', 'payment.sent SUCCESS', 'payment_link.settled SUCCESS'],
		['payment.received SUCCESS', 'payment.sent SUCCESS'],
	],
] as const)('%s', (_what, pay, quirks, byTrigger, byGetNew) => {
	beforeEach(() => service.sandbox.configure(quirks));

	it('that the trigger told is not new, and the other way round', async () => {
		await happens(pay);
		expect(told()).toEqual(byTrigger);
		expect(await newEvents()).toEqual([]);

		listen();
		expect(await newEvents()).toEqual(byGetNew);
		expect(await newEvents()).toEqual([]);
		for (const { number } of [...service.sandbox.deliveries.list]) await service.sandbox.deliveries.redeliver(number);
		// Get New sees only the current status. An earlier status that arrives late is a separate event.
		expect(told()).toEqual(byTrigger.filter((one) => one.endsWith('PENDING')));
		expect(n8n.executions.length).toBeGreaterThan(0);
	});

	it('looks as the trigger shows it, but for why it is believed and the form of the data', async () => {
		await happens(pay);
		// The list doesn't contain a payment link's order and reference, so these can't be compared.
		const plain = ({ data, verified, customerReferenceFrom, paymentRef, paymentLink, orderId, ...item }: IDataObject) =>
			item;
		const items = json((await getNew({ options: { repeat: true } })).success);
		expect(items.map(({ verified }) => verified)).toEqual(byGetNew.map(() => 'service'));
		const shown = n8n.emitted.filter(({ event, status }) => event !== 'payment_link.settled' && status !== 'PENDING');
		const sorted = (all: IDataObject[]) =>
			all.map(plain).sort((one, other) => (String(one.event) < String(other.event) ? -1 : 1));
		expect(sorted(items)).toEqual(sorted(shown));
	});
});

describe('a payment link', () => {
	it('whose settlement alone was told leaves its deposit new, and not its payout', async () => {
		listen({ events: ['payment_link.settled'] });
		await happens(payLink);
		expect(told()).toEqual(['payment_link.settled SUCCESS']);
		expect(await newEvents()).toEqual(['payment.received SUCCESS']);
	});

	it('whose payout alone was told can still be told as settled', async () => {
		listen({ events: ['payment.sent'] });
		await happens(payLink);
		expect(await newEvents()).toEqual(['payment.received SUCCESS']);
		n8n.use(trigger());
		for (const { number } of [...service.sandbox.deliveries.list]) await service.sandbox.deliveries.redeliver(number);
		expect(told()).toEqual(['payment_link.settled SUCCESS']);
	});
});

describe('in whatever order trigger and Get New meet a payment link', () => {
	const ACTIONS = ['payment.received', 'payment.sent', 'payment_link.settled', 'Get New'];
	const orders = (rest: readonly string[]): string[][] =>
		rest.length === 0
			? [[]]
			: rest.flatMap((one) => orders(rest.filter((other) => other !== one)).map((order) => [one, ...order]));

	async function paid(): Promise<void> {
		service.sandbox.setWebhook({ url: `${n8n.url}nowhere`, secret: 'another secret' });
		await happens(payLink);
		n8n.use(trigger());
	}

	/** Delivers the event again, now signed with the right secret. */
	const deliver = async (event: string) => {
		const { body = '' } = service.sandbox.deliveries.list.find((one) => one.event === event) ?? {};
		await n8n.deliver(signed(body, SECRET));
	};

	it.each(orders(ACTIONS).map((order) => [order.join(', '), order] as const))(
		'%s: each is told, and none twice',
		async (_title, order) => {
			await paid();
			const all: string[] = [];
			for (const action of order) {
				const before = n8n.emitted.length;
				if (action === 'Get New') all.push(...json((await getNew()).success).map(({ event }) => String(event)));
				else await deliver(action);
				all.push(...n8n.emitted.slice(before).map(({ event }) => String(event)));
			}
			// If Get New outputs the payout first, the payout never comes again, not even as a settlement.
			const place = (action: string) => order.indexOf(action);
			const isFirst = place('Get New') < Math.min(place('payment.sent'), place('payment_link.settled'));
			expect(all.sort()).toEqual(['payment.received', 'payment.sent', ...(isFirst ? [] : ['payment_link.settled'])]);
		},
	);

	it('all at once', async () => {
		await paid();
		const [first, second] = await Promise.all([
			getNew(),
			getNew(),
			...ACTIONS.slice(0, 3).map(async (event) => await deliver(event)),
		]);
		const all = [...json(first.success), ...json(second.success), ...n8n.emitted].map(({ event }) => String(event));
		expect(new Set(all).size).toBe(all.length);
		expect(all).toContain('payment.received');
		expect(all.includes('payment.sent') || all.includes('payment_link.settled')).toBe(true);
	});
});

describe('what is new', () => {
	beforeEach(() => service.sandbox.setWebhook(null));

	it('goes to one of several runs at once', async () => {
		for (let count = 0; count < 12; count++) await happens(withdraw);
		const runs = await Promise.all(Array.from({ length: 4 }, () => getNew()));
		const ids = runs.flatMap(({ success }) => json(success).map(({ transactionId }) => transactionId));
		expect(ids.sort()).toEqual(service.sandbox.transactions.map(({ id }) => id).sort());
	});

	it('comes oldest first, and what Limit cuts off comes next', async () => {
		for (let count = 0; count < 3; count++) await happens(withdraw);
		const ids = service.sandbox.transactions.map(({ id }, place) => {
			Object.assign(service.sandbox.transactions[place] ?? {}, { updatedAt: Date.now() - (3 - place) * 60_000 });
			return id;
		});
		const found = [];
		for (const limit of [2, 2, 2])
			found.push(json((await getNew({ options: { limit } })).success).map(({ transactionId }) => transactionId));
		expect(found).toEqual([ids.slice(0, 2), ids.slice(2), []]);
	});

	it.each([
		['made 60 hours ago and settled now', 60, 0, {}, 1],
		['made a week and a day before Look Back and settled now', 239, 0, {}, 1],
		['made and settled before Look Back', 60, 50, {}, 0],
		['settled before a longer Look Back', 60, 50, { lookBack: 72 }, 1],
		['made more than a week and a day before Look Back', 241, 0, {}, 0],
	])('is a transaction %s: %#', async (_what, madeHours, settledHours, options, count) => {
		await happens(withdraw);
		const [transaction = {}] = service.sandbox.transactions;
		const before = (hours: number) => Date.now() - hours * HOUR_MS;
		Object.assign(transaction, { createdAt: before(madeHours), updatedAt: before(settledHours) });
		expect(await newEvents({ options })).toHaveLength(count);
	});

	it.each([
		[47, {}, false],
		[50, {}, true],
		[50, { lookBack: 51 }, false],
	])('may be missing where the last run was %s hours ago, with %j: %s', async (hours, options, isHinted) => {
		const staticData: IDataObject = {};
		expect((await getNew({ staticData })).hints).toEqual([]);
		const [[key = '', kept = {}] = []] = Object.entries(staticData);
		const before = { [key]: { ...(kept as IDataObject), lastRan: Date.now() - hours * HOUR_MS } };
		const { hints } = await getNew({ options, staticData: before });
		const message = `This node last ran ${hours} hours ago, longer than 'Look Back'. Changes may be missing: set 'Look Back' to ${hours + 2} for the next run.`;
		expect(hints.map((hint) => hint.message)).toEqual(isHinted ? [message] : []);
	});

	it('is the same event to the filters of any node, and marked only where it passes them', async () => {
		await happens(autopayout);
		expect(await newEvents({ filters: { customerReference: 'order-1' } })).toEqual([]);
		expect(await newEvents({ filters: { type: ['DEPOSIT'], customerReference: 'order-17' } })).toEqual([
			'payment.received SUCCESS',
		]);
		expect(await newEvents({ filters: { currency: 'KES' } })).toEqual([]);
		expect(await newEvents({ filters: { customerReference: 'order-', customerReferenceMatch: 'startsWith' } })).toEqual(
			['payment.sent SUCCESS'],
		);
	});

	it('names the reference of its order, and where that stands', async () => {
		await happens(autopayout);
		const items = json((await getNew()).success);
		expect(items).toMatchObject([
			{ customerReference: 'order-17', customerReferenceFrom: 'order.quotes[0].customerReference' },
			{ customerReference: 'order-17', customerReferenceFrom: 'order.quotes[0].customerReference' },
		]);
		expect(service.sandbox.requests.filter(({ path }) => path === '/order')).toHaveLength(1);
	});

	it('is an event all the same where orders show no references, and a filter on them says so', async () => {
		service.sandbox.configure({ orderQuotes: 'client' });
		await happens(autopayout);
		const filtered = await getNew({ filters: { customerReference: 'order-17' } });
		expect(filtered.success).toEqual([]);
		expect(filtered.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Mavapay's orders show no customer references\./),
		]);
		const all = await getNew();
		expect(json(all.success).map(({ customerReference }) => customerReference)).toEqual([null, null]);
		expect(all.hints).toEqual([]);
	});

	it('comes once however many items there are', async () => {
		await happens(withdraw);
		const { success } = await getNew({ items: [{ a: 1 }, { a: 2 }, { a: 3 }] });
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
	});
});

describe('Repeat', () => {
	it('shows what was passed on before, and marks nothing', async () => {
		service.sandbox.setWebhook(null);
		await happens(withdraw);
		expect(await newEvents({ options: { repeat: true } })).toEqual(['payment.sent SUCCESS']);
		expect(service.store.keys(workflowId)).toEqual([]);
		expect(await newEvents()).toEqual(['payment.sent SUCCESS']);
		expect(await newEvents({ options: { repeat: true } })).toEqual(['payment.sent SUCCESS']);
	});
});

describe('a run that a person starts', () => {
	it.each<[string, More]>([
		['in its own workflow', { mode: 'manual' }],
		['in an evaluation', { mode: 'evaluation' }],
		['in a sub-workflow', { mode: 'integrated', inherited: { rootExecutionMode: 'manual' } }],
	])('marks nothing, says so, and says what was passed on before: %s', async (_where, byHand) => {
		service.sandbox.setWebhook(null);
		await happens(withdraw);
		const first = await getNew(byHand);
		expect(eventsOf(json(first.success))).toEqual(['payment.sent SUCCESS']);
		expect(first.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^No events were marked as output/),
		]);
		expect(await newEvents()).toEqual(['payment.sent SUCCESS']);
		const again = await getNew(byHand);
		expect(again.success).toEqual([]);
		expect(again.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Already passed on, so left out: 1 event\. .*'Repeat'/),
		]);
	});
});

describe('where something fails, nothing is marked:', () => {
	beforeEach(() => service.sandbox.setWebhook(null));

	it.each(['/transactions', '/order'])("Mavapay's refusal at %s", async (path) => {
		await happens(autopayout);
		service.sandbox.faults.add({ match: { path }, fault: { kind: 'status', status: 403 } });
		expect(saidBy((await getNew()).nodeError)).toMatch(/403|may not|not allowed|forbidden/i);
		expect(service.store.keys(workflowId)).toEqual([]);
		service.sandbox.faults.clear();
		expect(await newEvents()).toHaveLength(2);
	});

	it("n8n's database", async () => {
		await happens(withdraw);
		service.store.hooks.before = ({ method }) => {
			if (method === 'checkProcessedAndRecord') throw new Error('attempt to write a readonly database');
		};
		expect(saidBy((await getNew()).nodeError)).toMatch(/record of events passed on couldn't be used/);
		service.store.hooks = {};
		expect(await newEvents()).toEqual(['payment.sent SUCCESS']);
	});

	it("but what n8n's database marked without saying so goes out, and not again", async () => {
		await happens(withdraw);
		service.store.hooks.after = ({ method, nodeId }) => {
			if (method === 'checkProcessedAndRecord' && nodeId.startsWith('mavapay:event:'))
				throw new Error('Connection terminated unexpectedly');
		};
		expect(await newEvents()).toEqual(['payment.sent SUCCESS']);
		service.store.hooks = {};
		expect(await newEvents()).toEqual([]);
	});

	it("and so does one that may be marked, since n8n's database went away", async () => {
		for (let count = 0; count < 2; count++) await happens(withdraw);
		const { hooks } = service.store;
		hooks.after = ({ method, nodeId }) => {
			if (method !== 'checkProcessedAndRecord' || !nodeId.startsWith('mavapay:event:')) return;
			hooks.before = () => Promise.reject(new Error('connect ECONNREFUSED'));
			throw new Error('Connection terminated unexpectedly');
		};
		expect(await newEvents()).toEqual(['payment.sent SUCCESS']);
		service.store.hooks = {};
		expect(await newEvents()).toEqual(['payment.sent SUCCESS']);
	});

	it("n8n's database, half-way: what was marked goes out, the rest comes next", async () => {
		for (let count = 0; count < 3; count++) await happens(withdraw);
		expect(await newEvents({ workflowId: freshWorkflow() })).toHaveLength(3);
		const before = service.store.keys(workflowId).length;
		service.store.hooks.before = ({ method, nodeId }) => {
			const isEvent = nodeId.startsWith('mavapay:event:');
			if (method === 'checkProcessedAndRecord' && isEvent && service.store.keys(workflowId).length >= before + 2)
				throw new Error('disk is full');
		};
		const first = await getNew();
		expect(first.success).toHaveLength(1);
		expect(first.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/failed after 1 event\. The others follow/),
		]);
		service.store.hooks = {};
		expect(await newEvents()).toHaveLength(2);
	});

	it('a workflow that was never saved', async () => {
		await happens(withdraw);
		expect(saidBy((await getNew({ workflowId: '' })).nodeError)).toMatch(/Save the workflow first/);
	});

	it.each(['currency', 'status', 'type', 'customerReference', 'minimumAmount'])(
		'a filter (%s) that is an expression without a result',
		async (name) => {
			await happens(withdraw);
			service.sandbox.clearRequests();
			const { nodeError, success } = await getNew({ filters: { [name]: '={{ undefined }}' } });
			expect(saidBy(nodeError)).toMatch(/is an expression that gave no value/);
			expect(success).toEqual([]);
			expect(service.sandbox.requests).toEqual([]);
		},
	);
});
