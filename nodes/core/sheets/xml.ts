import { SAVE_AGAIN, SheetRefused } from './sheet';

/*
 * Reads the XML that workbooks need: elements with any prefix, and text. `workbook.ts` has already refused comments,
 * DTDs and CDATA. The file is refused if anything else isn't understood, such as an element nested in another of the
 * same name.
 */

export const unreadableSheet = () => new SheetRefused("has a sheet that can't be read", SAVE_AGAIN);

export interface Element {
	/** The element's name without its prefix. */
	readonly name: string;
	/** The attributes' values by name. Any prefix is reduced to its colon, so `r:id` becomes `:id`. */
	readonly attributes: ReadonlyMap<string, string>;
	/** The XML between the element's tags. */
	readonly content: string;
}

type Parent = Pick<Element, 'content'>;

/** Matches the first tag of an element: its name, attributes, and a slash if it is empty. */
const TAG = /\s*<([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*')){0,100})\s*(\/?)>/y;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The child elements, in order. Throws SheetRefused if one is incomplete, or has another name than `wanted`. */
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

/** The only child element with this name, if any. Throws SheetRefused if there are several. */
export function childOf(parent: Parent | undefined, name: string): Element | undefined {
	let found: Element | undefined;
	for (const child of childrenOf(parent)) {
		if (child.name !== name) continue;
		if (found !== undefined) throw unreadableSheet();
		found = child;
	}
	return found;
}

/** The elements with this name at any depth, none nested in another. Throws SheetRefused if one is incomplete. */
export function* elementsOf({ content }: Parent, name: string): Generator<Element> {
	if (!content.includes(name)) return;
	for (const { index } of content.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}(?=[\\s/>])`, 'g'))) {
		const [element] = childrenOf({ content: content.slice(index) });
		if (element !== undefined) yield element;
	}
}

/** The root element of a part. Throws SheetRefused if it is incomplete. */
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

/** Whether an attribute is true (`xsd:boolean`). */
export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The text in an element. Codes such as `_x000D_`, for characters that XML can't contain, are decoded (ST_Xstring). */
export function textOf(element: Element | undefined): string {
	const written = element?.content ?? '';
	if (written.includes('<')) throw unreadableSheet();
	return unescaped(written).replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/**
 * The text of a string (`si` or `is`; ECMA-376, part 1, 18.4), with its runs joined, and whether any of it is struck
 * out. Phonetic runs (`rPh`), which give a pronunciation, are left out.
 */
export function stringOf(element: Element | undefined) {
	const texts = [childOf(element, 't')];
	for (const child of childrenOf(element)) if (child.name === 'r') texts.push(childOf(child, 't'));
	return { text: texts.map(textOf).join(''), isStruck: isStruck(element) };
}

const STRIKE =
	/<(?:[\w.-]+:)?(?:strike\b(?!\s+val\s*=\s*["'](?:0|false))|(?:vertAlign\s+val|alignment\s[^>]*\bhorizontal)\s*=\s*["'](?:superscript|subscript|fill)\b)/;
/** Whether an element has a struck-out, raised or lowered font, or an alignment that repeats text to fill the cell. */
export const isStruck = (element: Element | undefined): boolean => STRIKE.test(element?.content ?? '');

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

function unescaped(text: string): string {
	return text.replace(/&(?:#(x[0-9a-f]+|\d+)|(\w+));/gi, (_, code: string | undefined, name: string) => {
		const character = code === undefined ? ENTITIES.get(name) : String.fromCodePoint(Number(`0${code}`));
		if (character === undefined) throw unreadableSheet();
		return character;
	});
}
