import { destinationOf, minorUnits } from './payees.mjs';
import { expectedOf } from './expected.mjs';

/** @typedef {import('./payees.mjs').Payee} Payee */
/** @typedef {import('./payees.mjs').ResultRow} ResultRow */
/** @typedef {import('../lib/sandbox.mjs').LedgerEntry} LedgerEntry */

/**
 * Compares the workflow's results with the outcome that each row must have.
 *
 * @param {{payees: Payee[], results: ResultRow[], ledger: LedgerEntry[]}} run
 * @returns {string[]} what is wrong; empty when all is as it should be
 */
export function judgeOutcomes({ payees, results, ledger }) {
	const problems =
		results.length === payees.length ? [] : [`Rows that went in: ${payees.length}; that came out: ${results.length}`];
	for (const { reference } of payees) {
		const row = results.find((one) => one.reference === reference);
		const wanted = expectedOf(reference);
		if (!row) problems.push(`${reference}: no result`);
		else if (row.outcome !== wanted.outcome) problems.push(`${reference}: ${row.outcome} instead of ${wanted.outcome}`);
		else if (wanted.because && !wanted.because.test(row.reason))
			problems.push(`${reference}: refused for another reason than ${wanted.because}`);
		else if (wanted.settles) {
			const status = ledger.find(
				(entry) => entry.kind === 'payout' && entry.transactionId === row.transactionId,
			)?.status;
			if (status !== wanted.settles) problems.push(`${reference}: ended as ${status} instead of ${wanted.settles}`);
		}
	}
	return problems;
}

/**
 * Compares the workflow's result with the sandbox's books, to the lowest unit: every row called paid was paid exactly
 * once, with its amount, to its destination; nothing else was paid; the wallets lost exactly that and the fees.
 *
 * @param {{payees: Payee[], results: ResultRow[], ledger: LedgerEntry[], before: Record<string, string>,
 *   after: Record<string, string>}} books
 * @returns {string[]} what disagrees
 */
export function judgeLedger({ payees, results, ledger, before, after }) {
	/** @type {string[]} */
	const problems = [];
	const payouts = ledger.filter((entry) => entry.kind === 'payout');
	const paid = results.filter((row) => row.outcome === 'paid');
	for (const row of paid) {
		const payee = payees.find((one) => one.reference === row.reference);
		const entries = payouts.filter((entry) => entry.transactionId === row.transactionId);
		const [entry] = entries;
		if (!payee || !entry || entries.length > 1) {
			problems.push(`${row.reference}: called paid; payouts of it in the ledger: ${entries.length}`);
			continue;
		}
		if (entry.amount !== String(minorUnits(payee)))
			problems.push(`${row.reference}: the ledger says ${entry.amount}, the file ${payee.amount}`);
		if (entry.destination !== destinationOf(payee))
			problems.push(`${row.reference}: the ledger says it went to ${entry.destination}`);
	}
	const told = new Set(paid.map((row) => row.transactionId));
	for (const entry of payouts.filter((one) => !told.has(one.transactionId))) {
		problems.push(
			`The ledger has a payout of ${entry.amount} ${entry.currency} to ${entry.destination} that no row called paid accounts for`,
		);
	}
	for (const [currency, balance] of Object.entries(after)) {
		const spent = BigInt(before[currency] ?? '0') - BigInt(balance);
		const booked = netOutflow(ledger, currency);
		if (spent !== booked) problems.push(`The ${currency} wallet lost ${spent}, the ledger accounts for ${booked}`);
	}
	return problems;
}

/** The amount that left a wallet according to the ledger, fees included and refunds taken off. @param {LedgerEntry[]} ledger @param {string} currency */
function netOutflow(ledger, currency) {
	const sign = { payout: 1n, refund: -1n };
	return ledger
		.filter((entry) => entry.currency === currency)
		.reduce(
			(sum, { kind, amount, fees }) =>
				sum + (sign[/** @type {'payout'} */ (kind)] ?? 0n) * (BigInt(amount) + BigInt(fees)),
			0n,
		);
}

/** Sums of the payouts that settled, per currency, in the lowest unit. @param {LedgerEntry[]} ledger */
export function settledTotals(ledger) {
	/** @type {Record<string, bigint>} */
	const totals = {};
	for (const { kind, status, currency, amount } of ledger) {
		if (kind === 'payout' && status === 'SUCCESS') totals[currency] = (totals[currency] ?? 0n) + BigInt(amount);
	}
	return totals;
}
