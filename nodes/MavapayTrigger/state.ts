import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isObject } from '../core/domain/json';

type TriggerContext = IHookFunctions | IWebhookFunctions;

/** The last part of the trigger's webhook URLs, as its description names it. */
const WEBHOOK_PATH = 'webhook';

/** The trigger's webhook ID, the same for test and production; n8n makes one for every trigger. */
export function triggerIdOf(context: TriggerContext): string {
	const { webhookId, id } = context.getNode();
	return webhookId ?? `${context.getWorkflow().id ?? ''}/${id}`;
}

/** Tells this trigger apart from every other within the process. */
export function triggerScope(context: TriggerContext): string {
	return JSON.stringify([context.getWorkflow().id ?? '', triggerIdOf(context)]);
}

/** The last parts of the trigger's webhook URLs, test and production alike. */
function ownPath(context: TriggerContext): string {
	const { webhookId, name } = context.getNode();
	const start = webhookId ?? `${context.getWorkflow().id ?? ''}/${encodeURIComponent(name.toLowerCase())}`;
	return `${start}/${WEBHOOK_PATH}`;
}

/** Whether a URL leads to this very trigger, be it for tests or production: same origin, same end of the path. */
export function isOwnUrl(context: TriggerContext, url: string): boolean {
	const ownUrl = context.getNodeWebhookUrl('default') ?? '';
	if (!URL.canParse(url) || !URL.canParse(ownUrl)) return false;
	const [given, own] = [new URL(url), new URL(ownUrl)];
	return given.origin === own.origin && [given, own].every(({ pathname }) => pathname.endsWith(`/${ownPath(context)}`));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether a URL has the form of a trigger of this n8n: same origin, same folder, and a webhook ID. n8n's
 * own Webhook node has other URLs, unless somebody gives it such a path.
 */
export function isTriggerOfThisN8n(context: TriggerContext, url: string): boolean {
	const ownUrl = context.getNodeWebhookUrl('default') ?? '';
	if (!URL.canParse(url) || !URL.canParse(ownUrl)) return false;
	const [given, own] = [new URL(url), new URL(ownUrl)];
	// .../webhook/<ID>/webhook: the endpoint's name differs between tests and production.
	const [path, id = '', , ...folder] = given.pathname.split('/').reverse();
	const [, , , ...ownFolder] = own.pathname.split('/').reverse();
	const isSameFolder = folder.join('/') === ownFolder.join('/');
	return given.origin === own.origin && isSameFolder && path === WEBHOOK_PATH && UUID.test(id);
}

/** A webhook that this trigger replaced and may restore. */
export interface PreviousWebhook {
	readonly url: string;
	/** Sealed. */
	readonly secret: string;
	/** Base URL of the service it belongs to: it must not be restored anywhere else. */
	readonly baseUrl: string;
}

/** What a trigger replaced. */
export interface Replaced {
	/** The one it replaced, then what that one had replaced, and so on. */
	readonly previous: readonly PreviousWebhook[];
	/** Whether it was replaced only for as long as n8n listens for a test event. */
	readonly whileTesting: boolean;
}

/** What a trigger keeps in the workflow's static data, which other nodes can wipe in queue mode. */
export class Stored {
	private readonly data: IDataObject;

	constructor(context: TriggerContext) {
		this.data = context.getWorkflowStaticData('node');
	}

	/** The URL registered last. */
	get url(): string | null {
		return typeof this.data.url === 'string' ? this.data.url : null;
	}

	/** Fingerprint of the secret registered last. */
	get fingerprint(): string | null {
		return typeof this.data.fingerprint === 'string' ? this.data.fingerprint : null;
	}

	get replaced(): Replaced | null {
		const { previous, whileTesting } = this.data;
		if (!Array.isArray(previous)) return null;
		const entries: unknown[] = previous;
		const webhooks = entries.filter(isPreviousWebhook);
		return webhooks.length === 0 ? null : { previous: webhooks, whileTesting: whileTesting === true };
	}

	registered(url: string, fingerprint: string): void {
		// Written only when it changes: n8n saves the whole workflow's static data each time.
		if (this.data.url !== url) this.data.url = url;
		if (this.data.fingerprint !== fingerprint) this.data.fingerprint = fingerprint;
	}

	setReplaced(replaced: Replaced | null): void {
		if (replaced === null) {
			delete this.data.previous;
			delete this.data.whileTesting;
			return;
		}
		this.data.previous = replaced.previous.map((webhook) => ({ ...webhook }));
		this.data.whileTesting = replaced.whileTesting;
	}
}

function isPreviousWebhook(entry: unknown): entry is PreviousWebhook {
	return isObject(entry) && [entry.url, entry.secret, entry.baseUrl].every((member) => typeof member === 'string');
}

/** What is known of a trigger's URL in this process. */
interface Known {
	readonly replaced: Replaced | null;
	readonly isActive: boolean;
}

/**
 * What each URL of each trigger replaced, within this process. n8n throws away what an activation that
 * fails has put into static data, though the webhook may have been set; and it hands a listener's static
 * data from its start to its end, but starts over when somebody listens again before that.
 */
const known = new Map<string, Known & { readonly url: string }>();

const knownKey = (context: TriggerContext, url: string) => JSON.stringify([triggerScope(context), url]);

/** What this trigger itself replaced under a URL, as far as this process knows. */
export function rememberedReplaced(context: TriggerContext, url: string): Replaced | null {
	return known.get(knownKey(context, url))?.replaced ?? null;
}

/** What any trigger replaced under a URL, and whether it is active, as far as this process knows. */
export function knownTrigger(url: string): Known | null {
	return [...known.values()].reverse().find((one) => one.url === url) ?? null;
}

/** Notes what a URL of this trigger replaced or whether it is active; the other stays as it was. */
export function note(context: TriggerContext, url: string, change: Partial<Known>): void {
	const key = knownKey(context, url);
	const { replaced = null, isActive = false } = known.get(key) ?? {};
	known.delete(key);
	known.set(key, { replaced, isActive, ...change, url });
}
