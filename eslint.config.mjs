/**
 * Two sets of rules in one file.
 *
 * The first is what `n8n-node lint` applies (@n8n/node-cli 0.48.3, configs/eslint.js), on what n8n
 * verifies: package.json, credentials/ and nodes/. It is written out because that CLI applies it to
 * every *.ts file, and a sandbox on node:http cannot live without node's modules and timers. For
 * the same reason package.json does not set `n8n.strict`, which would demand the CLI's own file.
 *
 * The second is the rules of the house, on everything. Comments cannot switch a rule off: n8n's
 * scanner ignores such comments, so they would only hide what fails later.
 */
import { createRequire } from 'node:module';
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import ts from 'typescript-eslint';

const n8nNodesBase = createRequire(import.meta.url)('eslint-plugin-n8n-nodes-base');

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts'];
const source = [...shipped, 'sandbox/**/*.ts'];
const off = (...rules) => Object.fromEntries(rules.map((rule) => [`n8n-nodes-base/${rule}`, 'off']));

const n8nRules = [
	{
		files: shipped,
		extends: [n8nCommunityNodesPlugin.configs.recommended, importX.configs['flat/recommended']],
		settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
		rules: { 'prefer-spread': 'off', 'no-console': 'error' },
	},
	{ files: ['**/*.ts', 'package.json'], plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{
		files: ['package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		languageOptions: { parser: ts.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: n8nNodesBase.configs.community.rules,
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			...off('cred-class-field-documentation-url-miscased', 'cred-class-field-type-options-password-missing'),
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			...off(
				'node-class-description-inputs-wrong-regular-node',
				'node-class-description-outputs-wrong',
				'node-param-type-options-max-value-present',
			),
		},
	},
];

const noFloats = [
	{
		selector: 'Identifier[name=/^(parseFloat|toFixed|toPrecision)$/]',
		message: 'Amounts are bigint or text: read and format them with domain/money.',
	},
];

const noneSkipped = [
	{
		selector: 'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(skip|only|todo|failing)$/]',
		message: 'A test that does not run, or keeps others from running, is mended or deleted.',
	},
	{ selector: 'Identifier[name=/^(xit|xtest|xdescribe)$/]', message: 'A test that does not run is mended or deleted.' },
];

const smallZod = [
	{
		selector: 'ImportDeclaration[source.value=/^zod/][source.value!="zod/mini"]',
		message: "Nodes carry zod's small build: write `import * as z from 'zod/mini'`.",
	},
	{
		selector:
			'ImportDeclaration[source.value="zod/mini"][importKind!="type"] > :matches(ImportSpecifier, ImportDefaultSpecifier)',
		message: "Write `import * as z from 'zod/mini'`, as everywhere.",
	},
];

/**
 * The functions more complex than any other may be, each the only one in its file: six, and none in the rooms
 * that decide what is paid, `payout`, `record` and `sheets`.
 */
const COMPLEX = {
	'nodes/core/books/statement.ts': 22,
	'nodes/core/operation/pay.ts': 17,
	'nodes/core/service/transactionList.ts': 17,
	'nodes/Mavapay/operations/payout/summaryText.ts': 19,
	'nodes/Mavapay/operations/quote/priceGuard.ts': 20,
	'nodes/MavapayTrigger/registration.ts': 17,
};

const houseRules = [
	{
		files: ['**/*.{ts,js,mjs}'],
		linterOptions: { noInlineConfig: true },
		plugins: { '@typescript-eslint': ts.plugin },
		rules: {
			'@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
			eqeqeq: ['error', 'always', { null: 'ignore' }],
			'max-lines': ['error', 400],
		},
	},
	{
		files: source,
		rules: { 'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }] },
	},
	{ files: shipped, rules: { complexity: ['error', 15] } },
	...Object.entries(COMPLEX).map(([file, most]) => ({ files: [file], rules: { complexity: ['error', most] } })),
	{ files: ['test/**'], rules: { 'max-lines': ['error', 500], 'no-restricted-syntax': ['error', ...noneSkipped] } },
	{
		// Leaving a member out by destructuring is not an unused variable.
		files: ['test/**/*.ts'],
		rules: { '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }] },
	},
	{
		files: source,
		rules: {
			'@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-non-null-assertion': 'error',
		},
	},
	{ files: shipped, rules: { 'no-restricted-syntax': ['error', ...smallZod, ...noFloats] } },
	{
		// The one place that may tell the compiler what n8n's own types leave open.
		files: ['nodes/core/**/adapter.ts'],
		rules: { '@typescript-eslint/consistent-type-assertions': 'off' },
	},
];

const nodeGlobals = Object.fromEntries(
	[
		'AbortController',
		'AbortSignal',
		'Buffer',
		'File',
		'FormData',
		'URL',
		'URLSearchParams',
		'console',
		'fetch',
		'performance',
	]
		.concat('clearInterval', 'clearTimeout', 'process', 'setInterval', 'setTimeout')
		.map((name) => [name, 'readonly']),
);
/** Of what runs in the browser that photographs a canvas, and of the site. */
const browserGlobals = {
	addEventListener: 'readonly',
	Blob: 'readonly',
	ClipboardItem: 'readonly',
	document: 'readonly',
	DOMMatrix: 'readonly',
	getComputedStyle: 'readonly',
	location: 'readonly',
	navigator: 'readonly',
	requestAnimationFrame: 'readonly',
};
const commonJsGlobals = { __dirname: 'readonly', exports: 'writable', module: 'writable', require: 'readonly' };

export default ts.config(
	{ ignores: ['**/node_modules/', 'dist/', 'coverage/', '.cache/'] },
	{ files: ['**/*.{ts,js,mjs}'], extends: [js.configs.recommended] },
	{ files: ['**/*.ts'], extends: [ts.configs.recommended] },
	{ files: ['**/*.mjs'], languageOptions: { globals: nodeGlobals } },
	{
		files: ['test/n8n/{canvas,person,firstPayout,record,siteInBrowser}.mjs', 'docs/.vitepress/theme/*.mjs'],
		languageOptions: { globals: browserGlobals },
	},
	{
		files: ['**/*.js'],
		languageOptions: { sourceType: 'commonjs', globals: { ...nodeGlobals, ...commonJsGlobals } },
	},
	...n8nRules,
	...houseRules,
);
