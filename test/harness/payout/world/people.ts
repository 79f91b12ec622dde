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

/** How a person goes about it. */
interface Habits {
	/** How long it takes from looking at the service to acting on it, in milliseconds. */
	readonly pause: () => number;
	/** With *Release Early*. */
	readonly early?: boolean;
	/** Waits so long before they look, and then settles the claim that the payment itself gave, where it gave one. */
	readonly waits?: number;
}

/** One visit of a person, and the key of the credential that they choose for it. */
interface Visit {
	readonly by?: string;
	readonly key?: Key;
	/** What that credential allows, if it isn't the one that pays. */
	readonly limits?: BudgetLimits | undefined;
}

/** Somebody who looks after the payouts, in executions of their own: what the docs tell them to do. */
export class Person {
	private visits = 0;

	constructor(
		private readonly world: World,
		private readonly process: () => Process,
		private readonly name: string,
		private readonly habits: Habits,
		/** The key of the credential that they choose. */
		private readonly chosen: () => Key | undefined = () => undefined,
		private readonly limitsOf: () => BudgetLimits | undefined = () => undefined,
	) {}

	/** One operation on the record. Null where it was refused or failed. */
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
	 * docs/how-to/unknown.md#find-out: once the execution that sent it has ended, asks for the claim, looks
	 * for the payment at the service, and after a while marks that claim as paid or releases it. What is too early
	 * is left for another visit. Whoever else does the same is not asked.
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
			// An attempt that broke off may have named the transaction already, or it is of an account before this one.
			await this.act({ do: 'markPaid', reference, claim, transactionId: null }, visit);
	}

	/** Lets the workflow pay from the account of a key: docs/reference/outcomes.md#one-account. */
	async changeAccount(key: Key): Promise<void> {
		const visit = { by: this.visit(), key };
		for (const step of ['halt', 'changeAccount', 'resume'] as const)
			await this.act({ do: step, reference: null }, visit);
	}

	/** Frees what is open under a reference without a look at the service. */
	async releaseUnseen(reference: string, releasePaid: boolean, early = this.habits.early === true): Promise<void> {
		const found = await this.act({ do: 'check', reference });
		if (typeof found?.claim === 'string') await this.release({ reference, claim: found.claim, releasePaid }, {}, early);
	}

	/** Marks as paid what is open under a reference, if it was. */
	async markFound(reference: string): Promise<void> {
		if (this.findPaid(reference) !== null) await this.markUnseen(reference);
	}

	/** The same without a look. */
	async markUnseen(reference: string): Promise<void> {
		const found = await this.act({ do: 'check', reference });
		if (typeof found?.claim !== 'string') return;
		await this.act({ do: 'markPaid', reference, claim: found.claim, transactionId: null });
	}

	/** The release of a payment whose own transaction failed; false where there is none, or it was refused. */
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
	 * Finds a payment by amount, payee and time, as the dashboards of all accounts do. A payment made before a release
	 * doesn't count.
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
