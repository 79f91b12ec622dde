/** What came of the items of a run. */
import { stoppedBy } from '../../../nodes/core/payout/stopped';
import type { RunResult } from '../../../nodes/core/payout/runTypes';
import { ItemStopped, wholeText, type Failure } from '../../../nodes/core/service/failure';

/** The one output of an item; fails the test where there is none. */
export function outputOf({ results }: RunResult, place = 0) {
	const result = results[place];
	if (result === undefined || !('outputs' in result))
		throw new Error(`item ${place} failed: ${JSON.stringify(result)}`);
	expect(result.outputs).toHaveLength(1);
	return result.outputs[0];
}

/** A failure with everything that is said of it in one text besides. */
export const inOneText = (failure: Failure) => ({ ...failure, message: wholeText(failure) });

/** Why an item did not go through; fails the test where it did. */
export function failureOf({ results }: RunResult, place = 0) {
	const result = results[place];
	if (result === undefined || !('failure' in result)) throw new Error(`item ${place} went through`);
	return inOneText(result.failure);
}

/** What ended a run under On Error: Stop; fails the test where nothing did. */
export function stopOf({ results }: RunResult) {
	const stopped = stoppedBy(results);
	if (stopped === null) throw new Error('nothing stopped the run');
	return { index: stopped.index, failure: inOneText(stopped.failure) };
}

/** What is said of each item: its outcome, whether it went through or not. */
export function outcomesOf({ results }: RunResult): unknown[] {
	return results.map((result) =>
		'failure' in result ? result.failure.outcome : Object(result.outputs[0]?.payout).outcome,
	);
}

/** What an operation on the record is refused with; fails the test where it is not. */
export async function refusalOf(doing: Promise<unknown>) {
	const error = await doing.then(
		() => null,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof ItemStopped)) throw new Error('it was not refused');
	return inOneText(error.failure);
}
