import { CLOCKS_APART_MS, DAY_MS, MINUTE_MS } from '../domain/dateTime';
import { addTo, objectOf, textOf, type JsonObject } from '../domain/json';
import { currencyOfQuoteCode, findCurrency, wholeMinorOf, type Amount, type CurrencyCode } from '../domain/money';
import { looseKeyOf } from '../payees/allowedPayees';
import { daysThatCount, utcDayOf } from '../payees/recordedPayee';
import { likenessOf, type SealedPayment } from './sealedPayment';
import { metadataOf, readTransaction } from '../domain/transaction';
import { failureOfThrown, refuse, type Failure } from '../service/failure';
import { notWhole, readTransactions, type TransactionList } from '../service/transactionList';
import { NOT_SEEN_LIVE, notWholeHint } from './messages';
import type { PaymentPlan } from './plan';
import { isPlanned, mayRepeat, type PaymentRun, type PayoutStore, type ShownPayment } from './runTypes';

/** Currencies for which Mavapay's list has account numbers: docs/reference/interface.md#list-transactions. */
const NAMED: ReadonlySet<CurrencyCode> = new Set(['NGN', 'ZAR']);

const MOST_PAGES = 50;
const LONGEST_MS = 10_000;

/** How long before the oldest day the list is read, in ms: clocks differ, and Mavapay's times may be Lagos's time. */
const WIDER_MS = CLOCKS_APART_MS + 60 * MINUTE_MS;

/** The run stops after this many payments in a row that the wallet already shows. */
const MOST_IN_A_ROW = 3;

/**
 * Mavapay's list of withdrawals, as a second witness next to the record. Nobody in n8n can change the list. It is read
 * once per run and currency, and only adds refusals: docs/reference/outcomes.md#the-wallet-as-second-witness.
 */
export class Witness {
	private readonly lists = new Map<CurrencyCode, ReturnType<Witness['read']>>();
	/** The payments of this run that Mavapay's list can show. */
	private readonly compared = new Map<CurrencyCode, Compared[]>();
	private inARow = 0;
	/** Set once the wallet shows payments of this run that suggest that the record was lost. */
	isLost = false;

	constructor(
		private readonly run: PaymentRun,
		private readonly hint: (text: string) => void,
	) {
		for (const item of run.items) {
			const compared = isPlanned(item) ? inWallet(item.plan.sealed) : null;
			if (compared !== null) addTo(this.compared, compared.currency, compared);
		}
	}

	/** Whether Mavapay's list still has to be read for this payment. */
	isUnread(plan: PaymentPlan): boolean {
		const compared = this.comparedIn(plan);
		return compared !== null && !this.lists.has(compared.currency);
	}

	/** Reads Mavapay's list during the look-up of a payment that the record allows. Never throws. */
	async begin(plan: PaymentPlan): Promise<void> {
		const compared = this.comparedIn(plan);
		if (compared !== null) await this.listed(compared.currency);
	}

	/** This payment's withdrawal or, if the record is new, why the list may lack it; else null. Throws StoreFault. */
	async look(plan: PaymentPlan, store: PayoutStore) {
		const compared = this.comparedIn(plan);
		if (compared === null) return null;
		const { byPayment, missing } = await this.listed(compared.currency);
		const shown = this.take(byPayment.get(keyOf(compared)) ?? []);
		if (shown !== null) this.hint(NOT_SEEN_LIVE);
		if (shown !== null) return { shown, missing: null };
		this.passed();
		return missing !== null && (await this.isFirst(store)) ? { shown, missing } : null;
	}

	/** Counts a payment that the wallet shows now or showed to an earlier run; skips dry runs. Throws StoreFault. */
	async count({ settings }: PaymentPlan, store: PayoutStore): Promise<void> {
		if (settings.payout.validateOnly) return;
		this.inARow++;
		this.isLost ||= this.inARow >= MOST_IN_A_ROW || (await this.isFirst(store));
	}

	/** Restarts the count of payments in a row, because Mavapay's list doesn't show a payment. */
	passed(): void {
		this.inARow = 0;
	}

	/** Whether the money is real and the record shows no payment of real money yet. */
	private async isFirst({ payees }: PayoutStore): Promise<boolean> {
		return this.run.money === 'real' && !(await payees.hadPaid());
	}

	/** The first withdrawal that is recent enough, or null. It is removed from `paid`, unless it is the only one left. */
	private take(paid: ShownPayment[]): ShownPayment | null {
		const { service, keyRules } = this.run;
		// Even a day after today counts: Mavapay's times may be ahead, for example in Lagos's time zone.
		const oldest = Math.min(...daysThatCount(service.clock.now(), keyRules.repeatsWithinDays));
		const counts = ({ createdMs }: ShownPayment) =>
			createdMs === null || utcDayOf(createdMs - CLOCKS_APART_MS) >= oldest;
		const [shown = null, ...others] = paid.filter(counts);
		if (shown !== null && others.length > 0) paid.splice(paid.indexOf(shown), 1);
		return shown;
	}

	/** The payment as Mavapay's list would show it; null if the list can't show it, or if the payment may be a repeat. */
	private comparedIn(plan: PaymentPlan) {
		const mayBeThere = mayRepeat({ plan }, this.run) && this.run.prepares !== true;
		return mayBeThere ? null : inWallet(plan.sealed);
	}

