/** What happened to the items of a run. */
import { stoppedBy } from '../../../nodes/core/payout/stopped';
import type { RunResult } from '../../../nodes/core/payout/runTypes';
import { ItemStopped, wholeText, type Failure } from '../../../nodes/core/service/failure';

/** The only output of an item; throws if the item failed. */
export function outputOf({ results }: RunResult, place = 0) {
	const result = results[place];
	if (result === undefined || !('outputs' in result))
		throw new Error(`item ${place} failed: ${JSON.stringify(result)}`);
	expect(result.outputs).toHaveLength(1);
	return result.outputs[0];
}

/** A failure whose `message` has the whole text that a person sees. */
export const inOneText = (failure: Failure) => ({ ...failure, message: wholeText(failure) });

/** The failure of an item; throws if the item didn't fail. */
export function failureOf({ results }: RunResult, place = 0) {
	const result = results[place];
	if (result === undefined || !('failure' in result)) throw new Error(`item ${place} went through`);
	return inOneText(result.failure);
}

/** The failure that stopped a run under On Error: Stop; throws if nothing did. */
export function stopOf({ results }: RunResult) {
	const stopped = stoppedBy(results);
	if (stopped === null) throw new Error('nothing stopped the run');
	return { index: stopped.index, failure: inOneText(stopped.failure) };
}

/** The payment outcome of each item, from its failure or its output. */
export function outcomesOf({ results }: RunResult): unknown[] {
	return results.map((result) =>
		'failure' in result ? result.failure.outcome : Object(result.outputs[0]?.payout).outcome,
	);
}

/** The failure with which an operation on the record is refused; throws if it isn't refused. */
export async function refusalOf(doing: Promise<unknown>) {
	const error = await doing.then(
		() => null,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof ItemStopped)) throw new Error('it was not refused');
	return inOneText(error.failure);
}
