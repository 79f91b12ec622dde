import { amountInWords, CURRENCIES, formatMajor, parseAmount } from '../../../core/domain/money';
import { isJsonObject, textOf, type Json, type JsonObject } from '../../../core/domain/json';
import { numberOfColumn } from '../../../core/payout/resultRow';

/** Whether payouts are yet to be paid, or what became of them. */
type Stage = 'prepared' | 'paid';

/** One payout of the run, as 'Payout: Prepare' or a paying node put it out. */
interface PayoutRow {
	readonly stage: Stage;
	/** `ready`, `accepted`, ...: `prepared.status`, `payout.outcome` or `details.outcome`. */
	readonly status: string;
	readonly cause: string | null;
	readonly reference: string | null;
	/** In minor units; null where the item does not say. */
	readonly amount: { readonly minor: bigint; readonly currency: string } | null;
	/** The most it may cost, where that is not the amount. */
	readonly atMost: { readonly minor: bigint; readonly currency: string } | null;
	readonly fees: { readonly minor: bigint; readonly currency: string } | null;
	readonly message: string | null;
	/** Who is yet to be paid, and the name that the bank has; null where the item does not say. */
	readonly payee: string | null;
	readonly payeeName: string | null;
	readonly duplicateOf: number | null;
	readonly wallet: JsonObject | null;
	readonly approvalDigest: string | null;
}

/**
 * A payout from an item; null where the item is none. An item may have passed several nodes, or come from a sheet
 * that keeps last week's columns: whatever was added last says what became of it.
 */
export function payoutRow(json: JsonObject): PayoutRow | null {
	const { prepared, details, payout } = json;
	const readings = [
		{
			column: 'payout',
			row: () => (isJsonObject(payout) && typeof payout.outcome === 'string' ? paidRow(json, payout) : null),
		},
		{ column: 'prepared', row: () => (isJsonObject(prepared) ? preparedRow(json, prepared) : null) },
		// On the error output n8n puts our details where the row had a column of that name, and the error behind it.
		{
			column: Object.hasOwn(json, 'error') ? 'error' : 'details',
			row: () => (isJsonObject(details) && typeof details.outcome === 'string' ? failedRow(json, details) : null),
		},
		{
			column: latestColumn(json, 'payoutOutcome') ?? '',
			row: () => (latest(json, 'payoutOutcome') === null || isOlder(json) ? null : columnsRow(json)),
		},
	];
	const order = Object.keys(json);
	const newestFirst = readings.sort((one, other) => order.indexOf(other.column) - order.indexOf(one.column));
	for (const { row } of newestFirst) {
		const found = row();
		if (found !== null) return found;
	}
	return null;
}

const NOTHING = {
	amount: null,
	atMost: null,
	fees: null,
	message: null,
	payee: null,
	payeeName: null,
	duplicateOf: null,
	wallet: null,
	approvalDigest: null,
	cause: null,
};

function preparedRow(json: JsonObject, prepared: JsonObject): PayoutRow {
	const payout = isJsonObject(json.payout) ? json.payout : {};
	return {
		...NOTHING,
		stage: 'prepared',
		status: textOf(prepared.status) ?? 'refused',
		cause: textOf(prepared.cause),
		reference: textOf(payout.reference),
		amount: amountOf(payout.amount),
		atMost: amountOf(prepared.atMost),
		message: textOf(prepared.message),
		payee: textOf(prepared.payee),
		payeeName: textOf(prepared.payeeName),
		duplicateOf: typeof prepared.duplicateOf === 'number' ? prepared.duplicateOf : null,
		wallet: isJsonObject(prepared.wallet) ? prepared.wallet : null,
		approvalDigest: textOf(json.approvalDigest),
	};
}

/** A column of Include Input Fields (docs/money.md#the-row-with-its-outcome): of several runs the last one's. */
function latest(json: JsonObject, column: string): string | null {
	const name = latestColumn(json, column);
	return name === null ? null : textOf(json[name]);
}

function latestColumn(json: JsonObject, column: string): string | null {
	const numbered = Object.keys(json).flatMap((name) => {
		const number = numberOfColumn(name, column);
		return number === null ? [] : [{ name, number }];
	});
	return numbered.sort((one, other) => one.number - other.number).at(-1)?.name ?? null;
}

/**
 * Whether the columns are those of an earlier run, for all that they stand behind the error: on the error output n8n
 * writes it where the row had a column of that name. With columns of its own an error is their message.
 */
function isOlder(json: JsonObject): boolean {
	const error = textOf(json.error);
	return (
		error !== null &&
		isJsonObject(json.details) &&
		typeof json.details.outcome === 'string' &&
		latest(json, 'payoutMessage') !== error
	);
}

function columnsRow(json: JsonObject): PayoutRow {
	const currency = latest(json, 'payoutCurrency') ?? '';
	const minor = parseAmount(latest(json, 'payoutAmount') ?? '', 'major', currency);
	return {
		...NOTHING,
		stage: 'paid',
		status: latest(json, 'payoutOutcome') ?? 'unknown',
		cause: latest(json, 'payoutCause'),
		reference: latest(json, 'payoutReference'),
		amount: minor.ok ? { minor: minor.value, currency } : null,
		message: latest(json, 'payoutMessage'),
	};
}

