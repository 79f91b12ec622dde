/**
 * Rehearses a release, in two clones on two versions of Node: runs each `run` command of .github/workflows/publish.yml
 * except the one that stages the tarball. Instead, npm publishes to a registry on this machine. The README's command
 * installs the package from there into a real n8n, which pays. docs/why/release.md lists what no rehearsal can show.
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { npmScript } from '../../scripts/lib/npm.mjs';
import { checkout } from '../../scripts/lib/paths.mjs';
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { bootN8n } from '../../scripts/n8n/boot.mjs';
import { withoutEditor } from '../../scripts/n8n/environment.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { loadedNodeTypes } from '../../scripts/n8n/package.mjs';
import { packageName } from '../../scripts/n8n/workflow.mjs';
import { differingFiles, releaseProblems, sha256 } from '../../scripts/release/check.mjs';
import { nodeTypes, pay } from './installedPackage.mjs';
import { startRegistry } from './localRegistry.mjs';

const run = promisify(execFile);
const workflow = parse(readFileSync(join(checkout, '.github', 'workflows', 'publish.yml'), 'utf8'));
const page = readFileSync(join(checkout, 'docs', 'why', 'release.md'), 'utf8');
const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));

/** The commands of a step. @param {'build' | 'stage'} job @param {string} name @returns {string} */
function commandsOf(job, name) {
	const step = workflow.jobs[job].steps.find((/** @type {{name?: string}} */ one) => one.name === name);
	assert.ok(step?.run, `publish.yml has no step ${name} with commands`);
	return step.run;
}

/** Runs commands as GitHub's runner does. @param {string} commands @param {string} cwd @param {NodeJS.ProcessEnv} env */
const play = (commands, cwd, env) => run('bash', ['-e', '-c', commands], { cwd, env: { ...process.env, ...env } });

/** Copies the project's files and installed packages into a new repository. */
function cloned() {
	const folder = temporaryFolder('mavapay-clone-');
	const git = (/** @type {string} */ cwd, /** @type {string[]} */ ...args) =>
		execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 1e8 });
	const listed = git(checkout, 'ls-files', '-co', '--exclude-standard', '-z').split('\0').filter(Boolean);
	for (const file of listed) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		copyFileSync(join(checkout, file), join(folder, file));
	}
	git(folder, 'init', '--quiet', '--initial-branch=main');
	git(folder, 'config', 'user.name', 'Rehearsal');
	git(folder, 'config', 'user.email', 'rehearsal@example.com');
	git(folder, 'add', '--all');
	git(folder, 'commit', '--quiet', '--message', 'Rehearsal');
	execFileSync('cp', ['--archive', '--link', join(checkout, 'node_modules'), folder]);
	return folder;
}

/** A clone in which the command from docs/why/release.md has made the first release. */
async function released() {
	const folder = cloned();
	const [, command = ''] = /`(npm run release -- )[\d.]+`/.exec(page) ?? [];
	assert.notEqual(command, '', 'docs/why/release.md names no command that makes a release');
	await play(`${command}${version}`, folder, {});
	const tagged = execFileSync('git', ['tag', '--points-at', 'HEAD'], { cwd: folder, encoding: 'utf8' });
	assert.equal(tagged.trim(), version);
	return folder;
}

/** Runs the job `build`, except its step *Test*, which a test below runs. @param {string} clone @param {string} nodeFolder */
async function build(clone, nodeFolder) {
	const output = join(clone, 'output.txt');
	const env = {
		GITHUB_REF_NAME: version,
		GITHUB_OUTPUT: output,
		PATH: [nodeFolder, process.env.PATH].join(delimiter),
		// The Node that comes with n8n has no npm.
		npm_execpath: npmScript(),
	};
	for (const step of ['Make', 'Notes', 'Digest']) await play(commandsOf('build', step), clone, env);
	const outputs = Object.fromEntries(
		readFileSync(output, 'utf8')
			.trim()
			.split('\n')
			.map((line) => line.split('=')),
	);
	const major = execFileSync('node', ['--print', 'process.versions.node.split(".")[0]'], {
		env: { ...process.env, ...env },
		encoding: 'utf8',
	});
	return { folder: join(clone, 'release'), major: Number(major), TARBALL: outputs.tarball, SHA256: outputs.sha256 };
}

