/** Pays three items while some requests meet faults, and reads the ledger and the record afterwards. */
import { sleptWaits, interceptRequests } from './fakeTransport';
import type { IExecuteFunctions, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { isObject } from '../../../../nodes/core/domain/json';
import { PayoutRecord } from '../../../../nodes/core/record/record';
import { startNode, type RunNodeOptions, type RunNodeResult } from '../../../harness/engine';
import type { MatrixFault } from './faults';
import type { Item, Step, Scenario } from './scenarios';
import { at } from '../../../cases/case';
import { unbound } from '../../../harness/payout/rows';
import { mavapayType, surroundings, useSandbox } from '../../../harness/engine/mavapay';

/** A fault, and the requests it meets. */
export interface Meeting {
	item: number;
	step: Step;
	fault: MatrixFault;
	times: number;
}

export interface Counts {
	/** How many quote requests (`before`) and payment requests (`payments`) were sent for each item. */
	before: number[];
	payments: number[];
	/** Quotes the service gave for the items, in order. */
	quotes: Array<{ id: string; item: number }>;
}

type Settings = Partial<Pick<RunNodeOptions, 'onError' | 'retryOnFail'>> & {
	onUnknown?: 'stop' | 'continue';
	parameters?: INodeParameters;
	options?: INodeParameters;
	/** Called before each further try with the data that the node is about to see. */
	betweenTries?: (items: INodeExecutionData[]) => void;
};

export type RecordState = 'free' | 'accepted' | 'unknown';

const WORKFLOW = 'workflow-under-test';

/** The node, and a way to wait for its real end: n8n doesn't wait for a cancelled node. */
function trackedNode(betweenTries: Settings['betweenTries']): { type: INodeType; ended: () => Promise<void> } {
	const runs: Array<Promise<unknown>> = [];
	const execute = async function (this: IExecuteFunctions) {
		if (runs.length > 0) betweenTries?.(this.getInputData());
		const run = mavapayType.execute.call(this);
		runs.push(run);
		return await run;
	};
	return {
		type: Object.create(mavapayType, { execute: { value: execute } }),
		ended: async () => void (await Promise.allSettled(runs)),
	};
}

/** Starts a sandbox for a test file, and runs the scenario's payment against it. */
export function useFixture(scenario: Scenario) {
	const service = useSandbox({ seed: scenario.name });
	afterEach(() => interceptRequests(null));

	async function execute(items: Item[], meetings: Meeting[] = [], settings: Settings = {}) {
		const { sandbox } = service;
		const counts: Counts = { before: [0, 0, 0], payments: [0, 0, 0], quotes: [] };
		const quoteItems = new Map<string, number>();
		const open = meetings.map((meeting) => ({ ...meeting }));
		const raw = { arrived: 0 };
		const node = trackedNode(settings.betweenTries);
		const running: { cancel?: () => void } = {};
		interceptRequests(async (request, send) => {
			const step = scenario.stepOf(request, items, quoteItems);
			if (step === null) return await send(null);
			const tally = step.step === 'before' ? counts.before : counts.payments;
			tally[step.item] = (tally[step.item] ?? 0) + 1;
			const met = open.find((one) => one.item === step.item && one.step === step.step && one.times > 0);
			if (met !== undefined) met.times -= 1;
			const interception = {
				sandbox,
				send,
				cancel: () => running.cancel?.(),
				arrived: (passedOn: boolean) => void (raw.arrived += passedOn ? 0 : 1),
			};
			const ending = met === undefined ? await send(null) : await met.fault.take(interception);
			const data: unknown = ending.kind === 'response' ? at(ending.body, 'data') : undefined;
			if (step.step === 'before' && isObject(data) && typeof data.id === 'string') {
				quoteItems.set(data.id, step.item);
				counts.quotes.push({ id: data.id, item: step.item });
			}
			return ending;
		});
		const logged = sandbox.requests.length;
		const { onError = 'continueRegularOutput', retryOnFail = false, onUnknown = 'continue' } = settings;
		const started = startNode({
			...surroundings(sandbox),
			type: node.type,
			parameters: {
				...scenario.parameters,
				...settings.parameters,
				options: { ...Object(scenario.parameters.options), onUnknown, ...settings.options },
			},
			items,
			onError,
			retryOnFail,
			maxTries: 3,
		});
		running.cancel = started.cancel;
		const result = await started.finished;
		await node.ended();
		const inSandbox = sandbox.requests.slice(logged).filter(({ method, path, rawBody }) => {
			if (method !== 'POST') return false;
			return scenario.stepOf({ method, path, body: { raw: rawBody } }, items, quoteItems) !== null;
		});
		return { result, counts, arrived: inSandbox.length + raw.arrived, waits: sleptWaits().length };
	}

	return {
		service,
		execute,
		paidTimes: (items: Item[]) =>
			items.map((item) => scenario.paid(service.sandbox, item).filter(({ status }) => status !== 'FAILED').length),
		/** The state of an item's reference in the record. */
		recordOf: async ({ id }: Pick<Item, 'id'>): Promise<RecordState> => {
			const { store } = service;
			const never = () => Promise.reject(new Error('looking changes nothing'));
			const has = async (key: string) => store.keys(WORKFLOW).includes(key);
			const rows = {
				has,
				numberIn: async (key: string) => ((await has(key)) ? 1 : 0),
				insert: never,
				claim: never,
				insertNumber: never,
				isOf: never,
				remove: never,
			};
			const state = await new PayoutRecord('sandbox', rows, () => Date.now(), unbound()).check(id);
			return state === 'paid' ? 'accepted' : state;
		},
	};
}

export const outcomesOf = ({ success }: RunNodeResult) =>
	success.map(({ json }) => at(json, 'payout', 'outcome') ?? at(json, 'details', 'outcome'));
