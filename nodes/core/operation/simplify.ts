import { isBlank, type JsonObject } from '../domain/json';
import { AS_TOOL, type Field, type Fields, NOT_AS_TOOL, when } from './field';
import { flag, optionalText, strictChoice } from './fields';

/** A field whose default holds wherever it is empty, as where n8n dropped it. */
const orDefault = <T>(field: Field<T>): Field<T> => ({
	...field,
	read: (raw) => field.read(isBlank(raw) ? field.face.default : raw),
});

/**
 * The fields of an operation with `simplified` members. They only take members away from items that go out, so that
 * losing one loosens nothing; docs/reference/outcomes.md#simplify.
 */
export const simplifyFields: Fields = {
	simplify: when(
		NOT_AS_TOOL,
		orDefault(
			flag('Simplify', {
				description: 'Whether to return a simplified version of the response instead of the raw data',
				default: true,
			}),
		),
	),
	output: when(
		AS_TOOL,
		orDefault(
			strictChoice<'raw' | 'selected' | 'simplified'>('Output', {
				description: 'How much of the response the AI agent gets',
				default: 'simplified',
				choices: [
					{ name: 'Raw', value: 'raw', description: 'All fields' },
					{
						name: 'Selected Fields',
						value: 'selected',
						description: 'The fields you name, and what identifies the item',
					},
					{ name: 'Simplified', value: 'simplified', description: 'The most useful fields, ten at most' },
				],
			}),
		),
	),
	outputFields: when(
		{ ...AS_TOOL, output: ['selected'] },
		optionalText('Fields', {
			description: 'Names of fields in the raw output, comma-separated',
			placeholder: 'e.g. status, amount',
		}),
	),
};

/** The values of these fields for an item, as they came. */
interface Chosen {
	readonly simplify: unknown;
	readonly output: unknown;
	readonly outputFields: unknown;
}

/** What goes out of an output item; the same object where nothing is taken away. */
export type Simplifier = (output: JsonObject) => JsonObject;

/** The most members of an item that 'Simplify' lets out. */
const MOST = 10;

const namesIn = (text: unknown) => (typeof text === 'string' ? text.split(/[\s,]+/).filter(Boolean) : []);

/** The members of an output that 'Simplify' keeps, in the order of their list: the first ten that aren't empty text. */
export function simplifiedNames(simplified: string, output: Readonly<Record<string, unknown>>): string[] {
	return namesIn(simplified)
		.filter((name) => Object.hasOwn(output, name) && output[name] !== '')
		.slice(0, MOST);
}

/**
 * Makes what takes members away as an item's fields say. A value that can't be read counts as the default. With
 * selected fields, the first of `simplified` goes out too: it identifies the item, or says what became of a payment.
 */
export function simplifier(simplified: string, chosen: Chosen, asTool: boolean): Simplifier {
	const isOff = asTool ? chosen.output === 'raw' : String(chosen.simplify).trim().toLowerCase() === 'false';
	if (isOff) return (output) => output;
	const selected = asTool && chosen.output === 'selected' ? namesIn(chosen.outputFields) : null;
	const first = namesIn(simplified).slice(0, 1);
	return (output) => {
		const names =
			selected === null
				? simplifiedNames(simplified, output)
				: [...first, ...selected].filter((name) => Object.hasOwn(output, name));
		const kept = Object.fromEntries(names.map((name) => [name, output[name]]));
		// One of a form that isn't known goes out whole.
		return names.length === 0 ? output : kept;
	};
}
