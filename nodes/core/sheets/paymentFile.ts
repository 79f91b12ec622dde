import { isObject, type JsonObject } from '../domain/json';
import { parseAmount } from '../domain/parseAmount';
import { quotedText } from '../domain/text';
import { plainAmount } from './cells';
import { columnsOfKind, KINDS, type ColumnName } from './headings';
import { readPayments, type SheetPayment } from './payments';
import type { PaymentFileRules, SheetRules } from './rules';
import { SAVE_AGAIN, SheetRefused, textCell, type Cell, type Sheet } from './sheet';
import { findTable, hasHeadings } from './table';
import { aboutFile } from './told';
import { readSheets } from './readers';

/** A file of payments, or rows that another node has read. */
export type Source =
	| { readonly name: string | null; readonly bytes: Uint8Array; readonly others: readonly string[] }
	| { readonly rows: ReadonlyArray<{ readonly index: number; readonly json: Readonly<Record<string, unknown>> }> };

/** The payments of a source, each with the index of its input item (null for a file); or why the source is refused. */
export type PaymentFile =
	| { readonly payments: ReadonlyArray<{ readonly json: JsonObject; readonly item: number | null }> }
	| { readonly what: string; readonly advice: string };

/** Reads a payment file (docs/reference/read-file.md) into plain data. The build makes this module a separate file. */
export async function readPaymentFile(source: Source, given: PaymentFileRules): Promise<PaymentFile> {
	try {
		return { payments: await paymentsOf(source, given) };
	} catch (error) {
		if (error instanceof SheetRefused) return { what: error.what, advice: error.advice };
		// A library threw the error, or the file's bytes aren't text.
		const why = error instanceof Error ? error.message : String(error);
		return { what: "can't be read", advice: `It may be damaged (${why}). ${SAVE_AGAIN}` };
	}
}

async function paymentsOf(source: Source, given: PaymentFileRules) {
	const rules = { ...given, kind: KINDS[given.payments], totals: readTotals(given) };
	const sheets =
		'bytes' in source
			? await readSheets(source.bytes, (first) => hasHeadings(first, rules))
			: [sheetOfRows(source.rows)];
	const table = findTable(sheets, rules);
	const about = 'bytes' in source ? source : { name: null, others: [] };
	const read = readPayments(table, rules, about.name);
	const file = aboutFile(about, table, read, rules);
	const names = columnsOfKind(rules.kind).filter((column) => column !== 'currency' && column !== 'payee');
	return read.payments.map((payment) => ({ json: jsonOf(payment, names, file, rules), item: payment.item }));
}

/** Reads control totals as people write them: "25 payments, 1,250,000.00", or only one of the two. */
function readTotals(given: PaymentFileRules): SheetRules['totals'] {
	const { numberOfPayments, totalAmount = '', amountUnit, payments } = given;
	const [, inFront, sum = ''] = /^\s*(?:(\d{1,6})\s+payments?\b[\s,;:]*)?(.*?)\s*$/is.exec(totalAmount) ?? [];
	const numbers = [numberOfPayments, inFront].flatMap((said) => (said === undefined ? [] : [Number(said)]));
	if (sum === '') return { numbers, total: null };
	const { currency } = KINDS[payments];
	const total = parseAmount(plainAmount(sum, currency), amountUnit, currency);
	if (total.ok) return { numbers, total: total.value };
	throw new SheetRefused(
		"can't be compared with its total",
		`'Total Amount' ${quotedText(totalAmount)} ${total.reason}. Write, for example: 25 payments, ${amountUnit === 'minor' ? '125000000' : '1,250,000.00'}.`,
	);
}

/** Makes a sheet from rows of another node. n8n's Google Sheets node gives each row's number in `row_number`. */
function sheetOfRows(items: Extract<Source, { rows: unknown }>['rows']): Sheet {
	const names = [...new Set(items.flatMap(({ json }) => Object.keys(json)))].filter((name) => name !== ROW_NUMBER);
	const rows = items.map(({ index, json }) => {
		const { [ROW_NUMBER]: number } = json;
		return {
			number: typeof number === 'number' && Number.isSafeInteger(number) ? number : index + 1,
			item: index,
			isHidden: false,
			cells: names.map((name) => (Object.hasOwn(json, name) ? valueCell(json[name]) : null)),
		};
	});
	const headings = { number: 0, item: null, isHidden: false, cells: names.map(textCell) };
	return { name: null, isHidden: false, hiddenColumns: new Set(), rows: [headings, ...rows] };
}

const ROW_NUMBER = 'row_number';

/** Makes a cell from an item's value. Databases return dates as objects. */
function valueCell(value: unknown): Cell | null {
	if (value === undefined || value === null) return null;
	if (typeof value === 'string') return textCell(value);
	if (typeof value === 'number') return { is: 'number', text: String(value) };
	if (typeof value === 'boolean') return { is: 'boolean', text: value ? 'TRUE' : 'FALSE' };
	if (value instanceof Date || (isObject(value) && typeof value.toISO === 'function'))
		return { is: 'date', text: JSON.stringify(value) };
	return { is: 'error', text: 'an object or a list' };
}

function jsonOf(
	{ number, values, problems, others }: SheetPayment,
	names: readonly ColumnName[],
	file: JsonObject,
	{ kind, includeOtherColumns }: SheetRules,
): JsonObject {
	const json: JsonObject = {};
	for (const column of names) json[column] = values[column] ?? null;
	json.payee = values.payee ?? values.accountName ?? null;
	json.currency = kind.currency;
	// Amounts in `values` are in major units.
	if (names.includes('amount')) json.amountUnit = 'major';
	json.row = number;
	json.problem = problems.length === 0 ? null : problems.join('; ');
	if (includeOtherColumns) json.others = Object.fromEntries(others);
	json.file = file;
	return json;
}
