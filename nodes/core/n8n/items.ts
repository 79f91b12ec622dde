import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isBlank, isObject } from '../domain/json';
import { orUndefined } from '../domain/result';
import { visibleText } from '../domain/text';
import {
	BANKS,
	distinct,
	type Fields,
	isExpression,
	type ItemParameters,
	leftToAgent,
	type Problem,
	problemsOf,
	problemText,
	type ReadResult,
} from '../operation/field';
import type { Operation, Scope } from '../operation/operation';
import { givenReference } from '../operation/pay';
import { inFile } from '../payout/messages';
import { failureOfThrown, plainText, refuse, type Failure } from '../service/failure';
import { writtenParameters } from './adapter';
import { problemsByColumn } from './columns';
import type { Connection } from './connection';
import type { EvaluatedItem } from './expressionParts';
import { evaluatedItem, parameterReader, type ParameterReader } from './parameters';

export interface NodeRun {
	readonly context: IExecuteFunctions;
	readonly connection: Connection;
	readonly scope: Scope;
	readonly stopOnFailure: boolean;
}

/** An item's plan, or its failure, which names the payout reference if the item has one. */
export type Planned<P> =
	{ readonly index: number; readonly plan: P } | { readonly index: number; readonly failure: Failure };

/** The part of an operation that makes a plan from an item. */
export interface Plannable<P> {
	readonly fields: Fields;
	readonly effect?: Operation['effect'];
	plan(parameters: ItemParameters, scope: Scope, index: number): ReadResult<P>;
}

/** Reads and checks every item's parameters before anything is sent. For a tool, checks what the agent may fill. */
export async function planItems<P>(run: NodeRun, operation: Plannable<P>): Promise<Array<Planned<P>>> {
	const { context, scope } = run;
	const { fields, effect } = operation;
	const pays = effect === 'pay' || effect === 'prepare';
	const reader = parameterReader(context, fields, scope.asTool);
	const failureOf = (given: readonly Problem[], index: number, resolved: ItemParameters['resolved'] = {}) => {
		const parameters = { written: writtenParameters(context), resolved };
		const item = evaluatedItem(context, index);
		const { problems, lookIn } = problemsByColumn(given, fields, parameters, item);
		return inputFailure(problems, inFile(fileRowOf(item.json)), lookIn);
	};
	checkUnits(run, fields, reader.resolve);
	const list = await readList(run, operation, reader.resolve);
	return context.getInputData().map(({ json }, index) => {
		const parameters = reader.item(index, list.parameters);
		if (!parameters.ok) return { index, failure: failureOf(parameters.problems, index) };
		const refused = (failure: Failure) => {
			const reference = pays && !scope.asTool ? givenReference(parameters.value) : null;
			return { index, failure: { ...failure, reference } };
		};
		const marked = pays ? (problemOfRow(json) ?? problemOfUnit(json, fields, parameters.value)) : null;
		if (marked !== null) return refused(marked);
		const unlisted = list.failureFor(parameters.value);
		if (unlisted !== null) return refused(unlisted);
		const open = leftToAgent(fields, parameters.value, scope);
		const plan = operation.plan(parameters.value, scope, index);
		if (plan.ok && open.length === 0) return { index, plan: plan.value };
		return refused(failureOf(distinct([...open, ...problemsOf(plan)]), index, parameters.value.resolved));
	});
}

/** The failure of a row in which 'Payout: Read File' found a problem. It quotes the problem. Null for other items. */
function problemOfRow(json: IDataObject): Failure | null {
	const [row, { problem }] = [fileRowOf(json), json];
	if (row === null || typeof problem !== 'string') return null;
	return refuse(`Row ${row} can't be paid`, `${visibleText(problem)}. Correct the file. ${NOT_SENT}`).failure;
}

/** The failure of an item whose own `amountUnit` (from 'Payout: Read File') differs from 'Amount Unit'; else null. */
function problemOfUnit(json: IDataObject, { amountUnit }: Fields, { resolved }: ItemParameters): Failure | null {
	const choices = amountUnit?.face.options ?? [];
	const nameOf = (unit: unknown) => choices.find((one) => 'value' in one && one.value === unit)?.name;
	const [own, selected] = [nameOf(json.amountUnit), nameOf(resolved.amountUnit)];
	if (own === undefined || selected === undefined || own === selected) return null;
	const why = `Set 'Amount Unit' to the unit in the item's field 'amountUnit'. ${NOT_SENT}`;
	return refuse(`'Amount Unit' is '${selected}', but the item's unit is '${own}'`, why).failure;
}

