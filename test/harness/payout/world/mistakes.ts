import { MINUTE_MS } from '../../../../nodes/core/domain/dateTime';
import type { MoneyKind } from '../../../../nodes/core/domain/money';
import { NOT_KNOWN } from '../../../../nodes/core/payees/account';
import type { PaymentPlan } from '../../../../nodes/core/payout/plan';
import { MEMORY_KEY, type ExecutionContexts } from '../../../../nodes/core/payout/memory';
import { AccountBinding, type Standing } from '../../../../nodes/core/record/accountBinding';
import {
	PayoutRecord,
	type Claimed,
	type ReferenceState,
	type SettledSince,
} from '../../../../nodes/core/record/record';
import { type Inserted, PaymentDays, type RowStore } from '../../../../nodes/core/record/rows';
import type { SendResult, Service } from '../../../../nodes/core/service/service';
import { bindingRow, MONEY } from '../rows';
import type { Mistake } from './world';

/*
 * Mistakes that a developer could make in the connector. Each is planted where the connector meets the simulation: the
 * store, the service, the record or the memory. The judge must find each of them.
 */

/** Mistake: the row is inserted only after the payment was made. */
class RowAfterSend extends PayoutRecord {
	override async claim(reference: string, identity: string): Promise<Claimed> {
		const found = await this.look(reference, identity);
		if (found.kind !== 'free') return found;
		const paid = async () => {
			const claimed = await super.claim(reference, identity);
			if (claimed.kind === 'claimed') await claimed.heldClaim.recordPaid();
		};
		const nothing = async () => undefined;
		const sent = async () => ({ until: Infinity, withheld: null });
		return {
			kind: 'claimed',
			heldClaim: {
				generation: 0,
				announce: sent,
				owns: async () => true,
				recordPaid: paid,
				recordUnpaid: nothing,
				text: () => '',
			},
		};
	}
}

/** Mistake: a reference is recorded without its payment's identity, so a changed payment isn't noticed. */
class WithoutIdentity extends PayoutRecord {
	override async claim(reference: string): Promise<Claimed> {
		return await super.claim(reference, 'any');
	}

	override async look(reference: string, identity?: string) {
		return await super.look(reference, identity && 'any');
	}
}

/** Mistake: a reference that has no rows counts as released. */
class FreeForReleased extends PayoutRecord {
	override async settledSince(reference: string, generation: number): Promise<SettledSince> {
		const state: ReferenceState = await this.check(reference);
		return state === 'free' ? 'released' : await super.settledSince(reference, generation);
	}
}

/** Mistake: a claim takes two steps. It looks for the row, then inserts it and ignores the insert's result. */
function looksThenInserts(rows: RowStore): RowStore {
	const insert = async (key: string, owner?: string): Promise<Inserted> => {
		if (await rows.has(key)) return 'exists';
		await rows.insert(key, owner);
		return 'inserted';
	};
	return { ...rows, insert, claim: insert };
}

/** Mistake: if a response is lost, a claim checks the row's owner, which all claims within five minutes share. */
const claimsAsOthers = (rows: RowStore): RowStore => ({
	...rows,
	claim: async (key, owner) => await rows.insert(key, owner),
});

/** Mistake: nothing waits until a payment is recorded as paid, and a failure to record it goes unnoticed. */
class SettledBehind extends PayoutRecord {
	override async claim(...of: Parameters<PayoutRecord['claim']>): Promise<Claimed> {
		const claimed = await super.claim(...of);
		if (claimed.kind !== 'claimed') return claimed;
		const { heldClaim } = claimed;
		const recordPaid = async () => void heldClaim.recordPaid().catch(() => undefined);
		return { kind: 'claimed', heldClaim: { ...heldClaim, recordPaid } };
	}
}

