/** What the tests of the trigger share: it against the sandbox, with a door that events come in by. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MavapayApi } from '../../credentials/MavapayApi.credentials';
import { MavapayTrigger } from '../../nodes/MavapayTrigger/MavapayTrigger.node';
import type { Sandbox } from '../../sandbox';
import { INSTANCE_URL, TriggerHarness, type Delivery, type DeliveryResult, type MethodOptions } from './harness';

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
}

let workflows = 0;

/** A workflow ID that no other test has, so that a fresh process is had for it. */
export const freshWorkflow = () => `workflow ${++workflows}`;

export function triggerFor(sandbox: Sandbox, setUp: SetUp = {}): TriggerHarness {
	const { parameters = {}, credential = {}, staticData = {}, workflowId = freshWorkflow() } = setUp;
	return new TriggerHarness({
		type: new MavapayTrigger(),
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
		webhookId: WEBHOOK_ID,
		workflowId,
		staticData,
	});
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
		jest.spyOn(logger, level).mockImplementation((...told: unknown[]) => {
			lines.push(`${level} ${String(told[0])}`);
		});
	}
	return lines;
}

/** A web server that hands what it gets to the trigger, as n8n's does. */
export class Door {
	readonly results: DeliveryResult[] = [];
	options: MethodOptions = {};

	private constructor(
		readonly url: string,
		private readonly server: Server,
		public trigger: TriggerHarness,
	) {}

	static async open(trigger: TriggerHarness): Promise<Door> {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const door = new Door(`http://127.0.0.1:${port}/`, server, trigger);
		server.on('request', (request, answer) => {
			const parts: Buffer[] = [];
			request.on('data', (part: Buffer) => parts.push(part));
			request.on('end', () => {
				const headers = Object.fromEntries(
					Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
				);
				void door.take({ body: Buffer.concat(parts), headers }).then(({ response }) => {
					answer.writeHead(response.statusCode).end(typeof response.body === 'string' ? response.body : '');
				});
			});
		});
		return door;
	}

	async take(delivery: Delivery): Promise<DeliveryResult> {
		const result = await this.trigger.deliver(delivery, this.options);
		this.results.push(result);
		return result;
	}

	/** The items of every execution that was started, in order. */
	get emitted(): IDataObject[] {
		return this.results.flatMap(({ returned }) => (returned?.workflowData ?? []).flat().map(({ json }) => json));
	}

	get statuses(): number[] {
		return this.results.map(({ response }) => response.statusCode);
	}

	async close(): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			this.server.close((error) => (error ? reject(error) : resolve()));
			this.server.closeAllConnections();
		});
	}
}

/** A time-out meant for a real service would make a test slow: until the result is called, all end 40 times sooner. */
export function hurry(): () => void {
	const real = AbortSignal.timeout.bind(AbortSignal);
	const spy = jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => real(Math.ceil(milliseconds / 40)));
	return () => spy.mockRestore();
}
