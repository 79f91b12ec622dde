import { MOST_READ, SAVE_AGAIN, SheetRefused } from './sheet';

/*
 * Reads the entries of a zip from its central directory (PKWARE's APPNOTE 6.3.10). Anything that two readers could
 * interpret differently is refused: duplicate names, sizes or checksums that differ, misplaced entries.
 */

const damaged = () => new SheetRefused('is damaged', SAVE_AGAIN);
const tooLarge = () => new SheetRefused('is too large once unpacked', 'Copy the payments into a new workbook.');

const END_RECORD = { signature: 0x06054b50, size: 22 };
const CENTRAL = { signature: 0x02014b50, size: 46 };
const LOCAL = { signature: 0x04034b50, size: 30 };
const ENCRYPTED = 1;
const SIZES_BEHIND = 8;

type ZipEntry = Readonly<ReturnType<typeof entryAt>>;

/** Unpacks all entries of a zip, by name. Throws SheetRefused if it is damaged, encrypted or too large. */
export async function unzip(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
	const entries = zipEntries(bytes);
	const declared = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
	if (declared > MOST_READ.unpackedBytes) throw tooLarge();
	const unpacked = new Map<string, Uint8Array>();
	for (const [name, entry] of entries) unpacked.set(name, await unpack(entry));
	return unpacked;
}

function zipEntries(bytes: Uint8Array): Map<string, ZipEntry> {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	try {
		return directoryOf(bytes, view);
	} catch (error) {
		// Reading beyond the end of the bytes throws a RangeError.
		throw error instanceof RangeError ? damaged() : error;
	}
}

function directoryOf(bytes: Uint8Array, view: DataView): Map<string, ZipEntry> {
	// The end record is the last part of the file, because no program adds a zip comment to a workbook.
	const end = view.byteLength - END_RECORD.size;
	if (view.getUint32(end, true) !== END_RECORD.signature || view.getUint16(end + 20, true) !== 0) throw damaged();
	const count = view.getUint16(end + 10, true);
	const entries = new Map<string, ZipEntry>();
	let at = view.getUint32(end + 16, true);
	if (count > MOST_READ.zipEntries) throw tooLarge();
	for (let left = count; left > 0; left--) {
		if (view.getUint32(at, true) !== CENTRAL.signature) throw damaged();
		const lengths = [28, 30, 32].map((place) => view.getUint16(at + place, true));
		const [nameLength = 0] = lengths;
		const entry = entryAt(bytes, view, at, nameLength);
		if (entries.has(entry.name)) throw damaged();
		entries.set(entry.name, entry);
		at += CENTRAL.size + lengths.reduce((sum, length) => sum + length, 0);
	}
	if (at !== end) throw damaged();
	return entries;
}

function entryAt(bytes: Uint8Array, view: DataView, at: number, nameLength: number) {
	const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
	const [crc = 0, packedSize = 0, size = 0] = [16, 20, 24].map((place) => view.getUint32(at + place, true));
	if ((flags & ENCRYPTED) !== 0) throw new SheetRefused('is protected by a password', 'Save it without one.');
	const local = view.getUint32(at + 42, true);
	const start = local + LOCAL.size + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
	const name = nameAt(bytes, at + CENTRAL.size, nameLength);
	const agrees =
		view.getUint32(local, true) === LOCAL.signature &&
		nameAt(bytes, local + LOCAL.size, view.getUint16(local + 26, true)) === name &&
		view.getUint16(local + 8, true) === method &&
		((flags & SIZES_BEHIND) !== 0 ||
			[crc, packedSize, size].every((value, place) => view.getUint32(local + 14 + 4 * place, true) === value));
	if (!agrees || start + packedSize > bytes.length) throw damaged();
	return { name, method, crc, size, packed: bytes.subarray(start, start + packedSize) };
}

const nameAt = (bytes: Uint8Array, at: number, length: number) =>
	new TextDecoder().decode(bytes.subarray(at, at + length));

async function unpack({ method, packed, size, crc }: ZipEntry): Promise<Uint8Array> {
	if (method !== 0 && method !== 8) throw damaged();
	const unpacked = method === 0 ? packed : await inflated(packed, size);
	if (unpacked.length !== size || crc32(unpacked) !== crc) throw damaged();
	return unpacked;
}

/** Inflates an entry, at most to the size that the zip's directory gives. */
async function inflated(packed: Uint8Array, size: number): Promise<Uint8Array> {
	const stream = new DecompressionStream('deflate-raw');
	const [writer, reader] = [stream.writable.getWriter(), stream.readable.getReader()];
	// Errors here also show up when the unpacked bytes are read.
	const sent = Promise.allSettled([writer.write(packed), writer.close()]);
	const unpacked = new Uint8Array(size);
	let length = 0;
	try {
		for (let part = await reader.read(); !part.done; part = await reader.read()) {
			if (length + part.value.length > size) throw damaged();
			unpacked.set(part.value, length);
			length += part.value.length;
		}
	} catch {
		await reader.cancel().catch(() => undefined);
		throw damaged();
	} finally {
		await sent;
	}
	return unpacked.subarray(0, length);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
	let crc = byte;
	for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 0 ? crc >>> 1 : 0xedb88320 ^ (crc >>> 1);
	return crc;
});

/** The CRC-32 of zips (ISO 3309). */
function crc32(bytes: Uint8Array): number {
	let crc = 0xffffffff;
	for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
	return (crc ^ 0xffffffff) >>> 0;
}
