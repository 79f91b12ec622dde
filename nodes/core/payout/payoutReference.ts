import type { JsonObject } from '../domain/json';
import type { RecordPlan } from '../operation/operation';
import { refuse, type ItemStopped } from '../service/failure';
import { isReservedReference } from './entries';
import type { PayoutRecord } from './payoutRecord';
import { RecordFault } from './recordAccess';

/**
 * The operations on the record of payout references; contract 5.5. They look at the record of this
 * workflow only, and do not ask the service.
 *
 * - check: `{reference, state}` with state `free`, `paid` or `unknown`
 * - release: `{reference, state: 'free', previousState, released}`
 * - clear: `{cleared, entries}` with the number of entries there were
 *
 * Throws ItemStopped when the record cannot be used.
 */
export async function runPayoutReference(plan: RecordPlan, record: PayoutRecord | null): Promise<JsonObject> {
	if (record === null) {
		throw refuse('n8n keeps no record of payout references for this workflow, because it was not saved yet. Save it first.');
	}
	const done = await withRecord(plan, record);
	if (done instanceof RecordFault) throw unusable(done.reason, plan.reference);
	return done;
}

async function withRecord(plan: RecordPlan, record: PayoutRecord): Promise<JsonObject | RecordFault> {
	return await act(plan, record).catch((error: unknown) => {
		if (error instanceof RecordFault) return error;
		throw error;
	});
}

async function act({ action, reference }: RecordPlan, record: PayoutRecord): Promise<JsonObject> {
	if (action === 'clear') return { cleared: true, entries: await record.clear() };
	if (reference === null || reference === '') throw refuse("'Reference' is empty. Give the payout reference to look for.");
	if (isReservedReference(reference)) {
		throw refuse("'Reference' ends in ':open', which the record uses as its own mark; no payout has such a reference.", reference);
	}
	if (action === 'check') {
		const state = await record.check(reference);
		await record.finish();
		return { reference, state };
	}
	const previousState = await record.release(reference);
	return { reference, state: 'free', previousState, released: previousState !== 'free' };
}

function unusable(reason: string, reference: string | null): ItemStopped {
	return refuse(
		`The record of payout references in n8n's database could not be used (${reason}), and may be as it was. Make sure that the database works, then run 'Payout Reference: Check' in this same workflow.`,
		reference,
	);
}