/** Mistake: a gateway time-out (504) counts as a refusal. */
function gatewayRefuses(service: Service): Service {
	return {
		...service,
		send: async (request, settings) => {
			const ending = await service.send(request, settings);
			return ending.httpCode === '504'
				? { ...ending, classified: { ...ending.classified, outcome: 'rejected' } }
				: ending;
		},
	};
}

/** Mistake: after a 429 (too many requests), the payment is sent again in the same run. */
function repeatsLimited(service: Service): Service {
	return {
		...service,
		send: async (request, settings): Promise<SendResult> => {
			const ending = await service.send(request, settings);
			if (ending.httpCode !== '429') return ending;
			await service.clock.sleep(1000);
			return await service.send(request, settings);
		},
	};
}

/** Mistake: refused payments are deleted from the memory, so Retry On Fail sends them again. */
function forgetsRefusals({ flow }: ExecutionContexts): void {
	const entries: Record<string, unknown> = Object(flow[MEMORY_KEY]);
	for (const entryKey of Object.keys(entries))
		if (Object(entries[entryKey]).state === 'rejected') delete entries[entryKey];
}

/** Mistake: a free payment number of the day is looked up, but it isn't noticed if another call takes it first. */
const daysLookedAt = (money: MoneyKind, rows: RowStore) =>
	new PaymentDays(money, {
		...rows,
		insert: async (key) => {
			await rows.insert(key);
			return 'inserted';
		},
	});

/** Mistake: when a payment ends, its row among similar payments is deleted. */
function deletesRows(rows: RowStore): RowStore {
	return {
		...rows,
		insert: async (key, owner) => {
			if (!/:like:.*:over$/.test(key)) return await rows.insert(key, owner);
			await rows.remove(key.replace(/:over$/, ''));
			return 'inserted';
		},
	};
}

/** Mistake: a claim doesn't bind the workflow to the account. It only reads the binding. */
class ClaimBindsNothing extends AccountBinding {
	override async bind(): Promise<Standing> {
		return await this.standing();
	}
}

/** Mistake: when two accounts bind the workflow at once, both count as the first. */
const bindsInTwoSteps = (rows: RowStore): RowStore => ({
	...rows,
	insert: async (key, owner) => {
		const inserted = await rows.insert(key, owner);
		return key.startsWith(BINDING) ? 'inserted' : inserted;
	},
});
const BINDING = bindingRow(0).slice(0, -1);

/** Mistake: an account that Mavapay doesn't name counts as the bound account. */
class NoneIsOwn extends AccountBinding {
	override async standing(): Promise<Standing> {
		const standing = await super.standing();
		return standing.account === NOT_KNOWN ? { ...standing, mayPay: true } : standing;
	}
}

/** Mistake: only the first binding counts. A later one, made by a person, is ignored. */
class FirstBindingCounts extends AccountBinding {
	private readonly first: AccountBinding;

	constructor(...of: ConstructorParameters<typeof AccountBinding>) {
		super(...of);
		const [money, rows, account] = of;
		const has = async (key: string) => key !== bindingRow(1) && (await rows.has(key));
		this.first = new AccountBinding(money, { ...rows, has }, account);
	}

	override async bind(): Promise<Standing> {
		return await this.first.bind();
	}

	override async standing(): Promise<Standing> {
		return await this.first.standing();
	}
}

/** Mistake: when several payments try to insert the same numbered row of a budget, all of them succeed. */
const numbersInTwoSteps = (rows: RowStore): RowStore => ({
	...rows,
	insertNumber: async (key, number, owner) => {
		await rows.insertNumber(key, number, owner);
		return 'inserted';
	},
});

/** Mistake: releasing a payment never gives its amount back to the budgets, even if the service calls it failed. */
class ReleasesReferenceAlone extends PayoutRecord {
	constructor(...of: ConstructorParameters<typeof PayoutRecord>) {
		super(...of);
		this.budgets.giveBack = async () => undefined;
	}
}

