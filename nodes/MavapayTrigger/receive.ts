import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { FoundReference } from '../core/domain/customerReference';
import type { Json } from '../core/domain/json';
import { toDataObject } from '../core/n8n/adapter';
import { confirm, confirmedReference } from './confirm';
import {
	fitsItsData,
	parseEvent,
	referenceOf,
	shapeEvent,
	textOf,
	toJson,
	transactionIdOf,
	type EmittedEvent,
	type PaymentEvent,
	type Verified,
} from './event';
import { isWanted, passes } from './filters';
import { LimitedLog } from './limitedLog';
import { seenEventsOf, Stored, triggerScope } from './memory';
import { settingsOf } from './parameters';
import { connectQuickly } from './quickService';
import { eventKey } from './seenEvents';
import type { Settings } from './settings';
import { withoutSecrets } from './shownText';
import { checkSignature } from './signatureStage';
import { MAX_BODY_BYTES } from './verification';

/** What is sent back for every event that was taken, emitted or not. */
export const RECEIVED = 'OK';

type Status = 400 | 401 | 413 | 500 | 503;

type Refusal = Extract<Verdict, { is: 'refuse' }>;

type Verdict =
	| { readonly is: 'emit'; readonly event: EmittedEvent }
	| { readonly is: 'ignore' }
	| { readonly is: 'refuse'; readonly status: Status; readonly reason: string; readonly kind: string };

const IGNORE: Verdict = { is: 'ignore' };
/** One line a minute is logged of each kind, so a reason that varies with what is sent needs a kind that does not. */
const refuse = (status: Status, reason: string, kind = reason): Verdict => ({ is: 'refuse', status, reason, kind });

/** For the caller, who may be anybody: nothing that helps to forge. The reason is in n8n's log. */
const PUBLIC_TEXT: Readonly<Record<Status, string>> = {
	400: 'This is not an event.',
	401: 'The event could not be verified.',
	413: 'The event is too large.',
	500: 'The event could not be processed.',
	503: 'The event could not be verified now. Send it again later.',
};

const log = new LimitedLog();

/**
 * Takes one delivery. Never throws: n8n would start a failed execution for whoever sent it.
 *
 * Answers by itself, also where an execution follows. n8n would answer every refusal with a 200; and
 * what a delivery notes in static data n8n saves when the answer is out of its hands, but loses when
 * it answers itself, because by then the execution has been built from the same object.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verdict = await judgeSafely(context);
	const response = context.getResponseObject();
	if (verdict.is === 'refuse') response.status(verdict.status).json({ message: PUBLIC_TEXT[verdict.status] });
	else response.status(200).send(RECEIVED);
	if (verdict.is !== 'emit') return { noWebhookResponse: true };
	return { noWebhookResponse: true, workflowData: [[{ json: toDataObject(toJson(verdict.event)) }]] };
}

async function judgeSafely(context: IWebhookFunctions): Promise<Verdict> {
	const startedMs = Date.now();
	const verdict = await judge(context, startedMs).catch((error: unknown) => {
		const said = error instanceof Error ? error.message : 'the cause is not known';
		return refuse(500, `the trigger could not process it: ${said}`, 'broken');
	});
	if (verdict.is === 'refuse') await warn(context, startedMs, verdict);
	return verdict;
}

/** Size, signature and form, in this order; then whether it is wanted, true, let through and new. */
async function judge(context: IWebhookFunctions, startedMs: number): Promise<Verdict> {
	const settings = settingsOf(context);
	if (!settings.ok) return refuse(503, `the trigger's settings are not usable: ${settings.reason}`);
	const body = bodyOf(context);
	if (body.length > MAX_BODY_BYTES) return refuse(413, `it has ${body.length} bytes`, 'size');
	const parsed = parseEvent(body);
	if (parsed.ok && parsed.value.event === 'ping') return IGNORE;
	const finding = await checkSignature(context, { settings: settings.value, body, startedMs });
	if (finding.is === 'refused') return refuse(finding.status, finding.reason);
	if (finding.is === 'signed' && finding.note !== null) note(context, startedMs, finding.note);
	if (!parsed.ok) return refuse(400, `it ${parsed.reason}`);
	const signed = finding.is === 'signed';
	return await judgeEvent(context, { event: parsed.value, settings: settings.value, signed, body, startedMs });
}

