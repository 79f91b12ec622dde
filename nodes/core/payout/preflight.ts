import { type CurrencyCode, describeAmount } from '../domain/money';
import { fail, ok, type Result } from '../domain/result';
import type { Amount, PayoutSettings, PreflightService, Prepared, WritePlan } from '../operation/operation';
import { ItemStopped, refuse, type Failure } from '../service/failure';
import type { Service, ServiceRequest, ServiceResponse } from '../service/service';
import { identityEntryKey, itemEntryKey, type ExecutionMemory } from './executionMemory';
import { identityHash } from './record';
import { hasBooks, isPlanned, type WriteRun, type PlannedItem, type RefusedItem } from './writeRun';
import {
	brokenBeforeFailure,
	describePayment,
	noBooksFailure,
	overLimitFailure,
	paidOtherwiseFailure,
	payeeFailure,
	rememberedFailure,
	sentFailure,
	stepFailure,
	stoppedFailure,
	withEarlierTry,
	type Subject,
} from './payoutMessages';

/** A limit on one item: docs/money.md#amounts. What cannot be compared is refused. */
function checkItemLimit(amount: Amount | null, maximum: bigint | null): Result<null> {
	if (maximum === null) return ok(null);
	if (amount === null) return fail("its amount is not known, so it cannot be compared with 'Maximum Amount'");
	if (amount.minor <= maximum) return ok(null);
	return fail(`it is more than the ${describeAmount(maximum, amount.currency)} of 'Maximum Amount'`);
}

/** What was paid before or is about to be paid besides, in minor units; asked for only under a limit. */
type Besides = (currency: CurrencyCode) => bigint;

/** A limit on one execution; docs/money.md#amounts. */
function checkTotalLimit(amount: Amount | null, besides: Besides, maximum: bigint | null): Result<null> {
	if (maximum === null) return ok(null);
	if (amount === null) return fail("its amount is not known, so it cannot be counted towards 'Maximum Total'");
	const { currency, minor } = amount;
	const total = besides(currency) + minor;
	if (total <= maximum) return ok(null);
	return fail(
		`all payouts of this execution together would be ${describeAmount(total, currency)}, more than the ${describeAmount(maximum, currency)} of 'Maximum Total'`,
	);
}

/** Both limits. */
export function checkLimits(
	amount: Amount | null,
	besides: Besides,
	settings: Pick<PayoutSettings, 'maximumAmount' | 'maximumTotal'>,
): Result<null> {
	const item = checkItemLimit(amount, settings.maximumAmount);
	return item.ok ? checkTotalLimit(amount, besides, settings.maximumTotal) : item;
}

export function hasLimits({
	maximumAmount,
	maximumTotal,
}: Pick<PayoutSettings, 'maximumAmount' | 'maximumTotal'>): boolean {
	return maximumAmount !== null || maximumTotal !== null;
}

/** What of each item can be said before the first request, for the items that may not be sent. */
export type Refusals = Map<PlannedItem | RefusedItem, Failure>;

/**
 * All checks of all items that need no request. Items that were sent before in this
 * execution are left to the memory, which either replays or stops them; one that a person released since is
 * compared before it is sent, as all are.
 */
export function preflightCheck(run: WriteRun, memory: ExecutionMemory): Refusals {
	const refusals = new Map<PlannedItem | RefusedItem, Failure>();
	const open: PlannedItem[] = [];
	for (const item of run.items) {
		if (!isPlanned(item)) {
			refusals.set(item, withMemory(item, run, memory));
			continue;
		}
		if (memory.find(entryKeyOf(item, run)) !== null) continue;
		const failure = checkItem(item, run);
		if (failure === null) open.push(item);
		else refusals.set(item, failure);
	}
	const totals = totalsOf(open, memory);
	for (const item of open) {
		const failure = checkTotal(item, totals);
		if (failure !== null) refusals.set(item, failure);
	}
	return refusals;
}

/** Why a payment could not be prepared: as its name enquiry or its quote said, or an error of our own. */
export function preparationFailure(plan: WritePlan, error: unknown): Failure {
	const subject = describePayment(plan, plan.amount, null);
	return error instanceof ItemStopped ? stoppedFailure(subject, error.failure) : brokenBeforeFailure(subject);
}

export function entryKeyOf({ key, plan }: PlannedItem, { deployment }: WriteRun): string {
	return key === null ? identityEntryKey(identityHash(deployment.baseUrl, plan.identity)) : itemEntryKey(key);
}

/** By currency, what was paid in this execution and what is about to be. */
function totalsOf(open: readonly PlannedItem[], memory: ExecutionMemory): ReadonlyMap<string, bigint> {
	const totals = new Map<string, bigint>();
	for (const { plan } of open) {
		if (plan.amount === null) continue;
		const { currency, minor } = plan.amount;
		totals.set(currency, (totals.get(currency) ?? memory.total(currency)) + minor);
	}
	return totals;
}

/** A check refuses the item now, but an earlier try of it may have paid: that must be said. */
export function withMemory(
	{ key, failure }: Pick<RefusedItem, 'key' | 'failure'>,
	{ effect }: Pick<WriteRun, 'effect'>,
	memory: ExecutionMemory,
): Failure {
	const entry = typeof key === 'string' ? memory.find(itemEntryKey(key)) : null;
	// A refusal was a response: nothing was paid.
	if (entry === null || entry.state === 'rejected') return failure;
	const subject = { what: entry.what, reference: entry.reference, pays: effect === 'pay', leftBehind: null };
	const earlier = entry.state === 'accepted' ? paidOtherwiseFailure(subject, entry) : rememberedFailure(subject, entry);
	return withEarlierTry(failure, earlier);
}

