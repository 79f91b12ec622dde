/**
 * The examples as somebody runs them who has just imported them: on a real n8n against the sandbox, with a mail server
 * whose mails are read and answered. The sandbox's ledger says what was paid.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startInstance } from '../../scripts/demo/instance.mjs';
import { checkout, examples } from '../../scripts/lib/paths.mjs';
import { startBehindProxy } from './behindProxy.mjs';
import { overlapping, photograph } from './canvas.mjs';
import { startHubspot, startPipedrive } from './crm.mjs';
import { openEditor } from './editorPage.mjs';
import { exampleDesk } from './exampleDesk.mjs';
import { examplesOfApproval } from './examplesOfApproval.mjs';
import { examplesOfOutcomes } from './examplesOfOutcomes.mjs';
import { examplesOfTools } from './examplesOfTools.mjs';
import { startGoogle } from './google.mjs';
import { formPassword, startMailServer } from './mailServer.mjs';
import { startTelegram } from './chatServers.mjs';
import { startScriptedModel } from './scriptedModel.mjs';
import { packedFor } from './tarball.mjs';

const largestPicture = 80_000;
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
});
after(async () => {
	await world.instance?.dispose();
	await Promise.all([world.mail?.stop(), world.model?.stop(), world.telegram?.stop(), world.web?.stop()]);
});

// What another test left unread.
beforeEach(() => void world.mail.mails.splice(0));

examplesOfApproval(world);
examplesOfOutcomes(world);
examplesOfTools(world);

describe('on the canvas', () => {
	/** @type {import('./editorPage.mjs').Editor} */
	let editor;
	before(async () => {
		editor = await openEditor({ url: world.instance.n8n.url, owner: world.instance.owner });
	});
	after(() => editor?.close());

	const names = readdirSync(examples)
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.slice(0, -'.json'.length));
	for (const name of names) {
		test(`${name} is laid out so that everything can be read, and has its picture and its place in the list`, async () => {
			const file = join(checkout, '.cache', 'screenshots', `example-${name}.png`);
			const { boxes, overfull } = await photograph(editor, world.instance.workflows[name]?.id ?? '', file);
			assert.deepEqual(overlapping(boxes), []);
			assert.deepEqual(overfull, []);
			assert.ok((await stat(join(checkout, 'docs', 'images', 'examples', `${name}.png`))).size <= largestPicture);
			const list = await readFile(join(examples, 'README.md'), 'utf8');
			assert.ok(list.includes(`\`${name}.json\``));
			assert.ok(list.includes(`../docs/images/examples/${name}.png`));
		});
	}
});

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
