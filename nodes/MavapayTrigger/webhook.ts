import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { timeOf } from '../core/domain/dateTime';
import { eventKey, eventRow } from '../core/events/eventKeys';
import { isWanted, passes } from '../core/events/filters';
import { EVENTS, parseEvent, PING, signedEvent, type VerifiedEvent } from '../core/events/paymentEvent';
import { isBlank, type JsonObject } from '../core/domain/json';
import type { MoneyKind } from '../core/domain/money';
import { toDataObject } from '../core/n8n/adapter';
import { errorText } from '../core/service/failure';
import { confirm } from './confirm';
import { connectWithDeadline } from './deadline';
import { startItem, wasAnswered } from './deduplicate';
import { warnOfDelivery } from './log';
import { settingsOf, type Settings } from './settings';
import { checkSignature } from './signature';

/** The answer to every accepted event, passed on or not. The node's description makes n8n give the same answer. */
const RECEIVED = 'OK';

/** The size above which events are refused unread; the largest known have a few kilobytes. */
const MAX_BODY_BYTES = 1_048_576;

/** The size up to which a body is read before its signature is checked; a ping has about a hundred bytes. */
const MAX_PING_BYTES = 4_096;

type RefusalStatus = 400 | 401 | 413 | 500 | 503;

type DeliveryResult =
	/** The event starts the workflow. n8n answers once it has the event. */
	| { readonly is: 'start'; readonly json: JsonObject; readonly row: string | null }
	/** The event is answered with a 200, and no workflow starts. */
	| { readonly is: 'ignored' }
	/** Logged once a minute for each `kind`, so a `reason` that varies needs a separate `kind`. */
	| { readonly is: 'refused'; readonly status: RefusalStatus; readonly reason: string; readonly kind: string };

const IGNORED: DeliveryResult = { is: 'ignored' };

function refusedDelivery(status: RefusalStatus, reason: string, kind = reason): DeliveryResult {
	return { is: 'refused', status, reason, kind };
}

/**
 * Handles one delivery. Never throws: n8n would start a failed execution for any sender.
 *
 * If an event starts the workflow, n8n answers once it has the event (n8n 2.8 and newer): if the execution can't be
 * saved or queued, the caller gets no 2xx and delivers it again. Everything else is answered here, because n8n would
 * answer every refusal with a 200.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const startedMs = Date.now();
	const result = await handle(context, startedMs).catch((error: unknown) =>
		refusedDelivery(500, `the trigger could not process it: ${errorText(error)}`, 'broken'),
	);
	if (result.is === 'start') return { workflowData: [[startItem(toDataObject(result.json), result.row)]] };
	const response = context.getResponseObject();
	if (result.is === 'refused') {
		const { status, kind } = result;
		const reason = `An event was refused (${status}): ${result.reason.replace(/\.$/, '')}`;
		// Names of headers help to find the signature. Their values are never logged.
		const names = Object.keys(context.getHeaderData()).join(', ').slice(0, 2_000);
		const advice = `Its headers were: ${names}. To receive events without webhooks, use 'Transaction: Get New'`;
		const text = status === 401 ? `${reason}. ${advice}` : reason;
		await warnOfDelivery(context, startedMs, { kind: `${status} ${kind}`, text });
		// The caller may be anybody. The reason could help to forge events, so it is only in n8n's log.
		response.status(status).json({ message: 'The event was not taken.' });
	} else response.status(200).send(RECEIVED);
	return { noWebhookResponse: true };
}

interface Delivery {
	readonly context: IWebhookFunctions;
	readonly settings: Settings;
	/** The signed bytes. They identify an event even if a proxy has rewritten its JSON. */
	readonly body: Uint8Array;
	readonly money: MoneyKind;
	readonly startedMs: number;
}

