import type { Result } from '../../../core/domain/result';
import { choice, collection, optionalDate, optionalText, oneLine  } from '../../../core/operation/fields';
import { defineOperation, listFields } from '../../../core/operation/define';
import { lookedUpTransaction } from '../../../core/service/schemas/transaction';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES, currencyChoices } from '../choices';
import { readTransactions } from './pages';

/** A bound of an amount: unlike an amount that is paid it may be zero. */
const checkBound = (text: string): Result<string> =>
	/^[0-9]{1,30}$/.test(text)
		? { ok: true, value: text }
		: { ok: false, reason: 'must be a whole number of minor units, such as 100000' };

/** Sent to the service, which applies them; docs/interface.md#list-transactions. */
const filters = collection({
	label: 'Filters',
	aiMayFill: true,
	placeholder: 'Add filter',
	members: {
		accountName: optionalText({
			label: 'Account Name',
			description: 'Only transactions with this account holder; it finds NGN and ZAR only',
			placeholder: 'e.g. Ada Obi',
			...oneLine,
		}),
		currency: choice({
			label: 'Currency',
			description: 'Only transactions in this currency',
			default: 'NGN',
			choices: currencyChoices('transactionFilter'),
		}),
		endDate: optionalDate({ label: 'End Date', description: 'Only transactions up to this time' }),
		maxAmount: optionalText({
			label: 'Maximum Amount',
			description: 'Only transactions of this amount or less, in minor units',
			placeholder: 'e.g. 500000',
			check: checkBound,
		}),
		minAmount: optionalText({
			label: 'Minimum Amount',
			description: 'Only transactions of this amount or more, in minor units',
			placeholder: 'e.g. 100000',
			check: checkBound,
		}),
		startDate: optionalDate({ label: 'Start Date', description: 'Only transactions from this time on' }),
		status: choice({ label: 'Status', default: 'SUCCESS', choices: TRANSACTION_STATUSES }),
		txId: optionalText({
			label: 'Transaction ID',
			description: 'Only the transaction with this ID',
			placeholder: 'e.g. 4f2a6c1e-8d3b-4e7a-9c5f-2b1d0e3f4a5b',
			...oneLine,
		}),
		type: choice({ label: 'Type', default: 'WITHDRAWAL', choices: TRANSACTION_TYPES }),
	},
});

export const transactionGetAll = defineOperation({
	effect: 'read',
	resource: 'transaction',
	operation: 'getAll',
	name: 'Get Many',
	action: 'Get many transactions',
	description: 'Get many transactions, page by page, at most 100,000 of them',
	answer: lookedUpTransaction,
	fields: { ...listFields, filters },
	collect: async (input, service) =>
		await readTransactions(service, input.filters, input.returnAll ? null : (input.limit ?? null)),
});
