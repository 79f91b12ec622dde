/** A payment in the wallet's list isn't made again, even if a person made it. The ledger shows what was paid. */
import type { ICheckProcessedContextData, IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import { DAY_MS, MINUTE_MS } from '../../../nodes/core/domain/dateTime';
import type { FaultRule, QuirksChange } from '../../../sandbox';
import { personOf } from '../../../sandbox/data/people';
import { bankBeneficiary } from '../../cases/bank';
import { ask, at, byId, placed, textAt } from '../../cases/case';
import { swapped } from '../../cases/quoteParts';
import { bankPayout, toBank } from '../../cases/withdrawal';
import { toSouthAfrica } from '../../cases/withdrawalAbroad';
import { MemoryDeduplicator, saidBy, useDeduplication, type RunNodeOptions } from '../../harness/engine';
import { node } from '../../harness/engine/node';
import {
	callTool,
	endOf,
	json,
	openAccount,
	realKey,
	run,
	settle,
	surroundings,
	TOOL_LIMITS,
	useSandbox,
	witnessed,
} from '../../harness/engine/mavapay';

const WORKFLOW = 'workflow-under-test';
const [SHOWN, PAID] = ['shownByWallet', 'accepted'];
const COPY = { workflowId: 'a copy' };
const SKIP = placed({ alreadyRecorded: 'skip' });
const ALLOWED = placed({ allowRepeats: true });

/** The sandbox's clock, which the node uses too, stays at noon until a test moves it. */
const service = useSandbox({ now: Date.parse('2026-11-24T12:00:00Z') });
let store: MemoryDeduplicator;
beforeEach(() => {
	store = service.store;
	jest.spyOn(Date, 'now').mockImplementation(() => service.sandbox.clock.now());
});
afterEach(() => jest.restoreAllMocks());

const bill = (payoutReference = 'INV-1', more: INodeParameters = {}): INodeParameters => ({
	...bankPayout,
	...{ payoutReference, ...more },
});
const BY_ROW = bill('={{ $json.ref }}', { accountNumber: '={{ $json.account }}' });
const row = (number: number) => ({ ref: `INV-${number}`, account: String(1_000_000_000 + number) });
const rows = (count: number, first = 0) => Array.from({ length: count }, (_, place) => row(first + place));

type More = Partial<RunNodeOptions> & { readonly key?: IDataObject };
const runOn = async (parameters: INodeParameters, { key = {}, ...more }: More = {}) =>
	await run(service.sandbox, parameters, {
		...surroundings(service.sandbox, key),
		onError: 'continueRegularOutput',
		...more,
	});
const pay = async (...given: Parameters<typeof runOn>) => json((await runOn(...given)).success);
const ends = async (...given: Parameters<typeof runOn>) => (await pay(...given)).map(endOf);
const prepare = async (parameters: INodeParameters, more: More = {}) =>
	await pay({ ...parameters, resource: 'prepare' }, more);
const onReference = async (operation: string, more: INodeParameters = {}) =>
	(await pay({ resource: 'payoutReference', operation, reference: 'INV-1', ...more }))[0];
const REAL = () => ({ key: realKey(service.sandbox) });

const paid = () => service.sandbox.ledger.payouts().length;
const lists = () => witnessed(service.sandbox).length;
const listed = () => service.sandbox.transactions.at(-1);
const changeListed = (more: object) => Object.assign(listed() ?? {}, more);
/** Somebody pays with Mavapay's dashboard. */
const byHand = async (beneficiary: object = {}, amount = '250000') =>
	await ask(service.sandbox, 'POST', '/withdraw', {
		...{ amount, currency: 'NGN' },
		beneficiary: { ...bankBeneficiary, ...beneficiary },
	});
const payRowsByHand = async (given: ReadonlyArray<{ account: string }>) => {
	for (const { account } of given)
		await byHand({ bankAccountNumber: account, bankAccountName: personOf('000013', account) });
};
const forget = async () => {
	store = new MemoryDeduplicator();
	await useDeduplication(store);
};
const fault = (one: FaultRule['fault']) =>
	service.sandbox.faults.add({ match: { path: '/withdraw', times: 1 }, fault: one });
/** Changes the rows of the record that say a bill was claimed, resembles another bill, or has a known payee. */
const meddle = async (
	change: (key: string, context: (id: string) => ICheckProcessedContextData) => Promise<unknown>,
) => {
	const workflow = { id: WORKFLOW, active: false };
	for (const key of store.keys(WORKFLOW).filter((one) => /:0$/.test(one)))
		await change(key, (id) => ({ mode: 'manual', workflow, node: node('', '', { id }) }));
};
const ENTRIES = { mode: 'entries' } as const;
/** The keys of all claims in the record. */
const claims = () => store.keys(WORKFLOW).filter((one) => /:\d+(:|$)/.test(one));

describe('a bill that was paid is not paid again', () => {
	test.each<[string, () => Promise<unknown>]>([
		['and the record was lost', async () => [await ends(bill()), await forget()]],
		['by the workflow that this is a copy of', async () => await ends(bill(), COPY)],
		['at the dashboard', byHand],
		[
			'and released too early',
			async () => {
				fault({ kind: 'dropAfter' });
				expect(await ends(bill())).toEqual(['reset']);
				await settle(service.sandbox, 'release', 'INV-1', placed({ releaseEarly: true }));
			},
		],
		[
			'and Mavapay said that it was not',
			async () => {
				fault({ kind: 'status', status: 400, message: 'insufficient balance', effect: true });
				expect(await ends(bill())).toEqual(['insufficientFunds']);
			},
		],
		[
			'and rows were deleted',
			async () => {
				await ends(bill());
				await meddle(async (key, context) => await store.clearAllProcessedItems('node', context(key), ENTRIES));
			},
		],
		[
			'and rows were inserted',
			async () => {
				await ends(bill());
				await meddle(async (key, context) => {
					for (const mark of ['refused', 'over'])
						await store.checkProcessedAndRecord([''], 'node', context(`${key}:${mark}`), ENTRIES);
				});
			},
		],
	])('%s', async (_, before) => {
		await before();
		expect([await ends(bill()), paid()]).toEqual([[SHOWN], 1]);
	});
});

test('the refusal names the transaction, cut on one line, and the claim; not whose payment it was', async () => {
	await byHand();
	changeListed({ id: `id\n${'A'.repeat(9_999)}`, customerReference: 'salary of Bola' });
	expect(at((await prepare(bill()))[0], 'prepared', 'elsewhere', 'transactionId')).toBe(`id ${'A'.repeat(197)}`);
	const [item] = await pay(bill());
	expect(item?.details).toMatchObject({ outcome: 'notSent', claim: expect.stringMatching(/^\w/) });
	const said = JSON.stringify(item);
	for (const part of ['2,500.00 NGN', 'today at 12:00', 'id AAAA', listed()?.ref, 'for this bill?'])
		expect(said).toContain(part);
	for (const never of ['Bola', 'A'.repeat(201)]) expect(said).not.toContain(never);
});

describe('what the list shows', () => {
	test.each<[string, INodeParameters, object, QuirksChange, string]>([
		['one kobo more', { amount: '250001' }, {}, {}, PAID],
		['three days old', {}, { createdAt: Date.parse('2026-11-21T12:00:00Z') }, {}, PAID],
		['not listed yet', {}, {}, { listedAfterMs: MINUTE_MS }, PAID],
		['of yesterday', {}, { createdAt: Date.parse('2026-11-23T00:15:00Z') }, {}, SHOWN],
		['at another bank', { bank: byId('000014') }, {}, {}, SHOWN],
	])('is this bill or not: %s', async (_, more, change, quirks, expected) => {
		openAccount(service.sandbox, '000014', toBank.accountNumber, 'ADAEZE CHIOMA OKAFOR');
		await byHand();
		changeListed(change);
		service.sandbox.configure(quirks);
		expect([await ends(bill('INV-1', more)), paid()]).toEqual([[expected], expected === PAID ? 2 : 1]);
	});

	const swap = (to: INodeParameters): INodeParameters => ({
		...{ resource: 'quote', operation: 'createAndAccept', ...swapped },
		...{ from: 'BTC', amount: '250000', amountIs: 'arrives' },
		...{ maximumAmount: '900000000', payoutReference: 'INV-1', ...to },
	});
	const toSomebody = swap({
		...{ to: 'NGN', sendTo: 'somebody', beneficiaryType: 'ngn', bank: byId('000013') },
		...{ accountNumber: toBank.accountNumber, accountName: 'ADAEZE CHIOMA OKAFOR' },
	});
	const abroad = (operation: string, given: INodeParameters) => ({ resource: 'withdrawal', operation, ...given });

	test.each<[string, INodeParameters, INodeParameters]>([
		['rand', abroad('toSouthAfrica', toSouthAfrica), abroad('toSouthAfrica', toSouthAfrica)],
		['naira out of bitcoin', toSomebody, toSomebody],
		['naira out of bitcoin, and then out of naira', toSomebody, bill()],
		['naira, and then out of bitcoin', bill(), toSomebody],
	])('is this one: %s', async (_, first, second) => {
		expect(await ends(first, COPY)).toEqual(['accepted']);
		expect([await ends(second), paid()]).toEqual([[SHOWN], 1]);
	});
});

describe('it sticks', () => {
	test('when its day is long over, and though it may repeat; another reference is paid then', async () => {
		await byHand();
		expect(await ends(bill())).toEqual([SHOWN]);
		service.sandbox.clock.advance(4 * DAY_MS);
		const [again] = await pay(bill('INV-1', ALLOWED));
		const claim = expect.any(String);
		expect([again?.details, lists(), paid()]).toMatchObject([{ cause: SHOWN, claim }, 1, 1]);
		expect(await ends(bill('INV-2'))).toEqual(['accepted']);
	});

	test('a release needs no wait, and the bill is paid once it may repeat', async () => {
		await byHand();
		for (let times = 0; times < 2; times++) {
			expect(await ends(bill())).toEqual([SHOWN]);
			expect((await settle(service.sandbox, 'release', 'INV-1')).success[0]?.json).toMatchObject({ released: true });
		}
		expect([await ends(bill('INV-1', ALLOWED)), paid()]).toEqual([['accepted'], 2]);
	});

	test('Check and Resolve say that this workflow sent nothing', async () => {
		await byHand();
		await ends(bill());
		const said = { state: 'unknown', why: expect.stringMatching(/^This workflow didn't send it/) };
		expect(await onReference('check')).toMatchObject(said);
		const resolve = { lookUpBy: 'payee', value: toBank.accountNumber, amount: '250000', amountUnit: 'minor' };
		const since = { currency: 'NGN', sentAfter: '2026-11-24T00:00:00Z', sentBefore: '' };
		const update = placed({ updateRecord: true });
		expect(await onReference('resolve', { ...resolve, ...since, ...update })).toMatchObject(said);
	});

	test('for its own payment alone: another one under its reference is paid, or refused, beside it', async () => {
		const [fixed, shown] = [bill('INV-1', { amount: '300000' }), bill('INV-1', { amount: '7777' })];
		await byHand();
		await byHand({}, '7777');
		fault({ kind: 'status', status: 400, message: 'insufficient balance' });
		for (let times = 0; times < 2; times++)
			expect([...(await ends(bill())), ...(await ends(shown))]).toEqual([SHOWN, SHOWN]);
		expect(await ends(fixed)).toEqual(['insufficientFunds']);
		service.sandbox.clock.advance(4 * DAY_MS);
		expect([...(await ends(bill())), ...(await ends(shown)), lists()]).toEqual([SHOWN, SHOWN, 3]);
		expect(at((await prepare(fixed))[0], 'prepared', 'elsewhere')).toBe(undefined);
		expect([...(await ends(fixed)), ...(await ends(bill())), paid()]).toEqual(['accepted', 'referenceReused', 3]);
	});

	test.each([':identity', ':0'])("though n8n's database fails at a row that ends in %s", async (end) => {
		await byHand();
		store.hooks.before = ({ method, nodeId }) => {
			if (method === 'checkProcessedAndRecord' && nodeId.endsWith(end)) throw new Error('gone');
		};
		const [item] = await pay(bill());
		delete store.hooks.before;
		service.sandbox.clock.advance(4 * DAY_MS);
		const isHeld = !String(item?.error).includes('so a later run may pay it');
		expect([endOf(item), isHeld]).toEqual([SHOWN, end === ':identity']);
		expect([at(item, 'details', 'claim') === null, ...(await ends(bill()))]).toEqual([!isHeld, isHeld ? SHOWN : PAID]);
	});

	test('what was sent is never called shown', async () => {
		fault({ kind: 'dropAfter' });
		await ends(bill());
		expect([await ends(bill()), (await onReference('check'))?.why]).toEqual([['notSettled'], undefined]);
	});

	test('it brings no payee, budget or likeness: the next bill of another amount is that of a new payee', async () => {
		const key = { mostPerDay: 'NGN 4000' };
		await byHand();
		expect(await ends(bill(), { key })).toEqual([SHOWN]);
		expect(store.keys(WORKFLOW).filter((one) => !one.includes('probe'))).toHaveLength(2);
		const [next] = await pay(bill('INV-2', { amount: '300000' }), { key });
		expect([endOf(next), at(next, 'payout', 'payeeHistory')]).toEqual(['accepted', 'new']);
	});
});

describe('Mark Paid', () => {
	/** Mark Paid's parameters, which read the items that Prepare outputs. */
	const MARK_ALL = {
		...{ resource: 'payoutReference', operation: 'markPaid', reference: '={{ $json.payout.reference }}' },
		claim: '={{ $json.prepared.elsewhere.claim }}',
		transactionId: '={{ $json.prepared.elsewhere.transactionId }}',
	};
	const elsewhere = async () => {
		const found = at((await prepare(bill()))[0], 'prepared', 'elsewhere');
		return { claim: textAt(found, 'claim'), transactionId: textAt(found, 'transactionId') };
	};

	test("takes the run's claim with that transaction, whenever it is, and Skip passes the bill", async () => {
		await byHand();
		const [item] = await pay(bill());
		service.sandbox.clock.advance(4 * DAY_MS);
		const [claim, transactionId] = [textAt(item, 'details', 'claim'), String(listed()?.id)];
		const marked = await onReference('markPaid', { claim, transactionId });
		expect([marked, await ends(bill('INV-1', SKIP)), lists()]).toEqual([
			{ reference: 'INV-1', state: 'paid', previousState: 'unknown', transactionId },
			['alreadyPaid'],
			1,
		]);
	});

	test("takes Prepare's claims and transactions, one of each item, for a list of three hundred", async () => {
		await payRowsByHand(rows(300));
		const items = await prepare(BY_ROW, { items: rows(300) });
		const marked = await pay(MARK_ALL, { items });
		expect(marked.filter(({ state, warning }) => state === 'paid' && warning === undefined)).toHaveLength(300);
		expect([new Set(marked.map(({ transactionId: id }) => id)).size, lists()]).toEqual([300, 4]);
		const skipped = await ends({ ...BY_ROW, ...SKIP }, { items: rows(301) });
		expect([new Set(skipped.slice(0, 300)), skipped[300], paid()]).toEqual([new Set(['alreadyPaid']), 'accepted', 301]);
	});

	type Given = Record<'claim' | 'transactionId', string>;
	const another = async ({ claim }: Given) => {
		await byHand({}, '7');
		return { claim, transactionId: String(listed()?.id) };
	};
	const without = async (given: Given) => await Promise.resolve({ ...given, transactionId: '' });
	const once = (act: () => unknown) => async (given: Given) => {
		await act();
		return given;
	};
	const releasePaid = async () => await settle(service.sandbox, 'release', 'INV-1', placed({ releasePaid: true }));
	const PAID_OTHER = once(async () => await ends(bill('INV-1', { amount: '7777' })));
	const RELEASED = once(async () => [await onReference('markPaid', await elsewhere()), await releasePaid()]);
	const FAILED = once(() => changeListed({ status: 'FAILED' }));
	test.each<[string, (given: Given) => Promise<Given>, string]>([
		['another transaction', another, 'invalidInput'],
		['none', without, 'invalidInput'],
		['one that failed', FAILED, 'transactionFailed'],
	])("takes the run's claim with no other transaction than its own: %s", async (_, change, cause) => {
		await byHand();
		const claim = textAt((await pay(bill()))[0], 'details', 'claim');
		const given = await change({ claim, transactionId: String(listed()?.id) });
		expect(endOf(await onReference('markPaid', given))).toBe(cause);
		const held = await prepare(bill());
		expect(at(held[0], 'prepared', 'elsewhere')).toMatchObject({ transactionId: null, claim: expect.any(String) });
		expect((await pay(MARK_ALL, { items: held })).map(endOf)).toEqual(['invalidInput']);
		expect(await onReference('check')).toMatchObject({ state: 'unknown' });
	});

	test.each<[string, (given: Given) => Promise<Given>, string, string]>([
		['with another transaction, which changes nothing', another, 'invalidInput', 'free'],
		['without one, which changes nothing', without, 'invalidInput', 'free'],
		['of a transaction that failed', FAILED, 'transactionFailed', 'free'],
		[
			'of a reference that was taken meanwhile',
			once(async () => [fault({ kind: 'dropAfter' }), await ends(bill('INV-1', { amount: '7777' }))]),
			'claimOver',
			'unknown',
		],
		['of a reference that paid another bill', PAID_OTHER, 'claimOver', 'paid'],
		['that was marked, and released', RELEASED, 'alreadyPaid', 'free'],
	])("refuses Prepare's claim %s, and so does Release always", async (_, change, cause, state) => {
		await byHand();
		const given = await change(await elsewhere());
		expect(endOf(await onReference('markPaid', given))).toBe(cause);
		expect(endOf(await onReference('release', { ...given, transactionId: '' }))).toBe('notFound');
		expect(await onReference('check')).toMatchObject({ state });
	});

	test("passes Prepare's claim of a bill that was paid meanwhile", async () => {
		await byHand();
		const given = await elsewhere();
		expect(await ends(bill('INV-1', ALLOWED))).toEqual(['accepted']);
		expect(await onReference('markPaid', given)).toMatchObject({ state: 'paid', previousState: 'paid' });
	});

	test('payments alike have the transactions in their order, and one more than there are stays free', async () => {
		await byHand();
		await byHand();
		const items = await prepare(bill('={{ $json.ref }}', ALLOWED), { items: rows(3) });
		const shown = items.map(({ prepared }) => textAt(prepared, 'elsewhere', 'transactionId'));
		const [older, newer] = service.sandbox.transactions;
		expect(shown).toEqual([newer?.id, older?.id, older?.id]);
		expect((await pay(MARK_ALL, { items })).map((item) => item.state ?? endOf(item)).join()).toBe(
			'paid,paid,alreadyPaid',
		);
		const again = bill('={{ $json.ref }}', placed({ allowRepeats: true, alreadyRecorded: 'skip' }));
		expect(await ends(again, { items: rows(3) })).toEqual(['alreadyPaid', 'alreadyPaid', PAID]);
	});
});

describe('the list', () => {
	test('is read by no second run of what is recorded, and once for three hundred payments at once', async () => {
		const parallel = { ...BY_ROW, ...placed({ payoutsInParallel: 10, alreadyRecorded: 'skip' }) };
		const first = await ends(parallel, { items: rows(300) });
		expect([new Set(first), lists()]).toEqual([new Set(['accepted']), 1]);
		expect([new Set(await ends(parallel, { items: rows(300) })), lists()]).toEqual([new Set(['alreadyPaid']), 1]);
	});

	const status = (code: number) => ({ kind: 'status', status: code, headers: { 'Retry-After': '1' } }) as const;
	test.each<[string, FaultRule['fault'], string]>([
		['403', status(403), 'forbidden'],
		['429', status(429), 'rateLimited'],
		['500', status(500), 'serverError'],
		['no connection', { kind: 'dropBefore' }, 'reset'],
		['no answer', { kind: 'hang' }, 'timeout'],
	])(
		"that can't be read is a hint, but for the first real money: %s",
		async (_, given, cause) => {
			service.sandbox.faults.add({ match: { path: '/transactions' }, fault: given });
			const [ours, first] = await Promise.all([runOn(bill()), runOn(bill('INV-2'), { ...REAL(), ...COPY })]);
			expect([json(ours.success).map(endOf), ours.hints.map(({ message }) => message).join()]).toEqual([
				['accepted'],
				expect.stringContaining("couldn't be read in full"),
			]);
			expect(json(first.success)[0]?.details).toMatchObject({ cause, outcome: 'notSent' });
			expect(await ends(bill('INV-2', ALLOWED), { ...REAL(), ...COPY })).toEqual(['accepted']);
			expect(paid()).toBe(2);
		},
		30_000,
	);

	test("that can't be read stops no real money of a workflow that has paid, and Prepare says what paying would", async () => {
		expect(await ends(bill(), REAL())).toEqual(['accepted']);
		service.sandbox.faults.add({ match: { path: '/transactions' }, fault: status(403) });
		expect(await ends(bill('INV-2', { amount: '7777' }), REAL())).toEqual(['accepted']);
		for (const more of [{}, ALLOWED]) {
			const [item] = await prepare(bill('INV-3', { amount: '8888', ...more }), { ...REAL(), ...COPY });
			expect(at(item, 'prepared', 'status')).toBe(more === ALLOWED ? 'ready' : 'refused');
		}
	});
});

describe('a run', () => {
	test.each<OnError>(['continueRegularOutput', 'continueErrorOutput'])(
		'ends at the third payment in a row that the wallet shows, and the next run does, under %s',
		async (onError) => {
			await payRowsByHand(rows(3));
			for (let times = 0; times < 2; times++) {
				const { success, errors } = await runOn(BY_ROW, { items: rows(5), onError });
				const ended = json([...success, ...errors]);
				expect(ended.map(endOf)).toEqual([SHOWN, SHOWN, SHOWN, 'earlierFailed', 'earlierFailed']);
				expect(ended.filter((item) => JSON.stringify(item).includes('may have been lost'))).toEqual(ended.slice(2));
			}
		},
	);

	test('goes on where another one is between them, and in a dry run', async () => {
		await payRowsByHand(rows(2));
		await payRowsByHand(rows(3, 3));
		const dry = await ends({ ...BY_ROW, validateOnly: true }, { items: rows(4, 3) });
		expect(dry).toEqual([SHOWN, SHOWN, SHOWN, 'notSent']);
		const some = await ends({ ...BY_ROW, validateOnly: '={{ $itemIndex < 2 }}' }, { items: rows(3) });
		expect(some).toEqual([SHOWN, SHOWN, 'accepted']);
		const paidBetween = [SHOWN, SHOWN, 'alreadyPaid', SHOWN, SHOWN];
		expect(await ends({ ...BY_ROW, ...SKIP }, { items: rows(5) })).toEqual(paidBetween);
	});

	test('ends at the first one where the money is real and the record shows none', async () => {
		await payRowsByHand(rows(1));
		expect(await ends(BY_ROW, { items: rows(2), ...REAL() })).toEqual([SHOWN, 'earlierFailed']);
		expect(await ends(BY_ROW, { items: rows(2, 1), ...REAL() })).toEqual(['accepted', 'accepted']);
		await payRowsByHand(rows(1, 7));
		expect(await ends(BY_ROW, { items: rows(2, 7), ...REAL() })).toEqual([SHOWN, 'accepted']);
	});

	test('ends at the first one under On Error: Stop', async () => {
		await payRowsByHand(rows(1));
		const { nodeError } = await runOn(BY_ROW, { items: rows(3), onError: 'stopWorkflow' });
		expect([saidBy(nodeError), paid()]).toEqual([expect.stringMatching(/^Possible duplicate/), 1]);
	});

	test.each<[string, () => Promise<unknown>, string[], string[], number]>([
		['the wallet shows it', byHand, ['A', 'B'], [SHOWN, SHOWN], 2],
		['the wallet shows it, under one reference', byHand, ['A', 'A'], [SHOWN, SHOWN], 1],
		['the wallet shows nothing', async () => await Promise.resolve(), ['A', 'B'], ['accepted', 'repeated'], 2],
	])('beside another one, on one payee and amount: %s', async (_, before, references, expected, held) => {
		await before();
		const both = await Promise.all(references.map(async (reference) => await ends(bill(reference))));
		const own = claims().filter((one) => /:\d+$/.test(one) && !one.includes(':like:'));
		expect([both.flat().sort(), own.length, paid()]).toEqual([expected, held, 1]);
	});
});

test.each(['engine', 'connection'] as const)(
	'an AI tool is told the day alone, and claims nothing: %s',
	async (path) => {
		await byHand();
		const parameters = bill('', { ...TOOL_LIMITS, ...placed({}), allowedPayees: `000013:${toBank.accountNumber}` });
		const said = await callTool(service.sandbox, path, parameters, [{}, {}]);
		const answer = expect.stringMatching(/^Possible duplicate.* today\. Don't try it again today/s);
		expect([said, claims(), paid()]).toEqual([[answer, answer], [], 1]);
		for (const never of [String(listed()?.id), String(listed()?.ref), '07:00', 'Allow Repeats'])
			expect(said.join()).not.toContain(never);
	},
);
