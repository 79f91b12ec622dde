import { amountOf } from '../domain/money';
import { completed, sharedKeysOf, type SealedPayment } from './sealedPayment';
import type { PaymentPlan } from './plan';
import { whyNotApproved, type Unapproved } from './approval';
import { checkPayments, type Refusals } from './checks';
import { refusedName } from './assess';
import { isLeftOut, leftOutOf, strikeOut, struckEnd, type LeftOut } from './leftOut';
import { lookUpsAhead, type LookUpsAhead } from './lookUp';
import { describePayment, nameFailure, OTHER_ACCOUNT } from './messages';
import { paymentOf, type RunContext } from './payment';
import { payOne } from './payOne';
import {
	dryRunOf,
	isPlanned,
	type ItemEnd,
	type PaymentRun,
	type PlannedItem,
	type RefusedItem,
	type RunResult,
} from './runTypes';
import { failureOfThrown, plainText } from '../service/failure';
import { whyBroken } from './ends';
import { Turns, type Turn } from './turns';

/** At least this many name enquiries run ahead at once. An enquiry takes about as long as a payment. */
const LEAST_AHEAD = 4;

/** Runs payments in order, some in parallel. Throws only before anything is sent, if the memory can't be read. */
export async function runPayments(given: PaymentRun): Promise<RunResult> {
	const turns = new Turns<PaymentPlan>(given.service.clock, given.stopOnFailure);
	const run = { ...given, service: turns.watched(given.service) };
	const { memory } = run;
	const leftOut = await leftOutOf(run);
	const refusals = await checkPayments(run, leftOut);
	const { digests, parallel, hints } = wholeRunOf(run.items);
	const needsApproval = [...digests].some((digest) => digest !== null);
	const width = Math.max(LEAST_AHEAD, parallel);
	const isNew = ({ entryKey }: PlannedItem) => memory.find(entryKey) === null;
	const isAhead = (item: PlannedItem) =>
		item.plan.looksUp === 'ahead' && !refusals.has(item) && (needsApproval || isNew(item));
	const hint = (text: string) => hints.add(text);
	const ahead = lookUpsAhead(run, waiting([...run.items].reverse(), isAhead), {
		hint,
		width,
		// An approved list is looked up completely before its first payment is sent.
		reach: needsApproval ? Infinity : 2 * width,
		asksAll: needsApproval,
	});
	const approved = needsApproval ? await lookUpApproved(run, ahead, refusals, isNew) : null;
	const isRefused = refusals.size > 0 && (run.stopOnFailure || needsApproval);
	const unapproved = approved === null ? null : await whyNot(approved, digests, run, isRefused ? null : leftOut);
	if (isRefused) turns.stop = 'checkFailed';
	else if (unapproved !== null) turns.stop = 'notApproved';

	const context: RunContext = {
		run,
		hint,
		ahead,
		stopped: () => turns.stop ?? (ahead.witness.isLost ? 'recordLost' : null),
		whyNotApproved: () => unapproved,
	};
	const dryRun = { ...context, run: dryRunOf(run), stopped: () => turns.stop };
	const isOver = isRefused || unapproved !== null;
	const act = async (item: PlannedItem | RefusedItem, turn: Turn): Promise<ItemEnd> => {
		if (!isPlanned(item)) return { failure: refusals.get(item) ?? item.failure };
		const failure = refusals.get(item);
		const base = item.plan.settings.payout.validateOnly ? dryRun : context;
		const isStruck = !isOver && isLeftOut(item, leftOut);
		const own = isStruck ? { ...base, stopped: () => 'leftOut' as const } : base;
		const paid = async () => await payOne(item, own, turn);
		const end =
			failure !== undefined
				? { failure, amount: amountOf(item.plan.sealed.price) }
				: isStruck
					? struckEnd(await paid(), hint)
					: await paid();
		if (!isStruck && (!('failure' in end) || end.failure.cause !== 'shownByWallet')) ahead.witness.passed();
		ahead.drop(item.plan);
		return end;
	};
	const results = await turns.all(run.items, parallel, act, ({ sealed }) => sharedKeysOf(sealed));
	return { results, hints: [...hints] };
}

/** The facts of a run as a whole. It is a separate function, so that no variable holds all plans until the end. */
function wholeRunOf(items: PaymentRun['items']) {
	const plans = items.flatMap((item) => (isPlanned(item) ? [item.plan] : []));
	return {
		digests: new Set(plans.map(({ settings }) => settings.payout.approvalDigest)),
		parallel: plans[0]?.settings.payout.payoutsInParallel ?? 1,
		hints: new Set(plans.flatMap((plan) => plan.hints)),
	};
}

/** The plans to look up ahead, taken from the end of `left`. The list is emptied, so that used plans can be freed. */
function* waiting(left: PaymentRun['items'], isAhead: (item: PlannedItem) => boolean): Generator<PaymentPlan> {
	for (let item = left.pop(); item !== undefined; item = left.pop()) {
		if (isPlanned(item) && isAhead(item)) yield item.plan;
	}
}

/** Looks up all payments of an approved list before the first is sent. Returns them completed by their look-ups. */
async function lookUpApproved(
	run: PaymentRun,
	ahead: LookUpsAhead,
	refusals: Refusals,
	isNew: (item: PlannedItem) => boolean,
) {
	const approved: SealedPayment[] = [];
	for (const item of run.items) {
		if (!isPlanned(item)) continue;
		const { plan } = item;
		// A swap has no look-up yet, since its quote is created in its turn.
		const looked = refusals.has(item) ? null : ahead.take(plan, true);
		const known = await looked?.catch((error: unknown) => {
			// An item that an earlier attempt may have paid isn't refused here. The list then lacks the item's account name,
			// so the digest doesn't match.
			if (isNew(item)) refusals.set(item, whyBroken(error, paymentOf(item), { run }));
			return null;
		});
		const shown = completed(plan.sealed, known?.lookedUp ?? {});
		const otherName = known?.lookedUp ? refusedName(plan, known.lookedUp, {}) : null;
		if (otherName !== null && isNew(item))
			refusals.set(item, nameFailure(describePayment(plan.sealed, plan), otherName, shown, { asTool: false }));
		approved.push(shown);
	}
	return approved;
}

/**
 * Why the run isn't approved, or no longer is; null if it is approved. Records the left-out rows of an approved run.
 *
 * @param leftOut null if nothing will be sent
 */
async function whyNot(
	payments: readonly SealedPayment[],
	digests: ReadonlySet<string | null>,
	run: PaymentRun,
	leftOut: LeftOut | null,
): Promise<Unapproved | null> {
	const [digest, ...others] = digests;
	if (typeof digest !== 'string' || others.length > 0)
		return { cause: 'notApproved', why: "'Approval Digest' must be the same for all items." };
	const { workflowId, money, service, store, timeZone } = run;
	const standing = await store.record.binding.standing().catch((error: unknown) => failureOfThrown(error));
	if (!('mayPay' in standing))
		return { cause: 'notApproved', why: `the key's account couldn't be checked. ${plainText(standing)}` };
	if (!standing.mayPay) return { cause: 'otherAccount', why: OTHER_ACCOUNT };
	const place = { workflowId, money, account: standing.account };
	const at = { ...place, nowMs: service.clock.now(), timeZone };
	const unapproved = whyNotApproved(digest, payments, at);
	if (unapproved !== null || leftOut === null) return unapproved;
	const why = leftOut.why ?? (await strikeOut(leftOut, run));
	return why === null ? null : { cause: 'notApproved', why };
}
