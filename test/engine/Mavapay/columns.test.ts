/** Values taken from columns: a missing column is reported as missing, and an empty cell stays empty. */
import type { IDataObject } from 'n8n-workflow';
import { placed } from '../../cases/case';
import { bankPayout, toStablecoin } from '../../cases/withdrawal';
import { saidBy } from '../../harness/engine';
import { run, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const mapped = {
	...toStablecoin,
	amountUnit: 'minor',
	amount: '={{ $json.amount }}',
	payoutReference: '={{ $json.ref }}',
	validateOnly: true,
};
const row = { ref: 'inv-1', amount: '300000' };

async function said(parameters: IDataObject, item: IDataObject): Promise<string> {
	const { nodeError } = await run(service.sandbox, { ...mapped, ...parameters }, { items: [item] });
	return saidBy(nodeError) ?? 'none';
}

const SPELLED = '(blanks, capitals and invisible characters count)';

describe.each([
	['Amount', 'amount', '300000'],
	['Payout Reference', 'ref', 'inv-1'],
])("'%s' from the column '%s'", (label, column, value) => {
	test.each([
		`\ufeff${column}`,
		`${column} `,
		`\u00a0${column}`,
		column.toUpperCase(),
		`${column}\u200b`,
		`${column}s`,
	])('which is %j', async (name) => {
		const { [column]: _, ...others }: Record<string, string> = row;
		const text = await said({}, { ...others, [name]: value });
		expect(text).toContain(`'${label}' has no value: the item has no column '${column}' ${SPELLED}`);
		expect(text).toContain('Nothing was sent for this item.');
	});

	test.each(['', '  ', null])('whose cell is %j is called empty, and found', async (cell) => {
		const text = await said({}, { ...row, [column]: cell });
		expect(text).toMatch(/is empty|returned nothing/);
		expect(text).toContain(`Look in the column '${column}'.`);
	});
});

test.each<[string, IDataObject, IDataObject, string]>([
	[
		'within an expression',
		{ amount: '={{ $json.amount * 100 }}' },
		{ ref: 'a' },
		"'Amount' has no value: the item has no column 'amount'",
	],
	[
		'in brackets',
		{ amount: '={{ $json["Amount due"] }}' },
		{ ...row, 'amount due': 1 },
		`no column 'Amount due' ${SPELLED}`,
	],
	['of a member', { amount: '={{ $json.bill.due }}' }, { ...row, bill: { Due: 1 } }, "no column 'due' ("],
	[
		'of another node',
		{ amount: "={{ $('Items').item.json.due }}" },
		{ ...row, 'due ': 1 },
		`no column 'due' ${SPELLED}`,
	],
	[
		'of a guard',
		{ maximumAmount: '={{ $json.most }}' },
		row,
		"'Maximum Amount' has no value: the item has no column 'most'",
	],
	[
		'of an option',
		{ ...placed({ timeout: '={{ $json.wait }}' }) },
		{ ...row, wait: 'long' },
		"'Timeout' must be a whole number, but is text. Look in the column 'wait'",
	],
	[
		'within a reference',
		{ payoutReference: '=INV-{{ $json.nr }}' },
		{ ...row, NR: 7 },
		'in an earlier node, not in this expression',
	],
	[
		'with a substitute',
		{ amount: '={{ $json.due ?? $json.amount }}' },
		{ ...row, amount: '-5' },
		"'Amount' is negative",
	],
])('a column that is missing %s', async (_where, parameters, item, text) => {
	expect(await said(parameters, item)).toContain(text);
	expect(service.sandbox.requests).toEqual([]);
});

test("the bank's locator names its column, too", async () => {
	const bank = { __rl: true, mode: 'id', value: '={{ $json.bank }}' };
	const item = { ...row, Bank: '000013' };
	const parameters = { ...bankPayout, bank, payoutReference: 'R-1' };
	const { nodeError } = await run(service.sandbox, parameters, { items: [item] });
	expect(saidBy(nodeError)).toContain(`'Bank' has no value: the item has no column 'bank' ${SPELLED}`);
});
