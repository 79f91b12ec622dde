import type { RecordPlan } from '../../../../nodes/core/operation/operation';
import { runPayoutReference } from '../../../../nodes/core/payout/payoutReference';
import type { JsonObject } from '../../../../nodes/core/domain/json';
import { ItemStopped } from '../../../../nodes/core/service/failure';
import { BASE_URL, rowOf } from '../fixture';
import type { Process } from './time';
import type { World } from './world';

/** How long a person waits after anything happened to a payment before deciding what became of it. */
export const PATIENCE = 300_000;

/** Whoever looks after the payouts, in executions of their own: what the docs tell them to do. */
export class Person {
	private visits = 0;

	constructor(
		private readonly world: World,
		private readonly process: () => Process,
		private readonly patience = PATIENCE,
	) {}

	/** One operation on the record. Null where it was refused or failed. */
	async act(operation: RecordPlan): Promise<JsonObject | null> {
		const process = this.process();
		const actor = `a person, ${this.visits++}`;
		const store = await this.world.openStore(process, actor);
		const service = this.world.service(process, actor, () => {
			throw new Error('a person pays nothing by hand');
		});
		const memory = { executionId: actor, nodeName: 'By hand', flow: {} };
		try {
			return await runPayoutReference(operation, { store, baseUrl: BASE_URL, service, memory });
		} catch (error) {
			if (error instanceof ItemStopped) return null;
			throw error;
		}
	}

	/**
	 * docs/money.md#after-an-unknown-outcome: once the execution that sent it has ended, looks for the payment
	 * at the service, then marks it as paid or releases it.
	 */
	async settle(reference: string): Promise<void> {
		if (this.isBusy(reference)) return;
		const found = await this.act({ action: 'check', reference });
		if (found?.state !== 'unknown' || this.isBusy(reference)) return;
		const paid = this.findPaid(reference);
		if (paid === null) await this.act({ action: 'release', reference, releasePaid: false });
		else if ((await this.act({ action: 'markPaid', reference, transactionId: paid })) === null)
			// An attempt that broke off may have named the transaction already.
			await this.act({ action: 'markPaid', reference, transactionId: null });
	}

	private isBusy(reference: string): boolean {
		const { world } = this;
		if ([...world.running.values()].some((references) => references.has(reference))) return true;
		return world.bank.requests.some(
			(request) => request.reference === reference && request.at > world.driver.now - this.patience,
		);
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
				database.has(`${key}${generation}:id:${request.identity}`),
		);
		return found === undefined ? null : `tx-${found.number}`;
	}
}
