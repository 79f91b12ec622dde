import { existsSync, readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkout } from '../lib/paths.mjs';
import { run } from '../lib/processes.mjs';
import { step } from '../lib/progress.mjs';
import { alone } from '../lib/stamp.mjs';

const postgresVersions = '/usr/lib/postgresql';
const redisServer = '/usr/bin/redis-server';
const browsers = ['/usr/bin/chromium', '/usr/bin/google-chrome'];
/** Debian asks this program whether a freshly installed service may be started; 101 means no. */
const startPolicy = '/usr/sbin/policy-rc.d';

/** The paths of Postgres and Redis on Debian; undefined if one of them is missing. */
function findServices() {
	const versions = existsSync(postgresVersions) ? readdirSync(postgresVersions) : [];
	const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
	const folders = newestFirst.map((version) => join(postgresVersions, version, 'bin'));
	const postgresFolder = folders.find((folder) =>
		['postgres', 'initdb', 'createdb', 'psql'].every((name) => existsSync(join(folder, name))),
	);
	return postgresFolder !== undefined && existsSync(redisServer) ? { postgresFolder, redisServer } : undefined;
}

/** The browser that CHROMIUM names, or one where Debian or Google put it. */
function findBrowser() {
	const named = process.env.CHROMIUM;
	if (named && !existsSync(named)) throw new Error(`CHROMIUM names ${named}, which does not exist.`);
	return named || browsers.find((file) => existsSync(file));
}

/**
 * Postgres and Redis from Debian's packages, installed if they are missing. The services that come with the packages
 * are not started.
 *
 * @param {(line: string) => void} [say] progress lines
 * @returns {Promise<{postgresFolder: string, redisServer: string}>} the folder of Postgres' programs, and Redis
 * @throws when they are missing and cannot be installed here
 */
export function ensureServices(say = () => {}) {
	return ensure(findServices, {
		packages: ['redis-server', 'postgresql'],
		need: "n8n's queue mode needs Postgres and Redis.",
		say,
	});
}

/**
 * Chromium (or Chrome) and fonts for it, from Debian's packages if there is none.
 *
 * @param {(line: string) => void} [say] progress lines
 * @returns {Promise<string>} the program
 * @throws when it is missing and cannot be installed here
 */
export function ensureBrowser(say = () => {}) {
	return ensure(findBrowser, {
		packages: ['chromium', 'fonts-liberation'],
		need: 'The editor is tried in Chromium or Chrome; the environment variable CHROMIUM may name the program.',
		say,
	});
}

/**
 * SPIN and a C compiler for it, from Debian's packages if they are missing.
 *
 * @param {(line: string) => void} [say] progress lines
 * @returns {Promise<{spin: string, gcc: string}>} the programs
 * @throws when they are missing and cannot be installed here
 */
export function ensureModelChecker(say = () => {}) {
	const [spin, gcc] = ['/usr/bin/spin', '/usr/bin/gcc'];
	return ensure(() => (existsSync(spin) && existsSync(gcc) ? { spin, gcc } : undefined), {
		packages: ['spin', 'gcc', 'libc6-dev'],
		need: 'The model of the record is searched by SPIN, which needs a C compiler.',
		say,
	});
}

/**
 * ffmpeg, from Debian's packages if it is missing.
 *
 * @param {(line: string) => void} [say] progress lines
 * @returns {Promise<string>} the program
 * @throws when it is missing and cannot be installed here
 */
export function ensureVideo(say = () => {}) {
	const ffmpeg = '/usr/bin/ffmpeg';
	return ensure(() => (existsSync(ffmpeg) ? ffmpeg : undefined), {
		packages: ['ffmpeg'],
		need: 'ffmpeg makes a video of the pictures.',
		say,
	});
}

/**
 * LibreOffice Calc without its graphical interface, from Debian's packages if it is missing.
 *
 * @param {(line: string) => void} [say] progress lines
 * @returns {Promise<string>} the program
 * @throws when it is missing and cannot be installed here
 */
export function ensureOffice(say = () => {}) {
	const soffice = '/usr/bin/soffice';
	return ensure(() => (existsSync(soffice) ? soffice : undefined), {
		packages: ['libreoffice-calc-nogui'],
		need: 'LibreOffice makes the files that are read.',
		say,
	});
}

/**
 * @template T
 * @param {() => T | undefined} find @param {{packages: string[], need: string, say: (line: string) => void}} wanted
 * @returns {Promise<T>}
 */
async function ensure(find, { packages, need, say }) {
	if (!find()) {
		await alone(join(checkout, '.cache', 'apt.lock'), say, async () => {
			if (!find()) await install(packages, need, say);
		});
	}
	const found = find();
	if (!found)
		throw new Error(
			`Debian's packages ${packages.join(' and ')} were installed, but their programs are not where they should be.`,
		);
	return found;
}

/** @param {string[]} packages @param {string} need @param {(line: string) => void} say */
async function install(packages, need, say) {
	const canInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
	if (!canInstall) {
		throw new Error(
			`${need} On Debian run 'apt-get install ${packages.join(' ')}' as root, or run this as root; elsewhere install it yourself.`,
		);
	}
	await step(say, `Installing ${packages.join(' and ')} (once)`, async () => {
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
		const aptGet = (/** @type {string[]} */ ...args) =>
			run({ name: `apt-get ${args[0]}`, command: 'apt-get', args: ['-q', ...args], env });
		const ownPolicy = !existsSync(startPolicy);
		if (ownPolicy) await writeFile(startPolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
		try {
			await aptGet('update');
			await aptGet('install', '-y', '--no-install-recommends', ...packages);
		} finally {
			if (ownPolicy) await rm(startPolicy, { force: true });
		}
	});
}
