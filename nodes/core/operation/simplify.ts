import { AS_TOOL, NOT_AS_TOOL, when } from './field';
import { flag, optionalText, strictChoice } from './fields';

/** The fields of 'Simplify', which only remove members from output; docs/reference/outcomes.md#simplify. */
export const simplifyFields = {
	simplify: when(
		NOT_AS_TOOL,
		flag('Simplify', {
			description: 'Whether to return a simplified version of the response instead of the raw data',
			default: true,
		}),
	),
	output: when(
		AS_TOOL,
		strictChoice('Output', {
			description: 'How much of the response the AI agent gets',
			default: 'simplified',
			choices: [
				{ name: 'Raw', value: 'raw', description: 'All fields' },
				{
					name: 'Selected Fields',
					value: 'selected',
					description: 'The fields you name, and those that identify the item',
				},
				{ name: 'Simplified', value: 'simplified', description: 'The most useful fields, ten at most' },
			],
		}),
	),
	outputFields: when(
		{ ...AS_TOOL, output: ['selected'] },
		optionalText('Fields', {
			description: 'Names of fields in the raw output, comma-separated',
			placeholder: 'e.g. status, amount',
		}),
	),
};

/** The most members that an item keeps with 'Simplify'. */
const MOST = 10;

const namesIn = (list: string) => list.split(/[\s,]+/).filter(Boolean);

/**
 * The members of an output that are kept: the first ten of `simplified` that aren't empty text. With `selected`: the
 * selected members, and the first of `simplified`, which identifies the item or gives a payment's outcome.
 *
 * @param selected names separated by commas, like `simplified`
 */
export function keptNames(simplified: string, output: Readonly<Record<string, unknown>>, selected?: string): string[] {
	const names = namesIn(simplified);
	const isThere = (name: string) => Object.hasOwn(output, name);
	if (selected !== undefined) return [...names.slice(0, 1), ...namesIn(selected)].filter(isThere);
	return names.filter((name) => isThere(name) && output[name] !== '').slice(0, MOST);
}
