import { isObject } from '../domain/json';
import { visibleText } from '../domain/text';
import { type Field, type Fields, isExpression, type Problem } from '../operation/field';
import { locatorValue } from '../operation/fields';
import { absentColumn, gaveNothing, readExpression, type EvaluatedItem } from './expressionParts';

/*
 * Column names in messages. Most values come from the columns of a sheet or file, so a message about a value names its
 * column. If the item lacks that column, the message says so, because then the mapping is wrong, not only a cell empty.
 */

/** A parameter of an item: its field, its text as written, and its value. */
type Given = readonly [field: Field<unknown>, written: unknown, value: unknown];

/** An item's problems, reworded to name missing columns. `lookIn`: a sentence naming other columns to look in, or ''. */
export function problemsByColumn(
	problems: readonly Problem[],
	fields: Fields,
	{ written, resolved }: { readonly written: ByName; readonly resolved: ByName },
	item: EvaluatedItem,
): { readonly problems: readonly Problem[]; readonly lookIn: string } {
	const given = Object.entries(fields).flatMap(([name, field]) => givenOf(field, written[name], resolved[name]));
	const columns = new Set<string>();
	const said = problems.map((problem) => {
		const [field, itsWritten, value] = given.find(([{ label }]) => label === problem.field) ?? [];
		const text = locatorValue(itsWritten);
		if (typeof text !== 'string' || !isExpression(text)) return problem;
		const expression = readExpression(text);
		const absent = absentColumn(expression, item);
		if (absent !== null && field?.whenLost === undefined && gaveNothing(locatorValue(value)))
			return { ...problem, reason: `has no value: the item has ${absent}` };
		const column = expression.isOnePart ? (expression.parts[0]?.member?.path ?? []) : [];
		if (absent === null && column.length === 1) columns.add(headingIn(item.json, unquoted(column[0] ?? '')));
		return problem;
	});
	const named = [...columns].map((column) => `'${visibleText(column)}'`).join(', ');
	const lookIn = named === '' ? '' : `Look in the column${columns.size === 1 ? '' : 's'} ${named}. `;
	return { problems: said, lookIn };
}

/** A column's heading in the file, for items of 'Payout: Read File'; for other items, the column's own name. */
function headingIn({ file }: EvaluatedItem['json'], column: string): string {
	const headings = isObject(file) && isObject(file.headings) ? file.headings : {};
	const heading = Object.hasOwn(headings, column) ? headings[column] : undefined;
	return typeof heading === 'string' ? heading : column;
}

type ByName = Readonly<Record<string, unknown>>;

/** The parameter of a field; for a collection, the parameters of its members. */
function givenOf(field: Field<unknown>, written: unknown, value: unknown): Given[] {
	if (field.members === undefined) return [[field, written, value]];
	const [its, values] = [written, value].map((one) => (isObject(one) ? one : {}));
	return Object.entries(field.members).map(([name, member]) => [member, its?.[name], values?.[name]]);
}

const unquoted = (name: string) => (/^["'`]/.test(name) ? name.slice(1, -1) : name);
