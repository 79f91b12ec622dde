/**
 * The checks before a release, on this machine: n8n's package scanner on the sources and on the unpacked tarball, the
 * newest community-node rules on the tarball (the scanner has an older copy), and our own rules for the tarball.
 *
 * `node scripts/gate.mjs` packs the existing build and checks it; `node scripts/gate.mjs FILE` checks a tarball.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundledPackages, licencesOf } from './build/bundled.mjs';
import { npm } from './lib/npm.mjs';
import { checkout, dist } from './lib/paths.mjs';
import { manifestProblems } from './release/check.mjs';

/** The most bytes of the tarball, and of the nodes' built JavaScript, without the readers of payment files. */
const PACKED_LIMIT = 230_500;
const BUILT_LIMIT = 652_500;
/**
 * The most bytes of the readers of payment files, built and packed, in addition to the limits above: the reader of
 * workbooks, a text library, and the rules of a sheet (docs/why/design.md#reading-files). One operation uses them.
 */
const READERS_LIMIT = 129_000;
const READERS_PACKED_LIMIT = 38_700;
const EXPECTED_FILES = [
	/^(package\.json|README\.md|LICENSE)$/,
	/^dist\/credentials\/\w+\.credentials\.js$/,
	/^dist\/nodes\/(\w+)\/\1\.node\.(js|json)$/,
	/^dist\/nodes\/(running|readers)\.js$/,
	/^dist\/nodes\/\w+\/description\.json$/,
	/^dist\/THIRD-PARTY-LICENSES$/,
	/^dist\/nodes\/\w+\/__schema__\/v\d+\.\d+\.\d+(\/\w+\/\w+)?\.json$/,
	/^dist\/icons\/[\w.]+\.svg$/,
];
const ALLOWED_REQUIRES = ['n8n-workflow', 'node:crypto'];
/**
 * The most bytes that n8n may load when it starts: the descriptions and the credential. Full JSON is twice as long as
 * code that makes it, but is read in half the time. The bench compares that time with two of n8n's own nodes. This
 * limit only notices when something is added by mistake.
 */
const LOADED_LIMIT = 187_800;
const GENERATED_CODE = /\bnew Function\b|\bnew F\(\s*["'`.]|= Function;|\beval\s*\(/;

/** The tarball to check, instead of packing one now. */
const given = process.argv[2] && resolve(process.argv[2]);

/** The folder for the unpacked tarball: inside the project, so that `n8n-workflow` resolves as it does inside n8n. */
const workFolder = join(checkout, '.cache', 'gate');
const unpacked = join(workFolder, 'package');

const manifest = () => JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));

const built = () => {
	const { n8n } = manifest();
	return [...n8n.credentials, ...n8n.nodes];
};

function filesBelow(folder) {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
}

const inPackage = (file) => relative(unpacked, file).split(sep).join('/');

/** The files of the tarball that contain a text or match a pattern. */
function filesWith(pattern) {
	return filesBelow(unpacked)
		.filter((file) => {
			const text = readFileSync(file, 'utf8');
			return typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);
		})
		.map(inPackage);
}

async function pack() {
	rmSync(workFolder, { recursive: true, force: true });
	mkdirSync(workFolder, { recursive: true });
	if (!given) await npm(['pack', '--ignore-scripts', '--pack-destination', workFolder], { cwd: checkout });
	const tarball =
		given ??
		join(
			workFolder,
			readdirSync(workFolder).find((name) => name.endsWith('.tgz')),
		);
	execFileSync('tar', ['-xzf', tarball], { cwd: workFolder });
	return tarball;
}

const scanned = ({ passed, message, details }) => (passed ? [] : [message, details ?? '']);

/** The newest community-node rules, as the scanner would apply them; warnings count as well. */
async function newestRules() {
	const { ESLint } = await import('eslint');
	const { defineConfig } = await import('eslint/config');
	const { n8nCommunityNodesPlugin } = await import('@n8n/eslint-plugin-community-nodes');
	const { parser } = (await import('typescript-eslint')).default;
	const eslint = new ESLint({
		cwd: unpacked,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: defineConfig(
			n8nCommunityNodesPlugin.configs.recommended,
			{ rules: { 'no-console': 'error' } },
			{ files: ['**/*.json'], languageOptions: { parser } },
		),
	});
	const results = await eslint.lintFiles(['**/*.js', 'package.json']);
	return results.flatMap(({ filePath, messages }) =>
		messages.map(({ line, ruleId, message }) => `${inPackage(filePath)}:${line} ${ruleId} ${message}`),
	);
}

const READERS = join(unpacked, 'dist', 'nodes', 'readers.js');

const builtSize = () =>
	filesBelow(join(unpacked, 'dist', 'nodes'))
		.filter((file) => file.endsWith('.js') && file !== READERS)
		.reduce((sum, file) => sum + statSync(file).size, 0);

/** The bytes of the readers, compressed as npm packs them. */
const readersPackedSize = () => gzipSync(readFileSync(READERS), { level: 9 }).length;

const scripts = () => filesBelow(unpacked).filter((file) => file.endsWith('.js'));

/** The packages that are bundled into any file. */
const bundledNow = () =>
	bundledPackages(
		scripts()
			.map((file) => readFileSync(file, 'utf8'))
			.join('\n'),
	);

/** The files with the description of a node or a credential. A node's own file reads the JSON file next to it. */
const describing = () =>
	built().map((path) => (path.endsWith('.node.js') ? join(dirname(path), 'description.json') : path));

