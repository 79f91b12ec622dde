import type { RecordPlan } from '../../../../nodes/core/operation/operation';
import { runPayoutReference } from '../../../../nodes/core/payout/reference/payoutReference';
import type { JsonObject } from '../../../../nodes/core/domain/json';
import { ItemStopped } from '../../../../nodes/core/service/failure';
import { ACCOUNT, MONEY, rowOf } from '../rows';
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

/** Somebody who looks after the payouts, in executions of their own: what the docs tell them to do. */
export class Person {
	private visits = 0;

	constructor(
		private readonly world: World,
		private readonly process: () => Process,
		private readonly name: string,
		private readonly habits: Habits,
	) {}

	/** One operation on the record. Null where it was refused or failed. */
	async act(operation: RecordPlan, actor = this.visit()): Promise<JsonObject | null> {
		const process = this.process();
		const store = await this.world.openStore(process, actor);
		const service = this.world.service(process, actor, () => {
			throw new Error('a person pays nothing by hand');
		});
		const memory = { executionId: actor, nodeName: 'By hand', flow: {} };
		try {
			return await runPayoutReference(operation, { store, money: MONEY, service, memory });
		} catch (error) {
			if (error instanceof ItemStopped) return null;
			throw error;
		}
	}

	/**
	 * docs/reference/unknown.md#after-an-unknown-outcome: once the execution that sent it has ended, asks for the claim, looks
	 * for the payment at the service, and after a while marks that claim as paid or releases it. What is too early
	 * is left for another visit. Whoever else does the same is not asked.
	 */
	async settle(reference: string): Promise<void> {
		if (this.isRunning(reference)) return;
		const by = this.visit();
		const found = await this.act({ do: 'check', reference }, by);
		if (found?.state !== 'unknown' || typeof found.claim !== 'string' || this.isRunning(reference)) return;
		const own = this.habits.waits === undefined ? null : this.world.givenClaim(reference);
		if (this.habits.waits !== undefined) await this.world.sleep(this.process(), this.name, this.habits.waits);
		const claim = own ?? found.claim;
		this.world.onEvent({ kind: 'given', by, reference, claim });
		const paid = this.findPaid(reference);
		this.world.onEvent({ kind: 'seen', by, reference, found: paid !== null });
		await this.world.sleep(this.process(), this.name, this.habits.pause());
		if (paid === null) await this.release(reference, claim, false, by, own !== null || this.habits.early === true);
		else if ((await this.act({ do: 'markPaid', reference, claim, transactionId: paid }, by)) === null)
			// An attempt that broke off may have named the transaction already.
			await this.act({ do: 'markPaid', reference, claim, transactionId: null }, by);
	}

	/** Frees what is open under a reference without a look at the service. */
	async releaseUnseen(reference: string, releasePaid: boolean): Promise<void> {
		const found = await this.act({ do: 'check', reference });
		if (typeof found?.claim === 'string') await this.release(reference, found.claim, releasePaid);
	}

	/** The same for marking it as paid. */
	async markUnseen(reference: string): Promise<void> {
		const found = await this.act({ do: 'check', reference });
		if (typeof found?.claim !== 'string') return;
		await this.act({ do: 'markPaid', reference, claim: found.claim, transactionId: null });
	}

	private async release(
		reference: string,
		claim: string,
		releasePaid: boolean,
		by = this.visit(),
		releaseEarly = this.habits.early === true,
	): Promise<void> {
		await this.act({ do: 'release', reference, claim, releaseEarly, releasePaid }, by);
	}

	private visit(): string {
		return `${this.name}, ${this.visits++}`;
	}

	private isRunning(reference: string): boolean {
		return [...this.world.running.values()].some((references) => references.has(reference));
	}

	/** By amount, payee and time, as a dashboard shows payments: what was paid before a release is another one. */
	private findPaid(reference: string): string | null {
		const { database, bank } = this.world;
		const key = rowOf(reference).slice(0, -1);
		let generation = 0;
		while (database.has(`${key}${generation}:released`) || database.has(`${key}${generation}:refused`)) generation += 1;
		const found = bank.requests.find(
			(request) =>
				request.paid &&
				request.reference === reference &&
				request.generation === generation &&
				database.rows.get(`${key}${generation}:account:${ACCOUNT}`)?.mode === request.identity,
		);
		return found === undefined ? null : `tx-${found.number}`;
	}
}
