import { byLabel } from '../../nodes/core/domain/text';
import { FILLED_IN, type Field, type Fields } from '../../nodes/core/operation/field';
import type { Operation } from '../../nodes/core/operation/operation';

/** The folder of the pages, one for each resource. */
const FOLDER = 'docs/reference/operations';

/** By effect: the word for it in an operation's section, and its meaning on the page of all operations. */
const EFFECTS: Record<Operation['effect'], readonly [word: string, meaning: string]> = {
	read: ['reads', 'Moves no money and is retried automatically.'],
	custom: ['reads together', 'Reads once for all items of the run. It moves no money.'],
	prepare: ['checks', 'Checks what would be paid. It moves no money and creates nothing.'],
	write: ['writes', 'Creates or changes something, moves no money. Items go one by one, never repeated blindly.'],
	record: ['uses the record', "Works on this workflow's record of payout references. It moves no money."],
	pay: ['pays', 'Items carry an outcome and a payout reference, and are never sent twice.'],
};

/** The operations reference in Markdown: a page of all operations, and one for each resource, by their paths from the root. */
export function operationsReference(
	operations: readonly Operation[],
	labels: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	const labelOf = (resource: string) => labels[resource] ?? resource;
	const byName = resources.sort((one, other) => labelOf(one).localeCompare(labelOf(other)));
	const rows = byName.map((resource) => {
		const own = operations.filter((operation) => operation.resource === resource);
		const links = own.map(({ name, operation }) => `[${name}](operations/${resource}.md#${resource}-${operation})`);
		const listed = resource === 'prepare' ? 'Every payment' : links.join(', ');
		return `| [${labelOf(resource)}](operations/${resource}.md) | ${listed} |`;
	});
	const shared = sharedFields(operations);
	const pages = byName.map((resource): [string, string] => {
		const own = operations.filter((operation) => operation.resource === resource);
		const parts = resource === 'prepare' ? preparePage(own, operations) : resourcePage(own, shared);
		return [`${FOLDER}/${resource}.md`, `# ${labelOf(resource)}: fields\n\n${parts.join('\n\n')}\n`];
	});
	rows.push('| [Shared fields](operations/shared.md) | Fields of several resources |');
	const effects = Object.values(EFFECTS).map(([word, meaning]) => `- *${word}*: ${meaning}`);
	const index = `# Operations\n\nEvery operation of the node *Mavapay*, with every field. Made by \`npm run generate\`.\n\n| Resource | Operations |\n|---|---|\n${rows.join('\n')}\n\n## Effects\n\n${effects.join('\n')}\n`;
	const sharedPage = `# Shared fields\n\nFields of several resources, which mean the same in each.\n\n${fieldTable([...shared.values()])}\n`;
	return new Map([['docs/reference/operations.md', index], ...pages, [`${FOLDER}/shared.md`, sharedPage]]);
}

/** A field as the panel shows it, with the path by which workflows name it, and its cells in a table. */
interface FieldRow {
	readonly path: string;
	readonly label: string;
	readonly field: Field<unknown>;
	readonly cells: readonly [label: string, preset: string, meaning: string];
}

const keyOf = ({ cells }: FieldRow) => cells.join('|');

/**
 * The fields that are the same in several resources, by key. The page of a resource only names these fields, by label.
 * Different fields with the same path are left out here: the page of each resource explains its own.
 */
function sharedFields(operations: readonly Operation[]): ReadonlyMap<string, FieldRow> {
	const uses = operations
		.filter(({ effect }) => effect !== 'prepare')
		.flatMap((operation) => rowsOf(operation).map((row) => ({ row, key: keyOf(row), resource: operation.resource })));
	const shared = uses.filter(({ key, resource }) => uses.some((use) => use.key === key && use.resource !== resource));
	const clear = shared.filter(({ row, key }) => shared.every((use) => use.row.path !== row.path || use.key === key));
	clear.sort((one, other) => one.row.label.localeCompare(other.row.label));
	return new Map(clear.map(({ key, row }) => [key, row]));
}