function failedRow({ message }: JsonObject, { outcome, cause, reference }: JsonObject): PayoutRow {
	return {
		...NOTHING,
		stage: 'paid',
		status: textOf(outcome) ?? 'unknown',
		cause: textOf(cause),
		reference: textOf(reference),
		message: textOf(message),
	};
}

function paidRow(json: JsonObject, payout: JsonObject): PayoutRow {
	const currency = textOf(json.currency);
	const fees = textOf(json.fees);
	return {
		...NOTHING,
		stage: 'paid',
		status: textOf(payout.outcome) ?? 'unknown',
		reference: textOf(payout.reference),
		amount: amountOf(payout.amount),
		fees: currency === null || fees === null || !/^\d+$/.test(fees) ? null : { minor: BigInt(fees), currency },
		message: textOf(payout.warning),
	};
}

function amountOf(value: Json | undefined): PayoutRow['amount'] {
	if (!isJsonObject(value)) return null;
	const minor = textOf(value.minor);
	const currency = textOf(value.currency);
	return minor === null || currency === null || !/^\d+$/.test(minor) ? null : { minor: BigInt(minor), currency };
}

/** What was paid, or would be. */
const COUNTED: ReadonlySet<string> = new Set(['ready', 'accepted']);

/** A message names this many rows of each kind. */
const MOST_NAMED = 10;

/** Whoever approves must see who is paid what. */
const MOST_APPROVED = 100;

/** How each status reads in the text, in the order of what to look at first, and how many of its rows are named. */
const STATUSES: ReadonlyArray<{ readonly status: string; readonly label: string; readonly named: number }> = [
	{ status: 'ready', label: 'ready to pay', named: MOST_APPROVED },
	{ status: 'accepted', label: 'paid (accepted by Mavapay)', named: 0 },
	{ status: 'unknown', label: 'of unknown outcome: may have been paid', named: MOST_NAMED },
	{ status: 'failed', label: 'failed at Mavapay', named: MOST_NAMED },
	{ status: 'rejected', label: 'refused', named: MOST_NAMED },
	{ status: 'refused', label: 'refused', named: MOST_NAMED },
	{ status: 'duplicate', label: 'duplicate', named: MOST_NAMED },
	{ status: 'alreadyPaid', label: 'already paid before', named: MOST_NAMED },
	{ status: 'notSent', label: 'not sent', named: MOST_NAMED },
];

/** One item about all payouts; docs/money.md#approval has its members. */
export function summaryOf(rows: readonly PayoutRow[], others: number): JsonObject {
	const counted = rows.filter(({ status }) => COUNTED.has(status));
	const totals = sums(counted.map(({ amount, atMost }) => atMost ?? amount));
	const fees = sums(counted.map((row) => row.fees));
	const wallets = walletsOf(rows);
	const digests = [...new Set(rows.flatMap(({ approvalDigest }) => approvalDigest ?? []))];
	return {
		text: textFor(rows, { totals, fees, wallets, others }),
		stage: rows.some(({ stage }) => stage === 'paid') ? 'paid' : 'prepared',
		count: rows.length,
		counts: Object.fromEntries(STATUSES.flatMap(({ status }) => countIn(rows, status))),
		totals: totals.map(shownSum),
		fees: fees.map(shownSum),
		namesThatDiffer: listOf(rows, ({ cause }) => cause === 'nameDiffers'),
		duplicates: listOf(rows, ({ duplicateOf, status }) => duplicateOf !== null || status === 'duplicate'),
		alreadyPaid: listOf(rows, ({ status }) => status === 'alreadyPaid'),
		unknown: listOf(rows, ({ status }) => status === 'unknown'),
		notPaid: listOf(rows, ({ status }) => ['refused', 'rejected', 'failed', 'notSent'].includes(status)),
		wallets,
		approvalDigest: digests.length === 1 ? (digests[0] ?? null) : null,
	};
}

function countIn(rows: readonly PayoutRow[], status: string): Array<[string, number]> {
	const count = rows.filter((row) => row.status === status).length;
	return count === 0 ? [] : [[status, count]];
}

function listOf(rows: readonly PayoutRow[], chosen: (row: PayoutRow) => boolean): Json[] {
	return rows.filter(chosen).map(({ reference, amount, status, cause, message }) => ({
		reference,
		status,
		amount: amount === null ? null : amountInWords(amount.minor, amount.currency),
		cause,
		message,
	}));
}

interface Sum {
	readonly currency: string;
	readonly minor: bigint;
	readonly count: number;
}

