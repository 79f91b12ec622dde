/**
 * How users' payment files pass through 'Payout: Read File' on n8n's engine: what 'Prepare' reports for a row, in the
 * file's words, and what the summary reports for the whole file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PaymentFileRules } from '../../../nodes/core/sheets/rules';
import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { at } from '../../cases/case';
import { json, openAccount, run, surroundings, useSandbox } from '../../harness/engine/mavapay';
import { csv, HEADINGS, itemsOf, NWOSU, OKAFOR } from '../../harness/paymentFiles';

const service = useSandbox();

const FIELDS = {
	amount: '={{ $json.amount }}',
	amountUnit: 'major',
	bank: { __rl: true, mode: 'nameOrCode', value: '={{ $json.bank }}' },
	accountNumber: '={{ $json.accountNumber }}',
	expectedAccountName: '={{ $json.accountName }}',
	supplier: '={{ $json.payee }}',
	payoutReference: '={{ $json.reference }}',
};

/** The fields that say who is paid and how much, from a node of an example. */
function fieldsOf(example: string, name: string): INodeParameters {
	const path = join(__dirname, `../../../examples/${example}.json`);
	const { nodes }: { nodes: INode[] } = JSON.parse(readFileSync(path, 'utf8'));
	const { parameters = {} } = nodes.find((one) => one.name === name) ?? {};
	const chosen = [
		'phoneNumber',
		'kesNetwork',
		'kesAccountName',
		'amount',
		'amountUnit',
		'sourceWallet',
		'payoutReference',
	];
	return Object.fromEntries(chosen.map((field) => [field, parameters[field] ?? null]));
}

const itemsIn = async (file: string, rules: Parameters<typeof itemsOf>[1] = {}): Promise<INodeExecutionData[]> =>
	(await itemsOf(file, rules)).map((item) => ({ json: JSON.parse(JSON.stringify(item)) }));

const prepared = async (file: string, more: INodeParameters = {}) =>
	(
		await run(
			service.sandbox,
			{ resource: 'prepare', operation: 'toBankAccount', ...FIELDS, ...more },
			{ items: await itemsIn(file) },
		)
	).success;

const summary = async (items: INodeExecutionData[]) =>
	String(
		json((await run(service.sandbox, { resource: 'payout', operation: 'summarize' }, { items })).success)[0]?.text,
	);

const said = (items: readonly INodeExecutionData[]) =>
	items.map((item) => String(at(item.json, 'prepared', 'message')));

beforeEach(() => {
	openAccount(service.sandbox, '000013', '0123456780', 'ADAEZE NGOZI OKAFOR');
	openAccount(service.sandbox, '000014', '0234567801', 'EMEKA PETER NWOSU');
});

