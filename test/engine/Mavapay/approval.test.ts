/** Payouts that a person approved: prepared, and then paid exactly so or not at all. The ledger says what was paid. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import '../../harness/seed';
import { messages, outcomes, pay, prepare, row, ROWS, useApproval } from '../../harness/engine/approval';
import { at } from '../../cases/case';
import { json, openAccount, run, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const { paid, sent, approveAndPay } = useApproval(service);

const rename = (accountNumber: string) => openAccount(service.sandbox, '000013', accountNumber, 'SOMEBODY ELSE');
const failEnquiries = () =>
	service.sandbox.faults.add({
		match: { path: '/bank/name-enquiry' },
		fault: { kind: 'status', status: 400, message: 'Invalid account number or bank code' },
	});

/** The digest of the three rows, as a person is given it. */
async function approvedDigest(): Promise<string> {
	const prepared = await run(service.sandbox, prepare(), { items: ROWS });
	return String(prepared.success[0]?.json.approvalDigest);
}

describe('what was approved', () => {
	test('is paid, in whatever order the rows come', async () => {
		const result = await approveAndPay((rows) => [...rows].reverse());
		expect(outcomes(result)).toEqual(['accepted', 'accepted', 'accepted']);
		expect(paid()).toEqual([251_000, 252_000, 253_000]);
	});

	test.each<[string, (rows: IDataObject[]) => IDataObject[], RegExp]>([
		[
			'an amount',
			([first, ...others]) => [{ ...first, kobo: '900000' }, ...others],
			/Not approved: 'INV-1': 9,000\.00 NGN .* Missing: 'INV-1': 2,510\.00 NGN/,
		],
		[
			'an account',
			([first, ...others]) => [{ ...first, account: '0123456799' }, ...others],
			/Not approved: 'INV-1': .* to account 0123456799 .* Missing: 'INV-1': .* to account 0123456781/,
		],
		[
			'a bank',
			([first, ...others]) => [{ ...first, bankCode: '000014' }, ...others],
			/Not approved: 'INV-1': .* at Access Bank \(000014\)/,
		],
		[
			'a reference',
			([first, ...others]) => [{ ...first, ref: 'INV-1B' }, ...others],
			/Not approved: 'INV-1B': .* Missing: 'INV-1':/,
		],
		['an added row', (rows) => [...rows, row(9)], /3 payouts were approved, this run has 4\. Not approved: 'INV-9'/],
		[
			'a missing row',
			([, ...others]) => others,
			/3 payouts were approved, this run has 2\. Missing: 'INV-1': .* A loop has only a part/,
		],
		['a row twice', (rows) => [...rows, ...rows.slice(0, 1)], /this run has 4\. One payout is listed twice/],
	])('sends nothing where %s is not as approved, and says so', async (_name, change, text) => {
		const result = await approveAndPay(change);
		expect(new Set(outcomes(result))).toEqual(new Set(['notSent']));
		for (const message of messages(result)) expect(message).toMatch(text);
		expect(messages(result)[0]).toMatch(/^Not as approved: .*Nothing was paid.*: 3 payouts were approved/);
		expect(paid()).toEqual([]);
	});

	test('sends nothing where the bank has another name for an account by then', async () => {
		const result = await approveAndPay((rows) => rows, { between: () => rename('0123456782') });
		expect(messages(result)[0]).toMatch(/Not approved: 'INV-2': .*, SOMEBODY ELSE\. Missing: 'INV-2': /);
		expect(paid()).toEqual([]);
	});

	test('sends nothing where a name can no longer be asked', async () => {
		const result = await approveAndPay((rows) => rows, { between: failEnquiries });
		expect(outcomes(result)).toEqual(['rejected', 'rejected', 'rejected']);
		expect(paid()).toEqual([]);
	});

	test('sends nothing where the paying node would take the name from the row and ask nobody', async () => {
		const payParameters = {
			...pay("={{ $('Prepare').first().json.approvalDigest }}", {
				withoutNameEnquiry: true,
				accountName: '={{ $json.prepared.payeeName }}',
			}),
		};
		const result = await approveAndPay((rows) => rows, { payParameters, between: () => rename('0123456781') });
		expect(messages(result)[0]).toMatch(
			/Not approved: 'INV-1': .*, [A-Z ]+ \(not asked of the bank\)\. Missing: 'INV-1': /,
		);
		expect(sent()).toBe(0);
	});

	test.each<[string, INodeParameters, INodeParameters]>([
		['is expected no longer', { expectedAccountName: '={{ $json.name }}' }, {}],
		['is another', { expectedAccountName: '={{ $json.name }}' }, { expectedAccountName: '={{ $json.other }}' }],
	])('is not paid where the name that was expected %s', async (_, prepared, given) => {
		const { sandbox } = service;
		openAccount(sandbox, '000013', '0123456781', 'ADA NGOZI OBI');
		const result = await approveAndPay((rows) => rows, {
			rows: [row(1, { name: 'Ada Ngozi Obi', other: 'Obi Ada Ngozi' })],
			prepareParameters: { ...prepare(), ...prepared },
			payParameters: { ...pay("={{ $('Prepare').first().json.approvalDigest }}"), ...given },
		});
		expect(messages(result)[0]).toMatch(
			/Not approved: 'INV-1': .*\. Missing: 'INV-1': .*, ADA NGOZI OBI, expected 'Ada Ngozi Obi'\./,
		);
		expect(sent()).toBe(0);
	});

	test('is not said to be the name that the bank has where nobody asked, and is that name all the same', async () => {
		const unasked = { withoutNameEnquiry: true, accountName: '={{ $json.name }}' };
		const nodes = {
			prepareParameters: prepare(unasked),
			payParameters: pay("={{ $('Prepare').first().json.approvalDigest }}", unasked),
		};
		const rows = [row(1, { name: 'A THIEF' })];
		const result = await approveAndPay((given) => given, { rows, ...nodes });
		const prepared = at(json(result.items('Prepare', 0))[0], 'prepared');
		expect([at(prepared, 'status'), at(prepared, 'payeeName')]).toEqual(['ready', undefined]);
		expect(sent()).toBe(1);
		const changed = await approveAndPay(([first]) => [{ ...first, name: 'ANOTHER' }], {
			rows: [row(2, { name: 'A THIEF' })],
			...nodes,
		});
		expect(messages(changed)[0]).toMatch(
			/, ANOTHER \(not asked of the bank\)\. Missing: .*, A THIEF \(not asked of the bank\)/,
		);
		expect(sent()).toBe(1);
	});

	test('is not paid in a loop, and the text says why', async () => {
		const result = await approveAndPay((rows) => rows, { loop: true });
		const ended = json(result.items('Loop', 0));
		expect(ended).toHaveLength(3);
		for (const item of ended)
			expect(String(item.message)).toMatch(/A loop has only a part of them in each run: pay all in one run/);
		expect(paid()).toEqual([]);
	});

	test.each([
		[
			'another digest',
			`${new Date().toISOString().slice(0, 16)}Z-${'a'.repeat(64)}`,
			/this run's 3 payouts don't match 'Approval Digest'/,
		],
		[
			'a digest for each item',
			"={{ $json.ref + $('Prepare').first().json.approvalDigest }}",
			/must be the same for all items/,
		],
	])('is not paid with %s', async (_name, digest, text) => {
		const result = await approveAndPay((rows) => rows, { digest });
		for (const message of messages(result)) expect(message).toMatch(text);
		expect(paid()).toEqual([]);
	});

	test('is not paid where the digest is an expression that gave nothing', async () => {
		const result = await approveAndPay((rows) => rows, { digest: '={{ $json.nothing }}' });
		for (const message of messages(result))
			expect(message).toMatch(/'Approval Digest' has no value: the item has no column/);
		expect(paid()).toEqual([]);
	});

	test('can be paid in a later execution, once', async () => {
		const digest = await approvedDigest();
		const first = await run(service.sandbox, pay(digest, { payoutsInParallel: 3 }), { items: ROWS });
		expect(first.success).toHaveLength(3);
		const again = await run(service.sandbox, pay(digest), { items: ROWS, onError: 'continueRegularOutput' });
		expect(new Set(again.success.map((item) => at(item.json, 'details', 'cause')))).toEqual(new Set(['alreadyPaid']));
		expect(paid()).toEqual([251_000, 252_000, 253_000]);
	});

	test('is not another deployment or another kind of payment', async () => {
		const digest = await approvedDigest();
		const live = await run({ url: 'https://localhost:1/api/v1', keys: service.sandbox.keys }, pay(digest), {
			items: ROWS,
			onError: 'continueRegularOutput',
		});
		expect(new Set(live.success.map((item) => at(item.json, 'details', 'outcome')))).toEqual(new Set(['rejected']));
		expect(paid()).toEqual([]);
	});
});

test('an approval of one workflow pays nothing in its copy, whose record knows nothing', async () => {
	const digest = await approvedDigest();
	const copy = await run(service.sandbox, pay(digest), {
		items: ROWS,
		workflowId: 'a copy',
		onError: 'continueRegularOutput',
	});
	expect(new Set(copy.success.map((item) => at(item.json, 'details', 'cause')))).toEqual(new Set(['notApproved']));
	expect(paid()).toEqual([]);
});
