'use strict';

/**
 * The file of a node that n8n loads at every start: its description as plain data, and methods that load
 * what runs at their first use. To evaluate half a megabyte of code only to be told the parameters would cost n8n
 * several times what one of its own nodes costs.
 */

/** Repeated parts shorter than this stay where they are. */
const WORTH_A_NAME = 50;
const LINE = 110;

/**
 * The source of `<name>.node.js`, from an instance of the node.
 *
 * @param {{ name: string, node: { description: object }, source: string, running: string }} order
 * `running` is the file with the whole node, as `require` names it from here
 * @throws where the description is more than JSON
 */
function nodeFile({ name, node, source, running }) {
	const { description, ...others } = node;
	assertJson(description);
	const { shared, text } = literal(description, '\t');
	const helper = (shared + text).includes('shown(') ? SHOWN : '';
	return `"use strict";

// What n8n reads when it starts: the description, as ${source} gives it. The rest is loaded when the node first runs.

let whole;
const running = () => (whole ??= new (require(${JSON.stringify(running)}).${name})());

${helper}${shared}class ${name} {
	description = ${text};
${Object.entries(others)
	.map(([member, value]) => `\n\t${member} = ${delegates(value, [member], '\t')};\n`)
	.join('')}${methodsOf(node)
		.map((method) => `\n\t${method}(...given) {\n\t\treturn running().${method}.apply(this, given);\n\t}\n`)
		.join('')}}

exports.${name} = ${name};
`;
}

/** In the file: the condition of what one operation shows. */
const SHOWN = `const shown = (resource, operation, others, hidden) => ({
	show: { resource: [resource], operation: [operation], ...others },
	...hidden,
});

`;

/** What `shown` makes a condition of; null for a condition of another form, and for what is none. */
function conditionOf(part) {
	if (!isPlain(part) || !isPlain(part.show)) return null;
	const { show, ...hidden } = part;
	const { resource, operation, ...others } = show;
	const given = [resource?.[0], operation?.[0], others, hidden];
	const made = { show: { resource: [given[0]], operation: [given[1]], ...others }, ...hidden };
	if (keyOf(made) !== keyOf(part)) return null;
	while (isPlain(given.at(-1)) && Object.keys(given.at(-1)).length === 0) given.pop();
	return given;
}

const methodsOf = (node) =>
	Object.getOwnPropertyNames(Object.getPrototypeOf(node)).filter((member) => member !== 'constructor');

/** Functions, and objects of them, as functions of the same names that call those of the whole node. */
function delegates(value, path, indent) {
	if (typeof value === 'function')
		return `function (...given) { return running().${path.join('.')}.apply(this, given); }`;
	if (!isPlain(value)) throw new Error(`${path.join('.')} is neither a function nor an object of functions`);
	const members = Object.entries(value).map(
		([name, member]) => `${indent}\t${name}: ${delegates(member, [...path, name], `${indent}\t`)},\n`,
	);
	return `{\n${members.join('')}${indent}}`;
}

/**
 * JSON as the source of a literal, with a constant for each part that occurs more than once. Properties that
 * differ by the conditions under which they are shown have the rest in common.
 *
 * @param {object} value
 * @param {string} indent of the line the literal starts in
 */
