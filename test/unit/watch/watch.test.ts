/** The watch on the service's documentation, on a made-up copy of it on loopback: what changed is told with its line. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watch } from '../../../scripts/watch/command';
import { keep, kept, report } from '../../../scripts/watch/compare';
import { factsOf } from '../../../scripts/watch/description';
import { fetchAll, Unreadable } from '../../../scripts/watch/fetch';
import { wordsOf } from '../../../scripts/watch/text';

const PAGE = `---
title: "Withdrawals"
---

# Withdraw naira

Your wallet needs **enough funds** for the payout and
its fees. Ask for the name first.

| Field | What it is |
| --- | --- |
| bankCode | The NIP code |

<Note>Status is one of PENDING, SUCCESS.</Note>
`;

const schema = {
	type: 'object',
	required: ['amount', 'currency'],
	properties: {
		amount: { type: 'string', description: 'Lowest unit' },
		status: { type: 'string', enum: ['PENDING', 'SUCCESS'] },
	},
};
const description = (change: (text: string) => string = (text) => text) =>
	change(
		JSON.stringify({ openapi: '3.0.1', paths: { '/withdraw': { post: { summary: 'Withdraw', schema } } } }, null, 2),
	);

const FILES = {
	'guides/ngn.mdx': PAGE,
	'api-reference/openapi.json': description(),
	'logo.svg': '<svg/>',
	'README.md': 'x',
};

let files: Record<string, string> = {};
let server: Server;
let url = '';

beforeAll(async () => {
	server = createServer((request, response) => {
		const path = decodeURIComponent((request.url ?? '').slice(1));
		const tree = Object.keys(files).map((name) => ({ path: name, type: 'blob', sha: '0' }));
		const answers: Record<string, string> = {
			...files,
			tree: JSON.stringify({ tree, truncated: false }),
			commit: JSON.stringify({ sha: COMMIT }),
		};
		const body = answers[path];
		response.writeHead(body === undefined ? 404 : 200).end(body);
	});
	await new Promise<void>((settle) => server.listen(0, '127.0.0.1', () => settle()));
	const address = server.address();
	url = `http://127.0.0.1:${address === null || typeof address === 'string' ? 0 : address.port}/`;
});
afterAll(() => void server.close());
beforeEach(() => void (files = { ...FILES }));

const sources = () => ({ list: `${url}tree`, files: url });
const COMMIT = 'a'.repeat(40);
const before = keep(new Map(Object.entries(FILES).filter(([path]) => /mdx$|openapi/.test(path))), COMMIT);
/** The lines of the report once the copy has changed. */
async function told(changes: Record<string, string | undefined> = {}): Promise<string[]> {
	for (const [path, text] of Object.entries(changes)) {
		if (text === undefined) delete files[path];
		else files[path] = text;
	}
	const text = report(before, await fetchAll(sources()));
	return text
		.split('\n')
		.filter((line) => line !== '' && !/is described here|^Old words/.test(line) && line !== '## interface/');
}

const page = (from: string, to: string) => ({ 'guides/ngn.mdx': PAGE.replace(from, to) });
const api = (from: string, to: string) => ({
	'api-reference/openapi.json': description((text) => text.replace(from, to)),
});

test('nothing is told of what has not changed', async () => {
	expect(await told()).toEqual([]);
});

