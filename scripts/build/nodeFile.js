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
	const helpers = HELPERS.filter(({ name }) => `${shared}${text}`.includes(`${name}(`)).map(({ source }) => source);
	return `"use strict";

// What n8n reads when it starts: the description, as ${source} gives it. The rest is loaded when the node first runs.

let whole;
const running = () => (whole ??= new (require(${JSON.stringify(running)}).${name})());

${helpers.join('')}${shared}class ${name} {
	description = ${text};
${Object.entries(others)
	.map(([member, value]) => `\n\t${member} = ${delegates(value, [member], '\t')};\n`)
	.join('')}${methodsOf(node)
		.map((method) => `\n\t${method}(...given) {\n\t\treturn running().${method}.apply(this, given);\n\t}\n`)
		.join('')}}

exports.${name} = ${name};
`;
}

/**
 * Functions that the file calls instead of repeating what parameters have in common. `takes` are the members that a helper is
 * given one by one, in front of an object with those that are neither these nor `fixed`.
 */
const HELPERS = [
	{
		name: 'text',
		takes: ['displayName', 'name'],
		fixed: { type: 'string', default: '' },
		source: `const text = (displayName, name, others) => ({ displayName, name, type: "string", default: "", ...others });

`,
	},
	{
		name: 'choice',
		takes: ['displayName', 'name', 'options', 'default'],
		fixed: { type: 'options' },
		source: `const choice = (displayName, name, options, preset, others) => ({
	displayName,
	name,
	type: "options",
	options,
	default: preset,
	...others,
});

`,
	},
	{
		name: 'collection',
		takes: ['displayName', 'name', 'placeholder', 'options'],
		fixed: { type: 'collection', default: {} },
		source: `const collection = (displayName, name, placeholder, options, others) => ({
	displayName,
	name,
	type: "collection",
	default: {},
	placeholder,
	options,
	...others,
});

`,
	},
	{
		name: 'field',
		takes: ['type', 'displayName', 'name', 'default'],
		fixed: {},
		source: `const field = (type, displayName, name, preset, others) => ({ displayName, name, type, default: preset, ...others });

`,
	},
	{
		name: 'option',
		takes: ['name', 'value'],
		fixed: {},
		source: `const option = (name, value, others) => ({ name, value, ...others });

`,
	},
	{
		name: 'asTool',
		source: `// A parameter with another preset, which shows where the node is a tool of an AI agent.
const asTool = (parameter, preset) => [{ ...parameter, default: preset }, { "@tool": [true] }];

`,
	},
	{
		name: 'parameters',
		source: `// What some operations show: parameters, or lists of one with further conditions under which it is shown. \`set\` are
// conditions that all of them have.
const parameters = (resource, operation, all, set) =>
	all.map((entry) => {
		const [parameter, others, hidden] = [entry].flat();
		const show = { resource: [resource].flat(), operation: [operation].flat(), ...set, ...others };
		return { ...parameter, displayOptions: { show, ...hidden } };
	});

`,
	},
];

/** The arguments with which a helper makes a part, and the helper's name; undefined where none does. */
function callOf(part) {
	if (part instanceof Shown) return { name: 'parameters', args: part.args };
	if (part instanceof AsTool) return { name: 'asTool', args: [part.base, part.default] };
	const helper = HELPERS.find(
		({ takes, fixed }) =>
			takes?.every((name) => Object.hasOwn(part, name)) &&
			Object.entries(fixed).every(([name, value]) => keyOf(part[name]) === keyOf(value)),
	);
	if (helper === undefined) return undefined;
	const { name, takes, fixed } = helper;
	const others = Object.entries(part).filter(([member]) => !takes.includes(member) && !Object.hasOwn(fixed, member));
	const taken = takes.map((member) => part[member]);
	return { name, args: others.length === 0 ? taken : [...taken, Object.fromEntries(others)] };
}

/** Successive parameters of the same operations, which become one call of `parameters`. */
class Shown {
	constructor(resource, operation, set) {
		this.args = [resource, operation, [], ...(set === undefined ? [] : [set])];
	}

	isOf(resource, operation, set) {
		return keyOf(this.args.toSpliced(2, 1)) === keyOf(new Shown(resource, operation, set).args.toSpliced(2, 1));
	}
}

/** A parameter that has all members of another, some of them with other values, and perhaps more. */
class Variant {
	constructor(base, differing) {
		Object.assign(this, { base, ...differing });
	}
}

/** A variant that differs by its preset alone and shows as a tool only. */
class AsTool extends Variant {}

const ONLY_PRESET_AS_TOOL = JSON.stringify([['base', 'default'], [{ '@tool': [true] }]]);

/** A parameter as a variant of the one before it, or of one that has the same but for a long preset. */
function variantOf(parameter, previous) {
	const { default: preset, ...others } = parameter;
	if (typeof preset === 'string' && preset.length >= WORTH_A_NAME) return new Variant(others, { default: preset });
	const hasAll = Object.keys(previous ?? {}).every((name) => Object.hasOwn(parameter, name));
	if (previous?.name !== parameter.name || !hasAll) return parameter;
	const differing = Object.entries(parameter).filter(([name, value]) => keyOf(value) !== keyOf(previous[name]));
	return new Variant(previous, Object.fromEntries(differing));
}

const oneOrAll = (names) => (names.length === 1 ? names[0] : names);

