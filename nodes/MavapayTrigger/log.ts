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

const lines = new Map<string, number>();

/** Lets one line of each kind be logged per minute, so that forgers can't fill a disk. */
export function mayLog(kind: string, nowMs: number): boolean {
	if (nowMs - (lines.get(kind) ?? -Infinity) < LOG_WINDOW_MS) return false;
	lines.set(kind, nowMs);
	return true;
}

/** Logs the result of a delivery, once a minute for each trigger and kind; `text` has no full stop. */
export async function warnOfDelivery(
	context: IWebhookFunctions,
	nowMs: number,
	{ kind, text }: { kind: string; text: string },
): Promise<void> {
	if (mayLog(`${triggerScope(context)} ${kind}`, nowMs)) warn(context, `${await redact(context, text)}.`);
}

export function warn(context: TriggerContext | IExecuteFunctions, text: string): void {
	const { name } = context.getNode();
	context.logger.warn(`Mavapay Trigger: ${text}`, { nodeName: name, workflowId: context.getWorkflow().id });
}

/** The n8n error for a failed activation or deactivation, which has no item. */
export async function hookError(context: IHookFunctions, thrown: unknown): Promise<NodeApiError | NodeOperationError> {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
	const failure = failureOfThrown(thrown);
	const said = await redact(context, failure.description);
	// This failure isn't about a payment, so it has no outcome.
	return errorInOneText(context.getNode(), { ...failure, description: said, outcome: null });
}

/** Masks the credential's keys and secrets, and the secret derived from them, since Mavapay may repeat them. */
async function redact(context: TriggerContext, text: string): Promise<string> {
	const credential = await context.getCredentials('mavapayApi').catch(() => null);
	if (credential === null) return text;
	const secrets = readSecrets(credential, triggerIdOf(context));
	return redactor([...secretsOf(credential), ...(secrets.ok ? [secrets.value.current] : [])])(text);
}
