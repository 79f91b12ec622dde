import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import * as z from 'zod/mini';

import { fits } from '../core/service/schema';

/** n8n's context of an activation, a deactivation or a delivery. */
export type TriggerContext = IHookFunctions | IWebhookFunctions;

/** The trigger's webhook ID, the same for test and production; n8n makes one for every trigger. */
export function triggerIdOf(context: TriggerContext): string {
	const { webhookId, id } = context.getNode();
	return webhookId ?? `${context.getWorkflow().id ?? ''}/${id}`;
}

/** The name of this trigger within the process, which no other one has. */
export function triggerScope(context: TriggerContext): string {
	return JSON.stringify([context.getWorkflow().id ?? '', triggerIdOf(context)]);
}

/** The end of the trigger's webhook URLs, test and production alike; `webhook` is the path in its description. */
function ownPath(context: TriggerContext): string {
	const { webhookId, name } = context.getNode();
	const start = webhookId ?? `${context.getWorkflow().id ?? ''}/${encodeURIComponent(name.toLowerCase())}`;
	return `/${start}/webhook`;
}

/** The paths of a URL and of the trigger's own one; null if they differ in their origin, or one isn't a URL. */
function pathsOf(context: TriggerContext, url: string): { given: string; own: string } | null {
	const ownUrl = context.getNodeWebhookUrl('default') ?? '';
	if (!URL.canParse(url) || !URL.canParse(ownUrl)) return null;
	const [given, own] = [new URL(url), new URL(ownUrl)];
	return given.origin === own.origin ? { given: given.pathname, own: own.pathname } : null;
}

/** Whether a URL leads to this very trigger, be it for tests or production: same origin, same end of the path. */
export function isOwnUrl(context: TriggerContext, url: string): boolean {
	const paths = pathsOf(context, url);
	return paths !== null && [paths.given, paths.own].every((path) => path.endsWith(ownPath(context)));
}

/** Whether a URL is an address of this n8n's webhooks: same origin, and n8n's path for tests or production. */
export function isOfThisN8n(context: TriggerContext, url: string): boolean {
	const paths = pathsOf(context, url);
	const path = ownPath(context);
	if (paths === null || !paths.own.endsWith(path)) return false;
	const endpoint = paths.own.slice(0, -path.length).replace(/-test$/, '');
	return [`${endpoint}/`, `${endpoint}-test/`].some((start) => paths.given.startsWith(start));
}

/** A webhook that this trigger replaced and restores later. */
export type ReplacedWebhook = Readonly<z.infer<typeof replacedForm>>;

const replacedForm = z.object({
	url: z.string(),
	/** Encrypted by `sealSecret`. */
	secret: z.string(),
	/** Base URL of the deployment that it belongs to: it must not be restored anywhere else. */
	baseUrl: z.string(),
	/** Whether it was replaced only for as long as n8n listens for a test event. */
	whileTesting: z.boolean(),
});

/** The trigger's part of the workflow's static data, which other nodes can wipe in queue mode. */
export class Stored {
	private readonly data: IDataObject;

	constructor(private readonly context: TriggerContext) {
		this.data = context.getWorkflowStaticData('node');
	}

	get url(): string | null {
		return typeof this.data.url === 'string' ? this.data.url : null;
	}

	/** The fingerprint of the secret registered last. */
	get fingerprint(): string | null {
		return typeof this.data.fingerprint === 'string' ? this.data.fingerprint : null;
	}

	/** The webhook to restore, if static data or this process knows it. */
	get replaced(): ReplacedWebhook | null {
		const { replaced } = this.data;
		return fits(replaced, replacedForm) ? replaced : replacedUnder(this.context, this.ownUrl);
	}

	noteRegistered(url: string, fingerprint: string): void {
		// Written only when it changes: n8n saves the whole workflow's static data each time.
		if (this.data.url !== url) this.data.url = url;
		if (this.data.fingerprint !== fingerprint) this.data.fingerprint = fingerprint;
	}

	keepReplaced(replaced: ReplacedWebhook | null): void {
		if (replaced === null) delete this.data.replaced;
		else this.data.replaced = { ...replaced };
		replacedByUrl.set(memoryKey(this.context, this.ownUrl), replaced);
	}

	private get ownUrl(): string {
		return this.context.getNodeWebhookUrl('default') ?? '';
	}
}

/** The webhook that each URL's replaced, per process: n8n discards static data of a failed activation or a listener. */
const replacedByUrl = new Map<string, ReplacedWebhook | null>();

const memoryKey = (context: TriggerContext, url: string) => JSON.stringify([triggerScope(context), url]);

/** The webhook that this trigger replaced under its own URL, if this process knows it. */
export function replacedUnder(context: TriggerContext, url: string): ReplacedWebhook | null {
	return replacedByUrl.get(memoryKey(context, url)) ?? null;
}