const loadedSize = () =>
	[...new Set([...built(), ...describing()])].reduce((sum, path) => sum + statSync(join(unpacked, path)).size, 0);

/** Loads each built file in a separate Node process, and checks that it exports a class with the file's name. */
function loadProblems() {
	const load = `
		const [file, name] = process.argv.slice(1);
		const type = new (require(file)[name])();
		if (type.description && !require(require('node:path').join(file, '../../running.js'))[name]) throw new Error('nothing runs it');
		if (type.constructor.name !== name) throw new Error('the class is called ' + type.constructor.name);
		if (!(type.description ?? type).name) throw new Error('it has no name');
	`;
	return built().flatMap((path) => {
		try {
			const args = ['-e', load, join(unpacked, path), basename(path).split('.')[0]];
			execFileSync(process.execPath, args, { cwd: unpacked, stdio: 'pipe' });
			return [];
		} catch (error) {
			return [`${path}: ${error.stderr}`];
		}
	});
}

/** `file:` references of the built descriptions must lead to a file of the tarball. */
function missingIcons() {
	return describing().flatMap((path) => {
		const text = readFileSync(join(unpacked, path), 'utf8');
		const icons = [...text.matchAll(/["']file:([^"']+)["']/g)].map(([, icon]) => icon);
		const missing = icons.filter((icon) => !existsSync(join(unpacked, path, '..', icon)));
		return [
			...missing.map((icon) => `${path}: no such icon: ${icon}`),
			...(icons.length === 0 ? [`${path}: names no icon`] : []),
		];
	});
}

function foreignRequires() {
	return scripts().flatMap((file) =>
		[...readFileSync(file, 'utf8').matchAll(/\brequire\(\s*["']([^"']+)["']\s*\)/g)]
			.filter(([, name]) => !ALLOWED_REQUIRES.includes(name) && !isOwn(join(file, '..', name)))
			.map(([, name]) => `${inPackage(file)} requires ${name}`),
	);
}

/** Bundled packages whose licence isn't MIT, the licence of this package. */
function foreignLicences() {
	const bundled = bundledNow();
	if (bundled.length === 0) return ['no part is named'];
	return bundled.flatMap(({ name, license }) => (license === 'MIT' ? [] : [`${name} is ${license}`]));
}

/** A problem if the shipped file of licences isn't exactly what the bundled packages make it. */
function missingLicences() {
	const shipped = readFileSync(join(unpacked, 'dist', 'THIRD-PARTY-LICENSES'), 'utf8');
	return shipped === licencesOf(bundledNow()) ? [] : ['it is not what the build makes of all that is bundled'];
}

const isOwn = (path) => path.startsWith(unpacked) && existsSync(path);

async function main() {
	if (!existsSync(dist)) throw new Error('Nothing is built yet: run npm run build.');
	const { analyzePackage, SOURCE_FILE_PATTERNS } = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const tarball = await pack();
	const size = statSync(tarball).size;
	const unexpected = () =>
		filesBelow(unpacked)
			.map(inPackage)
			.filter((path) => !EXPECTED_FILES.some((pattern) => pattern.test(path)));
	const machinePaths = [`${checkout}${sep}`, `${homedir()}${sep}`].filter((path) => path.length > 2);

	const checks = [
		["n8n's scanner, sources", async () => scanned(await analyzePackage(checkout, SOURCE_FILE_PATTERNS))],
		["n8n's scanner, tarball", async () => scanned(await analyzePackage(unpacked, ['**/*.js', 'package.json']))],
		['newest community-node rules, tarball', newestRules],
		[
			`packed size ${size - readersPackedSize()} bytes without the readers, under ${PACKED_LIMIT}`,
			() => (size - readersPackedSize() < PACKED_LIMIT ? [] : [`${size} bytes`]),
		],
		[
			`readers of files ${statSync(READERS).size} bytes, under ${READERS_LIMIT}; packed ${readersPackedSize()}, under ${READERS_PACKED_LIMIT}`,
			() => (statSync(READERS).size < READERS_LIMIT && readersPackedSize() < READERS_PACKED_LIMIT ? [] : ['too large']),
		],
		[
			`what n8n loads at its start ${loadedSize()} bytes, under ${LOADED_LIMIT}`,
			() => (loadedSize() < LOADED_LIMIT ? [] : [`${loadedSize()} bytes`]),
		],
		[
			`JavaScript of both nodes ${builtSize()} bytes, under ${BUILT_LIMIT}`,
			() => (builtSize() < BUILT_LIMIT ? [] : [`${builtSize()} bytes`]),
		],
		['only expected files', unexpected],
		['everything that package.json names is there', () => built().filter((path) => !existsSync(join(unpacked, path)))],
		['package.json says nothing that installs or runs', () => manifestProblems(manifest())],
		['no generated code', () => filesWith(GENERATED_CODE)],
		['no source maps', () => filesWith('sourceMappingURL=')],
		['no path of this machine', () => machinePaths.flatMap(filesWith)],
		['requires nothing but the host, node:crypto and its own files', foreignRequires],
		['all that is bundled is MIT', foreignLicences],
		['the licences of all that is bundled are shipped', missingLicences],
		['icons resolve', missingIcons],
		['every built file loads under plain Node', loadProblems],
	];

	let failed = 0;
	for (const [name, check] of checks) {
		const problems = await check();
		console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name}`);
		for (const problem of problems) console.log(`       ${problem}`);
		if (problems.length > 0) failed += 1;
	}
	console.log(`Gate: ${checks.length - failed} of ${checks.length} checks passed`);
	process.exitCode = failed === 0 ? 0 : 1;
}

await main();
