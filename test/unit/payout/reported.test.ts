/** What is written to n8n's log about a payment that a person has to look at. Engine tests check the line itself. */
import { failed, lost, rejected } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { rowOf, WORKFLOW_ID } from '../../harness/payout/rows';
import { plan } from '../../harness/payout/plans';

type Line = [string, Readonly<Record<string, string>>];

async function linesOf(fixture: Fixture, paying = plan()): Promise<Line[]> {
	const lines: Line[] = [];
	await fixture.run([paying], { report: (line, facts) => lines.push([line, facts]) });
	return lines;
}

const cancelOnceClaimed = (fixture: Fixture) => {
	fixture.rows.after = (method, key) => {
		if (method === 'insert' && key === rowOf('INV-1')) fixture.cancelled = true;
	};
};

it.each<[outcome: string, (fixture: Fixture) => void]>([
	['unknown', (fixture) => (fixture.endings = [lost])],
	['failed', (fixture) => (fixture.endings = [failed()])],
	['accepted', (fixture) => fixture.rows.fail('insert', ':paid')],
	[
		'rejected',
		(fixture) => {
			fixture.endings = [rejected];
			fixture.rows.fail('insert', ':refused');
		},
	],
	[
		'notSent',
		(fixture) => {
			cancelOnceClaimed(fixture);
			fixture.rows.fail('insert', ':refused');
		},
	],
])('%s and left open: with the claim, and not again where a later try only repeats it', async (outcome, given) => {
	const fixture = new Fixture();
	given(fixture);
	const facts = { outcome, reference: 'INV-1', executionId: 'execution 1', workflowId: WORKFLOW_ID };
	expect(await linesOf(fixture)).toEqual([['payment left open', { ...facts, claim: expect.any(String) }]]);
	expect(await linesOf(fixture)).toEqual([]);
});

it('names no claim where the record could not be used before there was one', async () => {
	const fixture = new Fixture();
	fixture.rows.fail('insert', ':0');
	expect(await linesOf(fixture)).toEqual([
		[
			"payment not sent, since the record of payouts couldn't be used",
			{ reference: 'INV-1', executionId: 'execution 1', workflowId: WORKFLOW_ID },
		],
	]);
});

it.each([
	['rent 0123456789/11', 'rent …/11'],
	['0123456789 of Adaeze', '… of …'],
	['1234 of bank', '1234 of bank'],
])('leaves the payee out of the reference %j', async (reference, told) => {
	const fixture = Fixture.ending(lost);
	const paysTo = { kind: 'account', bank: '1234', accountNumber: '0123456789', bankName: 'Adaeze' } as const;
	expect(await linesOf(fixture, plan({ payout: { reference }, paysTo }))).toMatchObject([
		[expect.any(String), { reference: told }],
	]);
});