test.each([
	[
		'a changed sentence',
		page('Ask for the name first', 'Never ask for a name'),
		['line 8', 'in place of 5 words', 'Never ask for a name'],
	],
	['a word that is gone', page('**enough funds** for', '**funds** for'), ['line 7', 'one word gone']],
	['a new sentence', page('first.', 'first. It can come back.'), ['line 8', 'new: "It can come back"']],
	['a changed cell', page('The NIP code', 'The CBN code'), ['line 12', '"CBN"']],
	['a new status in a component', page('SUCCESS.', 'SUCCESS, REVERSED.'), ['line 14', 'REVERSED']],
	['a title', page('<Note>', '<Card title="Held for a day" icon="clock">'), ['line 14', 'new: "Held for a day"']],
	['a parameter', page('<Note>', "<ParamField body='speed' required>"), ['line 14', 'new: "speed required"']],
	['a comparison', page('The NIP code', 'The NIP > code'), ['line 12', 'new: ">"']],
	['a calculation', page('The NIP code', 'NIP * code'), ['line 12', '"NIP *"']],
	['a tick', page('The NIP code', 'The NIP code ✅'), ['line 12', 'new: "✅"']],
	['an amount', page('and\nits fees', 'and\n100.50 of fees'), ['line 8', '100.50']],
])('of a page: %s', async (_what, change, parts) => {
	const [heading, line = '', ...more] = await told(change);
	expect([heading, more]).toEqual(['## guides/ngn.mdx', []]);
	for (const part of parts) expect(line).toContain(part);
});

