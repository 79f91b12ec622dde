/** The code that n8n runs is bundled without texts that only the editor shows. Nothing else is left out. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

import { operations } from '../../../nodes/Mavapay/operations';
import type { Field, FieldFace } from '../../../nodes/core/operation/field';
import { only, readProject } from '../../harness/sources';

const root = join(__dirname, '../../..');
const shipped = only(readProject(), /^nodes\/.*\.ts$/);

const { codeWithoutTexts }: { codeWithoutTexts: (code: string) => string } = createRequire(__filename)(
	'../../../scripts/build/withoutTexts',
);

/** The bundled code. It is built in a separate process, since esbuild doesn't load within jest. */
function codeOf(sources: readonly string[]): string {
	const script = `require('./scripts/build/bundle').bundled(${JSON.stringify(sources)}, { withTexts: false }).then((code) => process.stdout.write(code));`;
	return execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8', maxBuffer: 10_000_000 });
}

const TEXTS = new Set(['description', 'hint', 'placeholder', 'hintsByUnit', 'face', 'action']);

/** All that an operation or a field holds, except texts for the editor. A function becomes the word 'function'. */
function described(value: unknown): unknown {
	if (typeof value === 'function') return 'function';
	if (isField(value)) return { ...Object(withoutTexts(value)), asked: askedOf(value.face) };
	return withoutTexts(value);
}

/** All that running code reads of a field's face. The test below fails if it reads more. */
const askedOf = ({ type, typeOptions }: FieldFace) => ({ type, password: typeOptions?.password });

function withoutTexts(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(described);
	if (typeof value !== 'object' || value === null) return value;
	const members = Object.entries(value).filter(([name, member]) => !(TEXTS.has(name) && !isField(member)));
	return Object.fromEntries(members.map(([name, member]) => [name, described(member)]));
}

const isField = (member: unknown): member is Field<unknown> =>
	typeof member === 'object' && member !== null && 'read' in member && 'face' in member;

describe('what runs', () => {
	it('has the operations and fields of the sources, but for their texts', () => {
		const code = codeOf(['nodes/Mavapay/operations/index.ts']);
		// The bundle has this fixed name, not the folder of the checkout, so every build has the same bytes.
		expect(code).toContain('var running_exports');
		const module: { exports: Record<string, unknown> } = { exports: {} };
		runInNewContext(code, { module, exports: module.exports, require: createRequire(__filename), process, Buffer });
		expect(described(module.exports.operations)).toEqual(described(operations));
		const writes = operations.filter(({ effect }) => effect === 'write');
		expect(writes.filter(({ action }) => !code.includes(`action: "${action}"`))).toEqual([]);
		const faces = operations.flatMap(({ fields }) => Object.values(fields).map(({ face }) => face));
		const texts = [...operations, ...faces].flatMap(({ description }) => description ?? []);
		expect(texts.filter((text) => text.length > 20 && code.includes(text))).toEqual([]);
	});
});

it('asks of the face of a field no more than its type, its choices and whether it is masked', () => {
	const editor = ['nodes/core/operation/properties.ts'];
	const asked = [...shipped]
		.filter(([path]) => !editor.includes(path))
		.flatMap(([, code]) => [...code.matchAll(/\bface\??\.(?!\.)(\w+(?:\?\.\w+)?)/g)].map(([, member]) => member));
	expect([...new Set(asked)].sort()).toEqual(['options', 'type', 'typeOptions?.password']);
});

describe('a module without texts of the editor', () => {
	const IMPORTS = "import { defineWrite } from './define';\nimport { text, choice } from './fields';\n";

	it.each([
		["const a = text('A', { description: 'b', hint, exact });", "const a = text('A', { exact });"],
		["const a = choice('A', { default: 'b', choices: [] });", "const a = choice('A', { choices: [] });"],
		["const a = choice('A', { action: 'b', default: c });", "const a = choice('A', { });"],
		["const a = f({ c: text({ label, placeholder: 'b', }) });", 'const a = f({ c: text({ label, }) });'],
		["const a = [{ name: 'A', value: 'a', description: 'b' }];", "const a = [{ name: 'A', value: 'a', }];"],
		["const a = { ...b, face: { ...b.face, description: 'c' } };", 'const a = { ...b, face: { ...b.face, } };'],
		["const face = { type: 'a', default: 'b', modes: [{ displayName: 'c' }] };", "const face = { type: 'a', };"],
		["const a = text('A', { hint: hintOf('b') });", "const a = text('A', { });"],
		['const a = { ...b, hintsByUnit: { hint: c() }, d };', 'const a = { ...b, d };'],
		["class A { description = { name: 'a' }; methods = {}; }", 'class A { methods = {}; }'],
	])('is %s', (given, left) => {
		expect(codeWithoutTexts(IMPORTS + given).replace(/\s+/g, ' ')).toBe((IMPORTS + left).replace(/\s+/g, ' '));
	});

	it.each([
		"throw refuse({ summary: 'a', description: 'b' });",
		"const a = { label: 'A', description: 'b' };",
		"const a = text('A', { check: () => fail({ description: 'b' }) });",
		"const a = defineWrite('a', 'b', { action: 'c' });",
		'const a = { description: text({ label }) };',
		"const a = other({ description: 'b' });",
	])('keeps %s', (given) => {
		expect(codeWithoutTexts(IMPORTS + given)).toBe(IMPORTS + given);
	});
});
