import { table } from '../lib/table.mjs';
import { settledTotals } from './judge.mjs';

const scales = { NGN: 2, USDT: 2, BTC: 8 };

/** An amount in the lowest unit as people write it. @param {bigint} minor @param {string} currency */
function inWholeUnits(minor, currency) {
	const places = scales[/** @type {keyof typeof scales} */ (currency)] ?? 0;
	const digits = minor.toString().padStart(places + 1, '0');
	const whole = digits.slice(0, digits.length - places).replace(/\B(?=(\d{3})+$)/g, ',');
	return places === 0 ? whole : `${whole}.${digits.slice(digits.length - places)}`;
}

/**
 * What became of each row, and what the ledger says to it, as text.
 *
 * @param {import('./payouts.mjs').PayoutRun} run @param {{width?: number}} [options]
 */
export function payoutReport({ payees, results, ledger }, { width } = {}) {
	const rows = payees.map(({ reference, payee, way, amount, currency }, index) => {
		const row = results.find((one) => one.reference === reference);
		const entry = ledger.find((one) => one.kind === 'payout' && one.transactionId === row?.transactionId);
		const end = entry && { SUCCESS: 'settled', FAILED: 'Accepted, then failed at the bank: the money came back to the wallet' }[entry.status];
		return [String(index + 1), reference, payee, way, `${amount} ${currency}`, row?.outcome ?? 'missing', row?.reason || end || ''];
	});
	const head = ['row', 'invoice', 'payee', 'way', 'amount', 'outcome', 'why'];
	const totals = Object.entries(settledTotals(ledger)).map(([currency, minor]) => `${inWholeUnits(minor, currency)} ${currency}`);
	return `${table(head, rows, { width, right: [0, 4] })}\n\nSettled: ${totals.join(', ')}`;
}
