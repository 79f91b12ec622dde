import type { INodePropertyOptions } from 'n8n-workflow';

import type { Field } from './field';
import { aiMark, describe, readText, rule } from './reading';

interface ChoiceSpec {
	label: string;
	description?: string;
	hint?: string;
	default: string;
	choices: ReadonlyArray<{ name: string; value: string; description?: string }>;
	/** Whether values that differ from a listed one by case only are taken as they are. */
	anyCase?: boolean;
	aiMayFill?: boolean;
}

/**
 * A dropdown that also takes an expression. A value outside the list passes unchanged, so that a
 * new network or pair works on the day the service adds it; a listed value in the wrong case is
 * refused, because the service and the checks of this package know only the listed spelling.
 */
export function choice(spec: ChoiceSpec): Field<string> {
	const options: INodePropertyOptions[] = [...spec.choices]
		.sort((a, b) => a.name.localeCompare(b.name, 'en'))
		.map((option) => ({ ...option }));
	return {
		label: spec.label,
		...aiMark(spec),
		face: { type: 'options', options, default: spec.default, ...describe(spec) },
		required: false,
		read: rule(spec.label, (raw) => {
			const value = readText(raw);
			if (!value.ok || spec.anyCase === true) return value;
			const near = spec.choices.find(
				(option) => option.value.toLowerCase() === value.value.toLowerCase(),
			);
			if (near === undefined || near.value === value.value) return value;
			return { ok: false, reason: `must be written "${near.value}", but is "${value.value}"` };
		}),
	};
}

/** A dropdown whose listed values are all there are: the shape of the request depends on them. */
export function strictChoice<V extends string>(
	spec: Omit<ChoiceSpec, 'choices' | 'default' | 'anyCase'> & {
		default: NoInfer<V>;
		choices: ReadonlyArray<{ name: string; value: V; description?: string }>;
	},
): Field<V> {
	const listed = spec.choices.map(({ value }) => `"${value}"`).join(', ');
	return {
		...choice(spec),
		read: rule(spec.label, (raw) => {
			const value = readText(raw);
			if (!value.ok) return value;
			const known = spec.choices.find((option) => option.value === value.value);
			if (known !== undefined) return { ok: true, value: known.value };
			return { ok: false, reason: `must be one of ${listed}, but is "${value.value}"` };
		}),
	};
}

/** A choice of several values; an expression may give a list or text separated by commas. */
export function choices(spec: Omit<ChoiceSpec, 'default'> & { default: string[] }): Field<string[]> {
	const single = choice({ ...spec, default: spec.choices[0]?.value ?? '' });
	return {
		label: spec.label,
		required: false,
		face: { ...single.face, type: 'multiOptions', default: spec.default },
		read: rule(spec.label, (raw) => {
			const list = typeof raw === 'string' ? raw.split(',') : raw;
			if (!Array.isArray(list) || list.length === 0) {
				return { ok: false, reason: 'is empty: choose at least one' };
			}
			const values: string[] = [];
			for (const entry of list) {
				const value = single.read(entry);
				if (!value.ok) return { ok: false, reason: value.problems[0]?.reason ?? 'is not valid' };
				values.push(value.value);
			}
			return { ok: true, value: values };
		}),
	};
}
