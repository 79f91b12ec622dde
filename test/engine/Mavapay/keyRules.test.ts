/** The rules of a key on n8n's engine, which add to the node's settings. The sandbox's ledger shows what was paid. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MavapayApi } from '../../../credentials/MavapayApi.credentials';
import { at, byId, sandboxCases, stored, titleOf } from '../../cases';
import { asSwap, swap, swapped } from '../../cases/quoteParts';
import { bankPayout, toStablecoin } from '../../cases/withdrawal';
import { paidOut } from '../../harness/payeeParameters';
import { runCredentialTest, saidBy, type RunNodeOptions } from '../../harness/engine';
import { ends, pay, row, useApproval } from '../../harness/engine/approval';
import {
	arranged,
	callTool,
	credentialOf,
	json,
	openAccount,
	run,
	surroundings,
	TOOL_LIMITS,
	useSandbox,
} from '../../harness/engine/mavapay';

const service = useSandbox();
const { approveAndPay } = useApproval(service);

const ADA = '000013:0123456789';
let references = 0;

/** A bill of 2,500.00 NGN to Ada, with its own reference. */
const bill = (more: INodeParameters = {}): INodeParameters => ({
	...bankPayout,
	payoutReference: `INV-${++references}`,
	...more,
});
const usdt = (more: INodeParameters = {}): INodeParameters => ({
	...toStablecoin,
	customerReference: `S-${++references}`,
	...more,
});

const under = async (rules: IDataObject, parameters: INodeParameters, more: Partial<RunNodeOptions> = {}) =>
	await run(service.sandbox, parameters, { ...surroundings(service.sandbox, rules), ...more });
/** The outcome, or the whole error message. */
const ended = async (rules: IDataObject, parameters: INodeParameters) => {
	const { success, nodeError } = await under(rules, parameters);
	return nodeError === undefined ? at(json(success)[0], 'payout', 'outcome') : saidBy(nodeError);
};
const paid = () => service.sandbox.ledger.payouts().length;
const posted = () => service.sandbox.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path);
const prepared = async (rules: IDataObject, parameters: INodeParameters) => {
	const { resource, operation, ...fields } = parameters;
	const { success, hints } = await under(rules, {
		resource: 'prepare',
		operation,
		...fields,
	});
	const [item] = json(success);
	const of = (name: string) => at(item, 'prepared', name);
	return { status: of('status'), cause: of('cause'), needsApproval: of('needsApproval'), hints, resource };
};

/** Each rule with a payment that it lets through, and one that it refuses. */
const RULES: ReadonlyArray<[string, IDataObject, () => INodeParameters, () => INodeParameters]> = [
	['a payee', { allowedPayees: `till:1\n${ADA}` }, bill, () => bill({ accountNumber: '0123456788' })],
	["a payee's cap, in whole units", { allowedPayees: `${ADA} max NGN 2500` }, bill, () => bill({ amount: '250001' })],
	['a last day', { allowedPayees: `${ADA}\n${toStablecoin.address} until 2020-12-31` }, bill, usdt],
	['the most', { mostPerPayment: 'NGN 2500' }, bill, () => bill({ amount: '2500.01', amountUnit: 'major' })],
	['a currency', { mostPerPayment: 'NGN 2500' }, bill, usdt],
	['an amount to approve', { approvalAbove: 'NGN 2500' }, bill, () => bill({ amount: '250001' })],
];
const REFUSED = /^Refused by a rule of the key: .* Nothing was paid/;

describe.each(RULES)('%s', (name, rules, allowed, refused) => {
	test('is held, before anything is sent', async () => {
		expect(await ended(rules, allowed())).toBe('accepted');
		service.sandbox.clearRequests();
		expect(await ended(rules, refused())).toMatch(REFUSED);
		expect([paid(), service.sandbox.requests]).toEqual([1, []]);
	});

	test('is held with Validate Only and in Prepare, which tells what an approval lifts', async () => {
		expect(await ended(rules, { ...refused(), validateOnly: true })).toMatch(REFUSED);
		const liftable = name === 'an amount to approve';
		const status = liftable ? 'ready' : 'refused';
		const found = await prepared(rules, refused());
		expect(found).toMatchObject({ status, needsApproval: liftable });
		expect(at(found, 'cause')).toBe(liftable ? undefined : 'keyRule');
		expect(await prepared(rules, allowed())).toMatchObject({ status: 'ready', needsApproval: false });
		expect(paid()).toBe(0);
	});
});

