import { createRequire } from 'node:module';
import { join } from 'node:path';
import { harness } from '../lib/paths.mjs';
import { ensureBrowser } from './debian.mjs';
import { ensureHarness } from './install.mjs';

// No traffic of the browser's own, and a start also as root and without a graphics card.
const flags = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/**
 * Starts a browser without a window, driven by the playwright-core of the harness.
 *
 * @param {(line: string) => void} [say] progress lines of an install
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function openBrowser(say) {
	await ensureHarness(say);
	const executablePath = await ensureBrowser(say);
	const { chromium } = createRequire(join(harness, 'package.json'))('playwright-core');
	return chromium.launch({ executablePath, args: flags });
}
