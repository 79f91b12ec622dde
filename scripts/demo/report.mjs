import { grouped, table } from './table.mjs';
import { settledTotals } from './judge.mjs';

const scales = { NGN: 2, USDT: 2, BTC: 8 };

/** An amount in the lowest unit as people write it. @param {bigint} minor @param {string} currency */
function inWholeUnits(minor, currency) {
	const places = scales[/** @type {keyof typeof scales} */ (currency)] ?? 0;
	const digits = minor.toString().padStart(places + 1, '0');
	const whole = grouped(digits.slice(0, digits.length - places));
	return places === 0 ? whole : `${whole}.${digits.slice(digits.length - places)}`;
}

/**
 * The outcome and the reason as the table shows them. A payout that was accepted may still have failed afterwards.
 *
 * @param {import('./payees.mjs').ResultRow} row @param {string | undefined} status of its payout in the ledger
 * @returns {[string, string]}
 */
function becameOf({ outcome, reason }, status) {
	if (outcome === 'paid' && status === 'FAILED')
		return ['returned', 'Accepted, then failed at the bank: the money is back in the wallet.'];
	if (outcome === 'paid') return [outcome, status === 'SUCCESS' ? 'settled' : ''];
	// Outcome and reference have columns of their own.
	return [outcome, reason.replace(/ \(outcome: [^()]*\)$/, '')];
}

/**
 * A table of the rows with what became of each, and the sums by the ledger.
 *
 * @param {import('./payouts.mjs').PayoutRun} run @param {{width?: number}} [options]
 */
export function payoutReport({ payees, results, ledger }, { width = 150 } = {}) {
	const rows = payees.map(({ reference, payee, way, amount, currency }, index) => {
		const row = results.find((one) => one.reference === reference);
		const entry = ledger.find((one) => one.kind === 'payout' && one.transactionId === row?.transactionId);
		const [outcome, why] = row ? becameOf(row, entry?.status) : ['missing', ''];
		return [String(index + 1), reference, payee, way, `${grouped(amount)} ${currency}`, outcome, why];
	});
	const head = ['row', 'invoice', 'payee', 'way', 'amount', 'outcome', 'why'];
	const totals = Object.entries(settledTotals(ledger)).map(
		([currency, minor]) => `${inWholeUnits(minor, currency)} ${currency}`,
	);
	return `${table(head, rows, { width, right: [0, 4] })}\n\nSettled: ${totals.join(', ')}`;
}
