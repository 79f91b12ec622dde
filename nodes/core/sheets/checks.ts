import { findCurrency } from '../domain/money';
import { quotedText } from '../domain/text';
import { doubtfulCells } from './doubts';
import { unitOfHeading } from './headings';
import type { SheetRules } from './rules';
import { cellName, listInWords, namesInWords, rowsInWords, rowText, SheetRefused, type SheetRow } from './sheet';
import { cellAt, type Table } from './table';
import { currencyOfWord, hasStopWord, isOtherCurrency, otherCurrencyIn, unitOfTitle } from './words';

/** Rows below the headings. `payable`: to be paid. `all`: also payments left out by a person. `lines`: other text. */
type Rows = Readonly<Record<'payable' | 'all' | 'lines', readonly SheetRow[]>>;

type Check = (table: Table, rows: Rows, rules: SheetRules, fileName: string | null) => SheetRefused[];

/** All problems that no answer in 'Columns' can settle. */
export const problemsOfTable: Check = (...given) =>
	[hiddenPlaces, paymentsAbove, farBelow, textsThatSay, doubtfulCells, otherCurrencies].flatMap((check) =>
		check(...given),
	);

const hiddenPlaces: Check = ({ columns, headings, hiddenColumns }, { payable }, { hiddenRows }) => {
	const rows = payable.filter(({ isHidden }) => isHidden).map(({ number }) => `row ${number}`);
	const places = [...columns.values()].filter((place) => hiddenColumns.has(place));
	const hidden = [...rows, ...places.map((place) => quotedText(headings[place] ?? ''))];
	if (hidden.length === 0 || hiddenRows === 'take') return [];
	const advice = "Show or delete them, or set 'Hidden Rows': Take pays hidden rows too, Leave Out doesn't.";
	return [new SheetRefused(`has hidden rows or columns: ${listInWords(hidden)}`, advice)];
};

/** Finds rows above the headings that look like payments: two needed values, and a digit in a column of `marks`. */
const paymentsAbove: Check = (table, _, { kind }) => {
	const found = table.above.filter((row) => {
		const filled = kind.needed.filter((column) => cellAt(table, row, column) !== null);
		return filled.length > 1 && kind.marks.some((mark) => /\d/.test(cellAt(table, row, mark)?.text ?? ''));
	});
	if (found.length === 0) return [];
	const advice = `It says ${namesInWords(found.map(rowText))}. If these rows are payments, move them below the headings; if not, delete them.`;
	return [new SheetRefused(`may have payments above its headings: row ${rowsInWords(found)}`, advice)];
};

/** Finds payments far below the others. They may be left from an earlier list, and people overlook them. */
const farBelow: Check = (_, { all, lines }) => {
	const numbers = [...all, ...lines].map(({ number }) => number).sort((one, other) => one - other);
	const payments = new Set(all.map(({ number }) => number));
	const isFar = (number: number, at: number) => number - (numbers[at - 1] ?? number) > EMPTY_ROWS;
	const far = numbers.filter((number, at) => payments.has(number) && isFar(number, at));
	if (far.length === 0) return [];
	const what = `has payments in row ${listInWords(far)}, after ${EMPTY_ROWS} or more empty rows`;
	return [new SheetRefused(what, 'Delete the empty rows, or these payments.')];
};
const EMPTY_ROWS = 10;

/** Finds titles, lines, and names of the file or sheet that may say not to pay, or that amounts have another unit. */
const textsThatSay: Check = (table, rows, { kind, amountUnit }, fileName) => {
	const { name, above, columns, headings } = table;
	const last = rows.payable.at(-1)?.number ?? Infinity;
	const account = kind.marks.at(-1) ?? 'amount';
	const isLine = (row: SheetRow) => !/\d/.test(cellAt(table, row, account)?.text ?? '');
	const lines = [...above, ...rows.lines.filter(isLine)].flatMap(({ number, cells }) =>
		cells.map((cell) => ({ where: `in row ${number}`, number, text: cell?.text ?? '' })),
	);
	const texts = [
		{ where: 'in its name', number: 0, text: fileName ?? '' },
		{ where: "in its sheet's name", number: 0, text: name ?? '' },
		...lines,
	];
	const empty = headings.filter((_, place) => rows.all.every(({ cells }) => cells[place] == null));
	const emptied = empty.map((text) => ({ where: 'in the heading of an empty column', text: text ?? '' }));
	const amount = { where: 'above its amounts', text: headings[columns.get('amount') ?? -1] ?? '' };
	const unitIn = (one: { readonly text: string }) =>
		(one === amount ? unitOfHeading : unitOfTitle)(one.text, kind.currency, amountUnit);
	// Below the payments, forms have a line to sign, such as "Paid: ____".
	const stop = texts.find(({ number, text }) =>
		hasStopWord(number > last ? text.replace(/\bpaid\s*[:_…]+$/i, '') : text),
	);
	const unit = [amount, ...emptied, ...texts].find((one) => unitIn(one) !== null);
	const found = [
		[
			stop,
			`may say ${stop?.where} that payments are not to be made`,
			'Delete the payments that are not to be made, and these words.',
		],
		[
			unit,
			`may give another unit or currency ${unit?.where}: ${unit === undefined ? '' : unitIn(unit)}`,
			`Write amounts in full, in ${amountUnit === 'minor' ? findCurrency(kind.currency)?.minorPlural : kind.currency}, and delete these words. Put payments in another currency into a separate file.`,
		],
	] as const;
	return found.flatMap(([says, what, advice]) =>
		says === undefined ? [] : [new SheetRefused(what, `It says ${quotedText(says.text)}. ${advice}`)],
	);
};

const otherCurrencies: Check = ({ headings, columns }, { all }, { kind: { currency } }) => {
	const read = new Map([...columns].map(([column, place]) => [place, column]));
	const isOther = (place: number, text: string) => {
		const column = read.get(place);
		if (column === 'currency') return currencyOfWord(text) !== currency;
		if (column === 'narration') return otherCurrencyIn(text, currency) !== null;
		return column === undefined && isOtherCurrency(text, currency);
	};
	for (const row of all)
		for (const [place, cell] of row.cells.entries()) {
			if (cell === null || !isOther(place, cell.text)) continue;
			const says = `Column ${quotedText(headings[place] ?? '')} says ${quotedText(cell.text)}.`;
			const what = `names a currency other than ${currency} in ${cellName(place, row)}`;
			return [new SheetRefused(what, `${says} Delete such rows, and pay them separately.`)];
		}
	return [];
};
