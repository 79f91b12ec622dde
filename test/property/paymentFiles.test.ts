/** Whatever bytes a file has, reading it ends: with its payments, or with a message. */
import fc from 'fast-check';
import { csv, HEADINGS, itemsOf, OKAFOR, reading, TWO } from '../harness/paymentFiles';
import { sheetData, workbookParts, zipFile } from '../harness/workbook';

const ENDS = (read: object) => ('what' in read ? read : { payments: expect.any(Array) });
const workbook = zipFile(workbookParts({ Pay: sheetData(TWO) }));

test('of any bytes', async () => {
	await fc.assert(
		fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
			const read = await reading(bytes);
			expect(read).toEqual(ENDS(read));
		}),
	);
});

test('of a workbook in which some bytes are others: with the same payments, or a message', async () => {
	const change = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
	await fc.assert(
		fc.asyncProperty(change, async (changes) => {
			const bytes = Buffer.from(workbook);
			for (const [at, value] of changes) bytes[at % bytes.length] = value;
			const read = await reading(bytes);
			// The file's checksum (CRC) is for the unchanged bytes, so a file that can be read has the original payments.
			if ('payments' in read) expect(read.payments.map(({ json }) => json.amount)).toEqual(['150000.00', '45000.50']);
			else expect(read.what).not.toBe('');
		}),
	);
});

test('of any amounts in kobo: number and sum are those that were written', async () => {
	const amounts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 30 });
	await fc.assert(
		fc.asyncProperty(amounts, fc.constantFrom(',', ';', '\t', '|'), async (all, delimiter) => {
			const rows = all.map((kobo, place) => [
				`R-${place}`,
				...OKAFOR,
				`${kobo / 100n}.${String(kobo % 100n).padStart(2, '0')}`,
			]);
			const items = await itemsOf(csv([HEADINGS, ...rows], delimiter));
			const total = all.reduce((sum, kobo) => sum + kobo, 0n);
			expect(items.map(({ amount }) => amount)).toEqual(rows.map((row) => row[4]));
			expect(items[0]?.file).toMatchObject({
				number: all.length,
				total: `${total / 100n}.${String(total % 100n).padStart(2, '0')}`,
			});
		}),
	);
});
