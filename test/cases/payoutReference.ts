/** Operations on the record of payout references. Only one sends a request, for the account. */
import {
	payoutReferenceChangeAccount,
	payoutReferenceCheck,
	payoutReferenceGetBudget,
	payoutReferenceHalt,
	payoutReferenceMarkPaid,
	payoutReferenceRelease,
	payoutReferenceResume,
} from '../../nodes/Mavapay/operations/payoutReference/payoutReference';
import { get, textAt, type AtSandbox, type Case } from './case';
import { bankPayout } from './withdrawal';

/** Pays the reference, and returns the claim that Check gives. */
const payFirst: AtSandbox['arrange'] = async (_sandbox, run) => {
	await run(bankPayout);
	const found = await run({ resource: 'payoutReference', operation: 'check', reference: 'INV-1' });
	return { claim: textAt(found, 'success', 0, 'json', 'claim') };
};

export const payoutReferenceCases: readonly Case[] = [
	{
		operation: payoutReferenceChangeAccount,
		parameters: {},
		requests: [get('/wallet')],
		sandbox: {
			arrange: async (_sandbox, run) => {
				await run({ resource: 'payoutReference', operation: 'halt' });
				return {};
			},
			output: () => [{ account: 'named', changed: false }],
		},
	},
	{
		operation: payoutReferenceCheck,
		parameters: { reference: 'INV-1' },
		requests: [],
		sandbox: { output: () => [{ reference: 'INV-1', state: 'free' }] },
	},
	{
		operation: payoutReferenceRelease,
		parameters: ({ claim = '' }) => ({ reference: 'INV-1', claim, options: { releasePaid: true, releaseEarly: true } }),
		requests: [],
		sandbox: {
			arrange: payFirst,
			output: () => [{ reference: 'INV-1', state: 'free', previousState: 'paid', released: true }],
		},
	},
	{
		operation: payoutReferenceMarkPaid,
		parameters: ({ claim = '' }) => ({ reference: 'INV-1', claim, transactionId: '' }),
		requests: [],
		sandbox: {
			arrange: payFirst,
			output: () => [{ reference: 'INV-1', state: 'paid', previousState: 'paid', transactionId: null }],
		},
	},
	{
		operation: payoutReferenceGetBudget,
		parameters: {},
		requests: [],
		sandbox: { output: () => [{ budgets: [], mostUsedPercent: 0 }] },
	},
	{
		operation: payoutReferenceHalt,
		parameters: {},
		requests: [],
		sandbox: { output: () => [{ halted: true, changed: true }] },
	},
	{
		operation: payoutReferenceResume,
		parameters: {},
		requests: [],
		sandbox: { output: () => [{ halted: false, changed: false }] },
	},
];
