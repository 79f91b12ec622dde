/** What package.json and the icons promise to npm, to n8n and to its users. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { only, readProject } from '../../harness/sources';

const root = join(__dirname, '../../..');

const project = readProject();

function textOf(path: string): string {
	const text = project.get(path);
	if (text === undefined) throw new Error(`${path} is missing`);
	return text;
}

describe('package.json', () => {
	const manifest = JSON.parse(textOf('package.json'));

	it('names every node and credential there is, and no other', () => {
		const built = [...only(project, /^(nodes|credentials)\/.*\.(node|credentials)\.ts$/).keys()]
			.map((path) => `dist/${path.replace(/\.ts$/, '.js')}`)
			.sort();
		expect([...manifest.n8n.credentials, ...manifest.n8n.nodes].sort()).toEqual(built);
		expect(built.length).toBeGreaterThan(1);
	});

	it('installs nothing beside the host', () => {
		expect(manifest.dependencies ?? {}).toEqual({});
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		// If n8n-workflow weren't optional, npm would install a second copy, which needs a compiler on Node 20 and 22.
		expect(manifest.peerDependenciesMeta).toEqual({ 'n8n-workflow': { optional: true } });
	});

	it('says nothing that makes npm install, run or bring anything', () => {
		const planted = ['optionalDependencies', 'bundleDependencies', 'bin', 'overrides'];
		const all = [manifest, ...planted.map((member) => ({ ...manifest, [member]: {} }))];
		const code = `import { manifestProblems } from './scripts/release/check.mjs';
			console.log(JSON.stringify(JSON.parse(process.argv[1]).map(manifestProblems)));`;
		const args = ['--input-type=module', '--eval', code, JSON.stringify(all)];
		const [own, ...others] = JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }));
		expect(own).toEqual([]);
		expect(others).toEqual(planted.map((member) => [expect.stringContaining(member)]));
	});

	it('pins every development dependency', () => {
		for (const [name, version] of Object.entries(manifest.devDependencies)) {
			expect(`${name} ${String(version)}`).toMatch(/ \d+\.\d+\.\d+$/);
		}
	});

	it('is of the version that docs/reference/install takes', () => {
		expect(textOf('docs/reference/install/example.env')).toMatch(
			new RegExp(`^MAVAPAY_NODES_VERSION=${manifest.version}$`, 'm'),
		);
	});

	it('has each script that a document asks somebody to run', () => {
		const asked = [...only(project, /\.md$/)].flatMap(([path, text]) =>
			Array.from(text.matchAll(/\bnpm run ([\w:-]+)/g), ([, name = '']) => ({ path, name })),
		);
		expect(asked.length).toBeGreaterThan(20);
		expect(asked.filter(({ name }) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
	});

	it('publishes the build alone', () => {
		expect(manifest.files).toEqual(['dist']);
	});
});

describe('what a maintainer fills in before the first release', () => {
	const { author, repository } = JSON.parse(textOf('package.json'));
	const address = String(repository.url).replace(/^git\+|\.git$/g, '');

	it('stands in package.json alone: the mail address', () => {
		expect([...project].filter(([, text]) => text.includes(author.email)).map(([path]) => path)).toEqual([
			'package.json',
		]);
	});

	it('is one address of the repository, wherever it is named', () => {
		const own = /https:\/\/github\.com\/[\w.-]+\/n8n-nodes-mavapay(?=[\W]|$)/g;
		const named = [...project].flatMap(([path, text]) => Array.from(text.matchAll(own), ([url]) => `${path}: ${url}`));
		expect(named.length).toBeGreaterThan(5);
		expect(named.filter((one) => !one.endsWith(`: ${address}`))).toEqual([]);
	});

	it('is the one address of the site, wherever that is named', () => {
		const [, owner, name] = /^https:\/\/github\.com\/([\w.-]+)\/([\w.-]+)$/.exec(address) ?? [];
		const named = [...project].flatMap(([path, text]) =>
			Array.from(text.matchAll(/https:\/\/[\w-]+\.github\.io\/[\w.-]+/g), ([url]) => `${path}: ${url}`),
		);
		expect(named.length).toBeGreaterThan(4);
		expect(named.filter((one) => !one.endsWith(`: https://${owner}.github.io/${name}`))).toEqual([]);
	});

	it('leads from the nodes and the credential to pages that are there', () => {
		const pages = [...only(project, /^(nodes|credentials)\//).values()].flatMap((text) =>
			Array.from(text.matchAll(/github\.io\/[\w.-]+\/([\w/-]*)/g), ([, page]) => `docs/${page || 'index'}.md`),
		);
		expect(pages.length).toBeGreaterThan(4);
		expect(pages.filter((page) => !project.has(page))).toEqual([]);
	});
});

describe('licences of what the project is built and tested with', () => {
	const FREE = new Set([
		'MIT',
		'ISC',
		'0BSD',
		'BSD-2-Clause',
		'BSD-3-Clause',
		'BlueOak-1.0.0',
		'Apache-2.0',
		'PSF-2.0',
		'MPL-2.0',
		'Unlicense',
	])
		.add('Apache-2.0 AND MIT')
		.add('(AFL-2.1 OR BSD-3-Clause)')
		.add('(MIT OR CC0-1.0)')
		.add('Python-2.0')
		.add('CC-BY-4.0')
		.add('CC0-1.0');
	/** n8n's own packages, whose licence allows their use, and three MIT packages whose licence entry npm can't read. */
	const KNOWN = /^(n8n-(core|workflow)|@n8n\/.+|@n8n_io\/ai-assistant-sdk|ssh2|cpu-features|buildcheck)$/;

	it('allow it', () => {
		const { packages } = JSON.parse(textOf('package-lock.json'));
		const locked = Object.entries<{ license?: string }>(packages).filter(([path]) => path !== '');
		expect(locked.length).toBeGreaterThan(100);
		const others = locked.filter(([path, { license = '' }]) => {
			const [name = ''] = path.split('node_modules/').slice(-1);
			return !FREE.has(license) && !KNOWN.test(name);
		});
		expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
	});
});

