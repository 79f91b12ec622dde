/** New payees: what later executions of a workflow report about a payee, and which payees are refused. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { at, placed } from '../../cases/case';
import { swapped } from '../../cases/quoteParts';
import { bankPayout, toStablecoin } from '../../cases/withdrawal';
import { saidBy } from '../../harness/engine';
import { callTool, json, run, summaryOf, TOOL_LIMITS, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const OLD = '0123456781';
const NEW = '0123456782';
let references = 0;

/** A payment to a supplier's account, with its own reference. */
const bill = (accountNumber: string, more: INodeParameters = {}): INodeParameters => ({
	...bankPayout,
	// The bills have one amount, and differ in their references.
	options: { allowRepeats: true },
	accountNumber,
	supplier: 'Adaeze Foods',
	payoutReference: `INV-${++references}`,
	...more,
});

const pay = async (parameters: INodeParameters) => {
	const { success, nodeError } = await run(service.sandbox, parameters);
	return nodeError === undefined ? at(json(success)[0], 'payout', 'payeeHistory') : saidBy(nodeError);
};
const paid = () => service.sandbox.ledger.payouts({}).length;

describe('over several executions', () => {
	test('a payee is new, then known; another account of the supplier has changed, and is refused', async () => {
		expect(await pay(bill(OLD, { newPayees: 'refuseChanged' }))).toBe('new');
		expect(await pay(bill(OLD, { newPayees: 'refuseNew', supplier: ' ADAEZE  foods ' }))).toBe('known');
		const refused = await pay(bill(NEW, { newPayees: 'refuseChanged' }));
		expect(refused).toMatch(/^Payee changed: /);
		expect(await pay(bill(NEW, { newPayees: 'refuseNew' }))).toMatch(/^Payee changed/);
		const lookAlike = { supplier: 'Ad\u0430eze Foods', newPayees: 'refuseChanged' };
		expect(await pay(bill(NEW, lookAlike))).toMatch(/^Payee changed/);
		expect(paid()).toBe(2);
		expect(await pay(bill(NEW))).toBe('changed');
		expect(await pay(bill(NEW, { newPayees: 'refuseNew' }))).toBe('known');
		expect(paid()).toBe(4);
	});

	test('a known account of another supplier is refused as changed, and an approver is told', async () => {
		const anew = { supplier: 'Adaeze Pet Foods' };
		expect(await pay(bill(OLD))).toBe('new');
		for (const newPayees of ['refuseChanged', 'refuseNew'])
			expect(await pay(bill(OLD, { ...anew, newPayees }))).toMatch(/^Payee changed: /);
		const prepared = await run(service.sandbox, {
			...bill(OLD, anew),
			resource: 'prepare',
			operation: 'toBankAccount',
		});
		expect(json(prepared.success)).toMatchObject([{ prepared: { payeeHistory: 'known', isOfOtherSupplier: true } }]);
		expect(await pay(bill(OLD, anew))).toBe('known');
		expect(await pay(bill(OLD, { ...anew, newPayees: 'refuseChanged' }))).toBe('known');
	});

	test('an address is one payee on every network, and an account by whatever operation', async () => {
		const address = '0x52908400098527886E0F7030069857D2E4169EE7';
		const usdt = { ...toStablecoin, address, supplier: 'T', newPayees: 'allow', options: { allowRepeats: true } };
		expect(await pay({ ...usdt, network: 'erc20', customerReference: 'U-1' })).toBe('new');
		expect(await pay({ ...usdt, network: 'polygon', customerReference: 'U-2', newPayees: 'refuseNew' })).toBe('known');
		const phone = {
			beneficiaryType: 'kes',
			kesIdentifierType: 'paytophone',
			phoneNumber: '+254712345678',
			kesNetwork: 'mpesa',
			kesAccountName: 'Ada',
			minimumTargetAmount: '1',
		};
		const shillings = {
			...swapped,
			...phone,
			to: 'KES',
			sendTo: 'somebody',
			resource: 'quote',
			operation: 'createAndAccept',
		};
		expect(await pay({ ...shillings, payoutReference: 'S-1', newPayees: 'refuseNew' })).toMatch(/^New payee: swap/);
		expect(service.sandbox.requests.filter(({ path }) => path === '/quote')).toEqual([]);
		expect(await pay({ ...shillings, payoutReference: 'S-1' })).toBe('new');
		expect(await pay({ ...shillings, payoutReference: 'S-2', newPayees: 'refuseNew' })).toBe('known');
	});

	test('a swap between own wallets pays nobody, and is not refused', async () => {
		const own = {
			...swapped,
			resource: 'quote',
			operation: 'createAndAccept',
			newPayees: 'refuseNew',
		};
		expect(await pay({ ...own, payoutReference: 'S-3' })).toBeUndefined();
	});

	test('a Lightning invoice is new each time, changed for a supplier who was paid by bank, and not remembered', async () => {
		const lightning = (supplier: string): INodeParameters => ({
			resource: 'withdrawal',
			operation: 'toLightning',
			invoice: service.sandbox.makeInvoice({ amountMsat: '2500000' }).invoice,
			supplier,
			newPayees: 'refuseChanged',
		});
		await pay(bill(OLD));
		expect([await pay(lightning('L')), await pay(lightning('L'))]).toEqual(['new', 'new']);
		expect(await pay(lightning('Adaeze Foods'))).toMatch(/^Payee changed/);
		expect(paid()).toBe(3);
	});
});

