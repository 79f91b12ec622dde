import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { isBlank, isObject, type JsonObject } from '../domain/json';
import type { Operation, PayOperation } from '../operation/operation';
import { isExpression } from '../operation/field';
import { simplifier, type Simplifier } from '../operation/simplify';
import { isWithoutId, withoutError } from '../payout/output';
import {
	columnsOfFailure,
	columnsOfOutput,
	failedItem,
	itemWithPrepared,
	resultItem,
	withoutPrepared,
} from '../payout/resultItem';
import type { ItemResult } from '../payout/runTypes';
import { differencesOf, namedMembers } from '../service/schema';
import { isToolNode, parameterOf, toDataObject, writtenParameters } from './adapter';
import { errorItem } from './errors';

/** The node's output: an item for each output and for each failure, paired with the item it came from. */
export function outputItems(
	context: IExecuteFunctions,
	operation: Operation | null,
	results: readonly ItemResult[],
): INodeExecutionData[] {
	const included = operation === null ? null : includedInput(context, operation);
	const simplified = operation === null ? null : simplifiers(context, operation);
	return results.flatMap((result) => {
		const isIncluded = included?.(result.index) === true;
		const simplify = isIncluded ? undefined : simplified?.(result.index);
		// Of a payment without an ID nothing is left out: it may be among the rest.
		const shown = (output: JsonObject) =>
			toDataObject(
				simplify === undefined || isWithoutId(output) ? withoutError(output) : simplify(withoutError(output)),
			);
		const items =
			'failure' in result
				? [errorItem(context.getNode(), result.failure, result.index)]
				: result.outputs.map((output) => ({ json: shown(output), ...pairedWith(result) }));
		return operation !== null && isIncluded && operation.effect !== 'custom'
			? items.map((item) => withInput(context, operation, result, item))
			: items;
	});
}

/** What 'Simplify', or 'Output' as a tool, lets out of each item's outputs; null where the operation has neither. */
function simplifiers(context: IExecuteFunctions, { simplified }: Operation): ((index: number) => Simplifier) | null {
	if (simplified === undefined) return null;
	const written = writtenParameters(context);
	const asTool = isToolNode(context.getNode());
	return (index) => {
		const valueOf = (name: string) => (isExpression(written[name]) ? parameterOf(context, index, name) : written[name]);
		const chosen = { simplify: valueOf('simplify'), output: valueOf('output'), outputFields: valueOf('outputFields') };
		return simplifier(simplified, chosen, asTool);
	};
}

/** The items that an output is made of, as n8n pairs them; an output made of none has no pair. */
function pairedWith({ index, from = [index] }: ItemResult): { pairedItem?: IPairedItemData | IPairedItemData[] } {
	const [first, ...others] = from;
	if (first === undefined) return {};
	return { pairedItem: others.length === 0 ? { item: first } : from.map((item) => ({ item })) };
}

/**
 * Whose input goes out with its result; null: nobody's. Where nothing readable says it, the option's default holds. Read
 * as written, so also for items that can't be read.
 */
function includedInput(context: IExecuteFunctions, { fields }: Operation): ((index: number) => boolean) | null {
	const field = fields.options?.members?.includeInputFields;
	if (field === undefined) return null;
	const { options } = writtenParameters(context);
	const written = isObject(options) ? options.includeInputFields : undefined;
	const isOn = (raw: unknown) => {
		const read = field.read(isBlank(raw) ? field.face.default : raw);
		return (read.ok ? read.value : field.face.default) === true;
	};
	if (!isExpression(written)) return isOn(written) ? () => true : null;
	return (index) => isOn(parameterOf(context, index, 'options.includeInputFields'));
}

/**
 * A result as the input item it came from (docs/reference/outcomes.md#the-row-with-its-outcome). On the error output n8n
 * itself puts that item before the item's own members, so the item keeps its mark for that output.
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
		const json = isMerged ? { ...item.json, ...columns } : failedItem(input, item.json, columns);
		return Object.assign(item, { json, ...files });
	}
	const json =
		effect === 'prepare'
			? itemWithPrepared(input, item.json)
			: resultItem(withoutPrepared(input), columnsOfOutput(item.json, resource));
	return { ...item, json, ...files };
}

/** A hint where a payment's output has a form that this version doesn't know. The output is never changed. */
export function responseHint(
	{ response }: Pick<PayOperation, 'response'>,
	items: readonly JsonObject[],
): string | null {
	// One that was not sent, in a dry run or since it was paid before, has no response.
	const responses = items.filter(({ payout }) => !isObject(payout) || payout.outcome === 'accepted');
	const differing = new Set(responses.flatMap((item) => differencesOf(item, response)));
	if (differing.size === 0) return null;
	return `Mavapay's response has an unexpected format (${namedMembers(differing)}). It was passed through unchanged.`;
}
