/** Every field accepts the example that its placeholder shows. */
import type { Field, FieldFace, Fields } from '../../../nodes/core/operation/field';
import { eventFilterFields } from '../../../nodes/core/operation/eventFilters';
import { operations } from '../../../nodes/Mavapay/operations';

/** A field with one of its examples, and the values of the other fields that the example is for. */
interface Example {
	readonly title: string;
	readonly field: Field<unknown>;
	readonly value: unknown;
	readonly beside: Readonly<Record<string, unknown>>;
}

const textOf = (placeholder: string) => placeholder.replace(/^e\.g\. /, '');

/** A dropdown's default, or its first choice if it has no default, so that each amount has a unit and a currency. */
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
	// Left out: an expression, which is read by its value, and a bank's name, which is read from Mavapay's current list.
].filter(({ value }) => !String(value).includes('{{') && Object(value).mode !== 'nameOrCode');

test('every field with an example takes it', () => {
	const refused = all.filter(({ field, value, beside }) => !field.read(value, beside).ok);
	expect(refused.map(({ title, value }) => `${title}: ${JSON.stringify(value)}`)).toEqual([]);
	expect(all.length).toBeGreaterThan(100);
});
