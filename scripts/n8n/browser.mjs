import { createRequire } from 'node:module';
import { join } from 'node:path';
import { harness } from '../lib/paths.mjs';
import { ensureBrowser } from './debian.mjs';
import { ensureHarness } from './install.mjs';

// No background traffic, no host except this machine. The browser also starts as root and without a graphics card.
const flags = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

const startTimeoutMs = 300_000;

/**
 * Starts a browser without a window, driven by the harness's playwright-core. It can reach only 127.0.0.1.
 *
 * @param {(line: string) => void} [say] progress lines of an install
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function openBrowser(say) {
	await ensureHarness(say, 'newest');
	const executablePath = await ensureBrowser(say);
	const { chromium } = createRequire(join(harness, 'package.json'))('playwright-core');
	return chromium.launch({ executablePath, args: flags, timeout: startTimeoutMs });
}
