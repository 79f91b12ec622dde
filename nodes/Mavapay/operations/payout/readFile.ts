import { fail, ok } from '../../../core/domain/result';
import { quotedText } from '../../../core/domain/text';
import type { Source } from '../../../core/sheets/paymentFile';
import { type CustomItem, defineCustom } from '../../../core/operation/define';
import { when, type Values } from '../../../core/operation/field';
import { flag, optionalText, strictChoice, text } from '../../../core/operation/fields';
import type { CustomContext, CustomResult } from '../../../core/operation/operation';
import { refuse } from '../../../core/service/failure';

const totalAmount = optionalText('Total Amount', {
	guard: true,
	description:
		"The total that the file's payments should have, in 'Amount Unit'. You can put the number of payments before it. If either differs, no payment is passed on.",
	placeholder: 'e.g. 25 payments, 1250000.00',
});

const fields = {
	readFrom: strictChoice('Read From', {
		default: 'file',
		choices: [
			{ name: 'File', value: 'file', description: 'A workbook (.xlsx) or a text file such as .csv, one per item' },
			{ name: 'Rows', value: 'rows', description: 'All items, as another node read them from one sheet' },
		],
	}),
	inputBinaryField: when(
		{ readFrom: ['file'] },
		text('Input Binary Field', { default: 'data', description: 'The field of the item that holds the file' }),
	),
	payments: strictChoice('Payments', {
		description: 'What kind of payments the rows are. It decides which columns are read.',
		default: 'toBankAccount',
		choices: [
			{ name: 'To Bank Accounts in Nigeria', value: 'toBankAccount' },
			{ name: 'To Bank Accounts in South Africa', value: 'toSouthAfrica' },
			{ name: 'To Lightning Invoices', value: 'toLightning' },
			{ name: 'To M-Pesa PayBills', value: 'toKenyaPayBill' },
			{ name: 'To M-Pesa Phones', value: 'toKenya' },
			{ name: 'To M-Pesa Tills', value: 'toKenyaTill' },
			{ name: 'To Phones in Ghana', value: 'toGhana' },
			{ name: 'To Stablecoin Addresses', value: 'toStablecoin' },
		],
	}),
	columns: optionalText('Columns', {
		guard: true,
		description:
			'How to read the columns, if an error asks: "amount = Net Pay" names the heading of a column, "Department" leaves a column out, "Status: Approved, Released" pays only the rows with these values',
		placeholder: 'e.g. amount = Net Pay; Status: Approved',
		rows: 3,
	}),
	sheet: optionalText('Sheet', {
		guard: true,
		description: 'The name of the worksheet. If empty, the only sheet with the headings is read.',
		placeholder: 'e.g. November',
	}),
	amountUnit: strictChoice('Amount Unit', {
		default: 'major',
		choices: [
			{ name: 'Minor Units, Such as Kobo', value: 'minor' },
			{ name: 'Whole Units, with Decimals', value: 'major', description: 'Naira, shillings, rand, USDT' },
		],
	}),
	numberOfPayments: optionalText('Number of Payments', {
		guard: true,
		description: 'How many payments the file should have. If the number differs, none is passed on.',
		placeholder: 'e.g. 25',
		check: (given) => (/^[0-9]{1,6}$/.test(given) ? ok(given) : fail('must be a whole number, such as 25')),
	}),
	// An expression can give a number, also with decimals.
	totalAmount: { ...totalAmount, read: (raw: unknown) => totalAmount.read(typeof raw === 'number' ? `${raw}` : raw) },
	hiddenRows: strictChoice('Hidden Rows', {
		description: 'What to do with rows and columns that are hidden in the sheet',
		default: 'refuse',
		choices: [
			{ name: 'Leave Out', value: 'leaveOut' },
			{ name: 'Refuse the File', value: 'refuse' },
			{ name: 'Take', value: 'take' },
		],
	}),
};

type Input = Values<typeof fields> & { options: { includeOtherColumns?: boolean | undefined } };

/** Reads a file of payments and sends nothing; docs/reference/read-file.md. */
export const payoutReadFile = defineCustom('payout', 'readFile', {
	action: 'Read payout file',
	description: 'Read payments from a workbook, a CSV file or rows, and refuse anything ambiguous',
	toolEffect: 'refused',
	offline: true,
	fields,
	options: {
		includeOtherColumns: flag('Include Other Columns', {
			description: "Whether to output the file's other columns too, as 'others'",
		}),
	},
	collect: async (items, context) => {
		const [first] = items;
		if (first?.input.readFrom === 'rows') return await resultsOf(first, { rows: items }, context);
		const results: CustomResult[] = [];
		// Files are read one at a time, since each may need much memory.
		for (const item of items) {
			const file = await context.file(item.index, item.input.inputBinaryField ?? '');
			results.push(...(await resultsOf(item, file, context)));
		}
		return results;
	},
});

/** The payments of one file, or of all items if each is a row. If they can't be read, one failure. */
async function resultsOf(
	{ index, input }: CustomItem<Input>,
	source: Source,
	{ stopOnFailure }: CustomContext,
): Promise<CustomResult[]> {
	// The file readers are loaded here, since no other operation needs them.
	const { readPaymentFile } = await import('../../../core/sheets/paymentFile');
	const { options, ...rules } = input;
	const includeOtherColumns = options.includeOtherColumns === true;
	const read = await readPaymentFile(source, { ...rules, includeOtherColumns, refuseBadRows: stopOnFailure });
	if ('payments' in read) return read.payments.map(({ json, item }) => ({ json, from: [item ?? index] }));
	const file = 'name' in source ? `The file ${quotedText(source.name ?? 'without a name')}` : 'The list';
	const { failure } = refuse(`${file} ${read.what}`, `${read.advice}\nNone of it was passed on, and nothing was paid.`);
	return [{ failure, from: [index] }];
}
