import * as z from 'zod/mini';

import type { Json, JsonObject } from '../domain/json';
import type { PayeeHistory } from '../domain/payees/payeeHistory';
import { normaliseReference } from '../domain/payees/paymentIdentity';
import type { Amount, PaymentPlan, LookedUp } from '../operation/operation';
import { plainText, type Failure } from '../service/failure';
import { fits, maybeNumber } from '../service/schema';
import { dataObjects } from '../service/service';
import { approvable, approvalDigestOf, keepPrepared, whyNotApproved } from './approval';
import { checkAll } from './checks';
import { decide, type NotSentReason } from './decide';
import { factsNow, storedFacts } from './facts';
import { lookUp } from './lookUp';
import { ExecutionMemory } from './memory';
import { describePayment, duplicateFailure } from './messages';
import { amountMember, payoutMember } from './output';
import { paymentOf, remember, type RunContext } from './payment';
import { isPlanned, type ItemResult, type PaymentRun, type PlannedItem, type RefusedItem } from './paymentRun';
import { prefetch, type Prefetched } from './prefetch';
import { refusalFailure, whyBroken } from './told';

type Item = PlannedItem | RefusedItem;

/** Whether an item can be paid, and why not. Only what is `ready` is part of the approval digest. */
type Finding =
	| { readonly status: 'ready'; readonly failure: null; readonly plan: PaymentPlan; readonly prepared: LookedUp }
	| { readonly status: 'alreadyPaid' | 'unknown' | 'duplicate' | 'refused'; readonly failure: Failure };

/** What the record says of an item's payee, once it was asked. */
type Histories = Map<Item, PayeeHistory | null>;

/** By currency, what one wallet has and what the items that are ready need of it. */
type Wallets = ReadonlyMap<string, Json>;

/** Name enquiries under way at once. */
const WIDTH = 5;

/**
 * Checks payments as paying them would, and sends none: own checks, limits, name enquiries, the record, duplicates
 * among the items, and the balance of the wallets. An item that can't be paid is no error: its output says why.
 *
 * Each item gives one output with `payout`, `prepared` and `approvalDigest`: docs/money.md#approval.
 */
export async function preparePayments(given: PaymentRun): Promise<{ results: ItemResult[]; hints: string[] }> {
	// What other nodes of this execution did is in the record.
	const run = { ...given, items: given.items.map(asDryRun), memory: { ...given.memory, flow: {} } };
	const { flow } = given.memory;
	const planned = run.items.filter((item) => isPlanned(item));
	const histories: Histories = new Map();
	const findings = await findAll(run, planned, histories);
	const ready = [...findings.values()].filter((finding) => finding.status === 'ready');
	const payments = ready.map(({ plan, prepared }) => approvable(plan, prepared));
	const place = { workflowId: run.workflowId, baseUrl: run.deployment.baseUrl };
	const digest = payments.length === 0 ? null : approvalDigestOf(payments, place);
	if (digest !== null) keepPrepared(flow, digest, payments);
	const why = digest === null ? null : whyNotApproved(digest, payments, { ...place, flow });
	const { wallets, hints } = await walletsFor(
		run,
		ready.flatMap(({ plan, prepared }) => mostOf(plan, prepared) ?? []),
	);
	if (why !== null) hints.push(`With 'Approval Digest' these payouts would not be paid: ${why}`);
	const same = repeated(planned, sameFor);
	const results = run.items.flatMap((item): ItemResult[] => {
		const finding = findings.get(item);
		if (finding === undefined) return [];
		const duplicateOf = same.get(item.index)?.index ?? null;
		const shown = outputOf(item, finding, run, { duplicateOf, wallets, payeeHistory: histories.get(item) ?? null });
		return [{ index: item.index, outputs: [{ ...shown, approvalDigest: digest }] }];
	});
	return { results, hints: [...hints, ...planned.flatMap(({ plan }) => plan.hints)] };
}

