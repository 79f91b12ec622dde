import { isJsonObject, textOf, type Json, type JsonObject } from '../../../core/domain/json';
import { amountInWords, parseAmount } from '../../../core/domain/money';
import { counted } from '../../../core/domain/result';
import { quotedText } from '../../../core/domain/text';

/** A file of 'Payout: Read File' as its items have it, and the items of it that are here. */
interface FileHere {
	readonly file: JsonObject;
	readonly items: JsonObject[];
}

/**
 * The first lines of a summary: each file that the payouts are from, with its own number and sum, what of it was not
 * read, and whether all of it is here. None for payouts that are from no file.
 */
export function fileLines(items: readonly JsonObject[]): string[] {
	const files = new Map<string, FileHere>();
	for (const item of items) {
		const { file } = item;
		if (!isJsonObject(file) || typeof file.number !== 'number') continue;
		const key = JSON.stringify([file.name, file.sheet, file.number, file.total]);
		const known = files.get(key) ?? { file, items: [] };
		known.items.push(item);
		files.set(key, known);
	}
	return [...files.values()].flatMap(linesOfFile).map((line) => line.replaceAll('\\', '\uff3c'));
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
	const sum = total === null ? null : items.reduce((all, { amount }) => all + minor(amount), 0n);
	const named = [
		textOf(file.name) === null ? 'Rows' : `File ${quotedText(textOf(file.name) ?? '')}`,
		...(textOf(file.sheet) === null ? [] : [`sheet ${quotedText(textOf(file.sheet) ?? '')}`]),
	];
	return [
		`${named.join(', ')}: ${inWords(number, total)}`,
		...(items.length === number && sum === total ? [] : [`NOT THE WHOLE FILE: here are ${inWords(items.length, sum)}`]),
		...unreadLine(file.notRead),
	];
}

function unreadLine(notRead: Json | undefined): string[] {
	const { files, sheets, columns, lines, lineCount } = isJsonObject(notRead) ? notRead : {};
	const names = (noun: string, list: Json | undefined) =>
		Array.isArray(list) && list.length > 0
			? [`${noun} ${list.map((name) => quotedText(textOf(name) ?? '')).join(', ')}`]
			: [];
	const shown = (Array.isArray(lines) ? lines : []).flatMap((line) =>
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
