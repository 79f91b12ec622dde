'use strict';

/** Removes texts from a module that only the editor needs. A node's own file has those texts (nodeFile.js). */

const ts = require('typescript');

/** Members of fields, choices and operations that only the editor needs. */
const TEXTS = new Set(
	'description hint placeholder idPlaceholder default limitUnit modes rows search action'.split(' '),
);

/** The function whose calls keep their `action`, because messages name an operation by its action. */
const NAMED_BY_ACTION = 'defineWrite';

/** Matches modules whose functions make fields and operations from their arguments. */
const BUILDERS = /\/(fields|define)$/;

/**
 * A module without the parts that only the editor needs: texts and presets of fields, choices and operations, and the
 * description of a node. Other texts stay, such as the texts of errors.
 *
 * @param {string} code TypeScript
 */
function codeWithoutTexts(code) {
	const source = ts.createSourceFile('module.ts', code, ts.ScriptTarget.Latest, true);
	const builders = importedFrom(source, BUILDERS);
	const cuts = [];
	const visit = (node, isFace) => {
		if (isNodeDescription(node) || isUnused(node) || (isFace && isText(node))) {
			cuts.push([node.getFullStart(), endOf(node, code)]);
			return;
		}
		const isBuilt = ts.isCallExpression(node) && builders.has(node.expression.getText());
		const within = isFace && !ts.isFunctionLike(node);
		ts.forEachChild(node, (child) => visit(child, within || isBuilt || (isFaceLiteral(child) && !isText(child))));
	};
	visit(source, false);
	return cuts.reduceRight((left, [start, end]) => left.slice(0, start) + left.slice(end), code);
}

/** The names that a module imports from modules whose path matches `modules`. */
function importedFrom(source, modules) {
	const imports = source.statements.filter(
		(statement) => ts.isImportDeclaration(statement) && modules.test(statement.moduleSpecifier.text),
	);
	return new Set(
		imports.flatMap(({ importClause }) => importClause?.namedBindings?.elements?.map(({ name }) => name.text) ?? []),
	);
}

const nameOf = (node) => (node.name === undefined ? '' : node.name.getText());

/** A member with a text. A `description` made by a call isn't a text: it is a field called description. */
const isText = (node) =>
	(ts.isPropertyAssignment(node) &&
		TEXTS.has(nameOf(node)) &&
		!(nameOf(node) === 'description' && ts.isCallExpression(node.initializer)) &&
		!(nameOf(node) === 'action' && isOf(node.parent, NAMED_BY_ACTION))) ||
	(ts.isShorthandPropertyAssignment(node) && TEXTS.has(nameOf(node)));

/** Whether an object literal is an argument of the function `name`. */
const isOf = (literal, name) => ts.isCallExpression(literal.parent) && literal.parent.expression.getText() === name;

/** A member with an amount's hints by unit, which only the editor needs. */
const isUnused = (node) => ts.isPropertyAssignment(node) && nameOf(node) === 'hintsByUnit';

/** A choice (`{ name, value, description }`), or `face`, which holds what the editor shows of a field. */
const isFaceLiteral = (node) =>
	ts.isObjectLiteralExpression(node) &&
	(((ts.isPropertyAssignment(node.parent) || ts.isVariableDeclaration(node.parent)) &&
		nameOf(node.parent) === 'face') ||
		['name', 'value'].every((wanted) => node.properties.some((member) => nameOf(member) === wanted)));

const isNodeDescription = (node) => ts.isPropertyDeclaration(node) && nameOf(node) === 'description';

/** The position after a member and after the comma that follows it, if there is one. */
function endOf(node, code) {
	const comma = /^\s*,/.exec(code.slice(node.getEnd()));
	return node.getEnd() + (comma?.[0].length ?? 0);
}

module.exports = { codeWithoutTexts };
