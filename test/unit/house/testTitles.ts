/** Which tests a file has, by the titles in its source, and which of them a document names. */
import * as ts from 'typescript';

const TESTS = /^(?:it|test|describe)\b/;

const titleIn = (node: ts.Node | undefined): string | null => {
	if (node === undefined) return null;
	if (ts.isStringLiteralLike(node)) return node.text;
	return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : null;
};

/** The titles of tests and of what groups them, as they are written: placeholders stay. */
export function testTitles(path: string, text: string): Set<string> {
	const titles = new Set<string>();
	const visit = (node: ts.Node): void => {
		if (ts.isCallExpression(node) && TESTS.test(node.expression.getText())) {
			const title = titleIn(node.arguments[0]);
			if (title !== null) titles.add(title);
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true));
	return titles;
}

export interface NamedTest {
	readonly path: string;
	/** Null where the whole file is named. */
	readonly title: string | null;
}

/** Tests that a document names: `test/...`, or `test/...` with a title in italics behind it. */
export function testsNamedIn(markdown: string): NamedTest[] {
	return [...markdown.matchAll(/`(test\/[^`]+)`(?: \*([^*\n]+)\*)?/g)].map(([, path = '', title]) => ({
		path,
		title: title ?? null,
	}));
}