/** Who gets how much, on whichever way. */
function sameFor({ plan: { payeeKey, identity }, identityDigest: payment }: PlannedItem): string {
	return payeeKey === null ? payment : `${payeeKey} ${identity.amountMinor} ${identity.currency}`;
}

/** What makes a request on the way, such as a quote, is left out; what was paid is said, and not skipped. */
function asDryRun(item: Item): Item {
	if (!isPlanned(item)) return item;
	const { settings } = item.plan;
	const payout = { ...settings.payout, validateOnly: true, alreadyRecorded: 'stop' as const };
	return { ...item, plan: { ...item.plan, settings: { ...settings, payout } } };
}

/** One for each item, in the order in which paying would find it. */
async function findAll(
	run: PaymentRun,
	planned: readonly PlannedItem[],
	histories: Histories,
): Promise<ReadonlyMap<Item, Finding>> {
	const found = new Map<Item, Finding>();
	const open = () => planned.filter((item) => !found.has(item));
	const memory = new ExecutionMemory(run.memory);
	const ask = async (plan: PaymentPlan) => await lookUp(run.service, plan, true);
	const context = { run, memory, hint: () => undefined, lookUp: ask, stopped: () => null, whyNotApproved: () => null };
	const queue = planned.values();
	const look = async () => {
		for (const item of queue) {
			const finding = await findInRecord(item, context, histories);
			if (finding !== null) found.set(item, finding);
		}
	};
	await Promise.all(Array.from({ length: WIDTH }, look));
	// What is not sent counts in no limit.
	for (const [item, failure] of checkAll(run, memory, new Set(found.keys())))
		found.set(item, { status: 'refused', failure });
	const first = repeated(open(), ({ plan }) => normaliseReference(plan.settings.payout.reference));
	for (const item of open()) {
		const earlier = first.get(item.index);
		if (earlier !== undefined) found.set(item, duplicateOf(item, earlier));
	}
	const asked = open();
	const ahead = prefetch(asked.map(({ plan }) => plan).values(), ask, { width: WIDTH, reach: Infinity });
	for (const item of asked) found.set(item, await findByAsking(item, context, ahead));
	return found;
}

/** What the record, or the stop button, has against a payment. */
async function findInRecord(item: PlannedItem, context: RunContext, histories: Histories): Promise<Finding | null> {
	const payment = paymentOf(item, context.run.deployment.baseUrl);
	try {
		const stored = await storedFacts(payment, context);
		histories.set(item, stored.payeeHistory ?? null);
		const decision = decide({ ...factsNow(payment, context, new Map(), null), ...stored });
		if (decision.do !== 'refuse') return null;
		return { status: statusOf(decision), failure: refusalFailure(decision, payment, context) };
	} catch (error) {
		return { status: 'refused', failure: whyBroken(error, payment, context) };
	}
}

function statusOf(refusal: NotSentReason): 'alreadyPaid' | 'unknown' | 'refused' {
	if (refusal.because === 'notSettled') return 'unknown';
	return refusal.because === 'alreadyPaid' && refusal.sameIdentity ? 'alreadyPaid' : 'refused';
}

/** Of two items with one reference only the first is paid. */
function duplicateOf({ plan, identityDigest }: PlannedItem, earlier: PlannedItem): Finding {
	const same = identityDigest === earlier.identityDigest;
	const failure = duplicateFailure(describePayment(plan), `item ${earlier.index}`, same);
	return { status: same ? 'duplicate' : 'refused', failure };
}

