import { MOST_READ, SheetRefused, type Sheet } from './sheet';
import { readTextFile, type HasHeadings } from './textFile';
import { readWorkbook } from './workbook';

/** The magic numbers of compound files (MS-CFB), zips, and PDF. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP = [0x50, 0x4b];
const PDF = [0x25, 0x50, 0x44, 0x46];

/**
 * The sheets of a file, told by its bytes alone, never by its name. Throws SheetRefused for whatever is neither a text
 * nor an .xlsx workbook, is damaged, or is larger than `MOST_READ`.
 */
export async function readSheets(bytes: Uint8Array, hasHeadings: HasHeadings): Promise<Sheet[]> {
	if (bytes.length === 0) throw new SheetRefused('is empty', 'Upload it again.');
	if (bytes.length > MOST_READ.bytes)
		throw new SheetRefused(
			`is larger than ${MOST_READ.bytes / 1_000_000} MB`,
			'Copy the payments into a new file, or divide it.',
		);
	const begins = (magic: readonly number[]) => magic.every((byte, place) => bytes[place] === byte);
	if (begins(OLE)) throw oldWorkbook(bytes);
	if (begins(PDF)) throw new SheetRefused('is a PDF', 'Ask for the sheet that it was made of, as .xlsx or .csv.');
	return begins(ZIP) ? await readWorkbook(bytes) : [readTextFile(bytes, hasHeadings)];
}

/** A compound file with a stream `EncryptedPackage` (MS-OFFCRYPTO) is a workbook with a password; others are of Excel 97 to 2003. */
function oldWorkbook(bytes: Uint8Array): SheetRefused {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(Buffer.from('EncryptedPackage', 'utf16le'))
		? new SheetRefused('is protected by a password', 'Save it without one and upload that.')
		: new SheetRefused('is of Excel 97 to 2003 (.xls)', 'Open it in Excel, save it as .xlsx and upload that.');
}
