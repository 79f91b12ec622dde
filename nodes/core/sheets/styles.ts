import { childOf, childrenOf, unreadableSheet, type Element } from './xml';

/** The style of a cell (`xf`; ECMA-376, part 1, 18.8.45). */
export interface Style {
	/** The number format; undefined for General. */
	readonly format: string | undefined;
	/** Whether its format shows a number as a date or time. */
	readonly isDate: boolean;
	/** Whether a line goes through the whole cell. */
	readonly isStruck: boolean;
}

/** Number formats that a workbook names only by their numbers (18.8.30), without those of dates. */
const BUILT_IN = new Map([
	[1, '0'],
	[2, '0.00'],
	[3, '#,##0'],
	[4, '#,##0.00'],
	[5, '$#,##0_);\\($#,##0\\)'],
	[6, '$#,##0_);[Red]\\($#,##0\\)'],
	[7, '$#,##0.00_);\\($#,##0.00\\)'],
	[8, '$#,##0.00_);[Red]\\($#,##0.00\\)'],
	[9, '0%'],
	[10, '0.00%'],
	[11, '0.00E+00'],
	[12, '# ?/?'],
	[13, '# ??/??'],
	[37, '#,##0 ;(#,##0)'],
	[38, '#,##0 ;[Red](#,##0)'],
	[39, '#,##0.00;(#,##0.00)'],
	[40, '#,##0.00;[Red](#,##0.00)'],
	[48, '##0.0E+0'],
	[49, '@'],
]);

/** Whether a number without a format in the workbook is one of a date, in any language. */
const isBuiltInDate = (id: number) =>
	(id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Literals, colours, languages and conditions of a format, but not `[h]`, the hours of a span. */
const LITERAL = /"[^"]*"|[_*\\].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;
/** Letters of a date or time. Those that are also parts of words count alone, and a single m is no month. */
const DATE = /(?:^|[^a-z])(?:h{1,2}|s{1,2})(?:[^a-z]|$)|\[(?:h+|m+|s+)\]|am\/pm|a\/p|y|d|m{3}/i;

/** Excel takes 255 characters. On very long ones, our patterns would run for minutes. */
const LONGEST_FORMAT = 1_000;

/** The styles of a workbook, by the number that cells have for `s`. Throws SheetRefused where they aren't whole. */
export function stylesOf(sheet: Element | undefined): Style[] {
	const formats = new Map(BUILT_IN);
	for (const { attributes } of childrenOf(childOf(sheet, 'numFmts'), 'numFmt')) {
		const format = attributes.get('formatCode') ?? '';
		if (format.length > LONGEST_FORMAT) throw unreadableSheet();
		formats.set(Number(attributes.get('numFmtId')), format);
	}
	const areStruck = Array.from(childrenOf(childOf(sheet, 'fonts'), 'font'), isStruckFont);
	return Array.from(childrenOf(childOf(sheet, 'cellXfs'), 'xf'), ({ attributes }) => {
		const id = Number(attributes.get('numFmtId') ?? 0);
		const format = formats.get(id);
		const isDate = format === undefined ? isBuiltInDate(id) : DATE.test(format.replace(LITERAL, ''));
		return { format, isDate, isStruck: areStruck[Number(attributes.get('fontId') ?? 0)] ?? false };
	});
}

function isStruckFont(font: Element): boolean {
	const strike = childOf(font, 'strike');
	return strike !== undefined && !['0', 'false'].includes(strike.attributes.get('val') ?? '');
}
