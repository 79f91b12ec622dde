/** What a placeholder shows as an example, its field takes. */
import type { Field, FieldFace, Fields } from '../../../nodes/core/operation/field';
import { eventFilterFields } from '../../../nodes/core/operation/eventFilters';
import { operations } from '../../../nodes/Mavapay/operations';

/** A field with one of its examples, and the parameters beside it that the example is for. */
interface Example {
	readonly title: string;
	readonly field: Field<unknown>;
	readonly value: unknown;
	readonly beside: Readonly<Record<string, unknown>>;
}

const textOf = (placeholder: string) => placeholder.replace(/^e\.g\. /, '');

/** What a dropdown has at first, or its first choice where nothing is selected, so that an amount has its unit and its currency. */
const selected = ({ options: [first] = [], default: preset }: FieldFace) =>
	preset === '' && first !== undefined && 'value' in first ? first.value : preset;

const defaults = (fields: Fields) =>
	Object.fromEntries(Object.entries(fields).map(([name, { face }]) => [name, selected(face)]));

function examplesOf(of: string, fields: Fields, beside = defaults(fields)): Example[] {
	return Object.entries(fields).flatMap(([name, field]): Example[] => {
		const { face, members, hintsByUnit } = field;
		const title = `${of}.${name}`;
		if (members !== undefined) return examplesOf(title, members, { ...beside, ...defaults(members) });
		const modes = (face.modes ?? []).flatMap(({ name: mode, placeholder }) =>
			placeholder === undefined ? [] : [{ __rl: true, mode, value: textOf(placeholder) }],
		);
		const plain = face.placeholder === undefined ? [] : [textOf(face.placeholder)];
		return [
			...[...plain, ...modes].map((value) => ({ title, field, value, beside })),
			...Object.entries(hintsByUnit ?? {}).map(([amountUnit, { placeholder }]) => ({
				...{ title, field, value: textOf(placeholder), beside: { ...beside, amountUnit } },
			})),
		];
	});
}

const all = [
	...operations.flatMap(({ resource, operation, fields }) => examplesOf(`${resource}: ${operation}`, fields)),
	...examplesOf('events', eventFilterFields),
	// An expression is read by its value, and a bank that people write by the list of the day.
].filter(({ value }) => !String(value).includes('{{') && Object(value).mode !== 'nameOrCode');

test('every field with an example takes it', () => {
	const refused = all.filter(({ field, value, beside }) => !field.read(value, beside).ok);
	expect(refused.map(({ title, value }) => `${title}: ${JSON.stringify(value)}`)).toEqual([]);
	expect(all.length).toBeGreaterThan(100);
});
