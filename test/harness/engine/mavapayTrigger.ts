/** What the tests of the trigger share: it against the sandbox, and a web server that events come in by. */
import { createHmac } from 'node:crypto';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import * as zod from 'zod/mini';
import * as n8nWorkflow from 'n8n-workflow';
import type { IDataObject, INode, INodeExecutionData, INodeParameters, INodeType, ITaskData } from 'n8n-workflow';
import { MavapayApi } from '../../../credentials/MavapayApi.credentials';
import { MavapayTrigger } from '../../../nodes/MavapayTrigger/MavapayTrigger.node';
import type { Sandbox } from '../../../sandbox';
import {
	INSTANCE_URL,
	MemoryDeduplicator,
	TriggerHarness,
	useDeduplication,
	type Delivery,
	type DeliveryOptions,
	type DeliveryResult,
	type MethodOptions,
	type StoreHooks,
} from './';
import { openServer, type LocalServer } from '../localServer';

export const WEBHOOK_ID = '7b1c9f6e-3f57-4c39-8d0a-0d5b6c1c2a10';
export const PRODUCTION_URL = `${INSTANCE_URL}webhook/${WEBHOOK_ID}/webhook`;
export const TEST_URL = `${INSTANCE_URL}webhook-test/${WEBHOOK_ID}/webhook`;

export interface SetUp {
	parameters?: INodeParameters;
	/** Laid over the sandbox's credential. */
	credential?: IDataObject;
	staticData?: IDataObject;
	/** Triggers of different workflows share no memory within the process. */
	workflowId?: string;
	webhookId?: string;
	node?: Partial<INode>;
	instanceUrl?: string;
	/** The code as another process has it; see `freshProcess`. */
	type?: INodeType;
}

let workflows = 0;

/** A workflow ID that no other test has, so that a fresh process is had for it. */
export const freshWorkflow = () => `workflow ${++workflows}`;

export function triggerFor(sandbox: Pick<Sandbox, 'url' | 'keys'>, setUp: SetUp = {}): TriggerHarness {
	const {
		parameters = {},
		credential = {},
		staticData = {},
		workflowId = freshWorkflow(),
		type = new MavapayTrigger(),
		...rest
	} = setUp;
	return new TriggerHarness({
		webhookId: WEBHOOK_ID,
		...rest,
		type,
		typeName: 'n8n-nodes-mavapay.mavapayTrigger',
		parameters,
		credentialTypes: [new MavapayApi()],
		credentials: {
			mavapayApi: {
				deployment: 'custom',
				baseUrl: sandbox.url,
				authentication: 'apiKey',
				apiKey: sandbox.keys.write,
				...credential,
			} as never,
		},
		workflowId,
		staticData,
	});
}

/** The trigger as a process has it that was just started: nothing of what this one remembers. `sleep` replaces n8n's. */
export function freshProcess(sleep = n8nWorkflow.sleep): INodeType {
	let type: INodeType | undefined;
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => ({ ...n8nWorkflow, sleep }));
		// It remembers nothing, and takes longer to load than all the rest.
		jest.doMock('zod/mini', () => zod);
		const built: { MavapayTrigger: typeof MavapayTrigger } = jest.requireActual(
			'../../../nodes/MavapayTrigger/MavapayTrigger.node',
		);
		type = new built.MavapayTrigger();
		jest.dontMock('n8n-workflow');
		jest.dontMock('zod/mini');
	});
	if (type === undefined) throw new Error('The trigger could not be loaded');
	return type;
}

/** n8n's database, for the rows of events. */
export async function useRows(hooks: StoreHooks = {}): Promise<MemoryDeduplicator> {
	const store = new MemoryDeduplicator(hooks);
	await useDeduplication(store);
	return store;
}

/** A delivery as Mavapay signs it: HMAC-SHA256 of the whole body in hex. */
export function signed(body: string | object, secret: string | undefined, header = 'x-mavapay-signature'): Delivery {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return {
		body: text,
		headers: {
			[header]: createHmac('sha256', secret ?? '')
				.update(text)
				.digest('hex'),
		},
	};
}