/** The properties of a node, those of the same operations together. */
function byOperation(properties) {
	const grouped = [];
	let previous;
	for (const property of properties) {
		const { displayOptions, ...parameter } = property;
		const condition = conditionOf(displayOptions);
		if (condition === null) {
			grouped.push(property);
			continue;
		}
		const { chosen, further } = condition;
		if (!(grouped.at(-1) instanceof Shown && grouped.at(-1).isOf(...chosen))) grouped.push(new Shown(...chosen));
		const shown = variantOf(parameter, previous);
		const isAsTool = shown instanceof Variant && keyOf([Object.keys(shown), further]) === ONLY_PRESET_AS_TOOL;
		if (isAsTool) grouped.at(-1).args[2].push(new AsTool(shown.base, { default: shown.default }));
		else grouped.at(-1).args[2].push(further.length === 0 ? shown : [shown, ...further]);
		previous = parameter;
	}
	return grouped;
}

/** The operations that a condition names, and what else `parameters` is given; null for one of another form. */
function conditionOf(condition) {
	if (!isPlain(condition) || !isPlain(condition.show)) return null;
	const { show, ...hidden } = condition;
	const { resource, operation, payment, ...others } = show;
	const set = payment === undefined ? {} : { payment };
	if (!Array.isArray(resource) || !Array.isArray(operation)) return null;
	const made = { show: { resource, operation, ...set, ...others }, ...hidden };
	if (keyOf(made) !== keyOf(condition)) return null;
	const further = [others, hidden];
	while (further.length > 0 && Object.keys(further.at(-1)).length === 0) further.pop();
	return { chosen: [oneOrAll(resource), oneOrAll(operation), payment && set], further };
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
 * JSON as the source of a literal, with a constant for each part that occurs more than once.
 *
 * @param {object} value
 * @param {string} indent of the line the literal starts in
 */
function literal(value, indent) {
	const properties = byOperation(value.properties);
	const counts = new Map();
	const count = (part) => {
		if (part === null || typeof part !== 'object') return;
		const times = (counts.get(keyOf(part)) ?? 0) + 1;
		counts.set(keyOf(part), times);
		if (times === 1) Object.values(part).forEach(count);
	};
	count({ ...value, properties });

	const names = new Map();
	const taken = new Map();
	const constants = [];
	/** The constant that stands for a part, or null where it occurs once or is short. */
	const constantFor = (part, label) => {
		const key = keyOf(part);
		if ((counts.get(key) ?? 0) < 2 || key.length < WORTH_A_NAME) return null;
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
	const object = (part, at, line = LINE) => {
		const inner = `${at}\t`;
		if (Array.isArray(part))
			return wrapped(
				'[]',
				part.map((member) => element(member, inner)),
				at,
				line,
			);
		const call = callOf(part);
		if (call !== undefined) return called(call, at);
		return wrapped(
			'{}',
			Object.entries(part).map(([key, member]) => memberOf(part, key, member, inner)),
			at,
			line,
		);
	};
	/** A call; where it is too long for a line, its last argument is on lines of its own. */
	const called = ({ name, args }, at) => {
		const written = args.map((given) => write(given, at, labelOf(given)));
		const last = written.pop();
		const call = (end) => `${name}(${[...written, end].join(', ')})`;
		const isLong = call(last).length > LINE && !last.includes('\n') && last.startsWith('{');
		return call(isLong ? object(args.at(-1), at, 0) : last);
	};
	const element = (member, at) => `${member instanceof Shown ? '...' : ''}${write(member, at, labelOf(member))}`;
	const memberOf = (part, key, member, at) =>
		part instanceof Variant && key === 'base'
			? `...${write(member, at, labelOf(member))}`
			: `${nameText(key)}: ${write(member, at, key)}`;
	// On a level of their own, where they need few tabs.
	constants.push(`const properties = ${object(properties, '')};\n`);
	const text = object({ ...value, properties: PROPERTIES }, indent);
	return { shared: `${constants.join('')}\n`, text };
}

/** A text, and what is left of it after each of its sentences, as long as that is worth a name. */
function endings(text) {
	const starts = [0, ...Array.from(text.matchAll(/[.?!] (?=\S)/g), ({ index }) => index + 2)];
	return starts.map((start) => text.slice(start)).filter((end) => end.length >= WORTH_A_NAME);
}

/** The texts of a value, by the endings that they share. */
function sentencesOf(value, found = new Map()) {
	if (typeof value === 'string')
		for (const end of endings(value)) found.set(end, (found.get(end) ?? new Set()).add(value));
	else if (value !== null && typeof value === 'object')
		for (const inner of Object.values(value)) sentencesOf(inner, found);
	return found;
}

/** Stands for the properties of a node, which are a constant. */
const PROPERTIES = Symbol('the properties');

/** The name of a part's constant: that of the parameter that it is, or that it begins with. */
const labelOf = (part) => {
	const first = Array.isArray(part) ? part[0] : part;
	const { displayName, name } = first?.base ?? first ?? {};
	if (displayName === undefined) return Array.isArray(part) ? 'list' : 'part';
	return /^[a-z]\w*$/i.test(name) ? name : 'part';
};

const nameText = (key) => (/^[a-z_$][\w$]*$/i.test(key) ? key : JSON.stringify(key));

function wrapped([open, close], inner, at, most) {
	if (inner.length === 0) return open + close;
	const line = open === '{' ? `{ ${inner.join(', ')} }` : `[${inner.join(', ')}]`;
	if (line.length <= most && !line.includes('\n')) return line;
	return `${open}\n${inner.map((member) => `${at}\t${member},\n`).join('')}${at}${close}`;
}

const isPlain = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Equal for two parts that are the same. */
const keyOf = (part) => JSON.stringify(part);

function assertJson(value) {
	if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return;
	if (!Array.isArray(value) && !isPlain(value))
		throw new Error(`A description must be JSON, but holds ${String(value)}`);
	Object.values(value).forEach(assertJson);
}

module.exports = { nodeFile };
