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

/** The files in which one of these texts stands, with the text. */
export function withAnyOf(sources: Sources, texts: readonly string[]): string[] {
	return [...sources].flatMap(([path, text]) =>
		texts.filter((wanted) => text.includes(wanted)).map((wanted) => `${path}: ${wanted}`),
	);
}
