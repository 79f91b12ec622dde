/** The names of members (of interfaces, types and classes), with the types that each of them has. */
import { dirname, join } from 'node:path';
import * as ts from 'typescript';
import { projectFolder, type Sources } from '../../harness/sources';

/** The project's own program, of what ships. */
export function shippedProgram(): ts.Program {
	const { config } = ts.readConfigFile(join(projectFolder, 'tsconfig.json'), ts.sys.readFile);
	const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, projectFolder);
	return ts.createProgram(fileNames.filter(isShipped), { ...options, types: ['node'], incremental: false });
}

const folders = ['nodes', 'credentials'].map((folder) => `${projectFolder.replaceAll('\\', '/')}/${folder}/`);
const isShipped = (path: string) => folders.some((folder) => path.startsWith(folder));

/** A program of made-up files, without anything beside them. */
export function programOf(sources: Sources): ts.Program {
	const options: ts.CompilerOptions = { noLib: true, types: [], strict: true };
	const files = new Map([...sources].map(([path, text]) => [`${folders[0]}${path}`, text]));
	const host: ts.CompilerHost = {
		...ts.createCompilerHost(options),
		fileExists: (path) => files.has(path),
		readFile: (path) => files.get(path),
		getSourceFile: (path, target) => ts.createSourceFile(path, files.get(path) ?? '', target, true),
		getCurrentDirectory: () => dirname(folders[0] ?? ''),
	};
	return ts.createProgram([...files.keys()], options, host);
}

/** A type without `readonly`, null and undefined: a member may be missing and still mean the same. */
const essence = (type: string) => type.replace(/readonly /g, '').replace(/ \| (?:undefined|null)\b/g, '');

function isMember(node: ts.Node): node is ts.Node & { readonly name: ts.Identifier } {
	const declares =
		ts.isPropertySignature(node) ||
		ts.isMethodSignature(node) ||
		ts.isPropertyDeclaration(node) ||
		(ts.isMethodDeclaration(node) && ts.isClassDeclaration(node.parent)) ||
		(ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent));
	return declares && ts.isIdentifier(node.name);
}

/** Names of members that have more than `most` types, with these and where each is found first. */
export function namesOfManyTypes(program: ts.Program, most: number): ReadonlyMap<string, readonly string[]> {
	const checker = program.getTypeChecker();
	const found = new Map<string, Map<string, string>>();
	for (const file of program.getSourceFiles().filter(({ fileName }) => isShipped(fileName))) {
		const visit = (node: ts.Node): void => {
			if (isMember(node)) {
				const type = checker.typeToString(checker.getTypeAtLocation(node), undefined, ts.TypeFormatFlags.NoTruncation);
				const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
				const types = found.get(node.name.text) ?? new Map<string, string>();
				const place = `${file.fileName.slice(projectFolder.length + 1)}:${line}`;
				types.set(essence(type), types.get(essence(type)) ?? place);
				found.set(node.name.text, types);
			}
			ts.forEachChild(node, visit);
		};
		visit(file);
	}
	return new Map(
		[...found]
			.filter(([, types]) => types.size > most)
			.map(([name, types]) => [name, [...types].map(([type, place]) => `${type} (${place})`)]),
	);
}
