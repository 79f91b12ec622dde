/** Payouts that a person approved: prepared, and then paid exactly so or not at all. The ledger says what was paid. */
import * as fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import '../../harness/seed';
import {
	connect,
	custom,
	saidBy,
	itemsSource,
	LOOP,
	MANUAL_TRIGGER,
	node,
	NO_OP,
	runWorkflow,
} from '../../harness/engine';
import { at, byId, placed } from '../../cases/case';
import { makeQuote } from '../../cases/quoteParts';
import { accept } from '../../cases/resolve';
import { json, run, surroundings, TYPE_NAME, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const row = (index: number, more: IDataObject = {}): IDataObject => ({
	ref: `INV-${index}`,
	account: `012345678${index}`,
	kobo: String(250_000 + index * 1_000),
	...more,
});
const ROWS = [1, 2, 3].map((index) => row(index));

const toBank = (options: INodeParameters = {}): INodeParameters => ({
	amount: '={{ $json.kobo }}',
	amountUnit: 'minor',
	currency: 'NGN',
	bank: { ...byId('={{ $json.bankCode || "000013" }}') },
	accountNumber: '={{ $json.account }}',
	accountNameCheck: 'registered',
	expectedAccountName: '',
	bankName: '',
	payoutReference: '={{ $json.ref }}',
	...placed(options),
});
const prepare = (options: INodeParameters = {}): INodeParameters => ({
	resource: 'payout',
	operation: 'prepare',
	payment: 'toBankAccount',
	...toBank(options),
});
const pay = (approvalDigest: string, options: INodeParameters = {}): INodeParameters => ({
	resource: 'withdrawal',
	operation: 'toBankAccount',
	...toBank(options),
	approvalDigest,
});

/** References in the ledger, each as often as it was paid. */
const paid = () =>
	service.sandbox.ledger
		.payouts()
		.map(({ amount }) => Number(amount))
		.sort();

const sent = () => service.sandbox.requests.filter(({ method }) => method === 'POST').length;

/** Start, Items, Prepare, what happens to the rows in between, Pay; with a loop around the paying node where asked. */
async function approveAndPay(
	change: (rows: IDataObject[]) => IDataObject[],
	{
		rows = ROWS,
		digest = "={{ $('Prepare').first().json.approvalDigest }}",
		loop = false,
		...rest
	}: {
		rows?: IDataObject[];
		digest?: string;
		loop?: boolean;
		prepareParameters?: INodeParameters;
		payParameters?: INodeParameters;
		between?: () => void;
	} = {},
) {
	const { type, credentialTypes, credentials } = surroundings(service.sandbox);
	const references = { mavapayApi: { id: 'mavapayApi', name: 'mavapayApi' } };
	const changed = custom(async function () {
		rest.between?.();
		return [
			change(this.getInputData().map(({ json: item }) => item)).map((item) => ({
				json: item,
				pairedItem: { item: 0 },
			})),
		];
	});
	return await runWorkflow({
		nodes: [
			node('Start', MANUAL_TRIGGER),
			node('Items', 'test.items'),
			node('Prepare', TYPE_NAME, { parameters: rest.prepareParameters ?? prepare(), credentials: references }),
			node('Between', 'test.custom'),
			node('Loop', loop ? LOOP : NO_OP, loop ? { typeVersion: 3, parameters: { batchSize: 2 } } : {}),
			node('Pay', TYPE_NAME, {
				parameters: rest.payParameters ?? pay(digest),
				credentials: references,
				onError: 'continueRegularOutput',
			}),
		],
		connections: loop
			? connect(
					['Start', 'Items'],
					['Items', 'Prepare'],
					['Prepare', 'Between'],
					['Between', 'Loop'],
					['Loop', 'Pay', 1],
					['Pay', 'Loop'],
				)
			: connect(['Start', 'Items'], ['Items', 'Prepare'], ['Prepare', 'Between'], ['Between', 'Loop'], ['Loop', 'Pay']),
		nodeTypes: { 'test.items': itemsSource(rows), 'test.custom': changed, [TYPE_NAME]: type },
		credentialTypes,
		credentials,
	});
}

const messages = (result: Awaited<ReturnType<typeof approveAndPay>>) =>
	json(result.items('Pay', 0)).map((item) => String(at(item, 'message')));
const outcomes = (result: Awaited<ReturnType<typeof approveAndPay>>) =>
	json(result.items('Pay', 0)).map((item) => at(item, 'payout', 'outcome') ?? at(item, 'details', 'outcome'));

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
			/Not approved: 'INV-1': .* at bank 000014/,
		],
		[
			'a reference',
			([first, ...others]) => [{ ...first, ref: 'INV-1B' }, ...others],
			/Not approved: 'INV-1B': .* Missing: 'INV-1':/,
		],
		['an added row', (rows) => [...rows, row(9)], /approved were 3 payouts, this run has 4\. Not approved: 'INV-9'/],
		[
			'a missing row',
			([, ...others]) => others,
			/approved were 3 payouts, this run has 2\. Missing: 'INV-1': .* A loop has only a part/,
		],
		['a row twice', (rows) => [...rows, ...rows.slice(0, 1)], /this run has 4\. A row stands there twice/],
	])('sends nothing where %s is not as approved, and says so', async (_name, change, text) => {
		const result = await approveAndPay(change);
		expect(new Set(outcomes(result))).toEqual(new Set(['notSent']));
		for (const message of messages(result)) expect(message).toMatch(text);
		expect(messages(result)[0]).toMatch(/^Not as approved: withdrawal of .*Nothing was paid: approved were/);
		expect(paid()).toEqual([]);
	});

	test('sends nothing where the bank has another name for an account by then', async () => {
		const rename = () =>
			service.sandbox.addBankAccount({
				bankCode: '000013',
				accountNumber: '0123456782',
				accountName: 'SOMEBODY ELSE',
				state: 'open',
			});
		const result = await approveAndPay((rows) => rows, { between: rename });
		expect(messages(result)[0]).toMatch(/Not approved: 'INV-2': .*, SOMEBODY ELSE\. Missing: 'INV-2': /);
		expect(paid()).toEqual([]);
	});

	test('sends nothing where a name can no longer be asked', async () => {
		const fail = () =>
			service.sandbox.faults.add({
				match: { path: '/bank/name-enquiry' },
				fault: { kind: 'status', status: 400, message: 'Invalid account number or bank code' },
			});
		const result = await approveAndPay((rows) => rows, { between: fail });
		expect(outcomes(result)).toEqual(['rejected', 'rejected', 'rejected']);
		expect(paid()).toEqual([]);
	});

	test('sends nothing where the paying node would take the name from the row and ask nobody', async () => {
		const rename = () =>
			service.sandbox.addBankAccount({
				bankCode: '000013',
				accountNumber: '0123456781',
				accountName: 'SOMEBODY ELSE',
				state: 'open',
			});
		const payParameters = {
			...pay("={{ $('Prepare').first().json.approvalDigest }}"),
			accountNameCheck: 'off',
			accountName: '={{ $json.prepared.payeeName }}',
		};
		const result = await approveAndPay((rows) => rows, { payParameters, between: rename });
		expect(messages(result)[0]).toMatch(
			/Not approved: 'INV-1': .*, [A-Z ]+ \(not asked of the bank\)\. Missing: 'INV-1': /,
		);
		expect(sent()).toBe(0);
	});

	test('is not said to be the name that the bank has where nobody asked, and is that name all the same', async () => {
		const unasked = { accountNameCheck: 'off', accountName: '={{ $json.name }}' };
		const nodes = {
			prepareParameters: { ...prepare(), ...unasked },
			payParameters: { ...pay("={{ $('Prepare').first().json.approvalDigest }}"), ...unasked },
		};
		const rows = [row(1, { name: 'A THIEF' })];
		const result = await approveAndPay((given) => given, { rows, ...nodes });
		expect(at(json(result.items('Prepare', 0))[0], 'prepared')).toMatchObject({ status: 'ready', payeeName: null });
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
		['another digest', 'a'.repeat(64), /this run's 3 payouts don't match 'Approval Digest'/],
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
			expect(message).toMatch(/'Approval Digest' is an expression that gave no value/);
		expect(paid()).toEqual([]);
	});

	test('can be paid in a later execution, once', async () => {
		const prepared = await run(service.sandbox, prepare(), { items: ROWS });
		const digest = String(prepared.success[0]?.json.approvalDigest);
		const first = await run(service.sandbox, pay(digest, { payoutsInParallel: 3 }), { items: ROWS });
		expect(first.success).toHaveLength(3);
		const again = await run(service.sandbox, pay(digest), { items: ROWS, onError: 'continueRegularOutput' });
		expect(new Set(again.success.map((item) => at(item.json, 'details', 'cause')))).toEqual(new Set(['alreadyPaid']));
		expect(paid()).toEqual([251_000, 252_000, 253_000]);
	});

	test('goes on after a lost answer, when n8n retries the execution', async () => {
		const prepared = await run(service.sandbox, prepare(), { items: ROWS });
		const digest = String(prepared.success[0]?.json.approvalDigest);
		service.sandbox.faults.add({
			match: { bodyIncludes: '252000', times: 1 },
			fault: { kind: 'status', status: 403, message: 'Forbidden' },
		});
		const failed = await run(service.sandbox, pay(digest), { items: ROWS });
		expect(failed.nodeError).toBeDefined();
		const retried = await run(service.sandbox, pay(digest), { items: ROWS, retryOf: failed });
		expect(retried.nodeError).toBeUndefined();
		expect(retried.success.map((item) => at(item.json, 'payout', 'replayed'))).toEqual([true, false, false]);
		expect(paid()).toEqual([251_000, 252_000, 253_000]);
	});

	test('is not called unpaid where it was paid, when its name can no longer be asked', async () => {
		const prepared = await run(service.sandbox, prepare(), { items: ROWS });
		const digest = String(prepared.success[0]?.json.approvalDigest);
		service.sandbox.faults.add({
			match: { bodyIncludes: '252000', times: 1 },
			fault: { kind: 'status', status: 403, message: 'Forbidden' },
		});
		const failed = await run(service.sandbox, pay(digest), { items: ROWS });
		expect(paid()).toEqual([251_000]);
		service.sandbox.faults.add({
			match: { path: '/bank/name-enquiry' },
			fault: { kind: 'status', status: 400, message: 'Invalid account number or bank code' },
		});
		const { nodeError } = await run(service.sandbox, pay(digest), { items: ROWS, retryOf: failed });
		expect(saidBy(nodeError)).not.toMatch(/account 0123456781/);
		expect(saidBy(nodeError)).toMatch(/Already accepted, not to be sent again \(1\): item 0 \(reference INV-1/);
		expect(paid()).toEqual([251_000]);
	});

	test('is not another deployment or another kind of payment', async () => {
		const prepared = await run(service.sandbox, prepare(), { items: ROWS });
		const digest = String(prepared.success[0]?.json.approvalDigest);
		const live = await run({ url: 'https://localhost:1/api/v1', keys: service.sandbox.keys }, pay(digest), {
			items: ROWS,
			onError: 'continueRegularOutput',
		});
		expect(new Set(live.success.map((item) => at(item.json, 'details', 'outcome')))).toEqual(new Set(['rejected']));
		expect(paid()).toEqual([]);
	});
});

