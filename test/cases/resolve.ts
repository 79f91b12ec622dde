/** A payment whose response was lost, and its fate according to Mavapay, for each key by which it can be looked up. */
import type { INodeParameters } from 'n8n-workflow';
import { payoutReferenceResolve } from '../../nodes/Mavapay/operations/payoutReference/resolve';
import type { Sandbox } from '../../sandbox';
import { get, money, type Case, type Made, type SandboxCase } from './case';
import { makeQuote } from './quoteParts';
import { bankPayout, toStablecoin } from './withdrawal';

type Run = (parameters: INodeParameters) => Promise<unknown>;

/** Pays, and loses the response after Mavapay did what was asked. */
async function lose(sandbox: Sandbox, run: Run, parameters: INodeParameters): Promise<string> {
	sandbox.configure({ settleAfterMs: 0 });
	sandbox.faults.add({ match: { method: 'POST', times: 1 }, fault: { kind: 'dropAfter' } });
	await run(parameters);
	return sandbox.transactions[0]?.id ?? '';
}

export const toLightning = (invoice: string): INodeParameters => ({
	resource: 'withdrawal',
	operation: 'toLightning',
	invoice,
	memo: '',
	payoutReference: '',
	options: {},
});
export const accept = (quoteId: string): INodeParameters => ({
	resource: 'quote',
	operation: 'accept',
	quoteId,
	sourceWallet: 'NGN',
	payoutReference: '',
	options: {},
});

const UNKNOWN_AMOUNT = { amount: '', amountUnit: 'minor', currency: 'NGN', sentAfter: '', sentBefore: '', options: {} };
const asParameters = (reference: string, lookUpBy: string, value: string): INodeParameters => ({
	...UNKNOWN_AMOUNT,
	reference,
	lookUpBy,
	value,
});

/** Members of a claim whose payment was sent a moment ago, too early to release it. */
const CLAIMED = {
	claim: expect.any(String),
	lookAgainAt: expect.any(String),
	lookAgainInWords: expect.any(String),
};

const MARK =
	"To record it, run 'Payout Reference: Mark Paid' in this same workflow with this transaction, or turn on 'Update Record'.";
const succeeded = (reference: string, transactionId: string) => [
	{
		reference,
		state: 'unknown',
		previousState: 'unknown',
		resolution: 'paid',
		transactionId,
		why: `Transaction ${transactionId} succeeded. ${MARK}`,
		recordChanged: false,
		...CLAIMED,
	},
];

async function lostInvoice(sandbox: Sandbox, run: Run): Promise<Made> {
	const { invoice, paymentHash } = sandbox.makeInvoice({ amountMsat: '2500000' });
	return { paymentHash, transactionId: await lose(sandbox, run, toLightning(invoice)) };
}

async function lostQuote(sandbox: Sandbox, run: Run): Promise<Made> {
	const made = await makeQuote(sandbox);
	return { ...made, transactionId: await lose(sandbox, run, accept(made.quoteId ?? '')) };
}

async function lostBank(sandbox: Sandbox, run: Run): Promise<Made> {
	return { transactionId: await lose(sandbox, run, bankPayout) };
}

const PAYEE = {
	value: '0123456789',
	amount: '2500.00',
	amountUnit: 'major',
	currency: 'NGN',
	sentAfter: '2020-01-01T00:00:00.000Z',
	sentBefore: '2099-01-01T00:00:00.000Z',
};
/** The dates of the search: from 1 day before `sentAfter` to 8 days after `sentBefore`, since payments settle later. */
const PERIOD = { startDate: '2019-12-31T00:00:00.000Z', endDate: '2099-01-09T00:00:00.000Z' };
const ORDERS = get('/order/all');
const listed = (more: Record<string, string> = {}, limit = '100') =>
	get('/transactions', { ...more, type: 'WITHDRAWAL', page: '1', limit });

