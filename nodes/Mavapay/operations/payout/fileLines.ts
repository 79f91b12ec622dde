import { isJsonObject, textOf, type Json, type JsonObject } from '../../../core/domain/json';
import { amountInWords } from '../../../core/domain/money';
import { parseAmount } from '../../../core/domain/parseAmount';
import { counted } from '../../../core/domain/result';
import { quotedText } from '../../../core/domain/text';
import type { PayoutItem } from './payoutItem';

/** An item with its payout, which is null if the item isn't a payout. */
interface Row {
	readonly json: JsonObject;
	readonly payout: Pick<PayoutItem, 'amount' | 'asked'> | null;
}

/** `file`: what items of 'Payout: Read File' say about their file. `items`: the items to summarize from that file. */
interface FileHere {
	readonly file: JsonObject;
	readonly items: Row[];
}

/** Begins the line about a file whose number or sum differs from its payouts. Summaries list such lines first. */
export const DIFFERS = 'NOT WHAT THE FILE SAYS';

/**
 * A summary's lines about each file of the payouts: the number and sum that it states, the number and sum of its payouts
 * if they differ, and the parts that were not read. Empty for payouts that aren't from a file.
 */
export function fileLines(items: readonly Row[]): string[] {
	const files = new Map<string, FileHere>();
	for (const item of items) {
		const { file } = item.json;
		if (!isJsonObject(file) || typeof file.number !== 'number') continue;
		const key = JSON.stringify([file.name, file.sheet, file.number, file.total]);
		const known = files.get(key) ?? { file, items: [] };
		known.items.push(item);
		files.set(key, known);
	}
	return [...files.values()].flatMap(linesOfFile);
}

function linesOfFile({ file, items }: FileHere): string[] {
	const currency = textOf(file.currency) ?? '';
	const inWords = (number: number, total: bigint | null) =>
		`${counted(number, 'payment')}${total === null ? '' : `, ${amountInWords(total, currency)}`}`;
	const minor = (value: Json | undefined) => {
		const read = parseAmount(textOf(value) ?? '', 'major', currency);
		return read.ok ? read.value : 0n;
	};
	const number = Number(file.number);
	const total = file.total === null ? null : minor(file.total);
	// The payout's amount. If its currency isn't the file's, the amount in the payout's row of the file.
	const amountOf = ({ json, payout }: Row) =>
		[payout?.asked, payout?.amount].find((one) => one?.currency === currency)?.minor ?? minor(json.amount);
	const sum = total === null ? null : items.reduce((all, item) => all + amountOf(item), 0n);
	const named = [
		textOf(file.name) === null ? 'Rows' : `File ${quotedText(textOf(file.name) ?? '')}`,
		...(textOf(file.sheet) === null ? [] : [`sheet ${quotedText(textOf(file.sheet) ?? '')}`]),
	];
	const [ofFile, here] = [inWords(number, total), inWords(items.length, sum)];
	return [
		`${named.join(', ')}: ${ofFile}`,
		...(ofFile === here ? [] : [`${DIFFERS}: the file has ${ofFile}, this list has ${here}`]),
		...settledLine(file.settled),
		...(typeof file.formulas === 'number' && file.formulas > 0
			? [`${file.formulas} of ${counted(number, 'amount')} are formulas`]
			: []),
		...unreadLine(file.notRead),
	];
}

/** A summary's line that repeats what the user set in 'Columns' of 'Payout: Read File'. */
function settledLine(settled: Json | undefined): string[] {
	const { lines, columns, unknown } = isJsonObject(settled) ? settled : {};
	const parts = [
		...quotedIn(lines),
		...listOf(columns).flatMap((one) => {
			if (!isJsonObject(one)) return [];
			const [column, paid] = [quotedText(textOf(one.column) ?? ''), valuesInWords(one.values)];
			return one.notPaid === null
				? `left out: ${column}: ${paid}`
				: `paid where ${column} says ${paid}, not paid: ${valuesInWords(one.notPaid) || 'none'}`;
		}),
		...quotedIn(unknown).map((line) => `not in the file: ${line}`),
	];
	return parts.length === 0 ? [] : [`As set in Columns: ${parts.join('; ')}`];
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const quotedIn = (value: Json | undefined) => listOf(value).map((one) => quotedText(textOf(one) ?? ''));

const valuesInWords = (values: Json | undefined) =>
	listOf(values)
		.flatMap((one) => (isJsonObject(one) ? `${quotedText(textOf(one.text) ?? '')} (${textOf(one.count)})` : []))
		.join(', ');

function unreadLine(notRead: Json | undefined): string[] {
	const { files, sheets, columns, lines, lineCount } = isJsonObject(notRead) ? notRead : {};
	const names = (noun: string, list: Json | undefined) =>
		listOf(list).length === 0 ? [] : [`${noun} ${quotedIn(list).join(', ')}`];
	const shown = listOf(lines).flatMap((line) =>
		isJsonObject(line) ? `row ${textOf(line.row)} ${quotedText(textOf(line.text) ?? '')}` : [],
	);
	const count = typeof lineCount === 'number' ? lineCount : 0;
	const parts = [
		...names('files', files),
		...names('sheets', sheets),
		...names('columns', columns),
		...(count === 0
			? []
			: [`${counted(count, 'line')} without a payment: ${shown.join(', ')}${count > shown.length ? ' and more' : ''}`]),
	];
	return parts.length === 0 ? [] : [`Not read: ${parts.join('; ')}`];
}
