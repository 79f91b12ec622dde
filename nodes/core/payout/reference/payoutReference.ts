import { budgetOutput } from '../../domain/budget';
import { WHEN_TO_RELEASE } from './resolution';
import type { JsonObject } from '../../domain/json';
import { CURRENCIES } from '../../domain/money';
import { NOT_KNOWN } from '../../payees/account';
import type { RecordPlan } from '../plan';
import { visibleText } from '../../domain/text';
import { refuse } from '../../service/failure';
import { failedAmounts, namedTransaction } from './namedTransaction';
import type { PayoutStore } from '../runTypes';
import { assertOwnAccount, assertSentBefore, resolveReference, type RecordContext } from './resolveReference';
import type { PayoutRecord } from '../../record/record';
import { StoreFault } from '../../record/rows';
import type { SettlableClaim } from '../../record/settlement';
import { claimNotSettled, claimOutput, wordsFor } from './settlementMessages';

/**
 * The operations on the payout references of this workflow; docs/reference/outcomes.md#after-an-unknown-outcome.
 *
 * - check: `{reference, state}` with the state `free`, `paid` or `unknown`; unless free, also `claim`; `why` if the
 * wallet showed the payment, so that nothing was sent; `lookAgainAt` and `lookAgainInWords` while it is too early to
 * release; reads only
 * - release: `{reference, state: 'free', previousState, released}`
 * - markPaid: `{reference, state: 'paid', previousState, transactionId}`, and `warning` if not every fact of the
 * transaction could be compared
 * - resolve: resolveReference.ts
 * - getBudget: `{budgets, mostUsedPercent}`, with a `budgetOutput` for each limit of the API key
 * - halt, resume: `{halted, changed}`, and for halt the given `reason`
 * - changeAccount: `{account, changed}`, with the account `named`, or `none` if the wallets name none
 *
 * Throws ItemStopped if the record can't be used, or the change isn't allowed.
 */
export async function runPayoutReference(plan: RecordPlan, context: RecordContext): Promise<JsonObject> {
	return await act(plan, context).catch(async (error: unknown) => {
		if (!(error instanceof StoreFault)) return await Promise.reject(error);
		throw refuse(
			"The record of payout references couldn't be used",
			`n8n's database failed (${error.reason}). Make sure that it works, then run this again.`,
			{ cause: 'recordUnavailable', reference: plan.reference },
		);
	});
}

async function act(plan: RecordPlan, context: RecordContext): Promise<JsonObject> {
	const { store } = context;
	const { record, halt } = store;
	switch (plan.do) {
		case 'getBudget': {
			const { service, timeZone } = context;
			const nowMs = service.clock.now();
			const currencies = CURRENCIES.map(({ code }) => code);
			const seen = await record.budgets.lookAt(nowMs, currencies);
			const budgets = seen.map((budget) => budgetOutput(budget, nowMs, timeZone));
			return { budgets, mostUsedPercent: Math.max(0, ...budgets.map(({ usedPercent }) => usedPercent)) };
		}
		case 'halt':
			return {
				halted: true,
				changed: !(await halt.set()),
				...(plan.reason === undefined ? {} : { reason: plan.reason }),
			};
		case 'resume':
			return { halted: false, changed: await halt.lift() };
		case 'check':
			return {
				reference: plan.reference,
				...(await claimOutput(await record.look(plan.reference), wordsFor(context))),
			};
		case 'resolve':
			return await resolveReference(plan, context, record);
		case 'release':
			return await release(plan, context, store);
		case 'markPaid':
			return await markPaid(plan, context, store);
		case 'changeAccount':
			return await changeAccount(store);
	}
}

async function release(
	{ reference, claim, transactionId = null, releaseEarly = false, releasePaid = false }: RecordPlan & { do: 'release' },
	context: RecordContext,
	{ record }: PayoutStore,
): Promise<JsonObject> {
	const open = openClaim(reference, claim, record);
	const advice = `Look in Mavapay, and release it in a separate execution once this one has ended. ${WHEN_TO_RELEASE}`;
	assertSentBefore('Not released', reference, context, advice);
	if (transactionId !== null) await assertOwnAccount('Not released', reference, record.binding);
	const failed = transactionId === null ? [] : await failedAmounts(transactionId, reference, open, context);
	const settled = await open.release({ early: releaseEarly, paid: releasePaid }, failed);
	if (settled.kind === 'done') return { reference, state: 'free', previousState: settled.was, released: true };
	if (settled.kind === 'settledBefore') return { reference, state: 'free', previousState: 'free', released: false };
	throw claimNotSettled('Not released', settled, reference, wordsFor(context));
}

async function markPaid(
	{ reference, claim, transactionId = null }: RecordPlan & { do: 'markPaid' },
	context: RecordContext,
	{ record }: PayoutStore,
): Promise<JsonObject> {
	const open = openClaim(reference, claim, record);
	const refused = (settled: Parameters<typeof claimNotSettled>[1]) =>
		claimNotSettled('Not marked as paid', settled, reference, wordsFor(context));
	const isShown = await open.isShownAs(transactionId);
	if (isShown === false) throw refused({ kind: 'otherTransaction' });
	const isNamed = transactionId !== null && (await open.isUnknown());
	if (isNamed && isShown === null) await assertOwnAccount('Not marked as paid', reference, record.binding);
	const named = isNamed ? await namedTransaction(transactionId, reference, open, context) : { ids: [], warning: null };
	const settled = (await record.markPrepared(reference, claim, named.ids)) ?? (await open.markPaid(named.ids));
	const warned = named.warning === null ? {} : { warning: named.warning };
	if (settled.kind === 'done')
		return { reference, state: 'paid', previousState: settled.was, transactionId, ...warned };
	// The claim was already paid, and the record doesn't say with which transaction.
	if (settled.kind === 'settledBefore') return { reference, state: 'paid', previousState: 'paid', transactionId: null };
	throw refused(isShown !== null && settled.kind === 'otherReference' ? { kind: 'otherBill' } : settled);
}

/** Changes the account that the workflow pays from. Requires a halt: a run keeps the account that it began with. */
async function changeAccount({ halt, record }: PayoutStore): Promise<JsonObject> {
	if (!(await halt.isSet()))
		throw refuse(
			'Account not changed: payouts are not halted',
			"Run 'Payout Reference: Halt' first, let running executions end, and settle every payout of unknown outcome: 'Resolve' can't do that once the account has changed.",
			{ cause: 'recordUnavailable' },
		);
	const { account, changed } = await record.binding.change();
	return { account: account === NOT_KNOWN ? 'none' : 'named', changed };
}

function openClaim(reference: string, claim: string, record: PayoutRecord): SettlableClaim {
	const open = record.openClaim(reference, claim);
	if (open !== null) return open;
	throw refuse(
		`'Claim' is not a claim of '${visibleText(reference)}'`,
		"Nothing was changed. Copy both claim and reference from one of these: the error, the item's columns, 'Payout Reference: Check' or 'Resolve'.",
		{ cause: 'invalidInput', reference },
	);
}