const likely = (transactionId: string, createdAt: unknown, reference = 'INV-1', major = '2500.00') => [
	{
		reference,
		state: 'unknown',
		previousState: 'unknown',
		resolution: 'likelyPaid',
		transactionId,
		why: `Transaction ${transactionId} fits this payment, but may be another payment like it. The record was not changed: if the transaction matches the bill, run 'Payout Reference: Mark Paid' in this same workflow with its ID.`,
		recordChanged: false,
		...CLAIMED,
		candidates: [
			{
				transactionId,
				type: 'WITHDRAWAL',
				status: 'SUCCESS',
				amount: money(major.replace('.', ''), 'NGN'),
				createdAt,
			},
		],
	},
];

export const resolveCases: readonly (Case & SandboxCase)[] = [
	{
		operation: payoutReferenceResolve,
		name: 'by payment hash',
		parameters: ({ paymentHash = '' }) => asParameters(paymentHash, 'paymentHash', paymentHash),
		requests: ({ paymentHash = '' }) => [get('/transaction', { hash: paymentHash })],
		sandbox: {
			arrange: lostInvoice,
			output: (_, { paymentHash = '', transactionId = '' }) => succeeded(paymentHash, transactionId),
		},
	},
	{
		operation: payoutReferenceResolve,
		name: 'by quote',
		parameters: ({ quoteId = '' }) => asParameters(quoteId, 'quoteId', quoteId),
		requests: ({ orderId = '' }) => [ORDERS, get('/transaction', { orderId })],
		sandbox: {
			arrange: lostQuote,
			output: (_, { quoteId = '', transactionId = '' }) => succeeded(quoteId, transactionId),
		},
	},
	{
		operation: payoutReferenceResolve,
		name: 'by the reference of its quote, never for certain',
		parameters: ({ quoteId = '' }) => ({
			...PAYEE,
			reference: quoteId,
			lookUpBy: 'customerReference',
			value: 'order-17',
			amount: '5000.00',
			options: { updateRecord: true },
		}),
		requests: ({ orderId = '' }) => [ORDERS, get('/transaction', { orderId }), listed(PERIOD)],
		sandbox: {
			arrange: lostQuote,
			output: (_, { quoteId = '', transactionId = '' }) =>
				likely(transactionId, expect.stringMatching(/^20/), quoteId, '5000.00'),
		},
	},
	{
		operation: payoutReferenceResolve,
		name: 'by a reference that Mavapay does not show',
		parameters: {
			...PAYEE,
			reference: 'S-1',
			lookUpBy: 'customerReference',
			value: 'S-1',
			options: { updateRecord: true },
		},
		requests: [ORDERS, listed(PERIOD)],
		sandbox: {
			arrange: async (sandbox, run) => ({ transactionId: await lose(sandbox, run, toStablecoin) }),
			output: () => [
				{
					reference: 'S-1',
					state: 'unknown',
					previousState: 'unknown',
					resolution: 'open',
					transactionId: null,
					why: `Mavapay shows no such payment, not counting any recorded for other references of this workflow. The payment may have been made, and appear later. Look again later, also in the Mavapay dashboard, then run 'Payout Reference: Mark Paid' or 'Release' in this same workflow. Release a reference only if Mavapay shows its payment as FAILED, or Mavapay's support says that it wasn't made. A payment that Mavapay doesn't show, or shows as PENDING, may still go through; for a bank payment, look again on the next working day. If you pay the bill under another reference or by hand meanwhile, it may be paid twice.`,
					recordChanged: false,
					...CLAIMED,
				},
			],
		},
	},
	{
		operation: payoutReferenceResolve,
		name: 'by payee',
		parameters: { reference: 'INV-1', lookUpBy: 'payee', ...PAYEE, options: { updateRecord: true } },
		requests: [listed({ currency: 'NGN', ...PERIOD })],
		sandbox: {
			arrange: lostBank,
			output: (_, { transactionId = '' }) => likely(transactionId, expect.stringMatching(/^20/)),
		},
	},
];
