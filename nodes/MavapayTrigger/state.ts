import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import * as z from 'zod/mini';

import { fits } from '../core/service/schema';

export type TriggerContext = IHookFunctions | IWebhookFunctions;

/** The trigger's webhook ID, the same in test and production; n8n makes one for every trigger. */
export function triggerIdOf(context: TriggerContext): string {
	const { webhookId, id } = context.getNode();
	return webhookId ?? `${context.getWorkflow().id ?? ''}/${id}`;
}

/** The key under which this process remembers data of a trigger. */
export function triggerScope(context: TriggerContext): string {
	return JSON.stringify([context.getWorkflow().id ?? '', triggerIdOf(context)]);
}

/** The end of the trigger's webhook URLs, in test and production; `webhook` is the path in its description. */
function ownPath(context: TriggerContext): string {
	const { webhookId, name } = context.getNode();
	const start = webhookId ?? `${context.getWorkflow().id ?? ''}/${encodeURIComponent(name.toLowerCase())}`;
	return `/${start}/webhook`;
}

/** The paths of a URL and of the trigger's own URL; null if their origins differ, or one isn't a URL. */
function pathsOf(context: TriggerContext, url: string): { given: string; own: string } | null {
	const ownUrl = context.getNodeWebhookUrl('default') ?? '';
	if (!URL.canParse(url) || !URL.canParse(ownUrl)) return null;
	const [given, own] = [new URL(url), new URL(ownUrl)];
	return given.origin === own.origin ? { given: given.pathname, own: own.pathname } : null;
}

/** Whether a URL is this trigger's, in test or production: same origin, same end of the path. */
export function isOwnUrl(context: TriggerContext, url: string): boolean {
	const paths = pathsOf(context, url);
	return paths !== null && [paths.given, paths.own].every((path) => path.endsWith(ownPath(context)));
}

/** Whether a URL is a webhook of this n8n: same origin, and n8n's path for test or production. */
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
	/** The base URL of the webhook's deployment, the only one where the webhook may be restored. */
	baseUrl: z.string(),
	/** Whether the webhook is replaced only while n8n listens for a test event. */
	whileTesting: z.boolean(),
});

/** The trigger's part of the workflow's static data, which the workflow's other nodes can wipe in queue mode. */
export class Stored {
	private readonly data: IDataObject;

	constructor(private readonly context: TriggerContext) {
		this.data = context.getWorkflowStaticData('node');
	}

	get url(): string | null {
		return typeof this.data.url === 'string' ? this.data.url : null;
	}

	get fingerprint(): string | null {
		return typeof this.data.fingerprint === 'string' ? this.data.fingerprint : null;
	}

	/** The webhook to restore, from static data or this process's memory. */
	get replaced(): ReplacedWebhook | null {
		const { replaced } = this.data;
		return fits(replaced, replacedForm) ? replaced : replacedUnder(this.context, this.ownUrl);
	}

	noteRegistered(url: string, fingerprint: string): void {
		// Written only if changed, since every write makes n8n save all static data of the workflow.
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

/** The webhook that each URL replaced, in memory: n8n discards the static data of failed activations and of listeners. */
const replacedByUrl = new Map<string, ReplacedWebhook | null>();

const memoryKey = (context: TriggerContext, url: string) => JSON.stringify([triggerScope(context), url]);

/** The webhook that this trigger replaced with one of its URLs, if this process knows it. */
export function replacedUnder(context: TriggerContext, url: string): ReplacedWebhook | null {
	return replacedByUrl.get(memoryKey(context, url)) ?? null;
}
