import { bookedTransaction } from '../../../core/books/bookedTransaction';
import type { ExpectedPayment } from '../../../core/books/candidates';
import { timeOf } from '../../../core/domain/dateTime';
import { typeOf } from '../../../core/domain/transaction';
import type { JsonObject } from '../../../core/domain/json';
import { type Entry, reconcile, sumsOf } from '../../../core/books/reconciliation';
import { type CustomItem, defineCustom } from '../../../core/operation/define';
import { brokenRules, type Chosen, type Problem, type Values } from '../../../core/operation/field';
import {
	choice,
	collection,
	flag,
	optionalDate,
	optionalLine,
	optionalText,
	strictChoice,
	wholeMinorUnits,
	wholeNumber,
} from '../../../core/operation/fields';
import type { CustomResult } from '../../../core/operation/operation';
import { amount, amountUnit } from '../../../core/operation/payFields';
import { resultItem } from '../../../core/payout/resultItem';
import type { ReadService } from '../../../core/service/service';
import { currencyChoices } from '../choices';
import { readEveryTransaction } from '../../../core/service/transactionList';
import { periodFilters, SHOWN_WITHIN_MS, TRANSACTION_TYPES, transactionFilters } from './list';
import { noReferenceIn, ordersOf, referenceOf } from './orders';
import { entryItem, summaryItem } from './reconcileOutput';
import { periodFields, periodOf, periodProblems, sameForAll } from './transaction';

const WINDOW_DAYS = 3;

const reconciledCurrency = choice('Currency', { default: 'NGN', choices: currencyChoices('transaction') });

const { accountName: accountNameFilter, currency: currencyFilter, maxAmount, minAmount } = transactionFilters;

const reconcileFields = {
	transactionType: strictChoice('Transaction Type', {
		description: 'Whether the items are payments you made or payments you received',
		default: 'WITHDRAWAL',
		choices: TRANSACTION_TYPES,
	}),
	...periodFields,
	reference: optionalLine('Reference', {
		aiMayFill: true,
		description:
			"Identifies the payment: your customer reference, or Mavapay's transaction ID, hash, order ID or quote ID",
		placeholder: 'e.g. {{ $json.reference }}',
		exact: true,
	}),
	amount: amount(({ currency }) => reconciledCurrency.read(currency)),
	amountUnit: { ...amountUnit, face: { ...amountUnit.face, description: "The unit of the items' amounts" } },
	currency: reconciledCurrency,
	payee: optionalLine('Payee', {
		aiMayFill: true,
		description:
			"The payee's account number, address or name; for deposits, the payer's. With amount and date, it finds payments without a reference.",
		placeholder: 'e.g. {{ $json.account }}',
	}),
	date: optionalDate('Date', {
		aiMayFill: true,
		description: "When the payment was due. A search by payee looks only within 'Date Window' of this day.",
	}),
	filters: collection('Filters', {
		placeholder: 'Add filter',
		members: { accountName: accountNameFilter, currency: currencyFilter, maxAmount, minAmount },
	}),
};

const options = {
	dateWindow: wholeNumber('Date Window', {
		description: "How many days before or after 'Date' a payment can have been made",
		default: WINDOW_DAYS,
		min: 0,
		max: 366,
	}),
	includeInputFields: flag('Include Input Fields', {
		description:
			"Whether to also output each item's own fields. A field with the same name as a result gets a prefix, as in inputCurrency.",
		default: true,
	}),
	includeSummary: flag('Include Summary', {
		description: "Whether to add a last item with the period's totals and a text for a mail",
	}),
	tolerance: optionalText('Tolerance', {
		description: 'How far an amount may differ and still match, in minor units: kobo, cents, satoshis',
		placeholder: 'e.g. 100',
		...wholeMinorUnits,
	}),
};

type ReconcileInput = Values<typeof reconcileFields> & { options: Chosen<typeof options> };

function expectedPayment({ index, input }: CustomItem<ReconcileInput>): ExpectedPayment {
	const { reference, payee, date: due, amount: expected, options: chosen } = input;
	return {
		index,
		reference: reference ?? null,
		payee: payee ?? null,
		minor: expected.minor,
		currency: expected.currency,
		dateMs: due === undefined ? null : Date.parse(due),
		tolerance: BigInt(chosen.tolerance ?? '0'),
		windowDays: chosen.dateWindow ?? WINDOW_DAYS,
	};
}

