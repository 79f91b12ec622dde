import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { isBlank, textOf, type JsonObject } from '../domain/json';
import type { Operation } from '../operation/operation';
import { type Field, isExpression, parameterAt } from '../operation/field';
import { keptNames, simplifyFields } from '../operation/simplify';
import { isWithoutId, withoutError } from '../payout/output';
import {
	columnsOfFailure,
	columnsOfOutput,
	failedItem,
	itemWithPrepared,
	ofPayment,
	resultItem,
} from '../payout/resultItem';
import type { ItemResult } from '../payout/runTypes';
import { isToolNode, parameterOf, toDataObject, writtenParameters } from './adapter';
import { errorItem } from './errors';

/** The node's output: an item for each output and failure, paired with its input items. */
export function outputItems(
	context: IExecuteFunctions,
	operation: Operation | null,
	results: readonly ItemResult[],
): INodeExecutionData[] {
	return results.flatMap((result) => {
		const valueOf = (name: string, field: Field<unknown>) => fieldValue(context, result.index, name, field);
		const field = operation?.fields.options?.members?.includeInputFields;
		// If 'Include Input Fields' can't be read, payments leave out the input's fields; other operations include them.
		const isIncluded =
			field !== undefined && (valueOf('options.includeInputFields', field) ?? operation?.effect !== 'pay') === true;
		const kept = simplifier(isIncluded ? undefined : operation?.simplified, isToolNode(context.getNode()), valueOf);
		const items =
			'failure' in result
				? [errorItem(context.getNode(), result.failure, result.index)]
				: result.outputs.map((output) => ({ json: toDataObject(kept(withoutError(output))), ...pairedWith(result) }));
		return operation !== null && isIncluded && operation.effect !== 'custom'
			? items.map((item) => withInput(context, operation, result, item))
			: items;
	});
}

/** A field's value, read separately to know it even if the item is invalid; undefined if empty or unreadable. */
function fieldValue(context: IExecuteFunctions, index: number, name: string, { read }: Field<unknown>): unknown {
	const written = parameterAt(writtenParameters(context), name);
	const raw = isExpression(written) ? parameterOf(context, index, name) : written;
	const value = isBlank(raw) ? null : read(raw);
	return value?.ok === true ? value.value : undefined;
}

/** Makes the function that shortens an item's outputs as 'Simplify' says; for a tool, as 'Output' says. */
function simplifier(
	simplified: string | undefined,
	asTool: boolean,
	valueOf: (name: string, field: Field<unknown>) => unknown,
): (output: JsonObject) => JsonObject {
	const amount = asTool ? valueOf('output', simplifyFields.output) : valueOf('simplify', simplifyFields.simplify);
	if (simplified === undefined || amount === 'raw' || amount === false) return (output) => output;
	const selected = textOf(valueOf('outputFields', simplifyFields.outputFields)) ?? '';
	return (output) => {
		const names = keptNames(simplified, output, amount === 'selected' ? selected : undefined);
		// Two kinds of output stay whole: those with none of the members to keep, and accepted payments whose ID isn't
		// where we expect it, because any member may contain the ID.
		const isWhole = names.length === 0 || isWithoutId(output);
		return isWhole ? output : Object.fromEntries(names.map((name) => [name, output[name]]));
	};
}

/** n8n's link from an output to its input items; empty if it has none. */
function pairedWith({ index, from = [index] }: ItemResult): { pairedItem?: IPairedItemData | IPairedItemData[] } {
	const [first, ...others] = from;
	if (first === undefined) return {};
	return { pairedItem: others.length === 0 ? { item: first } : from.map((item) => ({ item })) };
}

/**
 * Puts a result into its input item (docs/reference/outcomes.md#the-row-with-its-outcome). On the error output, n8n
 * itself adds the input's members. A failed item stays the same object, to keep the hidden `error` (`errorItem`).
 */
function withInput(
	context: IExecuteFunctions,
	{ effect, resource }: Operation,
	result: ItemResult,
	item: INodeExecutionData,
): INodeExecutionData {
	const { json: input = {}, binary } = context.getInputData()[result.index] ?? {};
	const files = binary === undefined ? {} : { binary };
	if ('failure' in result) {
		if (effect === 'prepare') return item;
		const { failure, amount = null } = result;
		const columns = columnsOfFailure(failure, item.json, amount, resource);
		const isMerged = context.getNode().onError === 'continueErrorOutput';
		const json = isMerged
			? { ...item.json, ...columns }
			: failedItem<unknown>(ofPayment(input, failure), item.json, columns);
		return Object.assign(item, { json, ...files });
	}
	const json =
		effect === 'prepare'
			? itemWithPrepared(input, item.json)
			: resultItem(ofPayment(input, item.json.payout), columnsOfOutput(item.json, resource));
	return { ...item, json, ...files };
}