/** What the name enquiry says, and the limits where they depend on it. */
async function findByAsking(
	item: PlannedItem,
	context: RunContext,
	ahead: Prefetched<PaymentPlan, LookedUp>,
): Promise<Finding> {
	const { plan } = item;
	const payment = paymentOf(item, context.run.deployment.baseUrl);
	try {
		const prepared = await ahead.take(plan);
		payment.amount = prepared.amount ?? plan.amount;
		payment.subject = describePayment(plan, payment.amount);
		const decision = decide(factsNow(payment, context, new Map(), prepared));
		if (decision.do === 'refuse') return { status: 'refused', failure: refusalFailure(decision, payment, context) };
		// Counts in the total that the next ones are compared with.
		remember(payment, context, { state: 'accepted', outputs: [], transactionId: null });
		return { status: 'ready', failure: null, plan, prepared };
	} catch (error) {
		return { status: 'refused', failure: whyBroken(error, payment, context) };
	}
}

/** By the index of an item, the first one that has the same key. */
function repeated(
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

/** The most an item costs, as far as it is known before the money moves. */
function mostOf(plan: PaymentPlan, prepared: LookedUp | null): Amount | null {
	return plan.atMost ?? prepared?.amount ?? plan.amount;
}

const walletOfCurrency = z.looseObject({ currency: z.string(), balance: maybeNumber });

/** What the wallets have of the currencies needed. A balance that can't be read stops nothing. */
async function walletsFor(
	{ service }: PaymentRun,
	needs: readonly Amount[],
): Promise<{ wallets: Wallets; hints: string[] }> {
	const needed = new Map<string, bigint>();
	for (const { currency, minor } of needs) needed.set(currency, (needed.get(currency) ?? 0n) + minor);
	const wallets = new Map<string, Json>();
	const hints: string[] = [];
	if (needed.size === 0) return { wallets, hints };
	try {
		const { data } = await service.read({ method: 'GET', path: '/wallet' });
		const balances = new Map(dataObjects(data).flatMap(balanceOf));
		for (const [currency, minor] of needed) {
			const balance = balances.get(currency);
			if (balance !== undefined) wallets.set(currency, coverOf(currency, balance, minor));
			else hints.push(`Mavapay shows no ${currency} wallet with a balance, so it wasn't compared.`);
		}
	} catch (error) {
		const reason = error instanceof Error ? error.message : '';
		hints.push(`The balance of the wallet couldn't be read, so it wasn't compared. ${reason}`.trim());
	}
	return { wallets, hints };
}

function balanceOf(wallet: JsonObject): Array<readonly [currency: string, minor: bigint]> {
	if (!fits(wallet, walletOfCurrency)) return [];
	const text = String(wallet.balance);
	return /^-?\d+$/.test(text) ? [[wallet.currency, BigInt(text)]] : [];
}

/** In minor units; `short` is what is missing, before fees: Mavapay tells those of a withdrawal only once it is made. */
function coverOf(currency: string, balance: bigint, needed: bigint): Json {
	const short = needed < balance ? 0n : needed - balance;
	return { currency, balance: String(balance), needed: String(needed), short: String(short) };
}

function outputOf(
	item: Item,
	finding: Finding,
	{ deployment, redact }: PaymentRun,
	found: { duplicateOf: number | null; wallets: Wallets; payeeHistory: PayeeHistory | null },
): JsonObject {
	const plan = isPlanned(item) ? item.plan : null;
	const prepared = finding.status === 'ready' ? finding.prepared : null;
	const { failure, status } = finding;
	const amount = plan === null ? null : (plan.amount ?? prepared?.amount ?? null);
	const reference = plan === null ? null : plan.settings.payout.reference;
	const currency = plan === null ? null : (mostOf(plan, prepared)?.currency ?? null);
	return {
		payout: payoutMember({ reference, outcome: 'notSent', replayed: false, deployment, amount }),
		prepared: {
			status,
			payee: plan === null ? null : plan.shownAs.to.trim(),
			payeeName: prepared?.payeeName ?? null,
			atMost: amountMember(plan?.atMost ?? null),
			payeeHistory: found.payeeHistory,
			duplicateOf: found.duplicateOf,
			cause: failure?.cause ?? null,
			message: failure === null ? null : redact(plainText(failure)),
			wallet: (currency === null ? null : found.wallets.get(currency)) ?? null,
		},
	};
}
