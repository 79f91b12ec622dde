/** How n8n calls the trigger. */
import type { IDataObject, INodeExecutionData, ITaskData } from 'n8n-workflow';
import { openServer, type LocalServer } from '../localServer';
import type { Delivery, DeliveryOptions, DeliveryResult, MethodOptions, TriggerHarness } from './';

export const LISTENING: MethodOptions = { mode: 'manual', activation: 'manual', isTest: true };
export const LISTENING_ENDS: MethodOptions = { mode: 'internal', activation: 'update', isTest: true };

/** Activates as n8n does: `checkExists` and `create` up to five times, with `delete` after each error. */
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

/** Deactivates as n8n does: up to three tries. If all fail, n8n goes on anyway. */
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

/**
 * n8n as a caller sees it: a web server that passes requests to the trigger, responds as n8n does, and runs the
 * executions that start.
 */
export class N8n {
	readonly results: DeliveryResult[] = [];
	/** The trigger's run in each execution that was started, in order. */
	readonly executions: ITaskData[] = [];
	options: DeliveryOptions = {};
	/** Runs before an execution is stored. If it throws, n8n can't accept the event. */
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

	/** Items that the trigger output in all executions, in order. */
	get emitted(): IDataObject[] {
		return this.executions.flatMap(({ data }) => (data?.main?.[0] ?? []).map(({ json }) => json));
	}

	get statuses(): number[] {
		return this.results.map(({ response }) => response.statusCode);
	}

	/** Uses another trigger from now on, or the trigger as loaded in another process, and clears the results. */
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
