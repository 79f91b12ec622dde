/** Payout: Read File on n8n's engine reads binary data without a credential; Prepare and the payment take its items. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { at } from '../../cases/case';
import { csv, NWOSU, OKAFOR, TWO } from '../../harness/paymentFiles';
import { runNode, saidBy } from '../../harness/engine';
import { json, mavapayType, openAccount, run, TYPE_NAME, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const HERE = {
	resource: 'payout',
	operation: 'readFile',
	readFrom: 'file',
	inputBinaryField: 'data',
	payments: 'toBankAccount',
	amountUnit: 'major',
};

const fileItem = (text: string, field = 'data'): INodeExecutionData => ({
	json: { from: 'form' },
	binary: { [field]: { data: Buffer.from(text).toString('base64'), mimeType: 'text/csv', fileName: 'pay "Nov".csv' } },
});
const read = async (items: INodeExecutionData[], parameters: INodeParameters = {}, more: object = {}) =>
	await runNode({ type: mavapayType, typeName: TYPE_NAME, parameters: { ...HERE, ...parameters }, items, ...more });

const BAD = csv([...TWO, ['B-3', ...OKAFOR, '12.345']]);

test('reads a file without a credential, and asks nothing', async () => {
	const { success, nodeError } = await read([fileItem(csv(TWO))]);
	expect(nodeError).toBeUndefined();
	expect(json(success)).toMatchObject([
		{
			reference: 'B-1',
			amount: '150000.00',
			row: 2,
			problem: null,
			file: { name: 'pay "Nov".csv', number: 2, total: '195000.50' },
		},
		{ reference: 'B-2', amount: '45000.50', row: 3 },
	]);
	expect(success.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
	expect(service.sandbox.requests).toEqual([]);
});

test('tells the other files of its item, which nobody else would say were not paid', async () => {
	const { data } = fileItem(csv(TWO)).binary ?? {};
	const binary = {
		...fileItem(csv(TWO)).binary,
		data_1: { ...data, fileName: 'Dec.csv' },
		logo: { ...data, fileName: undefined },
	};
	const { success } = await read([Object.assign(fileItem(''), { binary })]);
	expect(at(json(success)[0], 'file', 'notRead')).toMatchObject({ files: ['Dec.csv', 'logo'] });
});

test('takes its total as a number with decimals, too', async () => {
	const { success } = await read([fileItem(csv(TWO))], { totalAmount: '={{ 195000.5 }}' });
	expect(success).toHaveLength(2);
	const { nodeError } = await read([fileItem(csv(TWO))], { totalAmount: '={{ 195000.75 }}' });
	expect(saidBy(nodeError)).toContain('195,000.75 NGN');
});

test('its items are refused in another unit than they say, with what to set', async () => {
	const { success } = await read([fileItem(csv(TWO))]);
	const pay = {
		...{ resource: 'withdrawal', operation: 'toBankAccount', bank: { __rl: true, mode: 'id', value: '000013' } },
		...{ accountNumber: '={{ $json.accountNumber }}', amount: '={{ $json.amount }}', amountUnit: 'minor' },
		...{ payoutReference: '={{ $json.reference }}' },
	};
	for (const resource of ['withdrawal', 'prepare']) {
		const { nodeError, success: prepared } = await run(service.sandbox, { ...pay, resource }, { items: json(success) });
		expect(`${saidBy(nodeError)} ${JSON.stringify(prepared[0]?.json)}`).toContain(
			"'Amount Unit' is 'Kobo', but the item's unit is 'Naira, with decimals'",
		);
	}
	expect(service.sandbox.ledger.payouts()).toEqual([]);
});

test('refuses a file as a whole, by its name, and says that nothing was paid', async () => {
	const { nodeError, success } = await read([fileItem(csv(TWO))], { numberOfPayments: '3' });
	expect(success).toEqual([]);
	expect(saidBy(nodeError)).toBe(
		`The file "pay 'Nov'.csv" has 2 payments, not 3. Look for a row that is missing, or is there twice.\nNone of it was passed on, and nothing was paid.`,
	);
});

test('gives each file of several its own end in a Continue mode', async () => {
	const { success, errors } = await read(
		[fileItem('nothing'), fileItem(csv(TWO))],
		{},
		{ onError: 'continueErrorOutput' },
	);
	expect(success.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 1 }]);
	expect(json(errors)).toMatchObject([{ details: { cause: 'invalidInput', outcome: 'rejected' } }]);
});

test('names the fields that hold files where the right one is missing', async () => {
	expect(saidBy((await read([fileItem(csv(TWO), 'File')])).nodeError)).toMatch(
		/^No readable file in the field 'data' of item 0\. Its file fields: File\./,
	);
	expect(saidBy((await read([{ json: {} }])).nodeError)).toMatch(/The item has no file/);
});

test.each(['numberOfPayments', 'totalAmount', 'sheet'])(
	'refuses where the expression of %s gives nothing',
	async (name) => {
		const { nodeError } = await read([fileItem(csv(TWO))], { [name]: '={{ $json.missing }}' });
		expect(saidBy(nodeError)).toMatch(/has no value: the item has no column 'missing'/);
	},
);

test('refuses where an expression of Columns gives nothing', async () => {
	const { nodeError } = await read([fileItem(csv(TWO))], { columns: { amount: '={{ $json.missing }}' } });
	expect(saidBy(nodeError)).toMatch(/'Columns' is an expression that gave no value/);
});

test('stops at rows that can not be paid, or passes them on to be listed by Prepare and refused by the payment', async () => {
	const problem = `'Amount' says "12.345", which has 3 decimals, but NGN allows 2`;
	expect(saidBy((await read([fileItem(BAD)])).nodeError)).toContain(`has 1 row that can't be paid. Row 4: ${problem}`);
	const { success } = await read([fileItem(BAD)], {}, { onError: 'continueRegularOutput' });
	expect(success).toHaveLength(3);
	for (const [name, number] of [OKAFOR, NWOSU])
		openAccount(service.sandbox, name === OKAFOR[0] ? '000013' : '000014', number ?? '', name ?? '');
	const fields = {
		amount: '={{ $json.amount }}',
		amountUnit: 'major',
		bank: { __rl: true, mode: 'nameOrCode', value: '={{ $json.bank }}' },
		accountNumber: '={{ $json.accountNumber }}',
		expectedAccountName: '={{ $json.accountName }}',
		payoutReference: '={{ $json.reference }}',
	};
	const prepared = await run(
		service.sandbox,
		{ resource: 'prepare', operation: 'toBankAccount', ...fields },
		{ items: success },
	);
	expect(prepared.success.map((item) => at(item.json, 'prepared', 'status'))).toEqual(['ready', 'ready', 'refused']);
	expect(at(prepared.success[2]?.json, 'prepared', 'message')).toContain(`Row 4 can't be paid. ${problem}`);
	const [summary] = json(
		(await run(service.sandbox, { resource: 'payout', operation: 'summarize' }, { items: prepared.success })).success,
	);
	expect(String(summary?.text).split('\n').slice(0, 4)).toEqual([
		'2 payouts to approve: 195,000.50 NGN, sandbox: no real money. Not included: 1 refused.',
		'ALL 2 PAYEES ARE NEW to this workflow.',
		'The NGN wallet has 5,000,000.00 NGN, and 4,804,999.50 NGN after this run, before fees.',
		`File "pay 'Nov'.csv": 3 payments, 195,000.50 NGN`,
	]);
	const paid = await run(
		service.sandbox,
		{ resource: 'withdrawal', operation: 'toBankAccount', ...fields },
		{ items: success, onError: 'continueRegularOutput' },
	);
	expect(paid.success.map(({ json: one }) => at(one, 'payout', 'outcome') ?? at(one, 'details', 'outcome'))).toEqual([
		'accepted',
		'accepted',
		'rejected',
	]);
});
