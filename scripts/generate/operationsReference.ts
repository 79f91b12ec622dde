import { byLabel } from '../../nodes/core/domain/text';
import { FILLED_IN, type Field, type Fields } from '../../nodes/core/operation/field';
import type { Operation } from '../../nodes/core/operation/operation';

/** The folder of the pages, one for each resource. */
const FOLDER = 'docs/reference/operations';

const EFFECTS: Record<Operation['effect'], string> = {
	prepare: 'Checks what would be paid. It moves no money and creates nothing.',
	read: 'Reads. It moves no money and is retried by itself.',
	write: 'Creates or changes something. It moves no money; items go one by one and are not repeated blindly.',
	pay: 'Pays. Items go one by one, carry an outcome and a payout reference, and are never sent twice.',
	record: "Works on this workflow's record of payout references. It moves no money.",
	custom: 'Reads, for all items of the run together. It moves no money.',
};

/** A field as the panel shows it, with the path by which workflows and expressions name it. */
interface Shown {
	readonly path: string;
	readonly label: string;
	readonly field: Field<unknown>;
}

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
		return `| [${labelOf(resource)}](operations/${resource}.md) | ${links.join(', ')} |`;
	});
	const pages = byName.map((resource): [string, string] => {
		const own = operations.filter((operation) => operation.resource === resource);
		const title = `${labelOf(resource)}: fields`;
		return [`${FOLDER}/${resource}.md`, `# ${title}\n\n${own.map(operationSection).join('\n\n')}\n`];
	});
	const index = `# Operations\n\nEvery operation of the node *Mavapay*, with every field. Made by \`npm run generate\`.\n\n| Resource | Operations |\n|---|---|\n${rows.join('\n')}\n`;
	return new Map([['docs/reference/operations.md', index], ...pages]);
}

function operationSection(one: Operation): string {
	const { name, resource, operation, description, fields } = one;
	const shown = shownFields(fields, '', '');
	const rows = shown.map((field) => fieldRow(field, fields));
	const table = ['| Field | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
	const about = [sentence(description), EFFECTS[one.effect], forAgents(shown)].filter(Boolean).join(' ');
	const parts = rows.length === 0 ? [about] : [about, table, namesOf(resource, operation, shown)];
	// Headings repeat, such as Get: the anchor leads to one operation whatever others there are.
	return `<a id="${resource}-${operation}"></a>\n\n## ${name}\n\n${parts.join('\n\n')}`;
}

/** The names of an operation and its fields in workflows and expressions, folded away for readers of the labels. */
function namesOf(resource: string, operation: string, shown: readonly Shown[]): string {
	const names = shown.map(({ path, label }) => `${label} \`${path}\``).join(', ');
	return `<details><summary>Names in workflows and expressions</summary>\n\n\`${resource}\`, \`${operation}\`: ${names}\n\n</details>`;
}

/** A sentence that names the fields that an AI agent may fill; empty where it may fill none. */
function forAgents(shown: readonly Shown[]): string {
	const names = shown.filter(({ field }) => field.aiMayFill === true).map(({ label }) => `*${label}*`);
	return names.length === 0 ? '' : `An AI agent may fill ${names.join(', ')}.`;
}

function shownFields(fields: Fields, path: string, label: string): Shown[] {
	return Object.entries(fields).flatMap(([name, field]) => {
		const own = { path: `${path}${name}`, label: `${label}${field.label}`, field };
		if (field.members === undefined) return [own];
		const members = shownFields(field.members, `${own.path}.`, `${own.label} → `);
		// What an agent may fill as a whole, it may fill part by part.
		return members.map((one) =>
			field.aiMayFill === true ? { ...one, field: { ...one.field, aiMayFill: true } } : one,
		);
	});
}

function fieldRow({ label, field }: Shown, fields: Fields): string {
	const { description, hint, options } = field.face;
	// As the editor shows them.
	const sorted = [...(options ?? [])].sort(byLabel);
	const values = [...new Set(sorted.flatMap((option) => ('value' in option ? [choice(option)] : [])))];
	const meaning = [
		field.required ? 'Required.' : '',
		description === undefined ? '' : sentence(description),
		hint === undefined ? '' : sentence(hint),
		field.otherHint === undefined ? '' : `In the other unit: ${sentence(field.otherHint.hint)}`,
		values.length === 0 ? '' : `One of ${values.join(', ')}.`,
		condition(field, fields),
	];
	return `| ${cell(label)} | ${cell(presetOf(field))} | ${cell(meaning.filter(Boolean).join(' '))} |`;
}

/** A choice by its label, with the value behind it where that is another word. */
function choice({ name, value }: { readonly name: string; readonly value: unknown }): string {
	const same = String(value).toLowerCase() === name.toLowerCase() || value === '';
	return same ? name : `${name} (\`${String(value)}\`)`;
}

function condition({ showWhen }: Field<unknown>, fields: Fields): string {
	const parts = Object.entries(showWhen ?? {}).map(([name, values]) => {
		if (name === '@tool') return values.includes(true) ? 'as an AI tool' : 'except as an AI tool';
		const other = fields[name];
		const named = values.map((value) => (other === undefined ? String(value) : labelled(other, value)));
		return `*${other?.label ?? name}* is ${named.join(' or ')}`;
	});
	return parts.length === 0
		? ''
		: `Only when ${parts.join(' and ')}.`.replace('when as', 'as').replace('Only when except', 'Not');
}

/** A value of a field as the panel shows it. */
function labelled({ face }: Field<unknown>, value: unknown): string {
	if (value === FILLED_IN) return 'filled in';
	const option = (face.options ?? []).find((one) => 'value' in one && one.value === value);
	if (option !== undefined) return option.name;
	return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

function presetOf(field: Field<unknown>): string {
	const { face } = field;
	if (Array.isArray(face.default)) return face.default.map((one) => labelled(field, one)).join(', ');
	const preset = face.default;
	if (preset === '' || preset === undefined || preset === null || typeof preset === 'object') return '';
	// What n8n writes where a person leaves a field to the model.
	return String(preset).includes('$fromAI') ? 'the model fills it in' : labelled(field, preset);
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ');
