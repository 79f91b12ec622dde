/** A workflow with keys of two Mavapay accounts pays from the account that paid first, unless a person changes it. */
import { changed } from '../../harness/engine/fakeDeployment';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { knownAccounts } from '../../../nodes/core/n8n/connection';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { ask, at, textAt } from '../../cases/case';
import { SWAP } from '../../cases/quoteParts';
import { bankPayout, toStablecoin } from '../../cases/withdrawal';
import { runNode, runTool, saidBy, toldBy, type RunNodeOptions } from '../../harness/engine';
import { pay, prepare, ROWS } from '../../harness/engine/approval';
import { endOf, json, realKey, TOOL_LIMITS, unknownKey, useSandbox } from '../../harness/engine/mavapay';
import { accept, createAndAccept } from '../../harness/quoteParameters';

const service = useSandbox();
let other: Sandbox;
beforeAll(async () => void (other = await startSandbox({ now: 'real', seed: 'another account' })));
beforeEach(() => {
	other.reset();
	// The node takes both sandboxes for services with real money, so they share one record.
	changed.of = () => ({ money: 'real' });
});
afterAll(async () => await other.close());

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
	const is = at(item, 'prepared', 'cause') ?? at(item, 'prepared', 'status') ?? endOf(item);
	return { is, message: String(at(item, 'message') ?? at(item, 'prepared', 'message') ?? ''), item };
}

const ON_RECORD = { resource: 'payoutReference' };
/** Lets the workflow pay from the account of this key, as a person does: halt, change the account, resume. */
const changeAccount = async (where: Sandbox) => {
	await on(where, { ...ON_RECORD, operation: 'halt' });
	const [changed] = json((await on(where, { ...ON_RECORD, operation: 'changeAccount' })).success);
	await on(where, { ...ON_RECORD, operation: 'resume' });
	return changed;
};
const NEXT = { ...bankPayout, amount: '260000', payoutReference: 'INV-2' };

const OPERATIONS: ReadonlyArray<readonly [string, (where: Sandbox) => INodeParameters | Promise<INodeParameters>]> = [
	['a withdrawal to a bank account', () => bankPayout],
	['a withdrawal in USDT', () => ({ ...toStablecoin, payoutReference: 'INV-1' })],
	['a swap', () => ({ ...createAndAccept, payoutReference: 'INV-1' })],
	[
		'an accepted quote',
		async (where) => ({
			...accept,
			quoteId: textAt(await ask(where, 'POST', '/quote', SWAP), 'id'),
			payoutReference: 'INV-1',
		}),
	],
];