test.each([['58', 'Guaranty Trust Bank (000013)']])(
	'22: the bank %s is refused with the one that is probably meant, its heading and its row',
	async (bank, meant) => {
		const [message = ''] = said(await prepared(csv([HEADINGS, [], ['B-1', ...OKAFOR.slice(0, 2), bank, '5']])));
		expect(message).toContain(`may mean ${meant}`);
		expect(message).toMatch(/^'Bank' [^"]* \(row 3\)\. .* Look in the column 'Bank Name'\./);
		expect(service.sandbox.ledger.payouts({})).toEqual([]);
	},
);

/** In each file, the first row is paid and the second one is refused. */
test.each<[refusedBy: string, other: string[], more: INodeParameters, cause: string, rules: IDataObject]>([
	['the name', [...OKAFOR.slice(0, 1), ...NWOSU.slice(1), '700'], {}, 'nameDiffers', {}],
	['a limit', [...NWOSU, '700'], { maximumAmount: '600' }, 'limitExceeded', {}],
	['a rule of the key', [...NWOSU, '700'], {}, 'keyRule', { mostPerPayment: 'NGN 600' }],
	['a budget of the key', [...NWOSU, '700'], {}, 'budget', { mostPerDay: 'NGN 600' }],
	['another row', [...OKAFOR, '500'], {}, 'repeated', {}],
])(
	'22: a row that %s refuses is named by its number, in the error and in the summary',
	async (...[, other, more, cause, rules]) => {
		const file = csv([HEADINGS, ['R-1', ...OKAFOR, '500'], [], ['R-2', ...other]]);
		const call = { ...surroundings(service.sandbox, rules), items: await itemsIn(file) };
		const shown = await run(
			service.sandbox,
			{ resource: 'prepare', operation: 'toBankAccount', ...FIELDS, ...more },
			call,
		);
		expect(said(shown.success)[1]).toContain('(row 4)');
		const { success } = await run(
			service.sandbox,
			{ resource: 'withdrawal', operation: 'toBankAccount', ...FIELDS, ...more },
			{ ...call, onError: 'continueRegularOutput' },
		);
		expect(at(success[1]?.json, 'details', 'cause')).toBe(cause);
		expect(await summary(success)).toMatch(/"R-2".* \(row 4\)/);
		if (cause === 'repeated') expect(at(success[1]?.json, 'error')).toContain('as row 2 (');
	},
);

test("20: a supplier whose Limited is the bank's LTD is ready, and the approver reads both names", async () => {
	openAccount(service.sandbox, '000004', '2034567801', 'LAGOON OFFICE SUPPLIES LTD');
	const rows = await prepared(csv([HEADINGS, ['L-1', 'Lagoon Office Supplies Limited', '2034567801', 'UBA', '500']]));
	expect(at(rows[0]?.json, 'prepared', 'status')).toBe('ready');
	expect(await summary(rows)).toContain('to "LAGOON OFFICE SUPPLIES LTD" (expected "Lagoon Office Supplies Limited")');
});

test('28: rows that were paid before are one line of a corrected file', async () => {
	const many = Array.from({ length: 40 }, (_, place) => [`B-${place}`, ...OKAFOR, `${500 + place}`]);
	const pay = await run(
		service.sandbox,
		{ resource: 'withdrawal', operation: 'toBankAccount', ...FIELDS, options: {} },
		{ items: await itemsIn(csv([HEADINGS, ...many])), onError: 'continueRegularOutput' },
	);
	expect(pay.success.filter((item) => at(item.json, 'payout', 'outcome') === 'accepted')).toHaveLength(40);
	const text = await summary(await prepared(csv([HEADINGS, ...many, ['B-new', ...NWOSU, '90']])));
	expect(text.match(/paid before/g)).toHaveLength(1);
	expect(text).toMatch(/40 already paid before/);
	expect(text).not.toContain('"B-7"');
	expect(text).toContain('"B-new"');
});

test('28: a summary of 300 bad rows and 195 that were paid before can be read', async () => {
	const paid = Array.from({ length: 195 }, (_, place) => [`P-${place}`, ...OKAFOR, `${500 + place}`]);
	await run(
		service.sandbox,
		{ resource: 'withdrawal', operation: 'toBankAccount', ...FIELDS, options: { payoutsInParallel: 10 } },
		{ items: await itemsIn(csv([HEADINGS, ...paid])), onError: 'continueRegularOutput' },
	);
	const bad = Array.from({ length: 300 }, (_, place) => [`X-${place}`, ...NWOSU, `${place}.125`]);
	const text = await summary(await prepared(csv([HEADINGS, ...paid, ...bad])));
	expect(text.split('\n').length).toBeLessThan(40);
	expect(text.length).toBeLessThan(6_000);
	expect(text).toMatch(/and 290 more/);
});

const abroad = { ...fieldsOf('payouts-with-approval', 'Pay M-Pesa'), maximumAmount: '1000000' };
const own = (...columns: string[]) => Object.fromEntries(columns.map((name) => [name, `={{ $json.${name} }}`]));

/** A kind of file: its headings and rows, the fields of its payment, and where the money arrives. */
test.each<
	[payments: PaymentFileRules['payments'], headings: string, rows: string[], more: INodeParameters, arrives: string[]]
>([
	[
		'toKenya',
		'Phone,Network,Amount (KES)',
		['254712345678,M-Pesa,KSh 1000', '0722345678,,1001', '732345678,Airtel Money,1002', '+254742345678,MPESA,1003'],
		{ to: 'phone' },
		['+254712345678', '+254722345678', '+254732345678', '+254742345678'],
	],
	[
		'toKenyaTill',
		'Till No,Amount',
		['5123456,KSh1000', '512345,KES 1001'],
		{ to: 'till', ...own('tillNumber') },
		['5123456', '512345'],
	],
	[
		'toKenyaPayBill',
		'PayBill,Account No,Amount',
		['247247,0712345678,Ksh.1000', '888880,A-17,1001'],
		{ to: 'payBill', ...own('paybillNumber', 'paybillAccountNumber') },
		['247247/0712345678', '888880/A-17'],
	],
	[
		'toGhana',
		'MoMo Number,Network,Amount (GH₵)',
		['241234567,MTN MoMo,GH₵ 100', '0541234567,MTN,GHS101.50'],
		{ ghsPhoneNumber: '={{ $json.phone }}', ...own('accountName') },
		['+233241234567', '+233541234567'],
	],
	[
		'toSouthAfrica',
		'Bank,Branch Code,Account Number,Amount (R)',
		['Capitec Bank,470010,1352900000,R100.00', 'Standard Bank,051001,012345678,ZAR 250'],
		{ zarBank: { __rl: true, mode: 'id', value: '={{ $json.bank }}' }, ...own('accountNumber', 'accountName') },
		['1352900000', '012345678'],
	],
])('21: a file %s is ready and paid, each row once', async (payments, headings, rows, more, arrives) => {
	const all = rows.map((row, place) => `M-${place},Amina Otieno,${row}`);
	const items = await itemsIn([`Reference,Name,${headings}`, ...all].join('\n'), { payments });
	const operation = payments.replace(/(?<=toKenya).*/, '');
	const ends = async (resource: string) =>
		(
			await run(
				service.sandbox,
				{ resource, operation, ...abroad, ...more },
				{ items, onError: 'continueRegularOutput' },
			)
		).success.map(
			({ json: one }) => at(one, 'prepared', 'status') ?? at(one, 'payout', 'outcome') ?? at(one, 'details', 'cause'),
		);
	expect(await ends('prepare')).toEqual(rows.map(() => 'ready'));
	expect(await ends('withdrawal')).toEqual(rows.map(() => 'accepted'));
	expect(await ends('withdrawal')).toEqual(rows.map(() => 'alreadyPaid'));
	expect(service.sandbox.ledger.payouts({}).map(({ destination }) => at(destination, 'value'))).toEqual(arrives);
});
