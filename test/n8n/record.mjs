/**
 * `npm run record`: films the package in n8n's editor, for interested users and n8n's reviewers, with captions. The film
 * shows the installation by name, the test of the credential, the first payout, a second run of the same payout, and the
 * trigger. It is written to .cache/recording/mavapay.webm.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { checkout } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/processes.mjs';
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { pause } from '../../scripts/lib/waiting.mjs';
import { bootN8n } from '../../scripts/n8n/boot.mjs';
import { ensureVideo } from '../../scripts/n8n/debian.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { openEditor } from './editorPage.mjs';
import { firstPayout, screen } from './firstPayout.mjs';
import { installByName } from './installByName.mjs';
import { npmWith, startRegistry } from './localRegistry.mjs';
import { Person } from './person.mjs';
import { packedFor } from './tarball.mjs';

const say = (/** @type {string} */ line) => console.log(line);
const folder = join(checkout, '.cache', 'recording');
/** How long a caption is shown, in milliseconds. */
const readMs = 4_000;
const at = (/** @type {string} */ id) => `[data-test-id="${id}"]`;
/** The caption in the bar at the bottom; a newly loaded page shows it too. */
let shown = '';

const ffmpeg = await ensureVideo(say);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const { sandbox, editor, dispose } = await startEmpty();
try {
	await editor.page.setViewportSize(screen);
	editor.page.on('load', () => void drawCaption().catch(() => undefined));
	const film = await startFilm(editor.page);
	const started = Date.now();
	for (const scene of [installs, paysOnce, isToldOfEvents])
		await scene(new Person(editor.page, { perClickMs: 800, perKeyMs: 90 }));
	say(`Played for ${Math.round((Date.now() - started) / 1_000)} s; n8n's reviewers take five minutes.`);
	await write(await film.end());
} finally {
	await dispose();
}

/** Starts an n8n without the package, whose npm can install it from a registry on this machine. */
async function startEmpty() {
	const manifest = createRequire(import.meta.url)(join(checkout, 'package.json'));
	const registry = await startRegistry({ tarball: await packedFor('record'), manifest });
	const sandbox = await startSandbox({ preferredPort: 4010 });
	const { nodeFolder } = await ensureHarness(say);
	// n8n's requests to other machines end at a closed port.
	const env = { PATH: await npmWith(registry.url, nodeFolder), HTTPS_PROXY: 'http://127.0.0.1:9' };
	const n8n = await bootN8n({ env });
	const editor = await openEditor({ url: n8n.url, owner: await n8n.client().setUpOwner() });
	const dispose = async () => {
		await editor.close();
		await n8n.dispose();
		await sandbox.stop();
		registry.close();
	};
	return { sandbox, editor, dispose };
}

/** Draws the caption's bar, which a newly loaded page doesn't have. */
async function drawCaption() {
	await editor.page.evaluate((text) => {
		const id = 'caption';
		const bar = document.getElementById(id) ?? document.createElement('div');
		bar.id = id;
		bar.textContent = text;
		bar.style.cssText =
			'position:fixed;left:0;right:0;bottom:0;padding:12px 24px;background:#1f2328;color:#fff;font:18px sans-serif;z-index:99999;pointer-events:none';
		document.body.append(bar);
	}, shown);
}

/** Shows a caption for as long as it takes to read. @param {string} text */
async function caption(text) {
	shown = text;
	await drawCaption();
	await pause(readMs);
}

/** @param {Person} person */
async function installs(person) {
	await caption('1. Install it from npm, by its name');
	await installByName(editor, person);
	await pause(readMs);
}

/** @param {Person} person */
async function paysOnce(person) {
	await caption('2. A new workflow: add Mavapay, connect a credential, and pay');
	await firstPayout(editor, person, sandbox, async () => {
		await caption('3. The credential was tested as it was saved. Now the bank, the account and the amount');
	});
	await caption('4. Accepted: the outcome stands first. Run it once more');
	await person.click(editor.panel.locator(at('node-execute-button')));
	await editor.output.getByText(/^Already paid/).waitFor();
	await caption('5. Already paid: nothing was sent a second time');
}

/** @param {Person} person */
async function isToldOfEvents(person) {
	const { page } = editor;
	await page.goto(`${editor.url}/workflow/new`);
	await caption('6. The trigger: a workflow that starts when Mavapay tells of a payment');
	await person.click(page.locator(at('canvas-add-button')));
	await page.locator(at('node-creator-search-bar')).waitFor();
	await person.type('mavapay');
	await page.locator(at('node-creator-item-name')).first().waitFor();
	await person.press('Enter');
	await person.click(page.getByText(/any event/i).first());
	await editor.panel.waitFor();
	await person.click(editor.panel.locator(at('node-execute-button')));
	await editor.panel.getByText('Listening for test event').waitFor();
	await caption('7. It listens, and a customer pays');
	await sandbox.control('POST', '/events', { customerReference: 'order-1042', amount: '250000', currency: 'NGN' });
	await editor.output.getByText('order-1042').first().waitFor();
	await caption('8. The event is here, with the reference of the order');
}

/** Takes every picture that the browser draws. @param {import('playwright-core').Page} page */
async function startFilm(page) {
	const session = await page.context().newCDPSession(page);
	/** @type {Array<{file: string, at: number}>} */
	const frames = [];
	/** @type {Array<Promise<void>>} */
	const writing = [];
	session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
		const file = join(folder, `${String(frames.length).padStart(5, '0')}.jpg`);
		frames.push({ file, at: metadata.timestamp ?? 0 });
		writing.push(writeFile(file, Buffer.from(data, 'base64')));
		void session.send('Page.screencastFrameAck', { sessionId });
	});
	await session.send('Page.startScreencast', { format: 'jpeg', quality: 85 });
	return {
		/** Ends the film. @returns {Promise<string>} ffmpeg's list: each picture, and how long it is shown */
		async end() {
			await session.send('Page.stopScreencast');
			await Promise.all(writing);
			const shown = frames.map(({ file, at: seen }, index) => {
				const seconds = Math.max(0.04, (frames[index + 1]?.at ?? seen + 2) - seen);
				return `file '${file}'\nduration ${seconds.toFixed(3)}`;
			});
			return `ffconcat version 1.0\n${shown.join('\n')}\n`;
		},
	};
}

/** @param {string} frames */
async function write(frames) {
	const list = join(folder, 'frames.txt');
	await writeFile(list, frames);
	const file = join(folder, 'mavapay.webm');
	const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list];
	await run({
		name: 'ffmpeg',
		command: ffmpeg,
		args: [...input, '-vf', 'fps=10', '-c:v', 'libvpx-vp9', '-b:v', '400k', file],
	});
	say(`Recorded: ${file}`);
}
