import { SheetRefused } from './sheet';

/*
 * As much of XML as the parts of a workbook need: elements under any prefix, and texts. Comments, declarations and CDATA
 * were refused before (`workbook.ts`). All else that isn't understood refuses the file, such as an element within another
 * one of the same name.
 */

export const unreadableSheet = () =>
	new SheetRefused("has a sheet that can't be read", 'Open it in Excel, save it again and upload that.');

export interface Element {
	/** Without its prefix. */
	readonly name: string;
	/** By their names; of a prefix only the colon is left. */
	readonly attributes: ReadonlyMap<string, string>;
	/** The XML between its tags. */
	readonly content: string;
}

type Parent = Pick<Element, 'content'>;

/** The first tag of an element: its name, its attributes, and a slash if it is the whole element. */
const TAG = /\s*<([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*')){0,100})\s*(\/?)>/y;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The elements in an element, in their order. Throws SheetRefused where one isn't whole, or has another name than `wanted`. */
export function* childrenOf(parent: Parent | undefined, wanted?: string): Generator<Element> {
	const xml = (parent?.content ?? '').trimEnd();
	for (let at = 0; at < xml.length;) {
		TAG.lastIndex = at;
		const [tag = '', prefixed = '', attributes = '', slash] = TAG.exec(xml) ?? [];
		const begins = at + tag.length;
		const endTag = slash === '/' ? '' : `</${prefixed}>`;
		const ends = xml.indexOf(endTag, begins);
		const name = prefixed.slice(prefixed.indexOf(':') + 1);
		if (tag === '' || ends < 0 || (wanted !== undefined && name !== wanted)) throw unreadableSheet();
		yield { name, attributes: attributesOf(attributes), content: xml.slice(begins, ends) };
		at = ends + endTag.length;
	}
}

/** The only element of a name in an element. Throws SheetRefused if there are more. */
export function childOf(parent: Parent | undefined, name: string): Element | undefined {
	let found: Element | undefined;
	for (const child of childrenOf(parent)) {
		if (child.name !== name) continue;
		if (found !== undefined) throw unreadableSheet();
		found = child;
	}
	return found;
}

/** The elements with a name at any depth of an element; no name may be nested in itself. Throws SheetRefused where one isn't whole. */
export function* elementsOf({ content }: Parent, name: string): Generator<Element> {
	if (!content.includes(name)) return;
	for (const { index } of content.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}(?=[\\s/>])`, 'g'))) {
		const [element] = childrenOf({ content: content.slice(index) });
		if (element !== undefined) yield element;
	}
}

/** The element that a part consists of. Throws SheetRefused where it isn't whole. */
export function rootOf(xml: string): Element {
	const [root, another] = childrenOf({ content: xml });
	if (root === undefined || another !== undefined) throw unreadableSheet();
	return root;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
	const attributes = new Map<string, string>();
	if (text === '') return attributes;
	for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE))
		attributes.set(name.slice(Math.max(0, name.indexOf(':'))), unescaped(double ?? single ?? ''));
	return attributes;
}

/** Whether an attribute says yes (`xsd:boolean`). */
export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The text in an element. It has `_x000D_` for a character that XML can't hold (ST_Xstring). */
export function textOf(element: Element | undefined): string {
	const written = element?.content ?? '';
	if (written.includes('<')) throw unreadableSheet();
	return unescaped(written).replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/**
 * The text of a string (`si` or `is`; ECMA-376, part 1, 18.4), with its runs joined, and whether a line goes through a part
 * of it. Phonetic help (`rPh`) says how a text is read aloud, and is left out.
 */
export function stringOf(element: Element | undefined) {
	const texts = [childOf(element, 't')];
	for (const child of childrenOf(element)) if (child.name === 'r') texts.push(childOf(child, 't'));
	return { text: texts.map(textOf).join(''), isStruck: isStruck(element) };
}

const STRIKE =
	/<(?:[\w.-]+:)?(?:strike\b(?!\s+val\s*=\s*["'](?:0|false))|(?:vertAlign\s+val|alignment\s[^>]*\bhorizontal)\s*=\s*["'](?:superscript|subscript|fill)\b)/;
/** Whether an element has a font with a line through it or of a footnote's number, or fills a cell with the same text. */
export const isStruck = (element: Element | undefined): boolean => STRIKE.test(element?.content ?? '');

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

function unescaped(text: string): string {
	return text.replace(/&(?:#(x[0-9a-f]+|\d+)|(\w+));/gi, (_, code: string | undefined, name: string) => {
		const character = code === undefined ? ENTITIES.get(name) : String.fromCodePoint(Number(`0${code}`));
		if (character === undefined) throw unreadableSheet();
		return character;
	});
}