describe('what pays nobody, and what nobody can see', () => {
	const rules = { allowedPayees: ADA };
	const own = (more: INodeParameters = {}): INodeParameters => ({
		resource: 'quote',
		operation: 'createAndAccept',
		...swapped,
		payoutReference: `SWAP-${++references}`,
		...more,
	});

	test('a swap into an own wallet is not held against Allowed Payees', async () => {
		expect(await ended(rules, own())).toBe('accepted');
	});

	test.each<[string, INodeParameters]>([
		['a beneficiary sent as JSON', { ...paidOut, beneficiaryType: 'json', beneficiaryJson: '{"a": 1}' }],
		['nobody, though it is to be paid out, with Skip Checks', { autopayout: 'true', options: { skipChecks: true } }],
	])('%s is refused, in a swap and in a quote', async (_, more) => {
		const quoted = { ...swap, ...more };
		expect(await ended(rules, own({ ...asSwap(quoted), sendTo: 'somebody' }))).toMatch(REFUSED);
		expect(await ended(rules, { resource: 'quote', operation: 'create', ...quoted })).toMatch(/^Refused by a rule of/);
		expect(posted()).toEqual([]);
	});

	test('an accepted quote is refused, also by its amount where its order does not say it', async () => {
		const accept: INodeParameters = { resource: 'quote', operation: 'accept', quoteId: 'q-1', sourceWallet: 'NGN' };
		for (const rule of [rules, { mostPerPayment: 'NGN 1' }])
			expect(await ended(rule, { ...accept, payoutReference: 'Q-1' })).toMatch(REFUSED);
		expect(posted()).toEqual([]);
	});
});

describe('what names somebody, and does not pay', () => {
	const naming = sandboxCases.filter(({ operation }) =>
		['bankAccount:create', 'paymentLink:create'].includes(`${operation.resource}:${operation.operation}`),
	);

	test.each(naming.map((one) => [titleOf(one), one] as const))('%s: refused above Approval Above', async (_, one) => {
		const made = await arranged(one, service.sandbox);
		service.sandbox.clearRequests();
		const said = await ended({ approvalAbove: 'NGN 0\nBTC 0' }, stored(one, made));
		expect(said).toMatch(/^Refused by a rule of the key: .* Nothing was done/);
		expect(posted()).toEqual([]);
	});

	test('On Error: Stop does nothing for any item', async () => {
		const rules = { allowedPayees: ADA };
		const create: INodeParameters = {
			resource: 'bankAccount',
			operation: 'create',
			bank: byId('000013'),
			accountNumber: '={{ $json.account }}',
			accountName: 'ADAEZE CHIOMA OKAFOR',
			walletId: byId(service.sandbox.wallets.of('NGN').id),
			bankName: 'GTB',
			options: {},
		};
		const items = [{ account: '0123456789' }, { account: '0123456788' }];
		expect(saidBy((await under(rules, create, { items })).nodeError)).toMatch(/^Refused by a rule of the key/);
		expect(posted()).toEqual([]);
		const { success } = await under(rules, create, { items, onError: 'continueRegularOutput' });
		expect(json(success)[1]).toMatchObject({ details: { cause: 'keyRule', outcome: 'rejected' } });
		expect(posted()).toEqual(['/bankaccount']);
	});
});

describe('an approval', () => {
	const above = { approvalAbove: 'NGN 100' };
	const DIGEST = "={{ $('Prepare').first().json.approvalDigest }}";
	const approved = async (rules: IDataObject, approvedBy: string) => {
		const payParameters = { ...pay(DIGEST), approvedBy };
		const result = await approveAndPay((given) => given, { rows: [row(1)], payParameters, credential: rules });
		return ends(result);
	};

	test('lets through what is above, where somebody is named', async () => {
		expect(await approved(above, 'Ada Obi')).toEqual(['accepted']);
	});

	test('lets nothing through by the digest alone', async () => {
		expect(await approved(above, '')).toEqual(['keyRule']);
		expect(paid()).toBe(0);
	});
});