function checkItem({ plan }: PlannedItem, run: WriteRun): Failure | null {
	const { payout } = plan.settings;
	if (payout === null) return null;
	const subject = describePayment(plan, plan.amount, null);
	if (!hasBooks(run.books)) return noBooksFailure(subject, run.books);
	if (payout.payeeProblem !== null) return payeeFailure(subject, payout.payeeProblem);
	// An amount that only the service knows is compared once it is known.
	const limit = plan.amount === null ? null : checkItemLimit(plan.amount, payout.maximumAmount);
	return limit === null || limit.ok ? null : overLimitFailure(subject, limit.reason);
}

/** Over the total nothing is sent, since to choose which items to pay would be arbitrary. */
function checkTotal({ plan }: PlannedItem, totals: ReadonlyMap<string, bigint>): Failure | null {
	const { payout } = plan.settings;
	const { amount } = plan;
	if (payout === null || amount === null) return null;
	const besides = (currency: string) => (totals.get(currency) ?? amount.minor) - amount.minor;
	const limit = checkTotalLimit(amount, besides, payout.maximumTotal);
	return limit.ok ? null : overLimitFailure(describePayment(plan, amount, null), limit.reason);
}

/** Prepares a payment: name enquiry, quote. Throws ItemStopped when it must not be paid. */
async function prepare(service: PayingService, plan: WritePlan): Promise<Prepared> {
	return await plan.prepare(preflightService(service, plan, describePayment(plan, plan.amount, null)));
}

/** What an item may ask of the service before it is paid: reads, and requests that move no money. */
function preflightService(service: PayingService, plan: WritePlan, subject: Subject): PreflightService {
	const { payout } = plan.settings;
	const validateOnly = payout?.validateOnly ?? false;
	return {
		read: service.read,
		readOnce: service.readOnce,
		readKept: async (request, suffices) => await service.readKept(request, suffices),
		clock: service.clock,
		limited: service.asksAmounts === true || (payout !== null && (hasLimits(payout) || payout.approvalDigest !== null)),
		validateOnly,
		write: async (request: ServiceRequest): Promise<ServiceResponse> => {
			if (validateOnly) throw refuse("'Validate Only' is on", 'So nothing is created at Mavapay.');
			const paymentResult = await service.pay(request, plan.settings);
			if (paymentResult.classified.outcome === 'accepted' && paymentResult.response !== null)
				return paymentResult.response;
			// On the way to a payment, a request of unknown outcome still means that nothing was paid.
			const step = `${request.method} ${request.path}`;
			throw new ItemStopped(
				subject.pays ? stepFailure(subject, step, paymentResult) : sentFailure(subject, paymentResult, null),
			);
		},
	};
}

/** The service as payments are prepared with it. */
interface PayingService extends Service {
	/** Whether an amount that only Mavapay knows is asked for although no limit needs it. */
	readonly asksAmounts?: boolean;
}

type Ended = { ok: true; prepared: Prepared } | { ok: false; error: unknown };
interface Ahead {
	readonly ended: Promise<Ended>;
	readonly state: { ready: boolean };
}

/**
 * Prepares payments ahead of their turn, several at a time, where preparing only reads. Bounded in
 * both directions: `width` at once, and no more than `reach` before their turn, so that a list of
 * payees is not held in memory.
 */
export class PreparingAhead {
	private readonly started = new Map<WritePlan, Ahead>();
	private busy = 0;

	/** @param next the next plan to come that may be prepared, or undefined */
	constructor(
		private readonly service: PayingService,
		private readonly next: () => WritePlan | undefined,
		private readonly limits: { readonly width: number; readonly reach: number },
	) {}

	/** The payment of a plan whose turn has come. Throws ItemStopped as `prepare` does. */
	async take(plan: WritePlan): Promise<Prepared> {
		this.fill();
		const ahead = this.started.get(plan);
		if (ahead === undefined) return await prepare(this.service, plan);
		const ended = await ahead.ended;
		this.discard(plan);
		this.fill();
		if (!ended.ok) throw ended.error;
		return ended.prepared;
	}

	/** Prepares all there are; with a reach without end, which keeps them until `take`. */
	async all(): Promise<ReadonlyMap<WritePlan, Ended>> {
		const ended = new Map<WritePlan, Ended>();
		this.fill();
		// The map grows while it is walked: whatever ends starts the next.
		for (const [plan, ahead] of this.started) ended.set(plan, await ahead.ended);
		return ended;
	}

	/** Whether `take` has nothing to wait for. */
	isReady(plan: WritePlan): boolean {
		return this.started.get(plan)?.state.ready ?? false;
	}

	/** Forgets a plan that is not paid after all. */
	discard(plan: WritePlan): void {
		this.started.delete(plan);
	}

	private fill(): void {
		while (this.busy < this.limits.width && this.started.size < this.limits.reach) {
			const plan = this.next();
			if (plan === undefined) return;
			this.busy += 1;
			const state = { ready: false };
			this.started.set(plan, { ended: this.run(plan, state), state });
		}
	}

	private async run(plan: WritePlan, state: Ahead['state']): Promise<Ended> {
		try {
			return { ok: true, prepared: await prepare(this.service, plan) };
		} catch (error) {
			return { ok: false, error };
		} finally {
			this.busy -= 1;
			state.ready = true;
			this.fill();
		}
	}
}
