import type { Json, JsonObject } from '../domain/json';
import { normaliseReference } from '../domain/payees/paymentIdentity';
import type { Amount, PaymentPlan, Prepared } from '../operation/operation';
import { plainText, type Failure } from '../service/failure';
import { fits, maybeNumber, objectWith, someText } from '../service/schema';
import { dataObjects } from '../service/service';
import { approvable, approvalDigestOf, keepPrepared, whyNotApproved, type Approvable } from './approval';
import { checkAll } from './checks';
import { checkLimits } from './limits';
import { lookUp, lookUpFailure } from './lookUp';
import { ExecutionMemory } from './memory';
import {
	describePayment,
	duplicateFailure,
	notSentFailure,
	openFailure,
	overLimitFailure,
	paidFailure,
	storeFailure,
} from './messages';
import { amountMember, payoutMember } from './output';
import {
	isAvailable,
	isPlanned,
	type ItemResult,
	type PaymentRun,
	type PayoutStore,
	type PlannedItem,
	type RefusedItem,
} from './paymentRun';
import { prefetch } from './prefetch';
import { identityHash } from './record';
import { StoreFault } from './rows';

/** Whether an item can be paid. Only what is `ready` is part of the approval digest. */
type Status = 'ready' | 'alreadyPaid' | 'unknown' | 'duplicate' | 'refused';

interface Finding {
	readonly item: Item;
	readonly status: Status;
	readonly failure: Failure | null;
	/** Of an item that is ready. */
	readonly payment: { readonly plan: PaymentPlan; readonly prepared: Prepared } | null;
}

/** What one wallet has, and what the items that are ready need of it, in minor units. */
interface WalletCover {
	readonly currency: string;
	readonly balance: bigint;
	readonly needed: bigint;
}

/** By currency. */
type Wallets = ReadonlyMap<string, WalletCover>;

type Item = PlannedItem | RefusedItem;

/** Name enquiries under way at once. */
const WIDTH = 5;

/**
 * Checks payments as paying them would, and sends none: own checks, limits, name enquiries, the record, duplicates
 * among the items, and the balance of the wallets. An item that can't be paid is no error: its output says why.
 *
 * Each item gives one output with `payout`, `prepared` and `approvalDigest`: docs/money.md#approval.
 */
export async function preparePayments(given: PaymentRun): Promise<{ results: ItemResult[]; hints: string[] }> {
	const run = { ...given, items: given.items.map(asDryRun) };
	const planned = run.items.filter((item) => isPlanned(item));
	const findings = await new Findings(run, planned).all();
	const ready = findings.flatMap(({ payment }) => payment ?? []);
	const payments = ready.map(({ plan, prepared }) => approvable(plan, prepared));
	const digest =
		payments.length === 0
			? null
			: approvalDigestOf(payments, { workflowId: run.workflowId, baseUrl: run.deployment.baseUrl });
	if (digest !== null) keepPrepared(run.memory.flow, digest, payments);
	const needs = ready.flatMap(({ plan, prepared }) => mostOf(plan, prepared) ?? []);
	const { wallets, hints } = await walletsFor(run, needs);
	const same = samePayments(planned, run.deployment.baseUrl);
	const results = findings.map((finding): ItemResult => {
		const { item } = finding;
		const duplicateOf = same.get(item) ?? null;
		return {
			index: item.index,
			outputs: [{ ...outputOf(finding, run, { duplicateOf, wallets }), approvalDigest: digest }],
		};
	});
	return {
		results,
		hints: [...hints, ...unapprovable(run, payments, digest), ...planned.flatMap(({ plan }) => plan.hints)],
	};
}

/** Says before somebody approves them that these payouts could not be paid with their digest. */
function unapprovable(
	{ deployment, workflowId, memory }: PaymentRun,
	payments: readonly Approvable[],
	digest: string | null,
): string[] {
	const why =
		digest === null
			? null
			: whyNotApproved(digest, payments, { workflowId, baseUrl: deployment.baseUrl, flow: memory.flow });
	return why === null ? [] : [`With 'Approval Digest' these payouts would not be paid: ${why}`];
}

