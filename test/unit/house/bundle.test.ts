/** What runs is bundled without the texts that only the editor shows. Nothing else is left out. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

import { operations } from '../../../nodes/Mavapay/operations';

const root = join(__dirname, '../../..');

const { codeWithoutTexts }: { codeWithoutTexts: (code: string) => string } = createRequire(__filename)(
	'../../../scripts/lib/withoutTexts',
);

/** In a process of its own: esbuild doesn't load within jest. */
function codeOf(sources: readonly string[]): string {
	const script = `require('./scripts/lib/bundle').bundled(${JSON.stringify(sources)}, { withTexts: false }).then((code) => process.stdout.write(code));`;
	return execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8', maxBuffer: 10_000_000 });
}

const TEXTS = new Set(['description', 'hint', 'placeholder', 'otherHint']);

/** Everything that an operation or a field holds, functions by their names, but for the texts of its own. */
function described(value: unknown): unknown {
	if (typeof value === 'function') return 'function';
	if (Array.isArray(value)) return value.map(described);
	if (typeof value !== 'object' || value === null) return value;
	const members = Object.entries(value).filter(([name, member]) => !(TEXTS.has(name) && !isField(member)));
	return Object.fromEntries(members.map(([name, member]) => [name, described(member)]));
}

const isField = (member: unknown) => typeof member === 'object' && member !== null && 'read' in member;

describe('what runs', () => {
	it('has the operations and fields of the sources, but for their texts', () => {
		const code = codeOf(['nodes/Mavapay/operations/index.ts']);
		const module: { exports: Record<string, unknown> } = { exports: {} };
		runInNewContext(code, { module, exports: module.exports, require: createRequire(__filename), process, Buffer });
		expect(described(module.exports.operations)).toEqual(described(operations));
		const faces = operations.flatMap(({ fields }) => Object.values(fields).map(({ face }) => face));
		const texts = [...operations, ...faces].flatMap(({ description }) => description ?? []);
		expect(texts.filter((text) => text.length > 20 && code.includes(text))).toEqual([]);
	});
});

describe('a module without texts of the editor', () => {
	const IMPORTS = "import { text, choice } from './fields';\n";

	it.each([
		["const a = text({ label: 'A', description: 'b', hint });", "const a = text({ label: 'A', });"],
		["const a = f({ c: text({ label, placeholder: 'b', }) });", 'const a = f({ c: text({ label, }) });'],
		["const a = [{ name: 'A', value: 'a', description: 'b' }];", "const a = [{ name: 'A', value: 'a', }];"],
		["const a = { ...b, face: { ...b.face, description: 'c' } };", 'const a = { ...b, face: { ...b.face, } };'],
		["const a = text({ label: 'A', hint: hintOf('b') });", "const a = text({ label: 'A', });"],
		['const a = { ...b, otherHint: { hint: c() }, d };', 'const a = { ...b, d };'],
		["class A { description = { name: 'a' }; methods = {}; }", 'class A { methods = {}; }'],
	])('is %s', (given, left) => {
		expect(codeWithoutTexts(IMPORTS + given).replace(/\s+/g, ' ')).toBe((IMPORTS + left).replace(/\s+/g, ' '));
	});

	it.each([
		"throw refuse({ summary: 'a', description: 'b' });",
		"const a = { label: 'A', description: 'b' };",
		"const a = text({ label, check: () => fail({ description: 'b' }) });",
		'const a = { description: text({ label }) };',
		"const a = other({ description: 'b' });",
	])('keeps %s', (given) => {
		expect(codeWithoutTexts(IMPORTS + given)).toBe(IMPORTS + given);
	});
});
