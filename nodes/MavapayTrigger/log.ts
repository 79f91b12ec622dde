import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type IHookFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { redactor } from '../core/domain/redact';
import { secretsOf } from '../core/n8n/connection';
import { errorInOneText } from '../core/n8n/errors';
import { failureOfThrown } from '../core/service/failure';
import { readSecrets } from './signature';
import { triggerIdOf, triggerScope, type TriggerContext } from './state';

const LOG_WINDOW_MS = 60_000;

/** By kind, when a line was let through last, and how many were held back since. */
const lines = new Map<string, { since: number; held: number }>();

/**
 * Lets one line of each kind through per minute, so that forgers can't fill a disk. Null where this line is to be held
 * back; else how many of its kind were held back since the last one that passed.
 */
export function heldBefore(kind: string, nowMs: number): number | null {
	const line = lines.get(kind);
	if (line !== undefined && nowMs - line.since < LOG_WINDOW_MS) {
		line.held += 1;
		return null;
	}
	lines.set(kind, { since: nowMs, held: 0 });
	return line?.held ?? 0;
}

/** Logs what became of a delivery, once a minute for each trigger and kind; `text` has no period at its end. */
export async function warnOfDelivery(
	context: IWebhookFunctions,
	nowMs: number,
	{ kind, text }: { kind: string; text: string },
): Promise<void> {
	const held = heldBefore(`${triggerScope(context)} ${kind}`, nowMs);
	if (held === null) return;
	const more = held === 0 ? '' : ` This happened ${held} more times since the last such line.`;
	warn(context, `${await redact(context, text)}.${more}`);
}

/** Logs a warning under the names of the trigger and its workflow. */
export function warn(context: TriggerContext | IExecuteFunctions, text: string): void {
	const { name } = context.getNode();
	context.logger.warn(`Mavapay Trigger: ${text}`, { nodeName: name, workflowId: context.getWorkflow().id });
}

/** The n8n error for a failed activation or deactivation. There is no item that it could belong to. */
export async function hookError(context: IHookFunctions, thrown: unknown): Promise<NodeApiError | NodeOperationError> {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	const failure = failureOfThrown(thrown);
	const said = await redact(context, failure.description);
	// This isn't about a payment, so there is no outcome.
	return errorInOneText(context.getNode(), { ...failure, description: said, outcome: null });
}

/** Masks the credential's keys and secrets, and the one derived from them: Mavapay may repeat what it was sent. */
async function redact(context: TriggerContext, text: string): Promise<string> {
	const credential = await context.getCredentials('mavapayApi').catch(() => null);
	if (credential === null) return text;
	const secrets = readSecrets(credential, triggerIdOf(context));
	return redactor([...secretsOf(credential), ...(secrets.ok ? [secrets.value.current] : [])])(text);
}
