import { grouped, table } from './table.mjs';
import { settledTotals } from './judge.mjs';
import { movementsOf } from './payees.mjs';

const scales = { NGN: 2, USDT: 2, BTC: 8 };

/** Formats an amount in major units. @param {bigint} minor in the lowest unit @param {string} currency */
function inWholeUnits(minor, currency) {
	const places = scales[/** @type {keyof typeof scales} */ (currency)] ?? 0;
	const digits = minor.toString().padStart(places + 1, '0');
	const whole = grouped(digits.slice(0, digits.length - places));
	return places === 0 ? whole : `${whole}.${digits.slice(digits.length - places)}`;
}

/**
 * The result of a row, for people: a colour, a word and a reason. An accepted payout may have failed or returned since.
 *
 * @param {string} outcome @param {string} reason @param {string | undefined} status of its payout in the ledger
 * @param {boolean} isBack whether its money came back later
 * @returns {[colour: 'good' | 'warn' | 'bad', word: string, why: string]}
 */
function becameOf(outcome, reason, status, isBack) {
	// The outcome and the reference have their own columns, so they are removed from the reason.
	const why = reason.replace(/^May have been paid: .*?"\. | \(outcome: [^()]*\)$/g, '');
	if (outcome === 'MAY HAVE BEEN PAID') return ['bad', outcome.toLowerCase(), why];
	if (!['paid', 'paid before'].includes(outcome)) return ['warn', outcome, why];
	if (isBack) return ['warn', 'came back', 'It counts as paid: if it is still due, pay it under a new reference.'];
	if (status === 'FAILED')
		return ['warn', 'returned', 'Accepted, then failed at the bank: the money is back in the wallet.'];
	return ['good', status === 'SUCCESS' ? 'arrived' : 'on its way', outcome === 'paid' ? '' : 'Paid before.'];
}

/**
 * The rows of the list, each with its payout in the ledger and its result.
 *
 * @param {Pick<import('./payouts.mjs').PayoutRun, 'payees' | 'results' | 'ledger'>} run
 */
export const rowsOf = ({ payees, results, ledger }) =>
	payees.map((due) => {
		const { outcome, reason } = results.find(({ reference }) => reference === due.reference) ?? {};
		const [payout] = movementsOf(due, ledger, 'payout');
		const isBack = movementsOf(due, ledger, 'deposit').length > 0;
		const [colour, word, why] = becameOf(outcome ?? 'missing', reason ?? '', payout?.status, isBack);
		return { ...due, money: `${grouped(due.amount)} ${due.currency}`, payout, colour, word, why };
	});

/** The sums of the payouts that settled, as people write them. @param {import('../lib/sandbox.mjs').LedgerEntry[]} ledger */
export const settled = (ledger) =>
	Object.entries(settledTotals(ledger))
		.map(([currency, minor]) => `${inWholeUnits(minor, currency)} ${currency}`)
		.join(', ');

/**
 * A table of the rows with their results, and the sums of the ledger.
 *
 * @param {import('./payouts.mjs').PayoutRun} run @param {{width?: number}} [options]
 */
export function payoutReport(run, { width = 150 } = {}) {
	const rows = rowsOf(run).map(({ reference, payee, way, money, word, why }, index) => [
		String(index + 1),
		reference,
		payee,
		way,
		money,
		word,
		why,
	]);
	const head = ['row', 'invoice', 'payee', 'way', 'amount', 'outcome', 'why'];
	return `${table(head, rows, { width, right: [0, 4] })}\n\nSettled: ${settled(run.ledger)}`;
}
