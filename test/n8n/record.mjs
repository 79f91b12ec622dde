/**
 * A recording of the screen, for those who want to see the package before they try it: the first payout of a newcomer,
 * and what happens when it is run once more. `npm run record` writes it to .cache/recording/first-payout.webm.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkout } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/processes.mjs';
import { pause } from '../../scripts/lib/waiting.mjs';
import { ensureVideo } from '../../scripts/n8n/debian.mjs';
import { firstPayout, screen } from './firstPayout.mjs';
import { startNewcomer } from './newcomer.mjs';
import { Person } from './person.mjs';

const say = (/** @type {string} */ line) => console.log(line);
const folder = join(checkout, '.cache', 'recording');

const ffmpeg = await ensureVideo(say);
await mkdir(folder, { recursive: true });
const { sandbox, editor, dispose } = await startNewcomer();
try {
	await editor.page.setViewportSize(screen);
	const film = await startFilm(editor.page);
	const person = new Person(editor.page, { perClickMs: 1_000, perKeyMs: 120 });
	await firstPayout(editor, person, sandbox);
	await pause(4_000);
	await person.click(editor.panel.locator('[data-test-id="node-execute-button"]'));
	await editor.output.getByText(/^Already paid/).waitFor();
	await pause(6_000);
	const list = join(folder, 'frames.txt');
	await writeFile(list, await film.end());
	const file = join(folder, 'first-payout.webm');
	const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list];
	await run({
		name: 'ffmpeg',
		command: ffmpeg,
		args: [...input, '-vf', 'fps=10', '-c:v', 'libvpx-vp9', '-b:v', '400k', file],
	});
	say(`Recorded: ${file}`);
} finally {
	await dispose();
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
		/** Ends it. @returns {Promise<string>} what ffmpeg reads: each picture, and how long it is seen */
		async end() {
			await session.send('Page.stopScreencast');
			await Promise.all(writing);
			const shown = frames.map(({ file, at }, index) => {
				const seconds = Math.max(0.04, (frames[index + 1]?.at ?? at + 2) - at);
				return `file '${file}'\nduration ${seconds.toFixed(3)}`;
			});
			return `ffconcat version 1.0\n${shown.join('\n')}\n`;
		},
	};
}
