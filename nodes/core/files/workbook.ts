import { MOST_READ, SheetRefused, type Sheet } from '../domain/sheet/sheet';
import { stylesOf } from './styles';
import { readWorksheet, type Book } from './worksheet';
import { attribute, elements, isOn, tagsIn, textsIn, within } from './xml';
import { unzip } from './zip';

const SAVE_AS = 'Open it, save it as .xlsx and upload that.';
const broken = () => new SheetRefused("can't be read as a workbook", 'Open it in Excel, save it anew and upload that.');

const PROPERTIES = elements('workbookPr');
const RELATIONSHIP = elements('Relationship');
const SHARED_TEXTS = elements('sst');
const SHEETS = elements('sheets');
const SHEET = elements('sheet');

/** The parts of a file by their names, unpacked. */
type WorkbookParts = ReadonlyMap<string, Uint8Array>;

/** Reads a workbook (.xlsx, ECMA-376). Throws SheetRefused. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
	const parts = await unzip(bytes);
	checkKind(parts);
	const [main] = relationsOf(parts, '').filter(({ type }) => type === 'officeDocument');
	if (main === undefined) throw broken();
	const workbook = xmlOf(parts, main.part);
	const relations = relationsOf(parts, main.part);
	const xmlOfType = (wanted: string) => {
		const found = relations.find(({ type }) => type === wanted);
		return found === undefined || !parts.has(found.part) ? '' : xmlOf(parts, found.part);
	};
	const texts = textsIn(within(xmlOfType('sharedStrings'), SHARED_TEXTS).content);
	if (texts.length > MOST_READ.texts) throw new SheetRefused(`has more than ${MOST_READ.texts} texts`, 'Divide it.');
	const [properties] = tagsIn(workbook, PROPERTIES);
	const is1904 = isOn(attribute(properties?.attributes ?? '', 'date1904'));
	const book: Book = { texts, styles: stylesOf(xmlOfType('styles')), is1904, cellCount: 0 };
	return Array.from(tagsIn(within(workbook, SHEETS).content, SHEET)).flatMap(({ isEnd, attributes }) => {
		if (isEnd) return [];
		const id = attribute(attributes, '[\\w.-]+:id');
		const found = relations.find((one) => one.id === id && one.type === 'worksheet');
		const [name, state] = [attribute(attributes, 'name'), attribute(attributes, 'state')];
		if (found === undefined || name === '') throw broken();
		return [{ name, isHidden: state !== '' && state !== 'visible', ...readWorksheet(xmlOf(parts, found.part), book) }];
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
function relationsOf(
	parts: WorkbookParts,
	of: string,
): Array<{ readonly id: string; readonly type: string; readonly part: string }> {
	const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(of) ?? [];
	return Array.from(tagsIn(xmlOf(parts, `${folder}_rels/${name}.rels`), RELATIONSHIP)).flatMap(
		({ isEnd, attributes }) => {
			if (isEnd) return [];
			const type = attribute(attributes, 'Type').split('/').at(-1) ?? '';
			return [{ id: attribute(attributes, 'Id'), type, part: partAt(folder, attribute(attributes, 'Target')) }];
		},
	);
}

/** The name of a part from a folder, or from the top: `xl/worksheets/sheet1.xml` for `worksheets/sheet1.xml` in `xl/`. */
function partAt(folder: string, target: string): string {
	const path: string[] = [];
	for (const step of (target.startsWith('/') ? target : folder + target).split('/'))
		if (step === '..') path.pop();
		else if (step !== '' && step !== '.') path.push(step);
	return path.join('/');
}

/** The XML of a part. No declaration, comment or entity may stand in it. */
function xmlOf(parts: WorkbookParts, name: string): string {
	const content = parts.get(name);
	if (content === undefined) throw broken();
	let xml: string;
	try {
		xml = new TextDecoder('utf-8', { fatal: true }).decode(content);
	} catch {
		throw broken();
	}
	if (xml.includes('<!')) throw broken();
	return xml;
}
