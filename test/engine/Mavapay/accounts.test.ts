/** One workflow with the keys of two Mavapay accounts: what one account paid is never called paid for the other. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { knownAccounts } from '../../../nodes/core/n8n/connection';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { ask, at, textAt } from '../../cases/case';
import { SWAP } from '../../cases/quoteParts';
import { toBank, toStablecoin } from '../../cases/withdrawal';
import { toGhana, toKenya, toSouthAfrica } from '../../cases/withdrawalAbroad';
import { runNode, runTool, saidBy, toldBy, type RunNodeOptions } from '../../harness/engine';
import { pay, prepare, ROWS } from '../../harness/engine/approval';
import { endOf, json, TOOL_LIMITS, unknownKey, useSandbox } from '../../harness/engine/mavapay';
import { accept, createAndAccept } from '../../harness/quoteParameters';

/** Both sandboxes move real money here, so they share one record. */
jest.mock('../../../nodes/core/service/deployments', () => {
	const actual = jest.requireActual('../../../nodes/core/service/deployments');
	return {
		...actual,
		readDeployment: (credential: object) => {
			const deployment = actual.readDeployment(credential);
			return deployment.ok ? { ok: true, value: { ...deployment.value, money: 'real' } } : deployment;
		},
	};
});

const service = useSandbox();
let other: Sandbox;
beforeAll(async () => void (other = await startSandbox({ now: 'real', seed: 'another account' })));
beforeEach(() => other.reset());
afterAll(async () => await other.close());

const BANK = { ...toBank, resource: 'withdrawal', operation: 'toBankAccount' };
const SKIP = { options: { alreadyRecorded: 'skip' } };
const paidBy = (where: Sandbox) => where.ledger.payouts().length + where.ledger.find({ kind: 'swapOut' }).length;

type Given = { credential?: IDataObject } & Partial<RunNodeOptions>;

const on = async (where: Sandbox, parameters: INodeParameters, { credential, ...more }: Given = {}) =>
	await runNode({
		...unknownKey(where, credential),
		parameters,
		onError: 'continueRegularOutput',
		...more,
	});

async function said(...given: Parameters<typeof on>): Promise<{ is: unknown; message: string; item: unknown }> {
	const [item] = json((await on(...given)).success);
	const is = at(item, 'prepared', 'status') ?? endOf(item);
	return { is, message: String(at(item, 'message') ?? at(item, 'prepared', 'message') ?? ''), item };
}

/** No message about a taken reference says to take another one. */
const ADVISES_ANOTHER = /(another|different|new|own) (payout )?reference(?! of this workflow)/i;

const OPERATIONS: ReadonlyArray<readonly [string, (where: Sandbox) => INodeParameters | Promise<INodeParameters>]> = [
	['a withdrawal to a bank account', () => BANK],
	['a withdrawal in USDT', () => ({ ...toStablecoin, payoutReference: 'INV-1' })],
	['a withdrawal to Kenya', () => ({ ...toKenya, resource: 'withdrawal', operation: 'toKenya' })],
	['a withdrawal to Ghana', () => ({ ...toGhana, resource: 'withdrawal', operation: 'toGhana' })],
	['a withdrawal to South Africa', () => ({ ...toSouthAfrica, resource: 'withdrawal', operation: 'toSouthAfrica' })],
	['a swap', () => ({ ...createAndAccept, payoutReference: 'INV-1' })],
	[
		'an accepted quote',
		async (where) => ({
			...accept,
			quoteId: textAt(await ask(where, 'POST', '/quote', SWAP), 'id'),
			payoutReference: 'INV-1',
		}),
	],
	[
		'a withdrawal to a Lightning invoice',
		(where) => ({
			...{ resource: 'withdrawal', operation: 'toLightning', memo: '', payoutReference: 'INV-1', options: {} },
			invoice: where.makeInvoice({ amountMsat: '2500000' }).invoice,
		}),
	],
];

