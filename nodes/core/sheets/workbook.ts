import { MOST_READ, SheetRefused, type Sheet } from './sheet';
import { stylesOf } from './styles';
import { readWorksheet, type Book } from './worksheet';
import { childOf, childrenOf, isOn, rootOf, stringOf, type Element } from './xml';
import { unzip } from './zip';

const SAVE_AS = 'Open it, save it as .xlsx and upload that.';
const broken = () => new SheetRefused("can't be read as a workbook", 'Open it in Excel, save it anew and upload that.');

/** The parts of a file by their names, unpacked. */
type WorkbookParts = ReadonlyMap<string, Uint8Array>;

/** Reads a workbook (.xlsx, ECMA-376). Throws SheetRefused. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
	const parts = await unzip(bytes);
	checkKind(parts);
	const main = relationsOf(parts, '').find(({ type }) => type === 'officeDocument');
	if (main === undefined) throw broken();
	const workbook = rootOf(xmlOf(parts, main.part));
	const relations = relationsOf(parts, main.part);
	const rootOfType = (wanted: string): Element | undefined => {
		const found = relations.find(({ type }) => type === wanted);
		return found === undefined ? undefined : rootOf(xmlOf(parts, found.part));
	};
	const texts = Array.from(childrenOf(rootOfType('sharedStrings'), 'si'), stringOf);
	if (texts.length > MOST_READ.texts) throw new SheetRefused(`has more than ${MOST_READ.texts} texts`, 'Divide it.');
	const is1904 = isOn(childOf(workbook, 'workbookPr')?.attributes.get('date1904'));
	const book: Book = { texts, styles: stylesOf(rootOfType('styles')), is1904, cellCount: 0 };
	return Array.from(childrenOf(childOf(workbook, 'sheets'), 'sheet'), ({ attributes }) => {
		const found = relations.find(({ id, type }) => id === attributes.get(':id') && type === 'worksheet');
		const [name = '', state = 'visible'] = [attributes.get('name'), attributes.get('state')];
		if (found === undefined || name === '') throw broken();
		return { name, isHidden: state !== 'visible', ...readWorksheet(xmlOf(parts, found.part), book) };
	});
}

function checkKind(parts: WorkbookParts): void {
	const names = [...parts.keys()];
	const types = new TextDecoder().decode(parts.get('[Content_Types].xml'));
	if (parts.has('mimetype')) throw new SheetRefused('is of LibreOffice or another program (.ods)', SAVE_AS);
	// SheetJS, with which n8n's Convert to File writes, names the type of binary workbooks in each of its own.
	if (/(?<!binary\.)macroEnabled/i.test(types) || names.some((name) => /vbaProject/i.test(name)))
		throw new SheetRefused('holds macros (.xlsm)', SAVE_AS);
	if (names.some((name) => /(^|\/)workbook\.bin$/.test(name)))
		throw new SheetRefused('is a binary workbook (.xlsb)', SAVE_AS);
	if (!/spreadsheetml\.sheet\.main/.test(types))
		throw new SheetRefused('is no workbook', 'Upload the workbook itself, as .xlsx.');
}

/** The parts that a part names, by their ids and kinds (Open Packaging Conventions, ECMA-376, part 2); of '' those of the whole file. */
function relationsOf(parts: WorkbookParts, of: string) {
	const relations = rootOf(xmlOf(parts, of.replace(/[^/]*$/, '_rels/$&.rels')));
	return Array.from(childrenOf(relations, 'Relationship'), ({ attributes }) => ({
		id: attributes.get('Id'),
		type: attributes.get('Type')?.split('/').at(-1),
		part: new URL(attributes.get('Target') ?? '', `file:///${of}`).pathname.slice(1),
	}));
}

/** The XML of a part, without the line that says that it is XML. No declaration, comment or entity may stand in it. */
function xmlOf(parts: WorkbookParts, name: string): string {
	const content = parts.get(name);
	if (content === undefined) throw broken();
	const xml = new TextDecoder('utf-8', { fatal: true }).decode(content);
	if (xml.includes('<!')) throw broken();
	return xml.replace(/^\s*<\?xml[^>]*\?>/, '');
}