interface Delivery {
	readonly event: PaymentEvent;
	readonly settings: Settings;
	readonly signed: boolean;
	readonly body: Uint8Array;
	readonly startedMs: number;
}

async function judgeEvent(context: IWebhookFunctions, delivery: Delivery): Promise<Verdict> {
	const { event, settings, signed, body } = delivery;
	// Where only `data` is vouched for, the event's name must follow from it.
	const isNameCovered = signed && settings.signedText === 'body';
	if (!isNameCovered && !fitsItsData(event)) return refuse(401, 'the name of the event does not fit its data');
	if (!isWanted(event.event, settings.events)) return IGNORE;
	const believed = await believe(context, delivery);
	if ('is' in believed) return believed;
	const emitted = shapeEvent(event, believed);
	if (!passes(emitted, settings.filters)) return IGNORE;
	const key = eventKey({ event: event.event, data: believed.source }, body);
	return isNew(context, settings, key) ? { is: 'emit', event: emitted } : IGNORE;
}

interface Believed {
	readonly verified: Verified;
	readonly reference: FoundReference | null;
	/** What the emitted members are read from. */
	readonly source: Json;
}

/** Asks the service where it is to be asked. */
async function believe(context: IWebhookFunctions, delivery: Delivery): Promise<Believed | Verdict> {
	const { event, settings, signed, startedMs } = delivery;
	const signedOnly: Believed = { verified: settings.signedText, reference: referenceOf(event.data), source: event.data };
	if (!settings.confirmWithService) return signedOnly;
	if (signed && transactionIdOf(event.data) === null) return signedOnly;
	const { service } = await connectQuickly(context, startedMs);
	const confirmation = await confirm(event, service);
	if (confirmation.is !== 'confirmed') return notConfirmed(confirmation);
	if (signed) return signedOnly;
	const { record } = confirmation;
	// Nothing else says that the event's name is the true one.
	if (textOf(record.type) === null) return refuse(401, 'Mavapay does not say what type of transaction it is');
	const found = await confirmedReference(event.data, record, service);
	return found.is === 'found' ? { verified: 'service', reference: found.reference, source: record } : notConfirmed(found);
}

function notConfirmed({ is, reason }: { is: 'denied' | 'unavailable'; reason: string }): Verdict {
	return is === 'denied' ? refuse(401, reason) : refuse(503, `Mavapay could not be asked: ${reason}`, 'unavailable');
}

/** Looks and notes in one step, with nothing awaited in between: deliveries may come at the same time. */
function isNew(context: IWebhookFunctions, settings: Settings, key: string): boolean {
	// Somebody who listens for a test event wants to see it, however often it came before.
	if (!settings.deduplicate || context.getMode() === 'manual') return true;
	const stored = new Stored(context);
	const seen = seenEventsOf(triggerScope(context));
	const isFirst = seen.addIfNew(key, stored.seen);
	if (isFirst) stored.keepSeen(seen.latest);
	return isFirst;
}

/** The bytes as received. Without them (a multipart form) nothing can be verified, so none are given. */
function bodyOf(context: IWebhookFunctions): Uint8Array {
	const { rawBody } = context.getRequestObject();
	return Buffer.isBuffer(rawBody) ? rawBody : Buffer.alloc(0);
}

async function warn(context: IWebhookFunctions, nowMs: number, { status, reason, kind }: Refusal): Promise<void> {
	const held = log.pass(`${triggerScope(context)} ${status} ${kind}`, nowMs);
	if (held === null) return;
	const said = await withoutSecrets(context, reason);
	write(context, held, `An event was refused (${status}): ${said.replace(/\.$/, '')}.`);
}

function note(context: IWebhookFunctions, nowMs: number, text: string): void {
	const held = log.pass(`${triggerScope(context)} ${text}`, nowMs);
	if (held !== null) write(context, held, `${text}.`);
}

function write(context: IWebhookFunctions, held: number, text: string): void {
	const more = held === 0 ? '' : ` The same happened ${held} more times since the last such line.`;
	const { name } = context.getNode();
	context.logger.warn(`Mavapay Trigger: ${text}${more}`, { nodeName: name, workflowId: context.getWorkflow().id });
}
