import type { RecordPlan } from '../payout/plan';
import { refuse } from '../service/failure';
import type { runPlace } from './adapter';

/** The facts about a run that decide whether its record of payouts outlives the run. */
export type RunPlace = Readonly<ReturnType<typeof runPlace>>;

/**
 * The execution modes in which n8n keeps the workflow; `chat` and `evaluation` have further rules. Two modes are missing:
 * `internal`, which has no executions, and `agent`, which n8n 2.41 lists but doesn't use.
 */
const KNOWN_MODES: ReadonlySet<string> = new Set([
	'chat',
	'cli',
	'error',
	'evaluation',
	'integrated',
	'manual',
	'retry',
	'trigger',
	'webhook',
]);

export const NEVER_SAVED =
	'n8n keeps no record of payouts for a workflow that was never saved. Save the workflow first.';

const DISCARDED = 'n8n may discard the workflow and its record of payouts.';

/**
 * Why nothing may be paid in this run, or null. A payment needs a record of payouts that outlives the run. The reason
 * follows "Nothing was sent or changed in this run: " and names n8n's execution mode.
 *
 * @param live whether the deployment may move real money
 */
export function refusedHere(run: RunPlace, live: boolean): string | null {
	const reason = reasonAgainst(run, live);
	return reason === null ? null : `${reason} (Execution mode: ${run.mode})`;
}

const SETTLING: ReadonlySet<RecordPlan['do']> = new Set(['release', 'markPaid', 'resume', 'changeAccount']);

/** Throws ItemStopped if a sub-workflow would settle payouts: docs/reference/outcomes.md#after-an-unknown-outcome. */
export function assertMaySettle(plan: RecordPlan, { mode, hasParent }: Pick<RunPlace, 'mode' | 'hasParent'>): void {
	if (!SETTLING.has(plan.do) && !(plan.do === 'resolve' && plan.updateRecord)) return;
	if (mode !== 'integrated' && (mode === 'error' || !hasParent)) return;
	throw refuse(
		"Nothing was changed: a sub-workflow can't settle, free or resume payouts",
		`Start this workflow by itself, from a form or by hand. A sub-workflow can still pay, and run 'Check', 'Get Budget', 'Halt' and 'Resolve' without 'Update Record'. (Execution mode: ${mode})`,
		{ cause: 'recordUnavailable', outcome: null },
	);
}

/**
 * Throws ItemStopped in n8n's Engine 2.0, where execution IDs are UUIDs instead of numbers. That engine empties the
 * context after every step (docs/reference/n8n-versions.md#engine-20), so an execution has no memory of what it sent or
 * marked as passed on.
 */
export function assertUsualEngine(executionId: string): void {
	if (/^\d*$/.test(executionId)) return;
	throw refuse(
		"Nothing was sent: n8n's Engine 2.0 runs this workflow",
		`That engine forgets an execution's memory after every step, so a repeat couldn't be noticed. Remove "engineType" from the workflow's settings. (Execution ID: ${executionId})`,
		{ cause: 'recordUnavailable' },
	);
}

function reasonAgainst(run: RunPlace, live: boolean): string | null {
	if (run.executionId === '')
		return "n8n gave this run no execution ID, so a repeated call couldn't be noticed. Run n8n in queue mode.";
	if (run.workflowId === '') return NEVER_SAVED;
	const start = run.asTool
		? 'let an AI agent or an MCP client call this tool'
		: 'connect a trigger or another node before this one';
	if (!run.reached) return `${start}. When this node runs alone, ${DISCARDED}`;
	if (live && (run.mode === 'evaluation' || run.inEvaluation))
		return 'an evaluation would pay real money here. Select a credential for staging.';
	if (run.mode === 'chat' && !run.active)
		return "n8n's Chat discards its workflow and the record of payouts after every message. Pay from a published workflow with a Chat Trigger.";
	if (mayBeInlineInChat(run))
		return `save this sub-workflow as a separate workflow, and call that one. When n8n's Chat calls a sub-workflow defined inside its caller, ${DISCARDED}`;
	if (KNOWN_MODES.has(run.mode)) return null;
	return "this version of the node doesn't know how n8n runs the workflow here, so the record of payouts might be discarded. Start it by hand or from a trigger.";
}

/**
 * Whether this run may be a sub-workflow that is defined inside its caller and was started from n8n's Chat. The caller
 * and the sub-workflow then have the same ID. n8n 2.0 doesn't say whether Chat started a run, so there we assume it. In
 * mode `error`, equal IDs mean something else: a workflow is its own error workflow.
 */
function mayBeInlineInChat({ mode, rootMode, parentWorkflowId, workflowId }: RunPlace): boolean {
	if (mode !== 'integrated') return false;
	if (parentWorkflowId === workflowId) return rootMode === null || rootMode === 'chat';
	return parentWorkflowId === null && rootMode === 'chat';
}