describe('nothing loosens it', () => {
	beforeEach(async () => {
		await pay(bill(OLD));
	});

	test('neither Options written as one expression, nor Skip Checks', async () => {
		const expression = JSON.parse('{"options": "={{ { newPayees: \\"allow\\" } }}"}');
		expect(await pay(bill(NEW, { newPayees: 'refuseChanged', ...expression }))).toMatch(/^Payee changed/);
		expect(await pay(bill(NEW, { newPayees: 'refuseChanged', ...placed({ skipChecks: true }) }))).toMatch(
			/^Payee changed/,
		);
		expect(paid()).toBe(1);
	});

	test.each<[string, INodeParameters, RegExp]>([
		[
			'a value outside the list',
			{ newPayees: 'refuse' },
			/'New Payees' must be one of "allow", "refuseChanged", "refuseNew"/,
		],
		[
			'Refuse Changed without a supplier',
			{ supplier: '', newPayees: 'refuseChanged' },
			/'Supplier' is empty, so no change can be noticed/,
		],
		['a supplier that nobody sees', { supplier: '\u200b' }, /'Supplier' is "", which names nobody/],
		['the supplier N/A', { supplier: 'N/A' }, /'Supplier' is ".+", which names nobody/],
	])('%s is refused', async (_, more, said) => {
		expect(await pay(bill(OLD, more))).toMatch(said);
		expect(paid()).toBe(1);
	});

	test('an expression may say who is refused', async () => {
		expect(
			await pay(bill(NEW, { newPayees: '={{ "refuse" + "Changed" }}', supplier: '={{ "Adaeze Foods" }}' })),
		).toMatch(/^Payee changed/);
	});
});

describe('an approval', () => {
	const prepare = (accountNumber: string, more: INodeParameters = {}): INodeParameters => ({
		...bill(accountNumber, more),
		resource: 'prepare',
		operation: 'toBankAccount',
	});

	test('shows who has changed, and pays them whatever New Payees says once somebody approved', async () => {
		await pay(bill(OLD, { amount: '1000' }));
		const items: IDataObject[] = [
			{ account: OLD, ref: 'A' },
			{ account: '0123456783', ref: 'B', supplier: 'Somebody' },
			{ account: NEW, ref: 'C' },
		];
		const fields = {
			accountNumber: '={{ $json.account }}',
			supplier: '={{ $json.supplier || "Adaeze Foods" }}',
			payoutReference: '={{ $json.ref }}',
		};
		const { success } = await run(service.sandbox, prepare(OLD, { ...fields, newPayees: 'refuseNew' }), { items });
		expect(json(success).map((item) => [at(item, 'prepared', 'status'), at(item, 'prepared', 'payeeHistory')])).toEqual(
			[
				['ready', 'known'],
				['ready', 'new'],
				['ready', 'changed'],
			],
		);
		const { text } = await summaryOf(service.sandbox, json(success));
		expect(text).toMatch(/\nTO A CHANGED PAYEE\n[^]*?reference "C"[^]*\nTO A NEW PAYEE\n[^]*?reference "B"/);
		const approvalDigest = String(at(json(success)[0], 'approvalDigest'));
		const approved = bill(OLD, { ...fields, newPayees: 'refuseNew', approvalDigest, approvedBy: 'Ada' });
		const { success: made } = await run(service.sandbox, approved, { items });
		expect(json(made).map(({ payout }) => [at(payout, 'payeeHistory'), at(payout, 'approvedBy')])).toEqual([
			['known', 'Ada'],
			['new', 'Ada'],
			['changed', 'Ada'],
		]);
		expect(paid()).toBe(4);
	});

	test.each(['refuseChanged', 'refuseNew'])('lifts no %s by its digest alone', async (newPayees) => {
		await pay(bill(OLD));
		const { success } = await run(service.sandbox, prepare(NEW, { payoutReference: 'N', newPayees }));
		const approvalDigest = String(at(json(success)[0], 'approvalDigest'));
		expect(await pay(bill(NEW, { payoutReference: 'N', newPayees, approvalDigest }))).toMatch(/^Payee changed: /);
		expect(paid()).toBe(1);
	});

	test('does not hold for another supplier, whose account this one would become', async () => {
		const payoutReference = 'D';
		const { success } = await run(service.sandbox, prepare(OLD, { payoutReference, supplier: 'A thief' }));
		const approvalDigest = String(at(json(success)[0], 'approvalDigest'));
		expect(await pay(bill(OLD, { payoutReference, approvalDigest }))).toMatch(/match 'Approval Digest'/);
		expect(paid()).toBe(0);
		expect(await pay(bill(OLD, { payoutReference, approvalDigest, supplier: 'a THIEF' }))).toBe('new');
	});
});

test.each(['engine', 'connection'] as const)(
	'as an AI tool (%s path) it has neither field, and says who is new',
	async (path) => {
		const parameters = bill(OLD, {
			...TOOL_LIMITS,
			allowedPayees: `000013:${OLD}`,
			supplier: '',
			newPayees: 'refuseNew',
		});
		const [said] = await callTool(service.sandbox, path, parameters);
		expect(said).toContain('"payeeHistory":"new"');
		expect(paid()).toBe(1);
	},
);
