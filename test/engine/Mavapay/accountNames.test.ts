/** Expected account names and the names that banks return: which pairs are paid with an approval, which without. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { at } from '../../cases/case';
import { saidBy } from '../../harness/engine';
import { pay, prepare, row, useApproval, outcomes } from '../../harness/engine/approval';
import { json, openAccount, run, summaryOf, useSandbox } from '../../harness/engine/mavapay';
import { NAME_PAIRS } from '../../harness/names/corpus';

const service = useSandbox();
const { approveAndPay, paid } = useApproval(service);

const expecting = { expectedAccountName: '={{ $json.expected }}' };
const DIGEST = "={{ $('Prepare').first().json.approvalDigest }}";
const approved = { ...expecting, approvedBy: 'Ngozi' };

/** Opens an account for each pair, and gives the rows that pay them. */
function rowsOf(pairs: typeof NAME_PAIRS): IDataObject[] {
	return pairs.map(({ expected, registered }, place) => {
		const account = String(1_000_000_000 + place);
		openAccount(service.sandbox, '000013', account, registered);
		return row(place, { account, expected });
	});
}

const summarise = async (prepared: IDataObject[]) => await summaryOf(service.sandbox, prepared);

/** Every fourth pair and the last 52: a run of all pairs takes a minute of name enquiries. */
const ROWS = NAME_PAIRS.filter((_, place) => place % 4 === 1 || place >= NAME_PAIRS.length - 52);
const count = (...kinds: string[]) => ROWS.filter(({ is }) => kinds.includes(is)).length;

test('with one those with more words are paid besides, each of them under what to look at first, with both names', async () => {
	const rows = rowsOf(ROWS);
	const result = await approveAndPay((given) => given.filter((item) => at(item, 'prepared', 'status') === 'ready'), {
		rows,
		prepareParameters: { ...prepare(), ...expecting },
		payParameters: { ...pay(DIGEST), ...approved },
	});
	expect(outcomes(result)).toEqual(ROWS.filter(({ is }) => is !== 'other').map(() => 'accepted'));
	expect(paid()).toHaveLength(count('same', 'hasMore'));

	const prepared = json(result.items('Prepare', 0));
	expect(prepared.map((item) => at(item, 'prepared', 'payeeName'))).toEqual(ROWS.map(({ registered }) => registered));
	expect(prepared.map((item) => at(item, 'prepared', 'needsApproval'))).toEqual(ROWS.map(({ is }) => is === 'hasMore'));
	const summary = await summarise(prepared);
	const text = String(at(summary, 'text')).split('\n\n');
	const marked = text.filter((line) => /\nTO A .*: the bank /.test(line));
	expect(marked).toHaveLength(count('hasMore'));
	expect(marked.filter((line) => !/\nto .+ \(expected ".+"\)\n/.test(line))).toEqual([]);
	// In the text, payments to companies come before payments to people.
	const [first = -1, last = -1] = [text.indexOf(marked[0] ?? ''), text.indexOf(marked.at(-1) ?? '')];
	expect(last - first).toBe(marked.length - 1);
	const ofCompanies = marked.map((line) => /\b(LTD|PLC|LIMITED|VENTURES|CO|POS|SONS|PHARMACY)\b/i.test(line));
	expect(ofCompanies.join(' ')).toMatch(/^(true )+(false ?)+$/);
});

test('without Approved By the digest alone lets no name with more words pass', async () => {
	const rows = rowsOf([{ expected: 'Ada Obi', registered: 'ADA CHIOMA OBI', is: 'hasMore' }]);
	const result = await approveAndPay((given) => given, {
		rows,
		prepareParameters: { ...prepare(), ...expecting },
		payParameters: { ...pay(DIGEST), ...expecting },
	});
	expect(at(json(result.items('Pay', 0))[0], 'details', 'cause')).toBe('nameHasMore');
	expect(paid()).toEqual([]);
});

test('with one a name of two parts is paid at a bank By Name or Code, whose line has it as typed and as it was found', async () => {
	const rows = rowsOf([{ expected: 'Ada Obi', registered: 'ADA CHIOMA OBI', is: 'hasMore' }]);
	const written = { bank: { __rl: true, mode: 'nameOrCode', value: 'GTB' } };
	const result = await approveAndPay((given) => given, {
		rows,
		prepareParameters: { ...prepare(), ...expecting, ...written },
		payParameters: { ...pay(DIGEST), ...approved, ...written },
	});
	expect(outcomes(result)).toEqual(['accepted']);
	const summary = await summarise(json(result.items('Prepare', 0)));
	expect(at(summary, 'text')).toContain(
		`TO A NAME THAT ISN'T THE EXPECTED ONE: the bank adds "CHIOMA"\nTO A NEW PAYEE\nto "ADA CHIOMA OBI" (expected "Ada Obi")\naccount 1000000000 at Guaranty Trust Bank, typed as "GTB"\n`,
	);
});

test.each([
	['АВА ОСАЕ', 'has "А" (U+0410), which isn\'t one of A to Z'],
	['N/A', 'is "N/A", which names nobody'],
])('nobody is asked for the name %p', async (expected, reason) => {
	const rows = rowsOf([{ expected, registered: 'ABA OCAE', is: 'other' }]);
	const parameters: INodeParameters = { ...pay('', { skipChecks: true }), expectedAccountName: expected };
	const { nodeError } = await run(service.sandbox, parameters, { items: [{ json: rows[0] ?? {} }] });
	expect(saidBy(nodeError)).toContain(`'Expected Account Name' ${reason}`);
	expect(service.sandbox.requests).toEqual([]);
});

test('an approver reads both names wherever they are not the same word for word, and one where they are', async () => {
	const rows = rowsOf([
		{ expected: 'Ada Obi', registered: 'ADA OBI', is: 'same' },
		{ expected: 'Obi Ada', registered: 'ADA OBI', is: 'same' },
		{ expected: 'Adaeze Foods Limited', registered: 'ADAEZE FOODS LTD', is: 'same' },
	]);
	const { success } = await run(
		service.sandbox,
		{ ...prepare(), ...expecting },
		{ items: rows.map((item) => ({ json: item })) },
	);
	const text = String(at(await summarise(json(success)), 'text'));
	expect(text.match(/^to .*/gm)).toEqual([
		'to "ADAEZE FOODS LTD" (expected "Adaeze Foods Limited")',
		'to "ADA OBI" (expected "Obi Ada")',
		'to "ADA OBI"',
	]);
});
