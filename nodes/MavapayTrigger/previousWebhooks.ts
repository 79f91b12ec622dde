import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isObject, type JsonObject } from '../core/domain/json';
import { openSecret, sealSecret, signBody } from '../core/domain/events/webhookSignature';
import { refuse } from '../core/service/failure';
import { shownUrl } from '../core/service/accountWebhook';
import { SIGNATURE_HEADERS, type Secrets } from './signature';
import { isOwnUrl, isTriggerOfThisN8n, knownTrigger, Stored, type PreviousWebhook } from './state';

/*
 * Several triggers of one n8n may hold an account's webhook one after the other, and be deactivated in
 * any order. So each keeps not only the webhook it replaced, but what that one had replaced as well, and
 * on deactivation restores the first that is still in use. Triggers of one n8n share no storage; what
 * another one replaced, and whether it is active, is asked over its own webhook URL, signed with the
 * secret that Mavapay holds for it.
 */

/** Asks a trigger what it replaced. Mavapay sends no such event. */
export const QUESTION = 'n8n.previousWebhooks';

const ASK_TIMEOUT_MS = 3_000;

/** More triggers that replaced one another than anybody has. */
const MAX_PREVIOUS = 20;

/** A webhook with its secret readable. */
export interface OpenWebhook {
	readonly url: string;
	readonly secret: string;
	readonly baseUrl: string;
}

/** Seals webhooks under the first key. */
export function seal(webhooks: readonly OpenWebhook[], [key]: Secrets['sealing']): PreviousWebhook[] {
	return webhooks.map((webhook) => ({ ...webhook, secret: sealSecret({ secret: webhook.secret, apiKey: key }) }));
}

/** Opens one webhook under any of the keys; null where none fits. */
export function open(webhook: PreviousWebhook, keys: readonly string[]): OpenWebhook | null {
	for (const apiKey of keys) {
		const opened = openSecret({ sealed: webhook.secret, apiKey });
		if (opened.ok) return { ...webhook, secret: opened.value };
	}
	return null;
}

/** Opens all of them; null where one can't be opened. */
function openAll(webhooks: readonly PreviousWebhook[], keys: readonly string[]): OpenWebhook[] | null {
	const opened = webhooks.map((webhook) => open(webhook, keys)).filter((webhook) => webhook !== null);
	return opened.length === webhooks.length ? opened : null;
}

/** The answer of this trigger to `QUESTION`; its secrets are sealed under the secret that the question was signed with. */
export function answerQuestion(context: IWebhookFunctions, secrets: Secrets, signedWith: string): JsonObject {
	const opened = openAll(new Stored(context).replaced?.previous ?? [], secrets.sealing);
	return { previous: opened === null ? null : seal(opened, [signedWith]).map((webhook) => ({ ...webhook })) };
}

/** What a trigger says; `previous` is null where it does not say what it replaced. */
interface Said {
	/** Null where it can't be reached. */
	readonly isActive: boolean | null;
	readonly previous: OpenWebhook[] | null;
}

async function ask(context: IHookFunctions, { url, secret }: OpenWebhook): Promise<Said> {
	const body = JSON.stringify({ event: QUESTION });
	const signature = signBody({ bytes: Buffer.from(body), secret });
	try {
		const response: unknown = await context.helpers.httpRequest({
			method: 'POST',
			url,
			headers: { 'Content-Type': 'application/json', [SIGNATURE_HEADERS[0]]: signature },
			body,
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: ASK_TIMEOUT_MS,
		});
		return readResponse(response, secret);
	} catch {
		return { isActive: null, previous: null };
	}
}

