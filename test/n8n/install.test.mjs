/**
 * Each way to install that docs/reference/install describes: the README's command, n8n's installer by name, and the list
 * in n8n's environment (the last two with npm using a registry on this machine). Docker itself isn't run: the tests run
 * the image's RUN command, and start n8n's processes with the environment from the compose file.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { buildAndPack } from '../../scripts/lib/build.mjs';
import { checkout, harness as harnessFolder } from '../../scripts/lib/paths.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { bootN8n } from '../../scripts/n8n/boot.mjs';
import { withoutEditor } from '../../scripts/n8n/environment.mjs';
import { ensureHarness } from '../../scripts/n8n/install.mjs';
import { loadedNodeTypes } from '../../scripts/n8n/package.mjs';
import { executionsOf } from '../../scripts/n8n/queue.mjs';
import { startServices } from '../../scripts/n8n/services.mjs';
import { packageName } from '../../scripts/n8n/workflow.mjs';
import { nodeTypes, pay } from './installedPackage.mjs';
import { npmWith, startProxy, startRegistry } from './localRegistry.mjs';
import { runCode, startTaskRunner } from './taskRunner.mjs';

const run = promisify(execFile);
const text = (/** @type {string[]} */ ...path) => readFile(join(checkout, ...path), 'utf8');
/** The environment variables that this machine may need to reach a registry. */
const network = ['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'SSL_CERT_FILE', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];
/** The environment of a new user's command, without this machine's npm settings. @param {string} home @param {string} nodeFolder */
const plainEnvironment = (home, nodeFolder) => ({
	...Object.fromEntries(network.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
	HOME: home,
	PATH: [nodeFolder, process.env.PATH].join(delimiter),
});

/** @type {{file: string}} */
let packed;
/** @type {import('../../scripts/n8n/install.mjs').Harness} */
let newest;
before(async () => {
	newest = await ensureHarness();
	packed = await buildAndPack(temporaryFolder('mavapay-install-'));
});

/** @param {import('../../scripts/n8n/boot.mjs').N8n} n8n @param {string[]} expected */
const loads = async (n8n, expected) =>
	assert.deepEqual((await loadedNodeTypes(n8n, packageName)).map(({ name }) => name).sort(), expected);

describe("the README's command for a server", () => {
	/** @type {string} */
	let command;
	before(async () => {
		const blocks = [...(await text('README.md')).matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block]) => block ?? '');
		const [found] = blocks.filter((block) => block.includes(`npm install`));
		assert.ok(found?.includes(packageName), 'README.md has no command that installs the package');
		command = found;
	});

	for (const { on, flags } of [
		{ on: 'the running Node', flags: true },
		{ on: "n8n's own Node", flags: true },
		{ on: 'the running Node', flags: false },
	]) {
		test(`installs the package alone, on ${on}${flags ? '' : ', also without its flag'}`, async () => {
			const home = temporaryFolder('mavapay-home-');
			// If a parent folder has a package.json, npm installs there unless the command says otherwise.
			await writeFile(join(home, 'package.json'), '{}');
			const nodeFolder = on === 'the running Node' ? dirname(process.execPath) : newest.nodeFolder;
			const typed = command.replace(packageName, packed.file).replace(flags ? '' : '--omit=peer', '');
			await run('sh', ['-ec', typed], { cwd: home, env: plainEnvironment(home, nodeFolder) });
			const installed = await readdir(join(home, '.n8n', 'nodes', 'node_modules'));
			assert.deepEqual(
				installed.filter((name) => !name.startsWith('.')),
				[packageName],
			);
		});
	}
});

