import { EXACT_DIGITS, parseAmount, type AmountUnit } from '../domain/money';
import { checkNgnAccountNumber, checkPhone } from '../domain/payees/accountNumbers';
import { fail, ok, type Result } from '../domain/result';
import { namesNothing, visibleText } from '../domain/text';
import { labelOf, type ColumnName, type PaymentKind } from './headings';
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

/** Reads an amount exactly, in minor units. */
export function readAmountCell(cell: Cell, unit: AmountUnit, { currency }: PaymentKind): Result<bigint> {
	if (cell.is === 'date') return fail(`is a date in the sheet (${cell.text}); format it as a number`);
	if (cell.is === 'boolean') return fail(`is ${cell.text}, not an amount`);
	if (CREDIT.test(cell.text)) return fail('is a credit (negative), so there is nothing to pay');
	if (cell.is !== 'number') {
		const text = cell.text.trim();
		return parseAmount(GROUPED.test(text) ? text.replaceAll(',', '') : text, unit, currency);
	}
	return parseAmount(Number(cell.text), unit, currency);
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
	if (column === 'accountNumber') return checkNgnAccountNumber(text);
	if (column === 'phone') return checkPhone(text, '+254');
	if (column === 'reference' && namesNothing(text))
		return fail(`is "${visibleText(text)}", which names nothing: a reference must be one payment's own`);
	return ok(text);
}

const hasExactDigits = (text: string) =>
	/^\d+(\.\d+)?$/.test(text) && text.replace('.', '').replace(/^0+/, '').length <= EXACT_DIGITS;