describe('codex files', () => {
	it('stand beside every node and name it', () => {
		for (const path of only(project, /\.node\.ts$/).keys()) {
			const codex = JSON.parse(textOf(path.replace(/\.ts$/, '.json')));
			const [className = ''] = path.split('/').slice(-1)[0]?.split('.') ?? [];
			const name = className.charAt(0).toLowerCase() + className.slice(1);
			expect(codex.node).toBe(`n8n-nodes-mavapay.${name}`);
			// Without `resources`, n8n drops the whole file, including categories and search words.
			expect(codex.resources).toBeInstanceOf(Object);
		}
	});
});

describe('icons', () => {
	/** Relative luminance of a colour `#rrggbb`, WCAG 2.2. */
	function luminance(colour: string): number {
		const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
			const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
			return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	}

	function contrast(one: string, other: string): number {
		const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
		return (light + 0.05) / (dark + 0.05);
	}

	it('measures contrast as WCAG does', () => {
		expect(contrast('#ffffff', '#000000')).toBe(21);
		expect(contrast('#2b2b2b', '#2b2b2b')).toBe(1);
	});

	// n8n's planned lint rule icon-contrast requires a contrast of 1.5; WCAG requires 3 for graphics, so this test does.
	it.each([
		['icons/mavapay.svg', '#ffffff'],
		['icons/mavapay.dark.svg', '#2b2b2b'],
	])('%s is square and stands out on %s', (path, background) => {
		const svg = textOf(path);
		expect(svg).toContain('viewBox="0 0 60 60"');
		const colours = svg.match(/#[0-9a-f]{6}/g) ?? [];
		expect(colours.length).toBeGreaterThan(0);
		for (const colour of colours) expect(contrast(colour, background)).toBeGreaterThanOrEqual(3);
	});
});
