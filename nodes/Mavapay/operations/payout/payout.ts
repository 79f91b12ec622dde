import { maybe, maybeText, objectWith, someFlag, someText } from '../../../core/service/schema';
import { transaction } from '../transaction/transaction';

/** What every payment adds to the service's data (docs/money.md#outcomes). */
export const payout = objectWith({
	reference: maybeText,
	outcome: someText,
	replayed: someFlag,
	deployment: someText,
	amount: maybe(objectWith({ minor: someText, major: maybeText, currency: someText })),
});

/** A withdrawal: the transaction and the payout; without transaction where an earlier run paid. */
export const paidTransaction = objectWith({ ...transaction.members, id: maybe(transaction.members.id), payout });
