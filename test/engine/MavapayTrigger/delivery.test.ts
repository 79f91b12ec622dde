/** No event is lost or output twice: one that n8n can't take is sent again, and a known event is in n8n's database. */
import { TestCredentialsHelper } from '../../harness/engine/credentials';
import { CapturedResponse, useDeduplication } from '../../harness/engine';
import { sent, signed } from '../../harness/engine/documentedEvents';
import { freshProcess, freshWorkflow, triggerFor, useRows, type SetUp } from '../../harness/engine/mavapayTrigger';
import { realKey } from '../../harness/engine/mavapay';
import { LISTENING, N8n } from '../../harness/engine/triggerInN8n';
import { lines, n8n, rows, sandbox } from '../../harness/engine/startedTrigger';

const SECRET = 'the signing secret';

let workflowId: string;
beforeEach(() => {
	workflowId = freshWorkflow();
	n8n.use(process());
});

/** A trigger of this test's workflow, by default in the existing process. */
const process = (setUp: SetUp = {}) =>
	triggerFor(sandbox, { workflowId, credential: { webhookSigningSecret: SECRET }, ...setUp });

const deliver = async (event: object = sent('NGN'), to = n8n) =>
	(await to.deliver(signed(event, SECRET))).response.statusCode;
const events = (count: number) => Array.from({ length: count }, (_, index) => sent('NGN', { id: `t${index}` }));
const idsOf = (...all: N8n[]) => all.flatMap(({ emitted }) => emitted.map(({ transactionId }) => transactionId));

describe('an event that n8n can not take', () => {
	const refuse = () => {
		throw new Error('attempt to write a readonly database');
	};

	it('gets no 2xx, is not remembered, and starts the workflow when it is delivered again', async () => {
		n8n.beforeStoring = refuse;
		expect([await deliver(), await deliver()]).toEqual([500, 500]);
		expect(rows.size).toBe(0);
		n8n.beforeStoring = () => undefined;
		expect([await deliver(), await deliver()]).toEqual([200, 200]);
		expect(n8n.executions).toHaveLength(1);
		expect(n8n.emitted).toHaveLength(1);
	});

	it('holds no others back, and lets deliveries at the same time try for themselves', async () => {
		let tries = 0;
		n8n.beforeStoring = () => (++tries === 1 ? refuse() : undefined);
		const statuses = await Promise.all(Array.from({ length: 5 }, () => deliver()));
		expect(statuses.sort()).toEqual([200, 200, 200, 200, 500]);
		expect(n8n.emitted).toHaveLength(1);
	});
});

describe('a caller that hangs up', () => {
	it('before n8n has answered is heard again, and the row tells that the event was passed on', async () => {
		const response = new CapturedResponse();
		n8n.beforeStoring = () => void response.hangUp();
		await n8n.deliver(signed(sent('NGN'), SECRET), { response });
		n8n.beforeStoring = () => undefined;
		expect([await deliver(), await deliver()]).toEqual([200, 200]);
		expect(n8n.executions).toHaveLength(2);
		expect(n8n.emitted).toHaveLength(1);
	});

	it('before its event was looked at does not block it', async () => {
		await n8n.deliver(signed(sent('NGN'), SECRET), { response: new CapturedResponse().hangUp() });
		expect(await deliver()).toBe(200);
		expect(n8n.emitted).toHaveLength(1);
	});
});

describe('each event is passed on once:', () => {
	it('in 200 deliveries at once', async () => {
		const statuses = await Promise.all(Array.from({ length: 200 }, () => deliver()));
		expect(new Set(statuses)).toEqual(new Set([200]));
		expect(n8n.emitted).toHaveLength(1);
	});

	it('with two webhook processes that share nothing but the database', async () => {
		const other = await N8n.start(process({ type: freshProcess() }));
		const all = events(40);
		await Promise.all([...all, ...all].flatMap((event) => [deliver(event), deliver(event, other)]));
		expect(idsOf(n8n, other).sort()).toEqual(all.map(({ data }) => data.id).sort());
		await other.close();
	});

	it('without a transaction too, however its JSON is written under its one signature', async () => {
		const event = { event: 'account.notice', data: { message: 'Ada was paid' } };
		const { headers = {} } = signed(event, SECRET);
		for (const body of [JSON.stringify(event), JSON.stringify(event, null, 2), ` ${JSON.stringify(event)}\n`]) {
			expect((await n8n.deliver({ body, headers })).response.statusCode).toBe(200);
		}
		expect(n8n.emitted).toMatchObject([{ event: 'account.notice' }]);
	});

	it('of a kind that is not documented: what its ID names is not known, so all that is signed counts', async () => {
		const updated = (balance: number) => ({ event: 'wallet.updated', data: { id: 'w1', status: 'ACTIVE', balance } });
		for (const balance of [1, 2, 2]) await deliver(updated(balance));
		expect(n8n.emitted.map(({ data }) => data)).toEqual([updated(1).data, updated(2).data]);
	});

	it('unless that is switched off', async () => {
		n8n.use(process({ parameters: { options: { allowRepeatedEvents: true } } }));
		await deliver();
		await deliver();
		expect(n8n.emitted).toHaveLength(2);
		expect(rows.calls).toEqual([]);
	});

	it('by either of two triggers of one workflow', async () => {
		const other = { webhookId: '11111111-3f57-4c39-8d0a-0d5b6c1c2a10', node: { id: 'another node' } };
		await deliver();
		n8n.use(process(other));
		await deliver();
		expect(n8n.emitted).toEqual([]);
		expect(rows.keys(workflowId)).toHaveLength(1);
	});

	it('by each of two triggers of one workflow for two kinds of money', async () => {
		await deliver();
		n8n.use(
			process({
				webhookId: '11111111-3f57-4c39-8d0a-0d5b6c1c2a10',
				node: { id: 'another node' },
				credential: { webhookSigningSecret: SECRET, ...realKey(sandbox) },
			}),
		);
		await deliver();
		expect(n8n.emitted).toHaveLength(1);
		expect(rows.keys(workflowId)).toHaveLength(2);
	});
});

