/** Payouts that a person approved are paid exactly as prepared, or not at all. The ledger shows what was paid. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import '../../harness/seed';
import { ends, outcomes, pay, prepare, row, ROWS, useApproval } from '../../harness/engine/approval';
import { at, placed } from '../../cases/case';
import type { Sandbox } from '../../../sandbox';
import { endOf, json, openAccount, run, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const { paid, sent, approveAndPay } = useApproval(service);

const rename = (accountNumber: string) => openAccount(service.sandbox, '000013', accountNumber, 'SOMEBODY ELSE');
const failEnquiries = () =>
	service.sandbox.faults.add({
		match: { path: '/bank/name-enquiry' },
		fault: { kind: 'status', status: 400, message: 'Invalid account number or bank code' },
	});

const DIGEST = "={{ $('Prepare').first().json.approvalDigest }}";

/** The digest that Prepare outputs for the three rows. */
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

	test.each<[string, (rows: IDataObject[]) => IDataObject[]]>([
		['an amount', ([first, ...others]) => [{ ...first, kobo: '900000' }, ...others]],
		['an account', ([first, ...others]) => [{ ...first, account: '0123456799' }, ...others]],
		['a bank', ([first, ...others]) => [{ ...first, bankCode: '000014' }, ...others]],
		['a reference', ([first, ...others]) => [{ ...first, ref: 'INV-1B' }, ...others]],
		['an added row', (rows) => [...rows, row(9)]],
		['a missing row', ([, ...others]) => others],
		['a row twice', (rows) => [...rows, ...rows.slice(0, 1)]],
		[
			'two amounts that changed places',
			([one, two, ...others]) => [{ ...one, kobo: two?.kobo }, { ...two, kobo: one?.kobo }, ...others],
		],
	])('sends nothing where %s is not as approved', async (_name, change) => {
		const result = await approveAndPay(change);
		expect(new Set(ends(result))).toEqual(new Set(['notApproved']));
		expect(paid()).toEqual([]);
	});

	test('sends nothing where a name can no longer be asked', async () => {
		const result = await approveAndPay((rows) => rows, { between: failEnquiries });
		expect(outcomes(result)).toEqual(['rejected', 'rejected', 'rejected']);
		expect(paid()).toEqual([]);
	});

	const renamed = () => rename('0123456781');
	const fromRow = { withoutNameEnquiry: true, accountName: '={{ $json.prepared.payeeName }}' };
	const expecting = (column: string) => ({ expectedAccountName: `={{ $json.${column} }}` });
	test.each<[string, INodeParameters, INodeParameters, (() => void)?]>([
		['the bank has another name for an account by then', {}, {}, renamed],
		['the paying node would take the name from the row and ask nobody', {}, placed(fromRow), renamed],
		['the name that was expected is expected no longer', expecting('name'), {}],
		['the name that was expected is another', expecting('name'), expecting('other')],
		['Allow Repeats is set in the paying node alone', {}, placed({ allowRepeats: true })],
		['Allow Repeats was set in Prepare alone', placed({ allowRepeats: true }), {}],
	])('sends nothing where %s', async (_, prepared, given, between = () => {}) => {
		openAccount(service.sandbox, '000013', '0123456781', 'ADA NGOZI OBI');
		const result = await approveAndPay((rows) => rows, {
			rows: [row(1, { name: 'Ada Ngozi Obi', other: 'Obi Ada Ngozi' })],
			prepareParameters: { ...prepare(), ...prepared },
			payParameters: { ...pay(DIGEST), ...given },
			between,
		});
		expect([ends(result), sent()]).toEqual([['notApproved'], 0]);
	});

	test('is not said to be the name that the bank has where nobody asked, and is that name all the same', async () => {
		const unasked = { withoutNameEnquiry: true, accountName: '={{ $json.name }}' };
		const nodes = {
			prepareParameters: prepare(unasked),
			payParameters: pay(DIGEST, unasked),
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
		expect(ends(changed)).toEqual(['notApproved']);
		expect(sent()).toBe(1);
	});

	test('is not paid in a loop', async () => {
		const result = await approveAndPay((rows) => rows, { loop: true });
		expect(json(result.items('Loop', 0)).map(endOf)).toEqual(Array(3).fill('notApproved'));
		expect(paid()).toEqual([]);
	});

	test.each([
		['another digest', `${new Date().toISOString().slice(0, 16)}Z-${'a'.repeat(64)}`, 'notApproved'],
		['a digest for each item', "={{ $json.ref + $('Prepare').first().json.approvalDigest }}", 'notApproved'],
		['a digest that is an expression that gave nothing', '={{ $json.nothing }}', 'invalidInput'],
	])('is not paid with %s', async (_name, digest, cause) => {
		const result = await approveAndPay((rows) => rows, { digest });
		expect(ends(result)).toEqual(Array(3).fill(cause));
		expect(paid()).toEqual([]);
	});

	test('can be paid in a later execution, once', async () => {
		const digest = await approvedDigest();
		const first = await run(service.sandbox, pay(digest, { payoutsInParallel: 3 }), { items: ROWS });
		expect(first.success).toHaveLength(3);
		const again = await run(service.sandbox, pay(digest), { items: ROWS, onError: 'continueRegularOutput' });
		expect(json(again.success).map(endOf)).toEqual(Array(3).fill('alreadyPaid'));
		expect(paid()).toEqual([251_000, 252_000, 253_000]);
	});

	test.each<[string, Partial<Sandbox>, string, string]>([
		['at another deployment', { url: 'https://localhost:1/api/v1' }, 'workflow-under-test', 'connectionRefused'],
		['in a copy of the workflow, whose record knows nothing', {}, 'a copy', 'notApproved'],
	])('pays nothing %s', async (_, where, workflowId, cause) => {
		const digest = await approvedDigest();
		const { url, keys } = service.sandbox;
		const more = { items: ROWS, workflowId, onError: 'continueRegularOutput' } as const;
		const { success } = await run({ url, keys, ...where }, pay(digest), more);
		expect(json(success).map(endOf)).toEqual(Array(3).fill(cause));
		expect(paid()).toEqual([]);
	});
});
