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
		const listed = resource === 'prepare' ? 'Every payment' : links.join(', ');
		return `| [${labelOf(resource)}](operations/${resource}.md) | ${listed} |`;
	});
	const pages = byName.map((resource): [string, string] => {
		const own = operations.filter((operation) => operation.resource === resource);
		const parts = resource === 'prepare' ? preparePage(own, operations) : resourcePage(own);
		return [`${FOLDER}/${resource}.md`, `# ${labelOf(resource)}: fields\n\n${parts.join('\n\n')}\n`];
	});
	const index = `# Operations\n\nEvery operation of the node *Mavapay*, with every field. Made by \`npm run generate\`.\n\n| Resource | Operations |\n|---|---|\n${rows.join('\n')}\n`;
	return new Map([['docs/reference/operations.md', index], ...pages]);
}

/** A field with its cells in a table, which are the same text in every operation that has the field alike. */
interface FieldRow extends Shown {
	readonly cells: readonly [label: string, preset: string, meaning: string];
}

const rowsOf = ({ fields }: Operation): FieldRow[] =>
	shownFields(fields, '', '').map((one) => ({ ...one, cells: fieldCells(one, fields) }));

const keyOf = ({ cells }: FieldRow) => cells.join('|');

/** The sections of a resource: each operation with its own fields, then the fields that several operations have, once. */
function resourcePage(operations: readonly Operation[]): string[] {
	const all = operations.map((operation) => ({ operation, rows: rowsOf(operation) }));
	const users = (row: FieldRow) => all.filter(({ rows }) => rows.some((other) => keyOf(other) === keyOf(row)));
	const distinct = [...new Map(all.flatMap(({ rows }) => rows.map((row) => [keyOf(row), row]))).values()];
	const shared = distinct.filter((row) => users(row).length > 1);
	const table = shared.map((row) => {
		const names = users(row).map(({ operation }) => operation.name);
		const [label, preset, meaning] = row.cells;
		return [label, preset, names.length === all.length ? 'all' : names.join(', '), meaning];
	});
	const last = [tableOf(['Field', 'Default', 'Operations', 'Meaning'], table), namesOf([], shared)];
	return [
		...all.map(({ operation, rows }) => operationSection(operation, rows, (row) => users(row).length === 1)),
		...(shared.length === 0 ? [] : [`## ${SHARED}\n\n${last.join('\n\n')}`]),
	];
}

/** Only what differs from the payments, whose fields are on the pages of their resources. */
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
	const labels = [...new Set(left.map(({ label }) => `*${label.replace(/^.* → /, '')}*`))];
	return [
		`${EFFECTS.prepare} Each operation has the fields of its payment: ${links.join(', ')}.`,
		`Left out are ${labels.join(', ')}. Different is:`,
		tableOf(['Field', 'Default', 'Meaning'], [...new Map(changed.map((row) => [keyOf(row), row.cells])).values()]),
	];
}

const SHARED = 'Fields of several operations';

function operationSection(
	{ name, resource, operation, description, effect }: Operation,
	rows: readonly FieldRow[],
	isOwn: (row: FieldRow) => boolean,
): string {
	const own = rows.filter(isOwn);
	const anchor = SHARED.toLowerCase().replaceAll(' ', '-');
	const parts = [
		[sentence(description), EFFECTS[effect], forAgents(rows)].filter(Boolean).join(' '),
		...(own.length === 0
			? []
			: [
					tableOf(
						['Field', 'Default', 'Meaning'],
						own.map(({ cells }) => cells),
					),
				]),
		...(own.length === rows.length ? [] : [`It also has [fields of several operations](#${anchor}).`]),
		...(rows.length === 0 ? [] : [namesOf([resource, operation], own)]),
	];
	// Headings repeat, such as Get: the anchor leads to one operation whatever others there are.
	return `<a id="${resource}-${operation}"></a>\n\n## ${name}\n\n${parts.join('\n\n')}`;
}

/** The names of an operation and its fields in workflows and expressions, folded away for readers of the labels. */
function namesOf(operation: readonly string[], shown: readonly Shown[]): string {
	const values = operation.map((name) => `\`${name}\``).join(', ');
	const fields = shown.map(({ path, label }) => `${label} \`${path}\``).join(', ');
	const names = [values, fields].filter(Boolean).join(': ');
	return `<details><summary>Names in workflows and expressions</summary>\n\n${names}\n\n</details>`;
}

function tableOf(headings: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
	return [line(headings), `|${'---|'.repeat(headings.length)}`, ...rows.map(line)].join('\n');
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

function fieldCells({ label, field }: Shown, fields: Fields): FieldRow['cells'] {
	const { description, options } = field.face;
	const hints = Object.values(field.hintsByUnit ?? { any: field.face });
	// As the editor shows them.
	const sorted = [...(options ?? [])].sort(byLabel);
	const values = [...new Set(sorted.flatMap((option) => ('value' in option ? [choice(option)] : [])))];
	const meaning = [
		field.required ? 'Required.' : '',
		description === undefined ? '' : sentence(description),
		...hints.map(({ hint }) => (hint === undefined ? '' : sentence(hint))),
		values.length === 0 ? '' : `One of ${values.join(', ')}.`,
		condition(field, fields),
	];
	return [label, presetOf(field), meaning.filter(Boolean).join(' ')];
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
		: `Only when ${parts.join(' and ')}.`
				.replace('when as an AI tool and', 'as an AI tool, when')
				.replace('when as', 'as')
				.replace('Only when except', 'Not');
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
