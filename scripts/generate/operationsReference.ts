import { byLabel } from '../../nodes/core/domain/text';
import type { Field, Fields } from '../../nodes/core/operation/field';
import type { Operation } from '../../nodes/core/operation/operation';

const EFFECTS: Record<Operation['effect'], string> = {
	prepare: 'Checks what would be paid. It moves no money and creates nothing.',
	read: 'Reads. It moves no money and is retried by itself.',
	write: 'Creates or changes something. It moves no money; items go one by one and are not repeated blindly.',
	pay: 'Pays. Items go one by one, carry an outcome and a payout reference, and are never sent twice.',
	record: "Works on this workflow's record of payout references. It moves no money.",
	custom: 'Reads, for all items of the run together. It moves no money.',
};

/** The operations reference in Markdown, from the table of operations. */
export function operationsReference(
	operations: readonly Operation[],
	labels: Readonly<Record<string, string>>,
): string {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	const sections = resources.map((resource) => {
		const own = operations.filter((operation) => operation.resource === resource);
		return `## ${labels[resource] ?? resource} (\`${resource}\`)\n\n${own.map(operationSection).join('\n\n')}`;
	});
	return `# Operations\n\nMade from the table of operations by \`npm run generate\`; do not edit. Used as a tool, an AI agent may fill only what is named at an operation; a person types the rest.\n\n${sections.join('\n\n')}\n`;
}

function operationSection(one: Operation): string {
	const { name, resource, operation, description, fields } = one;
	const rows = fieldRows(fields, '');
	const table = ['| Parameter | Name | Default | Meaning |', '|---|---|---|---|', ...rows].join('\n');
	const about = [sentence(description), EFFECTS[one.effect], forAgents(fields)].filter(Boolean).join(' ');
	// Headings repeat, such as Get: the anchor leads to one operation whatever others there are.
	return `<a id="${resource}-${operation}"></a>\n\n### ${name} (\`${operation}\`)\n\n${about}${rows.length === 0 ? '' : `\n\n${table}`}`;
}

/** A sentence that names the fields that an AI agent may fill; empty where it may fill none. */
function forAgents(fields: Fields): string {
	const names = filledByAgents(fields, '');
	return names.length === 0 ? '' : `An AI agent may fill ${names.join(', ')}.`;
}

function filledByAgents(fields: Fields, prefix: string): string[] {
	return Object.entries(fields).flatMap(([name, { aiMayFill, members }]) => {
		if (aiMayFill === true) return [`\`${prefix}${name}\``];
		return members === undefined ? [] : filledByAgents(members, `${prefix}${name}.`);
	});
}

function fieldRows(fields: Fields, prefix: string): string[] {
	return Object.entries(fields).flatMap(([name, field]) => {
		const path = `${prefix}${name}`;
		const own = field.members === undefined ? [fieldRow(path, field)] : [];
		return [...own, ...(field.members === undefined ? [] : fieldRows(field.members, `${path}.`))];
	});
}

function fieldRow(path: string, field: Field<unknown>): string {
	const { description, hint, options } = field.face;
	// As the editor shows them.
	const sorted = [...(options ?? [])].sort(byLabel);
	const values = sorted.flatMap((option) =>
		'value' in option && option.value !== '' ? [`\`${String(option.value)}\``] : [],
	);
	const meaning = [
		field.required ? 'Required.' : '',
		description === undefined ? '' : sentence(description),
		hint === undefined ? '' : sentence(hint),
		field.otherHint === undefined ? '' : `With \`amountUnit\` \`major\`: ${sentence(field.otherHint.hint)}`,
		values.length === 0 ? '' : `One of ${values.join(', ')}.`,
		condition(field),
	];
	return `| ${cell(field.label)} | \`${path}\` | ${cell(presetOf(field))} | ${cell(meaning.filter(Boolean).join(' '))} |`;
}

function condition({ showWhen }: Field<unknown>): string {
	const parts = Object.entries(showWhen ?? {}).map(([name, values]) =>
		name === '@tool'
			? values.includes(true)
				? 'as an AI tool'
				: 'except as an AI tool'
			: `\`${name}\` is ${values.map((value) => `\`${String(value)}\``).join(' or ')}`,
	);
	return parts.length === 0
		? ''
		: `Only when ${parts.join(' and ')}.`.replace('when as', 'as').replace('Only when except', 'Not');
}

function presetOf({ face }: Field<unknown>): string {
	const preset = Array.isArray(face.default) ? face.default.join(', ') : face.default;
	if (preset === '' || preset === undefined || preset === null || typeof preset === 'object') return '';
	// What n8n writes where a person leaves a field to the model.
	return String(preset).includes('$fromAI') ? 'the model fills it in' : `\`${String(preset)}\``;
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

const cell = (text: string) => text.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ');
