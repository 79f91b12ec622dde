/**
 * What becomes of files that people have behind 'Payout: Read File', on n8n's engine: what 'Prepare' says of a
 * row, in the words of the file, and what a summary of all of it says.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** The fields of a node of an example that say who is paid what. */
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
		expect(message).toContain(`may stand for ${meant}`);
		expect(message).toMatch(/^'Bank' [^"]* \(row 3\)\. .* Look in the column 'Bank Name'\./);
		expect(service.sandbox.ledger.payouts({})).toEqual([]);
	},
);

/** The first row is paid. */
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

test('21: phones of a file are paid by the fields of the example, each once however it is written', async () => {
	const phones = ['254712345678', '0722345678', '732345678', '+254742345678'];
	const rows = phones.map((phone, place) => [`M-${place}`, 'Amina Otieno', phone, `${1000 + place}`]);
	const items = await itemsIn(csv([['Reference', 'Name', 'Phone', 'Amount'], ...rows]), { payments: 'toKenya' });
	const fields = { to: 'phone', ...fieldsOf('mpesa-from-a-file', 'Pay'), maximumAmount: '1000000' };
	const pay = async () =>
		(
			await run(
				service.sandbox,
				{ resource: 'withdrawal', operation: 'toKenya', ...fields },
				{ items, onError: 'continueRegularOutput' },
			)
		).success.map(({ json: one }) => at(one, 'payout', 'outcome') ?? at(one, 'details', 'cause'));
	expect(await pay()).toEqual(phones.map(() => 'accepted'));
	expect(await pay()).toEqual(phones.map(() => 'alreadyPaid'));
	expect(service.sandbox.ledger.payouts({}).map(({ destination }) => at(destination, 'value'))).toEqual(
		['712345678', '722345678', '732345678', '742345678'].map((phone) => `+254${phone}`),
	);
});
