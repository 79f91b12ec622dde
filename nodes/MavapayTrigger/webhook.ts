import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { textOf, type JsonObject } from '../core/domain/json';
import {
	eventKey,
	eventRow,
	isWanted,
	nameFitsType,
	parseEvent,
	passes,
	PING,
	shapeEvent,
	signedEvent,
	toJson,
	updatedAtOf,
	type PaymentEvent,
	type TrustedEvent,
} from '../core/domain/events/paymentEvent';
import { toDataObject } from '../core/n8n/adapter';
import { Budget, confirm, confirmUnsigned, connectWithDeadline, timeLeft, UNSIGNED_PER_MINUTE } from './confirm';
import { eventMemoryOf, startItem } from './deduplicate';
import { warnOfDelivery } from './log';
import { answerQuestion, QUESTION } from './previousWebhooks';
import { settingsOf, type Settings } from './settings';
import { baseUrlOfDelivery, checkSignature, secretsOfDelivery, type SignatureResult } from './signature';
import { triggerScope } from './state';

/** The answer to every event that was taken, passed on or not; n8n's answer as well, by the node's description. */
const RECEIVED = 'OK';

/** Larger events are refused unread; the largest known has a few kilobytes. */
const MAX_BODY_BYTES = 1_048_576;

type Status = 400 | 401 | 413 | 500 | 503;

/** What becomes of a delivery. */
type Result =
	/** n8n starts the workflow, and answers once it has the event. */
	| { readonly is: 'start'; readonly json: JsonObject; readonly row: string | null }
	| { readonly is: 'ignore' }
	| { readonly is: 'answer'; readonly body: JsonObject }
	/** One line a minute is logged of each `kind`, so a reason that varies with what is sent needs one that does not. */
	| { readonly is: 'refuse'; readonly status: Status; readonly reason: string; readonly kind: string };

const IGNORE: Result = { is: 'ignore' };
const refuse = (status: Status, reason: string, kind = reason): Result => ({ is: 'refuse', status, reason, kind });

/** For the caller, who may be anybody: nothing that helps to forge. The reason is in n8n's log. */
const PUBLIC_TEXT: Readonly<Record<Status, string>> = {
	400: 'This is not an event.',
	401: 'The event could not be verified.',
	413: 'The event is too large.',
	500: 'The event could not be processed.',
	503: 'The event could not be verified now. Send it again later.',
};

const unsignedBudget = new Budget(UNSIGNED_PER_MINUTE);

/**
 * Takes one delivery. Never throws: n8n would start a failed execution for whoever sent it.
 *
 * An event that is to start the workflow is left to n8n to answer, which it does once it has it (n8n 2.8
 * and newer): where the execution can't be saved or queued, the caller gets no 2xx and delivers it again.
 * Everything else is answered here, because n8n would answer every refusal with a 200.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const result = await handleSafely(context);
	if (result.is === 'start') return { workflowData: [[startItem(toDataObject(result.json), result.row)]] };
	const response = context.getResponseObject();
	if (result.is === 'refuse') response.status(result.status).json({ message: PUBLIC_TEXT[result.status] });
	else if (result.is === 'answer') response.status(200).json(result.body);
	else response.status(200).send(RECEIVED);
	return { noWebhookResponse: true };
}

async function handleSafely(context: IWebhookFunctions): Promise<Result> {
	const startedMs = Date.now();
	const result = await handle(context, startedMs).catch((error: unknown) => {
		const said = error instanceof Error ? error.message : 'the cause is not known';
		return refuse(500, `the trigger could not process it: ${said}`, 'broken');
	});
	if (result.is === 'refuse') {
		const text = `An event was refused (${result.status}): ${result.reason.replace(/\.$/, '')}`;
		await warnOfDelivery(context, startedMs, { kind: `${result.status} ${result.kind}`, text });
	}
	return result;
}

/** One delivery on its way. */
interface Delivery {
	readonly context: IWebhookFunctions;
	readonly settings: Settings;
	readonly body: Uint8Array;
	readonly startedMs: number;
}

/** Size, signature and JSON, in this order; then whether it is wanted, true, recent, let through and new. */
async function handle(context: IWebhookFunctions, startedMs: number): Promise<Result> {
	const settings = settingsOf(context);
	if (!settings.ok) return refuse(503, `the trigger's settings can't be used: ${settings.reason}`);
	const body = bodyOf(context);
	if (body.length > MAX_BODY_BYTES) return refuse(413, `it has ${body.length} bytes`, 'size');
	const unverified = parseEvent(body);
	// Mavapay pings while it registers the webhook, when n8n has nothing of this registration stored yet.
	if (unverified.ok && unverified.value.event === PING) return IGNORE;
	const delivery = { context, settings: settings.value, body, startedMs };
	const signature = await checkSignature(context, delivery);
	if (signature.is !== 'signed') return await handleUnsigned(delivery, signature);
	if (signature.advice !== null) await warnOfDelivery(context, startedMs, { kind: 'advice', text: signature.advice });
	// Read from what is signed, which may be written otherwise than what was received.
	const event = parseEvent(signature.bytes);
	if (!event.ok) return refuse(400, `it ${event.reason}`);
	if (event.value.event === QUESTION) return await answer(delivery, signature.secret);
	// One signature fits one text, so what is signed is the same event however it is written.
	return await handleSigned({ ...delivery, body: signature.bytes }, event.value);
}

