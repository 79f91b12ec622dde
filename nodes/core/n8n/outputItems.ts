import type { IDataObject, IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { isBlank, isObject } from '../domain/json';
import type { Operation } from '../operation/operation';
import { isExpression } from '../operation/parameters';
import { payOptions } from '../operation/payFields';
import { withoutError } from '../payout/output';
import { columnsOfFailure, columnsOfOutput, failedRow, resultRow } from '../payout/resultRow';
import type { ItemResult } from '../payout/paymentRun';
import { toDataObject, writtenParameters } from './adapter';
import { errorItem } from './errors';

/** What leaves the node: an item for each output and for each failure, paired with the item it came from. */
export function outputItems(
	context: IExecuteFunctions,
	operation: Operation | null,
	results: readonly ItemResult[],
): INodeExecutionData[] {
	if (operation?.effect === 'prepare') {
		return results.flatMap((result) => {
			const isOff = parameterOf(context, result.index, 'includeInputFields', true) === false;
			const binary = isOff ? {} : binaryOf(context, result.index);
			return plainItems(context, result).map((item) => ({ ...item, ...binary }));
		});
	}
	const plain = results.flatMap((result) => plainItems(context, result));
	const included = operation?.effect === 'pay' ? includedInput(context) : null;
	return included === null || operation === null ? plain : withInput(context, operation, results, included);
}

function plainItems(context: IExecuteFunctions, result: ItemResult): INodeExecutionData[] {
	if ('failure' in result) return [errorItem(context.getNode(), result.failure, result.index)];
	return result.outputs.map((output) => ({ json: toDataObject(withoutError(output)), ...pairedWith(result) }));
}

/** The items that an output is made of; what is made of none has no pair. */
function pairedWith({ index, from = [index] }: ItemResult): { pairedItem?: IPairedItemData | IPairedItemData[] } {
	const [first, ...others] = from;
	if (first === undefined) return {};
	return { pairedItem: others.length === 0 ? { item: first } : from.map((item) => ({ item })) };
}

/** The files of an input item, which go out with its fields. */
function binaryOf(context: IExecuteFunctions, index: number): Pick<INodeExecutionData, 'binary'> {
	const binary = context.getInputData()[index]?.binary;
	return binary === undefined ? {} : { binary };
}

/** A parameter of an item; false if its expression fails, which stopped the item. */
function parameterOf(context: IExecuteFunctions, index: number, name: string, fallback: boolean): unknown {
	try {
		return context.getNodeParameter(name, index, fallback);
	} catch {
		return false;
	}
}

/** Whether an item's input goes out with its result. */
type Included = (index: number) => boolean;

/** By the option as it is written, so that it holds for items too whose values can't be read. Null where it is off. */
function includedInput(context: IExecuteFunctions): Included | null {
	const { options } = writtenParameters(context);
	const written = isObject(options) ? options.includeInputFields : undefined;
	const isOn = (raw: unknown) => {
		const read = isBlank(raw) ? null : payOptions.includeInputFields.read(raw);
		return read?.ok === true && read.value;
	};
	if (!isExpression(written)) return isOn(written) ? () => true : null;
	return (index) => isOn(parameterOf(context, index, 'options.includeInputFields', false));
}

/**
 * Every result as the row it came from (docs/money.md#the-row-with-its-outcome). On the error output n8n
 * merges the row itself, and recognises an error item there by having no members but its own.
 */
function withInput(
	context: IExecuteFunctions,
	operation: Operation,
	results: readonly ItemResult[],
	included: Included,
): INodeExecutionData[] {
	const input = context.getInputData();
	const rowOf = (index: number): IDataObject => input[index]?.json ?? {};
	const chosen = new Set(results.map(({ index }) => index).filter(included));
	const toErrorOutput = context.getNode().onError === 'continueErrorOutput';
	return results.flatMap((result): INodeExecutionData[] => {
		const { index } = result;
		const items = plainItems(context, result);
		if (!chosen.has(index)) return items;
		if (!('failure' in result)) {
			return result.outputs.map((output) => ({
				json: resultRow(rowOf(index), columnsOfOutput(output, operation.resource)),
				...binaryOf(context, index),
				pairedItem: { item: index },
			}));
		}
		if (toErrorOutput) return items;
		return items.map((item) => {
			const { failure, payment = { amount: null, transactionId: null } } = result;
			const columns = columnsOfFailure(failure, item.json, payment, operation.resource);
			return { ...item, json: failedRow(rowOf(index), item.json, columns), ...binaryOf(context, index) };
		});
	});
}
