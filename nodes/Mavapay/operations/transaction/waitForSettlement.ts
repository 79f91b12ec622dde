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
	action: 'Wait for settlement of a transaction',
	description:
		"Wait until a transaction succeeds or fails, and emit it with 'settlement': success, failed or timeout",
	answer: settledTransaction,
	fields: lookUpFields,
	options: {
		pollInterval: wholeNumber({
			label: 'Poll Interval',
			description: 'Seconds between two looks at the transaction',
			default: POLL_SECONDS,
			min: 1,
			max: 600,
		}),
		timeout: wholeNumber({
			label: 'Timeout',
			description: "Seconds to wait; after that 'settlement' is timeout, which is no failure",
			default: TIMEOUT_SECONDS,
			min: 1,
			max: 86_400,
		}),
		transactionType: strictChoice({
			label: 'Transaction Type',
			description:
				'Which transactions count; by default withdrawals when looked up by order, since an order with autopayout has a deposit too, and otherwise any',
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