/** What another trigger of this n8n wants to know before it replaces this one's webhook. */
async function answer({ context, settings }: Delivery, signedWith: string): Promise<Result> {
	const secrets = await secretsOfDelivery(context, settings);
	return { is: 'answer', body: secrets.ok ? answerQuestion(context, secrets.value, signedWith) : { previous: null } };
}

async function handleSigned(delivery: Delivery, event: PaymentEvent): Promise<Result> {
	const { context, settings, startedMs } = delivery;
	if (!isWanted(event.event, settings.events)) return IGNORE;
	const trusted = signedEvent(event);
	if (settings.confirmWithService && textOf(trusted.transaction.id) !== null) {
		const { service } = await connectWithDeadline(context, startedMs);
		const confirmation = await confirm(event, service);
		if (confirmation.is !== 'confirmed') return notConfirmed(confirmation);
	}
	return await letThrough(delivery, trusted);
}

/** An event without a right signature: refused, or asked about where 'Signature Check' is off. */
async function handleUnsigned(
	delivery: Delivery,
	signature: Exclude<SignatureResult, { is: 'signed' }>,
): Promise<Result> {
	const { context, settings, body, startedMs } = delivery;
	if (settings.signatureCheck === 'required') {
		return refuse(signature.is === 'unavailable' ? 503 : 401, signature.reason);
	}
	const event = parseEvent(body);
	if (!event.ok) return refuse(400, `it ${event.reason}`);
	// Nothing but its transaction vouches for its name.
	if (!nameFitsType(event.value)) return refuse(401, 'the name of the event does not fit its transaction');
	if (!isWanted(event.value.event, settings.events)) return IGNORE;
	if (!unsignedBudget.take(triggerScope(context), startedMs)) {
		return refuse(
			503,
			`more than ${UNSIGNED_PER_MINUTE} unsigned calls had to be confirmed with Mavapay within a minute`,
		);
	}
	const { service } = await connectWithDeadline(context, startedMs);
	const confirmed = await confirmUnsigned(event.value, service);
	return confirmed.is === 'trusted' ? await letThrough(delivery, confirmed.event) : notConfirmed(confirmed);
}

function notConfirmed({ is, reason }: { is: 'denied' | 'unavailable'; reason: string }): Result {
	return is === 'denied' ? refuse(401, reason) : refuse(503, `Mavapay couldn't be asked: ${reason}`, 'unavailable');
}

/** A true event: whether it is recent, passes the filters and is new. */
async function letThrough(delivery: Delivery, event: TrustedEvent): Promise<Result> {
	const { context, settings, body, startedMs } = delivery;
	const tooOld = ageProblem(event, settings, startedMs);
	if (tooOld !== null) return refuse(401, tooOld, 'age');
	const filtered = passes(event, settings.filters);
	if (filtered.unreadable) {
		const text = "The amount of an event can't be read, so it passed the filter 'Minimum Amount'";
		await warnOfDelivery(context, startedMs, { kind: 'amount', text });
	}
	if (!filtered.passes) return IGNORE;
	const start = { is: 'start', json: toJson(shapeEvent(event)) } as const;
	// Somebody who listens for a test event wants to see it, however often it came before.
	if (!settings.deduplicate || context.getMode() === 'manual') return { ...start, row: null };
	const key = eventKey(event, body);
	// Here because `execute()` would have to read the credential, which takes longer than all the rest of an event.
	const row = eventRow(await baseUrlOfDelivery(context), key);
	const memory = eventMemoryOf(context);
	const begun = await memory.begin(key, () => timeLeft(startedMs, Date.now()));
	if (begun === 'seen') return IGNORE;
	if (begun === 'busy') return refuse(503, 'the same event was delivered before, and n8n has not taken it yet');
	memory.follow(key, context.getResponseObject());
	return { ...start, row };
}

/** Why an event counts as a replay; null where it does not. The time is signed, or the service's own. */
function ageProblem(event: TrustedEvent, { maximumAgeMs }: Settings, nowMs: number): string | null {
	if (maximumAgeMs === null) return null;
	const updatedAtMs = updatedAtOf(event);
	if (updatedAtMs === null) return "it doesn't say when it was last updated, which 'Maximum Age' needs";
	return nowMs - updatedAtMs > maximumAgeMs ? "it is older than 'Maximum Age' allows" : null;
}

/** The bytes as received. Without them (a multipart form) nothing can be verified, so none are given. */
function bodyOf(context: IWebhookFunctions): Uint8Array {
	const { rawBody } = context.getRequestObject();
	return Buffer.isBuffer(rawBody) ? rawBody : Buffer.alloc(0);
}
