// Changes the record of payouts in n8n's SQLite database while n8n runs and pays nothing. Run with n8n's Node.js:
//
//   record.mjs DATABASE fill WORKFLOW REFERENCES   makes a second table and fills it with paid references
//   record.mjs DATABASE use filled|lived           makes n8n use the second table (filled), or its own (lived)
//   record.mjs DATABASE empty                      empties n8n's own table
import { createHash, randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** A row of the record: its context, and its owner if it has one. @typedef {[context: string, owner?: string]} Row */

const table = 'processed_data';
const aside = { filled: 'processed_data_filled', lived: 'processed_data_lived' };
const busyMs = 30_000;
/** The length of the time slots in which claims are made (nodes/core/record/numberedRow.ts). */
const slotMs = 5 * 60_000;
const dayMs = 86_400_000;
/** References in one transaction; with more, n8n would wait too long for its own writes. */
const atOnce = 5_000;
const cacheKib = 400_000;
/** The value of a row as the node writes it (nodes/core/n8n/rowStore.ts). @param {string} owner */
const valueFor = (owner) =>
	JSON.stringify({ mode: owner, data: [createHash('md5').update('mavapay').digest('base64')] });
/** What rows without an owner have in its place. */
const nobody = 'entries';
/** The name of the account that the claims belong to. */
const account = 'none';

const [file = '', command = '', first = '', second = ''] = process.argv.slice(2);
const database = new DatabaseSync(file, { timeout: busyMs, enableForeignKeyConstraints: false });
const commands = {
	fill: () => fill(first, Number(second)),
	use: () => use(first),
	empty: () => database.exec(`DELETE FROM ${table}`),
};
const chosen = commands[/** @type {keyof typeof commands} */ (command)];
if (chosen === undefined) throw new Error(`There is no '${command}'.`);
chosen();
database.close();

/** @param {string} name */
function exists(name) {
	return database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

/** @param {string} name of the table */
function inserter(name) {
	const insert = database.prepare(
		`INSERT INTO ${name} (workflowId, context, value, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?)`,
	);
	return (/** @type {string} */ workflowId, /** @type {Row[]} */ rows, /** @type {number} */ ms) => {
		const at = new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
		for (const [context, owner = nobody] of rows) insert.run(workflowId, context, valueFor(owner), at, at);
	};
}

/** The rows of a paid claim: the claim itself, the payment it is for, and that it was paid. @param {string} claim @param {number} ms @returns {Row[]} */
function claimed(claim, ms) {
	return [
		[claim, `sent:${Math.floor(ms / slotMs)}:${account}`],
		[`${claim}:account:${account}`, digest()],
		[`${claim}:paid`],
	];
}

/** Fills the second table with the node's rows for payouts: the claim, a row to find repeats, and the transaction. @param {string} workflowId @param {number} references */
function fill(workflowId, references) {
	const own = database.prepare("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?").get(table);
	if (own === undefined || typeof own.sql !== 'string') throw new Error(`n8n has no table ${table}.`);
	database.exec(`PRAGMA cache_size = -${cacheKib}`);
	database.exec(own.sql.replace(table, aside.filled));
	const insert = inserter(aside.filled);
	const started = Date.now();
	for (let done = 0; done < references; done += atOnce) {
		database.exec('BEGIN');
		for (let n = done; n < Math.min(references, done + atOnce); n++) {
			const [claim, ms] = [`n:mavapay:1:${digest()}:0`, started - 1_000 * n];
			const like = `n:mavapay:1:like:${digest().slice(0, 16)}:${Math.floor(ms / dayMs)}:0`;
			const others = /** @type {Row[]} */ ([like, `n:mavapay:1:${digest()}`].map((row) => [row, claim.slice(2)]));
			insert(workflowId, [...claimed(claim, ms), ...others], ms);
		}
		database.exec('COMMIT');
	}
	database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

function digest() {
	return randomBytes(32).toString('base64url');
}

/** @param {string} wanted */
function use(wanted) {
	if (wanted !== 'filled' && wanted !== 'lived') throw new Error(`There is no table '${wanted}'.`);
	const isUsed = !exists(aside[wanted]);
	if (isUsed) return;
	database.exec('BEGIN IMMEDIATE');
	database.exec(`ALTER TABLE ${table} RENAME TO ${wanted === 'filled' ? aside.lived : aside.filled}`);
	database.exec(`ALTER TABLE ${aside[wanted]} RENAME TO ${table}`);
	database.exec('COMMIT');
}
