/** The examples in doc comments that define an operation are operations: the compiler takes them. */
import { dirname, join, relative } from 'node:path';
import * as ts from 'typescript';
import { only, projectFolder, readProject } from '../../harness/sources';

const sources = only(readProject(), /^nodes\/.*\.ts$/);
const EXAMPLE = /@example\n((?:[ \t]*\*.*\n)*?)[ \t]*\*\//g;

/** Examples by the file in which they stand, each with the text of its code. */
const examples = [...sources].flatMap(([path, text]) =>
	Array.from(text.matchAll(EXAMPLE), ([, lines = '']) => lines.replace(/^[ \t]*\* ?/gm, ''))
		.filter((code) => code.startsWith('export const'))
		.map((code) => ({ path, code })),
);

/** The files that export a name of the project, so that an example needs no imports. */
const exported = new Map(
	[...sources].flatMap(([path, text]) =>
		Array.from(text.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm), ([, name = '']) => [name, path]),
	),
);

/** An example as a file of its own beside the one where it stands, with imports of the names that it uses. */
function fileOf({ path, code }: (typeof examples)[number], place: number): readonly [file: string, text: string] {
	const own = /^export const (\w+)/.exec(code)?.[1];
	const used = new Set(Array.from(code.matchAll(/(?<![.\w'])[A-Za-z_]\w*/g), ([name]) => name));
	const imports = [...used].flatMap((name) => {
		const from = exported.get(name);
		if (from === undefined || name === own) return [];
		const target = relative(dirname(path), from).replace(/\.ts$/, '');
		return [`import { ${name} } from '${target.startsWith('.') ? target : `./${target}`}';`];
	});
	return [join(projectFolder, dirname(path), `example${place}.ts`), `${imports.join('\n')}\n${code}`];
}

/** What the compiler says of files that stand beside those of the project. */
function problemsIn(files: ReadonlyMap<string, string>): string[] {
	const { config } = ts.readConfigFile(join(projectFolder, 'tsconfig.json'), ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent(config, ts.sys, projectFolder);
	const settings = { ...options, types: ['node'], noEmit: true, noUnusedLocals: false, incremental: false };
	const plain = ts.createCompilerHost(settings);
	const host: ts.CompilerHost = {
		...plain,
		fileExists: (path) => files.has(path) || plain.fileExists(path),
		readFile: (path) => files.get(path) ?? plain.readFile(path),
		getSourceFile: (path, target) =>
			files.has(path)
				? ts.createSourceFile(path, files.get(path) ?? '', target, true)
				: plain.getSourceFile(path, target),
	};
	const program = ts.createProgram([...files.keys()], settings, host);
	return [...files.keys()].flatMap((path) =>
		ts
			.getPreEmitDiagnostics(program, program.getSourceFile(path))
			.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
			// Values of a module that an example doesn't bring along.
			.filter((message) => !/^Cannot find name 'PAIRS'/.test(message)),
	);
}

it('each of this project is one, and one that lacks a member would not be', () => {
	const [first] = examples;
	const broken = { path: first?.path ?? '', code: (first?.code ?? '').replace(/^\t*action: .*\n/m, '') };
	const problems = problemsIn(new Map([...examples, broken].map(fileOf)));
	expect(examples.length).toBeGreaterThanOrEqual(4);
	expect(problems.length).toBeGreaterThan(0);
	expect(problems.filter((problem) => !/'action' is missing|'unknown' is not assignable/.test(problem))).toEqual([]);
});
