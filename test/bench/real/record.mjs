// The record of payouts in n8n's SQLite database, while n8n runs and nothing is being paid. Run by the Node of n8n:
//
//   record.mjs DATABASE fill WORKFLOW REFERENCES   makes a second table and fills it with paid references
//   record.mjs DATABASE use filled|lived           puts that table, or n8n's own, where n8n looks
//   record.mjs DATABASE empty                      empties n8n's own table
import { createHash, randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

const table = 'processed_data';
const aside = { filled: 'processed_data_filled', lived: 'processed_data_lived' };
const busyMs = 30_000;
/** References in one transaction: n8n must not wait long for its own writing. */
const atOnce = 5_000;
const cacheKib = 400_000;

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

/** Rows as the node leaves them for a payout: the claim, its identity, that it was paid, and its transaction. @param {string} workflowId @param {number} references */
function fill(workflowId, references) {
	const own = database.prepare("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?").get(table);
	if (own === undefined || typeof own.sql !== 'string') throw new Error(`n8n has no table ${table}.`);
	database.exec(`PRAGMA cache_size = -${cacheKib}`);
	database.exec(own.sql.replace(table, aside.filled));
	const insert = database.prepare(
		`INSERT INTO ${aside.filled} (workflowId, context, value, createdAt, updatedAt) VALUES (?, ?, ?, ?, ?)`,
	);
	const value = JSON.stringify({ mode: 'entries', data: [createHash('md5').update('claimed').digest('base64')] });
	const started = Date.now();
	for (let done = 0; done < references; done += atOnce) {
		database.exec('BEGIN');
		for (let n = done; n < Math.min(references, done + atOnce); n++) {
			const at = new Date(started - 1_000 * n).toISOString().replace('T', ' ').replace('Z', '');
			const key = `n:mavapay:1:${digest()}:0`;
			for (const context of [key, `${key}:id:${digest()}`, `${key}:paid`, `n:mavapay:1:tx:${digest()}`]) {
				insert.run(workflowId, context, value, at, at);
			}
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
