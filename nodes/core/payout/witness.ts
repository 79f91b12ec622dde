import * as z from 'zod/mini';

import { CLOCKS_APART_MS, DAY_MS, MINUTE_MS } from '../domain/dateTime';
import { addTo, objectOf, textOf, type JsonObject } from '../domain/json';
import type { Amount, CurrencyCode } from '../domain/money';
import { payeeNameOf } from '../domain/payees/allowedPayees';
import { daysThatCount, utcDayOf } from '../domain/payees/recordedPayee';
import { likenessOf, type SealedPayment } from '../domain/sealedPayment';
import { metadataOf, readTransaction } from '../domain/transaction';
import { failureOfThrown, plainText, refuse, type Failure } from '../service/failure';
import { dataObjects, get, type ServiceRequest, type ServiceResponse } from '../service/service';
import { NOT_SEEN_LIVE, notWholeHint } from './messages';
import type { PaymentPlan } from './plan';
import { isPlanned, mayRepeat, type PaymentRun, type PayoutStore, type ShownPayment } from './runTypes';

/** The currencies of whose withdrawals the list names the account: docs/reference/interface.md#list-transactions. */
const NAMED: ReadonlySet<CurrencyCode> = new Set(['NGN', 'ZAR']);

/** The most transactions on a page; docs/reference/interface.md#limits. */
const PAGE_SIZE = 100;
const MOST_PAGES = 50;
const LONGEST_MS = 10_000;

/** By how much the list is asked for more than its days: clocks differ, and its times may be those of Lagos. */
const WIDER_MS = CLOCKS_APART_MS + 60 * MINUTE_MS;

/** So many payments in a row that the wallet shows end the run. */
const MOST_IN_A_ROW = 3;

const pageForm = z.nullish(z.array(z.looseObject({})));

type Filters = NonNullable<ServiceRequest['query']>;

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
		this.inARow = shown === null ? 0 : this.inARow + 1;
		if (shown === null && missing === null) return null;
		const isFirst = this.run.money === 'real' && !(await payees.hasPaid());
		if (shown === null) return isFirst ? { shown, missing } : null;
		this.hint(NOT_SEEN_LIVE);
		this.isLost ||= isFirst || this.inARow >= MOST_IN_A_ROW;
		return { shown, missing: null };
	}

	/** The first one of a day that counts; where there are several, the next payment alike gets the next. */
	private take(paid: ShownPayment[]): ShownPayment | null {
		const { service, keyRules } = this.run;
		const days = daysThatCount(service.clock.now(), keyRules.repeatsWithinDays);
		const at = paid.findIndex(
			({ createdMs }) => createdMs === null || days.includes(utcDayOf(createdMs - CLOCKS_APART_MS)),
		);
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
		const missing = await this.readInto(byPayment, currency).catch((error: unknown) => failureOfThrown(error));
		if (missing !== null) this.hint(notWholeHint(plainText(missing)));
		return { byPayment, missing };
	}

	/** Reads the days that count; where that is more than a page, only the run's range of amounts. Gives why some may be missing. */
	private async readInto(byPayment: Map<string, ShownPayment[]>, currency: CurrencyCode): Promise<Failure | null> {
		const { service, keyRules } = this.run;
		const nowMs = service.clock.now();
		const oldest = daysThatCount(nowMs, keyRules.repeatsWithinDays).at(-1) ?? utcDayOf(nowMs);
		const startDate = new Date(oldest * DAY_MS - WIDER_MS).toISOString();
		const seen = new Set<string>();
		const read = async (page: number, range: Filters = {}) => {
			const query = { type: 'WITHDRAWAL', currency, startDate, ...range, page: String(page), limit: String(PAGE_SIZE) };
			const response = await service.read({ ...get('/transactions', query), until: nowMs + LONGEST_MS }, pageForm);
			for (const entry of dataObjects(response.data ?? [])) {
				const id = textOf(entry.id) ?? JSON.stringify(entry);
				if (!seen.has(id)) addIfPaid(byPayment, entry);
				seen.add(id);
			}
			return pagesIn(response);
		};
		if ((await read(1)) === 1) return null;
		const range = rangeOf(this.amounts.get(currency) ?? []);
		const pages = await read(1, range);
		const others = Array.from({ length: Math.min(pages, MOST_PAGES) - 1 }, (_, place) => place + 2);
		await Promise.all(others.map(async (page) => await read(page, range)));
		return pages > MOST_PAGES ? NOT_ALL : null;
	}
}

const NOT_ALL = refuse('The list is too long', `More than ${MOST_PAGES} pages aren't read.`, {
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
function rangeOf(minors: readonly bigint[]): Filters {
	const [least, ...rising] = [...minors].sort((one, other) => (one < other ? -1 : 1)).map(String);
	return least === undefined ? {} : { minAmount: least, maxAmount: rising.at(-1) ?? least };
}

/** How many pages a list has, as one of them says; Infinity where it doesn't. docs/reference/interface.md#list-transactions. */
function pagesIn({ body, data }: ServiceResponse): number {
	const isFull = dataObjects(data ?? []).length >= PAGE_SIZE;
	const goesOn = body.nextPage === true || (body.nextPage !== false && isFull);
	const pages = Number(textOf(body.totalPages) ?? NaN);
	return pages > 1 ? pages : goesOn ? Infinity : 1;
}

/** Adds a withdrawal that didn't fail, under its payee and amount. */
function addIfPaid(byPayment: Map<string, ShownPayment[]>, entry: JsonObject): void {
	const { id, type, status, currency, minor, createdMs } = readTransaction(entry);
	const numbers = metadataOf(entry).map((one) => textOf(objectOf(one).bankAccountNumber)?.trim());
	const accountNumber = numbers.find((number) => number !== undefined);
	if (type !== 'WITHDRAWAL' || status === 'FAILED' || minor === null || accountNumber === undefined) return;
	const payee = payeeNameOf({ kind: 'account', bank: '', accountNumber }) ?? '';
	addTo(byPayment, keyOf({ payee, minor: minor < 0n ? -minor : minor, currency }), {
		transactionId: id ?? 'without an ID',
		createdMs,
		reference: textOf(entry.customerReference) ?? textOf(entry.ref),
	});
}
