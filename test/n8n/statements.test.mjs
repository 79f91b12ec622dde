/**
 * How many statements n8n's database takes for a payout to a payee who was paid before, with the node's default settings,
 * as n8n's own ORM logs them: on SQLite and on Postgres. Two runs of different length, so that what is once per process
 * or per run falls out.
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

/** Of all workflows: each run pays other amounts, since those on one sandbox share its wallet. */
let run = 0;
/** @type {string} */
let tarball;
before(async () => {
	tarball = await packedFor('statements-test');
});

/**
 * A workflow that pays a list of a webhook's.
 *
 * @param {import('../../scripts/demo/instance.mjs').Instance} instance @param {object} [rules] of the key
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

/** The verbs of all statements about rows of the record. @param {string} logs */
function statementsIn(logs) {
	const plain = stripVTControlCharacters(logs);
	return [...plain.matchAll(/\bquery: (SELECT|INSERT|UPDATE|DELETE)\b[^\n]*processed_data/g)].map(([, verb]) => verb);
}

/** Looks at likely repetitions of one more day: within a quarter of an hour of midnight UTC, another clock may be in another day. */
function looksNearMidnight() {
	const [earliest, latest] = [-15, 15].map((minutes) => Math.floor((Date.now() + minutes * 60_000) / 86_400_000));
	return (latest ?? 0) - (earliest ?? 0);
}

/**
 * Statements for one payout, by verb, without the looks that midnight brings.
 *
 * @param {Awaited<ReturnType<typeof payer>>} pay
 * @returns {Promise<Record<string, number>>}
 */
async function statementsForOne(pay) {
	const extra = looksNearMidnight();
	// Everybody who is paid below is known by then: whom nobody paid before has a row more.
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
