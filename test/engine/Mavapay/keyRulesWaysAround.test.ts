/** Ways around the rules of a key: another form of the payee, another operation, other settings, another run. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { lightningNode } from '../../../sandbox';
import { at, byId, placed } from '../../cases/case';
import { swapped } from '../../cases/quoteParts';
import { bankPayout, toStablecoin } from '../../cases/withdrawal';
import { runNode, saidBy, type RunNodeOptions } from '../../harness/engine';
import { pay, prepare, row } from '../../harness/engine/approval';
import { callTool, json, run, surroundings, TOOL_LIMITS, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const ADA = '000013:0123456789';
const CHECKSUMMED = '0x52908400098527886E0F7030069857D2E4169EE7';
let references = 0;
const next = () => `REF-${++references}`;

const bill = (more: INodeParameters = {}): INodeParameters => ({
	...bankPayout,
	payoutReference: next(),
	...more,
});
const usdt = (more: INodeParameters = {}): INodeParameters => ({ ...toStablecoin, customerReference: next(), ...more });
const byQuote = (more: INodeParameters = {}): INodeParameters => ({
	resource: 'quote',
	operation: 'createAndAccept',
	...swapped,
	to: 'KES',
	sendTo: 'somebody',
	beneficiaryType: 'kes',
	kesIdentifierType: 'paytophone',
	phoneNumber: '+254712345678',
	kesNetwork: 'mpesa',
	kesAccountName: 'Amina Otieno',
	minimumTargetAmount: '1',
	payoutReference: next(),
	...more,
});
const invoiceBill = (invoice: string): INodeParameters => ({
	resource: 'withdrawal',
	operation: 'toLightning',
	invoice,
	payoutReference: next(),
});

const under = async (rules: IDataObject, parameters: INodeParameters, more: Partial<RunNodeOptions> = {}) =>
	await run(service.sandbox, parameters, { ...surroundings(service.sandbox, rules), ...more });
const ended = async (allowedPayees: string, parameters: INodeParameters, more: IDataObject = {}) => {
	const { success, nodeError } = await under({ allowedPayees, ...more }, parameters);
	return nodeError === undefined ? at(json(success)[0], 'payout', 'outcome') : saidBy(nodeError);
};
const paid = () => service.sandbox.ledger.payouts().length;
const REFUSED = /^Refused by a rule of the key/;

describe('a payee in another form', () => {
	test('an address is the one of its line in any case and on its networks, and no other', async () => {
		const lower = CHECKSUMMED.toLowerCase();
		expect(await ended(CHECKSUMMED, usdt({ network: 'erc20', address: lower }))).toBe('accepted');
		expect(await ended(lower, usdt({ network: 'polygon', address: CHECKSUMMED, amount: '101' }))).toBe('accepted');
		expect(await ended(`erc20:${CHECKSUMMED}`, usdt({ network: 'polygon', address: CHECKSUMMED }))).toMatch(REFUSED);
		expect(await ended(CHECKSUMMED, usdt({ network: 'a new network', address: CHECKSUMMED }))).toMatch(REFUSED);
		expect(await ended(CHECKSUMMED, usdt())).toMatch(REFUSED);
		expect(paid()).toBe(2);
	});

	test('a phone is held, whatever pays it', async () => {
		expect(await ended('+254712345678', byQuote())).toBe('accepted');
		expect(await ended('+254712345679', byQuote())).toMatch(REFUSED);
		expect(await ended('till:254712345678', byQuote())).toMatch(REFUSED);
		expect(
			await ended('+254712345679', byQuote({ operation: 'create', targetCurrency: 'KESCENT', autopayout: 'true' })),
		).toMatch(REFUSED);
		expect(paid()).toBe(1);
	});

	test('an invoice is held by the node that signed it, in any case and with its prefix', async () => {
		const { invoice } = service.sandbox.makeInvoice({ amountMsat: '2500000', node: 'the shop' });
		const prefixed = `lightning:${invoice.toUpperCase()}`;
		expect(await ended(ADA, invoiceBill(invoice))).toMatch(REFUSED);
		expect(await ended(lightningNode('another'), invoiceBill(prefixed))).toMatch(REFUSED);
		expect(paid()).toBe(0);
		expect(await ended(lightningNode('the shop'), invoiceBill(prefixed))).toBe('accepted');
	});

	test.each([
		['a number with a blank inside', { accountNumber: '01234 56789' }],
		['another bank', { bank: byId('000014') }],
		['the bank with zeros before it', { bank: byId('0000013') }],
	])('%s is not paid', async (_, more) => {
		expect(await ended(ADA, bill(more))).not.toBe('accepted');
		expect(paid()).toBe(0);
	});
});

describe('other settings', () => {
	test.each<[string, INodeParameters]>([
		['Skip Checks', placed({ skipChecks: true })],
		['New Payees', { newPayees: 'allow' }],
		['many at once', placed({ payoutsInParallel: 20 })],
		['larger limits of the node', { maximumAmount: '999999999', maximumTotal: '999999999' }],
		['no name enquiry', placed({ withoutNameEnquiry: true, accountName: 'Ada' })],
	])('%s lift no rule', async (_, more) => {
		expect(await ended('till:5123456', bill(more))).toMatch(REFUSED);
		expect(paid()).toBe(0);
	});
});

describe('another run', () => {
	test("n8n's Retry outputs what was paid once more, and holds the rest by the rules of now", async () => {
		const parameters = bill({ accountNumber: '={{ $json.account }}', payoutReference: '={{ $json.account }}' });
		const items = [{ account: '0123456789' }, { account: '0123456788' }];
		service.sandbox.faults.add({
			match: { bodyIncludes: '0123456788' },
			fault: { kind: 'status', status: 401, message: 'Unauthorized' },
		});
		const first = await under({}, parameters, { items });
		expect(saidBy(first.nodeError)).toMatch(/Unauthorized|doesn't accept this key/i);
		expect(paid()).toBe(1);
		service.sandbox.faults.clear();
		const again = await runNode({
			...surroundings(service.sandbox, { allowedPayees: '000013:0123456780' }),
			parameters,
			items,
			retryOf: first,
		});
		expect(saidBy(again.nodeError)).toContain("'Allowed Payees'");
		expect(paid()).toBe(1);
	});

	test('a list that was prepared without rules is held by those of the credential that pays', async () => {
		const items = [row(1)];
		const prepared = await under({}, prepare(), { items });
		const approvalDigest = String(json(prepared.success)[0]?.approvalDigest);
		const approved = { ...pay(approvalDigest), approvedBy: 'Ada' };
		const refused = await under({ mostPerPayment: 'NGN 1', approvalAbove: 'NGN 1' }, approved, { items });
		expect(saidBy(refused.nodeError)).toMatch(/of 'Most per Payment'/);
		expect(paid()).toBe(0);
		const { success } = await under({ approvalAbove: 'NGN 1' }, approved, { items });
		expect(at(json(success)[0], 'payout', 'outcome')).toBe('accepted');
	});

	test('a digest that is smuggled into a tool lifts nothing', async () => {
		const smuggled = { approvalDigest: '20261124T0900-abc', approvedBy: 'Ada' };
		const parameters = { ...usdt(), ...TOOL_LIMITS, ...smuggled, allowedPayees: toStablecoin.address };
		const credential = { approvalAbove: 'USDT 0' };
		const [said] = await callTool(service.sandbox, 'engine', parameters, [{}], { credential });
		expect(said).toMatch(/^Refused by a rule of the key/);
		expect(paid()).toBe(0);
	});
});