describe('a reference that another account paid', () => {
	test.each(OPERATIONS)('%s: is refused, and neither skipped nor sent', async (_, of) => {
		expect((await said(service.sandbox, await of(service.sandbox))).is).toBe('accepted');
		// A payment to another country leaves one wallet as a swap and arrives as a payout.
		const paid = paidBy(service.sandbox);
		expect(paid).toBeGreaterThan(0);
		const parameters = await of(other);
		for (const options of [{}, SKIP.options]) {
			const refused = await said(other, { ...parameters, options });
			expect(refused.is).toBe('referenceReused');
			expect(refused.message).not.toMatch(ADVISES_ANOTHER);
		}
		expect([paidBy(service.sandbox), paidBy(other)]).toEqual([paid, 0]);
	});

	test('is refused by dry runs as by paying', async () => {
		await on(service.sandbox, BANK);
		expect((await said(other, { ...BANK, validateOnly: true, ...SKIP })).is).toBe('referenceReused');
		const prepared = { ...BANK, resource: 'prepare', operation: 'toBankAccount' };
		expect(await said(other, prepared)).toMatchObject({ is: 'refused' });
		expect(await said(service.sandbox, prepared)).toMatchObject({ is: 'alreadyPaid' });
	});

	test('is refused by another node of the same execution, which the memory knows', async () => {
		const first = await on(service.sandbox, BANK, { onError: 'stopWorkflow' });
		const again = await on(other, { ...BANK, ...SKIP }, { retryOf: first, retryWithCurrent: true });
		expect(paidBy(other)).toBe(0);
		expect(JSON.stringify(json(again.success))).not.toContain('alreadyPaid');
	});
});

describe('as an AI tool', () => {
	const tool = {
		...toStablecoin,
		...TOOL_LIMITS,
		allowedPayees: toStablecoin.address,
	};
	const calls = async (where: Sandbox, amount: string) => {
		const parameters = { ...tool, amount: "={{ $fromAI('amount', 'How many USDT cents', 'string') }}" };
		const calls = [{ id: '1', input: { amount } }];
		return toldBy(await runTool({ ...unknownKey(where), path: 'engine', parameters, calls })).join();
	};

	test('what one account paid is not paid by the other, nor called paid', async () => {
		expect(await calls(service.sandbox, '100')).toContain('accepted');
		const answer = await calls(other, '100');
		expect(answer).toMatch(/^Payout reference already used/);
		expect(answer).not.toContain('alreadyPaid');
		expect([paidBy(service.sandbox), paidBy(other)]).toEqual([1, 0]);
	});

	test('what is open in one account holds back the payee in the other', async () => {
		service.sandbox.faults.add({ match: { path: '/withdraw/stablecoin', times: 1 }, fault: { kind: 'dropAfter' } });
		expect(await calls(service.sandbox, '100')).toContain('unknown');
		expect(await calls(other, '200')).toContain('to this payee is not settled yet');
		expect(paidBy(other)).toBe(0);
	});
});

describe('of payees and of what is alike', () => {
	test('who was paid by one account is new to the other', async () => {
		await on(service.sandbox, BANK);
		const next = { ...BANK, amount: '260000', payoutReference: 'INV-2', options: {} };
		expect((await said(other, { ...next, newPayees: 'refuseNew' })).is).toBe('payeeNew');
		expect((await said(service.sandbox, { ...next, newPayees: 'refuseNew' })).is).toBe('accepted');
	});

	test('the same amount to the same payee is a repeat in either account', async () => {
		await on(service.sandbox, BANK);
		expect((await said(other, { ...BANK, payoutReference: 'INV-2' })).is).toBe('repeated');
	});
});

