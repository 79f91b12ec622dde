import { checkKeyRules } from '../payees/keyRules';
import type { WritePlan } from './plan';
import { whyThrown } from './ends';
import * as messages from './messages';
import { notSentFailure, type NotReached } from './notReached';
import { emitted, withoutError } from './output';
import { entryOf, type MemoryUpdate } from './payment';
import { isPlanned, type ItemEnd, type PlannedItem, type RefusedItem, type SendRun, type RunResult } from './runTypes';
import { Turns } from './turns';

/**
 * Runs requests that move no money, one by one. Each is sent once and remembered; without a response, its outcome is
 * unknown (docs/reference/outcomes.md#outcomes). Throws only before anything is sent, if the memory can't be read.
 */
export async function runWrites(given: SendRun): Promise<RunResult> {
	const turns = new Turns<WritePlan>(given.service.clock, given.stopOnFailure);
	const run = { ...given, service: turns.watched(given.service) };
	const { memory } = run;
	const hints = new Set(run.items.flatMap((item) => (isPlanned(item) ? item.plan.hints : [])));
	for (const [place, item] of run.items.entries())
		if (isPlanned(item) && memory.find(item.entryKey) === null) run.items[place] = heldByKey(item, run);
	if (run.stopOnFailure && !run.items.every(isPlanned)) turns.stop = 'checkFailed';
	const shared = { run, stopped: () => turns.stop, hint: (text: string) => hints.add(text) };
	const results = await turns.all(run.items, 1, async (item) =>
		isPlanned(item)
			? await writeOne({ ...item, ...shared, subject: subjectOf(item.plan) })
			: { failure: messages.withEarlierTry(item.failure, memory.find(item.entryKey)) },
	);
	return { results, hints: [...hints] };
}

/** The item, or its refusal if the API key's rules don't allow its payee. */
function heldByKey(item: PlannedItem<WritePlan>, run: SendRun): PlannedItem<WritePlan> | RefusedItem {
	const { index, entryKey, plan } = item;
	if (plan.names === null) return item;
	const { keyRules, workflowId, today } = run;
	const allowed = checkKeyRules(keyRules, { ...plan.names, workflowId, today, approval: 'impossible' });
	if (allowed.ok) return item;
	return { index, entryKey, failure: messages.keyRuleFailure(subjectOf(plan), allowed.reason) };
}

// The request itself is not shown, since it may contain a secret.
const subjectOf = ({ shownAs }: WritePlan): messages.Subject => ({ what: shownAs.action, reference: null });

interface Writing extends PlannedItem<WritePlan> {
	readonly run: SendRun;
	readonly subject: messages.Subject;
	readonly stopped: () => NotReached | null;
	readonly hint: (text: string) => void;
}

/** Sends one write. Never throws. */
async function writeOne(writing: Writing): Promise<ItemEnd> {
	const { plan, run, entryKey, subject } = writing;
	try {
		const known = endUnsent(writing);
		if (known !== null) return known;
		const ready = await plan.lookUp(run.service);
		return endUnsent(writing) ?? (await send(writing, ready));
	} catch (error) {
		const isSent = run.memory.find(entryKey)?.state === 'sending';
		return { failure: isSent ? messages.brokenAfterFailure(subject) : whyThrown(error, subject, run) };
	}
}

/** The end of a request that must not be sent, else null. Checked before it is built and right before it is sent. */
function endUnsent({ entryKey, identityDigest, subject, stopped, run }: Writing): ItemEnd | null {
	const entry = run.memory.find(entryKey);
	if (entry?.failure) return { failure: entry.failure };
	if (entry !== null && entry.identityDigest !== identityDigest)
		return { failure: messages.paidDifferentlyFailure(subject, entry) };
	if (entry !== null) return { outputs: [...structuredClone(entry.outputs)] };
	const stop = stopped() ?? (run.service.clock.cancelled() ? 'cancelled' : null);
	return stop === null ? null : { failure: notSentFailure(subject, stop) };
}

async function send(writing: Writing, { request, output }: Awaited<ReturnType<WritePlan['lookUp']>>): Promise<ItemEnd> {
	const { plan, run, entryKey, subject, hint } = writing;
	const { memory } = run;
	const remember = (update: MemoryUpdate) => memory.write(entryKey, entryOf(writing, update, writing));
	remember({ state: 'sending', failure: messages.interruptedFailure(subject) });
	const result = await run.service.send(request, plan.settings);
	const { outcome } = result.classified;
	if (outcome === 'accepted') {
		const own = emitted(output, result.response, false);
		if (own === null) hint(messages.unreadableHint(subject.what));
		const outputs = (own ?? [result.response?.body ?? {}]).map(withoutError);
		remember({ state: 'accepted', outputs, transactionId: null });
		return { outputs };
	}
	const failure = messages.sentFailure(subject, result, null);
	// A request that never arrived is forgotten, and can be sent again: docs/reference/outcomes.md#outcomes.
	if (outcome === 'rejected' && result.httpCode === null) memory.forget(entryKey);
	else remember({ state: outcome, failure });
	return { failure };
}
