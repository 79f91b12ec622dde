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
 * Mistakes that somebody could make in the connector, planted where it meets the world: the store, the
 * service, the record and the memory. Each is to be found by the judge.
 */

/** The row is made once the payment was made, as a list of what was done would have it. */
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

/** A reference is known, but not what it stands for. */
class WithoutIdentity extends PayoutRecord {
	override async claim(reference: string): Promise<Claimed> {
		return await super.claim(reference, 'any');
	}

	override async look(reference: string, identity?: string) {
		return await super.look(reference, identity && 'any');
	}
}

/** Nothing in the record is taken for a release. */
class FreeForReleased extends PayoutRecord {
	override async settledSince(reference: string, generation: number): Promise<SettledSince> {
		const state: ReferenceState = await this.check(reference);
		return state === 'free' ? 'released' : await super.settledSince(reference, generation);
	}
}

/** Looks whether there is a row, then inserts it, whatever came of that: the claim is two steps. */
function looksThenInserts(rows: RowStore): RowStore {
	const insert = async (key: string, owner?: string): Promise<Inserted> => {
		if (await rows.has(key)) return 'exists';
		await rows.insert(key, owner);
		return 'inserted';
	};
	return { ...rows, insert, claim: insert };
}

/** A claim asks whose its row is, as other rows do: all who claim within five minutes have one name. */
const claimsAsOthers = (rows: RowStore): RowStore => ({
	...rows,
	claim: async (key, owner) => await rows.insert(key, owner),
});

/** Nobody waits for the record to say that a payment is paid, nor hears that it couldn't. */
class SettledBehind extends PayoutRecord {
	override async claim(...of: Parameters<PayoutRecord['claim']>): Promise<Claimed> {
		const claimed = await super.claim(...of);
		if (claimed.kind !== 'claimed') return claimed;
		const { heldClaim } = claimed;
		const recordPaid = async () => void heldClaim.recordPaid().catch(() => undefined);
		return { kind: 'claimed', heldClaim: { ...heldClaim, recordPaid } };
	}
}

/** A gateway's time-out is taken for a refusal. */
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

/** Too many requests: sent again a little later, in the same run. */
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

/** What was refused is not remembered, so that Retry On Fail sends it again. */
function forgetsRefusals({ flow }: ExecutionContexts): void {
	const entries: Record<string, unknown> = Object(flow[MEMORY_KEY]);
	for (const entryKey of Object.keys(entries))
		if (Object(entries[entryKey]).state === 'rejected') delete entries[entryKey];
}

/** Which places of a day are free is looked at first, and what the insert says is not. */
const daysLookedAt = (money: MoneyKind, rows: RowStore) =>
	new PaymentDays(money, {
		...rows,
		insert: async (key) => {
			await rows.insert(key);
			return 'inserted';
		},
	});

/** What ends a payment deletes its row among payments alike. */
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

/** A claim binds nothing: only the look before it asks for the binding. */
class ClaimBindsNothing extends AccountBinding {
	override async bind(): Promise<Standing> {
		return await this.standing();
	}
}

/** Of two accounts that bind the workflow at once, neither hears that the other was first. */
const bindsInTwoSteps = (rows: RowStore): RowStore => ({
	...rows,
	insert: async (key, owner) => {
		const inserted = await rows.insert(key, owner);
		return key.startsWith(BINDING) ? 'inserted' : inserted;
	},
});
const BINDING = bindingRow(0).slice(0, -1);

/** Where Mavapay names no account, it is taken for the one that is bound. */
class NoneIsOwn extends AccountBinding {
	override async standing(): Promise<Standing> {
		const standing = await super.standing();
		return standing.account === NOT_KNOWN ? { ...standing, mayPay: true } : standing;
	}
}

/** What a person binds later is not looked for: the first binding counts. */
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

/** Of several who try for one number of a budget, all take it. */
const numbersInTwoSteps = (rows: RowStore): RowStore => ({
	...rows,
	insertNumber: async (key, number, owner) => {
		await rows.insertNumber(key, number, owner);
		return 'inserted';
	},
});

/** Also on the word of the service, whoever releases a reference leaves what it took of budgets. */
class ReleasesReferenceAlone extends PayoutRecord {
	constructor(...of: ConstructorParameters<typeof PayoutRecord>) {
		super(...of);
		this.budgets.giveBack = async () => undefined;
	}
}

/** Whoever releases a reference gives back what it took of budgets, whatever became of it. */
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

/** What a failed payment took of budgets is given back by a key with both budgets alone. */
class SettlesOwnBudgets extends PayoutRecord {
	constructor(...of: ConstructorParameters<typeof PayoutRecord>) {
		super(...of);
		const [, , , , limits] = of;
		const hasBoth = limits?.day?.has('NGN') === true && limits.month?.has('NGN') === true;
		if (!hasBoth) this.budgets.giveBack = async () => undefined;
	}
}

/** A release doesn't ask when the claim was given. */
class ReleasesAtOnce extends PayoutRecord {
	override openClaim(...of: Parameters<PayoutRecord['openClaim']>) {
		const open = super.openClaim(...of);
		if (open !== null) open.lookAgainAt = async () => null;
		return open;
	}
}

/** Nobody sees that a person marked a payment as paid before it came out as refused. */
const refusedAfterAll = (rows: RowStore): RowStore => ({
	...rows,
	has: async (key) => !key.endsWith(':marked') && (await rows.has(key)),
});

/** *Maximum Total* is compared when it is an item's turn, and not before. */
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
