import { childOf, childrenOf, isOn, isStruck, unreadableSheet, type Element } from './xml';

/** The style of a cell (`xf`; ECMA-376, part 1, 18.8.45). */
export interface Style {
	/** The number format, such as `0.00`; `no. 59` for a built-in format that isn't plain. */
	readonly format: string;
	readonly isDate: boolean;
	/** Whether the cell may look struck out: by its font or alignment (xml.ts, `isStruck`), or by a diagonal border. */
	readonly isStruck: boolean;
}

/** Plain number formats that a workbook names only by ID (ECMA-376, 18.8.30). */
const BUILT_IN = new Map([
	[0, 'General'],
	[1, '0'],
	[2, '0.00'],
	[3, '#,##0'],
	[4, '#,##0.00'],
	[37, '#,##0 ;(#,##0)'],
	[38, '#,##0 ;[Red](#,##0)'],
	[39, '#,##0.00;(#,##0.00)'],
	[40, '#,##0.00;[Red](#,##0.00)'],
	[41, '_(* #,##0_)'],
	[43, '_(* #,##0.00_)'],
	[49, '@'],
]);

/** Whether a built-in format's number means a date, in any language. */
const isBuiltInDate = (id: number) =>
	(id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Literals, colours, languages and conditions of a format, but not `[h]`, the hours of a duration. */
const LITERAL = /"[^"]*"|[_*\\].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;
/** Matches codes of a date or time. h and s, which words also contain, must be separate; m counts only as mmm. */
const DATE = /(?:^|[^a-z])(?:h{1,2}|s{1,2})(?:[^a-z]|$)|\[(?:h+|m+|s+)\]|am\/pm|a\/p|y|d|m{3}/i;

/** The longest number format; Excel allows 255 characters. On very long ones, our patterns would run for minutes. */
const LONGEST_FORMAT = 1_000;

/** The styles of a workbook. Throws SheetRefused if they are damaged. */
export function stylesOf(sheet: Element | undefined): Style[] {
	const formats = new Map(BUILT_IN);
	for (const { attributes } of childrenOf(childOf(sheet, 'numFmts'), 'numFmt')) {
		const format = attributes.get('formatCode') ?? '';
		if (format.length > LONGEST_FORMAT) throw unreadableSheet();
		formats.set(Number(attributes.get('numFmtId')), format);
	}
	const areStruck = Array.from(childrenOf(childOf(sheet, 'fonts'), 'font'), isStruck);
	const areCrossed = Array.from(childrenOf(childOf(sheet, 'borders'), 'border'), ({ attributes }) =>
		['diagonalUp', 'diagonalDown'].some((name) => isOn(attributes.get(name))),
	);
	return Array.from(childrenOf(childOf(sheet, 'cellXfs'), 'xf'), (style) => {
		const { attributes } = style;
		const id = Number(attributes.get('numFmtId') ?? 0);
		const format = formats.get(id);
		const isDate = format === undefined ? isBuiltInDate(id) : DATE.test(format.replace(LITERAL, ''));
		const [font, border] = [Number(attributes.get('fontId') ?? 0), Number(attributes.get('borderId') ?? 0)];
		const isCrossedOut = isStruck(style) || areStruck[font] === true || areCrossed[border] === true;
		return { format: format ?? `no. ${id}`, isDate, isStruck: isCrossedOut };
	});
}

/** Whether conditional formats change a number format, strike text out or hide values. */
export const changesLook = (rules: Element | undefined): boolean =>
	isStruck(rules) || CHANGE.test(rules?.content ?? '');

const CHANGE = /<(?:[\w.-]+:)?numFmt\b|\b(?:showValue\s*=\s*["'](?:0|false)|diagonal(?:Up|Down)\s*=\s*["'](?:1|true))/;
