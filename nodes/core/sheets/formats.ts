import { findCurrency } from '../domain/money';
import { quotedText, visibleText } from '../domain/text';
import type { ColumnName, PaymentKind } from './headings';
import { isNegative } from './cells';
import type { Cell } from './sheet';
import { isOwnSign } from './words';

/** Matches a section of a number format that shows digits or text unchanged, with signs and blanks around them. */
const PLAIN = /^((?:"[^"]*"|[\p{Sc}\s])*)(general|@|(?:#[#,]*)?(?:#|0+)(?:\.([0#]*))?)((?:"[^"]*"|[\p{Sc}\s])*)$/iu;
/**
 * Matches literal parts of a number format: quoted text, a currency sign with a language (but not one that changes
 * digits), an escaped character, a colour other than white, a gap as wide as a character, and blanks that fill the
 * cell.
 */
const TOKEN =
	/"([^"]*)"|\[\$([^\]"-]*)(?:-(?:[0-9a-f]{1,4}|[a-z]{1,4}(?:-\w{1,8})*))?\]|\\([^"])|\[(?:black|blue|cyan|green|magenta|red|yellow)\]|_.|\* /gi;

function plainSection(section: string) {
	const texts = section.replace(TOKEN, (_, ...[quoted, sign, single]: Array<string | undefined>) => {
		const text = quoted ?? sign ?? single;
		return text === undefined ? ' ' : `"${text}"`;
	});
	const [whole, before = '', digits = '', decimals = '', after = ''] = PLAIN.exec(texts) ?? [];
	return whole === undefined ? null : { digits, decimals, sign: (before + after).replace(/["\s]/g, '') };
}

type Plain = NonNullable<ReturnType<typeof plainSection>>;

/** Why a cell may display something other than its value, as a clause and a sentence of advice; otherwise null. */
export function doubtOf(cell: Cell, column: ColumnName, { currency }: PaymentKind): string | null {
	const { is, text, doubt, format = 'General' } = cell;
	const isAmount = column === 'amount';
	if (isAmount && isNegative(cell))
		return 'is negative: it may have to be deducted from another payment. Do that by hand, and delete the row.';
	if (isAmount && cell.isCut === true)
		return 'may be cut at its comma. Put amounts with commas into quotation marks, or leave the commas out.';
	if (is === 'error') return `has no value that can be read (${visibleText(text)}). Correct it.`;
	if (is === 'formula') return 'is a formula without a stored value. Open it in Excel, save it and upload it again.';
	if (doubt !== undefined || (is !== 'number' && is !== 'text')) return doubt ?? null;
	return format === 'General' ? null : doubtOfFormat(format, { is, text }, isAmount, currency);
}

function doubtOfFormat(
	format: string,
	{ is, text }: { readonly is: 'number' | 'text'; readonly text: string },
	isAmount: boolean,
	currency: string,
): string | null {
	const plain = plainSection(sectionFor(is, format));
	const isPlain = plain?.sign === '' || (isAmount && plain !== null && isOwnSign(plain.sign, currency));
	if (!isPlain || /\[[<=>]/.test(format))
		return `has the number format ${quotedText(format)}. ${isAmount ? `Format it as a plain number, and write the amount in ${currency}.` : AS_TEXT}`;
	if (is === 'text' || showsAll(text, plain, isAmount)) return null;
	const rounding = `Round it with =ROUND(…, ${findCurrency(currency)?.exponent ?? 0}), or show its decimals.`;
	return `holds ${text} and has the number format ${quotedText(format)}. ${isAmount ? rounding : AS_TEXT}`;
}

function sectionFor(is: 'number' | 'text', format: string): string {
	const sections = format.split(';');
	const [ofNumbers = '', , , ofTexts = sections.find((section) => section.includes('@')) ?? '@'] = sections;
	return is === 'number' ? ofNumbers : ofTexts;
}

/** Whether a format shows all decimals of a number and adds none, except to an amount. */
function showsAll(text: string, { digits, decimals }: Plain, isAmount: boolean): boolean {
	const { length } = /(?<=\.)\d+$/.exec(text)?.[0] ?? '';
	return (/^(?:general|@)$/i.test(digits) || length <= decimals.length) && (isAmount || decimals === '');
}

const AS_TEXT = 'Format it as text, and type it again.';
