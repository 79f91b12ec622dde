/** Prepare finds the problems that a payment would find, and Summarize lists them; neither pays or creates anything. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { personOf } from '../../../sandbox/data/people';
import { at, byId, placed } from '../../cases/case';
import { swapped } from '../../cases/quoteParts';
import { json, run, summaryOf, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const BANK = '000013';
const row = (index: number, more: IDataObject = {}): IDataObject => {
	const account = `012345678${index}`;
	return { ref: `INV-${index}`, account, kobo: '250000', name: personOf(BANK, account), ...more };
};

const payment = (options: INodeParameters = {}): INodeParameters => ({
	amount: '={{ $json.kobo }}',
	amountUnit: 'minor',
	currency: 'NGN',
	bank: byId(BANK),
	accountNumber: '={{ $json.account }}',
	expectedAccountName: '={{ $json.name }}',
	bankName: '',
	payoutReference: '={{ $json.ref }}',
	...placed(options),
});

const prepare = async (rows: IDataObject[], options: INodeParameters = {}) =>
	await run(service.sandbox, { resource: 'prepare', operation: 'toBankAccount', ...payment(options) }, { items: rows });
const pay = async (
	rows: IDataObject[],
	onError: 'continueErrorOutput' | 'continueRegularOutput' = 'continueRegularOutput',
) =>
	await run(
		service.sandbox,
		{ resource: 'withdrawal', operation: 'toBankAccount', ...payment() },
		{ items: rows, onError },
	);
const summarize = async (items: IDataObject[]) => await summaryOf(service.sandbox, items);

const statuses = (items: Array<{ json: object }>) => items.map((item) => at(item.json, 'prepared', 'status'));
const posts = () => service.sandbox.requests.filter(({ method }) => method !== 'GET');

test('finds paid, lost, duplicate and refused payouts, and pays none', async () => {
	await pay([row(1)]);
	service.sandbox.faults.add({ match: { bodyIncludes: '0123456782', times: 1 }, fault: { kind: 'dropAfter' } });
	await pay([row(2)]);
	const before = posts().length;
	const keys = service.store.keys('workflow-under-test');

	const { success, nodeError } = await prepare(
		[
			row(1),
			row(2),
			row(3),
			row(3),
			row(3, { kobo: '300000' }),
			row(4, { name: 'Somebody Else' }),
			row(5, { kobo: '0' }),
			row(6, { kobo: '900000000' }),
			row(7, { ref: 'INV-1', kobo: '1000' }),
		],
		{ maximumAmount: '500000000' },
	);
	expect(nodeError).toBeUndefined();
	expect(statuses(success)).toEqual([
		'alreadyPaid',
		'unknown',
		'ready',
		'duplicate',
		'refused',
		'refused',
		'refused',
		'refused',
		'refused',
	]);
	expect(success.map((item) => at(item.json, 'prepared', 'cause'))).toEqual([
		'alreadyPaid',
		'notSettled',
		undefined,
		'alreadyPaid',
		'referenceReused',
		'nameDiffers',
		'invalidInput',
		'limitExceeded',
		'referenceReused',
	]);
	expect(success.map(({ pairedItem }) => pairedItem)).toEqual(success.map((_, item) => ({ item })));
	expect(at(success[2]?.json, 'prepared', 'payeeName')).toBe(personOf(BANK, '0123456783'));
	// The bank gave a name, so the output has it, although the item is refused because of that name.
	expect(String(at(success[5]?.json, 'prepared', 'payeeName'))).toMatch(/[A-Z]{3}/);
	expect(posts()).toHaveLength(before);
	expect(service.store.keys('workflow-under-test')).toEqual(keys);

	const summary = await summarize(success.map((item) => item.json));
	expect(summary).toMatchObject({
		count: 9,
		counts: { ready: 1, alreadyPaid: 1, unknown: 1, duplicate: 1, refused: 5 },
		totals: [{ currency: 'NGN', count: 1, minor: '250000', major: '2500.00' }],
		duplicates: [{ reference: 'INV-3' }],
		approvalDigest: at(success[2]?.json, 'approvalDigest'),
	});
});

test("a row that says it was paid, in the very words of this run's error, is still refused", async () => {
	const poor = { kind: 'status', status: 400, message: 'Insufficient balance' } as const;
	service.sandbox.faults.add({ match: { path: '/withdraw' }, fault: poor });
	const [refused] = (await pay([row(1)], 'continueErrorOutput')).errors;
	const lie = { payoutOutcome: 'accepted', payoutMessage: refused?.json.error, payoutAmount: '2500.00' };
	const { errors } = await pay([row(1, { ...lie, payoutCurrency: 'NGN' })], 'continueErrorOutput');
	expect(await summarize(json(errors))).toMatchObject({ counts: { rejected: 1 }, totals: [] });
});

test('nothing is ready while payouts are halted', async () => {
	await run(service.sandbox, { resource: 'payoutReference', operation: 'halt' });
	const halted = await prepare([row(1)]);
	expect(halted.success.map((item) => at(item.json, 'prepared', 'cause'))).toEqual(['halted']);
	expect(at(halted.success[0]?.json, 'approvalDigest')).toBeNull();
});

test('keeps the fields of the row, but for the names of what it adds, which a row cannot fill', async () => {
	const forged = {
		payout: { reference: 'X', outcome: 'notSent', amount: { minor: '100', major: '1.00', currency: 'NGN' } },
		prepared: { status: 'ready', atMost: { minor: '100', major: '1.00', currency: 'NGN' } },
		approvalDigest: 'f'.repeat(64),
	};
	const { success } = await prepare([row(1, { ...forged, payoutOutcome: 'accepted', payoutMessage: '' }), row(2)]);
	const digest = expect.not.stringMatching(/^f{64}$/);
	expect(success[0]?.json).toMatchObject({
		ref: 'INV-1',
		payout: { reference: 'INV-1' },
		prepared: { status: 'ready', atMost: { minor: '250000' } },
		approvalDigest: digest,
	});
	expect(success[0]?.json).toMatchObject({
		inputPayout: forged.payout,
		inputPrepared: forged.prepared,
		inputApprovalDigest: forged.approvalDigest,
	});
	expect(Object.keys(success[0]?.json ?? {}).filter((name) => /^payout./.test(name))).toEqual([]);
	expect(await summarize(success.map((item) => item.json))).toMatchObject({
		totals: [{ minor: '500000' }],
		approvalDigest: success[1]?.json.approvalDigest,
	});
	const without = await prepare([row(1)], { includeInputFields: false });
	expect(Object.keys(without.success[0]?.json ?? {}).sort()).toEqual(['approvalDigest', 'payout', 'prepared']);
});

test('a field that is no good is found, and nothing is asked but the list of banks', async () => {
	const { success } = await prepare([row(1, { flag: 'perhaps' })], { includeInputFields: '={{ $json.flag }}' });
	expect(at(success[0]?.json, 'prepared')).toMatchObject({
		status: 'refused',
		cause: 'invalidInput',
		message: expect.stringMatching(/'Include Input Fields' must be true or false/),
	});
	expect(service.sandbox.requests.map(({ path }) => path)).toEqual(['/bank/bankcode']);
});

test('an AI agent may not prepare', async () => {
	const result = await run(
		service.sandbox,
		{ resource: 'prepare', operation: 'toBankAccount', ...payment() },
		{ items: [row(1)], typeName: 'n8n-nodes-mavapay.mavapayTool', onError: 'continueRegularOutput' },
	);
	expect(JSON.stringify(json(result.success))).toMatch(/for people only/);
	expect(service.sandbox.requests).toEqual([]);
});

/** The report of one payout whose outcome is unknown. */
const ONE_UNKNOWN = { stage: 'paid', counts: { unknown: 1 }, totals: [], rows: [{ reference: 'INV-1' }] };

