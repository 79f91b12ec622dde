import type { BudgetLimits } from '../../../../nodes/core/domain/budget';
import { ExecutionMemory } from '../../../../nodes/core/payout/memory';
import type { RecordPlan } from '../../../../nodes/core/payout/plan';
import { runPayoutReference } from '../../../../nodes/core/payout/reference/payoutReference';
import type { JsonObject } from '../../../../nodes/core/domain/json';
import { ItemStopped } from '../../../../nodes/core/service/failure';
import { MONEY, rowOf } from '../rows';
import type { Key } from './keys';
import type { Process } from './time';
import type { World } from './world';

/** How a simulated person acts. */
interface Habits {
	/** The time between checking the service and acting on the result, in milliseconds. */
	readonly pause: () => number;
	/** Whether the person uses *Release Early*. */
	readonly early?: boolean;
	/**
	 * How long the person waits before checking the service, in milliseconds. They then settle the claim that the
	 * payment reported, if it reported one.
	 */
	readonly waits?: number;
}

/** A person's visit to n8n: the visit's name, and the key and limits of the credential that the person chooses. */
interface Visit {
	readonly by?: string;
	readonly key?: Key;
	/** The budgets of the chosen credential, if it isn't the one that pays. */
	readonly limits?: BudgetLimits | undefined;
}

/** A person who looks after payouts as the docs say. Each operation is a separate execution. */
export class Person {
	private visits = 0;

	constructor(
		private readonly world: World,
		private readonly process: () => Process,
		private readonly name: string,
		private readonly habits: Habits,
		/** Chooses the key of the credential for an operation. */
		private readonly chosen: () => Key | undefined = () => undefined,
		private readonly limitsOf: () => BudgetLimits | undefined = () => undefined,
	) {}

	/** Runs one operation on the record; null if it was refused or failed. */
	async act(
		operation: RecordPlan,
		{ by: actor = this.visit(), key = this.chosen(), limits = this.limitsOf() }: Visit = {},
	): Promise<JsonObject | null> {
		const process = this.process();
		const describe = () => {
			throw new Error('a person pays nothing by hand');
		};
		const service = this.world.service(process, actor, describe, { key });
		const memory = () => new ExecutionMemory({ executionId: actor, nodeName: 'By hand', flow: {} });
		try {
			const store = await this.world.openStore(process, actor, { limits, ...(key && { key }) });
			return await runPayoutReference(operation, { store, money: MONEY, service, memory, timeZone: 'UTC' });
		} catch (error) {
			if (error instanceof ItemStopped) return null;
			throw error;
		}
	}

	/**
	 * Follows docs/how-to/unknown.md#find-out. After the execution that sent the payment has ended, the person asks for
	 * the claim and looks for the payment at the service. After a pause, they mark the claim as paid or release it. A
	 * claim that can't be released yet is left for another visit. Two people can do this at once: neither asks the other.
	 */
	async settle(reference: string): Promise<void> {
		if (this.isRunning(reference)) return;
		const by = this.visit();
		const key = this.chosen();
		const visit = { by, ...(key && { key }) };
		const found = await this.act({ do: 'check', reference }, visit);
		if (found?.state !== 'unknown' || typeof found.claim !== 'string' || this.isRunning(reference)) return;
		const own = this.habits.waits === undefined ? null : this.world.givenClaim(reference);
		if (this.habits.waits !== undefined) await this.world.sleep(this.process(), this.name, this.habits.waits);
		const claim = own ?? found.claim;
		this.world.onEvent({ kind: 'given', by, reference, claim });
		const paid = this.findPaid(reference);
		this.world.onEvent({ kind: 'seen', by, reference, found: paid !== null });
		await this.world.sleep(this.process(), this.name, this.habits.pause());
		if (paid === null) {
			const early = own !== null || this.habits.early === true;
			const release = { reference, claim, releasePaid: false };
			if (!(await this.releaseFailed(release, visit, early))) await this.release(release, visit, early);
		} else if ((await this.act({ do: 'markPaid', reference, claim, transactionId: paid }, visit)) === null)
			// Tries again without the transaction, which may belong to the previous account or be named by an earlier try.
			await this.act({ do: 'markPaid', reference, claim, transactionId: null }, visit);
	}

	/** Lets the workflow pay from the account of a key: docs/reference/outcomes.md#one-account. */
	async changeAccount(key: Key): Promise<void> {
		const visit = { by: this.visit(), key };
		for (const step of ['halt', 'changeAccount', 'resume'] as const)
			await this.act({ do: step, reference: null }, visit);
	}

	/** Releases a reference's open claim without checking the service. */
	async releaseUnseen(reference: string, releasePaid: boolean, early = this.habits.early === true): Promise<void> {
		const found = await this.act({ do: 'check', reference });
		if (typeof found?.claim === 'string') await this.release({ reference, claim: found.claim, releasePaid }, {}, early);
	}

	/** Marks a reference's open claim as paid if the payment is found at the service. */
	async markFound(reference: string): Promise<void> {
		if (this.findPaid(reference) !== null) await this.markUnseen(reference);
	}

	/** Marks a reference's open claim as paid without checking the service. */
	async markUnseen(reference: string): Promise<void> {
		const found = await this.act({ do: 'check', reference });
		if (typeof found?.claim !== 'string') return;
		await this.act({ do: 'markPaid', reference, claim: found.claim, transactionId: null });
	}

	/** Releases a payment by naming its failed transaction. False if none failed, or the release was refused. */
	private async releaseFailed(
		release: Pick<RecordPlan & { do: 'release' }, 'reference' | 'claim' | 'releasePaid'>,
		visit: Visit,
		releaseEarly: boolean,
	): Promise<boolean> {
		const generation = this.generationOf(release.reference);
		const failed = this.world.bank.requests.find(
			(one) => one.reference === release.reference && one.generation === generation && one.end === 'failed',
		);
		if (failed === undefined) return false;
		const transactionId = `tx-${failed.number}`;
		if ((await this.act({ do: 'release', releaseEarly, ...release, transactionId }, visit)) === null) return false;
		this.world.givenBack.add(failed);
		return true;
	}

	private async release(
		release: Pick<RecordPlan & { do: 'release' }, 'reference' | 'claim' | 'releasePaid'>,
		visit: Visit = {},
		releaseEarly = this.habits.early === true,
	): Promise<void> {
		await this.act({ do: 'release', releaseEarly, ...release }, visit);
	}

	private visit(): string {
		return `${this.name}, ${this.visits++}`;
	}

	private generationOf(reference: string): number {
		const key = rowOf(reference).slice(0, -1);
		const isOver = (one: number) =>
			['released', 'refused'].some((mark) => this.world.database.has(`${key}${one}:${mark}`));
		let generation = 0;
		while (isOver(generation)) generation += 1;
		return generation;
	}

	private isRunning(reference: string): boolean {
		return [...this.world.running.values()].some((references) => references.has(reference));
	}

	/**
	 * Looks for a payment by amount, payee and time, as a person does on the dashboards of all accounts. A payment made
	 * before the reference was released doesn't count.
	 */
	private findPaid(reference: string): string | null {
		const { database, bank } = this.world;
		const key = rowOf(reference).slice(0, -1);
		const generation = this.generationOf(reference);
		const found = bank.requests.find(
			(request) =>
				request.paid &&
				request.reference === reference &&
				request.generation === generation &&
				database.rows.get(`${key}${generation}:identity`)?.mode === request.identity,
		);
		return found === undefined ? null : `tx-${found.number}`;
	}
}
