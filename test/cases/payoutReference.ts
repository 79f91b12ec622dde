/** These work on the record alone: nothing is sent. */
import { payoutReferenceCheck } from '../../nodes/Mavapay/operations/payoutReference/check';
import { payoutReferenceHalt } from '../../nodes/Mavapay/operations/payoutReference/halt';
import { payoutReferenceMarkPaid } from '../../nodes/Mavapay/operations/payoutReference/markPaid';
import { payoutReferenceRelease } from '../../nodes/Mavapay/operations/payoutReference/release';
import { payoutReferenceResume } from '../../nodes/Mavapay/operations/payoutReference/resume';
import type { Case } from './case';
import { toBank } from './withdrawal';

export const payoutReferenceCases: readonly Case[] = [
	{
		operation: payoutReferenceCheck,
		parameters: { reference: 'INV-1' },
		requests: [],
		sandbox: { output: () => [{ reference: 'INV-1', state: 'free' }] },
	},
	{
		operation: payoutReferenceRelease,
		parameters: { reference: 'INV-1' },
		requests: [],
		sandbox: { output: () => [{ reference: 'INV-1', state: 'free', previousState: 'free', released: false }] },
	},
	{
		operation: payoutReferenceMarkPaid,
		parameters: { reference: 'INV-1', transactionId: '' },
		requests: [],
		sandbox: {
			arrange: async (_sandbox, run) => {
				await run({ resource: 'withdrawal', operation: 'toBankAccount', ...toBank });
				return {};
			},
			output: () => [{ reference: 'INV-1', state: 'paid', previousState: 'paid', transactionId: null }],
		},
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