/** The fields that determine each limit's unit or currency. */
const LIMITS = {
	maximumAmount: ['amountUnit', 'sourceWallet', 'from'],
	maximumTotal: ['amountUnit', 'sourceWallet', 'from'],
	minimumTargetAmount: ['amountUnit', 'to'],
} as const;

/** Throws ItemStopped if a limit is a fixed number, but its unit or currency differs between the run's items. */
function checkUnits({ context }: NodeRun, fields: Fields, resolve: ParameterReader['resolve']): void {
	const written = writtenParameters(context);
	for (const [limit, units] of Object.entries(LIMITS)) {
		if (!(limit in fields) || isBlank(written[limit]) || isExpression(written[limit])) continue;
		for (const unit of units.filter((name) => name in fields && isExpression(written[name]))) {
			// An unreadable unit or currency is reported for its own item.
			const given = valuesOf(context, unit, resolve).filter((value) => fields[unit]?.read(value, {}).ok);
			if (new Set(given.map((value) => String(value).trim())).size < 2) continue;
			throw refuse(
				`'${fields[unit]?.label}' changes within the run, but '${fields[limit]?.label}' is fixed`,
				`Give all items the same '${fields[unit]?.label}', or write the limit as an expression. Nothing was sent.`,
			);
		}
	}
}

/** A parameter's values for all items. A failing expression is left out here, and reported later. */
function valuesOf(context: IExecuteFunctions, name: string, resolve: ParameterReader['resolve']): unknown[] {
	return context.getInputData().flatMap((_, index) => orUndefined(() => [resolve(name, index)]) ?? []);
}

const NOT_SENT = 'Nothing was sent for this item.';

/** The row number of an item of 'Payout: Read File'; null for any other item. */
export const fileRowOf = ({ file, row }: EvaluatedItem['json']): number | null =>
	isObject(file) && typeof row === 'number' ? row : null;

/**
 * @param row the item's row in brackets, or ''
 * @param columns a sentence about the columns to look in, with a space after it, or ''
 */
function inputFailure(problems: readonly Problem[], row: string, columns: string): Failure {
	const [first = '', ...others] = problems.map(problemText);
	// The first sentence is the heading; the rest says what to do.
	const [heading = '', ...advice] = first.split('. ');
	const sentences = [...(advice.length === 0 ? [] : [advice.join('. ')]), ...others].map((one) => `${one}. `);
	const more = others.length === 0 ? '' : `, and ${others.length} more`;
	return refuse(`${heading}${more}${row}`, `${sentences.join('')}${columns}${NOT_SENT}`).failure;
}

/** The list of a field such as 'Bank', in `parameters`. `failureFor`: an item's failure if the list is unreadable. */
interface ReadList {
	readonly parameters: Readonly<Record<string, unknown>>;
	failureFor(parameters: ItemParameters): Failure | null;
}

/**
 * Reads a field's list, such as bank names, once per run: for *Prepare*, whose messages name banks, or if an item needs
 * the list. An AI agent's run never reads it. Runs that don't read the list use one that an earlier run read, if any.
 */
async function readList(
	{ context, connection: { service }, scope }: NodeRun,
	{ fields, effect }: Pick<Plannable<unknown>, 'fields' | 'effect'>,
	resolve: ParameterReader['resolve'],
): Promise<ReadList> {
	const none: ReadList = { parameters: {}, failureFor: () => null };
	const [name, { label = '', list = null } = {}] = Object.entries(fields).find(([, field]) => field.list) ?? [];
	if (name === undefined || list === null) return none;
	const values = valuesOf(context, name, resolve).filter((value) => list.isNeeded(value));
	const isRead = !scope.asTool && (values.length > 0 || effect === 'prepare');
	try {
		return { ...none, parameters: { [BANKS]: isRead ? await list.read(service, values) : list.atHand(service) } };
	} catch (error) {
		const failure = failureOfThrown(error);
		const summary = `'${label}' couldn't be looked up`;
		const description = `${plainText(failure)} A six-digit code entered By ID needs no list. ${NOT_SENT}`;
		const unread: Failure = { ...failure, summary, description, outcome: 'rejected' };
		return { ...none, failureFor: ({ resolved }) => (list.isNeeded(resolved[name]) ? unread : null) };
	}
}
