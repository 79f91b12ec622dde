/** The approver's name is shown and stored. Without it, a digest allows no payment that a person must decide on. */
import type { INodeParameters } from 'n8n-workflow';
import { at } from '../../cases/case';
import { bankPayout } from '../../cases/withdrawal';
import { saidBy } from '../../harness/engine';
import { messages, outcomes, pay, row, useApproval } from '../../harness/engine/approval';
import { json, run, summaryOf, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const { paid, sent, approveAndPay } = useApproval(service);

const DIGEST = "={{ $('Prepare').first().json.approvalDigest }}";

/** The approver in the output of each paid row; the distinct outcomes and messages if nothing was paid. */
async function approvedBy(written: unknown, rows = [row(1), row(2)]) {
	const payParameters: INodeParameters = JSON.parse(JSON.stringify({ ...pay(DIGEST), approvedBy: written }));
	const result = await approveAndPay((given) => given, { rows, payParameters });
	return paid().length > 0
		? json(result.items('Pay', 0)).map((item) => at(item, 'payout', 'approvedBy'))
		: [...new Set([...outcomes(result), ...messages(result)])];
}

test('it stands in payout.approvedBy, in one line, and nowhere else', async () => {
	expect(await approvedBy('  Ada\u202E Obi\n-5 paid  ')).toEqual(['Ada Obi -5 paid', 'Ada Obi -5 paid']);
	expect(JSON.stringify(service.sandbox.requests)).not.toContain('Ada');
});

test('it may differ by item, and be a number, as the user ID of a chat is', async () => {
	const rows = [row(1, { by: 'Ada' }), row(2, { by: 77 })];
	expect(await approvedBy('={{ $json.by }}', rows)).toEqual(['Ada', '77']);
});

test('it is no member of the output where nobody is named', async () => {
	expect(await approvedBy('')).toEqual([undefined, undefined]);
});

test.each<[string, unknown, RegExp]>([
	['an expression that gives nothing', '={{ $json.data.responder.name }}', /is an expression that gave nothing/],
	['an expression that gives a blank', '={{ "  " }}', /is an expression that gave nothing: nobody answered/],
	['only characters that nobody sees', '\u200b', /contains only invisible characters/],
	['more than 200 characters', 'x'.repeat(201), /has 201 characters, more than the 200 allowed/],
	['a condition that gives text', '={{ "" + false }}', /is "false", which is nobody's name/],
	['the answer of who declined', 'Declined', /is "Declined", which is nobody's name/],
	['a list', '={{ ["Ada", "Obi"] }}', /must be text, but is a list/],
	['a cell that a spreadsheet could not fill in', '={{ "#N/A" }}', /is #N\/A/],
])('%s pays nothing', async (_, written, said) => {
	expect((await approvedBy(written)).join()).toMatch(said);
	expect(sent()).toBe(0);
});

test('where it is missing for one row, the others are not paid either', async () => {
	const [...said] = await approvedBy('={{ $json.by }}', [row(1, { by: 'Ada' }), row(2)]);
	expect(said.join()).toMatch(
		/nothing is sent until all pass.*nobody answered|nobody answered.*nothing is sent until all pass/,
	);
	expect(sent()).toBe(0);
});

test('without a digest it is refused, since nothing says what was approved', async () => {
	const parameters = { ...bankPayout, payoutReference: 'A-1' };
	const { nodeError } = await run(service.sandbox, { ...parameters, approvedBy: 'Ada' });
	expect(saidBy(nodeError)).toMatch(/'Approved By' is filled in, but 'Approval Digest' is empty/);
	expect(sent()).toBe(0);
});

test('it stays with a payment whose outcome is unknown, on its item and in what Summarize says of it', async () => {
	service.sandbox.faults.add({ match: { method: 'POST', times: 1 }, fault: { kind: 'dropAfter' } });
	const payParameters = { ...pay(DIGEST), approvedBy: 'Ada' };
	const result = await approveAndPay((given) => given, { rows: [row(1), row(2)], payParameters });
	const items = json(result.items('Pay', 0)).map((item) => structuredClone(item));
	expect(items.map((item) => [at(item, 'details', 'outcome'), at(item, 'details', 'approvedBy')])).toEqual([
		['unknown', 'Ada'],
		['notSent', undefined],
	]);
	expect((await summaryOf(service.sandbox, items)).text).toContain('\nApproved by "Ada".\n');
});

test('what a row says of its approver is no approval, and reaches no summary', async () => {
	const items = [{ approvedBy: 'CEO', payout: { reference: 'A', outcome: 'accepted', amount: null } }];
	expect((await summaryOf(service.sandbox, items)).text).not.toContain('CEO');
});

test.each([
	"={{ 'by ' + $json.data?.responder?.name }}",
	'=by {{ $json.data?.responder?.name }}',
	"={{ 'by ' + $json.data.responder.name }}",
])('%s: words around a name that is missing are nobody', async (written) => {
	expect((await approvedBy(written)).join()).toMatch(/nobody answered/);
	expect(sent()).toBe(0);
	expect(await approvedBy(written, [row(1, { data: { responder: { name: 'Ada' } } })])).toEqual(['by Ada']);
});
