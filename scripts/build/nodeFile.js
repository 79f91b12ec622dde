'use strict';

/**
 * The files of a node that n8n loads at every start: the node's description as JSON, and methods that load the running
 * code at their first use. JSON is read faster than code that makes it. Evaluating half a megabyte of code just to get
 * the parameters would take several times as long as loading one of n8n's own nodes.
 */

/**
 * The source of `<name>.node.js`, from an instance of the node, and the source of `description.json` next to it.
 *
 * @param {{ name: string, node: { description: object }, source: string, running: string }} order
 * `running` is the path of the file with the node's running code, relative to the node's own file
 * @throws if the description has values that JSON can't hold
 */
function nodeFiles({ name, node, source, running }) {
	const { description, ...others } = node;
	assertJson(description);
	const code = `"use strict";

// What n8n reads when it starts: the description, as ${source} gives it. The rest is loaded when the node first runs.

let whole;
const running = () => (whole ??= new (require(${JSON.stringify(running)}).${name})());

class ${name} {
	description = require("./description.json");
${Object.entries(others)
	.map(([member, value]) => `\n\t${member} = ${delegates(value, [member], '\t')};\n`)
	.join('')}${methodsOf(node)
		.map((member) => `\n\t${member}(...given) {\n\t\treturn running().${member}.apply(this, given);\n\t}\n`)
		.join('')}}

exports.${name} = ${name};
`;
	return { code, description: inLines(description) };
}

/** JSON with an entry of a list, or of an object, on each line. */
function inLines(value, depth = 2, indent = '') {
	if (depth === 0 || value === null || typeof value !== 'object') return JSON.stringify(value);
	const inner = `${indent}\t`;
	const [open, close] = Array.isArray(value) ? '[]' : '{}';
	const entries = Object.entries(value).map(
		([name, member]) =>
			`${inner}${Array.isArray(value) ? '' : `${JSON.stringify(name)}: `}${inLines(member, depth - 1, inner)}`,
	);
	return entries.length === 0 ? open + close : `${open}\n${entries.join(',\n')}\n${indent}${close}`;
}

const methodsOf = (node) =>
	Object.getOwnPropertyNames(Object.getPrototypeOf(node)).filter((member) => member !== 'constructor');

/** The code of a function, or of an object of functions, that call the running code's functions at the same path. */
function delegates(value, path, indent) {
	if (typeof value === 'function')
		return `function (...given) { return running().${path.join('.')}.apply(this, given); }`;
	if (!isPlain(value)) throw new Error(`${path.join('.')} is neither a function nor an object of functions`);
	const members = Object.entries(value).map(
		([name, member]) => `${indent}\t${name}: ${delegates(member, [...path, name], `${indent}\t`)},\n`,
	);
	return `{\n${members.join('')}${indent}}`;
}

const isPlain = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function assertJson(value) {
	if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return;
	if (!Array.isArray(value) && !isPlain(value))
		throw new Error(`A description must be JSON, but holds ${String(value)}`);
	Object.values(value).forEach(assertJson);
}

module.exports = { nodeFiles };
