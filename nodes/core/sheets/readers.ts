import { MOST_READ, SheetRefused, type Sheet } from './sheet';
import { readTextFile, type HasHeadings } from './textFile';
import { readWorkbook } from './workbook';

/** The magic numbers of compound files (MS-CFB; an old workbook, or a new one with a password) and of zips. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP = [0x50, 0x4b];

/**
 * Reads the sheets of a file. Its format is recognised by its bytes, never by its name. Throws SheetRefused if it is
 * neither a text nor an .xlsx workbook, is damaged, or is larger than `MOST_READ`.
 */
export async function readSheets(bytes: Uint8Array, hasHeadings: HasHeadings): Promise<Sheet[]> {
	if (bytes.length === 0) throw new SheetRefused('is empty', 'Upload it again.');
	if (bytes.length > MOST_READ.bytes)
		throw new SheetRefused(
			`is larger than ${MOST_READ.bytes / 1_000_000} MB`,
			'Split the file, or copy the payments into a new one.',
		);
	const begins = (magic: readonly number[]) => magic.every((byte, place) => bytes[place] === byte);
	if (begins(OLE))
		throw new SheetRefused(
			'is an old workbook (.xls), or has a password',
			'Save it as .xlsx without a password and upload that.',
		);
	return begins(ZIP) ? await readWorkbook(bytes) : [readTextFile(bytes, hasHeadings)];
}
