/** Include Input Fields: a result row is the row of the sheet with its outcome, in every mode of On Error. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DEMO_ADDRESSES } from '../../../sandbox';
import { HIT, ITEMS, parametersOf, runFaulty } from '../../harness/engine/threeItems';
import { timesPaid } from '../../harness/engine/threeOutcomes';
import { at, placed } from '../../cases/case';
import { callTool, json, run, surroundings, TOOL_LIMITS, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
const ON: INodeParameters = { includeInputFields: true };

/** The columns added to the row of an accepted payment, with changes in `more`. */
const columns = (more: IDataObject = {}) => ({
	payoutOutcome: 'accepted',
	payoutReference: expect.any(String),
	payoutTransactionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
	payoutQuoteId: '',
	payoutAmount: '1.00',
	payoutCurrency: 'USDT',
	payoutMessage: '',
	payoutCause: '',
	payoutClaim: '',
	...more,
});
const REFUSED = {
	payoutOutcome: 'rejected',
	payoutTransactionId: '',
	payoutCause: 'insufficientFunds',
	payoutMessage: expect.stringMatching(/^Insufficient funds: .*payout reference: /),
};
const refuseTheSecond = () =>
	service.sandbox.faults.add({
		match: { bodyIncludes: HIT },
		fault: { kind: 'status', status: 400, message: 'Insufficient balance' },
	});

const rows = ITEMS.map(({ id }, index) => ({ id, Supplier: `S${index}`, amount: '12', nested: { a: [1] } }));

describe('what went through', () => {
	test('of a row that a check refuses it keeps the payout reference', async () => {
		const { success } = await run(
			service.sandbox,
			{
				...parametersOf('pay'),
				payoutReference: '={{ $json.payoutReference }}',
				amount: '={{ $json.amount }}',
				...placed(ON),
			},
			{ items: [{ payoutReference: 'INV-1', amount: 'abc' }], onError: 'continueRegularOutput' },
		);
		expect(json(success)).toMatchObject([
			{ payoutReference: 'INV-1', payoutOutcome: 'rejected', details: { reference: 'INV-1' } },
		]);
	});

	test('has the files of the row', async () => {
		const binary = { slip: { data: 'AAAA', mimeType: 'application/pdf' } };
		refuseTheSecond();
		const { success } = await runFaulty(service.sandbox, 'pay', 'continueRegularOutput', {
			items: rows.map((row) => ({ json: row, binary })),
			options: ON,
		});
		expect(success.map((item) => item.binary)).toEqual([binary, binary, binary]);
	});

	test('is off by default, and off where an expression says so or says nothing', async () => {
		const options = { includeInputFields: '={{ $json.include }}' };
		const items = [{ id: ITEMS[0]?.id }, { id: ITEMS[1]?.id, include: false }, { id: ITEMS[2]?.id, include: 'true' }];
		const { success } = await runFaulty(service.sandbox, 'pay', 'stopWorkflow', { items, options });
		expect(json(success).map((item) => [at(item, 'payout', 'outcome'), item.payoutOutcome])).toEqual([
			['accepted', undefined],
			['accepted', undefined],
			[undefined, 'accepted'],
		]);
		expect(success[2]?.json.include).toBe('true');
	});
});

describe('what did not go through', () => {
	test('has row, columns, error, message and details with On Error: Continue', async () => {
		refuseTheSecond();
		const { success } = await runFaulty(service.sandbox, 'pay', 'continueRegularOutput', { items: rows, options: ON });
		const message = success[1]?.json.payoutMessage;
		expect(json(success)).toEqual([
			{ ...rows[0], ...columns() },
			{
				...rows[1],
				...columns(REFUSED),
				error: message,
				message,
				details: expect.objectContaining({ outcome: 'rejected', cause: 'insufficientFunds', reference: HIT }),
			},
			{ ...rows[2], ...columns() },
		]);
	});

	test("has this run's columns on the error output too, where n8n adds the row, and its files", async () => {
		refuseTheSecond();
		const binary = { slip: { data: 'AAAA', mimeType: 'application/pdf' } };
		const lastWeek = { payoutOutcome: 'accepted', payoutClaim: 'old', payoutMessage: '' };
		const items = rows.map((row) => ({ json: { ...row, ...lastWeek }, binary }));
		const { success, errors } = await runFaulty(service.sandbox, 'pay', 'continueErrorOutput', { items, options: ON });
		expect(json(success)).toEqual([rows[0], rows[2]].map((row) => ({ ...row, ...columns() })));
		const message = errors[0]?.json.message;
		expect(errors).toEqual([
			{
				json: {
					...rows[1],
					...columns({ ...REFUSED, payoutMessage: message }),
					error: message,
					message,
					details: expect.objectContaining({ cause: 'insufficientFunds' }),
				},
				binary,
				pairedItem: { item: 1 },
			},
		]);
	});

	test('a credential that cannot be used leaves the rows whole', async () => {
		const more = {
			...surroundings(service.sandbox, { baseUrl: 'no address' }),
			items: rows,
			onError: 'continueRegularOutput' as const,
		};
		const { success } = await run(service.sandbox, parametersOf('pay', ON), more);
		expect(json(success)).toEqual(
			rows.map((row) =>
				expect.objectContaining({ ...row, payoutOutcome: 'rejected', payoutCause: 'invalidCredential' }),
			),
		);
	});
});

describe('Retry On Fail', () => {
	const again = { retryOnFail: true, maxTries: 3 };

	test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'takes no row for a failure because of its own error: %s',
		async (onError) => {
			const items = rows.map((row) => ({ ...row, error: 'of the row' }));
			const { success, tries } = await runFaulty(service.sandbox, 'pay', onError, { items, options: ON, ...again });
			expect(tries).toBe(1);
			expect(json(success).map(({ inputError, payoutOutcome }) => [inputError, payoutOutcome])).toEqual(
				Array(3).fill(['of the row', 'accepted']),
			);
			expect(timesPaid(service.sandbox)).toEqual([1, 1, 1]);
		},
	);
});

describe.each(['engine', 'connection'] as const)('as a tool on the %s path', (path) => {
	const parameters = (options: INodeParameters): INodeParameters => ({
		...parametersOf('pay'),
		address: DEMO_ADDRESSES.trc20,
		customerReference: '',
		...TOOL_LIMITS,
		allowedPayees: DEMO_ADDRESSES.trc20,
		...placed(options),
	});

	test('the model is told the outcome in the columns', async () => {
		const [said] = await callTool(service.sandbox, path, parameters(ON));
		expect(said).toContain('"payoutOutcome":"accepted"');
		expect(service.sandbox.ledger.payouts({})).toHaveLength(1);
	});
});