describe("n8n's own installers", () => {
	/** @type {Awaited<ReturnType<typeof startRegistry>>} */
	let registry;
	/** @type {Awaited<ReturnType<typeof startProxy>>} */
	let proxy;
	/** @type {Awaited<ReturnType<typeof startSandbox>>} */
	let sandbox;
	/** @type {import('../../scripts/n8n/boot.mjs').N8n} */
	let n8n;
	/** @type {import('../../scripts/n8n/client.mjs').N8nClient} */
	let client;
	/** n8n's environment variables for its next start. @type {NodeJS.ProcessEnv} */
	const env = { ...withoutEditor };
	const manifest = createRequire(import.meta.url)(join(checkout, 'package.json'));
	const list = JSON.stringify([{ name: packageName, version: manifest.version }]);

	before(async () => {
		[registry, proxy, sandbox] = await Promise.all([
			startRegistry({ tarball: packed.file, manifest }),
			startProxy(),
			startSandbox(),
		]);
		// n8n's requests to other machines end at a closed port. A wrapper makes npm use the registry on this machine,
		// because n8n has a setting for the registry only with a licence.
		const path = await npmWith(registry.url, newest.nodeFolder);
		Object.assign(env, { PATH: path, HTTPS_PROXY: 'http://127.0.0.1:9' });
		n8n = await bootN8n({ env });
		client = n8n.client();
		await client.setUpOwner();
	});
	after(async () => {
		await n8n?.dispose();
		await sandbox?.stop();
		await proxy?.close();
		registry?.close();
	});

	test("the editor's button installs it by its name", async () => {
		await client.rest('POST', '/community-packages', { name: packageName });
		await loads(n8n, nodeTypes);
	});

	test('a list in the environment removes what it does not name', async () => {
		Object.assign(env, { N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true', N8N_COMMUNITY_PACKAGES: '[]' });
		await n8n.restart();
		await loads(n8n, []);
	});

	test('installs what it names, and SSRF protection keeps a custom deployment from being paid through', async () => {
		Object.assign(env, { N8N_COMMUNITY_PACKAGES: list, N8N_SSRF_PROTECTION_ENABLED: 'true' });
		await n8n.restart();
		await loads(n8n, nodeTypes);
		const { item } = await pay(client, sandbox, 'INV-BLOCKED');
		assert.equal(item?.details.outcome, 'rejected');
		assert.match(item?.error, /Nothing was (paid|sent)/);
		assert.deepEqual(await sandbox.ledger(), []);
	});

	test('pays where the address is allowed, through the proxy of the environment; without the proxy nothing is sent', async () => {
		Object.assign(env, { N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32', HTTP_PROXY: proxy.url });
		await n8n.restart();
		const paid = await pay(client, sandbox, 'INV-PROXY');
		assert.equal(paid.item?.payout?.outcome, 'accepted', JSON.stringify(paid.item));
		assert.ok(proxy.seen.some((call) => /^POST .*\/withdraw/.test(call)));
		await proxy.close();
		const stopped = await pay(client, sandbox, 'INV-NO-PROXY');
		assert.equal(stopped.item?.details.outcome, 'rejected', JSON.stringify(stopped.item));
		assert.equal((await sandbox.ledger()).filter(({ kind }) => kind === 'payout').length, 1);
	});
});

describe('the image and the compose file', () => {
	/** @type {{services: Record<string, any>}} */
	let compose;
	/** @type {string} */
	let dockerfile;
	/** @type {Map<string, string>} */
	let example;
	before(async () => {
		const { parse } = createRequire(join(harnessFolder, 'package.json'))('yaml');
		compose = parse(await text('docs', 'reference', 'install', 'compose.yaml'), { merge: true });
		dockerfile = await text('docs', 'reference', 'install', 'Dockerfile');
		const lines = (await text('docs', 'reference', 'install', 'example.env')).matchAll(/^(\w+)=(.*)$/gm);
		example = new Map([...lines].map(([, name = '', value = '']) => [name, value]));
	});

	/** Replaces variables as Docker Compose does. A value that example.env leaves empty becomes `filled-in`. @param {string} value */
	const substituted = (value) =>
		value.replace(/\$\{(\w+)(?::\?|:-([^}]*))\}/g, (_, name, otherwise) => {
			const given = example.get(name) ?? otherwise;
			assert.notEqual(given, undefined, `${name} is not in example.env`);
			return given === '' ? 'filled-in' : given;
		});

	test('name variables that n8n knows, as docs/reference/install does', async () => {
		const known = await variablesOfN8n();
		const prose = await text('docs', 'reference', 'install.md');
		const named = new Set([...prose.matchAll(/\b(?:N8N|DB|QUEUE|OFFLOAD|EXECUTIONS)_[A-Z_]+\b/g)].map(String));
		for (const { environment, image } of Object.values(compose.services))
			if (image === 'n8n-with-mavapay') for (const name of Object.keys(environment)) named.add(name);
		assert.ok(named.size > 20);
		assert.deepEqual([...named].filter((name) => !known.has(name) && !example.has(name)).sort(), []);
	});

	test("name this version, n8n's tried one, and services that are there", async () => {
		assert.equal(example.get('MAVAPAY_NODES_VERSION'), JSON.parse(await text('package.json')).version);
		// example.env names the newest n8n, even if other test suites use an older one.
		assert.equal(example.get('N8N_VERSION'), (await ensureHarness(console.log, 'newest')).version);
		const { main, worker, postgres, redis, 'worker-runners': runners } = compose.services;
		for (const name of Object.keys(main.build.args)) assert.match(dockerfile, new RegExp(`^ARG ${name}$`, 'm'));
		assert.equal(main.environment.DB_POSTGRESDB_HOST in compose.services, true);
		assert.equal(main.environment.QUEUE_BULL_REDIS_HOST in compose.services, true);
		assert.deepEqual([main.environment, main.build], [worker.environment, worker.build]);
		assert.equal(worker.command, 'worker');
		// n8n's documentation, "Set up task runners": the runners' image has n8n's version, and they use the worker's token.
		assert.equal(runners.image, 'n8nio/runners:${N8N_VERSION:?}');
		assert.equal(runners.environment.N8N_RUNNERS_AUTH_TOKEN, worker.environment.N8N_RUNNERS_AUTH_TOKEN);
		assert.equal(new URL(runners.environment.N8N_RUNNERS_TASK_BROKER_URI).hostname in compose.services, true);
		assert.equal(postgres.environment.POSTGRES_PASSWORD, main.environment.DB_POSTGRESDB_PASSWORD);
		assert.ok(redis.command.includes(main.environment.QUEUE_BULL_REDIS_PASSWORD));
		// A volume at .n8n would hide the package that the image contains there.
		for (const one of [main, worker]) assert.equal(JSON.stringify(one.volumes ?? []).includes('.n8n'), false);
	});

	/** A service's environment with its variables replaced, and with servers that listen on this machine only. @param {string} name */
	const environmentOf = (name) =>
		Object.fromEntries(
			Object.entries(compose.services[name].environment).map(([key, value]) => [
				key,
				substituted(String(value)).replace('0.0.0.0', '127.0.0.1'),
			]),
		);

	test('hold together: installed by the RUN line, with the environment of the compose file, a worker pays, and its task runner runs code', async () => {
		const [, line = ''] = /^RUN (.*)$/m.exec(dockerfile) ?? [];
		const port = String(await freePort());
		const services = await startServices();
		const sandbox = await startSandbox();
		/** @type {Array<import('../../scripts/n8n/boot.mjs').N8n>} */
		const started = [];
		try {
			for (const name of /** @type {const} */ (['main', 'worker'])) {
				const home = temporaryFolder(`mavapay-${name}-`);
				await mkdir(join(home, '.n8n'), { recursive: true });
				const inImage = line.replace(/n8n-nodes-mavapay@\$\{MAVAPAY_NODES_VERSION\}/, packed.file);
				const typed = inImage.replace('/home/node', home);
				assert.ok(typed.includes(packed.file) && typed.includes(home), line);
				await run('sh', ['-ec', typed], { cwd: home, env: plainEnvironment(home, newest.nodeFolder) });
				const broker = name === 'worker' ? { N8N_RUNNERS_BROKER_PORT: port } : {};
				const env = { ...environmentOf(name), ...broker, ...services.env };
				started.push(await bootN8n({ mode: name, userFolder: home, env }));
			}
			const [main, worker] = started;
			assert.ok(main && worker);
			const client = main.client();
			await client.setUpOwner();
			const { id, item } = await pay(client, sandbox, 'INV-COMPOSE');
			assert.equal(item?.payout?.outcome, 'accepted', JSON.stringify(item));
			assert.ok(executionsOf(worker).has(id));
			const { N8N_RUNNERS_TASK_BROKER_URI = '', N8N_RUNNERS_AUTH_TOKEN = '' } = environmentOf('worker-runners');
			const uri = N8N_RUNNERS_TASK_BROKER_URI.replace('//worker:5679', `//127.0.0.1:${port}`);
			const runner = await startTaskRunner(newest, { N8N_RUNNERS_TASK_BROKER_URI: uri, N8N_RUNNERS_AUTH_TOKEN });
			try {
				assert.deepEqual(await runCode(client), { sum: 2 });
			} finally {
				await runner.stop();
			}
		} finally {
			for (const one of started.reverse()) await one.stop();
			await sandbox.stop();
			await services.stop();
		}
	});
});

/** Every text in n8n's code that could be the name of an environment variable. @returns {Promise<Set<string>>} */
async function variablesOfN8n() {
	const modules = join(harnessFolder, 'node_modules');
	/** @type {Set<string>} */
	const names = new Set();
	for (const folder of ['n8n/dist', 'n8n-core/dist', '@n8n/config/dist']) {
		const files = await readdir(join(modules, folder), { recursive: true });
		for (const file of files.filter((one) => /(config|index|service|utils)\.js$/.test(one))) {
			const code = await readFile(join(modules, folder, file), 'utf8');
			for (const [, name = ''] of code.matchAll(/(?:['"`]|env\.)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g)) names.add(name);
		}
	}
	return names;
}
