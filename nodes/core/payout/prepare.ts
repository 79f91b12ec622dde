import { budgetOutput, type SeenBudget } from '../domain/budget';
import { withoutBlanks, type Json, type JsonObject } from '../domain/json';
import { checkWithoutApproval } from '../payees/keyRules';
import { NOT_KNOWN } from '../payees/account';
import { differenceInWords } from '../payees/accountName';
import { dayShown } from '../payees/recordedPayee';
import { type Amount, amountOf } from '../domain/money';
import { bankMember } from '../payees/allowedPayees';
import { alikeOf, linesOf, mostOf, payeeOf, referenceKeyOf, type SealedPayment } from './sealedPayment';
import { cutLine } from '../domain/text';
import type { LookedUp } from './plan';
import { plainText, type Failure } from '../service/failure';
import { approvalDigestOf, hasUnbounded, minuteOf, UNBOUNDED } from './approval';
import { assess } from './assess';
import { budgetsOf, checkPayments, likeKey } from './checks';
import type { NotSentReason } from './decide';
import { expectedFees, walletsFor } from './cover';
import { lookUpsAhead } from './lookUp';
import { duplicateFailure, itemInWords } from './messages';
import { amountMember, payoutMember } from './output';
import { countAsPaid, openBefore, paymentOf, type Payment, type RunContext } from './payment';
import {
	dryRunOf,
	isPlanned,
	type ItemResult,
	type PaymentRun,
	type PayoutStore,
	type PlannedItem,
	type RunResult,
} from './runTypes';
import { refusalFailure } from './refusals';
import { whyBroken } from './ends';

/** The result of checking one item. The digest covers only `ready` items; an unreadable item has no payment. */
export interface Finding {
	readonly status: 'ready' | 'alreadyPaid' | 'unknown' | 'duplicate' | 'refused';
	readonly failure: Failure | null;
	readonly payment: Payment | null;
	readonly lookedUp?: LookedUp;
}

/** The money that the ready items need together, and the items that repeat others. */
interface Needs {
	/** By currency: balance, amount needed, expected fees and shortfall. */
	readonly wallets: ReadonlyMap<string, Json>;
	readonly fees: ReadonlyMap<SealedPayment, Amount>;
	readonly seenBudgets: readonly SeenBudget[];
	/** For each repeating item, by its index: the first item with the same payee and amount. */
	readonly same: ReadonlyMap<number, PlannedItem>;
}

/** The most name enquiries that are under way at once. */
const WIDTH = 5;

/**
 * Checks payments as paying them would, but sends none; then compares their cost with the wallets' balances. An item
 * that can't be paid isn't an error: its output says why.
 *
 * Each item gives one output with `payout`, `prepared` and `approvalDigest`: docs/reference/approval.md#what-prepare-adds.
 */
export async function preparePayments(given: PaymentRun): Promise<RunResult> {
	// The dry run's memory is empty; the record has what other nodes of this execution paid.
	const run: PaymentRun = {
		...dryRunOf(given),
		// Approvals come later, so a payment that lacks only an approval is ready here.
		keyRules: { ...given.keyRules, approvalAbove: null },
		prepares: true,
	};
	const planned = run.items.filter((item) => isPlanned(item));
	const said = new Set<string>();
	const findings = await assessAll(run, planned, (text) => said.add(text));
	const ready = findings.flatMap(({ status, payment }) => (status === 'ready' && payment !== null ? [payment] : []));
	const payments = ready.map(({ sealed }) => sealed);
	const account = ready.length > 0 ? (await run.store.record.binding.standing()).account : NOT_KNOWN;
	const approvedFor = { workflowId: run.workflowId, money: run.money, account };
	const minute = minuteOf(run.service.clock.now());
	const digest = payments.length === 0 ? null : approvalDigestOf(payments, approvedFor, minute);
	const fees = await expectedFees(run.service, payments);
	const costs = payments.flatMap((sealed) => mostOf(sealed) ?? []);
	const { wallets, hints } = await walletsFor(run.service, costs, [...fees.values()]);
	const seenBudgets = await budgetsOf(costs, run);
	if (hasUnbounded(payments)) hints.push(`With 'Approval Digest' these payouts would not be paid: ${UNBOUNDED}`);
	const found = { wallets, fees, seenBudgets, same: laterByKey(planned, payeeAndAmount) };
	const results = run.items.flatMap((item, place): ItemResult[] => {
		const finding = findings[place];
		if (finding === undefined) return [];
		return [{ index: item.index, outputs: [{ ...outputOf(finding, given, found), approvalDigest: digest }] }];
	});
	return { results, hints: [...said, ...hints, ...planned.flatMap(({ plan }) => plan.hints)] };
}