/** Mistake: releasing a payment always gives its amount back to the budgets, even if it may have been made. */
class ReleasesBudgets extends PayoutRecord {
	override openClaim(...of: Parameters<PayoutRecord['openClaim']>) {
		const open = super.openClaim(...of);
		const any = Array.from({ length: 100 }, (_, minor) => ({ minor: BigInt(minor + 1), currency: 'NGN' as const }));
		if (open !== null) {
			const release = open.release.bind(open);
			open.release = async (how) => {
				await open.giveBack(any);
				return await release(how);
			};
		}
		return open;
	}
}

/** Mistake: a failed payment's amount is given back only if the key has both budgets, for the day and the month. */
class SettlesOwnBudgets extends PayoutRecord {
	constructor(...of: ConstructorParameters<typeof PayoutRecord>) {
		super(...of);
		const [, , , , limits] = of;
		const hasBoth = limits?.day?.has('NGN') === true && limits.month?.has('NGN') === true;
		if (!hasBoth) this.budgets.giveBack = async () => undefined;
	}
}

/** Mistake: a claim can be released at once, without a waiting time. */
class ReleasesAtOnce extends PayoutRecord {
	override openClaim(...of: Parameters<PayoutRecord['openClaim']>) {
		const open = super.openClaim(...of);
		if (open !== null) open.lookAgainAt = async () => null;
		return open;
	}
}

/** Mistake: when a refusal arrives, nothing checks whether a person marked the payment as paid before. */
const refusedAfterAll = (rows: RowStore): RowStore => ({
	...rows,
	has: async (key) => !key.endsWith(':marked') && (await rows.has(key)),
});

/** Mistake: *Maximum Total* is checked only when an item's turn comes, not before the first payment. */
function totalInTurn(plan: PaymentPlan): PaymentPlan {
	const { settings } = plan;
	let isItsTurn = false;
	const payout = {
		...settings.payout,
		get maximumTotal() {
			return isItsTurn ? settings.payout.maximumTotal : null;
		},
	};
	return {
		...plan,
		settings: { ...settings, payout },
		lookUp: async (service) => {
			isItsTurn = true;
			return await plan.lookUp(service);
		},
	};
}

export const MISTAKES = {
	rowAfterSend: { record: RowAfterSend },
	referenceWithoutIdentity: { record: WithoutIdentity },
	gatewayTakenForRefusal: { service: gatewayRefuses },
	secondAnsweredRequest: { service: repeatsLimited },
	refusalForgotten: { memory: forgetsRefusals },
	freeTakenForReleased: { record: FreeForReleased },
	dayInTwoSteps: { days: daysLookedAt },
	claimInTwoSteps: { rows: looksThenInserts },
	claimAsksWhose: { rows: claimsAsOthers },
	settleNotAwaited: { record: SettledBehind },
	clockBehind: { clockError: (place) => (place < 3 ? -20 * MINUTE_MS : 0) },
	budgetInTwoSteps: { rows: numbersInTwoSteps },
	budgetNotGivenBack: { record: ReleasesReferenceAlone },
	budgetOfOwnKey: { record: SettlesOwnBudgets },
	budgetGivenBackByRelease: { record: ReleasesBudgets },
	releasedAtOnce: { record: ReleasesAtOnce },
	refusedAfterMarked: { rows: refusedAfterAll },
	totalInTurn: { plan: totalInTurn },
	likeRowsDeleted: { rows: deletesRows },
	accountNotAsked: { account: () => async () => NOT_KNOWN },
	claimBindsNothing: { binding: ClaimBindsNothing },
	boundInTwoSteps: { rows: bindsInTwoSteps },
	noneTakenForOwn: { binding: NoneIsOwn },
	firstBindingCounts: { binding: FirstBindingCounts },
	refusedTakenForNone: { account: (ask) => async () => await ask().catch(() => NOT_KNOWN) },
	addressInKeys: { money: ({ host }) => (host.startsWith('gateway') ? 'sandbox' : MONEY) },
} satisfies Record<string, Mistake>;
