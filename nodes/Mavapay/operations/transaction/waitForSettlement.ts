import { strictChoice, wholeNumber } from '../../../core/operation/fields';
import { defineOperation } from '../../../core/operation/define';
import { settledTransaction } from '../../../core/service/schemas/transaction';
import { lookUpFields, lookUpRequest } from './lookUp';
import { waitForSettlement } from './settlement';

const TIMEOUT_SECONDS = 120;
const POLL_SECONDS = 3;

export const transactionWaitForSettlement = defineOperation({
	effect: 'read',
	resource: 'transaction',
	operation: 'waitForSettlement',
	name: 'Wait for Settlement',
	action: 'Wait for a transaction to settle',
	description:
		"Wait until a transaction succeeds or fails, and output it with 'settlement': success, failed or timeout",
	answer: settledTransaction,
	fields: lookUpFields,
	options: {
		pollInterval: wholeNumber({
			label: 'Poll Interval',
			description: 'How often to check, in seconds',
			default: POLL_SECONDS,
			min: 1,
			max: 600,
		}),
		timeout: wholeNumber({
			label: 'Timeout',
			description: "How long to wait, in seconds. After that, 'settlement' is 'timeout'; the node does not fail.",
			default: TIMEOUT_SECONDS,
			min: 1,
			max: 86_400,
		}),
		transactionType: strictChoice({
			label: 'Transaction Type',
			description:
				'Which transactions count. Defaults to withdrawals when looked up by order, since an order with automatic payout also has a deposit, and otherwise to any.',
			default: 'any',
			choices: [
				{ name: 'Any', value: 'any' },
				{ name: 'Deposit', value: 'DEPOSIT' },
				{ name: 'Withdrawal', value: 'WITHDRAWAL' },
			],
		}),
	},
	collect: async (input, service) => {
		const usual = input.lookUpBy === 'orderId' ? 'WITHDRAWAL' : 'any';
		const end = await waitForSettlement(service, lookUpRequest(input), {
			type: input.options.transactionType ?? usual,
			timeoutMs: (input.options.timeout ?? TIMEOUT_SECONDS) * 1000,
			pollMs: (input.options.pollInterval ?? POLL_SECONDS) * 1000,
		});
		const transaction = end.transaction ?? { [input.lookUpBy]: input.value };
		return [{ ...transaction, settlement: end.settlement }];
	},
});
