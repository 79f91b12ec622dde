/** An n8n instance with several workflows that start with the trigger, each with its own state, at one URL. */
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import { TriggerHarness, type MethodOptions } from './';
import { freshProcess, freshWorkflow, triggerFor } from './mavapayTrigger';
import { LISTENING, LISTENING_ENDS } from './triggerInN8n';
import { openServer, type LocalServer } from '../localServer';

interface Workflow {
	readonly number: number;
	readonly webhookId: string;
	readonly workflowId: string;
	readonly parameters: INodeParameters;
	readonly credential: IDataObject;
	/** The workflow's trigger, as loaded in the current process. */
	harness: TriggerHarness;
}

export class Instance {
	private readonly workflows: Workflow[] = [];
	/** The webhook paths that are registered in n8n. */
	private readonly paths = new Map<string, { number: number; harness: TriggerHarness; isTest: boolean }>();
	/** Whether n8n can reach itself at its public address. */
	reachable = true;
	/** The calls that a trigger answered. */
	readonly calls: Array<{ number: number; startsExecution: boolean; status: number }> = [];
	/** Why the last activation failed. */
	refusal = '';

	private constructor(
		private readonly server: LocalServer,
		private readonly sandbox: Sandbox,
		private readonly sleep: ((ms: number) => Promise<void>) | undefined,
		private process: INodeType,
	) {}

	/** Starts an instance. `process` can already serve other instances, which must make no difference to this one. */
	static async start(
		sandbox: Sandbox,
		sleep?: (ms: number) => Promise<void>,
		process: INodeType = freshProcess(sleep),
	): Promise<Instance> {
		const server = await openServer(({ url, headers, body }, answer) => {
			const at = instance.paths.get(url);
			if (!instance.reachable) return void answer.destroy();
			if (at === undefined) return void answer.writeHead(404).end('{"code":404,"message":"not registered"}');
			const options: MethodOptions = at.isTest ? { mode: 'manual', isTest: true } : {};
			void at.harness.deliver({ body, headers }, options).then(({ response, startsExecution }) => {
				const { body: said = '', statusCode: status } = response;
				instance.calls.push({ number: at.number, startsExecution, status });
				answer.writeHead(status).end(typeof said === 'string' ? said : JSON.stringify(said));
			});
		});
		const instance = new Instance(server, sandbox, sleep, process);
		return instance;
	}

	get url(): string {
		return `${this.server.origin}/`;
	}

	/** Adds a workflow that isn't active yet. @returns its number */
	add(parameters: INodeParameters = { replaceExisting: true }, credential: IDataObject = {}): number {
		const number = this.workflows.length;
		const webhookId = `${String(number + 1).repeat(8)}-3f57-4c39-8d0a-0d5b6c1c2a10`;
		const made = { number, webhookId, workflowId: freshWorkflow(), parameters, credential };
		this.workflows.push({ ...made, harness: this.load(made) });
		return number;
	}

	private load(
		{ webhookId, workflowId, parameters, credential }: Omit<Workflow, 'harness' | 'number'>,
		staticData: IDataObject = {},
	): TriggerHarness {
		const setUp = {
			webhookId,
			workflowId,
			parameters,
			credential,
			staticData,
			type: this.process,
			instanceUrl: this.url,
		};
		return triggerFor(this.sandbox, setUp);
	}

	/** Restarts n8n: the process loses its memory, and the database stays as it is. */
	restart(): void {
		this.process = freshProcess(this.sleep);
		const active = this.workflows.filter((_workflow, number) => this.isActive(number));
		this.paths.clear();
		for (const workflow of this.workflows) {
			workflow.harness = this.load(workflow, workflow.harness.staticData);
			if (active.includes(workflow)) this.paths.set(pathOf(workflow), { ...workflow, isTest: false });
		}
	}

	private workflow(number: number): Workflow {
		const workflow = this.workflows[number];
		if (workflow === undefined) throw new Error(`There is no workflow ${number}`);
		return workflow;
	}

	/** The webhook URL of a workflow. */
	addressOf(number: number, isTest = false): string {
		return `${this.url.slice(0, -1)}${pathOf(this.workflow(number), isTest)}`;
	}

	isActive(number: number): boolean {
		return this.paths.has(pathOf(this.workflow(number)));
	}

	staticDataOf(number: number): IDataObject {
		return this.workflow(number).harness.staticData;
	}

	/** The webhook URLs that are registered in n8n. */
	get addresses(): string[] {
		return [...this.paths.keys()].map((path) => `${this.url.slice(0, -1)}${path}`);
	}

	/** Activates as n8n does: up to five tries. If all fail, new static data is dropped. @returns whether one worked */
	async activate(number: number): Promise<boolean> {
		const { harness } = this.workflow(number);
		const before = harness.staticData;
		const path = pathOf(this.workflow(number));
		this.paths.set(path, { number, harness, isTest: false });
		for (let attempt = 1; attempt <= 5; attempt++) {
			try {
				await harness.activate();
				return true;
			} catch (error) {
				this.refusal = error instanceof Error ? error.message : '';
				await harness.deactivate().catch(() => undefined);
			}
		}
		this.paths.delete(path);
		harness.staticData = before;
		return false;
	}

	/** Deactivates as n8n does: up to three tries. If all fail, n8n goes on anyway. @returns whether one worked */
	async deactivate(number: number): Promise<boolean> {
		const { harness } = this.workflow(number);
		let isDone = false;
		for (let attempt = 1; attempt <= 3 && !isDone; attempt++) {
			isDone = await harness.deactivate().then(
				() => true,
				() => false,
			);
		}
		this.paths.delete(pathOf(this.workflow(number)));
		return isDone;
	}

	/** Listens for a test event. */
	async listen(number: number): Promise<void> {
		const { harness } = this.workflow(number);
		harness.testStaticData = {};
		this.paths.set(pathOf(this.workflow(number), true), { number, harness, isTest: true });
		await harness.activate(LISTENING);
	}

	async stopListening(number: number): Promise<void> {
		await this.workflow(number).harness.deactivate(LISTENING_ENDS);
		this.paths.delete(pathOf(this.workflow(number), true));
	}

	async close(): Promise<void> {
		await this.server.close();
	}
}

const pathOf = ({ webhookId }: Workflow, isTest = false) => `/webhook${isTest ? '-test' : ''}/${webhookId}/webhook`;