	private async listed(currency: CurrencyCode) {
		const listed = this.lists.get(currency) ?? this.read(currency);
		this.lists.set(currency, listed);
		return await listed;
	}

	/** Gives withdrawals by payee and amount, and why some may be missing. Never throws: a hint reports failures. */
	private async read(currency: CurrencyCode) {
		const byPayment = new Map<string, ShownPayment[]>();
		const found = new Map<string, JsonObject>();
		const unread = await this.readInto(found, currency).catch((error: unknown) => failureOfThrown(error));
		const ours = this.compared.get(currency) ?? [];
		const unclear = [...found.values()].filter((entry) => !addIfPaid(byPayment, entry, currency, ours));
		const missing = unread ?? (unclear.length === 0 ? null : UNCLEAR);
		if (missing !== null) this.hint(notWholeHint(missing));
		return { byPayment, missing };
	}

	/**
	 * Reads all withdrawals of the days that count for repeats. If they don't fit on one page, reads the withdrawals in
	 * the range of this run's amounts. Returns why the list may be incomplete, or null.
	 */
	private async readInto(found: Map<string, JsonObject>, currency: CurrencyCode): Promise<Failure | null> {
		const { keyRules, service } = this.run;
		const nowMs = service.clock.now();
		const oldest = Math.min(...daysThatCount(nowMs, keyRules.repeatsWithinDays));
		const days = { type: 'WITHDRAWAL', currency, startDate: new Date(oldest * DAY_MS - WIDER_MS).toISOString() };
		const read = async (filters: object, mostPages: number) => {
			const own = new Map<string, JsonObject>();
			const asked = { found: own, mostPages, until: nowMs + LONGEST_MS };
			try {
				return { own, ...(await readTransactions(service, { ...days, ...filters }, null, asked)) };
			} finally {
				for (const [key, entry] of own) found.set(key, entry);
			}
		};
		const first = await read({}, 1);
		if (first.missing !== 'tooMany') return whyMissing(first.missing);
		const { least, most, filters } = rangeOf(this.compared.get(currency) ?? []);
		const narrowed = await read(filters, MOST_PAGES);
		// If the first page has a fitting withdrawal that the filtered list lacks, Mavapay's filter uses other units.
		const isWithin = ({ amount }: JsonObject) => {
			const minor = wholeMinorOf(amount);
			return minor !== null && minor >= least && minor <= most;
		};
		const isLeftOut = [...first.own].some(([key, entry]) => isWithin(entry) && !narrowed.own.has(key));
		return whyMissing(narrowed.missing ?? (isLeftOut ? 'cutOff' : null));
	}
}

/** Why a list lacks entries, or null. Mavapay's `count` is ignored (`fewer`), because its meaning isn't documented. */
function whyMissing(missing: TransactionList['missing']): Failure | null {
	return missing === null || missing === 'fewer' ? null : notWhole('Payments not compared', missing, 0).failure;
}

const UNCLEAR = refuse("The amount or account of a withdrawal in that list can't be read", '', {
	cause: 'unreadable',
	retryable: true,
	source: 'service',
}).failure;

/** A payment to compare: the amount, and the payee's account number without its bank, from `looseKeyOf`. */
type Compared = Amount & { readonly payee: string };

const keyOf = ({ payee, minor, currency }: Compared) => `${payee} ${minor} ${currency}`;

/** A payment as Mavapay's list would show it; null if the list doesn't name its payee. */
function inWallet(sealed: SealedPayment): Compared | null {
	const { payee, amount } = likenessOf(sealed) ?? { payee: '', amount: null };
	return payee.startsWith('account:') && amount !== null && NAMED.has(amount.currency) ? { payee, ...amount } : null;
}

/** The smallest and the largest amount, and the filters for them, in minor units. */
function rangeOf(compared: readonly Compared[]) {
	const [least = 0n, ...rising] = compared.map(({ minor }) => minor).sort((one, other) => (one < other ? -1 : 1));
	const most = rising.at(-1) ?? least;
	return { least, most, filters: { minAmount: String(least), maxAmount: String(most) } };
}

/** Adds a withdrawal for each account it names, unless it failed. False if it is unreadable but may be in `ours`. */
function addIfPaid(
	byPayment: Map<string, ShownPayment[]>,
	entry: JsonObject,
	asked: CurrencyCode,
	ours: readonly Compared[],
): boolean {
	const { id, type, status, createdMs, ...read } = readTransaction(entry);
	const stated = findCurrency(currencyOfQuoteCode(read.currency))?.code ?? asked;
	if (type === 'DEPOSIT' || status === 'FAILED' || stated !== asked) return true;
	const minor = read.minor !== null && read.minor < 0n ? -read.minor : read.minor;
	const named = metadataOf(entry).flatMap((one) => textOf(objectOf(one).bankAccountNumber) ?? []);
	const numbers = new Set(named.map((number) => number.replace(/[\s-]/g, '')).filter((number) => /^\d+$/.test(number)));
	const payees = [...numbers].map((accountNumber) => looseKeyOf({ kind: 'account', bank: '', accountNumber }) ?? '');
	if (minor === null || payees.length === 0)
		return !ours.some(
			(one) => (minor === null || one.minor === minor) && (payees.length === 0 || payees.includes(one.payee)),
		);
	for (const payee of payees)
		addTo(byPayment, keyOf({ payee, minor, currency: asked }), {
			transactionId: id ?? 'without an ID',
			createdMs,
			reference: textOf(entry.ref),
		});
	return true;
}
