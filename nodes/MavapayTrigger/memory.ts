import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isObject } from '../core/domain/json';
import { SeenEvents } from './seenEvents';

/** The last part of the trigger's webhook URLs. */
export const WEBHOOK_PATH = 'webhook';

/** The webhook that this trigger replaced and will put back. */
export interface Earlier {
	readonly url: string;
	/** Sealed. */
	readonly secret: string;
	/** Base URL of the service it belongs to: it must not be put back anywhere else. */
	readonly baseUrl: string;
	/** Whether it was replaced only for as long as n8n listens for a test event. */
	readonly whileTesting: boolean;
}

/** What a trigger keeps in the workflow's static data, which other nodes can wipe in queue mode. */
export class Stored {
	private readonly data: IDataObject;

	constructor(context: IHookFunctions | IWebhookFunctions) {
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

	get earlier(): Earlier | null {
		const { earlier } = this.data;
		if (!isObject(earlier)) return null;
		const { url, secret, baseUrl, whileTesting } = earlier;
		if (typeof url !== 'string' || typeof secret !== 'string' || typeof baseUrl !== 'string') return null;
		return { url, secret, baseUrl, whileTesting: whileTesting === true };
	}

	get seen(): string[] {
		const { seen } = this.data;
		return Array.isArray(seen) ? seen.filter((key) => typeof key === 'string') : [];
	}

	registered(url: string, fingerprint: string): void {
		// Written only when it changes: n8n saves the whole workflow's static data each time.
		if (this.data.url !== url) this.data.url = url;
		if (this.data.fingerprint !== fingerprint) this.data.fingerprint = fingerprint;
	}

	keepEarlier(earlier: Earlier): void {
		this.data.earlier = { ...earlier };
	}

	forgetEarlier(): void {
		delete this.data.earlier;
	}

	keepSeen(keys: string[]): void {
		this.data.seen = keys;
	}
}

/** Tells this trigger's node apart from every other within the process. */
export function triggerScope(context: IHookFunctions | IWebhookFunctions): string {
	return JSON.stringify([context.getWorkflow().id ?? '', triggerIdOf(context)]);
}

/** The node's webhook ID, the same for test and production; n8n makes one for every trigger. */
export function triggerIdOf(context: IHookFunctions | IWebhookFunctions): string {
	const { webhookId, id } = context.getNode();
	return webhookId ?? `${context.getWorkflow().id ?? ''}/${id}`;
}

/** The last parts of the trigger's webhook URLs, test and production alike. */
export function ownPath(context: IHookFunctions | IWebhookFunctions): string {
	const { webhookId, name } = context.getNode();
	const start = webhookId ?? `${context.getWorkflow().id ?? ''}/${encodeURIComponent(name.toLowerCase())}`;
	return `${start}/${WEBHOOK_PATH}`;
}

const seenByScope = new Map<string, SeenEvents>();

/** The events a trigger has seen in this process. */
export function seenEventsOf(scope: string): SeenEvents {
	const known = seenByScope.get(scope) ?? new SeenEvents();
	seenByScope.set(scope, known);
	return known;
}

/**
 * What each URL of each trigger replaced, within this process. n8n throws away what an activation that
 * fails has put into static data, though the slot may have been taken; and it hands a listener's static
 * data from its start to its end, but starts over when somebody listens again before that.
 */
const replacedByUrl = new Map<string, Earlier>();

export function replacedBy(context: IHookFunctions, url: string): Earlier | null {
	return replacedByUrl.get(replacedKey(context, url)) ?? null;
}

/** Keeps what a URL replaces, or forgets it. */
export function setReplacedBy(context: IHookFunctions, url: string, earlier: Earlier | null): void {
	if (earlier === null) replacedByUrl.delete(replacedKey(context, url));
	else replacedByUrl.set(replacedKey(context, url), earlier);
}

function replacedKey(context: IHookFunctions, url: string): string {
	return JSON.stringify([triggerScope(context), url]);
}
