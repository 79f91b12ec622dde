import * as z from 'zod/mini';

import type { JsonObject } from '../domain/json';
import type { RecordPlan } from '../operation/operation';
import { refuse, type FailureCause, type ItemStopped } from '../service/failure';
import { maybeText, oneOrMany } from '../service/schema';
import { dataObjects, type ReadService } from '../service/service';
import { isAvailable, type PayoutStore } from './paymentRun';
import { resolveReference, sentByThisExecution, type RecordDesk } from './resolveReference';
import type { PayoutRecord, ReferenceState } from './record';
import { StoreFault } from './rows';

/**
 * The operations on the payout references of this workflow; docs/money.md#after-an-unknown-outcome.
 *
 * - check: `{reference, state}` with state `free`, `paid` or `unknown`; reads only
 * - release: `{reference, state: 'free', previousState, released}`
 * - markPaid: `{reference, state: 'paid', previousState, transactionId}`
 * - resolve: resolveReference.ts
 * - halt, resume: `{halted, changed}`
 *
 * Throws ItemStopped when the record cannot be used, or must not be changed so.
 */
export async function runPayoutReference(plan: RecordPlan, desk: RecordDesk): Promise<JsonObject> {
	if (!isAvailable(desk.store)) throw noRecord(desk.store.reason, plan.reference);
	const { store } = desk;
	const done = await act(plan, desk, store).catch((error: unknown) =>
		error instanceof StoreFault ? error : Promise.reject(error),
	);
	if (done instanceof StoreFault) throw unusable(done.reason, plan.reference);
	return done;
}

async function act(plan: RecordPlan, desk: RecordDesk, { record, halt }: PayoutStore): Promise<JsonObject> {
	if (plan.action === 'halt') return { halted: true, changed: !(await halt.set()) };
	if (plan.action === 'resume') return { halted: false, changed: await halt.lift() };
	if (plan.action === 'resolve') return await resolveReference(plan, desk, record);
	const { reference } = plan;
	const state = await record.check(reference);
	if (plan.action === 'check') return { reference, state };
	if (plan.action === 'release') return await release(plan, state, desk, record);
	return await markPaid(plan, state, desk, record);
}

async function release(
	{ reference, releasePaid }: RecordPlan & { action: 'release' },
	previousState: ReferenceState,
	desk: RecordDesk,
	record: PayoutRecord,
): Promise<JsonObject> {
	if (previousState === 'paid' && !releasePaid) {
		throw refuse(
			`Not released: '${reference}' was paid`,
			"To let it be paid a second time, turn on 'Release Paid Reference'.",
			{ cause: 'alreadyPaid', reference },
		);
	}
	if (sentByThisExecution(reference, desk)) {
		throw refuse(
			`Not released: '${reference}' was sent by this same execution`,
			'Its outcome is unknown. Look in Mavapay whether it was paid, and release it in an execution of its own once this one has ended.',
			{ cause: 'notSettled', reference },
		);
	}
	const found = await record.find(reference);
	if (found.state !== 'free') await record.open(reference, found.claim)?.release({ early: true, paid: releasePaid });
	return { reference, state: 'free', previousState, released: previousState !== 'free' };
}

async function markPaid(
	{ reference, transactionId }: RecordPlan & { action: 'markPaid' },
	previousState: ReferenceState,
	{ service }: RecordDesk,
	record: PayoutRecord,
): Promise<JsonObject> {
	if (previousState === 'free') {
		throw refuse(
			`Nothing to mark as paid under '${reference}'`,
			"This workflow hasn't sent a payment with this payout reference.",
			{ cause: 'notFound', reference },
		);
	}
	if (previousState === 'unknown' && transactionId !== null)
		await assertSettles(transactionId, reference, service, record);
	const found = await record.find(reference);
	if (found.state !== 'free') await record.open(reference, found.claim)?.markPaid(transactionId);
	return { reference, state: 'paid', previousState, transactionId };
}

const settling = z.looseObject({ id: z.string(), status: maybeText, type: maybeText });

/** A transaction that a person names must be there, must not have failed, and can settle one reference only. */
async function assertSettles(
	transactionId: string,
	reference: string,
	service: ReadService,
	record: PayoutRecord,
): Promise<void> {
	const { data } = await service.read(
		{ method: 'GET', path: '/transaction', query: { id: transactionId } },
		oneOrMany(settling),
	);
	const found = dataObjects(data).find(({ id }) => id === transactionId);
	const refused = (why: string, next: string, cause: FailureCause) =>
		refuse(`Not marked as paid: '${reference}'`, `${why} ${next}`.trim(), { cause, reference });
	if (found === undefined) throw refused(`Mavapay has no transaction ${transactionId}.`, '', 'notFound');
	if (found.status === 'FAILED')
		throw refused(
			`Transaction ${transactionId} failed.`,
			'Release the reference to pay it again.',
			'transactionFailed',
		);
	if (found.type === 'DEPOSIT')
		throw refused(`Transaction ${transactionId} is a deposit, not a payout.`, '', 'invalidInput');
	if (await record.knowsTransaction(transactionId)) {
		throw refused(`Transaction ${transactionId} already settled another payout reference.`, '', 'alreadyPaid');
	}
}

/** @param reason a clause with its full stop */
function noRecord(reason: string, reference: string | null): ItemStopped {
	return refuse("The record of payout references can't be used", `Nothing was changed: ${reason}`, {
		cause: 'recordUnavailable',
		reference,
	});
}

function unusable(reason: string, reference: string | null): ItemStopped {
	return refuse(
		"The record of payout references couldn't be used",
		`n8n's database failed (${reason}). Make sure that it works, then run 'Payout Reference: Check' in this same workflow.`,
		{ cause: 'recordUnavailable', reference },
	);
}
