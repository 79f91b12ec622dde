import { CLOCKS_APART_MS, DAY_MS, MINUTE_MS } from '../domain/dateTime';
import { addTo, objectOf, textOf, type JsonObject } from '../domain/json';
import { currencyOfQuoteCode, findCurrency, type Amount, type CurrencyCode } from '../domain/money';
import { payeeNameOf } from '../domain/payees/allowedPayees';
import { daysThatCount, utcDayOf } from '../domain/payees/recordedPayee';
import { likenessOf, type SealedPayment } from '../domain/sealedPayment';
import { metadataOf, readTransaction } from '../domain/transaction';
import { failureOfThrown, refuse, type Failure } from '../service/failure';
import { notWhole, readTransactions } from '../service/transactionList';
import { NOT_SEEN_LIVE, notWholeHint } from './messages';
import type { PaymentPlan } from './plan';
import { isPlanned, mayRepeat, type PaymentRun, type PayoutStore, type ShownPayment } from './runTypes';

/** The currencies of whose withdrawals the list names the account: docs/reference/interface.md#list-transactions. */
const NAMED: ReadonlySet<CurrencyCode> = new Set(['NGN', 'ZAR']);

const MOST_PAGES = 50;
const LONGEST_MS = 10_000;

/** By how much the list is asked for more than its days: clocks differ, and its times may be those of Lagos. */
const WIDER_MS = CLOCKS_APART_MS + 60 * MINUTE_MS;

/** So many payments in a row that the wallet shows end the run. */
const MOST_IN_A_ROW = 3;

/**
 * Mavapay's list of withdrawals as a second witness, beside the record: the one ledger that nobody in n8n can write. It is
 * read once in a run for each currency, and only adds refusals: docs/reference/references.md#the-wallet-as-second-witness.
 */
export class Witness {
	private readonly lists = new Map<CurrencyCode, ReturnType<Witness['read']>>();
	/** The amounts of the run's payments, in minor units. */
	private readonly amounts = new Map<CurrencyCode, bigint[]>();
	private inARow = 0;
	/** Set once the wallet shows so much that the record was perhaps lost. */
	isLost = false;

	constructor(
		private readonly run: PaymentRun,
		private readonly hint: (text: string) => void,
	) {
		for (const item of run.items) {
			const compared = isPlanned(item) ? inWallet(item.plan.sealed) : null;
			if (compared !== null) addTo(this.amounts, compared.currency, compared.minor);
		}
	}

	/** Whether the list is still to be read for this payment. */
	isUnread(plan: PaymentPlan): boolean {
		const compared = this.comparedIn(plan);
		return compared !== null && !this.lists.has(compared.currency);
	}

	/** Reads the list beside the look-up of a payment that the record lets through. Never throws. */
	async begin(plan: PaymentPlan): Promise<void> {
		const compared = this.comparedIn(plan);
		if (compared !== null) await this.listed(compared.currency);
	}

	/**
	 * The withdrawal that pays what this payment is to pay, whether the record was perhaps lost, and why the list can't be
	 * relied on where the record can't either; null where nothing speaks against the payment. Throws StoreFault.
	 */
	async look(plan: PaymentPlan, { payees }: PayoutStore) {
		const compared = this.comparedIn(plan);
		if (compared === null) return null;
		const { byPayment, missing } = await this.listed(compared.currency);
		const shown = this.take(byPayment.get(keyOf(compared)) ?? []);
		if (shown === null) this.passed();
		if (shown === null && missing === null) return null;
		const isFirst = this.run.money === 'real' && !(await payees.hadPaid());
		if (shown === null) return isFirst ? { shown, missing } : null;
		this.hint(NOT_SEEN_LIVE);
		if (plan.settings.payout.validateOnly) return { shown, missing: null };
		this.inARow++;
		this.isLost ||= isFirst || this.inARow >= MOST_IN_A_ROW;
		return { shown, missing: null };
	}

	/** An item that the list doesn't show is over: what it shows is in a row no more. */
	passed(): void {
		this.inARow = 0;
	}

	/** The first one of a day that counts; where there are several, the next payment alike gets the next. */
	private take(paid: ShownPayment[]): ShownPayment | null {
		const { service, keyRules } = this.run;
		// Mavapay's times may be ahead, as those of Lagos are.
		const oldest = Math.min(...daysThatCount(service.clock.now(), keyRules.repeatsWithinDays));
		const at = paid.findIndex(({ createdMs }) => createdMs === null || utcDayOf(createdMs - CLOCKS_APART_MS) >= oldest);
		const [shown = null] = paid.length > 1 && at >= 0 ? paid.splice(at, 1) : paid.slice(at);
		return at < 0 ? null : shown;
	}

