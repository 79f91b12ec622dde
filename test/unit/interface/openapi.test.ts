/** The service's interface as an OpenAPI document: valid for a third-party linter, with every call and event. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { calls, events, nameOf } from '../../../interface/index';
import { openapi } from '../../../interface/openapi';

const document = openapi();

const linted = (text: string) =>
	spawnSync(process.execPath, [join(__dirname, '../../harness/lintOpenapi.mjs')], { input: text, encoding: 'utf8' });

const names = (paths: unknown) =>
	Object.entries<object>(Object(paths)).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => nameOf({ method: method.toUpperCase(), path })),
	);

it('has nothing that a linter finds', () => {
	const { status, stdout, stderr } = linted(JSON.stringify(document));
	expect([status, stdout, stderr]).toEqual([0, '', '']);
});

it.each([
	['a server less', { ...document, servers: [] }, 'no-empty-servers'],
	['no licence', { ...document, info: { ...Object(document.info), license: undefined } }, 'info-license'],
	[
		'a path that names no parameter',
		{ ...document, paths: { '/a/{id}': { get: { responses: {} } } } },
		'path-parameters-defined',
	],
])('a document with %s is found', (_, broken, rule) => {
	const { status, stdout } = linted(JSON.stringify(broken));
	expect(status).toBe(1);
	expect(stdout).toContain(rule);
});

it('has each call and each event, and says what is not documented', () => {
	expect(names(document.paths).sort()).toEqual(calls.map(nameOf).sort());
	expect(Object.keys(Object(document.webhooks)).sort()).toEqual([...new Set(events.map(({ event }) => event))].sort());
	const inferred = JSON.stringify(document).match(/"x-known":"(inferred|unknown)"/g) ?? [];
	expect(inferred.length).toBeGreaterThan(20);
});
