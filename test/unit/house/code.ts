import * as ts from 'typescript';
import type { Sources } from '../../harness/sources';

/** Files that were read before, by their text: several rules look at each. */
const parsed = new Map<string, ts.SourceFile>();

function parse(path: string, text: string): ts.SourceFile {
	const file = parsed.get(text) ?? ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
	parsed.set(text, file);
	return file;
}

/** A node and all below it, without the tokens that have no node of their own. */
function nodesOf(top: ts.Node): readonly ts.Node[] {
	const nodes: ts.Node[] = [];
	const visit = (node: ts.Node): void => {
		nodes.push(node);
		ts.forEachChild(node, visit);
	};
	visit(top);
	return nodes;
}

function found(sources: Sources, isProblem: (node: ts.Node) => boolean): string[] {
	const problems: string[] = [];
	for (const [path, text] of sources) {
		const file = parse(path, text);
		for (const node of nodesOf(file)) {
			if (!isProblem(node)) continue;
			const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
			problems.push(`${path}:${line + 1} ${node.getText(file)}`);
		}
	}
	return problems;
}

/** The type `any`, wherever it is written. */
export function anyTypes(sources: Sources): string[] {
	return found(sources, (node) => node.kind === ts.SyntaxKind.AnyKeyword);
}

const isConst = (type: ts.TypeNode) => type.getText() === 'const';

/** Type assertions (`x as T`, `<T>x`, `x!`), `as const` excepted. */
export function casts(sources: Sources): string[] {
	return found(
		sources,
		(node) =>
			((ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && !isConst(node.type)) ||
			ts.isNonNullExpression(node),
	);
}

/** Floats near money: reading or writing a number through them. */
export function floats(sources: Sources): string[] {
	const names = ['parseFloat', 'toFixed', 'toPrecision'];
	return found(sources, (node) => ts.isIdentifier(node) && names.includes(node.text));
}

const switchedOff = ['eslint-' + 'disable', '@ts-' + 'ignore', '@ts-' + 'nocheck', '@ts-' + 'expect-error'];

/** Comments that switch a check off. */
export function switchedOffChecks(sources: Sources): string[] {
	return withAnyOf(sources, switchedOff);
}

const skipped = /\b(?:it|test|describe)\.(?:skip|only|todo|failing)\b|\bx(?:it|test|describe)\(/;

/** Tests that do not run, or that keep others from running. */
export function skippedTests(sources: Sources): string[] {
	return [...sources].filter(([, text]) => skipped.test(text)).map(([path]) => path);
}

/** Doc comments that point at the line above ("The same ..."), or say in half a sentence what could be anything ("What ..."). */
export function riddles(sources: Sources): string[] {
	const opening = /^[ \t]*(\/\*\*\s+(?:\*\s+)?(?:The same|What)\b.*)/gm;
	return [...sources].flatMap(([path, text]) =>
		[...text.matchAll(opening)].map(([, comment = '']) => `${path}: ${comment.replace(/\s+(?:\*\s+)?/g, ' ')}`),
	);
}

/** Doc comments with nothing behind them: what they were about is gone, or stands elsewhere. One before all code is about the file. */
export function orphans(sources: Sources): string[] {
	const alone = /(?<=\n)[ \t]*(\/\*\*(?:[^*]|\*(?!\/))*\*\/)[ \t]*\n[ \t]*(?:\n|\/\*\*)/g;
	return [...sources].flatMap(([path, text]) =>
		[...text.matchAll(alone)].flatMap(({ 1: comment = '', index }) => {
			const isOfFile = !/^(?:export|const|function|class|interface|type)\b/m.test(text.slice(0, index));
			return isOfFile || comment.includes('@typedef') ? [] : [`${path}: ${comment}`];
		}),
	);
}

/** The files in which one of these texts stands, with the text. */
export function withAnyOf(sources: Sources, texts: readonly string[]): string[] {
	return [...sources].flatMap(([path, text]) =>
		texts.filter((wanted) => text.includes(wanted)).map((wanted) => `${path}: ${wanted}`),
	);
}

/** Top-level names that more than one file defines: a reader who looks for one finds another. */
export function sharedNames(sources: Sources): string[] {
	const files = new Map<string, string[]>();
	for (const [path, text] of sources) {
		const names = new Set(parse(path, text).statements.flatMap(namesOf));
		for (const name of names) files.set(name, [...(files.get(name) ?? []), path]);
	}
	return [...files].flatMap(([name, paths]) => (paths.length > 1 ? [`${name}: ${paths.join(', ')}`] : [])).sort();
}

function namesOf(statement: ts.Statement): string[] {
	if (ts.isVariableStatement(statement)) {
		return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
	}
	const named =
		ts.isFunctionDeclaration(statement) ||
		ts.isClassDeclaration(statement) ||
		ts.isInterfaceDeclaration(statement) ||
		ts.isTypeAliasDeclaration(statement);
	return named && statement.name !== undefined ? [statement.name.text] : [];
}

/** The names that a declaration gives, also inside of `{ a, b: [c] }`. */
function boundNames(name: ts.BindingName): string[] {
	if (ts.isIdentifier(name)) return [name.text];
	return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(element.name)));
}
