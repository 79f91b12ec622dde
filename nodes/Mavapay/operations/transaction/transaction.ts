import { DAY_MS, dayOf, inTimeZone } from '../../../core/domain/dateTime';
import { type JsonObject, codeOf } from '../../../core/domain/json';
import { typeOf } from '../../../core/domain/transaction';
import { type CustomItem, defineRead } from '../../../core/operation/define';
import { type Problem, brokenRules, type Values, when } from '../../../core/operation/field';
import { date, inTheirWords, line, listFilters, strictChoice } from '../../../core/operation/fields';
import type { Scope } from '../../../core/operation/operation';
import { refuse } from '../../../core/service/failure';
import { type ServiceRequest, get } from '../../../core/service/service';
import { readManyTransactions } from '../../../core/service/transactionList';
import { listFields } from '../choices';
import { transactionFilters } from './list';

/** The members of a transaction that 'Simplify' keeps. Each currency has its own metadata with the payee. */
export const SIMPLE_TRANSACTION =
	'id, settlement, status, type, currency, amount, fees, ref, createdAt, metadata, transactionMetadata, btcUsdMetadata, zarTransactionMetadata, kesTransactionMetadata, ghsTransactionMetadata, stablecoinTransactionMetadata, hash';

/** The fields to look up a transaction; docs/reference/interface.md#look-up-transactions. */
export const lookUpFields = {
	lookUpBy: strictChoice('Look Up By', {
		aiMayFill: true,
		default: 'id',
		choices: [
			{ name: 'Hash', value: 'hash', description: "The quote's hash, which is the payment hash for Lightning" },
			{ name: 'Order ID', value: 'orderId' },
			{ name: 'Transaction ID', value: 'id' },
		],
	}),
	value: line('Value', {
		aiMayFill: true,
		description: 'The ID or hash to look for',
		placeholder: 'e.g. 43477-4306',
	}),
};

const BETWEEN = { period: ['between'] };

/** The fields of a period, both ends included. */
export const periodFields = {
	period: strictChoice('Period', {
		aiMayFill: true,
		description: "In the workflow's time zone",
		default: 'lastMonth',
		choices: [
			{ name: 'Between', value: 'between', description: 'Between two times that you set' },
			...inTheirWords('lastMonth', 'thisMonth', 'yesterday'),
		],
	}),
	from: when(
		BETWEEN,
		date('From', {
			aiMayFill: true,
			description: 'When the period begins. A date without a time covers the whole day.',
			edge: 'begins',
		}),
	),
	to: when(
		BETWEEN,
		date('To', {
			aiMayFill: true,
			description:
				'When the period ends. A date without a time covers the whole day. Choose a time at least 5 minutes ago, since newer payments may not be listed yet.',
			edge: 'ends',
		}),
	),
};

type PeriodInput = Values<typeof periodFields>;

export function periodProblems({ from, to }: PeriodInput): Problem[] {
	return brokenRules([
		from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to),
		'To',
		"is before 'From'",
	]);
}

/** The first and the last millisecond of a period. 'This Month' ends now. */
export function periodOf(
	{ period, from, to }: PeriodInput,
	{ nowMs, timeZone }: Pick<Scope, 'nowMs' | 'timeZone'>,
): { readonly fromMs: number; readonly toMs: number } {
	if (from !== undefined && to !== undefined) return { fromMs: Date.parse(from), toMs: Date.parse(to) };
	const begin = (day: string) => Date.parse(inTimeZone(day, timeZone, 'begins'));
	const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
	const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;
	const today = dayOf(nowMs, timeZone);
	const first = firstOfMonth(today);
	if (period === 'yesterday') return { fromMs: begin(dayBefore(today)), toMs: begin(today) - 1 };
	if (period === 'thisMonth') return { fromMs: begin(first), toMs: nowMs };
	return { fromMs: begin(firstOfMonth(dayBefore(first))), toMs: begin(first) - 1 };
}

/**
 * Whether a transaction is money received for an instant payout, which goes on to the payee. Only the withdrawal shows
 * whether it arrived. Any type except a withdrawal counts as received. A failed transaction goes nowhere.
 */
export function goesOn({ type, autopayout, status }: JsonObject): boolean {
	return autopayout === true && typeOf(type) !== 'WITHDRAWAL' && codeOf(status) !== 'FAILED';
}

export function lookUpRequest(input: { lookUpBy: string; value: string }): ServiceRequest {
	return get('/transaction', { [input.lookUpBy]: input.value });
}

/**
 * A value that a run reads from its parameters only once. Throws ItemStopped if items have different values, since all
 * but one would be ignored.
 *
 * @param labels the parameters' labels, for the message
 */
export function sameForAll<I, V>(items: ReadonlyArray<CustomItem<I>>, labels: string, pick: (input: I) => V): V {
	const [first] = items;
	if (first === undefined) throw refuse('No input items', 'Connect a node that gives at least one item.');
	const value = pick(first.input);
	const other = items.find(({ input }) => JSON.stringify(pick(input)) !== JSON.stringify(value));
	if (other === undefined) return value;
	throw refuse(
		`${labels} must be the same for all items, but item ${other.index} differs`,
		'They apply to the whole run. Type them into the node, or take them from the first item.',
	);
}

export const transactionGet = defineRead('transaction', 'get', {
	action: 'Get transaction',
	description: 'Get transactions by ID, order or hash. Returns one item each, or none.',
	simplified: SIMPLE_TRANSACTION,
	fields: lookUpFields,
	request: lookUpRequest,
});

export const transactionGetAll = defineRead('transaction', 'getAll', {
	action: 'Get many transactions',
	description: 'Get many transactions, page by page, up to 100,000',
	simplified: SIMPLE_TRANSACTION,
	fields: { ...listFields, filters: listFilters(transactionFilters) },
	collect: async ({ filters, returnAll, limit }, service, _scope, hint) =>
		await readManyTransactions(service, { filters, wanted: returnAll ? null : (limit ?? null) }, hint),
});
