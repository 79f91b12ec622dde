import { DAY_MS } from '../domain/dateTime';
import { byTime, type BookedTransaction } from './bookedTransaction';
import { addTo } from '../domain/json';
import { isSamePayee } from './candidates';

/** For how long after a payout its money may come back, in ms. Nothing is documented; banks do so within days. */
export const COMES_BACK_WITHIN_MS = 7 * DAY_MS;

/**
 * Finds the payouts that a deposit may be the return of: a bank can send a payout back after it was settled, and how
 * Mavapay shows that is not known (docs/why/questions.md#money). A deposit for a quote or a link has an
 * order. One without is a question for a person where it has the amount of a payout of the days before, and whoever
 * paid it is named as the payee of that payout was.
 *
 * @returns the payouts of a deposit, oldest first; empty for any other transaction
 */
export function cameBackFrom(
	payouts: readonly BookedTransaction[],
): (deposit: BookedTransaction) => readonly BookedTransaction[] {
	const byAmount = new Map<string, BookedTransaction[]>();
	for (const payout of payouts.filter(mayComeBack)) addTo(byAmount, amountKey(payout), payout);
	return (deposit) =>
		mayBeReturn(deposit)
			? (byAmount.get(amountKey(deposit)) ?? [])
					.filter((payout) => isAfter(payout, deposit) && isNamedAs(payout, deposit))
					.sort(byTime)
			: [];
}

/** Whether a deposit could be the return of a payout, were there one. */
export function mayBeReturn({ type, status, minor, orderId, payees }: BookedTransaction): boolean {
	return type === 'DEPOSIT' && status !== 'FAILED' && minor !== null && orderId === null && payees.length > 0;
}

const mayComeBack = ({ type, status, minor }: BookedTransaction) =>
	type === 'WITHDRAWAL' && status !== 'FAILED' && minor !== null;

const amountKey = ({ minor, currency }: BookedTransaction) => `${currency} ${String(minor)}`;

function isAfter({ createdMs: paidMs }: BookedTransaction, { createdMs: backMs }: BookedTransaction): boolean {
	return paidMs !== null && backMs !== null && backMs >= paidMs && backMs - paidMs <= COMES_BACK_WITHIN_MS;
}

const isNamedAs = (payout: BookedTransaction, deposit: BookedTransaction) =>
	payout.payees.some((payee) => deposit.payees.some((payer) => isSamePayee(payee, payer)));