test('Summarize calls a lost payout unknown on the error output too, where the row has columns of these names', async () => {
	const { success } = await prepare([row(1, { details: 'Rent', message: 'Thanks' })]);
	service.sandbox.faults.add({ match: { bodyIncludes: '0123456781' }, fault: { kind: 'dropAfter' } });
	const { errors } = await pay(
		success.map((item) => item.json),
		'continueErrorOutput',
	);
	expect(await summarize(errors.map((item) => item.json))).toMatchObject(ONE_UNKNOWN);
});

test('the files of a row go on with it', async () => {
	const binary = { slip: { data: 'AAAA', mimeType: 'application/pdf' } };
	const items = [{ json: row(1), binary }];
	expect((await prepare(items)).success[0]?.binary).toEqual(binary);
	expect((await prepare(items, { includeInputFields: false })).success[0]?.binary).toBeUndefined();
});

/** The text that an approver reads about a swap that pays a PayBill. */
async function approvedPayBill(paybillNumber: string, paybillAccountNumber: string): Promise<string> {
	const prepared = await run(service.sandbox, {
		resource: 'prepare',
		operation: 'createAndAccept',
		...swapped,
		to: 'KES',
		sendTo: 'somebody',
		beneficiaryType: 'kes',
		kesIdentifierType: 'paytobill',
		paybillNumber,
		paybillAccountNumber,
		kesAccountName: 'Ada',
		minimumTargetAmount: '1',
		payoutReference: 'RENT',
	});
	return String(at(await summarize(json(prepared.success)), 'text'));
}

test.each([
	['KNOWN ACCOUNT, LAST PAID 20 Nov', 'KNOWN ACCOUNT, LAST PAID 20 Nov'],
	['A-17 (KPLC), reference “KPLC-11”', "A-17 (KPLC), reference 'KPLC-11'"],
])('who approves a swap reads the account of its PayBill in quotes: %s', async (account, shown) => {
	expect(await approvedPayBill('999999', account)).toContain(
		`to "Ada" (not checked with the bank)\nPayBill 999999, account "${shown}" from NGN to KES\nref`,
	);
});

test.each(['KNOWN ACCOUNT of SAFARI TRADERS, LAST PAID 20 Nov', '7'.repeat(35)])(
	'an account of a PayBill that is longer than any real one is refused: %s',
	async (account) => {
		expect(await approvedPayBill('247247', account)).toMatch(
			/'PayBill Account' has \d+ characters, more than the 34 allowed/,
		);
	},
);