/** What makes a request on the way, such as a quote, is left out. */
function asDryRun(item: Item): Item {
	if (!isPlanned(item)) return item;
	const { settings } = item.plan;
	return {
		...item,
		plan: { ...item.plan, settings: { ...settings, payout: { ...settings.payout, validateOnly: true } } },
	};
}

/** What is found of each item, in the order in which paying would find it. */
class Findings {
	private readonly found = new Map<Item, Finding>();

	constructor(
		private readonly run: PaymentRun,
		private readonly planned: readonly PlannedItem[],
	) {}

	/** One for each item, in their order. */
	async all(): Promise<Finding[]> {
		const { store } = this.run;
		if (isAvailable(store)) await this.lookInStore(store);
		// What is not sent counts in no limit. What other nodes did in this execution is in the record.
		const memory = new ExecutionMemory({ ...this.run.memory, flow: {} });
		for (const [item, failure] of checkAll(this.run, memory, new Set(this.found.keys()))) this.refuse(item, failure);
		this.findDuplicates();
		await this.lookUpOpen();
		return [...this.found.values()].sort((a, b) => a.item.index - b.item.index);
	}

	private open(): PlannedItem[] {
		return this.planned.filter((item) => !this.found.has(item));
	}

	private refuse(item: Item, failure: Failure, status: Status = 'refused'): void {
		this.found.set(item, { item, status, failure, payment: null });
	}

	private async lookInStore(store: PayoutStore): Promise<void> {
		const queue = this.open().values();
		const worker = async () => {
			for (const item of queue) await this.lookAt(item, store);
		};
		await Promise.all(Array.from({ length: WIDTH }, worker));
	}

	private async lookAt(item: PlannedItem, { record, halt }: PayoutStore): Promise<void> {
		const { plan } = item;
		const subject = describePayment(plan);
		const { reference } = plan.settings.payout;
		try {
			if (await halt.isSet()) return this.refuse(item, notSentFailure(subject, 'halted'));
			const looked = await record.look(reference, identityHash(this.run.deployment.baseUrl, plan.identity));
			if (looked.kind === 'free') return;
			if (looked.kind === 'unknown') return this.refuse(item, openFailure(subject, looked), 'unknown');
			this.refuse(item, paidFailure(subject, looked.sameIdentity), looked.sameIdentity ? 'alreadyPaid' : 'refused');
		} catch (error) {
			const failure = error instanceof StoreFault ? storeFailure(subject, error.reason) : lookUpFailure(plan, error);
			this.refuse(item, failure);
		}
	}

	/** Of two items with one reference only the first is paid. */
	private findDuplicates(): void {
		const first = new Map<string, PlannedItem>();
		for (const item of this.open()) {
			const { plan } = item;
			const key = normaliseReference(plan.settings.payout.reference);
			const earlier = first.get(key);
			if (earlier === undefined) first.set(key, item);
			else {
				const { baseUrl } = this.run.deployment;
				const same = identityHash(baseUrl, plan.identity) === identityHash(baseUrl, earlier.plan.identity);
				this.refuse(item, duplicateFailure(describePayment(plan), earlier.index, same), same ? 'duplicate' : 'refused');
			}
		}
	}

	private async lookUpOpen(): Promise<void> {
		const open = this.open();
		const plans = open.map(({ plan }) => plan).values();
		const ask = async (plan: PaymentPlan) => await lookUp(this.run.service, plan, { asksAmounts: true });
		const ahead = prefetch(plans, ask, { width: WIDTH, reach: Infinity });
		/** What became known only now, by currency. */
		const totals = new Map<string, bigint>();
		for (const item of open) {
			const { plan } = item;
			try {
				const prepared = await ahead.take(plan);
				const limit = plan.amount === null ? limitProblem(plan, prepared, totals) : null;
				if (limit !== null) this.refuse(item, overLimitFailure(describePayment(plan, prepared.amount), limit));
				else this.found.set(item, { item, status: 'ready', failure: null, payment: { plan, prepared } });
			} catch (error) {
				this.refuse(item, lookUpFailure(plan, error));
			}
		}
	}
}