	/** The payment as the list may show it; null for one that can't be there, or may be. */
	private comparedIn(plan: PaymentPlan) {
		const mayBeThere = mayRepeat({ plan }, this.run) && this.run.prepares !== true;
		return mayBeThere ? null : inWallet(plan.sealed);
	}

	private async listed(currency: CurrencyCode) {
		const listed = this.lists.get(currency) ?? this.read(currency);
		this.lists.set(currency, listed);
		return await listed;
	}

	/** The withdrawals by payee and amount, and why some may be missing. Never throws: a hint says what can't be read. */
	private async read(currency: CurrencyCode) {
		const byPayment = new Map<string, ShownPayment[]>();
		const found = new Map<string, JsonObject>();
		const unread = await this.readInto(found, currency).catch((error: unknown) => failureOfThrown(error));
		const unclear = [...found.values()].filter((entry) => !addIfPaid(byPayment, entry, currency));
		const missing = unread ?? (unclear.length === 0 ? null : UNCLEAR);
		if (missing !== null) this.hint(notWholeHint(missing));
		return { byPayment, missing };
	}

	/** Reads the days that count; where that is more than a page, only the run's range of amounts. Gives why some may be missing. */
	private async readInto(found: Map<string, JsonObject>, currency: CurrencyCode): Promise<Failure | null> {
		const { keyRules, service } = this.run;
		const nowMs = service.clock.now();
		const oldest = Math.min(...daysThatCount(nowMs, keyRules.repeatsWithinDays));
		const days = { type: 'WITHDRAWAL', currency, startDate: new Date(oldest * DAY_MS - WIDER_MS).toISOString() };
		const read = async (filters: object, mostPages: number) => {
			const asked = { found, mostPages, until: nowMs + LONGEST_MS };
			return (await readTransactions(service, { ...days, ...filters }, null, asked)).missing;
		};
		const first = await read({}, 1);
		const missing = first === 'tooMany' ? await read(rangeOf(this.amounts.get(currency) ?? []), MOST_PAGES) : first;
		return missing === null ? null : notWhole('Payments not compared', missing, found.size).failure;
	}
}

const UNCLEAR = refuse("Of a withdrawal the amount or the account can't be read", '', {
	cause: 'unreadable',
	retryable: true,
	source: 'service',
}).failure;

/** A payee by the name that likeness gives it, and what it gets. */
type Compared = Amount & { readonly payee: string };

const keyOf = ({ payee, minor, currency }: Compared) => `${payee} ${minor} ${currency}`;

/** A payment as the list may show it; null for one whose payee the list doesn't name. */
function inWallet(sealed: SealedPayment): Compared | null {
	const { payee, amount } = likenessOf(sealed) ?? { payee: '', amount: null };
	return payee.startsWith('account:') && amount !== null && NAMED.has(amount.currency) ? { payee, ...amount } : null;
}

/** The filters of the least and the largest of the amounts, in minor units. */
function rangeOf(minors: readonly bigint[]) {
	const [least, ...rising] = [...minors].sort((one, other) => (one < other ? -1 : 1)).map(String);
	return least === undefined ? {} : { minAmount: least, maxAmount: rising.at(-1) ?? least };
}

/**
 * Adds a withdrawal that didn't fail, under each account that it names and its amount. False where one of the two is
 * there and can't be read.
 */
function addIfPaid(byPayment: Map<string, ShownPayment[]>, entry: JsonObject, asked: CurrencyCode): boolean {
	const { id, type, status, minor, createdMs, ...read } = readTransaction(entry);
	const stated = findCurrency(currencyOfQuoteCode(read.currency))?.code ?? asked;
	if (type === 'DEPOSIT' || status === 'FAILED' || stated !== asked) return true;
	const named = metadataOf(entry).flatMap((one) => textOf(objectOf(one).bankAccountNumber) ?? []);
	const numbers = new Set(named.map((number) => number.replace(/[\s-]/g, '')));
	if (minor === null) return numbers.size === 0;
	for (const accountNumber of numbers) {
		const payee = payeeNameOf({ kind: 'account', bank: '', accountNumber }) ?? '';
		const key = keyOf({ payee, minor: minor < 0n ? -minor : minor, currency: asked });
		addTo(byPayment, key, { transactionId: id ?? 'without an ID', createdMs, reference: textOf(entry.ref) });
	}
	return [...numbers].every((number) => /^\d+$/.test(number));
}