/**
 * The period's transactions of one type. A longer period is read, since it isn't documented which of a transaction's
 * times the list compares (docs/reference/interface.md#list-transactions). Transactions outside the period are dropped.
 */
async function transactionsOf(
	service: ReadService,
	{ transactionType, filters }: Pick<ReconcileInput, 'transactionType' | 'filters'>,
	{ fromMs, toMs }: ReturnType<typeof periodOf>,
): Promise<JsonObject[]> {
	const query = { ...filters, ...periodFilters(fromMs, toMs), type: transactionType };
	const transactions = await readEveryTransaction(service, query, 'Not reconciled');
	return transactions.filter(({ type, createdAt }) => {
		const made = timeOf(createdAt);
		// The list was requested by type, so transactions without a type are kept: an expected payment may match one.
		const isOther = TRANSACTION_TYPES.some(({ value }) => value !== transactionType && value === typeOf(type));
		return !isOther && (made === null || (made >= fromMs && made <= toMs));
	});
}

function problemsIn({ amount: expected, filters, ...period }: ReconcileInput): Problem[] {
	const { currency = expected.currency } = filters;
	const filteredOut = `is ${expected.currency}, but the filter lets only ${currency} through`;
	return [...periodProblems(period), ...brokenRules([currency !== expected.currency, 'Currency', filteredOut])];
}

export const transactionReconcile = defineCustom('transaction', 'reconcile', {
	action: 'Reconcile transactions',
	description:
		'Compare the payments that you expect, one per item, with the transactions of a period. Returns an item for each expected payment, and one for each transaction that no item accounts for.',
	simplified:
		'reconciliation, note, expectedReference, expectedPayee, expectedMajor, currency, transactionId, transactionStatus, transactionMajor, transactionPayee, leftOver, text, counts, currencies, startDate, endDate, transactionType',
	fields: reconcileFields,
	options,
	check: problemsIn,
	collect: async (items, { service, hint }, { nowMs, timeZone }) => {
		const same = "'Transaction Type', 'Period', 'From', 'To', 'Filters' and 'Include Summary'";
		const { includeSummary = false, ...run } = sameForAll(items, same, (input) => {
			const { period, from, to, transactionType, filters } = input;
			return { period, from, to, transactionType, filters, includeSummary: input.options.includeSummary };
		});
		const period = periodOf(run, { nowMs, timeZone });
		const rows = items.map(expectedPayment);
		const transactions = await transactionsOf(service, run, period);
		const hasReferences = rows.some(({ reference }) => reference !== null);
		const orders = hasReferences ? await ordersOf(service, transactions) : new Map<string, JsonObject>();
		const booked = transactions.map((one) => bookedTransaction(one, referenceOf(one, orders)));
		const shownUntilMs = nowMs - SHOWN_WITHIN_MS;
		const entries = reconcile(rows, booked, period.toMs > shownUntilMs ? shownUntilMs : null);
		const isNotFound = ({ row, transaction }: Entry) => transaction === null && typeof row?.reference === 'string';
		const remark = entries.some(isNotFound) ? noReferenceIn(orders.values()) : null;
		if (remark !== null) hint(remark);
		const inputs = new Map(
			items.filter(({ input }) => input.options.includeInputFields ?? true).map(({ index, json }) => [index, json]),
		);
		const results = entries.map(entryItem);
		const columns = Object.keys(results[0] ?? {});
		const unused = new Set(columns.filter((name) => results.every((result) => result[name] === null)));
		const outputs = entries.map((entry, place): CustomResult => {
			const input = entry.row === null ? undefined : inputs.get(entry.row.index);
			// A transaction that may belong to several rows is linked to none of their items: n8n's links can't show a doubt.
			const [only, ...others] = entry.row === null ? entry.ofRows : [entry.row];
			const from = only === undefined || others.length > 0 ? [] : [only.index];
			const json = resultItem(input ?? {}, results[place] ?? {}, columns);
			return { json: Object.fromEntries(Object.entries(json).filter(([name]) => !unused.has(name))), from };
		});
		if (!includeSummary) return outputs;
		const [startDate = '', endDate = ''] = [period.fromMs, period.toMs].map((ms) => new Date(ms).toISOString());
		const about = { startDate, endDate, transactionType: run.transactionType, remark, timeZone };
		const summary = summaryItem(about, entries, sumsOf(rows, booked));
		return [...outputs, { json: summary, from: rows.map(({ index }) => index) }];
	},
});