/** The limits of a payment whose amount only Mavapay knows; one that follows with the quote can't be compared yet. */
function limitProblem(
	plan: PaymentPlan,
	{ amount, amountFollows }: Prepared,
	totals: Map<string, bigint>,
): string | null {
	if (amountFollows === true) return null;
	const limits = checkLimits(amount, (currency) => totals.get(currency) ?? 0n, plan.settings.payout);
	if (!limits.ok) return limits.reason;
	if (amount !== null) totals.set(amount.currency, (totals.get(amount.currency) ?? 0n) + amount.minor);
	return null;
}

/** By item, an earlier one that pays the same payee the same amount, under whatever reference. */
function samePayments(planned: readonly PlannedItem[], baseUrl: string): ReadonlyMap<Item, number> {
	const first = new Map<string, number>();
	const same = new Map<Item, number>();
	for (const item of planned) {
		const identity = identityHash(baseUrl, item.plan.identity);
		const earlier = first.get(identity);
		if (earlier === undefined) first.set(identity, item.index);
		else same.set(item, earlier);
	}
	return same;
}

/** The most an item costs, as far as it is known before the money moves. */
function mostOf(plan: PaymentPlan, prepared: Prepared | null): Amount | null {
	return plan.atMost ?? prepared?.amount ?? plan.amount;
}

const walletOfCurrency = objectWith({ currency: someText, balance: maybeNumber });

/** What the wallets have of the currencies needed. A balance that can't be read stops nothing. */
async function walletsFor(
	{ service }: PaymentRun,
	needs: readonly Amount[],
): Promise<{ wallets: Wallets; hints: string[] }> {
	const needed = new Map<string, bigint>();
	for (const { currency, minor } of needs) needed.set(currency, (needed.get(currency) ?? 0n) + minor);
	const wallets = new Map<string, WalletCover>();
	const hints: string[] = [];
	if (needed.size === 0) return { wallets, hints };
	try {
		const { data } = await service.read({ method: 'GET', path: '/wallet' });
		const balances = dataObjects(data).map(balanceOf);
		for (const [currency, minor] of needed) {
			const balance = balances.find((one) => one?.currency === currency);
			if (balance) wallets.set(currency, { currency, balance: balance.minor, needed: minor });
			else hints.push(`Mavapay shows no ${currency} wallet with a balance, so it wasn't compared.`);
		}
	} catch (error) {
		const reason = error instanceof Error ? error.message : '';
		hints.push(`The balance of the wallet couldn't be read, so it wasn't compared. ${reason}`.trim());
	}
	return { wallets, hints };
}

function balanceOf(wallet: JsonObject): Amount | null {
	if (!fits(wallet, walletOfCurrency)) return null;
	const { balance, currency } = wallet;
	const text = String(balance);
	return /^-?\d+$/.test(text) ? { minor: BigInt(text), currency } : null;
}

function outputOf(
	{ item, status, failure, payment }: Finding,
	{ deployment, redact }: PaymentRun,
	{ duplicateOf, wallets }: { duplicateOf: number | null; wallets: Wallets },
): JsonObject {
	const plan = isPlanned(item) ? item.plan : null;
	const prepared = payment?.prepared ?? null;
	const amount = plan === null ? null : (plan.amount ?? prepared?.amount ?? null);
	const reference = plan === null ? null : plan.settings.payout.reference;
	const currency = plan === null ? null : (mostOf(plan, prepared)?.currency ?? null);
	const wallet = currency === null ? undefined : wallets.get(currency);
	return {
		payout: payoutMember({ reference, outcome: 'notSent', replayed: false, deployment, amount }),
		prepared: {
			status,
			payee: plan === null ? null : plan.shownAs.recipient.trim(),
			payeeName: prepared?.payeeName ?? null,
			atMost: amountMember(plan?.atMost ?? null),
			duplicateOf,
			cause: failure?.cause ?? null,
			message: failure === null ? null : redact(plainText(failure)),
			wallet: wallet === undefined ? null : coverShown(wallet),
		},
	};
}

/** `short` is what is missing, before fees: Mavapay tells those of a withdrawal only once it is made. */
function coverShown({ currency, balance, needed }: WalletCover): Json {
	const short = needed < balance ? 0n : needed - balance;
	return { currency, balance: String(balance), needed: String(needed), short: String(short) };
}