describe('what nobody knows the end of', () => {
	const about = { resource: 'payoutReference', reference: 'INV-1' };
	const check = async (where: Sandbox) => json((await on(where, { ...about, operation: 'check' })).success)[0] ?? {};

	beforeEach(async () => {
		service.sandbox.faults.add({ match: { path: '/withdraw', times: 1 }, fault: { kind: 'dropAfter' } });
		expect((await said(service.sandbox, BANK)).is).toBe('reset');
	});

	test('is unknown to the other account, and refused', async () => {
		const refused = await said(other, { ...BANK, ...SKIP });
		expect(refused).toMatchObject({ is: 'notSettled' });
		expect(refused.message).not.toMatch(ADVISES_ANOTHER);
		expect(paidBy(other)).toBe(0);
	});

	test.each([
		['Release', { operation: 'release', options: { releaseEarly: true } }],
		['Mark Paid', { operation: 'markPaid' }],
		['Mark Paid with a transaction', { operation: 'markPaid', transactionId: 't-1' }],
	])('%s with the credential of the other account changes nothing', async (_, parameters) => {
		const found = await check(other);
		expect(found).toMatchObject({ state: 'unknown', account: 'another' });
		expect((await said(other, { ...about, ...parameters, claim: String(found.claim) })).is).toBe('othersAccount');
		expect(await check(service.sandbox)).toMatchObject({ state: 'unknown', account: 'this' });
	});

	test('Resolve with the credential of the other account changes nothing', async () => {
		const quoteId = { lookUpBy: 'quoteId', value: 'INV-1', options: { updateRecord: true } };
		const [answer] = json((await on(other, { ...about, operation: 'resolve', simplify: false, ...quoteId })).success);
		expect(answer).toMatchObject({ resolution: 'open', recordChanged: false, account: 'another' });
		expect(await check(service.sandbox)).toMatchObject({ state: 'unknown' });
	});

	test('is released with the credential of its own account, or a second one of that', async () => {
		const { sandbox } = service;
		const bearer = { authentication: 'bearerToken', accessToken: sandbox.keys.bearer, apiKey: '' };
		const { claim } = await check(sandbox);
		const release = { ...about, operation: 'release', claim: String(claim), options: { releaseEarly: true } };
		expect(json((await on(sandbox, release, { credential: bearer })).success)[0]).toMatchObject({ released: true });
	});
});

describe('one account', () => {
	test('is one for each of its keys', async () => {
		const { sandbox } = service;
		await on(sandbox, BANK);
		for (const credential of [
			{ apiKey: sandbox.keys.read },
			{ authentication: 'bearerToken', accessToken: sandbox.keys.bearer, apiKey: '' },
		])
			expect((await said(sandbox, { ...BANK, ...SKIP }, { credential })).is).toBe('alreadyPaid');
	});

	test('is one behind two addresses', async () => {
		const { sandbox } = service;
		await on(sandbox, BANK);
		const credential = { baseUrl: sandbox.url.replace('127.0.0.1', 'localhost') };
		expect(credential.baseUrl).not.toBe(sandbox.url);
		expect((await said(sandbox, { ...BANK, ...SKIP }, { credential })).is).toBe('alreadyPaid');
		expect(paidBy(sandbox)).toBe(1);
	});

	test('is one for a key that was replaced before the Retry, which replays and pays the rest', async () => {
		const { sandbox } = service;
		const items = ROWS.slice(0, 2);
		const parameters = { ...BANK, amount: '={{ $json.kobo }}', payoutReference: '={{ $json.ref }}' };
		sandbox.faults.add({
			match: { bodyIncludes: String(ROWS[1]?.kobo), times: 1 },
			fault: { kind: 'status', status: 400, message: 'Insufficient balance' },
		});
		const failed = await on(sandbox, parameters, { items, onError: 'stopWorkflow' });
		const credential = { authentication: 'bearerToken', accessToken: sandbox.keys.bearer, apiKey: '' };
		const again = await on(sandbox, parameters, { credential, retryOf: failed, retryWithCurrent: true });
		expect(json(again.success).map((item) => at(item, 'payout', 'replayed'))).toEqual([true, false]);
		expect(paidBy(sandbox)).toBe(2);
	});

	test('is asked for once for a key in a process, and not for what only reads', async () => {
		const { sandbox } = service;
		await on(sandbox, { resource: 'bank', operation: 'getAll', country: 'NG', returnAll: true });
		for (const reference of ['INV-1', 'INV-2', 'INV-3'])
			await on(sandbox, { ...BANK, payoutReference: reference, amount: `25000${reference.slice(-1)}` });
		expect(sandbox.requests.filter(({ path }) => path === '/wallet')).toHaveLength(1);
		expect(paidBy(sandbox)).toBe(3);
	});

	test('pays a list that its READ key prepared, and another account does not', async () => {
		const { sandbox } = service;
		const items = ROWS.slice(0, 2);
		const [prepared] = json(
			(await on(sandbox, prepare(), { credential: { apiKey: sandbox.keys.read }, items })).success,
		);
		const digest = String(prepared?.approvalDigest);
		expect((await said(other, pay(digest), { items })).is).toBe('notApproved');
		expect((await said(sandbox, pay(digest), { items })).is).toBe('accepted');
		expect([paidBy(sandbox), paidBy(other)]).toEqual([2, 0]);
	});
});

