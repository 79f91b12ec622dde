/** A summary's first lines: the file that the payouts are from, its parts that weren't read, and missing payments. */
import type { JsonObject } from '../../../../nodes/core/domain/json';
import { fileLines } from '../../../../nodes/Mavapay/operations/payout/fileLines';
import { payoutItem } from '../../../../nodes/Mavapay/operations/payout/payoutItem';
import { summaryOf } from '../../../../nodes/Mavapay/operations/payout/summary';
import { csv, HEADINGS, itemsOf, NWOSU, OKAFOR, TWO } from '../../../harness/paymentFiles';
import { sheetData, workbookParts, zipFile } from '../../../harness/workbook';

const linesOf = (items: JsonObject[]) => fileLines(items.map((json) => ({ json, payout: payoutItem(json) })));

test('a file that is all there has one line, and another for what was not read', async () => {
	const rows = [
		[...HEADINGS, 'Dept'],
		['B-1', ...OKAFOR, 150000, 'HR'],
		['B-2', ...NWOSU, 45000.5, 'IT'],
		[null, 'TOTAL', null, null, 195000.5],
	];
	const file = zipFile(workbookParts({ 'Read\\nme': sheetData([['Hello']]), Nov: sheetData(rows) }));
	expect(linesOf(await itemsOf(file))).toEqual([
		'File "pay", sheet "Nov": 2 payments, 195,000.50 NGN',
		'Not read: sheets "Read＼nme"; columns "Dept"; 1 line without a payment: row 4 "TOTAL ........"',
	]);
	expect(linesOf(await itemsOf(csv(TWO)))).toEqual(['File "pay": 2 payments, 195,000.50 NGN']);
});

test('what a person settled has a line with its values, and a narration is in its payment', async () => {
	const rows = [
		[...HEADINGS, 'Status', 'Dept', 'Narration'],
		['B-1', ...OKAFOR, '150000', 'Approved', 'Shop', 'Rice "SINCE 20 Nov"'],
		['B-2', ...NWOSU, '45000.50', 'HOLD', 'Shop', ''],
	];
	const items = await itemsOf(csv(rows), { columns: 'Status: Approved; Dept; Bola on hold' });
	expect(linesOf(items)[1]).toBe(
		'As set in Columns: left out: "Dept": "Shop" (1); paid where "Status" says "Approved" (1), not paid: "HOLD" (1); not in the file: "Bola on hold"',
	);
	const [first = {}] = items;
	const paid = payoutItem({ ...first, payout: { outcome: 'accepted', reference: 'B-1' } });
	expect(paid?.lines.at(-1)).toBe(`for "Rice 'SINCE 20 Nov'"`);
});

test('the other files that came with it are told', () => {
	const file = {
		name: 'Nov.csv',
		sheet: null,
		number: 1,
		total: '5.00',
		currency: 'NGN',
		notRead: { files: ['Dec.csv'] },
	};
	expect(linesOf([{ amount: '5.00', file }]).at(-1)).toBe('Not read: files "Dec.csv"');
});

test('a file of which items are missing, or have other amounts, is said not to be whole', async () => {
	const [first = {}, second = {}] = await itemsOf(csv(TWO));
	expect(linesOf([first])).toContain(
		'NOT WHAT THE FILE SAYS: the file has 2 payments, 195,000.50 NGN, this list has 1 payment, 150,000.00 NGN',
	);
	expect(linesOf([first, { ...second, amount: '1.00' }])).toContain(
		'NOT WHAT THE FILE SAYS: the file has 2 payments, 195,000.50 NGN, this list has 2 payments, 150,001.00 NGN',
	);
});

test('payouts of two files have the lines of each, and those of none have none', async () => {
	const items = [...(await itemsOf(csv(TWO))), ...(await itemsOf(csv(TWO.slice(0, 2))))];
	expect(linesOf(items)).toEqual(['File "pay": 2 payments, 195,000.50 NGN', 'File "pay": 1 payment, 150,000.00 NGN']);
	expect(linesOf([{}, { file: 'pay.csv' }, { file: {} }])).toEqual([]);
});

test('what is paid counts, and a summary says first that it is not the sum of the file', async () => {
	const [first = {}, second = {}] = await itemsOf(csv(TWO));
	const ready = (json: JsonObject, minor: string) => ({
		...json,
		payout: { outcome: 'notSent', reference: String(json.reference), amount: { minor, currency: 'NGN' } },
		prepared: { status: 'ready' },
	});
	const textOf = (items: JsonObject[]) => {
		const payouts = items.map(payoutItem);
		const files = fileLines(items.map((json, at) => ({ json, payout: payouts[at] ?? null })));
		return summaryOf(
			payouts.flatMap((one) => one ?? []),
			{ others: 0, files, preparedAt: null },
		).text;
	};
	expect(textOf([ready(first, '15000000'), ready(second, '45000')])).toMatch(
		/^NOT WHAT THE FILE SAYS: the file has 2 payments, 195,000\.50 NGN, this list has 2 payments, 150,450\.00 NGN\n2 payouts/,
	);
	expect(textOf([ready(first, '15000000'), ready(second, '4500050')])).toMatch(
		/^2 payouts to approve: 195,000\.50 NGN/,
	);
});