describe('a swap', () => {
	const swap = (options: INodeParameters): INodeParameters => ({
		sourceCurrency: 'NGNKOBO',
		targetCurrency: 'BTCSAT',
		paymentMethod: 'LIGHTNING',
		paymentCurrency: 'BTCSAT',
		amount: '5000',
		amountUnit: 'minor',
		customerReference: 'SWAP-1',
		autopayout: 'false',
		beneficiaryType: 'none',
		sourceWallet: 'NGN',
		payoutReference: '',
		...placed(options),
	});
	const both = (prepared: INodeParameters, given: INodeParameters) => ({
		prepareParameters: { resource: 'payout', operation: 'prepare', payment: 'createAndAccept', ...swap(prepared) },
		payParameters: {
			resource: 'quote',
			operation: 'createAndAccept',
			...swap(given),
			approvalDigest: "={{ $('Prepare').first().json.approvalDigest }}",
		},
	});

	const payee = {
		targetCurrency: 'NGNKOBO',
		sourceCurrency: 'BTCSAT',
		paymentCurrency: 'NGNKOBO',
		amount: '500000',
		sourceWallet: 'BTC',
		beneficiaryType: 'ngn',
		bank: byId('000013'),
		accountNumber: '0123456789',
		accountName: 'Ada Obi',
	};
	const most = { maximumSourceAmount: '100000000' };

	test('is approved by the most it may cost, and makes no quote before', async () => {
		const quotes: number[] = [];
		const result = await approveAndPay((rows) => rows, {
			rows: [{}],
			...both(most, most),
			between: () => quotes.push(service.sandbox.requests.filter(({ method }) => method === 'POST').length),
		});
		expect(quotes).toEqual([0]);
		expect(outcomes(result)).toEqual(['accepted']);
		expect(at(json(result.items('Prepare', 0))[0], 'prepared', 'atMost', 'minor')).toBe('100000000');
	});

	test('is not paid where it may cost more than was approved', async () => {
		const result = await approveAndPay((rows) => rows, {
			rows: [{}],
			...both({ maximumSourceAmount: '100000000' }, { maximumSourceAmount: '200000000' }),
		});
		expect(messages(result)[0]).toMatch(/Not approved: 'SWAP-1': 2,000,000\.00 NGN/);
		expect(paid()).toEqual([]);
	});

	test('that pays somebody is shown with whom, and is not paid to anybody else', async () => {
		const toAccount = { ...payee, accountNumber: '={{ $json.account }}' };
		const { prepareParameters, payParameters } = both(most, most);
		const result = await approveAndPay(([first]) => [{ ...first, account: '0123456782' }], {
			rows: [{ account: '0123456781' }],
			prepareParameters: { ...prepareParameters, ...toAccount },
			payParameters: { ...payParameters, ...toAccount },
		});
		expect(at(json(result.items('Prepare', 0))[0], 'prepared', 'payee')).toMatch(
			/^to account 0123456781 at bank 000013 from BTCSAT/,
		);
		expect(messages(result)[0]).toMatch(/Not approved: .* to account 0123456782 .* Missing: .* to account 0123456781/);
		expect(service.sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
	});

	test.each<[string, INodeParameters, INodeParameters]>([
		['Automatic Payout', { autopayout: 'true' }, {}],
		['Payment Method', { paymentMethod: 'BANKTRANSFER' }, {}],
		['Account Name', { accountName: 'Somebody Else' }, {}],
		['Customer Internal Fee', {}, { customerInternalFee: '500' }],
		['Speed', {}, { speed: 'fast' }],
		['Skip Virtual Account', {}, { skipVirtualAccount: true }],
		['Bank Name', {}, { bankName: 'Another' }],
	])('is not paid with another %s than was approved', async (_, changed, options) => {
		const { prepareParameters, payParameters } = both(most, { ...most, ...options });
		const result = await approveAndPay((rows) => rows, {
			rows: [{}],
			prepareParameters: { ...prepareParameters, ...payee },
			payParameters: { ...payParameters, ...payee, ...changed },
		});
		expect(messages(result)[0]).toMatch(/something else that is sent differs/);
		expect(service.sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
	});

	test('is paid with another customer reference beside the same payout reference', async () => {
		const { prepareParameters, payParameters } = both(most, most);
		const result = await approveAndPay((rows) => rows, {
			rows: [{}],
			prepareParameters: { ...prepareParameters, payoutReference: 'SWAP-1' },
			payParameters: { ...payParameters, payoutReference: 'SWAP-1', customerReference: 'another' },
		});
		expect(outcomes(result)).toEqual(['accepted']);
	});

	test('without a bound is not paid', async () => {
		const result = await approveAndPay((rows) => rows, { rows: [{}], ...both({}, {}) });
		expect(messages(result)[0]).toMatch(/has no bound, so it can't be approved/);
		expect(paid()).toEqual([]);
	});
});

describe('a quote that is accepted', () => {
	const both = (quoteId: string) => ({
		prepareParameters: { ...accept(quoteId), resource: 'payout', operation: 'prepare', payment: 'accept' },
		payParameters: { ...accept(quoteId), approvalDigest: "={{ $('Prepare').first().json.approvalDigest }}" },
	});

	test('is approved at what it costs', async () => {
		const { quoteId = '' } = await makeQuote(service.sandbox);
		const result = await approveAndPay((rows) => rows, { rows: [{}], ...both(quoteId) });
		expect(outcomes(result)).toEqual(['accepted']);
	});

	test.each([
		['costs more by then', '99999900', /'.*': 999,999\.00 NGN \(99999900 kobo\) .* Missing: '.*': [^9]/],
		['says nothing of it by then', undefined, /: an unknown amount .* Missing: /],
	])('is not accepted where it %s', async (_name, totalAmountInSourceCurrency, text) => {
		const { quoteId = '' } = await makeQuote(service.sandbox);
		const quote = {
			id: quoteId,
			sourceCurrency: 'NGNKOBO',
			...(totalAmountInSourceCurrency === undefined ? {} : { totalAmountInSourceCurrency }),
		};
		const reprice = () =>
			service.sandbox.faults.add({
				match: { path: '/order/all' },
				fault: { kind: 'status', status: 200, body: { status: 'ok', data: [{ quotes: [quote] }] } },
			});
		const posts = sent();
		const result = await approveAndPay((rows) => rows, { rows: [{}], ...both(quoteId), between: reprice });
		expect(messages(result)[0]).toMatch(text);
		expect(sent()).toBe(posts);
	});
});

describe('whatever is done to the rows', () => {
	const anyRow = fc.record({
		index: fc.integer({ min: 1, max: 6 }),
		kobo: fc.constantFrom('250000', '251000', '999900'),
	});
	const change = fc.oneof(
		fc.constant((rows: IDataObject[]) => rows),
		fc.constant((rows: IDataObject[]) => [...rows].reverse()),
		fc.nat(4).map((place) => (rows: IDataObject[]) => rows.filter((_, index) => index !== place)),
		fc.record({ at: fc.nat(4), by: anyRow }).map(
			({ at: place, by }) =>
				(rows: IDataObject[]) =>
					rows.map((one, index) => (index === place ? { ...one, kobo: by.kobo } : one)),
		),
		fc.record({ at: fc.nat(4), by: anyRow }).map(
			({ at: place, by }) =>
				(rows: IDataObject[]) =>
					rows.map((one, index) => (index === place ? { ...one, account: `012345678${by.index}` } : one)),
		),
		fc.record({ at: fc.nat(4), other: fc.nat(4) }).map(
			({ at: one, other }) =>
				(rows: IDataObject[]) =>
					rows.map((entry, index) =>
						index === one
							? { ...entry, kobo: rows[other]?.kobo ?? entry.kobo }
							: index === other
								? { ...entry, kobo: rows[one]?.kobo ?? entry.kobo }
								: entry,
					),
		),
		anyRow.map(({ index, kobo }) => (rows: IDataObject[]) => [
			...rows,
			{ ref: `X-${index}`, account: `012345678${index}`, kobo },
		]),
	);
	const same = (rows: IDataObject[]) =>
		JSON.stringify(rows.map(({ ref, account, kobo }) => [ref, account, kobo].join()).sort());

	test('all are paid exactly if all are as approved, and none otherwise', async () => {
		let workflows = 0;
		const rowsOf = fc.uniqueArray(anyRow, { minLength: 1, maxLength: 5, selector: ({ index }) => index });
		await fc.assert(
			fc.asyncProperty(rowsOf, change, async (list, edit) => {
				workflows += 1;
				const { sandbox } = service;
				sandbox.reset();
				const workflowId = `approved ${workflows}`;
				const rows = list.map(({ index, kobo }) => row(index, { kobo }));
				const prepared = await run(sandbox, prepare(), { items: rows, workflowId });
				const now = edit(rows);
				await run(sandbox, pay(String(prepared.success[0]?.json.approvalDigest)), {
					items: now,
					workflowId,
					onError: 'continueRegularOutput',
				});
				expect(paid()).toEqual(same(now) === same(rows) ? rows.map(({ kobo }) => Number(kobo)).sort() : []);
			}),
			{ numRuns: Number(process.env.PROPERTY_RUNS ?? 60) },
		);
	});
});

test('an approval of one workflow pays nothing in its copy, whose record knows nothing', async () => {
	const prepared = await run(service.sandbox, prepare(), { items: ROWS });
	const digest = String(prepared.success[0]?.json.approvalDigest);
	const copy = await run(service.sandbox, pay(digest), {
		items: ROWS,
		workflowId: 'a copy',
		onError: 'continueRegularOutput',
	});
	expect(new Set(copy.success.map((item) => at(item.json, 'details', 'cause')))).toEqual(new Set(['notApproved']));
	expect(paid()).toEqual([]);
});