describe('the account that pays first binds the workflow', () => {
	test.each(OPERATIONS)('%s from another account is refused under a new reference', async (_, of) => {
		expect((await said(service.sandbox, await of(service.sandbox))).is).toBe('accepted');
		const refused = await said(other, { ...(await of(other)), payoutReference: 'INV-2' });
		expect(refused.is).toBe('otherAccount');
		expect(refused.message).toContain('this workflow pays from another Mavapay account');
		expect(paidBy(other)).toBe(0);
	});

	test('a paid reference is called paid, whoever asks', async () => {
		await on(service.sandbox, bankPayout);
		expect((await said(other, bankPayout)).is).toBe('alreadyPaid');
		expect((await said(other, { ...bankPayout, ...SKIP })).is).toBe('alreadyPaid');
		expect((await said(other, { ...bankPayout, amount: '1' })).is).toBe('referenceReused');
		expect(paidBy(other)).toBe(0);
	});

	test('dry runs say so, and bind nothing themselves', async () => {
		const prepared = { ...NEXT, resource: 'prepare', operation: 'toBankAccount' };
		for (const parameters of [{ ...bankPayout, validateOnly: true }, prepared])
			expect(['ready', 'notSent']).toContain((await said(other, parameters)).is);
		expect((await said(service.sandbox, bankPayout)).is).toBe('accepted');
		for (const parameters of [{ ...NEXT, validateOnly: true }, prepared])
			expect((await said(other, parameters)).is).toBe('otherAccount');
		expect((await said(service.sandbox, prepared)).is).toBe('ready');
	});

	test('of two executions of two accounts at once, one binds and pays', async () => {
		const both = await Promise.all([said(service.sandbox, bankPayout), said(other, NEXT)]);
		expect(both.map(({ is }) => is).sort()).toEqual(['accepted', 'otherAccount']);
		expect(paidBy(service.sandbox) + paidBy(other)).toBe(1);
	});

	test('a run that is killed once it has bound the workflow leaves it bound', async () => {
		const { store } = service;
		await new Promise<void>((resolve) => {
			let rows = 0;
			store.hooks.before = async ({ method, nodeId }) => {
				if (method !== 'checkProcessedAndRecord' || nodeId.includes('probe') || ++rows === 1) return;
				resolve();
				await new Promise(() => undefined);
			};
			void on(service.sandbox, bankPayout);
		});
		store.hooks = {};
		expect((await said(other, NEXT)).is).toBe('otherAccount');
		expect((await said(service.sandbox, NEXT)).is).toBe('accepted');
	});

	test("n8n's Retry with the key of another account replays what was paid, and pays nothing more", async () => {
		const items = ROWS.slice(0, 2);
		const parameters = { ...bankPayout, amount: '={{ $json.kobo }}', payoutReference: '={{ $json.ref }}' };
		service.sandbox.faults.add({
			match: { bodyIncludes: String(ROWS[1]?.kobo), times: 1 },
			fault: { kind: 'status', status: 400, message: 'Insufficient balance' },
		});
		const failed = await on(service.sandbox, parameters, { items, onError: 'stopWorkflow' });
		const again = await on(other, parameters, { retryOf: failed, retryWithCurrent: true });
		expect(json(again.success).map((item) => at(item, 'payout', 'replayed') ?? endOf(item))).toEqual([
			true,
			'otherAccount',
		]);
		expect([paidBy(service.sandbox), paidBy(other)]).toEqual([1, 0]);
	});

	test("the sandbox's accounts bind nothing", async () => {
		changed.of = () => ({});
		for (const [where, bill] of [
			[service.sandbox, bankPayout],
			[other, NEXT],
			[service.sandbox, bankPayout],
		] as const)
			await on(where, bill);
		expect([paidBy(service.sandbox), paidBy(other)]).toEqual([1, 1]);
		expect(await changeAccount(other)).toEqual({ account: 'named', changed: false });
	});
});

