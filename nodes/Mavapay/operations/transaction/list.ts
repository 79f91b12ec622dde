import { DAY_MS, MINUTE_MS } from '../../../core/domain/dateTime';
import {
	choice,
	inTheirWords,
	optionalDate,
	optionalLine,
	optionalText,
	wholeMinorUnits,
} from '../../../core/operation/fields';
import { currencyChoices } from '../choices';

export const TRANSACTION_TYPES = inTheirWords('DEPOSIT', 'WITHDRAWAL');

/**
 * How long a transaction may change after it was made, in ms. Lists can be filtered by only one of a transaction's
 * times; it isn't documented which (docs/reference/interface.md#list-transactions).
 */
export const SETTLES_WITHIN_MS = 7 * DAY_MS;

/** How long an event may take to show in lists, in ms: a generous guess, see docs/why/questions.md#answers. */
export const SHOWN_WITHIN_MS = 5 * MINUTE_MS;

/**
 * The filters for a period. They begin a day before the period, and end a day and `SETTLES_WITHIN_MS` after it, because
 * it isn't documented which of a transaction's times Mavapay compares
 * (docs/reference/interface.md#list-transactions). The caller drops transactions made outside the period.
 *
 * @param fromMs milliseconds since 1970, like `toMs`; null for an open end
 */
export function periodFilters(fromMs: number | null, toMs: number | null): { startDate?: string; endDate?: string } {
	return {
		...(fromMs === null ? {} : { startDate: new Date(fromMs - DAY_MS).toISOString() }),
		...(toMs === null ? {} : { endDate: new Date(toMs + DAY_MS + SETTLES_WITHIN_MS).toISOString() }),
	};
}

/** The filters that Mavapay applies; docs/reference/interface.md#list-transactions. */
export const transactionFilters = {
	accountName: optionalLine('Account Name', {
		description: 'Only transactions with this account holder. Works for NGN and ZAR only.',
		placeholder: 'e.g. Ada Obi',
	}),
	currency: choice('Currency', {
		description: 'Only transactions in this currency',
		default: 'NGN',
		choices: currencyChoices('transactionFilter'),
	}),
	endDate: optionalDate('End Date', {
		description: 'Only transactions up to this time. A date without a time covers the whole day.',
		edge: 'ends',
	}),
	maxAmount: optionalText('Maximum Amount', {
		description: 'Only transactions of this amount or less, in minor units',
		placeholder: 'e.g. 500000',
		...wholeMinorUnits,
	}),
	minAmount: optionalText('Minimum Amount', {
		description: 'Only transactions of this amount or more, in minor units',
		placeholder: 'e.g. 100000',
		...wholeMinorUnits,
	}),
	startDate: optionalDate('Start Date', {
		description: 'Only transactions from this time on. A date without a time covers the whole day.',
		edge: 'begins',
	}),
	status: choice('Status', { default: 'SUCCESS', choices: inTheirWords('FAILED', 'PENDING', 'SUCCESS') }),
	txId: optionalLine('Transaction ID', {
		description: 'Only the transaction with this ID',
		placeholder: 'e.g. 4f2a6c1e-8d3b-4e7a-9c5f-2b1d0e3f4a5b',
	}),
	type: choice('Type', { default: 'WITHDRAWAL', choices: TRANSACTION_TYPES }),
};