function readResponse(response: unknown, secret: string): Said {
	const { statusCode, body } = isObject(response) ? response : {};
	// n8n itself answers so where nothing listens at a webhook URL.
	if (statusCode === 404) return { isActive: false, previous: null };
	if (statusCode !== 200) return { isActive: statusCode === 401 ? true : null, previous: null };
	const answer = typeof body === 'string' ? parse(body) : body;
	const previous = isObject(answer) && Array.isArray(answer.previous) ? readPrevious(answer.previous) : null;
	return { isActive: true, previous: previous === null ? null : openAll(previous, [secret]) };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function readPrevious(entries: readonly unknown[]): PreviousWebhook[] | null {
	const webhooks = entries.flatMap((entry) => {
		const { url, secret, baseUrl } = isObject(entry) ? entry : {};
		const isWhole = typeof url === 'string' && typeof secret === 'string' && typeof baseUrl === 'string';
		return isWhole ? [{ url, secret, baseUrl }] : [];
	});
	return webhooks.length === entries.length ? webhooks : null;
}

/**
 * What a trigger that replaces `webhook` has to keep: that webhook, what it had replaced itself where it is
 * another trigger of this n8n, and what this trigger still has from before (`own`). Throws ItemStopped where
 * another active trigger can't say what it replaced: that would be lost when it is deactivated first.
 */
export async function toKeep(
	context: IHookFunctions,
	webhook: OpenWebhook,
	{ own, keys }: { own: readonly OpenWebhook[]; keys: readonly string[] },
): Promise<OpenWebhook[]> {
	if (!isTriggerOfThisN8n(context, webhook.url)) return [webhook];
	const said = await ask(context, webhook);
	const remembered = knownTrigger(webhook.url);
	const rememberedPrevious = remembered === null ? null : openAll(remembered.replaced?.previous ?? [], keys);
	const behind = said.previous ?? rememberedPrevious;
	if (said.isActive === false) return upToForeign(context, [...(behind ?? []), ...own]);
	if (behind === null && !isOwnUrl(context, webhook.url)) {
		throw refuse(
			"The account's webhook can't be replaced",
			`The Mavapay account sends its events to ${shownUrl(webhook.url)}, a trigger of another workflow in this n8n, which didn't say what webhook it replaced, so that webhook couldn't be restored later. Nothing was changed. Deactivate that workflow first.`,
		);
	}
	return upToForeign(context, [webhook, ...(behind ?? []), ...own]);
}

/** Each URL once, without this very one, up to the first that is not of this n8n: that one can always be restored. */
function upToForeign(context: IHookFunctions, webhooks: readonly OpenWebhook[]): OpenWebhook[] {
	const ownUrl = context.getNodeWebhookUrl('default');
	const once = webhooks.filter(
		({ url }, index) => url !== ownUrl && webhooks.findIndex((one) => one.url === url) === index,
	);
	const foreign = once.findIndex(({ url }) => !isTriggerOfThisN8n(context, url));
	return once.slice(0, foreign === -1 ? MAX_PREVIOUS : foreign + 1);
}

/** The webhook that is restored. */
interface InUse extends OpenWebhook {
	/** Whether what stands behind it need not be kept here: it is not of this n8n, or can restore that itself. */
	readonly restoresTheRest: boolean;
}

/**
 * The first of these that may be restored: one that is not of this n8n, or a trigger of this n8n that is
 * active. Null where there is none. Those skipped are named to `skipped`.
 */
export async function firstInUse(
	context: IHookFunctions,
	webhooks: readonly OpenWebhook[],
	skipped: (webhook: OpenWebhook, isKnown: boolean) => void,
): Promise<InUse | null> {
	const isForeign = ({ url }: OpenWebhook) => !isTriggerOfThisN8n(context, url);
	for (const [index, webhook] of webhooks.entries()) {
		if (isForeign(webhook)) return { ...webhook, restoresTheRest: true };
		const { isActive, previous } = await ask(context, webhook);
		const known = isActive ?? knownTrigger(webhook.url)?.isActive ?? null;
		if (known === true) {
			const isLast = index === webhooks.length - 1;
			return { ...webhook, restoresTheRest: isLast || previous?.some(isForeign) === true };
		}
		skipped(webhook, known === false);
	}
	return null;
}
