/**
 * n8n empties a collection that is written as one expression before the node reads it. The guards of a payment still
 * hold: for every guard of every payment, nothing is paid.
 */
import type { INodeParameters } from 'n8n-workflow';
import { operations } from '../../../nodes/Mavapay/operations';
import { sandboxCases, stored } from '../../cases';
import { makeQuote } from '../../cases/quoteParts';
import { saidBy } from '../../harness/engine';
import { arranged, run, sent, useSandbox } from '../../harness/engine/mavapay';
import { accept, createAndAccept } from '../../harness/quoteParameters';

const service = useSandbox();

/** A payment's options, written as one expression. */
const ONE_EXPRESSION = { options: '={{ { onUnknown: "continue", validateOnly: true } }}' };

/** Parameters of payments whose first case doesn't fit the values in HELD. */
const OTHERS: Readonly<Record<string, () => Promise<INodeParameters> | INodeParameters>> = {
	accept: async () => ({
		...accept,
		quoteId: (await makeQuote(service.sandbox)).quoteId ?? '',
		payoutReference: 'Q-1',
	}),
	createAndAccept: () => createAndAccept,
};

const payments = operations.filter(({ effect }) => effect === 'pay');

/** Parameters of a payment that succeeds: from OTHERS, or from the payment's first sandbox case in test/cases. */
async function paymentOf(operation: string): Promise<INodeParameters> {
	const one = sandboxCases.find((each) => each.operation.effect === 'pay' && each.operation.operation === operation);
	if (one === undefined) throw new Error(`${operation} has no case with sandbox in test/cases`);
	return (await OTHERS[operation]?.()) ?? stored(one, await arranged(one, service.sandbox));
}

/** For each guard, a value that must stop the payment, and the expected error; null if a dry run is output instead. */
const HELD: Readonly<Record<string, readonly [value: unknown, said: RegExp | null]>> = {
	maximumAmount: ['1', /Refused by a limit/],
	maximumTotal: ['1', /Refused by a limit/],
	newPayees: ['refuseNew', /New payee/],
	supplier: ['={{ "" }}', /'Supplier' is an expression that gave no value/],
	validateOnly: [true, null],
	approvalDigest: ['d'.repeat(64), /Approval Digest/],
	approvedBy: ['={{ "" }}', /'Approved By' is an expression that gave nothing: nobody answered/],
	expectedAccountName: ['Somebody Else', /belongs to/],
	minimumTargetAmount: ['900000000', /'Minimum Target Amount'/],
	payoutReference: ['={{ "" }}', /'Payout Reference' is an expression that returned nothing/],
};

const SOMEBODY = {
	...{ amountIs: 'arrives', sendTo: 'somebody', beneficiaryType: 'btc' },
	...{ btcDestination: 'lnAddress', lnAddress: 'ada@example.com' },
};

/** More parameters for swaps, without which these guards have no payee to check. */
const SWAP_NEEDS: Readonly<Record<string, INodeParameters>> = {
	newPayees: { ...SOMEBODY, maximumAmount: '900000000' },
	supplier: { ...SOMEBODY, maximumAmount: '900000000' },
};

/** A payment by a quote can be approved only with a maximum amount. */
const BOUNDED = { maximumAmount: '900000000' };

const guarded = payments.flatMap(({ operation, fields }) =>
	Object.keys(HELD)
		.filter((guard) => guard in fields)
		.map((guard) => [operation, guard] as const),
);

test.each(guarded)('%s: %s holds', async (operation, guard) => {
	const [value, said] = HELD[guard] ?? ['', null];
	const parameters = { ...(await paymentOf(operation)), ...ONE_EXPRESSION };
	const needs = operation === 'createAndAccept' ? (SWAP_NEEDS[guard] ?? {}) : {};
	const limits = guard === 'approvalDigest' ? { ...needs, ...BOUNDED } : needs;
	service.sandbox.clearRequests();
	const held = await run(service.sandbox, JSON.parse(JSON.stringify({ ...parameters, ...limits, [guard]: value })));
	const pays = sent(service.sandbox).filter(({ path }) => /withdraw|accept/.test(path));
	expect(pays).toEqual([]);
	if (said === null) expect(held.nodeError).toBeUndefined();
	else expect(saidBy(held.nodeError)).toMatch(said);
});

test.each(
	payments.flatMap(({ operation }) =>
		['false', '={{ "false" }}', 'true', '={{ "no" }}', '={{ 0 }}'].map((given) => [operation, given] as const),
	),
)('%s pays nothing where Validate Only is %s, which is neither true nor false', async (operation, validateOnly) => {
	const parameters = await paymentOf(operation);
	service.sandbox.clearRequests();
	const { nodeError } = await run(service.sandbox, { ...parameters, validateOnly });
	expect(saidBy(nodeError)).toMatch(/'Validate Only' must be true or false, but is (text|a number)/);
	expect(sent(service.sandbox)).toEqual([]);
});

test("Get New runs without its options, though every text has a method named as its option 'Repeat'", async () => {
	const { nodeError } = await run(
		service.sandbox,
		{ resource: 'transaction', operation: 'getNew', options: '={{ { lookBack: 48 } }}' },
		{ workflowId: 'options-dropped' },
	);
	expect(nodeError).toBeUndefined();
	expect(sent(service.sandbox)).not.toEqual([]);
});
