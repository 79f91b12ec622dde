/** An n8n with several workflows that start with the trigger, each in its own state, behind one address. */
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
	/** The same workflow as the present process has it. */
	harness: TriggerHarness;
}

export class Instance {
	private readonly workflows: Workflow[] = [];
	/** The webhook paths that n8n answers at. */
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

	/** `process` is one that runs already: what it remembers of other instances, of other addresses, is nothing to this one. */
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

	/** A workflow, not active yet. @returns its number */
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

	/** Stops, and starts again: what the process remembered is gone, what the database holds is not. */
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

	/** The address that events of a workflow go to. */
	addressOf(number: number, isTest = false): string {
		return `${this.url.slice(0, -1)}${pathOf(this.workflow(number), isTest)}`;
	}

	isActive(number: number): boolean {
		return this.paths.has(pathOf(this.workflow(number)));
	}

	staticDataOf(number: number): IDataObject {
		return this.workflow(number).harness.staticData;
	}

	/** The addresses that are answered at. */
	get addresses(): string[] {
		return [...this.paths.keys()].map((path) => `${this.url.slice(0, -1)}${path}`);
	}

	/** Activates as n8n does: up to five tries; what a failed one noted is thrown away. @returns whether it is active */
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

	/** Deactivates as n8n does: up to three tries, and then it goes on all the same. @returns whether one ended well */
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