/** @type {Awaited<ReturnType<typeof build>>} */
let made;
/** @type {Awaited<ReturnType<typeof build>>} */
let again;
/** @type {string} */
let clone;
/** @type {Awaited<ReturnType<typeof startRegistry>>} */
let registry;
/** @type {NodeJS.ProcessEnv} */
let npmEnv;
before(async () => {
	const [oldest, newest] = [await ensureHarness(undefined, 'oldest'), await ensureHarness(undefined, 'newest')];
	clone = await released();
	made = await build(clone, oldest.nodeFolder);
	again = await build(await released(), newest.nodeFolder);
	registry = await startRegistry();
	const settings = join(temporaryFolder('mavapay-npmrc-'), 'npmrc');
	writeFileSync(settings, `registry=${registry.url}\n${registry.url.replace('http:', '')}/:_authToken=rehearsal\n`);
	npmEnv = { npm_config_userconfig: settings, npm_config_registry: registry.url };
});
after(() => registry?.close());

/**
 * Runs the job `stage`, with `npm publish` in place of `npm stage publish`.
 *
 * @param {{TARBALL?: string, SHA256?: string}} outputs of the job `build` @param {string} folder the folder with the files from the job `build`
 */
async function stage({ TARBALL, SHA256 }, folder) {
	const env = { ...npmEnv, TARBALL, SHA256 };
	await play(commandsOf('stage', 'Compare'), folder, env);
	const commands = commandsOf('stage', 'Stage');
	assert.match(commands, /^npm stage publish "/);
	await play(commands.replace('npm stage publish', 'npm publish'), folder, env);
}

test('two clones on two versions of Node give the same bytes, bill of materials included', () => {
	assert.notEqual(dirname(made.folder), dirname(again.folder));
	assert.deepEqual([made.major, again.major], [20, 24]);
	assert.equal(again.SHA256, made.SHA256);
	for (const name of [made.TARBALL, 'sbom.cdx.json', 'SHA256SUMS', 'notes.md'])
		assert.equal(sha256(join(again.folder, name)), sha256(join(made.folder, name)), name);
	assert.deepEqual(readdirSync(made.folder).sort(), ['SHA256SUMS', made.TARBALL, 'notes.md', 'sbom.cdx.json'].sort());
});

test('the bill of materials lists what was bundled, with the digests of the lock file', () => {
	const { components, metadata } = JSON.parse(readFileSync(join(made.folder, 'sbom.cdx.json'), 'utf8'));
	assert.deepEqual(
		components.map((/** @type {{name: string}} */ { name }) => name),
		['@noble/ed25519', '@noble/hashes', '@noble/secp256k1', '@scure/base', 'papaparse', 'zod'].filter((name) =>
			['running.js', 'readers.js'].some((file) =>
				readFileSync(join(clone, 'dist', 'nodes', file), 'utf8').includes(`// node_modules/${name}/`),
			),
		),
	);
	assert.ok(components.length >= 3);
	for (const { hashes } of components) assert.match(`${hashes[0].alg} ${hashes[0].content}`, /^SHA-512 [0-9a-f]{128}$/);
	assert.equal(metadata.component.hashes[0].content, made.SHA256);
});

test('the tagged commit passes *Test*, in all that reads the files which a release changes', async () => {
	assert.equal(commandsOf('build', 'Test'), 'npm test');
	await play('node node_modules/jest/bin/jest.js --ci --runInBand unit/house unit/docs', clone, {});
});

describe('a release is stopped by', () => {
	test('a version that is not the tag', async () => {
		await assert.rejects(play(commandsOf('build', 'Make'), clone, { GITHUB_REF_NAME: '9.9.9' }), /the tag 9\.9\.9/);
	});

	test('a build that leaves no dist, or lacks a file of it', async () => {
		const folder = temporaryFolder('mavapay-empty-');
		execFileSync('tar', ['-xzf', join(made.folder, made.TARBALL)], { cwd: folder });
		for (const [planted, problem] of /** @type {const} */ ([
			['package/dist/nodes/Mavapay/Mavapay.node.js', /lacks dist\/nodes\/Mavapay\/Mavapay\.node\.js/],
			['package/dist', /lacks dist\/credentials/],
		])) {
			execFileSync('rm', ['-r', planted], { cwd: folder });
			execFileSync('tar', ['-czf', made.TARBALL, 'package'], { cwd: folder });
			const problems = await releaseProblems(join(folder, made.TARBALL), version);
			assert.match(problems.join('\n'), problem);
		}
	});

	test('what npm packs where scripts are ignored and nothing was built', async () => {
		const folder = temporaryFolder('mavapay-unbuilt-');
		const unbuilt = cloned();
		await play(`npm pack --ignore-scripts --pack-destination "${folder}"`, unbuilt, {});
		assert.match((await releaseProblems(join(folder, made.TARBALL), version)).join('\n'), /lacks dist/);
	});

	for (const [what, file, change] of /** @type {const} */ ([
		['optionalDependencies', 'package.json', { optionalDependencies: { zod: '4.6.7' } }],
		['a bin', 'package.json', { bin: { mavapay: 'dist/nodes/running.js' } }],
		['another repository', 'package.json', { repository: { type: 'git', url: 'https://example.com/other.git' } }],
		['a node less', 'package.json', { n8n: { n8nNodesApiVersion: 1, credentials: [], nodes: [] } }],
		['another README', 'README.md', null],
		['another LICENSE', 'LICENSE', null],
	]))
		test(`${what} that was put in after the build`, async () => {
			const folder = temporaryFolder('mavapay-planted-');
			execFileSync('tar', ['-xzf', join(made.folder, made.TARBALL)], { cwd: folder });
			const path = join(folder, 'package', file);
			const text = readFileSync(path, 'utf8');
			writeFileSync(path, change === null ? `${text}\n` : JSON.stringify({ ...JSON.parse(text), ...change }));
			execFileSync('tar', ['-czf', made.TARBALL, 'package'], { cwd: folder });
			const problems = (await releaseProblems(join(folder, made.TARBALL), version)).join('\n');
			assert.match(problems, new RegExp(`${file.replace('.', '\\.')} is not the one of this repository`));
		});

	test('a tag on a commit that main does not have', async () => {
		const folder = cloned();
		const git = (/** @type {string[]} */ ...args) =>
			execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
		git('update-ref', 'refs/remotes/origin/main', 'HEAD');
		await play(commandsOf('build', 'From main'), folder, { GITHUB_SHA: git('rev-parse', 'HEAD') });
		git('commit', '--quiet', '--allow-empty', '--message', 'Off main');
		const off = play(commandsOf('build', 'From main'), folder, { GITHUB_SHA: git('rev-parse', 'HEAD') });
		await assert.rejects(off, /The tagged commit is not on main/);
	});

	test('a tag without an entry in the changelog', async () => {
		await assert.rejects(
			play(commandsOf('build', 'Notes'), clone, { GITHUB_REF_NAME: '9.9.9' }),
			/no entry for 9\.9\.9/,
		);
	});

	test('a changed byte between the two jobs', async () => {
		const folder = temporaryFolder('mavapay-changed-');
		const bytes = readFileSync(join(made.folder, made.TARBALL));
		bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
		writeFileSync(join(folder, made.TARBALL), bytes);
		await assert.rejects(stage(made, folder), /computed checksum did NOT match/);
		assert.equal((await fetch(`${registry.url}/${packageName}`)).status, 404);
	});

	test('a file that is not the one that was built and tested', async () => {
		const folder = temporaryFolder('mavapay-other-');
		execFileSync('tar', ['-xzf', join(made.folder, made.TARBALL)], { cwd: folder });
		const running = join(folder, 'package', 'dist', 'nodes', 'running.js');
		writeFileSync(running, `${readFileSync(running, 'utf8')}\n`);
		execFileSync('tar', ['-czf', made.TARBALL, 'package'], { cwd: folder });
		const problems = await releaseProblems(join(folder, made.TARBALL), version);
		assert.match(problems.join('\n'), /running\.js is not the file that was built/);
		assert.deepEqual(differingFiles(join(folder, made.TARBALL), join(made.folder, made.TARBALL)), [
			'package/dist/nodes/running.js',
		]);
	});
});

describe('what was published', () => {
	before(async () => {
		await stage(made, made.folder);
	});

	test("is installed by the README's command into a real n8n, which loads both nodes and pays", async () => {
		const blocks = readFileSync(join(checkout, 'README.md'), 'utf8').matchAll(/^```sh\n([^]*?)^```/gm);
		const [command = ''] = [...blocks].map(([, block = '']) => block).filter((block) => block.includes('npm install'));
		assert.ok(command.includes(packageName));
		const home = temporaryFolder('mavapay-home-');
		await run('sh', ['-ec', command], { cwd: home, env: { ...process.env, ...npmEnv, HOME: home } });
		const sandbox = await startSandbox();
		const n8n = await bootN8n({ userFolder: home, env: withoutEditor });
		try {
			const loaded = (await loadedNodeTypes(n8n, packageName)).map(({ name }) => name).sort();
			assert.deepEqual(loaded, nodeTypes);
			const client = n8n.client();
			await client.setUpOwner();
			const { item } = await pay(client, sandbox, 'INV-RELEASE');
			assert.equal(item?.payout?.outcome, 'accepted', JSON.stringify(item));
		} finally {
			await n8n.stop();
			await sandbox.stop();
		}
	});

	test('is what the repository builds, as `npm run reproduce` says', async () => {
		const script = join('scripts', 'release', 'reproduce.mjs');
		// Only the published package comes from the registry on this machine. Its build packages come from npm's registry.
		const args = [script, version, '--ref', 'HEAD', '--registry', registry.url];
		const { stdout } = await run(process.execPath, args, { cwd: clone });
		assert.match(stdout, new RegExp(`^${version} is what this repository builds: sha256 ${made.SHA256}`));
	});
});
