/** The payments of a simulation: runs of a node, their payment plans, and facts about their requests. */
import type { JsonObject } from '../../../../nodes/core/domain/json';
import { normaliseReference } from '../../../../nodes/core/payees/paymentIdentity';
import { identityOf as sealedIdentity } from '../../../../nodes/core/payout/sealedPayment';
import { entryKeyOf, type ExecutionMemory, MEMORY_KEY } from '../../../../nodes/core/payout/memory';
import { unsentEnds } from '../../../../nodes/core/payout/ends';
import type { PlannedItem, RefusedItem, RunResult } from '../../../../nodes/core/payout/runTypes';
import type { PaymentDays } from '../../../../nodes/core/record/rows';
import { identityDigestOf } from '../../../../nodes/core/record/record';
import { ItemStopped, refuse } from '../../../../nodes/core/service/failure';
import { NGN, plan } from '../plans';
import { MONEY } from '../rows';
import type { Sent } from './bank';
import type { ItemSpec, Settings, ToolCall } from './specs';
import type { Process } from './time';

export interface Life {
	readonly name: string;
	readonly executionId: string;
	readonly process: Process;
	readonly node: Record<string, unknown>;
	readonly flow: Record<string, unknown>;
}

/** One run of a node: its execution, its settings and its limits. */
export interface NodeRun {
	readonly life: Life;
	readonly nodeName: string;
	readonly node: Record<string, unknown>;
	readonly settings: Settings;
	readonly asTool: boolean;
	/** Whether the list is over *Maximum Total* when this reference is sent. Payments claimed elsewhere don't count. */
	readonly isOverTotal: (reference: string) => boolean;
	/** The day that the connector asked for last, and how many payments it allows; null without a daily limit. */
	readonly perDay: { day: string; readonly most: number } | null;
	readonly cancelled: () => boolean;
}

/** @param day `day 1`, `day 2` and so on */
export function toolReference(day: string, { destination, amount }: Pick<ToolCall, 'destination' | 'amount'>): string {
	const date = new Date(Date.UTC(2026, 0, Number(day.slice('day '.length)))).toISOString().slice(0, 10);
	return `agent ${date} ${destination} ${amount} NGN`;
}

export function referencesOf(items: readonly ItemSpec[]): ReadonlySet<string> {
	const names = items.map(({ reference }) => normaliseReference(reference));
	return new Set(names.flatMap((name) => [name, `${name}-changed`]));
}

export function copyOf({ node, flow }: Pick<Life, 'node' | 'flow'>): {
	node: Record<string, unknown>;
	flow: Record<string, unknown>;
} {
	return JSON.parse(JSON.stringify({ node, flow }));
}

export function isListOverTotal(items: readonly ItemSpec[], { maximumTotal }: Settings): boolean {
	const total = items.reduce((sum, { amount }) => sum + amount, 0n);
	return maximumTotal !== null && total > maximumTotal;
}

export function identityOf(made: ReturnType<typeof plan>): string {
	return identityDigestOf(MONEY, sealedIdentity(made.sealed));
}

export function paying(spec: ItemSpec, { settings, perDay }: NodeRun, at: { key: string | null; item: string }) {
	const { reference, destination, amount, before, isLike = false, allowRepeats = false } = spec;
	const made = plan({
		destination,
		amount: NGN(amount),
		onUnknown: settings.onUnknown,
		looksUp: before === undefined ? 'nothing' : before === 'quote' ? 'inTurn' : 'ahead',
		isLike,
		payout: { ...settings, reference, allowRepeats, paymentsPerDay: perDay?.most ?? null },
		lookUp: async (service) => {
			if (before === 'quote') await service.write({ method: 'POST', path: '/quote' });
			else if (before !== undefined) await service.read({ method: 'GET', path: '/enquiry' });
			if (before === 'refusedByEnquiry') throw new ItemStopped(refuse('The name is another one', '').failure);
			return {};
		},
	});
	const identity = identityOf(made);
	const entryKey = entryKeyOf(at.key, identity);
	const paid = { reference, destination, identity, amount: String(amount), isLike, allowRepeats };
	const body: JsonObject = { item: at.item, entryKey, ...paid };
	return {
		...made,
		lookUp: async (service: Parameters<typeof made.lookUp>[0]) => ({
			...(await made.lookUp(service)),
			request: { method: 'POST' as const, path: '/withdraw', body },
		}),
	};
}

/** Sets `perDay.day` to the day for which the connector last reserved a payment. The judge counts it on that day. */
export function notesDay(days: PaymentDays, { perDay }: NodeRun): void {
	const take = days.take.bind(days);
	days.take = async (day, most) => {
		if (perDay !== null) perDay.day = day;
		return await take(day, most);
	};
}

/** The facts of a request that is sent, from its body and from the execution's memory. */
export function sentBy(
	{ life, nodeName, asTool, perDay, settings, isOverTotal }: NodeRun,
	{ attempt, payer, body }: { readonly body: JsonObject } & Pick<Sent, 'attempt' | 'payer'>,
): Sent {
	const entry = Object(life.flow[MEMORY_KEY])[`${JSON.stringify(nodeName)} ${String(body.entryKey)}`];
	const { generation } = Object(Object(entry).payment);
	return {
		attempt,
		item: String(body.item),
		execution: life.name,
		executionId: life.executionId,
		actor: life.name,
		node: nodeName,
		asTool,
		payer,
		perDay: perDay === null ? null : { ...perDay },
		stops: settings.onUnknown === 'stop',
		atOnce: settings.payoutsInParallel,
		isOverTotal: isOverTotal(normaliseReference(String(body.reference))),
		reference: typeof body.reference === 'string' ? normaliseReference(body.reference) : null,
		generation: typeof generation === 'number' ? generation : null,
		destination: String(body.destination),
		identity: String(body.identity),
		amount: BigInt(String(body.amount)),
		isLike: body.isLike === true,
		mayRepeat: body.allowRepeats === true,
	};
}

type Item = { readonly planned: PlannedItem | RefusedItem };

/** The result of a run that couldn't open the record: each item fails with the error. */
export function unsent(items: readonly Item[], memory: ExecutionMemory, error: unknown): RunResult {
	if (!(error instanceof ItemStopped)) throw error;
	const { failure } = error;
	return {
		results: unsentEnds(
			items.map(({ planned }) => ({ ...planned, failure })),
			memory,
		),
		hints: [],
	};
}
