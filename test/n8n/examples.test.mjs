/**
 * The examples as a user runs them after importing them: on a real n8n against the sandbox, with a mail server whose mails
 * the tests read and answer. The sandbox's ledger shows what was paid.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startInstance } from '../../scripts/demo/instance.mjs';
import { checkout } from '../../scripts/lib/paths.mjs';
import { startBehindProxy } from './behindProxy.mjs';
import { startHubspot, startPipedrive } from './crm.mjs';
import { exampleDesk } from './exampleDesk.mjs';
import { examplesOfAgents } from './examplesOfAgents.mjs';
import { examplesOfApproval } from './examplesOfApproval.mjs';
import { examplesOfBooks } from './examplesOfBooks.mjs';
import { examplesOfFiles } from './examplesOfFiles.mjs';
import { examplesOfOutcomes } from './examplesOfOutcomes.mjs';
import { examplesOfTools } from './examplesOfTools.mjs';
import { startGoogle } from './google.mjs';
import { formPassword, startMailServer } from './mailServer.mjs';
import { startTelegram } from './chatServers.mjs';
import { startScriptedModel } from './scriptedModel.mjs';
import { packedFor } from './tarball.mjs';

const reportOutbound = pathToFileURL(join(checkout, 'test', 'n8n', 'reportOutbound.mjs')).href;

/** Filled in before the first test. */
const world = /** @type {import('./exampleDesk.mjs').World} */ ({});

before(async () => {
	world.mail = await startMailServer();
	world.model = await startScriptedModel();
	world.telegram = await startTelegram();
	world.google = startGoogle();
	world.hubspot = startHubspot();
	world.pipedrive = startPipedrive();
	world.web = await startBehindProxy({
		...world.google.services,
		...world.hubspot.services,
		...world.pipedrive.services,
	});
	const tarball = await packedFor('examples');
	world.instance = await startInstance(
		{ tarball },
		{ env: { ...world.web.env, NODE_OPTIONS: `--import ${reportOutbound}`, GENERIC_TIMEZONE: 'UTC' } },
	);
	const create = (/** @type {string} */ type, /** @type {object} */ data) =>
		world.instance.client.createCredential({ name: type, type, data });
	world.desk = exampleDesk(world.instance, {
		mavapayApi: world.instance.credential,
		smtp: await create('smtp', world.mail.credential),
		httpBasicAuth: await create('httpBasicAuth', formPassword),
		telegramApi: await create('telegramApi', world.telegram.credential),
		googleApi: await create('googleApi', world.google.credential),
		hubspotAppToken: await create('hubspotAppToken', world.hubspot.credential),
		pipedriveApi: await create('pipedriveApi', world.pipedrive.credential),
		openAiApi: await create('openAiApi', { apiKey: 'none', url: world.model.url }),
	});
	// All examples pay from one wallet.
	await world.instance.sandbox.control('POST', '/wallets', { NGN: '2000000000' });
});
after(async () => {
	await world.instance?.dispose();
	await Promise.all([world.mail?.stop(), world.model?.stop(), world.telegram?.stop(), world.web?.stop()]);
});

// Removes unread mails, and moves earlier payouts weeks back: they could look like repeats.
beforeEach(async () => {
	world.mail.mails.splice(0);
	await world.instance.sandbox.paidWeeksAgo();
});

examplesOfAgents(world);
examplesOfApproval(world);
examplesOfFiles(world);
examplesOfOutcomes(world);
examplesOfBooks(world);
examplesOfTools(world);

test('nothing leaves this machine', () => {
	assert.deepEqual(world.web.strangers(), []);
	assert.deepEqual(
		world.instance.n8n
			.logs()
			.split('\n')
			.filter((line) => line.includes('OUTBOUND')),
		[],
	);
});
