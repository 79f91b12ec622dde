/**
 * Counts the SQL statements for a payout to a known payee with the node's default settings, on SQLite and on Postgres, in
 * the log of n8n's own ORM. The count is the difference between two runs of different length, which leaves out statements
 * made once per process or run.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { startInstance } from '../../scripts/demo/instance.mjs';
import { withoutEditor } from '../../scripts/n8n/environment.mjs';
import { startServices } from '../../scripts/n8n/services.mjs';
import { bankCode, bankPayment, importDesk, resultsOf } from './payoutDesk.mjs';
import { packedFor } from './tarball.mjs';

const [fewer, more] = [3, 13];
const accounts = Array.from({ length: more }, (_, index) => String(2_000_000_000 + index * 7));
const logging = { DB_LOGGING_ENABLED: 'true', DB_LOGGING_OPTIONS: 'query' };

/** Counts the runs of all workflows. Each run pays different amounts, since all workflows share one wallet. */
let run = 0;
/** @type {string} */
let tarball;
before(async () => {
	tarball = await packedFor('statements-test');
});

/**
 * Imports a workflow that pays the list in a webhook's body.
 *
 * @param {import('../../scripts/demo/instance.mjs').Instance} instance @param {object} [rules] payment rules of the credential
 */
async function payer({ client, sandbox, n8n, credential: plain }, rules) {
	const data = { deployment: 'custom', baseUrl: sandbox.baseUrl, apiKey: sandbox.keys.write, ...rules };
	const credential = rules ? await client.createCredential({ name: 'With rules', type: 'mavapayApi', data }) : plain;
	const accountName = 'ADA OBI';
	await sandbox.control(
		'POST',
		'/accounts',
		accounts.map((accountNumber) => ({ bankCode, accountNumber, accountName })),
	);
	await sandbox.control('POST', '/wallets', { NGN: '9000000000' });
	const parameters = bankPayment({}, { expectedAccountName: accountName });
	const desk = await importDesk({ client, credential, url: n8n.url }, { Pay: { parameters } });
	return async (/** @type {number} */ count) => {
		run += 1;
		const payees = accounts.slice(0, count).map((accountNumber, index) => ({
			accountNumber,
			amount: String(200_000 + 100 * run + index),
			reference: `run-${run}-${index}`,
		}));
		const before = n8n.logs().length;
		const paid = resultsOf(await desk.pay('Pay', payees), 'Pay');
		assert.deepEqual(
			paid.map(({ outcome }) => outcome),
			payees.map(() => 'accepted'),
			JSON.stringify(paid).slice(0, 2_000),
		);
		return statementsIn(n8n.logs().slice(before));
	};
}

/** The verbs, such as SELECT, of all statements about this package's rows in n8n's database. @param {string} logs */
function statementsIn(logs) {
	const plain = stripVTControlCharacters(logs);
	return [...plain.matchAll(/\bquery: (SELECT|INSERT|UPDATE|DELETE)\b[^\n]*processed_data/g)].map(([, verb]) => verb);
}

/** How many extra days are searched for repeated payments: 1 within 15 minutes of midnight UTC, because clocks differ; else 0. */
function looksNearMidnight() {
	const [earliest, latest] = [-15, 15].map((minutes) => Math.floor((Date.now() + minutes * 60_000) / 86_400_000));
	return (latest ?? 0) - (earliest ?? 0);
}

/**
 * The number of statements for one payout, by verb, without those for a second day near midnight.
 *
 * @param {Awaited<ReturnType<typeof payer>>} pay
 * @returns {Promise<Record<string, number>>}
 */
async function statementsForOne(pay) {
	const extra = looksNearMidnight();
	// Pays everybody once first: a payee's first payment inserts an extra row.
	await pay(more);
	const [few, many] = [await pay(fewer), await pay(more)];
	const each = (/** @type {string} */ verb) => {
		const [one, other] = [few, many].map((verbs) => verbs.filter((found) => found === verb).length);
		return ((other ?? 0) - (one ?? 0)) / (more - fewer);
	};
	if (looksNearMidnight() !== extra) return await statementsForOne(pay);
	return { SELECT: each('SELECT') - extra, INSERT: each('INSERT'), UPDATE: each('UPDATE'), DELETE: each('DELETE') };
}

describe('a payout to a payee who was paid before', () => {
	/** @type {Array<() => Promise<unknown>>} */
	const endings = [];
	after(async () => {
		for (const end of endings.reverse()) await end();
	});

	test('takes 21 statements on SQLite: 6 looks, and 5 inserts with a look before and one behind each; 4 inserts more for each budget of the key, and one for both', async (t) => {
		const instance = await startInstance({ tarball }, { env: { ...withoutEditor, ...logging } });
		endings.push(instance.dispose);
		assert.deepEqual(await statementsForOne(await payer(instance)), { SELECT: 16, INSERT: 5, UPDATE: 0, DELETE: 0 });
		const ofDay = await statementsForOne(await payer(instance, { mostPerDay: 'NGN 2000000' }));
		const ofBoth = await statementsForOne(
			await payer(instance, { mostPerDay: 'NGN 2000000', mostPerMonth: 'NGN 20000000' }),
		);
		t.diagnostic(JSON.stringify({ ofDay, ofBoth }));
		const inserts = [ofDay, ofBoth].map(({ INSERT, UPDATE, DELETE }) => [INSERT, UPDATE, DELETE]);
		assert.deepEqual(inserts, [
			[10, 0, 0],
			[14, 0, 0],
		]);
	});

	test('takes 16 on Postgres, where an insert gives back what it wrote', async () => {
		const services = await startServices(console.log);
		endings.push(services.stop);
		const env = { ...withoutEditor, ...logging, ...services.env };
		const instance = await startInstance({ tarball }, { env });
		endings.push(instance.dispose);
		assert.deepEqual(await statementsForOne(await payer(instance)), { SELECT: 11, INSERT: 5, UPDATE: 0, DELETE: 0 });
	});
});