/** Checks size, signature and JSON, in this order; then event type, filters, repeats, age and confirmation. */
async function handle(context: IWebhookFunctions, startedMs: number): Promise<DeliveryResult> {
	const body = rawBodyOf(context);
	const size = `it is too large (${body.length} bytes). If Mavapay sent it, use 'Transaction: Get New'`;
	if (body.length > MAX_BODY_BYTES) return refusedDelivery(413, size, 'size');
	const unverified = body.length > MAX_PING_BYTES ? null : parseEvent(body);
	// Mavapay pings while the webhook is being registered, before n8n has stored the registration.
	if (unverified?.ok === true && unverified.value.event === PING) return IGNORED;
	const settings = settingsOf(context);
	if (!settings.ok) return refusedDelivery(503, `the trigger's settings can't be used: ${settings.reason}`);
	const signature = await checkSignature(context, { settings: settings.value, body, startedMs });
	if (signature.is !== 'signed') return refusedDelivery(signature.is === 'unavailable' ? 503 : 401, signature.reason);
	if (signature.advice !== null) await warnOfDelivery(context, startedMs, { kind: 'advice', text: signature.advice });
	const event = unverified !== null && signature.bytes === body ? unverified : parseEvent(signature.bytes);
	if (!event.ok) return refusedDelivery(400, `it ${event.reason}`);
	if (event.value.event === PING || !isWanted(event.value.event, settings.value.events)) return IGNORED;
	const delivery = { context, settings: settings.value, body: signature.bytes, money: signature.money, startedMs };
	return await filterAndDeduplicate(delivery, signedEvent(event.value));
}

/** Starts the workflow for a signed event that passes the filters, is new, recent and, if required, confirmed. */
async function filterAndDeduplicate(delivery: Delivery, event: VerifiedEvent): Promise<DeliveryResult> {
	const { context, settings, body, money } = delivery;
	if (!passes(event, settings.filters)) return IGNORED;
	// A person who listens for a test event wants it, even if it came before.
	const mayRepeat = settings.allowRepeatedEvents || context.getMode() === 'manual';
	const key = mayRepeat ? null : eventKey(event.item, body);
	// The row is made here, because `execute()` would have to read the credential, which takes longer than all the rest.
	const row = key === null ? null : eventRow(money, key);
	if (key !== null && wasAnswered(context, key)) return IGNORED;
	const problem = tooOld(delivery, event) ?? (await unconfirmed(delivery, event));
	return problem ?? { is: 'start', json: event.item, row };
}

/** Refuses an event older than 'Maximum Age', which may be a replay; otherwise null. The event's time is signed. */
function tooOld({ settings: { maximumAgeMs }, startedMs }: Delivery, event: VerifiedEvent): DeliveryResult | null {
	if (maximumAgeMs === null) return null;
	const updatedAtMs = timeOf(event.transaction.updatedAt);
	if (updatedAtMs === null)
		return refusedDelivery(401, "it doesn't say when it was last updated, which 'Maximum Age' needs", 'age');
	return startedMs - updatedAtMs > maximumAgeMs
		? refusedDelivery(401, "it is older than 'Maximum Age' allows", 'age')
		: null;
}

/** Refuses an event that 'Confirm with Mavapay' doesn't confirm; otherwise null. */
async function unconfirmed(
	{ context, settings, startedMs }: Delivery,
	{ item, transaction }: VerifiedEvent,
): Promise<DeliveryResult | null> {
	if (!settings.confirmWithMavapay) return null;
	const type = EVENTS.find(({ value }) => value === item.event)?.type;
	if (item.transactionId === null) {
		// An event that isn't about a payment has nothing to compare, so its signature is enough.
		return type === undefined && isBlank(transaction.amount)
			? null
			: refusedDelivery(401, "it names no transaction, which 'Confirm with Mavapay' needs");
	}
	const { service } = await connectWithDeadline(context, startedMs);
	const confirmation = await confirm(transaction, [transaction.type, type], service);
	if (confirmation.is === 'confirmed') return null;
	const { is, reason } = confirmation;
	if (is === 'denied') return refusedDelivery(401, reason);
	return refusedDelivery(503, `Mavapay couldn't confirm it: ${reason}`, 'unavailable');
}

/** The bytes as received; empty if n8n has none (a multipart form), since nothing can then be verified. */
function rawBodyOf(context: IWebhookFunctions): Uint8Array {
	const { rawBody } = context.getRequestObject();
	return Buffer.isBuffer(rawBody) ? rawBody : Buffer.alloc(0);
}