/** The key of a payment by payee and amount, whichever way it reaches the payee. */
function payeeAndAmount({ plan: { sealed }, identityDigest }: PlannedItem): string {
	const { asked } = sealed;
	const other = payeeOf(sealed) && `${alikeOf(sealed)} ${asked?.minor} ${asked?.currency}`;
	return likeKey(sealed) ?? other ?? identityDigest;
}

async function assessAll(
	run: PaymentRun,
	planned: readonly PlannedItem[],
	hint: (text: string) => void,
): Promise<Finding[]> {
	const refusals = await checkPayments(run);
	const again = laterByKey(planned, ({ plan }) => referenceKeyOf(plan.sealed));
	const asked = planned.filter((item) => !again.has(item.index) && !refusals.has(item));
	const ahead = lookUpsAhead(run, asked.map(({ plan }) => plan).values(), {
		hint,
		width: WIDTH,
		reach: Infinity,
	});
	const context: RunContext = {
		run,
		hint: () => undefined,
		ahead,
		stopped: () => null,
		whyNotApproved: () => null,
	};
	const findings: Finding[] = [];
	const readyUnder = new Map<string, PlannedItem>();
	for (const item of run.items) {
		const failure = refusals.get(item);
		const payment = isPlanned(item) ? paymentOf(item) : null;
		if (failure !== undefined) findings.push({ status: 'refused', failure, payment });
		if (failure !== undefined || !isPlanned(item) || payment === null) continue;
		const referenceKey = referenceKeyOf(item.plan.sealed);
		const finding = await findingOf(payment, context, readyUnder.get(referenceKey) ?? null);
		if (finding.status === 'ready') readyUnder.set(referenceKey, item);
		findings.push(finding);
	}
	return findings;
}

/** @param earlier the item that would be paid under the same reference, or null */
async function findingOf(payment: Payment, context: RunContext, earlier: PlannedItem | null): Promise<Finding> {
	try {
		const assessed = await assess(payment, context);
		if (assessed.do === 'refuse') return refusedFinding(assessed, payment, context, earlier);
		if (assessed.do !== 'send') throw new TypeError('A dry run neither replays nor skips a payment');
		countAsPaid(payment, context);
		return { status: 'ready', failure: null, payment, lookedUp: assessed.lookedUp };
	} catch (error) {
		return { status: 'refused', failure: whyBroken(error, payment, context), payment };
	}
}

function refusedFinding(
	refusal: NotSentReason,
	payment: Payment,
	context: RunContext,
	earlier: PlannedItem | null,
): Finding {
	if (refusal.because === 'alreadyPaid' && earlier !== null) {
		const failure = duplicateFailure(payment.subject, itemInWords(earlier), refusal.sameIdentity);
		return { status: refusal.sameIdentity ? 'duplicate' : 'refused', failure, payment };
	}
	const failure = refusalFailure(refusal, payment, context);
	if (refusal.because === 'notSettled') return { status: 'unknown', failure, payment };
	const isPaid = refusal.because === 'alreadyPaid' && refusal.sameIdentity;
	return { status: isPaid ? 'alreadyPaid' : 'refused', failure, payment };
}

