/** Shared by the trigger's tests: runs the trigger against the sandbox, in this process or a new one. */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import * as zod from 'zod/mini';
import * as n8nWorkflow from 'n8n-workflow';
import type { IDataObject, INode, INodeParameters, INodeType, IWorkflowSettings } from 'n8n-workflow';
import { MavapayApi } from '../../../credentials/MavapayApi.credentials';
import { MavapayTrigger } from '../../../nodes/MavapayTrigger/MavapayTrigger.node';
import type { Sandbox } from '../../../sandbox';
import { INSTANCE_URL, MemoryDeduplicator, TriggerHarness, useDeduplication, type StoreHooks } from './';
import { credentialOf } from './mavapay';

export const WEBHOOK_ID = '7b1c9f6e-3f57-4c39-8d0a-0d5b6c1c2a10';
export const PRODUCTION_URL = `${INSTANCE_URL}webhook/${WEBHOOK_ID}/webhook`;
export const TEST_URL = `${INSTANCE_URL}webhook-test/${WEBHOOK_ID}/webhook`;

export interface SetUp {
	parameters?: INodeParameters;
	/** Overrides fields of the sandbox's credential. */
	credential?: IDataObject;
	staticData?: IDataObject;
	/** Triggers of different workflows share no memory within the process. */
	workflowId?: string;
	webhookId?: string;
	node?: Partial<INode>;
	settings?: IWorkflowSettings;
	instanceUrl?: string;
	/** The trigger as loaded in another process; see `freshProcess`. */
	type?: INodeType;
}

let workflows = 0;

/** A workflow ID that no other test uses, so that the trigger remembers nothing of the workflow. */
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
		credentials: { mavapayApi: credentialOf(sandbox, credential) as never },
		workflowId,
		staticData,
	});
}

/** The trigger as loaded in a new process, without this process's memory. `sleep` replaces n8n's. */
export function freshProcess(sleep = n8nWorkflow.sleep): INodeType {
	let type: INodeType | undefined;
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => ({ ...n8nWorkflow, sleep }));
		// Reused, because zod remembers nothing and takes longer to load than all the rest.
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

/** Sets an empty store for the trigger's event rows, in place of n8n's database. */
export async function useRows(hooks: StoreHooks = {}): Promise<MemoryDeduplicator> {
	const store = new MemoryDeduplicator(hooks);
	await useDeduplication(store);
	return store;
}

/** Collects the lines that nodes write to n8n's log. */
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
 * Makes the `nth` request from now on time out as soon as the sandbox has received it, without a wait. No other request
 * times out. Call the returned function at the end.
 */
export function timingOut({ requests }: Pick<Sandbox, 'requests'>, nth = 1): () => void {
	const due = requests.length + nth;
	let latest = new AbortController();
	const real = AbortSignal.timeout.bind(AbortSignal);
	const spy = jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		// The sandbox pings the webhook after it has received the request. The ping also sets a time-out, which stays real.
		if (requests.length >= due) return real(milliseconds);
		latest = new AbortController();
		return latest.signal;
	});
	const looking = setInterval(() => {
		if (requests.length < due) return;
		clearInterval(looking);
		latest.abort(new DOMException('The operation timed out.', 'TimeoutError'));
	}, 1);
	return () => {
		clearInterval(looking);
		spy.mockRestore();
	};
}