function sums(amounts: ReadonlyArray<PayoutRow['amount']>): Sum[] {
	const known = amounts.filter((amount) => amount !== null);
	const order = [...CURRENCIES.map(({ code }) => code), ...known.map(({ currency }) => currency)];
	return [...new Set(order)].flatMap((currency) => {
		const own = known.filter((amount) => amount.currency === currency);
		return own.length === 0
			? []
			: [{ currency, count: own.length, minor: own.reduce((sum, { minor }) => sum + minor, 0n) }];
	});
}

const shownSum = ({ currency, minor, count }: Sum): Json => ({
	currency,
	count,
	minor: String(minor),
	major: formatMajor(minor, currency),
});

/** Each wallet once; every item has the same. */
function walletsOf(rows: readonly PayoutRow[]): JsonObject[] {
	const wallets = rows.map(({ wallet }) => wallet).filter((wallet) => wallet !== null);
	return [...new Map(wallets.map((wallet) => [textOf(wallet.currency), wallet])).values()];
}

function textFor(
	rows: readonly PayoutRow[],
	{
		totals,
		fees,
		wallets,
		others,
	}: { totals: readonly Sum[]; fees: readonly Sum[]; wallets: readonly JsonObject[]; others: number },
): string {
	const money = (list: readonly Sum[]) =>
		list.map(({ minor, currency }) => amountInWords(minor, currency)).join(' and ');
	const unpriced = rows.filter(
		({ status, amount, atMost }) => COUNTED.has(status) && amount === null && atMost === null,
	).length;
	const lines = [
		`${rows.length === 1 ? '1 payout' : `${rows.length} payouts`}${totals.length === 0 ? '' : `, ${money(totals)} in total`}${fees.length === 0 ? '' : `, fees ${money(fees)}`}`,
		...(unpriced === 0 ? [] : [`${unpriced} of unknown amount, not in the total`]),
		...STATUSES.flatMap((status) => linesOf(rows, status)),
		...duplicateLines(rows),
		...wallets.flatMap(shortLine),
		...(others === 0
			? []
			: [others === 1 ? '1 item is no payout and was left out' : `${others} items are no payouts and were left out`]),
	];
	return lines.join('\n');
}

/** A row's text must not pass for a line of ours, nor write what stands behind it from right to left. */
const oneLine = (text: string) => text.replace(/\p{Cf}/gu, '').replace(/[\p{Cc}\s]+/gu, ' ');

function linesOf(rows: readonly PayoutRow[], { status, label, named }: (typeof STATUSES)[number]): string[] {
	const own = rows.filter((row) => row.status === status);
	if (own.length === 0) return [];
	const groups = status === 'ready' ? own.map((first) => ({ first, rows: [first] })) : byMessage(own);
	const shown = groups
		.slice(0, named)
		.map((group) => oneLine(status === 'ready' ? readyLine(group.first) : endedLine(group)));
	const left = groups.slice(named).reduce((sum, group) => sum + group.rows.length, 0);
	return [`${own.length} ${label}`, ...shown, ...(named > 0 && left > 0 ? [`- and ${left} more`] : [])];
}

interface Group {
	readonly first: PayoutRow;
	readonly rows: PayoutRow[];
}

/** What was said of three hundred rows is read once. */
function byMessage(rows: readonly PayoutRow[]): Group[] {
	const groups = new Map<string | null, Group>();
	for (const row of rows) {
		const group = groups.get(row.message);
		if (group === undefined) groups.set(row.message, { first: row, rows: [row] });
		else group.rows.push(row);
	}
	return [...groups.values()];
}

function endedLine({ first, rows }: Group): string {
	return `- ${names(rows)}${first.message === null ? '' : `: ${first.message}`}`;
}

function names(rows: readonly PayoutRow[]): string {
	const named = rows.slice(0, MOST_NAMED).map(({ reference }) => reference ?? 'no reference');
	return `${named.join(', ')}${rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : ''}`;
}

function readyLine({ reference, amount, atMost, payee, payeeName }: PayoutRow): string {
	const price = atMost ?? amount;
	const parts = [
		price === null ? 'unknown amount' : amountInWords(price.minor, price.currency),
		payee,
		payeeName === null ? null : `(${payeeName})`,
	];
	return `- ${reference ?? 'no reference'}: ${parts.filter((part) => part !== null).join(' ')}`;
}

/** The same payee and amount under two references may be meant so; a person should see it. */
function duplicateLines(rows: readonly PayoutRow[]): string[] {
	const own = rows.filter(({ duplicateOf, status }) => duplicateOf !== null && status === 'ready');
	if (own.length === 0) return [];
	return [oneLine(`${own.length} ready with the same payee and amount as another item: ${names(own)}`)];
}

function shortLine(wallet: JsonObject): string[] {
	const currency = textOf(wallet.currency) ?? '';
	const [short, balance] = [wallet.short, wallet.balance].map((value) => textOf(value) ?? '');
	if (!/^[1-9]\d*$/.test(short ?? '') || !/^-?\d+$/.test(balance ?? '')) return [];
	return [
		`The ${currency} wallet is ${amountInWords(BigInt(short ?? 0), currency)} short, before fees: it has ${amountInWords(BigInt(balance ?? 0), currency)}`,
	];
}
