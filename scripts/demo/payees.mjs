import { readFile } from 'node:fs/promises';

/**
 * @typedef {object} Payee one row of examples/payouts.csv
 * @property {string} reference
 * @property {string} payee
 * @property {'bank' | 'lightning' | 'usdt'} way
 * @property {string} amount in NGN, satoshis or USDT
 * @property {string} currency
 * @property {string} bankCode
 * @property {string} accountNumber
 * @property {string} accountName
 * @property {string} invoice
 * @property {string} network
 * @property {string} address
 *
 * @typedef {object} ResultRow one row of what the workflow writes
 * @property {string} reference
 * @property {string} payee
 * @property {string} way
 * @property {string} amount
 * @property {string} currency
 * @property {string} outcome
 * @property {string} reason
 * @property {string} transactionId
 */

/**
 * The rows of a CSV file, as objects with the names in the first row as keys.
 *
 * @param {string} file @returns {Promise<any[]>}
 */
export async function readCsv(file) {
	// Imported only here, after the packages are installed.
	const { default: papaparse } = await import('papaparse');
	return papaparse.parse(await readFile(file, 'utf8'), { header: true, skipEmptyLines: true }).data;
}

const decimals = { NGN: 2, USDT: 2, SAT: 0 };

/**
 * A row's amount in the lowest unit (kobo, satoshi, USDT cents), or undefined if the text isn't an exact amount.
 *
 * @param {{amount: string, currency: string}} row @returns {bigint | undefined}
 */
export function minorUnits({ amount, currency }) {
	const places = decimals[/** @type {keyof typeof decimals} */ (currency)];
	const match = /^(\d+)(?:\.(\d+))?$/.exec(amount);
	if (places === undefined || !match) return undefined;
	const [, whole = '', fraction = ''] = match;
	return fraction.length > places ? undefined : BigInt(whole + fraction.padEnd(places, '0'));
}

/** Where a row's money goes, as the ledger names it. @param {Payee} row */
export const destinationOf = ({ way, accountNumber, invoice, address }) =>
	({ bank: accountNumber, lightning: invoice, usdt: address })[way];

/**
 * The movements of a row's money in the ledger, found by payee and amount.
 *
 * @param {Payee} row @param {import('../lib/sandbox.mjs').LedgerEntry[]} ledger @param {'payout' | 'deposit'} kind
 */
export const movementsOf = (row, ledger, kind) =>
	ledger.filter(
		(entry) =>
			entry.kind === kind && entry.destination === destinationOf(row) && entry.amount === String(minorUnits(row)),
	);