export const LISTENING: MethodOptions = { mode: 'manual', activation: 'manual', isTest: true };
export const LISTENING_ENDS: MethodOptions = { mode: 'internal', activation: 'update', isTest: true };

/** Activation as n8n does it: the pair up to five times, `delete` after each `create` that throws. */
export async function activateAsN8n(trigger: TriggerHarness, options: MethodOptions = {}): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		try {
			await trigger.activate(options);
			return;
		} catch (error) {
			await trigger.deactivate().catch(() => undefined);
			if (attempt === 5) throw error;
		}
	}
}

/** Deactivation as n8n does it: up to three tries, and then it goes on all the same. */
export async function deactivateAsN8n(trigger: TriggerHarness): Promise<void> {
	for (let attempt = 1; attempt <= 3; attempt++) {
		try {
			await trigger.deactivate();
			return;
		} catch (error) {
			if (attempt === 3) expect(error).toBeInstanceOf(Error);
		}
	}
}

/** The lines that nodes write to n8n's log. */
export function watchLog() {
	const logger = Container.get(Logger);
	const lines: string[] = [];
	for (const level of ['info', 'warn', 'error'] as const) {
		jest.spyOn(logger, level).mockImplementation((...logged: unknown[]) => {
			lines.push(`${level} ${String(logged[0])}`);
		});
	}
	return lines;
}

/**
 * n8n as a caller sees it: a web server that hands what it gets to the trigger, answers as n8n does, and
 * runs the executions that are started.
 */
export class N8n {
	readonly results: DeliveryResult[] = [];
	/** Every execution that was started, in order; what the trigger gave out in it. */
	readonly executions: ITaskData[] = [];
	options: DeliveryOptions = {};
	/** Runs before an execution is stored; where it throws n8n can't take the event. */
	beforeStoring: () => Promise<void> | void = () => undefined;

	private constructor(
		private readonly server: LocalServer,
		public trigger: TriggerHarness,
	) {}

	static async start(trigger: TriggerHarness): Promise<N8n> {
		const server = await openServer(({ body, headers }, answer) => {
			void n8n.deliver({ body, headers }).then(({ response }) => {
				answer.writeHead(response.statusCode).end(typeof response.body === 'string' ? response.body : '');
			});
		});
		const n8n = new N8n(server, trigger);
		return n8n;
	}

	get url(): string {
		return `${this.server.origin}/`;
	}

	async deliver(delivery: Delivery, options: DeliveryOptions = {}): Promise<DeliveryResult> {
		const { mode = 'webhook' } = { ...this.options, ...options };
		const take = async (items: INodeExecutionData[][]) => {
			await this.beforeStoring();
			this.executions.push(await this.trigger.execute(items, mode));
		};
		const result = await this.trigger.deliver(delivery, { take, ...this.options, ...options });
		this.results.push(result);
		return result;
	}

	/** What the trigger passed on in all executions, in order. */
	get emitted(): IDataObject[] {
		return this.executions.flatMap(({ data }) => (data?.main?.[0] ?? []).map(({ json }) => json));
	}

	get statuses(): number[] {
		return this.results.map(({ response }) => response.statusCode);
	}

	/** Another trigger, or the same one in another process, from now on. */
	use(trigger: TriggerHarness): void {
		this.trigger = trigger;
		this.results.length = 0;
		this.executions.length = 0;
		this.beforeStoring = () => undefined;
	}

	async close(): Promise<void> {
		await this.server.close();
	}
}

/** A time-out meant for a real service would make a test slow: until the result is called, all end 40 times sooner. */
export function hurry(): () => void {
	const real = AbortSignal.timeout.bind(AbortSignal);
	const spy = jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((milliseconds) => real(Math.ceil(milliseconds / 40)));
	return () => spy.mockRestore();
}
