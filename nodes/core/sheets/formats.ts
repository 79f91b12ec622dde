import { quotedText, visibleText } from '../domain/text';
import type { ColumnName, PaymentKind } from './headings';
import { isNegative } from './cells';
import type { Cell } from './sheet';
import { isOwnSign } from './words';

/** A section of a number format that shows digits or a text as they are, with signs and blanks around them. */
const PLAIN = /^((?:"[^"]*"|[\p{Sc}\s])*)(general|@|(?:#[#,]*)?(?:#|0+)(?:\.([0#]*))?)((?:"[^"]*"|[\p{Sc}\s])*)$/iu;
/**
 * A text in a format: in quotes, a sign with its language (which may bring other digits), or one behind a backslash; and
 * colours but white, room for a sign, and blanks that fill the cell.
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

/** Why a cell may show something else than it holds, as a clause and a sentence on what to do; null if nothing says so. */
export function doubtOf(cell: Cell, column: ColumnName, { currency }: PaymentKind): string | null {
	const { is, text, doubt, format = 'General' } = cell;
	const isAmount = column === 'amount';
	if (isAmount && isNegative(cell))
		return 'is negative: it may have to be taken off another payment. Do that by hand, and delete the row.';
	if (isAmount && cell.isCut === true)
		return 'may be cut at its comma. Put amounts with commas into quotation marks, or write them without.';
	if (is === 'error') return `has no value that can be read (${visibleText(text)}). Correct it.`;
	if (is === 'formula') return 'is a formula without a stored value. Open it in Excel, save it and upload it again.';
	if (doubt !== undefined || (is !== 'number' && is !== 'text')) return doubt ?? null;
	if (format === 'General') return null;
	const sections = format.split(';');
	const ofTexts = sections[3] ?? sections.find((section) => section.includes('@')) ?? '@';
	const plain = plainSection((is === 'text' ? ofTexts : sections[0]) ?? '');
	if (plain === null || /\[[<=>]/.test(format) || !(plain.sign === '' || (isAmount && isOwnSign(plain.sign, currency))))
		return `has the number format ${quotedText(format)}. ${isAmount ? `Format it as a plain number, and write what is meant in ${currency}.` : AS_TEXT}`;
	const { length } = /(?<=\.)\d+$/.exec(text)?.[0] ?? '';
	const showsAll = is === 'text' || /^(?:general|@)$/i.test(plain.digits) || length <= plain.decimals.length;
	if (showsAll && (isAmount || is === 'text' || plain.decimals === '')) return null;
	return `holds ${text} and has the number format ${quotedText(format)}. ${isAmount ? 'Round it with =ROUND(…, 2), or show its decimals.' : AS_TEXT}`;
}

const AS_TEXT = 'Format it as text, and write it as it is meant.';