/** A resource's sections: each operation with its own fields, then, once, the fields that several operations have. */
function resourcePage(operations: readonly Operation[], shared: ReadonlyMap<string, FieldRow>): string[] {
	const all = operations.map((operation) => ({ operation, rows: rowsOf(operation) }));
	const groups = new Map<string, FieldRow[]>(operations.map(({ name }) => [name, []]));
	for (const [key, row] of new Map(all.flatMap(({ rows }) => rows.map((one) => [keyOf(one), one])))) {
		const users = all.filter(({ rows }) => rows.some((one) => keyOf(one) === key));
		const names = users.map(({ operation }) => operation.name).join(', ');
		const group = users.length > 1 && users.length === all.length ? 'All operations' : names;
		groups.set(group, [...(groups.get(group) ?? []), row]);
	}
	const parts = [...groups.values()].map((rows) => fieldParts(rows, shared));
	const several = [...groups.keys()]
		.slice(all.length)
		.map((names, at) => [`### ${names}`, ...(parts[all.length + at] ?? [])]);
	return [
		...all.map(({ operation, rows }, at) =>
			operationSection(operation, rows, parts[at] ?? [], groups.get(operation.name)?.length !== rows.length),
		),
		...(several.length === 0 ? [] : ['## Fields of several operations', ...several.flat()]),
	];
}

/** A table of the fields explained on this page, then the labels of shared fields, with a link to their page. */
function fieldParts(rows: readonly FieldRow[], shared: ReadonlyMap<string, FieldRow>): string[] {
	const here = rows.filter((row) => !shared.has(keyOf(row)));
	const elsewhere = rows.filter((row) => !here.includes(row));
	const options = elsewhere.filter(({ label }) => label.includes(' → '));
	const fields = elsewhere.filter((row) => !options.includes(row));
	const link = `[Shared ${fields.length === 0 ? 'options' : 'fields'}](shared.md)`;
	const lists = [fields, options].filter((list) => list.length > 0).map((list) => list.map(inItalics).join(', '));
	return [
		...(here.length === 0 ? [] : [fieldTable(here)]),
		...(lists.length === 0 ? [] : [`${link}: ${lists.join('. Options: ')}.`]),
	];
}

/** The page of Prepare: links to the payments, and only the fields in which Prepare differs from the payments. */
function preparePage(own: readonly Operation[], all: readonly Operation[]): string[] {
	const pairs = own.flatMap((prepared) => {
		const payment = all.find(({ effect, operation }) => effect === 'pay' && operation === prepared.operation);
		return payment === undefined ? [] : [{ payment, kept: rowsOf(prepared), paid: rowsOf(payment) }];
	});
	const left = pairs.flatMap(({ kept, paid }) =>
		paid.filter(
			({ path, field: { showWhen } }) =>
				showWhen?.['@tool']?.includes(true) !== true && !kept.some((row) => row.path === path),
		),
	);
	const changed = pairs.flatMap(({ kept, paid }) =>
		kept.filter(({ field }) => !paid.some((other) => JSON.stringify(other.field.face) === JSON.stringify(field.face))),
	);
	const links = pairs.map(
		({ payment: { name, resource, operation } }) => `[${name}](${resource}.md#${resource}-${operation})`,
	);
	return [
		`${EFFECTS.prepare[1]} Each operation has the fields of its payment: ${links.join(', ')}.`,
		`*Prepare* doesn't have ${[...new Set(left.map(inItalics))].join(', ')}. Fields that differ:`,
		fieldTable([...new Map(changed.map((row) => [keyOf(row), row])).values()]),
	];
}

const inItalics = ({ label }: FieldRow) => `*${label.replace(/^.* → /, '')}*`;

function operationSection(
	{ name, resource, operation, description, effect }: Operation,
	rows: readonly FieldRow[],
	ownFields: readonly string[],
	hasOthers: boolean,
): string {
	const parts = [
		[sentence(description), forAgents(rows)].filter(Boolean).join(' '),
		`Effect: [${EFFECTS[effect][0]}](../operations.md#effects). Stored in workflows as \`${resource}\`, \`${operation}\`.`,
		...ownFields,
		...(hasOthers ? ['[More fields](#fields-of-several-operations)'] : []),
	];
	// Headings such as "Get" repeat, so each operation has its own anchor.
	return `<a id="${resource}-${operation}"></a>\n\n## ${name}\n\n${parts.join('\n\n')}`;
}

function fieldTable(rows: readonly FieldRow[]): string {
	const lines = rows.map(({ cells }) => `| ${cells.map(cell).join(' | ')} |`);
	return ['| Field | Default | Meaning |', '|---|---|---|', ...lines].join('\n');
}

/** Names the fields that an AI agent may fill; of a long list, those that are always shown come first. */
function forAgents(shown: readonly FieldRow[]): string {
	const filled = shown.filter(({ field }) => field.aiMayFill === true);
	const always = filled.length <= MOST_IN_A_SENTENCE ? filled : filled.filter(isAlwaysShown);
	const others = filled.filter((row) => !always.includes(row));
	const [first, second] = [always, others].map((rows) => rows.map(({ label }) => `*${label}*`).join(', '));
	const more = others.length === 0 ? '' : ` If shown, also: ${second}.`;
	return filled.length === 0 ? '' : `An AI agent can fill ${first}.${more}`;
}

