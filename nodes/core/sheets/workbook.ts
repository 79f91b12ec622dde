import { MOST_READ, SAVE_AGAIN, SheetRefused, textCell, type Sheet, type SheetRow } from './sheet';
import { changesLook, stylesOf } from './styles';
import { readWorksheet } from './worksheet';
import { childOf, childrenOf, elementsOf, isOn, rootOf, stringOf, textOf, type Element } from './xml';
import { unzip } from './zip';

const broken = () => new SheetRefused("can't be read as a workbook", SAVE_AGAIN);

type WorkbookParts = ReadonlyMap<string, Uint8Array>;

/** Reads a workbook (.xlsx, ECMA-376). Throws SheetRefused. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
	const parts = await unzip(bytes);
	if (!isXlsx(parts)) throw new SheetRefused('is not an .xlsx workbook', 'Open it, save it as .xlsx and upload that.');
	const main = relationsOf(parts, '').find(({ type }) => type === 'officeDocument');
	if (main === undefined) throw broken();
	const workbook = rootOf(xmlOf(parts, main.part));
	const relations = relationsOf(parts, main.part);
	const rootOfType = (wanted: string): Element | undefined => {
		const found = relations.find(({ type }) => type === wanted);
		return found === undefined ? undefined : rootOf(xmlOf(parts, found.part));
	};
	const texts = Array.from(childrenOf(rootOfType('sharedStrings'), 'si'), stringOf);
	if (texts.length > MOST_READ.texts) throw new SheetRefused(`has more than ${MOST_READ.texts} texts`, 'Split it.');
	const is1904 = isOn(childOf(workbook, 'workbookPr')?.attributes.get('date1904'));
	const isRecalculated = isOn(childOf(workbook, 'calcPr')?.attributes.get('fullCalcOnLoad'));
	const styles = rootOfType('styles');
	const rulesChangeLook = changesLook(childOf(styles, 'dxfs'));
	const book = { texts, styles: stylesOf(styles), rulesChangeLook, is1904, isRecalculated, cellCount: 0 };
	return Array.from(childrenOf(childOf(workbook, 'sheets'), 'sheet'), ({ attributes }) => {
		const found = relations.find(({ id, type }) => id === attributes.get(':id') && type === 'worksheet');
		const [name = '', state = 'visible'] = [attributes.get('name'), attributes.get('state')];
		if (found === undefined || name === '') throw broken();
		const root = rootOf(xmlOf(parts, found.part));
		const notes = notesOf(parts, found.part, root);
		return { name, isHidden: state !== 'visible', notes, ...readWorksheet(root, book) };
	});
}

/** The comments on a sheet (ECMA-376, part 1, 18.7), its text boxes (20.5), and its page headers and footers, each as a row. */
function notesOf(parts: WorkbookParts, sheet: string, { content }: Element): SheetRow[] {
	const found: SheetRow[] = [];
	const add = (number: number, place: string, text: string) => {
		const cells = [textCell(`${place}: ${text}`)];
		if (text.trim() !== '') found.push({ number, item: null, isHidden: false, cells });
	};
	for (const { type, part } of relationsOf(parts, sheet)) {
		if (type !== 'comments' && type !== 'drawing') continue;
		const root = rootOf(xmlOf(parts, part));
		for (const comment of elementsOf(root, 'comment')) {
			const [ref = '', { text }] = [comment.attributes.get('ref'), stringOf(childOf(comment, 'text'))];
			const own = text.replace(/^\[Threaded comment\].*?\nComment:/s, '');
			add(Number(/\d+$/.exec(ref)?.[0] ?? 1), `Comment on ${ref}`, own);
		}
		for (const box of elementsOf(root, 'txBody')) {
			const lines = Array.from(elementsOf(box, 'p'), (line) => Array.from(elementsOf(line, 't'), textOf).join(''));
			add(1, 'Text box', lines.join(' '));
		}
	}
	for (const pages of elementsOf({ content }, 'headerFooter'))
		add(1, 'Page header or footer', Array.from(childrenOf(pages), textOf).join(' ').replace(PAGE_CODE, ' '));
	return found;
}

/** Matches codes in page headers and footers, such as fonts, sizes and page numbers (18.3.1.39). */
const PAGE_CODE = /&(?:"[^"]*"|K[\dA-F]{6}|\d+|.)/gi;

/** Whether the content type is an .xlsx workbook's. Workbooks in binary form or with macros aren't read. */
function isXlsx(parts: WorkbookParts): boolean {
	const types = new TextDecoder().decode(parts.get('[Content_Types].xml'));
	return /spreadsheetml\.sheet\.main/.test(types) && ![...parts.keys()].some((name) => /vbaProject/i.test(name));
}

/** The relationships of a part, or of the package if `of` is '' (ECMA-376, part 2): ID, kind and the name of the other part. */
function relationsOf(parts: WorkbookParts, of: string) {
	const name = of.replace(/[^/]*$/, '_rels/$&.rels');
	const relations = parts.has(name) ? rootOf(xmlOf(parts, name)) : undefined;
	return Array.from(childrenOf(relations, 'Relationship'))
		.filter(({ attributes }) => attributes.get('TargetMode') !== 'External')
		.map(({ attributes }) => ({
			id: attributes.get('Id'),
			type: attributes.get('Type')?.split('/').at(-1),
			part: new URL(attributes.get('Target') ?? '', `file:///${of}`).pathname.slice(1),
		}));
}

/** The XML of a part, without its XML declaration. Throws SheetRefused if it contains a DTD, comment or CDATA. */
function xmlOf(parts: WorkbookParts, name: string): string {
	const content = parts.get(name);
	if (content === undefined) throw broken();
	const xml = new TextDecoder('utf-8', { fatal: true }).decode(content);
	if (xml.includes('<!')) throw broken();
	return xml.replace(/^\s*<\?xml[^>]*\?>/, '');
}
