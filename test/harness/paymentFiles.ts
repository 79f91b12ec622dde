/** Reads payment files as 'Payout: Read File' does, without n8n. */
import { readPaymentFile, type PaymentFile } from '../../nodes/core/sheets/paymentFile';
import type { PaymentFileRules } from '../../nodes/core/sheets/rules';
import { at } from '../cases/case';
import type { JsonObject } from '../../nodes/core/domain/json';

export const HEADINGS = ['Reference', 'Beneficiary Name', 'Account Number', 'Bank Name', 'Amount'];
export const OKAFOR = ['Adaeze Ngozi Okafor', '0123456780', 'GTBank'];
export const NWOSU = ['Emeka Peter Nwosu', '0234567801', 'Access Bank'];
/** The rows of a valid file with two payments, 195,000.50 NGN in total. */
export const TWO: ReadonlyArray<readonly string[]> = [
	HEADINGS,
	['B-1', ...OKAFOR, '150000'],
	['B-2', ...NWOSU, '45000.50'],
];

export const csv = (rows: ReadonlyArray<readonly string[]>, delimiter = ',') =>
	rows.map((row) => row.join(delimiter)).join('\r\n');

const PRESET: PaymentFileRules = {
	payments: 'toBankAccount',
	amountUnit: 'major',
	hiddenRows: 'refuse',
	includeOtherColumns: false,
	refuseBadRows: false,
};

export const reading = async (
	file: string | Uint8Array,
	rules: Partial<PaymentFileRules> = {},
	name = 'pay',
): Promise<PaymentFile> =>
	await readPaymentFile({ name, others: [], bytes: Buffer.from(file) }, { ...PRESET, ...rules });

/** The output items for a file; throws if the file is refused. */
export async function itemsOf(
	file: string | Uint8Array,
	rules: Partial<PaymentFileRules> = {},
	name = 'pay',
): Promise<JsonObject[]> {
	const read = await reading(file, rules, name);
	if ('what' in read) throw new Error(`The file ${read.what}. ${read.advice}`);
	return read.payments.map(({ json }) => json);
}

/** Each payment of a file as a list: its row, reference, amount and, if there is one, its problem. */
export const paid = async (file: string | Uint8Array, rules: Partial<PaymentFileRules> = {}) =>
	(await itemsOf(file, rules)).map(({ row, reference, amount, problem }) => [
		row,
		reference,
		amount,
		...(problem === null ? [] : [problem]),
	]);

/** The message for a file that is refused; null if the file is accepted. */
export async function refusal(
	file: string | Uint8Array,
	rules: Partial<PaymentFileRules> = {},
	name = 'pay',
): Promise<string | null> {
	const read = await reading(file, rules, name);
	return 'what' in read ? `${read.what}. ${read.advice}` : null;
}

/** The message for a row that another node has read and that is refused; null if it is accepted. */
export async function refusalOfRow(json: Readonly<Record<string, unknown>>, rules: Partial<PaymentFileRules> = {}) {
	const read = await readPaymentFile({ rows: [{ index: 0, json }] }, { ...PRESET, ...rules });
	return 'what' in read ? `${read.what}. ${read.advice}` : null;
}

export const notRead = async (file: string | Uint8Array, rules: Partial<PaymentFileRules> = {}): Promise<unknown> =>
	at((await itemsOf(file, rules))[0], 'file', 'notRead');