describe('where Mavapay names no account, or several', () => {
	test.each(['none', 'several'] as const)('%s: pays, skips and takes what was prepared', async (walletAccounts) => {
		const { sandbox } = service;
		sandbox.configure({ walletAccounts });
		expect((await said(sandbox, BANK)).is).toBe('accepted');
		expect((await said(sandbox, { ...BANK, ...SKIP })).is).toBe('alreadyPaid');
	});

	test.each([
		['begins', 'none', 'one'],
		['ceases', 'one', 'none'],
	] as const)('and %s to: what was paid is refused as paid, and never skipped', async (_, before, after) => {
		const { sandbox } = service;
		sandbox.configure({ walletAccounts: before });
		await on(sandbox, BANK);
		knownAccounts.clear();
		sandbox.configure({ walletAccounts: after });
		const refused = await said(sandbox, { ...BANK, ...SKIP });
		expect(['alreadyPaid', 'referenceReused']).toContain(refused.is);
		expect(at(refused.item, 'payout', 'outcome')).toBeUndefined();
		expect(refused.message).not.toMatch(ADVISES_ANOTHER);
		expect(paidBy(sandbox)).toBe(1);
	});

	test('takes a list that was prepared while the account was not known', async () => {
		const { sandbox } = service;
		const items = ROWS.slice(0, 1);
		sandbox.configure({ walletAccounts: 'none' });
		const [prepared] = json((await on(sandbox, prepare(), { items })).success);
		knownAccounts.clear();
		sandbox.configure({ walletAccounts: 'one' });
		expect((await said(sandbox, pay(String(prepared?.approvalDigest)), { items })).is).toBe('accepted');
	});
});

describe('where the account is not told', () => {
	const forbidden = () =>
		service.sandbox.faults.add({
			match: { path: '/wallet' },
			fault: { kind: 'status', status: 403, message: 'Forbidden' },
		});

	test('nothing is paid, skipped or released', async () => {
		await on(service.sandbox, { ...BANK, payoutReference: 'PAID' });
		knownAccounts.clear();
		forbidden();
		for (const parameters of [BANK, { ...BANK, payoutReference: 'PAID', ...SKIP }]) {
			expect((await said(service.sandbox, parameters)).is).toBe('forbidden');
		}
		expect(paidBy(service.sandbox)).toBe(1);
	});

	test('the Retry of a run replays what was accepted', async () => {
		const { sandbox } = service;
		const items = [
			{ ref: 'INV-1', amount: '100' },
			{ ref: 'INV-2', amount: '200' },
		];
		const parameters = { ...toStablecoin, payoutReference: '={{ $json.ref }}', amount: '={{ $json.amount }}' };
		sandbox.faults.add({
			match: { bodyIncludes: '"200"' },
			fault: { kind: 'status', status: 400, message: 'Insufficient balance' },
		});
		const failed = await on(sandbox, parameters, { items, onError: 'stopWorkflow' });
		expect(paidBy(sandbox)).toBe(1);
		knownAccounts.clear();
		forbidden();
		const again = await on(sandbox, parameters, { retryOf: failed, onError: 'stopWorkflow' });
		expect(saidBy(again.nodeError)).toContain('(1): item 0');
		expect(paidBy(sandbox)).toBe(1);
	});
});
