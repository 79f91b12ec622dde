/**
 * What becomes of files that people have behind 'Payout: Read File', on n8n's engine: what 'Payout: Prepare' says of a
 * row, in the words of the file, and what a summary of all of it says.
 */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { at } from '../../cases/case';
import { json, openAccount, run, useSandbox } from '../../harness/engine/mavapay';
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

const itemsIn = async (file: string): Promise<INodeExecutionData[]> =>
	(await itemsOf(file)).map((item) => ({ json: JSON.parse(JSON.stringify(item)) }));

const prepared = async (file: string, more: INodeParameters = {}) =>
	(
		await run(
			service.sandbox,
			{ resource: 'payout', operation: 'prepare', payment: 'toBankAccount', ...FIELDS, ...more },
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

test.each([
	['058152036', 'Guaranty Trust Bank (000013)'],
	['GTBank (058)', 'Guaranty Trust Bank (000013)'],
	['50211', 'Kuda Microfinance Bank (090267)'],
	['Acess Bank', 'Access Bank (000014)'],
	['58', 'Guaranty Trust Bank (000013)'],
])(
	'22 and 24: the bank %s is refused with the one that is probably meant, its heading and its row',
	async (bank, meant) => {
		const [message = ''] = said(await prepared(csv([HEADINGS, [], ['B-1', ...OKAFOR.slice(0, 2), bank, '5']])));
		expect(message).toContain(`may stand for ${meant}`);
		expect(message).toMatch(/^'Bank' [^"]* \(row 3\)\. .* Look in the column 'Bank Name'\./);
		expect(service.sandbox.ledger.payouts({})).toEqual([]);
	},
);

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