describe('Change Account', () => {
	test('lets the other account pay, and the one before no more; the record stays', async () => {
		await on(service.sandbox, bankPayout);
		expect(await changeAccount(other)).toEqual({ account: 'named', changed: true });
		expect(await changeAccount(other)).toEqual({ account: 'named', changed: false });
		expect((await said(other, { ...bankPayout, payoutReference: 'INV-3' })).is).toBe('repeated');
		expect((await said(other, bankPayout)).is).toBe('alreadyPaid');
		expect((await said(other, { ...NEXT, newPayees: 'refuseNew' })).is).toBe('accepted');
		expect((await said(service.sandbox, { ...NEXT, payoutReference: 'INV-4', amount: '1' })).is).toBe('otherAccount');
	});

	test('is refused unless payouts are halted', async () => {
		await on(service.sandbox, bankPayout);
		const refused = await said(other, { ...ON_RECORD, operation: 'changeAccount' });
		expect(refused).toMatchObject({
			is: 'recordUnavailable',
			message: expect.stringContaining("'Payout Reference: Halt'"),
		});
		expect((await said(other, NEXT)).is).toBe('otherAccount');
	});

	test('binds none where the wallets name none, and a name that comes back waits for it', async () => {
		const { sandbox } = service;
		await on(sandbox, bankPayout);
		sandbox.configure({ walletAccounts: 'none' });
		expect(await changeAccount(sandbox)).toEqual({ account: 'none', changed: true });
		expect((await said(sandbox, NEXT)).is).toBe('accepted');
		knownAccounts.clear();
		sandbox.configure({ walletAccounts: 'one' });
		const third = { ...NEXT, amount: '1', payoutReference: 'INV-3' };
		expect((await said(sandbox, third)).is).toBe('otherAccount');
		expect(await changeAccount(sandbox)).toEqual({ account: 'named', changed: true });
		expect((await said(sandbox, third)).is).toBe('accepted');
	});

	test('an execution that failed before it is retried with the account of now', async () => {
		service.sandbox.faults.add({
			match: { path: '/withdraw', times: 1 },
			fault: { kind: 'status', status: 400, message: 'Insufficient balance' },
		});
		const failed = await on(service.sandbox, bankPayout, { onError: 'stopWorkflow' });
		await changeAccount(other);
		const again = async (where: Sandbox) =>
			json((await on(where, bankPayout, { retryOf: failed, retryWithCurrent: true })).success).map(endOf);
		expect(await again(service.sandbox)).toEqual(['otherAccount']);
		expect(await again(other)).toEqual(['accepted']);
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

	test('pays from the account that is bound alone, and says when not to call again', async () => {
		expect(await calls(service.sandbox, '100')).toContain('accepted');
		const answer = await calls(other, '200');
		expect(answer).toMatch(/^Another Mavapay account/);
		expect(answer).toContain("Don't call this tool again until a person has looked.");
		expect([paidBy(service.sandbox), paidBy(other)]).toEqual([1, 0]);
	});

	test('what is open of the account before holds back the payee', async () => {
		service.sandbox.faults.add({ match: { path: '/withdraw/stablecoin', times: 1 }, fault: { kind: 'dropAfter' } });
		expect(await calls(service.sandbox, '100')).toContain('unknown');
		await changeAccount(other);
		expect(await calls(other, '200')).toContain('to this payee is not settled yet');
		expect(paidBy(other)).toBe(0);
	});
});

describe('what nobody knows the end of', () => {
	const INVOICE = { resource: 'withdrawal', operation: 'toLightning', memo: '', options: {} };
	const about = { ...ON_RECORD, reference: 'INV-1' };
	const check = async (where: Sandbox) => json((await on(where, { ...about, operation: 'check' })).success)[0] ?? {};
	/** Resolves the payment by its payment hash. */
	const resolve = async (where: Sandbox) =>
		await said(where, {
			...about,
			operation: 'resolve',
			simplify: false,
			lookUpBy: 'paymentHash',
			value: invoice,
			options: { updateRecord: true },
		});
	const CHANGED = expect.stringContaining('Settle payments from before');
	let invoice = '';

	beforeEach(async () => {
		service.sandbox.configure({ settleAfterMs: 0 });
		invoice = service.sandbox.makeInvoice({ amountMsat: '2500000' }).invoice;
		service.sandbox.faults.add({ match: { path: '/withdraw/btc', times: 1 }, fault: { kind: 'dropAfter' } });
		const paying = { ...INVOICE, invoice, payoutReference: 'INV-1' };
		expect((await said(service.sandbox, paying)).is).toBe('reset');
		expect((await said(other, paying)).is).toBe('notSettled');
	});

	test('Resolve and a transaction to mark it by need the key of the account', async () => {
		const { claim } = await check(other);
		expect((await resolve(other)).is).toBe('otherAccount');
		const marking = { ...about, operation: 'markPaid', claim: String(claim), transactionId: 't-1' };
		expect((await said(other, marking)).is).toBe('otherAccount');
		expect((await resolve(service.sandbox)).item).toMatchObject({ resolution: 'paid', recordChanged: true });
	});

	test('Release and Mark Paid settle it with any key: a person has looked', async () => {
		const { claim } = await check(other);
		const release = { ...about, operation: 'release', claim: String(claim), options: { releaseEarly: true } };
		expect((await said(other, release)).item).toMatchObject({ released: true });
	});

	test('after a change Resolve settles nothing of before by itself, and Mark Paid does', async () => {
		await changeAccount(other);
		expect((await resolve(service.sandbox)).is).toBe('otherAccount');
		const { item } = await resolve(other);
		expect(item).toMatchObject({
			resolution: 'open',
			recordChanged: false,
			why: CHANGED,
		});
		await changeAccount(service.sandbox);
		expect((await resolve(service.sandbox)).item).toMatchObject({ resolution: 'open', why: CHANGED });
		const { claim } = await check(other);
		const marking = { ...about, operation: 'markPaid', claim: String(claim), transactionId: '' };
		expect((await said(other, marking)).item).toMatchObject({ state: 'paid' });
	});
});

describe('one account', () => {
	test('is one for each of its keys', async () => {
		const { sandbox } = service;
		await on(sandbox, bankPayout);
		for (const credential of [{ apiKey: sandbox.keys.read }, realKey(sandbox)])
			expect((await said(sandbox, { ...bankPayout, ...SKIP }, { credential })).is).toBe('alreadyPaid');
	});

	test('is one for a key that was replaced before the Retry, which replays and pays the rest', async () => {
		const { sandbox } = service;
		const items = ROWS.slice(0, 2);
		const parameters = { ...bankPayout, amount: '={{ $json.kobo }}', payoutReference: '={{ $json.ref }}' };
		sandbox.faults.add({
			match: { bodyIncludes: String(ROWS[1]?.kobo), times: 1 },
			fault: { kind: 'status', status: 400, message: 'Insufficient balance' },
		});
		const failed = await on(sandbox, parameters, { items, onError: 'stopWorkflow' });
		const again = await on(sandbox, parameters, {
			credential: realKey(sandbox),
			retryOf: failed,
			retryWithCurrent: true,
		});
		expect(json(again.success).map((item) => at(item, 'payout', 'replayed'))).toEqual([true, false]);
		expect(paidBy(sandbox)).toBe(2);
	});

	test('is asked for once for a key in a process, and not for what only reads', async () => {
		const { sandbox } = service;
		await on(sandbox, { resource: 'bank', operation: 'getAll', country: 'NG', returnAll: true });
		for (const reference of ['INV-1', 'INV-2', 'INV-3'])
			await on(sandbox, { ...bankPayout, payoutReference: reference, amount: `25000${reference.slice(-1)}` });
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
		expect((await said(other, pay(digest), { items })).is).toBe('alreadyPaid');
		expect([paidBy(sandbox), paidBy(other)]).toEqual([2, 0]);
	});
});

describe('where Mavapay names no account, or several', () => {
	test.each(['none', 'several'] as const)('%s: pays, skips and takes what was prepared', async (walletAccounts) => {
		const { sandbox } = service;
		sandbox.configure({ walletAccounts });
		expect((await said(sandbox, bankPayout)).is).toBe('accepted');
		expect((await said(sandbox, { ...bankPayout, ...SKIP })).is).toBe('alreadyPaid');
	});

	test.each(['none', 'several'] as const)('%s, once it was named: pays nothing', async (walletAccounts) => {
		const { sandbox } = service;
		await on(sandbox, bankPayout);
		knownAccounts.clear();
		sandbox.configure({ walletAccounts });
		expect((await said(sandbox, NEXT)).is).toBe('otherAccount');
		expect(paidBy(sandbox)).toBe(1);
	});

	test('none, and then it is named: that one binds the workflow, and what was paid stays paid', async () => {
		const { sandbox } = service;
		sandbox.configure({ walletAccounts: 'none' });
		await on(sandbox, bankPayout);
		knownAccounts.clear();
		sandbox.configure({ walletAccounts: 'one' });
		expect((await said(sandbox, { ...bankPayout, ...SKIP })).is).toBe('alreadyPaid');
		expect((await said(sandbox, NEXT)).is).toBe('accepted');
		expect((await said(other, { ...NEXT, payoutReference: 'INV-3' })).is).toBe('otherAccount');
	});

	test('none when it was sent: no key that is named since settles it by what it finds, and a person does', async () => {
		const { sandbox } = service;
		sandbox.configure({ walletAccounts: 'none' });
		sandbox.faults.add({ match: { path: '/withdraw', times: 1 }, fault: { kind: 'dropAfter' } });
		expect((await said(sandbox, bankPayout)).is).toBe('reset');
		const about = { ...ON_RECORD, reference: 'INV-1' };
		const resolving = { ...about, operation: 'resolve', lookUpBy: 'quoteId', value: 'q-1', options: {} };
		expect((await said(other, resolving)).is).toBe('otherAccount');
		const [open] = json((await on(other, { ...about, operation: 'check' })).success);
		const marking = { ...about, operation: 'markPaid', claim: String(open?.claim), transactionId: '' };
		expect((await said(other, marking)).item).toMatchObject({ state: 'paid' });
	});
});

describe('where the account is not told', () => {
	const forbidden = () =>
		service.sandbox.faults.add({
			match: { path: '/wallet' },
			fault: { kind: 'status', status: 403, message: 'Forbidden' },
		});

	test('nothing is paid, skipped or released', async () => {
		await on(service.sandbox, { ...bankPayout, payoutReference: 'PAID' });
		knownAccounts.clear();
		forbidden();
		for (const parameters of [bankPayout, { ...bankPayout, payoutReference: 'PAID', ...SKIP }]) {
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
