/** Banks as people write them, from the sheet to the request: on n8n's engine, with Mavapay's registry as the list. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { at, byId } from '../../cases/case';
import { bankPayout } from '../../cases/withdrawal';
import { keptResponses } from '../../../nodes/core/n8n/connection';
import { REGISTRY } from '../../harness/banks/registry';
import { saidBy } from '../../harness/engine';
import { callTool, json, openAccount, run, sent, TOOL_LIMITS, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const ACCOUNT = '0123456789';

type Listed = readonly [code: string, name: string];
const REGISTERED = REGISTRY.map(({ code, name }): Listed => [code, name]);

const setBanks = (banks: readonly Listed[]) =>
	service.sandbox.setBanks(banks.map(([nipBankCode, bankName]) => ({ nipBankCode, bankName })));

beforeEach(() => {
	setBanks(REGISTERED);
	for (const code of ['000011', '000013', '000016']) openAccount(service.sandbox, code, ACCOUNT, 'ADA OBI');
});

const byName = (value: string | number) => ({ __rl: true, mode: 'nameOrCode', value });

const pay = (more: INodeParameters = {}): INodeParameters => ({
	...bankPayout,
	bank: byName('GTBank'),
	expectedAccountName: 'Ada Obi',
	...more,
});

const prepare = (more: INodeParameters = {}): INodeParameters => ({
	...pay(more),
	resource: 'prepare',
	operation: 'toBankAccount',
});

const paid = () =>
	sent(service.sandbox).flatMap(({ method, body }) => (method === 'POST' ? [at(body, 'beneficiary')] : []));
const paths = () => sent(service.sandbox).map(({ path }) => path);

const refusedBy = async (parameters: INodeParameters) => {
	const { nodeError, success } = await run(service.sandbox, parameters);
	expect(json(success)).toEqual([]);
	expect(paid()).toEqual([]);
	return saidBy(nodeError);
};

describe('a bank as people write it', () => {
	test.each([
		['GT Bank Plc', '000013', 'GTBANK PLC'],
		['058', '000013', 'GTBANK PLC'],
		['gtb', '000013', 'GTBANK PLC'],
		['First Bank Nig. Plc', '000016', 'FIRST BANK OF NIGERIA'],
	])('%p is paid at %p, which is sent with the name of the list', async (text, code, name) => {
		const { success } = await run(service.sandbox, pay({ bank: byName(text) }));
		expect(paid()).toMatchObject([{ bankCode: code, bankName: name, bankAccountName: 'ADA OBI' }]);
		expect(at(json(success)[0], 'payout', 'outcome')).toBe('accepted');
	});

	test('its list is read once for all items, before the first name enquiry, and a name the kept list lacks asks again', async () => {
		const items = ['GTB', '058', 'GTBank'].map((bank, place) => ({ json: { bank, reference: `R-${place}` } }));
		const parameters = pay({ bank: byName('={{ $json.bank }}'), payoutReference: '={{ $json.reference }}' });
		await run(service.sandbox, parameters, { items });
		expect(paths().filter((path) => path === '/bank/bankcode')).toHaveLength(1);
		setBanks([...REGISTERED, ['999001', 'Brand New Bank']]);
		openAccount(service.sandbox, '999001', ACCOUNT, 'ADA OBI');
		await run(service.sandbox, pay({ bank: byName('Brand New Bank'), payoutReference: 'R-9' }));
		expect(paid().at(-1)).toMatchObject({ bankCode: '999001', bankName: 'Brand New Bank' });
	});
});

describe('nobody is paid', () => {
	test('where no name is expected, or the expression of one gives nothing', async () => {
		for (const expectedAccountName of ['', ' ', '={{ $json.none }}'])
			expect(await refusedBy(pay({ expectedAccountName }))).toMatch(/^'Expected Account Name' /);
		const unasked = { withoutNameEnquiry: true, accountName: 'ADA OBI' };
		expect(await refusedBy(pay({ expectedAccountName: '', options: unasked }))).toMatch(/Expected/);
		expect(paths()).not.toContain('/bank/name-enquiry');
	});

	test.each(['011', 'First Bank'])("%p where the account's name is another, whatever else is set", async (text) => {
		openAccount(service.sandbox, '000016', ACCOUNT, 'SOMEBODY ELSE');
		for (const more of [
			{},
			{ options: { withoutNameEnquiry: true, accountName: 'ADA OBI' } },
			{ options: { skipChecks: true } },
		])
			expect(await refusedBy(pay({ bank: byName(text), ...more }))).toMatch(/^Account name doesn't match: /);
	});

	test('by a name that the list lacks, or has twice, or a code of no bank', async () => {
		setBanks([...REGISTERED, ['999001', 'Guaranty Trust'], ['999002', 'Guaranty Trust Bank']]);
		for (const text of ['Kudda', '000999', 'Guaranty Trust'])
			expect(await refusedBy(pay({ bank: byName(text) }))).toMatch(/^'Bank' /);
	});

	test('by a name, a code of CBN or a short name whose bank is not in the list today', async () => {
		setBanks(REGISTERED.filter(([code]) => code !== '000013'));
		for (const text of ['GTB', '058', 'GTBANK PLC', '000013'])
			expect(await refusedBy(pay({ bank: byName(text) }))).toMatch(/^'Bank' isn't in Mavapay's list/);
	});

	test("where the list can't be read; a bank by its NIP code is paid", async () => {
		service.sandbox.faults.add({ match: { path: '/bank/bankcode' }, fault: { kind: 'status', status: 401 } });
		const items = [byName('GTB'), byId('000013')].map((bank, place) => ({ json: { bank, reference: `R-${place}` } }));
		const { success } = await run(
			service.sandbox,
			pay({
				bank: '={{ $json.bank }}',
				payoutReference: '={{ $json.reference }}',
				options: { bankName: 'GTBANK PLC' },
			}),
			{ items, onError: 'continueRegularOutput' },
		);
		expect(at(json(success)[0], 'error')).toMatch(/^'Bank' couldn't be looked up\./);
		expect(paid()).toMatchObject([{ bankCode: '000013' }]);
	});

	test("by an AI agent's tool, which reads no list", async () => {
		const parameters = pay({ allowedPayees: '000013:0123456789', ...TOOL_LIMITS });
		const [said] = await callTool(service.sandbox, 'engine', parameters, [{ amount: '250000' }]);
		expect(said).toContain("'Bank' can't be By Name or Code");
		expect(paths()).toEqual([]);
	});

	test('by an operation that asks for no name, to which n8n kept the value', async () => {
		const verify = { resource: 'bank', operation: 'verifyAccount', accountNumber: ACCOUNT, options: {} };
		expect(await refusedBy({ ...verify, bank: byName('GTB') })).toMatch(/^'Bank' can't be By Name or Code/);
	});
});

describe('what goes by the code that was found', () => {
	test('one payment under two spellings is one, and another bank under one reference is another', async () => {
		await run(service.sandbox, pay({ bank: byName('GTB') }));
		const said = async (bank: INodeParameters) =>
			saidBy((await run(service.sandbox, pay({ bank }))).nodeError)?.split(':')[0];
		for (const bank of [byName('058'), byId('000013')]) expect(await said(bank)).toBe('Already paid');
		expect(await said(byName('FBN'))).toBe('Payout reference already used');
		expect(paid()).toHaveLength(1);
	});

	test('what was approved by one name is paid by another, but not once the name leads to another bank', async () => {
		const [prepared] = json((await run(service.sandbox, prepare())).success);
		const approved = { approvalDigest: String(prepared?.approvalDigest), approvedBy: 'Ada' };
		for (const code of ['999001', '000011']) openAccount(service.sandbox, code, ACCOUNT, 'ADA OBI');
		keptResponses.clear();
		setBanks(REGISTERED.map(([code, name]) => (name === 'GTBANK PLC' ? ['999001', name] : [code, name])));
		expect(await refusedBy(pay({ ...approved, bank: byName('GTBank') }))).toMatch(/isn't in Mavapay's list/);
		keptResponses.clear();
		setBanks([
			['999001', 'GTBANK PLC'],
			['000013', 'Guaranty Trust Bank'],
		]);
		expect(await refusedBy(pay({ ...approved, bank: byName('GTBank') }))).toMatch(/^Not as approved: /);
		await run(service.sandbox, pay({ ...approved, bank: byName('Guaranty Trust Bank') }));
		expect(paid()).toMatchObject([{ bankCode: '000013' }]);
	});
});

describe("the bank's name stands beside its code", () => {
	const texts = async (rows: IDataObject[]) => {
		const items = rows.map((row) => ({ json: row }));
		const parameters = prepare({
			bank: '={{ $json.bank }}',
			amount: '={{ $json.amount }}',
			payoutReference: '={{ $json.reference }}',
		});
		return json((await run(service.sandbox, parameters, { items })).success);
	};

	test('before the approver, for whatever is ready or refused', async () => {
		openAccount(service.sandbox, '000016', ACCOUNT, 'SOMEBODY ELSE');
		const shown = await texts([
			{ bank: byName('GTB'), amount: '250000', reference: 'R-1' },
			{ bank: byId('000013'), amount: '250001', reference: 'R-1' },
			{ bank: byName('011'), amount: '250000', reference: 'R-3' },
		]);
		expect(shown.map((item) => at(item, 'prepared', 'status'))).toEqual(['ready', 'refused', 'refused']);
		const banks = ['GTBANK PLC, typed as "GTB"', 'GTBANK PLC', 'FIRST BANK OF NIGERIA, typed as "011"'];
		expect(shown.map((item) => at(item, 'prepared', 'lines'))).toEqual(
			banks.map((bank) => expect.arrayContaining([expect.stringMatching(`account 0123456789 at ${bank}$`)])),
		);
		for (const item of shown.slice(1)) expect(at(item, 'prepared', 'message')).toMatch(/at [A-Z ]+ \(0000\d\d\)/);
	});

	test('in Prepare, where the list can not be read and is not needed, the code alone', async () => {
		service.sandbox.faults.add({ match: { path: '/bank/bankcode' }, fault: { kind: 'status', status: 401 } });
		const { success } = await run(
			service.sandbox,
			prepare({ bank: byId('000013'), options: { bankName: 'My "Bank"' } }),
		);
		expect(at(json(success)[0], 'prepared', 'lines')).toContain(
			'account 0123456789 at "My \'Bank\'" as entered (000013)',
		);
		expect(at(json(success)[0], 'prepared', 'status')).toBe('ready');
	});
});
