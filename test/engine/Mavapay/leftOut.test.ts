/** Rows that an approver removed from an approved list, with every kind of answer that a form can give. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import '../../harness/seed';
import { ends, messages, outcomes, pay, prepare, ROWS, useApproval } from '../../harness/engine/approval';
import { endOf, outcomeOf, run, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const { paid, sent, approveAndPay } = useApproval(service);

afterEach(() => void jest.restoreAllMocks());

const DIGEST = "={{ $('Prepare').first().json.approvalDigest }}";
const leftOut = (text: string, more: INodeParameters = {}) => ({
	...pay(DIGEST, more),
	approvedBy: 'Ngozi Eze',
	leftOut: text,
});
const striking = async (text: string, more: INodeParameters = {}) =>
	await approveAndPay((rows) => rows, { payParameters: leftOut(text, more) });

test.each<[string, string[], number[]]>([
	['[]', ['accepted', 'accepted', 'accepted'], [251_000, 252_000, 253_000]],
	['["INV-2"]', ['accepted', 'leftOut', 'accepted'], [251_000, 253_000]],
	['[" INV‐2 ", " INV‐2 "]', ['accepted', 'leftOut', 'accepted'], [251_000, 253_000]],
	['["INV-1", "INV-2", "INV-3"]', ['leftOut', 'leftOut', 'leftOut'], []],
	['', ['accepted', 'accepted', 'accepted'], [251_000, 252_000, 253_000]],
])('%s leaves out what it names, each in its place', async (text, expected, amounts) => {
	const result = await striking(text);
	expect(outcomes(result)).toEqual(expected);
	expect(paid()).toEqual(amounts);
});

test('Summarize names it where the request had it', async () => {
	const items = (await striking('["INV-2"]', { includeInputFields: true })).items('Pay', 0);
	const { success } = await run(service.sandbox, { resource: 'payout', operation: 'summarize' }, { items });
	expect(String(success[0]?.json.text).match(/^\d+\. [^:]*/gm)).toEqual([
		...['1. accepted, not yet arrived', '2. left out', '3. accepted, not yet arrived'],
	]);
	expect(success[0]?.json.text).toMatch(/^2 payouts accepted by Mavapay: .* Not included: 1 left out\./);
});

test.each<[string, RegExp]>([
	['["INV-9"]', /'Left Out' names 1 reference not in this list: "INV-9"\./],
	['["inv-2"]', /'Left Out' names 1 reference not in this list: "inv-2"\./],
	['["INV-2", "1", "2", "3", "4"]', /names 4 references not in this list: "1", "2", "3"\./],
	['INV-2', /'Left Out' must be a JSON list of texts/],
	['["INV-2", 3]', /'Left Out' must be a JSON list of texts/],
	['{"0": "INV-2"}', /'Left Out' must be a JSON list of texts/],
	['null', /'Left Out' must be a JSON list of texts/],
	['={{ $json.nobody }}', /'Left Out' is an expression that gave nothing: nobody answered/],
	['={{ $json.ref === "INV-1" ? "[]" : "[\\"INV-2\\"]" }}', /'Left Out' must be the same for all items\./],
])('%s pays nobody', async (text, why) => {
	const result = await striking(text);
	expect(messages(result)[0]).toMatch(why);
	expect(sent()).toBe(0);
});

test('a list without its digest pays nobody', async () => {
	const payParameters = { ...pay(''), leftOut: '[]' };
	const result = await approveAndPay((rows) => rows, { payParameters });
	expect(messages(result)[0]).toMatch(/'Left Out' is filled in, but 'Approval Digest' is empty/);
	expect(sent()).toBe(0);
});

test('the whole list is still what was approved: a struck row that is missing refuses all', async () => {
	const result = await approveAndPay(([first, , third]) => [first ?? {}, third ?? {}], {
		payParameters: leftOut('["INV-2"]'),
	});
	expect(new Set(ends(result))).toEqual(new Set(['notApproved']));
	expect(sent()).toBe(0);
});

test('a struck row counts in no total', async () => {
	expect(outcomes(await striking('["INV-2"]', { maximumTotal: '504000' }))).toEqual([
		'accepted',
		'leftOut',
		'accepted',
	]);
});

/** Prepares once, and returns a function that pays in a new execution each time. */
async function prepared(stops = false) {
	const { success } = await run(service.sandbox, prepare(), { items: ROWS });
	const digest = String(success[0]?.json.approvalDigest);
	return async (list: string, more: INodeParameters = {}, items = ROWS) => {
		const result = await run(
			service.sandbox,
			{ ...pay(digest, more), leftOut: list, approvedBy: 'Ngozi Eze' },
			{ items, ...(stops ? {} : { onError: 'continueErrorOutput' as const }) },
		);
		return { ...result, paid: result.success.map(outcome), notPaid: result.errors.map(outcome) };
	};
}
const outcome = ({ json }: INodeExecutionData) => outcomeOf(json);

test('a struck row is never paid under that approval, whatever a later run strikes', async () => {
	const again = await prepared();
	expect(await again('["INV-2"]')).toMatchObject({ paid: ['accepted', 'accepted'], notPaid: ['leftOut'] });
	for (const text of ['', '[]', '["INV-1"]'])
		expect(await again(text, { alreadyRecorded: 'skip' })).toMatchObject({
			paid: ['alreadyPaid', 'alreadyPaid'],
			notPaid: ['leftOut'],
		});
	expect(paid()).toEqual([251_000, 253_000]);
	// An hour later, the row is prepared and approved again, and then paid.
	const anHour = Date.now() + 3_600_000;
	jest.spyOn(Date, 'now').mockImplementation(() => anHour);
	expect(await (await prepared())('[]', {}, ROWS.slice(1, 2))).toMatchObject({ paid: ['accepted'], notPaid: [] });
});

test('with On Error: Stop it is output in its place, and stops nothing', async () => {
	const { success } = await (await prepared(true))('["INV-2"]');
	expect(success.map(outcome)).toEqual(['accepted', 'leftOut', 'accepted']);
	expect(success[1]?.json).toMatchObject({
		payout: { outcome: 'leftOut', reference: 'INV-2', amount: { minor: '252000' }, approvedBy: 'Ngozi Eze' },
	});
});

test('a row that was paid before it was struck says that it was paid', async () => {
	const again = await prepared();
	await again('');
	const { errors } = await again('["INV-2"]');
	expect(errors.map(({ json }) => endOf(json))).toEqual(['alreadyPaid', 'alreadyPaid', 'alreadyPaid']);
	expect(errors.map(({ json }) => String(json.message).includes('The approver left it out.'))).toEqual([
		false,
		true,
		false,
	]);
	const { paid: skipped, hints } = await again('["INV-2"]', { alreadyRecorded: 'skip' });
	expect(skipped).toEqual(['alreadyPaid', 'alreadyPaid', 'alreadyPaid']);
	expect(hints).toMatchObject([
		{ message: '3 paid before' },
		{ message: 'A payout that the approver left out was already paid.' },
	]);
});

test('a dry run strikes nothing out for later', async () => {
	const again = await prepared();
	expect(await again('["INV-2"]', { validateOnly: true })).toMatchObject({
		paid: ['notSent', 'notSent'],
		notPaid: ['leftOut'],
	});
	expect((await again('[]')).paid).toEqual(['accepted', 'accepted', 'accepted']);
});
