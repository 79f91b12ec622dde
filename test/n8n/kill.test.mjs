/**
 * A real n8n is killed (SIGKILL) again and again while it pays 200 payees, restarted, and the run taken up as a person
 * would: by Retry in n8n's own list where n8n offers it, by a new run where it does not, and by `payoutReference:
 * check` and `release` for what is reported as unknown. The sandbox lives in a process of its own, and its ledger is
 * the judge. KILL_SEED draws other moments.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startInstance } from '../../scripts/demo/instance.mjs';
import { buildAndPack } from '../../scripts/lib/build.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { itemsOf } from '../../scripts/n8n/client.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { badEndings, cancelOne, importFailing, listenOnce } from './failures.mjs';
import { importPayRun, killDuring, randomNumbers, somePayees } from './payRun.mjs';
import { databaseRows, filesBelow, findSecrets, formsOf } from './secretScan.mjs';

const seed = Number(process.env.KILL_SEED ?? 20_260_101);
const payees = somePayees(200);
const random = randomNumbers(seed);
const upTo = (/** @type {number} */ most) => Math.floor(random() * (most + 1));

/** @type {import('../../scripts/demo/instance.mjs').Instance} */
let instance;
/** @type {import('./payRun.mjs').PayRun} */
let run;
let kills = 0;

before(async () => {
	await ensureHarness();
	const { file } = await buildAndPack(temporaryFolder('mavapay-kill-'));
	// Both halve the time of a start; n8n writes its compile cache when it ends in good order, as here.
	const faster = { N8N_DISABLE_UI: 'true', NODE_COMPILE_CACHE: temporaryFolder('mavapay-kill-cache-') };
	const env = { ...faster, N8N_LOG_LEVEL: 'debug', N8N_LOG_OUTPUT: 'console,file' };
	instance = await startInstance({ tarball: file }, { env });
	await instance.n8n.restart();
	run = await importPayRun(instance, payees);
});
after(() => instance?.dispose());

/** @returns {Promise<Set<string>>} the references paid so far, after judging that each was paid once and rightly */
async function paidReferences() {
	const { entries } = await instance.sandbox.control('GET', '/ledger?kind=payout');
	const paid = entries.map((/** @type {any} */ { destination, amount, accountName }) => {
		const payee = payees.find(({ accountNumber }) => accountNumber === destination);
		assert.ok(payee, `${destination} is not on the list`);
		assert.deepEqual({ amount, accountName }, { amount: payee.amount, accountName: `Payee ${payee.reference}` });
		return payee.reference;
	});
	const twice = paid.filter((/** @type {string} */ reference, /** @type {number} */ index) => paid.indexOf(reference) !== index);
	assert.deepEqual(twice, [], `paid twice, with seed ${seed}`);
	return new Set(paid);
}

/** @param {() => Promise<unknown>} start @param {import('./payRun.mjs').Aim} aim */
async function kill(start, aim) {
	const killed = await killDuring(instance, run, start, aim);
	assert.equal(killed.status, 'crashed');
	kills += 1;
	await paidReferences();
	return killed;
}

/** Anywhere, from the start of the run to a little after the given number of payouts. @param {number} mostPayouts */
const anywhere = (mostPayouts) => ({ payouts: upTo(mostPayouts), thenMs: upTo(250) });
/** While the service is asked, after or before it did it. @param {'withEffect' | 'withoutEffect'} hang */
const unanswered = (hang) => ({ payouts: 1 + upTo(4), thenMs: upTo(40), hang });

/** What a run that went on behind failures reported: outcome by reference. @param {any} execution */
function reported(execution) {
	const outcomes = itemsOf(execution, 'Pay').map(({ payout, details }) => [payout?.reference ?? details.reference, payout?.outcome ?? details.outcome]);
	assert.deepEqual(outcomes.map(([reference]) => reference), payees.map(({ reference }) => reference));
	return new Map(outcomes);
}

/** @param {Map<string, string>} outcomes @param {string[]} wanted */
const withOutcome = (outcomes, ...wanted) => [...outcomes].flatMap(([reference, outcome]) => (wanted.includes(outcome) ? [reference] : []));