function literal(value, indent) {
	const counts = new Map();
	const count = (part) => {
		if (part === null || typeof part !== 'object') return;
		const times = (counts.get(keyOf(part)) ?? 0) + 1;
		counts.set(keyOf(part), times);
		if (times === 1) partsOf(part).forEach(([, inner]) => count(inner));
	};
	count(value);

	const names = new Map();
	const taken = new Map();
	const constants = [];
	/** The constant that stands for a part, or null where it occurs once or is short. */
	const constantFor = (part, label) => {
		const key = keyOf(part);
		const { length } = keyOf(conditionOf(part) ?? part);
		if ((counts.get(key) ?? 0) < 2 || length < WORTH_A_NAME) return null;
		if (!names.has(key)) {
			const body = object(part, '');
			const number = (taken.get(label) ?? 0) + 1;
			taken.set(label, number);
			names.set(key, `${label}${number}`);
			constants.push(`const ${label}${number} = ${body};\n`);
		}
		return names.get(key);
	};
	const tails = sentencesOf(value);
	/** A text, with a constant for the sentences that it ends with where others end so too. */
	const textOf = (text) => {
		const tail = endings(text).find((end) => (tails.get(end)?.size ?? 0) > 1);
		if (tail === undefined) return JSON.stringify(text);
		if (!names.has(tail)) {
			names.set(tail, `text${names.size + 1}`);
			constants.push(`const ${names.get(tail)} = ${JSON.stringify(tail)};\n`);
		}
		const head = text.slice(0, -tail.length);
		return head === '' ? names.get(tail) : `${JSON.stringify(head)} + ${names.get(tail)}`;
	};
	const write = (part, at, label) => {
		if (part === PROPERTIES) return 'properties';
		if (typeof part === 'string') return textOf(part);
		if (part === null || typeof part !== 'object') return JSON.stringify(part);
		return constantFor(part, label) ?? object(part, at);
	};
	const object = (part, at) => {
		const condition = conditionOf(part);
		if (condition !== null) return `shown(${condition.map((given) => write(given, at, 'when')).join(', ')})`;
		const [open, close] = Array.isArray(part) ? '[]' : '{}';
		return wrapped(
			open,
			partsOf(part).flatMap(([key, member]) => members(part, key, member, `${at}\t`)),
			close,
			at,
		);
	};
	const members = (part, key, member, at) => {
		if (Array.isArray(part)) return [write(member, at, labelOf(member))];
		if (key !== SPREAD) return [`${nameText(key)}: ${write(member, at, SHORT_LABELS[key] ?? key)}`];
		const base = constantFor(member, labelOf(member));
		return base === null
			? Object.entries(member).flatMap(([name, inner]) => members(member, name, inner, at))
			: [`...${base}`];
	};
	// On a level of their own, where they need few tabs.
	constants.push(`const properties = ${object(value.properties, '')};\n`);
	const text = object({ ...value, properties: PROPERTIES }, indent);
	return { shared: `${constants.join('')}\n`, text };
}

/** A text, and what is left of it after each of its sentences, as long as that is worth a name. */
function endings(text) {
	const starts = [0, ...Array.from(text.matchAll(/[.?!] (?=\S)/g), ({ index }) => index + 2)];
	return starts.map((start) => text.slice(start)).filter((end) => end.length >= WORTH_A_NAME);
}

/** By ending, the texts of a value that end so. */
function sentencesOf(value, found = new Map()) {
	if (typeof value === 'string')
		for (const end of endings(value)) found.set(end, (found.get(end) ?? new Set()).add(value));
	else if (value !== null && typeof value === 'object')
		for (const inner of Object.values(value)) sentencesOf(inner, found);
	return found;
}

/** Stands for the members of a property beside the conditions under which it is shown, and a long preset. */
const SPREAD = Symbol('the members besides displayOptions and default');

/** Stands for the properties of a node, which are a constant. */
const PROPERTIES = Symbol('the properties');

function partsOf(part) {
	if (Array.isArray(part) || part.displayOptions === undefined) return Object.entries(part);
	const { displayOptions, ...others } = part;
	const { default: preset, ...rest } = others;
	// A preset of its own leaves the rest to be shared.
	const isLong = typeof preset === 'string' && preset.length >= WORTH_A_NAME;
	return [
		[SPREAD, isLong ? rest : others],
		...(isLong ? [['default', preset]] : []),
		['displayOptions', displayOptions],
	];
}

const labelOf = (part) => (/^[a-z]\w*$/i.test(part?.name) ? part.name : 'part');

const SHORT_LABELS = { displayOptions: 'when' };

const nameText = (key) => (/^[a-z_$][\w$]*$/i.test(key) ? key : JSON.stringify(key));

function wrapped(open, inner, close, at) {
	if (inner.length === 0) return open + close;
	const line = open === '{' ? `{ ${inner.join(', ')} }` : `[${inner.join(', ')}]`;
	if (line.length <= LINE && !line.includes('\n')) return line;
	return `${open}\n${inner.map((member) => `${at}\t${member},\n`).join('')}${at}${close}`;
}

const isPlain = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What makes two parts the same. */
const keyOf = (part) => JSON.stringify(part);

function assertJson(value) {
	if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return;
	if (!Array.isArray(value) && !isPlain(value))
		throw new Error(`A description must be JSON, but holds ${String(value)}`);
	Object.values(value).forEach(assertJson);
}

module.exports = { nodeFile };