/** The withdrawal in the wallet's list that shows this payment, with the claim text for *Mark Paid*; null if none. */
function elsewhereOf({ shown, sealed, identityDigest }: Payment, { failure }: Finding, { record }: PayoutStore): Json {
	if (failure?.cause === 'shownByWallet' && failure.claim !== undefined)
		return { transactionId: null, createdAt: null, claim: failure.claim };
	if (shown === null) return null;
	const transactionId = cutLine(shown.transactionId);
	const createdAt = shown.createdMs === null ? null : new Date(shown.createdMs).toISOString();
	const claim = record.preparedClaim(sealed.reference, identityDigest, transactionId);
	return { transactionId, createdAt, claim };
}

/** Finds items with the key of an earlier item. Gives, by the index of the later item, the first item with that key. */
function laterByKey(
	items: readonly PlannedItem[],
	keyOf: (item: PlannedItem) => string,
): ReadonlyMap<number, PlannedItem> {
	const first = new Map<string, PlannedItem>();
	const later = new Map<number, PlannedItem>();
	for (const item of items) {
		const earlier = first.get(keyOf(item));
		if (earlier === undefined) first.set(keyOf(item), item);
		else later.set(item.index, earlier);
	}
	return later;
}

/** The members of `prepared` that every item has, even an unreadable one. */
const UNREAD = { isOfOtherSupplier: false, needsApproval: false, allowsRepeats: false, budgets: [] };

function outputOf(finding: Finding, run: PaymentRun, needs: Needs) {
	const { status, failure, payment } = finding;
	const sealed = payment?.sealed ?? null;
	return {
		payout: payoutMember({
			outcome: 'notSent',
			amount: sealed && amountOf(sealed.price),
			bank: sealed ? bankMember(sealed.payee) : undefined,
			reference: (sealed ?? failure)?.reference ?? null,
			money: run.money,
		}),
		prepared: {
			...withoutBlanks({
				status,
				...(payment === null ? UNREAD : preparedOf(payment, finding, run, needs)),
				cause: failure?.cause,
				message: failure === null ? sealed && openBefore(sealed, run) : run.redact(plainText(failure)),
			}),
			payeeHistory: payment?.seenPayee?.history ?? null,
		},
	};
}

/** The day of a similar payment in the record, or today if an earlier item of the list is similar; null if none. */
function dayOfRepeat({ sealed, seenLike }: Payment, isInList: boolean, { timeZone, today }: PaymentRun): string | null {
	const earlier = seenLike?.earlier;
	if (typeof earlier === 'number') return dayShown(earlier, timeZone);
	return isInList && likeKey(sealed) !== null ? today() : null;
}

function preparedOf(
	payment: Payment,
	finding: Finding,
	run: PaymentRun,
	{ wallets, fees, seenBudgets, same }: Needs,
): JsonObject {
	const { keyRules, timeZone, service, store } = run;
	const { sealed, seenPayee } = payment;
	const { asked, expects, holder, price, supplier, allowsRepeats } = sealed;
	const isReady = finding.status === 'ready';
	const otherName = finding.lookedUp?.otherName;
	const most = mostOf(sealed);
	const duplicateOf = same.get(payment.index)?.index;
	const repeats = dayOfRepeat(payment, isReady && duplicateOf !== undefined, run);
	const isRuled = repeats !== null && keyRules.repeatsWithinDays > 0;
	const isToApprove = isRuled || otherName !== undefined || !checkWithoutApproval(keyRules, most).ok;
	return {
		lines: linesOf(sealed),
		payeeName: holder?.is === 'registered' ? holder.name : null,
		expectedName: expects,
		asked: amountMember(amountOf(price) === null ? asked : null),
		atMost: amountMember(price.atMost),
		supplier,
		nameDiffers: otherName && differenceInWords(otherName),
		expectedFee: amountMember(fees.get(sealed)),
		isOfOtherSupplier: seenPayee?.isOfOtherSupplier ?? false,
		duplicateOf,
		needsApproval: isReady && isToApprove,
		repeats,
		allowsRepeats,
		elsewhere: elsewhereOf(payment, finding, store),
		wallet: most && wallets.get(most.currency),
		budgets: seenBudgets
			.filter(({ currency }) => currency === most?.currency)
			.map((one) => budgetOutput(one, service.clock.now(), timeZone)),
	};
}