describe('the execution', () => {
	const items = async () => {
		const { returned } = await n8n.trigger.deliver(signed(sent('NGN'), SECRET));
		return (returned?.workflowData ?? []).map((output) => output ?? []);
	};

	it('reads no credential: what it needs comes with the event', async () => {
		const reads = jest.spyOn(TestCredentialsHelper.prototype, 'getDecrypted');
		const started = await items();
		expect(reads).toHaveBeenCalled();
		reads.mockClear();
		expect((await n8n.trigger.execute(started)).data?.main?.[0]).toHaveLength(1);
		expect(reads).not.toHaveBeenCalled();
		expect(rows.keys(workflowId)).toHaveLength(1);
	});

	it('starts with the event as it is passed on, should n8n ever leave out the trigger', async () => {
		await deliver();
		const [[item] = []] = n8n.results[0]?.returned?.workflowData ?? [];
		expect(item?.json).toMatchObject({ event: 'payment.sent', transactionId: sent('NGN').data.id });
		const passed = n8n.executions[0]?.data?.main?.[0] ?? [];
		expect(passed).toEqual([{ json: item?.json, pairedItem: { item: 0 } }]);
	});

	it('leaves one row of its own and none under the node', async () => {
		await deliver();
		expect(rows.keys(workflowId)).toEqual([expect.stringMatching(/^mavapay:event:1:[\w-]{43}$/)]);
		expect(n8n.trigger.staticData).toEqual({});
	});

	it.each(['retry', 'manual'] as const)(
		'that a person runs again (%s) passes the event on, whatever came before',
		async (mode) => {
			const given = await items();
			expect((await n8n.trigger.execute(given)).data?.main?.[0]).toHaveLength(1);
			expect((await n8n.trigger.execute(given)).data?.main?.[0]).toHaveLength(0);
			expect((await n8n.trigger.execute(given, mode)).data?.main?.[0]).toHaveLength(1);
		},
	);

	it('that ended before the event had its row, and was run again (retry), leaves the row behind', async () => {
		expect((await n8n.trigger.execute(await items(), 'retry')).data?.main?.[0]).toHaveLength(1);
		n8n.use(process({ type: freshProcess() }));
		await deliver();
		expect(n8n.emitted).toEqual([]);
	});

	it('of a test event writes no row', async () => {
		n8n.options = { mode: 'manual', isTest: true };
		await deliver();
		await deliver();
		n8n.options = {};
		expect(n8n.emitted).toHaveLength(2);
		expect(rows.calls).toEqual([]);
	});

	it.each([
		[
			'fails',
			async () =>
				void (await useRows({
					before: () => {
						throw new Error('the disk is full');
					},
				})),
			'the disk is full',
		],
		['is missing', async () => await useDeduplication(undefined), "couldn't be recorded"],
	])(
		'passes an event on where the store %s, rather twice than never, and says so',
		async (_how, breakStore, reason) => {
			await breakStore();
			n8n.use(process({ type: freshProcess() }));
			await deliver();
			expect(n8n.emitted).toHaveLength(1);
			expect(n8n.executions[0]?.hints).toEqual([
				expect.objectContaining({ message: expect.stringContaining(reason), type: 'warning' }),
			]);
			expect(lines.join()).toContain("couldn't be recorded in n8n's database");
			n8n.use(process({ type: freshProcess() }));
			await deliver();
			expect(n8n.emitted).toHaveLength(1);
		},
	);

	it('passes an event on where the response to its row was lost, and holds it back afterwards', async () => {
		const lossy = await useRows({
			after: ({ method, nodeId }) => {
				if (method === 'checkProcessedAndRecord' && nodeId.startsWith('mavapay:event:'))
					throw new Error('Connection terminated unexpectedly');
			},
		});
		await deliver();
		expect(n8n.emitted).toHaveLength(1);
		lossy.hooks = {};
		n8n.use(process({ type: freshProcess() }));
		await deliver();
		expect(n8n.emitted).toEqual([]);
	});

	it('holds back an event whose row another execution was faster to insert, in whatever words', async () => {
		await deliver();
		rows.hooks.before = ({ method, nodeId }) => {
			if (method !== 'checkProcessedAndRecord' || !nodeId.startsWith('mavapay:event:')) return;
			rows.hooks = {};
			throw Object.assign(new Error('doppelter Schlüsselwert'), { code: '23505' });
		};
		n8n.use(process({ type: freshProcess() }));
		await deliver();
		expect(n8n.emitted).toEqual([]);
	});

	it('holds back what was passed on also where On Error is set to continue', async () => {
		const node = { onError: 'continueRegularOutput' as const };
		n8n.use(process({ node }));
		await deliver();
		n8n.use(process({ node, type: freshProcess() }));
		await deliver();
		expect(n8n.executions[0]?.data?.main?.[0]).toEqual([]);
	});
});

it.each([{}, LISTENING])(
	"an activation is refused where n8n would make an empty item of an event it knows ('Always Output Data')",
	async (how) => {
		const node = { alwaysOutputData: true };
		await expect(process({ node }).activate(how)).rejects.toThrow("'Always Output Data' is on");
		const once = process({ node, parameters: { options: { allowRepeatedEvents: true } } });
		sandbox.setWebhook(null);
		await once.activate(how);
	},
);
