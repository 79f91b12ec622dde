import { USDT, type AmountUnit, type CurrencyCode } from '../domain/money';
import { EXACT_DIGITS, parseAmount } from '../domain/parseAmount';
import { fail, ok, type Result } from '../domain/result';
import { namesNothing, quotedText } from '../domain/text';
import { labelOf, type ColumnName, type PaymentKind } from './headings';
import type { Cell } from './sheet';
import { hasStopWord, isOwnSign } from './words';

/** Matches an amount that pays nothing: empty, zero, or the dash that accountants write for zero. */
const NOTHING_TO_PAY = /^[\p{Sc}\s]*(?:[\p{Pd}\u2212]+|0+(?:[.,]0*)?)?\s*$/u;

/** Whether an amount is negative: in brackets, or with a minus sign before it. */
export const isNegative = ({ text }: Cell): boolean =>
	/^\s*(?:\(.*[0-9].*\)|\p{Sc}?\s*[\p{Pd}\u2212].*[0-9].*)\s*$/u.test(text);

export const paysNothing = (cell: Cell | null): boolean =>
	cell === null || (!isBroken(cell) && NOTHING_TO_PAY.test(cell.text));

/** Whether a cell has no usable value: it is empty, an error, or a formula that was never calculated. */
export const isBroken = (cell: Cell | null): boolean => cell === null || cell.is === 'error' || cell.is === 'formula';

/** Reads an amount exactly, in minor units. The reason for a failure quotes the cell and says what to write. */
export function readAmountCell({ is, text }: Cell, unit: AmountUnit, { currency }: PaymentKind): Result<bigint> {
	if (is === 'date') return fail(`is a date (${text}); make it a number`);
	const read = parseAmount(is === 'number' ? Number(text) : plainAmount(text, currency), unit, currency);
	if (read.ok || read.reason.startsWith('of ')) return read;
	const advice = read.reason.includes(';') ? '' : '; write an amount, or clear the row';
	return fail(`says ${quotedText(text)}, which ${read.reason}${advice}`);
}

/**
 * A typed amount without the paid currency's sign or name, such as NGN or N, and without commas between thousands. In
 * USDT, the comma of 1,500 stays: USDT has six decimals, so it could be a decimal comma.
 */
export function plainAmount(text: string, currency: CurrencyCode): string {
	const [, before = '', digits = '', after = ''] =
		/^\s*([^\d\s]*)\s*(\d[\d.,\p{Zs}]*?)\s*([^\d\s]*)\s*$/u.exec(text) ?? [];
	const sign = before + after;
	if (digits === '' || (sign !== '' && !isOwnSign(sign, currency)) || (before !== '' && after !== '')) return text;
	const grouped =
		currency === USDT.code ? /^\d{1,3}(?:,\d{3})+(?:,\d{3}|\.\d{1,2})$/ : /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/;
	return grouped.test(digits) ? digits.replaceAll(',', '') : digits;
}

/** Advice that fits both spreadsheets and databases. */
const AS_TEXT = 'set its column to text, and retype it';

/** Reads any cell but an amount as text. The reason for a failure completes a sentence that begins with the heading. */
export function readTextCell(column: ColumnName, cell: Cell, { checks }: PaymentKind): Result<string> {
	if (cell.is === 'date') return fail(`is a date (${cell.text}); ${AS_TEXT}`);
	if (cell.is === 'boolean' && column !== 'reference') return fail(`is ${cell.text}, not the ${labelOf(column)}`);
	if (cell.is === 'number' && !hasExactDigits(cell.text))
		return fail(`is a number with more than ${EXACT_DIGITS} digits, so some are lost; ${AS_TEXT}`);
	const text = cell.text.trim();
	if (/^\d(?:\.\d+)?E\+\d{2}$/.test(text)) return fail(`is ${text}, shortened by a spreadsheet; ${AS_TEXT}`);
	// A PayBill's account can have any length, so missing zeros can't be noticed.
	if (column === 'paybillAccountNumber' && cell.is === 'number' && !text.startsWith('0'))
		return fail(`is a number, which loses leading zeros; ${AS_TEXT}`);
	if (column === 'reference' && namesNothing(text))
		return fail(`is ${quotedText(text)}, which names nothing: each payment needs its own reference`);
	if (isTakenOut(text, column))
		return fail(`is ${quotedText(text)}, which may mean "don't pay"; correct it, or delete the row`);
	return (checks?.[column] ?? ok)(text);
}

/** Whether a text is struck out (`~~text~~`), or a reference says not to pay its row. */
const isTakenOut = (text: string, column: ColumnName) =>
	/^~~.*~~$/.test(text) || (column === 'reference' && (/^e\.g/i.test(text) || hasStopWord(text)));

const hasExactDigits = (text: string) =>
	/^\d+(\.\d+)?$/.test(text) && text.replace('.', '').replace(/^0+/, '').length <= EXACT_DIGITS;