describe('a rule that can not be read', () => {
	const broken = { allowedPayees: `${ADA}\nAda Obi` };

	test('refuses every payment and says which; reads go on', async () => {
		expect(await ended(broken, bill())).toContain(`'Allowed Payees' has the line "Ada Obi"`);
		const { success } = await under(broken, { resource: 'wallet', operation: 'getAll', filters: {}, options: {} });
		expect(success.length).toBeGreaterThan(1);
		const halted = await under(broken, { resource: 'payoutReference', operation: 'halt' });
		expect(halted.nodeError).toBeUndefined();
	});

	test.each([
		[{ mostPerPayment: 7 }, /^No payment is possible: 'Most per Payment' /],
		[broken, /^No payment is possible: 'Allowed Payees' /],
		[{ mostPerPayment: '={{ undefined }}' }, /^No payment is possible: 'Most per Payment' has the line/],
	])("the credential's test names it: %j", async (rules, said) => {
		const result = await runCredentialTest(new MavapayApi(), credentialOf(service.sandbox, rules));
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(said);
		expect(service.sandbox.requests).toEqual([]);
	});

	test.each([
		["'Most per Payment'", { mostPerPayment: '={{ "NGN 5000" }}' }],
		["'Allowed Workflows'", { allowedWorkflows: '={{ undefined }}' }],
		["'Repeats Within \\(Days\\)'", { repeatsWithinDays: '={{ 0 }}' }],
	])('%s as the expression %j is none, whatever it gives', async (label, rules) => {
		expect(await ended(rules, bill())).toMatch(new RegExp(`${label} is an expression`));
		const { success } = await under(rules, { resource: 'wallet', operation: 'getAll', filters: {}, options: {} });
		expect(success.length).toBeGreaterThan(1);
		expect(paid()).toBe(0);
	});
});

test('rules that can be read pass the test of the credential', async () => {
	const rules = {
		allowedPayees: ADA,
		mostPerPayment: 'NGN 5000\nUSDT 10',
		approvalAbove: 'NGN 0',
		allowedWorkflows: 'a\nb',
		repeatsWithinDays: 31,
	};
	expect(await runCredentialTest(new MavapayApi(), credentialOf(service.sandbox, rules))).toMatchObject({
		status: 'OK',
	});
});

describe('an AI tool', () => {
	const tool: INodeParameters = {
		...usdt(),
		...TOOL_LIMITS,
		allowedPayees: toStablecoin.address,
	};

	test.each(['engine', 'connection'] as const)(
		'is held besides its own limits, and told not to try again (%s path)',
		async (path) => {
			const call = async (rules: IDataObject) =>
				(await callTool(service.sandbox, path, tool, [{}], { credential: rules })).join();
			for (const rules of [{ allowedPayees: ADA }, { approvalAbove: 'USDT 0.99' }])
				expect(await call(rules)).toMatch(/^Refused by a rule of the key: .* Don't call this tool again/s);
			expect(paid()).toBe(0);
			expect(await call({ allowedPayees: toStablecoin.address, approvalAbove: 'USDT 1' })).toMatch(/accepted/);
		},
	);
});

test('a message names the rule that refused and no other', async () => {
	openAccount(service.sandbox, '000014', '9876543210', 'OBI');
	const rules = { allowedPayees: '000014:9876543210 max NGN 77', mostPerPayment: 'NGN 88', allowedWorkflows: '' };
	const { nodeError, execution } = await under(rules, bill());
	expect(saidBy(nodeError)).toContain("'Allowed Payees'");
	const all = JSON.stringify(execution.data);
	expect(['9876543210', 'NGN 77', 'NGN 88'].filter((part) => all.includes(part))).toEqual([]);
});