const MOST_IN_A_SENTENCE = 8;

const isAlwaysShown = ({ field: { showWhen = {} } }: FieldRow) =>
	Object.keys(showWhen).every((name) => name === '@tool');

/** The fields of an operation. Each collection is replaced by its members. */
function rowsOf({ fields }: Pick<Operation, 'fields'>, within = fields, path = '', label = ''): FieldRow[] {
	return Object.entries(within).flatMap(([name, field]) => {
		const own = { path: `${path}${name}`, label: `${label}${field.label}`, field };
		if (field.members === undefined) return [{ ...own, cells: fieldCells(own, fields) }];
		const members = rowsOf({ fields }, field.members, `${own.path}.`, `${own.label} → `);
		// If an agent may fill a whole collection, it may fill each member.
		return members.map((one) =>
			field.aiMayFill === true ? { ...one, field: { ...one.field, aiMayFill: true } } : one,
		);
	});
}

function fieldCells({ path, label, field }: Omit<FieldRow, 'cells'>, fields: Fields): FieldRow['cells'] {
	const { description, options } = field.face;
	const hints = Object.values(field.hintsByUnit ?? { any: field.face });
	// The choices in the order in which the editor shows them.
	const sorted = [...(options ?? [])].sort(byLabel);
	const values = [...new Set(sorted.flatMap((option) => ('value' in option ? [choice(option)] : [])))];
	const meaning = [
		field.required ? 'Required.' : '',
		description === undefined ? '' : sentence(description),
		...hints.map(({ hint }) => (hint === undefined ? '' : sentence(hint))),
		oneOf(values, field.face.type === 'multiOptions' ? 'Any' : 'One'),
		condition(field, fields),
	];
	// A filter has no effect until a person adds it, and takes the editor's default only then.
	const preset = path.startsWith('filters.') ? '' : presetOf(field);
	return [`${label}<br>\`${path}\``, preset, meaning.filter(Boolean).join(' ')];
}

/** The choices as one sentence, or one per line if the sentence would be long. */
function oneOf(choices: readonly string[], some: string): string {
	const sentence = `${some} of ${choices.join(', ')}.`;
	if (sentence.split(' ').length > MOST_WORDS) return `${some} of:<br>${choices.join(' <br>')}`;
	return choices.length === 0 ? '' : sentence;
}

const MOST_WORDS = 30;

/** A choice by its label, with its value if that is another word. */
function choice({ name, value }: { readonly name: string; readonly value: unknown }): string {
	const same = String(value).toLowerCase() === name.toLowerCase() || value === '';
	return same ? name : `${name} (\`${String(value)}\`)`;
}

function condition({ showWhen = {} }: Field<unknown>, fields: Fields): string {
	const { '@tool': tool, ...others } = showWhen;
	const parts = Object.entries(others).map(([name, values]) => {
		const other = fields[name];
		const choices = (other?.face.options ?? []).flatMap((one) => ('value' in one ? [one] : []));
		const left = choices.filter(({ value }) => !values.some((one) => one === value));
		if (left.length === 1 && choices.length > 2) return `*${other?.label}* isn't ${left[0]?.name}`;
		const possible = values.filter((value) => choices.length === 0 || choices.some((one) => one.value === value));
		const named = possible.map((value) => (other === undefined ? String(value) : labelled(other, value)));
		return `*${other?.label ?? name}* is ${named.join(' or ')}`;
	});
	const sentences = [
		...(tool === undefined ? [] : [tool.includes(true) ? 'Only as an AI tool.' : 'Not as an AI tool.']),
		...(parts.length === 0 ? [] : [`Only when ${parts.join(' and ')}.`]),
	];
	return sentences.join(' ');
}

/** A value of a field as the panel shows it. */
function labelled({ face }: Field<unknown>, value: unknown): string {
	if (value === FILLED_IN) return 'filled in';
	const option = (face.options ?? []).find((one) => 'value' in one && one.value === value);
	if (option !== undefined) return option.name;
	return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

function presetOf(field: Field<unknown>): string {
	const preset = field.face.default;
	if (Array.isArray(preset)) return preset.map((one) => labelled(field, one)).join(', ');
	if (preset === '' || preset === undefined || preset === null || typeof preset === 'object') return '';
	// n8n writes $fromAI if a person lets the model fill the field.
	return String(preset).includes('$fromAI') ? 'the model fills it in' : labelled(field, preset);
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ');