describe('a run of 200 payees, killed at random points', () => {
	test('by hand: n8n offers no retry for it, and a new run goes on where it ended', async () => {
		for (const aim of [anywhere(8), anywhere(8), unanswered('withEffect')]) {
			const killed = await kill(run.payByHand, aim);
			await assert.rejects(run.retry(killed.id), /aborted before starting, so it cannot be retried/);
		}
	});

	test("in production: the crashed execution is retried from n8n's list, as are crashed retries", async () => {
		let killed = await kill(run.payByWebhook, anywhere(10));
		const aims = [unanswered('withoutEffect'), anywhere(10), anywhere(10), unanswered('withEffect'), anywhere(10), anywhere(0), anywhere(10)];
		for (const aim of aims) {
			const { id } = killed;
			killed = await kill(() => run.retry(id), aim);
			assert.equal(killed.mode, 'retry');
		}
	});

	/** @type {string} */
	let failed;

	test('with On Error: Stop, a payee of unknown outcome stops the run and is named with what to do', async () => {
		const paidBefore = await paidReferences();
		const execution = await run.payOrStop();
		assert.equal(execution.status, 'error');
		const message = execution.data?.resultData?.error?.message ?? '';
		assert.match(message, /It is not known what became of the withdrawal of .*: it may have been paid\..*outcome: unknown, payout reference: 'PAY-\d+'/);
		assert.match(message, /before anything is sent again\. If it was not paid, run 'Payout Reference: Release' in this same workflow/);
		const stoppedAt = payees.findIndex(({ reference }) => message.includes(`'${reference}'`));
		const paidNow = [...(await paidReferences())].filter((reference) => !paidBefore.has(reference));
		assert.ok(paidNow.every((reference) => payees.findIndex((payee) => payee.reference === reference) < stoppedAt));
		failed = execution.id;
	});

	test('it goes on behind it after On Unknown Outcome was changed, through killed retries of the saved workflow', async () => {
		await run.setOptions('Pay or stop', { onUnknown: 'continue' });
		const aims = [anywhere(12), unanswered('withoutEffect'), anywhere(12), anywhere(12), unanswered('withEffect'), anywhere(12), anywhere(12)];
		let last = failed;
		for (const aim of aims) {
			const from = last;
			last = (await kill(() => run.retry(from, true), aim)).id;
		}
		const { id } = await run.retry(last);
		const execution = await instance.client.waitForExecution(id);
		assert.equal(execution.status, 'error');
		failed = id;
	});

	test('what is unknown is settled by check, a look at the ledger and release, killed on the way too', async () => {
		const execution = await instance.client.run(run.id, 'By hand');
		assert.equal(execution.status, 'success');
		const outcomes = reported(execution);
		const paid = await paidReferences();
		assert.deepEqual(withOutcome(outcomes, 'accepted', 'alreadyPaid').filter((reference) => !paid.has(reference)), []);
		const unknown = withOutcome(outcomes, 'unknown');
		assert.deepEqual(new Set(outcomes.values()), new Set(['alreadyPaid', 'unknown']));

		await kill(() => run.check(unknown), { payouts: 0, thenMs: upTo(1_500) });
		await kill(() => run.check(unknown), { payouts: 0, thenMs: upTo(1_500) });
		const checked = await run.check(unknown);
		assert.deepEqual(checked, unknown.map((reference) => ({ reference, state: 'unknown' })));

		const unpaid = unknown.filter((reference) => !paid.has(reference));
		assert.ok(unpaid.length > 0 && unpaid.length < unknown.length, `${unpaid.length} of ${unknown.length} unknown were not paid`);
		await kill(() => run.release(unpaid), { payouts: 0, thenMs: upTo(1_500) });
		await kill(() => run.release(unpaid), { payouts: 0, thenMs: upTo(1_500) });
		const released = await run.release(unpaid);
		assert.deepEqual(released.map(({ reference, state }) => ({ reference, state })), unpaid.map((reference) => ({ reference, state: 'free' })));
	});

	test('the failed execution, retried once more, remembers what it paid and pays what was released', async () => {
		const first = await instance.client.execution(failed);
		const { id } = await run.retry(failed);
		const execution = await instance.client.waitForExecution(id);
		const accepted = (/** @type {any} */ one) => [...one.data.resultData.error.message.matchAll(/\(reference (PAY-\d+), /g)].map(([, reference]) => reference);
		const paid = await paidReferences();
		assert.equal(paid.size, payees.length);
		assert.ok(accepted(first).length > 0);
		assert.deepEqual(accepted(first).filter((reference) => !accepted(execution).includes(reference)), []);
	});

	test('alreadyRecorded: skip lets a last run finish: every payee paid exactly once', async () => {
		const execution = await instance.client.run(run.id, 'By hand');
		assert.equal(execution.status, 'success');
		const outcomes = reported(execution);
		assert.deepEqual(new Set(outcomes.values()), new Set(['alreadyPaid', 'unknown']));
		const paid = await paidReferences();
		assert.deepEqual([...paid].sort(), payees.map(({ reference }) => reference));
		const unknown = withOutcome(outcomes, 'unknown');
		assert.deepEqual(await run.check(unknown), unknown.map((reference) => ({ reference, state: 'unknown' })));
		assert.ok(kills >= 20, `${kills} kills`);
	});
});

describe('keys, tokens and webhook secrets', () => {
	const secret = (/** @type {string} */ name) => `${name} "+/ ${randomBytes(12).toString('base64')}`;
	/** @type {Record<string, string>} */
	const secrets = {
		'the signing secret': secret('sign'),
		'the previous signing secret': secret('previous'),
		'the secret of another webhook': secret('foreign'),
	};
	/** @type {string[]} */
	let workflows;

	test('stay out of executions that end badly in many ways', async () => {
		const { client, sandbox } = instance;
		await sandbox.control('DELETE', '/faults');
		const { write, bearer } = sandbox.keys;
		Object.assign(secrets, { 'the API key': write, 'the bearer token': bearer });
		const [webhookSigningSecret, previousWebhookSigningSecret, foreign] = Object.values(secrets);
		const shared = { deployment: 'custom', baseUrl: sandbox.baseUrl, webhookSigningSecret, previousWebhookSigningSecret };
		const credentials = {
			[write]: await client.createCredential({ name: 'Key', type: 'mavapayApi', data: { ...shared, authentication: 'apiKey', apiKey: write } }),
			[bearer]: await client.createCredential({ name: 'Token', type: 'mavapayApi', data: { ...shared, authentication: 'bearerToken', accessToken: bearer } }),
		};
		workflows = [run.id];
		const statuses = new Set();
		for (const [key, credential] of Object.entries(credentials)) {
			const failing = await importFailing(client, credential);
			workflows.push(...failing);
			for (const fault of badEndings(`${key} and ${webhookSigningSecret} and ${previousWebhookSigningSecret}`)) {
				await sandbox.control('POST', '/faults', fault);
				for (const id of failing) statuses.add((await client.run(id, 'Start')).status);
				await client.testCredential(credential.id);
				await sandbox.control('DELETE', '/faults');
			}
			for (const id of failing) statuses.add((await client.run(id, 'Start')).status);
			statuses.add((await cancelOne(instance, failing[1] ?? '')).status);
		}
		assert.deepEqual(statuses, new Set(['success', 'error', 'canceled']));
		const other = { url: 'https://shop.example/hook', secret: foreign ?? '' };
		assert.equal(await listenOnce(instance, credentials[write] ?? instance.credential, other), webhookSigningSecret);
		secrets['the derived secret'] = await listenOnce(instance, instance.credential, other);
	});

	test("are found nowhere in n8n's database, files, logs and answers", async () => {
		const { client, n8n } = instance;
		const answers = await Promise.all(workflows.map(async (id) => ({ place: `executions of ${id}`, bytes: Buffer.from(JSON.stringify(await client.executions(id))) })));
		const folder = join(n8n.userFolder, '.n8n');
		// Both while the write-ahead log is in use and after n8n has ended in good order.
		const live = await filesBelow(folder);
		const rows = await databaseRows(join(folder, 'database.sqlite'));
		await n8n.stop();
		const places = [...answers, ...live, rows, ...(await filesBelow(n8n.userFolder)), { place: 'the log', bytes: Buffer.from(n8n.logs()) }];

		// The search finds what is there: a reference in the database, and each form of a secret.
		const seen = findSecrets({ marker: 'PAY-000' }, places).map((found) => found.split(':')[0]);
		for (const place of ['executions of', 'the rows of the database', 'database.sqlite']) assert.ok(seen.some((one) => one.includes(place)), place);
		for (const [name, value] of Object.entries(secrets)) {
			for (const form of formsOf(value)) assert.equal(findSecrets({ [name]: value }, [{ place: 'planted', bytes: Buffer.from(`<<${form}>>`) }]).length > 0, true);
			const within = Buffer.from(`a${value}`).toString('base64');
			assert.ok(findSecrets({ [name]: value }, [{ place: 'planted', bytes: Buffer.from(within) }]).length > 0);
		}
		assert.deepEqual(findSecrets(secrets, places), []);
	});
});
