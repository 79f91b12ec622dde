/** Every command that a document tells somebody to type: what runs it here, or why nothing does. */
import { only, readProject } from '../../harness/sources';

const project = readProject();
const documents = only(project, /^(?!test\/harness).*\.md$/);

const COMMAND = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|docker|git|cp|cd|mkdir) /;

/** Commands of blocks of shell, line by line without their remarks, and of code within a sentence. */
export function commandsIn(markdown: string): string[] {
	const block = /^\s*```(\w*)\n([^]*?)^\s*```/gm;
	const lines = Array.from(markdown.matchAll(block))
		.filter(([, language]) => language === 'sh')
		.flatMap(([, , text = '']) => text.split('\n'));
	const inline = Array.from(markdown.replace(block, '').matchAll(/`([^`\n]+)`/g), ([, code = '']) => code);
	return [...lines.map((line) => line.replace(/\s+#.*$/, '').trim()), ...inline].filter((line) => COMMAND.test(line));
}

/** The file that runs a command, and words of it that show where. */
const RUN_BY: Record<string, readonly [file: string, shows: string]> = {
	'npm install --omit=peer --prefix ~/.n8n/nodes n8n-nodes-mavapay': ['test/n8n/install.test.mjs', "['-ec', typed]"],
	'npm start': ['test/n8n/start.test.mjs', "['start.mjs'], args)"],
	'npm run crash-test': ['test/n8n/crashTest.test.mjs', "'crash-test', 'main.mjs'"],
	'npm run sandbox': ['scripts/lib/sandbox.mjs', 'The sandbox did not start'],
	'npm test': ['.github/workflows/ci.yml', 'npm test'],
	'npm test -- verify': ['.ci/run', 'npm test -- verify'],
	'npm run test:n8n': ['.ci/run', 'npm run test:n8n'],
	'npm run test:long': ['.github/workflows/nightly.yml', 'npm run test:long'],
	'npm run test:long -- properties': ['scripts/test.mjs', "jest('properties'"],
	'npm run test:long -- verify': ['scripts/test.mjs', 'verify: [planted(LONG)]'],
	'npm run test:long -- soak': [
		'.github/workflows/nightly.yml',
		'part: [properties, model, worlds, products, verify, n8n, others, hard, site, bench, soak]',
	],
	'npm run test:long -- others': ['scripts/test.mjs', 'others: ['],
	'node test/model/check.mjs': ['scripts/test.mjs', "'check.mjs'"],
	'npx tsc --noEmit': ['gulpfile.js', "'--noEmit'"],
	'npx eslint . --max-warnings 0': ['scripts/test.mjs', "'--max-warnings', '0'"],
	'npm run lint': ['scripts/test.mjs', "whole('lint'"],
	'npm run gate': ['scripts/test.mjs', "'gate.mjs'"],
	'npm run new -- wallet getLimits': ['test/unit/house/newOperation.test.ts', 'readWanted(['],
	'npm run generate': ['test/unit/house/generated.test.ts', 'generatedFiles()'],
	'npm run docs': ['.github/workflows/docs.yml', 'npm run docs'],
	'npm run watch': ['.github/workflows/watch.yml', 'npm run --silent watch'],
	'npm run watch -- --keep': ['test/unit/watch/watch.test.ts', "run('--keep')"],
	'npm run verify -- --help': ['test/unit/verify/command.test.ts', '--help'],
	'npm run evaluate': ['test/engine/evaluation/evaluation.test.ts', 'await play(task, service.sandbox, scripted)'],
	'npm run evaluate -- 4 20': ['test/engine/evaluation/model.test.ts', "command(['1', '2'], env)"],
	'EVALUATE_URL=https://api.openai.com/v1 EVALUATE_MODEL=gpt-4.1-mini EVALUATE_API_KEY=... npm run evaluate': [
		'test/engine/evaluation/model.test.ts',
		'EVALUATE_API_KEY: KEY',
	],
	'npm run release -- 0.2.0': ['test/unit/house/release.test.ts', "'--dry-run'"],
	'npm run keep': ['test/unit/house/released.test.ts', 'readKept(writeKept(kept))'],
	'npm run reproduce -- 0.2.0': ['test/n8n/release.test.mjs', "'reproduce.mjs'"],
	'npm audit signatures': ['.github/workflows/ci.yml', 'npm audit signatures'],
};

const NO_ACCOUNT = 'needs an account at Mavapay; test/unit/verify runs it against the sandbox';
const NO_DOCKER =
	'needs Docker; test/n8n/install.test.mjs holds the files, and runs what they hold outside of containers';
const FOR_A_MAINTAINER = 'changes what is published or pushed';
const FOR_PEOPLE = 'makes a video to look at; test/n8n/newcomer.test.mjs plays the same';
const TOO_LONG = 'takes hours, or measures the machine';

const NOT_RUN_HERE: Record<string, string> = {
	'git clone https://github.com/n8n-nodes-mavapay/n8n-nodes-mavapay && cd n8n-nodes-mavapay':
		'nothing is downloaded by tests; CI works on a clone',
	'MAVAPAY_API_KEY=... npm run verify': NO_ACCOUNT,
	'MAVAPAY_API_KEY=... npm run verify -- --write': NO_ACCOUNT,
	'MAVAPAY_API_KEY=... npm run verify -- --pay': NO_ACCOUNT,
	'npm run verify': NO_ACCOUNT,
	'cd docs/reference/install': NO_DOCKER,
	'cp example.env .env': NO_DOCKER,
	'docker compose up --build --detach': NO_DOCKER,
	'docker run --rm --publish 127.0.0.1:5678:5678 --volume n8n:/home/node/.n8n docker.n8n.io/n8nio/n8n': NO_DOCKER,
	'npm view n8n-nodes-mavapay dist.integrity': 'the package is not published yet',
	'npm outdated': 'asks the registry',
	'npm run record': FOR_PEOPLE,
	'npm run docs -- --serve': 'shows the site while somebody writes',
	'npx jest': 'with the path of a test, while somebody works',
	'npm run bench': TOO_LONG,
	'npm run bench -- --profile': TOO_LONG,
	'npm run test:mutation': TOO_LONG,
	'npm run test:mutation -- --force': TOO_LONG,
	'npm run test:mutation -- --mutate nodes/core/record/record.ts': TOO_LONG,
	'npm install --package-lock-only --ignore-scripts': 'changes the lock file of the harness',
	'git grep -l n8n-nodes-mavapay/n8n-nodes-mavapay': FOR_A_MAINTAINER,
	'git push --follow-tags': FOR_A_MAINTAINER,
	'npm --version': FOR_A_MAINTAINER,
	'npm stage publish --access public': FOR_A_MAINTAINER,
	'npm stage approve': FOR_A_MAINTAINER,
	'npm deprecate n8n-nodes-mavapay@0.0.1 "A placeholder. Use 0.1.0 or newer."': FOR_A_MAINTAINER,
	'npm deprecate n8n-nodes-mavapay@0.2.0 "why, and what to use instead"': FOR_A_MAINTAINER,
};

const testFiles = [...project.keys()].filter((path) => /^test\/.*\.test\.ts$/.test(path));

/** Whether a command runs tests by paths, each of which finds some. */
function findsTests(command: string): boolean {
	const [, paths] = /^npx jest (.+)$/.exec(command) ?? [];
	const patterns = paths?.match(/[^\s"]+/g) ?? [];
	return patterns.length > 0 && patterns.every((one) => testFiles.some((path) => new RegExp(one).test(path)));
}

describe('commands in documents', () => {
	it('that run tests are known by the files that they find', () => {
		expect(findsTests('npx jest "unit/(house|operation)/" property/payout')).toBe(true);
		expect(findsTests('npx jest unit/house unit/hose')).toBe(false);
		expect(findsTests('npx jest')).toBe(false);
	});

	it('are found in blocks of shell and within sentences', () => {
		const markdown = 'Run `npm test`.\n```sh\ncd a # there\nA=1 npm run b\n```\n```ts\nnpm run c\n```\n`npm` alone';
		expect(commandsIn(markdown)).toEqual(['cd a', 'A=1 npm run b', 'npm test']);
	});

	it('are run by a test, or named as not run here', () => {
		const listed = new Set([...Object.keys(RUN_BY), ...Object.keys(NOT_RUN_HERE)]);
		const unlisted = [...documents].flatMap(([path, text]) =>
			commandsIn(text)
				.filter((command) => !listed.has(command) && !findsTests(command))
				.map((command) => `${path}: ${command}`),
		);
		expect(unlisted).toEqual([]);
	});

	it('are listed only where a document has them', () => {
		const written = new Set([...documents.values()].flatMap(commandsIn));
		expect([...Object.keys(RUN_BY), ...Object.keys(NOT_RUN_HERE)].filter((one) => !written.has(one))).toEqual([]);
	});

	it.each(Object.entries(RUN_BY))('%s is run where it says', (_, [file, shows]) => {
		expect(project.get(file)).toContain(shows);
	});
});
