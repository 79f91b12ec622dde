/** The rules for this project's code, checked on all files. First, each rule is shown to find a small mistake. */
import { homedir } from 'node:os';
import { dirname, sep } from 'node:path';
import { directionProblems, importCircles } from './imports';
import { only, projectFolder, readProject, withAnyOf, type Sources } from '../../harness/sources';

const project = readProject();
const source = only(project, /^(nodes|credentials|sandbox)\/.*\.ts$/);
const house = only(project, /^(nodes|credentials|sandbox|interface|scripts)\/.*\.(ts|js|mjs)$/);

const one = (path: string, text: string): Sources => new Map([[path, text]]);

it('finds the sources', () => {
	expect(source.size).toBeGreaterThan(100);
	expect(house.size).toBeGreaterThan(source.size);
});

describe('imports run one way', () => {
	it.each([
		['nodes/core/domain/a.ts', "import { sleep } from 'n8n-workflow';"],
		['nodes/core/domain/a.ts', "import type { INode } from 'n8n-workflow';"],
		['nodes/core/domain/a.ts', "import { b } from '../service/b';"],
		['nodes/core/domain/a.ts', "export * from '../operation/b';"],
		['nodes/core/service/a.ts', "import { b } from '../payout/b';"],
		['nodes/core/payout/a.ts', "import type { B } from '../operation/b';"],
		['nodes/core/record/a.ts', "import { b } from '../payout/b';"],
		['nodes/core/http/a.ts', "import { b } from '../payees/b';"],
		['nodes/core/payees/a.ts', "import type { B } from '../service/b';"],
		['nodes/core/events/a.ts', "import { b } from '../books/b';"],
		['nodes/core/books/a.ts', "import { b } from '../payout/b';"],
		['nodes/core/sheets/a.ts', "import { b } from '../operation/b';"],
		['nodes/core/record/a.ts', "import { b } from '../service/b';"],
		['nodes/core/payout/a.ts', "import { sleep } from 'n8n-workflow';"],
		['nodes/core/operation/a.ts', "import { b } from '../../Mavapay/operations/b';"],
		['nodes/core/n8n/a.ts', "import { b } from '../../MavapayTrigger/b';"],
		['nodes/Mavapay/a.ts', "import { b } from '../MavapayTrigger/b';"],
		['nodes/Mavapay/a.ts', "const b = import('../../sandbox/b');"],
		['nodes/Mavapay/a.ts', "import { readFileSync } from 'node:fs';"],
		['credentials/a.ts', "import { b } from '../nodes/Mavapay/b';"],
		['sandbox/state/a.ts', "import { b } from '../../nodes/core/domain/b';"],
		['sandbox/routes/a.ts', "import { calls } from '../../interface/calls';"],
		['nodes/elsewhere/a.ts', ''],
	])('catches %s: %s', (path, line) => {
		expect(directionProblems(one(path, line))).toHaveLength(1);
	});

	it.each([
		['nodes/core/domain/a.ts', "import { keccak_256 } from '@noble/hashes/sha3.js';"],
		['nodes/core/service/a.ts', "import { b } from '../domain/deep/b';"],
		['nodes/Mavapay/operations/wallet/a.ts', "import { b } from '../../../core/operation/b';"],
		['sandbox/state/a.ts', "import { b } from '../data/b'; import 'node:http';"],
	])('allows %s: %s', (path, line) => {
		expect(directionProblems(one(path, line))).toEqual([]);
	});

	it('in this project', () => {
		expect(directionProblems(source)).toEqual([]);
	});
});

describe('imports form no circle', () => {
	it('catches one', () => {
		const circle = new Map([
			['nodes/a.ts', "import { b } from './b'; b();"],
			['nodes/b.ts', "import { c } from './c'; c();"],
			['nodes/c/index.ts', "export * from '../a';"],
		]);
		expect(importCircles(circle)).toEqual(['nodes/a.ts -> nodes/b.ts -> nodes/c/index.ts -> nodes/a.ts']);
	});

	it.each([
		["import type { A } from './a';"],
		["import { type A } from './a';"],
		["export type { A } from './a';"],
		["export type B = import('./a').A;"],
		["import { a } from './a.ts';"],
		["const a = require('./a');"],
	])('catches one that is closed by %s', (line) => {
		const circle = new Map([
			['nodes/a.ts', "import { b } from './b.mjs'; b();"],
			['nodes/b.mjs', line],
		]);
		expect(importCircles(circle)).toEqual(['nodes/a.ts -> nodes/b.mjs -> nodes/a.ts']);
	});

	it('in this project', () => {
		expect(importCircles(house)).toEqual([]);
	});
});

describe('the project can be built anywhere', () => {
	const lockFiles = only(project, /(^|\/)package-lock\.json$/);
	const settings = only(project, /(^|\/)\.npmrc$/);
	const addresses = ['"resolved": "http', '"resolved": "git'];
	const places = [projectFolder, dirname(projectFolder), homedir()]
		.filter((folder) => folder.length > 1)
		.map((folder) => `${folder}${sep}`);

	it('catches an address and a path', () => {
		const lock = one('package-lock.json', '"resolved": "https://registry.example/a.tgz"');
		expect(withAnyOf(lock, addresses)).toHaveLength(1);
		expect(withAnyOf(one('README.md', `see ${projectFolder}${sep}b`), places)).not.toEqual([]);
	});

	it('lock files and settings name no registry', () => {
		expect([...lockFiles.keys()]).toEqual(
			expect.arrayContaining(['package-lock.json', 'scripts/n8n/package-lock.json']),
		);
		expect(withAnyOf(lockFiles, addresses)).toEqual([]);
		expect(withAnyOf(settings, ['registry=', '_auth'])).toEqual([]);
	});

	it('no file names a path of this machine', () => {
		expect(withAnyOf(project, places)).toEqual([]);
	});
});
