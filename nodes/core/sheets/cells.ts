import {
	EXACT_DIGITS,
	findCurrency,
	groupedMajor,
	parseAmount,
	USDT,
	type AmountUnit,
	type CurrencyCode,
} from '../domain/money';
import { checkNgnAccountNumber, checkPhone } from '../domain/payees/accountNumbers';
import { fail, ok, type Result } from '../domain/result';
import { namesNothing, visibleText } from '../domain/text';
import { currencyOfWord, labelOf, type ColumnName, type PaymentKind } from './headings';
import type { Cell } from './sheet';

/** A text that is no amount: empty, the dash that books show for zero, or zero itself. */
const NOTHING_TO_PAY = /^[\p{Sc}\s]*(?:[\p{Pd}\u2212]+|0+(?:[.,]0*)?)?\s*$/u;

/** A text in brackets or with a sign in front, as books write what somebody owes. */
const CREDIT = /^\s*(?:\(.*[0-9].*\)|\p{Sc}?\s*[\p{Pd}\u2212].*[0-9].*)\s*$/u;

/** A text with commas at its thousands that can't be meant otherwise: with decimals behind a point, or several commas. */
const GROUPED = /^\d{1,3}(?:(?:,\d{3})+\.\d{1,2}|(?:,\d{3}){2,})$/;

/** Whether a cell of an amount says that there is nothing to pay. */
export const paysNothing = (cell: Cell | null): boolean =>
	cell === null || (!isBroken(cell) && NOTHING_TO_PAY.test(cell.text));

/** Whether a cell holds no value that could be used: an error, or a formula that was never calculated. */
export const isBroken = ({ is }: Cell): boolean => is === 'error' || is === 'formula';

/** Reads an amount exactly, in minor units. The reason has what the sheet shows where that is another number. */
export function readAmountCell(cell: Cell, unit: AmountUnit, { currency }: PaymentKind): Result<bigint> {
	if (cell.is === 'date') return fail(`is a date in the sheet (${cell.text}); format it as a number`);
	if (cell.is === 'boolean') return fail(`is ${cell.text}, not an amount`);
	if (CREDIT.test(cell.text)) return fail('is a credit (negative), so there is nothing to pay');
	const otherwise = cell.is === 'number' ? shownOtherwise(cell.format ?? '', currency) : null;
	if (otherwise !== null) return fail(`is shown in the sheet ${otherwise}; format it as a plain number`);
	if (cell.is !== 'number') {
		const text = cell.text.trim();
		return parseAmount(GROUPED.test(text) ? text.replaceAll(',', '') : text, unit, currency);
	}
	const read = parseAmount(Number(cell.text), unit, currency);
	const exponent = unit === 'minor' ? 0 : (findCurrency(currency)?.exponent ?? 0);
	const shown = shownNumber(cell);
	if (read.ok)
		return shown === null || Number(shown.replaceAll(',', '')) === Number(cell.text)
			? read
			: fail(`holds ${cell.text}, and the sheet shows ${shown}; round it, or show its decimals`);
	const round = `write =ROUND(…, ${exponent}) in the sheet`;
	return /\.\d/.test(cell.text)
		? fail(`holds ${cell.text}${shown === null ? '' : `, and the sheet shows ${shown}`}; ${round}`)
		: read;
}

/** Words of a number format that make another number of what stands in the cell: digits, a point between digits, K or M. */
const OTHER_DIGITS =
	/"[^"]*\d[^"]*"|\\\d|[0#?](?:"[^"]*[.,][^"]*"|\\[.,])[0#?]|[0#?]["\\ ]*(?:k|m|mn|bn|thousand|million)\b/i;

/** How a number format shows an amount, if a person reads another one there: in another currency, as a percentage, in thousands, not at all. */
function shownOtherwise(format: string, currency: CurrencyCode): string | null {
	const [positive = ''] = format.split(';');
	const digits = positive.replace(/"[^"]*"|\[[^\]]*\]|[_*\\]./g, '');
	if (format !== '' && !/[0#?@]|general/i.test(digits)) return 'without its digits';
	if (OTHER_DIGITS.test(positive)) return 'with other digits';
	const signs = Array.from(positive.matchAll(/\[\$([^\]-]*)[^\]]*\]|"([^"]*)"|(\p{Sc})/gu), (one) =>
		one.slice(1).join(''),
	);
	const shown = signs.flatMap((sign) => currencyOfWord(sign) ?? []).find((one) => one !== currency);
	// USDT is written in dollars.
	if (shown !== undefined && !(shown === 'USD' && currency === USDT.code)) return `in ${shown}`;
	if (digits.includes('%')) return 'as a percentage';
	return /[0#?],+(?![0#?])/.test(digits) ? 'in thousands' : null;
}

/** The number as its format shows it, of the few formats of which that is certain; null of any other. */
export function shownNumber({ text, format = 'General' }: Cell): string | null {
	const [positive = ''] = format.split(';');
	const bare = positive.replace(/"[^"]*"|\[[^\]]*\]|[_*\\].|[\p{Sc}\s()]/gu, '');
	const [known, grouped, decimals = ''] = /^(#,##)?0(?:\.(0+))?$/.exec(bare) ?? [];
	const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
	if (known === undefined || whole === '') return null;
	const places = decimals.length;
	const digits =
		BigInt(whole + fraction.slice(0, places).padEnd(places, '0')) + (/[5-9]/.test(fraction.charAt(places)) ? 1n : 0n);
	// With one more zero, since a point needs a digit after it.
	const shown = groupedMajor(digits * 10n, { exponent: places + 1 }).slice(0, places === 0 ? -2 : -1);
	return grouped === undefined ? shown.replaceAll(',', '') : shown;
}

/** Reads any other cell of a payment as the text that a payment takes. The reason is a clause behind the heading. */
export function readTextCell(column: ColumnName, cell: Cell): Result<string> {
	if (cell.is === 'date')
		return fail(`is a date in the sheet (${cell.text}); format its column as text, and write it as it is meant`);
	if (cell.is === 'boolean' && column !== 'reference') return fail(`is ${cell.text}, not the ${labelOf(column)}`);
	if (cell.is === 'number' && !hasExactDigits(cell.text))
		return fail(
			`is a number with more than ${EXACT_DIGITS} digits, of which the sheet has lost some; format its column as text, and write it anew`,
		);
	const text = cell.text.trim();
	if (/^\d(?:\.\d+)?E\+\d{2}$/.test(text))
		return fail(`is ${text}, to which a spreadsheet has shortened it; format its column as text, and write it anew`);
	if (column === 'reference' && !showsItself(cell))
		return fail(
			`is ${text} in a format that shows another text in the sheet; format its column as text, and write it as it is meant`,
		);
	if (column === 'accountNumber') return checkNgnAccountNumber(text);
	if (column === 'phone') return checkPhone(text, '+254');
	if (column === 'reference' && namesNothing(text))
		return fail(`is "${visibleText(text)}", which names nothing: a reference must be one payment's own`);
	return ok(text);
}

const showsItself = (cell: Cell) =>
	cell.is !== 'number' ||
	['', 'General', '@'].includes(cell.format ?? '') ||
	shownNumber(cell)?.replaceAll(',', '') === cell.text;

const hasExactDigits = (text: string) =>
	/^\d+(\.\d+)?$/.test(text) && text.replace('.', '').replace(/^0+/, '').length <= EXACT_DIGITS;