test.each([
	[
		'a renamed member',
		api('"amount": {', '"value": {'),
		[/line \d+: `.*\/properties\/value\/type` is new/, /`.*\/properties\/amount\/type` is gone/],
	],
	['a new enum', api('"SUCCESS"', '"SUCCESS", "REVERSED"'), [/line 2\d: `.*\/status\/enum` is another: `.*REVERSED/]],
	['a member that is required now', api('"currency"', '"currency", "status"'), [/`.*\/required` is another/]],
	[
		'a call that needs a key no more',
		api('"summary": "Withdraw"', '"summary": "Withdraw", "security": []'),
		[/`\/paths\/~1withdraw\/post\/security` is new: `\[\]`/],
	],
	['a changed description', api('Lowest unit', 'Highest unit'), [/`.*\/description` is another: `"Highest unit"`/]],
	[
		'a new call',
		api('"/withdraw": {', '"/refund": {"post": {"summary": "x"}}, "/withdraw": {'),
		[/`\/paths\/~1refund\/post\/summary` is new/, /`POST \/refund` of .* is not described here/],
	],
])('of the description: %s', async (_what, change, patterns) => {
	const lines = await told(change);
	for (const pattern of patterns) expect(lines).toContainEqual(expect.stringMatching(pattern));
});

test('a new page, one that is gone, and a description that is gone', async () => {
	const lines = await told({
		'guides/new.mdx': 'New',
		'guides/ngn.mdx': undefined,
		'api-reference/openapi.json': undefined,
	});
	expect(lines).toEqual([
		...['## guides/new.mdx', '- a new page'],
		...['## guides/ngn.mdx', '- the page is gone'],
		...['## api-reference/openapi.json', '- the page is gone'],
	]);
});

test.each([
	['lines broken elsewhere', page('payout and\nits fees. Ask', 'payout\nand its\nfees.\n\nAsk')],
	['emphasis', page('**enough funds**', '_enough_ `funds`')],
	['a heading of another level', page('# Withdraw naira', '### Withdraw naira ###')],
	['a table as a list', page('| bankCode | The NIP code |', '- `bankCode`: The NIP code')],
	['a component in place of another', page('<Note>', '<Warning icon="alert" width=4>')],
	['a link', page('the name first', 'the [name](/guides/name-enquiry) first')],
	[
		'another order and no indentation',
		{
			'api-reference/openapi.json': JSON.stringify({
				paths: {
					'/withdraw': { post: { schema: { ...schema, required: ['currency', 'amount'] }, summary: 'Withdraw' } },
				},
				openapi: '3.0.1',
			}),
		},
	],
	['a sign that is escaped', api('Lowest unit', 'Lowest\\u0020unit')],
	['a quotation', page('and\nits fees. Ask', 'and\n> its fees. Ask')],
	['a list with other marks', page('| bankCode | The NIP code |', '* bankCode\n+ The NIP code')],
	['files that are no documentation', { 'README.md': 'y', 'logo.svg': '<svg></svg>', 'package.json': '{}' }],
])('formatting alone is not told: %s', async (_what, change) => {
	expect(await told(change)).toEqual([]);
});

test('what could not be read is no change of the documentation', async () => {
	await expect(fetchAll({ ...sources(), files: `${url}elsewhere/` })).rejects.toThrow(/404/);
	await expect(fetchAll({ ...sources(), list: `${url}guides/ngn.mdx` })).rejects.toThrow(/is no JSON/);
	const gone = createServer();
	await new Promise<void>((settle) => gone.listen(0, '127.0.0.1', () => settle()));
	const address = gone.address();
	await new Promise((settle) => gone.close(settle));
	const list = `http://127.0.0.1:${address === null || typeof address === 'string' ? 0 : address.port}/`;
	await expect(fetchAll({ list, files: url })).rejects.toThrow(/ECONNREFUSED/);
	await expect(told({ 'api-reference/openapi.json': '<html>' })).rejects.toThrow(Unreadable);
});

test('a call that only one of the two describes is told until it is looked at', () => {
	const texts = new Map([['openapi.json', description()]]);
	const told = report({ ...keep(texts, COMMIT), accepted: [] }, texts);
	expect(told).toMatch(/^Old words .*compare\/a{40}\.\.\.main\n\n## interface\/\n\n- /);
	expect(told).toContain('`POST /quote` is described here, and not in openapi.json');
	expect(told).not.toContain('POST /withdraw`');
	expect(report(keep(texts, COMMIT), texts)).toBe('');
});

test('digests are kept of a commit, of pages and of a description, and nothing of their words', () => {
	const file = readFileSync(join(__dirname, '../../../scripts/watch/kept.json'), 'utf8');
	const { commit, pages, descriptions } = kept.parse(JSON.parse(file));
	expect(commit).toMatch(/^[0-9a-f]{40}$/);
	expect(Object.keys(pages).length).toBeGreaterThan(50);
	const digests = [...Object.values(pages).flatMap((page) => page.split(' '))];
	const ofDescriptions = Object.values(descriptions).flatMap((facts) => Object.values(facts));
	expect([...digests, ...ofDescriptions].filter((one) => !/^([\w-]{6})?$/.test(one))).toEqual([]);
});

test('values, strings with quotes and braces, and empty lists are read where they stand', () => {
	expect(factsOf('{"a": "x \\"} [",\n "b": [1,\n {"c": null}], "d": [], "e~/f": true}')).toEqual([
		{ pointer: '/a', value: '"x \\"} ["', line: 1 },
		{ pointer: '/b/1/c', value: 'null', line: 3 },
		{ pointer: '/b', value: '1', line: 2 },
		{ pointer: '/d', value: '[]', line: 3 },
		{ pointer: '/e~0~1f', value: 'true', line: 3 },
	]);
	expect(wordsOf('a\n**b-c.** (d)').map(({ word, line }) => `${line} ${word}`)).toEqual(['1 a', '2 b-c', '2 d']);
});

test('the command keeps, compares, and tells by its exit code', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'watch-'));
	const run = async (...more: string[]) => {
		const lines: string[] = [];
		const there = ['--list', `${url}tree`, '--files', url, '--commit', `${url}commit`];
		const args = ['--file', join(folder, 'kept.json'), ...there, ...more];
		return [await watch(args, (line) => lines.push(line)), lines.join('\n')];
	};
	expect(await run()).toEqual([3, expect.stringContaining('Nothing is kept yet')]);
	expect(await run('--keep')).toEqual([0, expect.stringContaining('Kept 2 files')]);
	expect(await run()).toEqual([0, 'Nothing has changed in 2 files']);
	files['guides/ngn.mdx'] = PAGE.replace('its fees', 'no fees');
	expect(await run()).toEqual([1, expect.stringContaining('- line 8: in place of one word: "no"')]);
	files = {};
	expect(await run()).toEqual([2, expect.stringMatching(/^Not read: .* names no page/)]);
	expect(await run('--nothing')).toEqual([2, expect.stringContaining('--nothing')]);
	rmSync(folder, { recursive: true });
});
