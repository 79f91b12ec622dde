import { SheetRefused } from '../domain/sheet/sheet';

/*
 * As much of XML as the parts of a workbook need: their tags and attributes, under any prefix, and texts. Comments,
 * declarations and CDATA were refused before (`workbook.ts`).
 */

export const unreadableSheet = () =>
	new SheetRefused("has a sheet that can't be read", 'Open it in Excel, save it anew and upload that.');

/** A prefix of a name, or none, in a regular expression. */
export const XML_PREFIX = '(?:[\\w.-]+:)?';
/** Attributes whose values hold no beginning of another tag. */
const ATTRIBUTES = `([^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*)`;

/** Elements of these names, for `tagsIn`. */
export interface Names {
	readonly whole: RegExp;
	/** The beginning of a tag, whole or not. */
	readonly beginning: RegExp;
}

/** Elements by their names without a prefix, parted by bars: `row|c`. */
export const elements = (names: string): Names => ({
	whole: new RegExp(`<(/?)${XML_PREFIX}(${names})(?=[\\s/>])${ATTRIBUTES}>`, 'g'),
	beginning: new RegExp(`</?${XML_PREFIX}(?:${names})(?=[\\s/>])`, 'g'),
});

export interface Tag {
	readonly name: string;
	/** Whether it ends its element, as `</row>`. */
	readonly isEnd: boolean;
	/** Whether it is its whole element, as `<row/>`. */
	readonly isEmpty: boolean;
	readonly attributes: string;
	/** Where it begins and ends in the XML. */
	readonly from: number;
	readonly to: number;
}

/** The tags of elements, in their order. Throws SheetRefused, after the last one, where one of them isn't whole. */
export function* tagsIn(xml: string, { whole, beginning }: Names): Generator<Tag> {
	let left = xml.match(beginning)?.length ?? 0;
	for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of xml.matchAll(whole)) {
		left--;
		const to = index + tag.length;
		yield { name, isEnd: slash === '/', isEmpty: attributes.endsWith('/'), attributes, from: index, to };
	}
	if (left !== 0) throw unreadableSheet();
}

/** The content of the only element of a name, and the XML before it; empty if there is none. Throws SheetRefused if there are more. */
export function within(xml: string, name: Names): { readonly before: string; readonly content: string } {
	const [start, end, ...more] = tagsIn(xml, name);
	if (start === undefined) return { before: '', content: '' };
	const isRight = start.isEmpty ? end === undefined : end?.isEnd === true && more.length === 0;
	if (start.isEnd || !isRight) throw unreadableSheet();
	return { before: xml.slice(0, start.from), content: xml.slice(start.to, end?.from ?? start.to) };
}

const ATTRIBUTE = new Map<string, RegExp>();

/** The value of an attribute, of which `name` is a regular expression; empty where there is none. */
export function attribute(attributes: string, name: string): string {
	let pattern = ATTRIBUTE.get(name);
	if (pattern === undefined) {
		pattern = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
		ATTRIBUTE.set(name, pattern);
	}
	const [, double, single] = pattern.exec(attributes) ?? [];
	return unescaped(double ?? single ?? '');
}

/** Whether an attribute says yes (`xsd:boolean`). */
export const isOn = (value: string): boolean => value === '1' || value === 'true';

const XML_ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

/** A text or value without XML's escapes. */
export function unescaped(text: string): string {
	if (!text.includes('&')) return text;
	return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (written, hex, decimal, name) => {
		if (typeof name === 'string') return XML_ENTITIES.get(name) ?? written;
		const code = typeof hex === 'string' ? parseInt(hex, 16) : Number(decimal);
		return code <= 0x10ffff ? String.fromCodePoint(code) : written;
	});
}

const TEXTS = elements('si|is|t|rPh');

/**
 * The texts of strings (`si` or `is`; ECMA-376, part 1, 18.4), each with its runs joined. Phonetic help (`rPh`) says how a
 * text is read aloud, and is left out. Throws SheetRefused where an element isn't whole.
 */
export function textsIn(xml: string): string[] {
	const texts: string[] = [];
	const open: string[] = [];
	let [text, begins] = ['', 0];
	for (const { name, isEnd, isEmpty, from, to } of tagsIn(xml, TEXTS)) {
		const isString = name === 'si' || name === 'is';
		if (isEnd) {
			if (open.pop() !== name) throw unreadableSheet();
			if (name === 't' && open.length === 1) text += xmlText(xml.slice(begins, from));
		} else {
			if ((open.length === 0) !== isString) throw unreadableSheet();
			if (isString) text = '';
			if (!isEmpty) open.push(name);
			begins = to;
		}
		if (isString && (isEnd || isEmpty)) texts.push(text);
	}
	if (open.length > 0) throw unreadableSheet();
	return texts;
}

/** The text of an element. It has `_x000D_` for a character that XML can't hold (ST_Xstring). */
export function xmlText(written: string): string {
	if (written.includes('<')) throw unreadableSheet();
	return unescaped(written).replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
