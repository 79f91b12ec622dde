// Searches for secrets in n8n's files, in every row of its database, and in its answers.
import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureHarness } from '../../scripts/n8n/install.mjs';

/** The three Base64 forms of a text within longer bytes, one for each offset modulo 3, without characters that depend on its neighbours. @param {string} text */
function base64Forms(text) {
	return [0, 1, 2].map((shift) => {
		const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
		const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
		return whole.slice(shift === 0 ? 0 : 4);
	});
}

/** The ways in which a secret could be written down. @param {string} secret @returns {string[]} */
export function formsOf(secret) {
	const inJson = JSON.stringify(secret).slice(1, -1);
	const base64 = base64Forms(secret);
	const forms = [
		secret,
		inJson,
		JSON.stringify(inJson).slice(1, -1),
		encodeURIComponent(secret),
		new URLSearchParams({ v: secret }).toString().slice(2),
		...base64,
		...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
		Buffer.from(secret).toString('hex'),
	];
	return [...new Set(forms)];
}

/**
 * @param {Record<string, string>} secrets by the name that the findings use for them
 * @param {Array<{place: string, bytes: Buffer}>} places
 * @returns {string[]} what was found where; the secret itself is not repeated
 */
export function findSecrets(secrets, places) {
	return Object.entries(secrets).flatMap(([name, secret]) =>
		places.flatMap(({ place, bytes }) =>
			formsOf(secret).flatMap((form, index) => {
				const at = bytes.indexOf(form);
				return at < 0
					? []
					: [`${name} (form ${index}) in ${place}: ...${bytes.subarray(Math.max(0, at - 300), at).toString('utf8')}`];
			}),
		),
	);
}

/** Every file below n8n's folder: the database with its write-ahead log, event logs, log files, settings. @param {string} folder */
export async function filesBelow(folder) {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name));
	return Promise.all(files.map(async (place) => ({ place, bytes: await readFile(place) })));
}

const dump = `
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(process.argv[1], { readOnly: true });
const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
for (const { name } of tables) {
	for (const row of database.prepare('select * from "' + name + '"').all()) console.log(name + ' ' + Object.values(row).map(String).join('\\t'));
}`;

/** Every value of every table, as text. @param {string} database the file */
export async function databaseRows(database) {
	const { node } = await ensureHarness(undefined, 'newest');
	const { stdout } = await promisify(execFile)(node, ['-e', dump, database], { maxBuffer: 2 ** 30 });
	return { place: 'the rows of the database', bytes: Buffer.from(stdout) };
}
