import { sleep, type IHookFunctions, type IHttpRequestOptions } from 'n8n-workflow';

import { fingerprint, openSecret, sealSecret } from '../core/events/webhookSignature';
import { PING } from '../core/events/paymentEvent';
import { isObject } from '../core/domain/json';
import { connect, type Connection } from '../core/n8n/connection';
import { readAccountWebhook, setAccountWebhook, shownUrl, type AccountWebhook } from '../core/service/accountWebhook';
import { refuse } from '../core/service/failure';
import { hookError, warn } from './log';
import { settingsOf, type Settings } from './settings';
import { readSecrets, type Secrets } from './signature';
import { isOfThisN8n, isOwnUrl, replacedUnder, Stored, triggerIdOf, type ReplacedWebhook } from './state';

type Activation = Readonly<Awaited<ReturnType<typeof readActivation>>>;

const SETTINGS = "The settings of this trigger can't be used";

function checkedSettings(context: IHookFunctions): Settings {
	const settings = settingsOf(context);
	if (!settings.ok) throw refuse(SETTINGS, `${settings.reason}.`);
	if (!settings.value.allowRepeatedEvents && context.getNode().alwaysOutputData === true)
		throw refuse(
			"'Always Output Data' is on in the settings of this trigger",
			'n8n would run the workflow with an empty item for each event that is delivered again. Turn it off.',
		);
	return settings.value;
}

async function readActivation(context: IHookFunctions, settings: Settings) {
	const connection = await connect(context);
	const secrets = checkedSecrets(connection, context, settings);
	const ownUrl = ownUrlOf(context);
	assertReachable(connection, ownUrl, context);
	// In manual mode, n8n only listens for one test event, at its test URL.
	const isTest = context.getMode() === 'manual';
	return { context, settings, connection, secrets, ownUrl, isTest };
}

/** Matches hosts of this machine or its own network, as URLs write them. */
const INSIDE =
	/^([^.]+|.*\.local|(0|10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\..*)$/;

/** Throws if Mavapay can't reach n8n, or would send live events unencrypted. For a custom address it only warns. */
function assertReachable({ deployment: { kind, money } }: Connection, ownUrl: string, context: IHookFunctions): void {
	if (money === 'sandbox') return;
	const { protocol, hostname } = new URL(ownUrl);
	// All IPv6 addresses count as inside, since nobody is known to call n8n at one from outside.
	const isInside = INSIDE.test(hostname.replace(/\.$/, ''));
	if (!isInside && (kind !== 'live' || protocol === 'https:')) return;
	const heading = isInside
		? `Mavapay can't reach n8n at ${shownUrl(ownUrl)}`
		: `n8n's webhook URL ${shownUrl(ownUrl)} doesn't start with https`;
	const why = isInside ? 'No event would arrive.' : 'Live events would be sent unencrypted.';
	const way = `${why} Set WEBHOOK_URL to n8n's public https address, restart n8n, and activate the workflow again. Without such an address, use 'Transaction: Get New' on a schedule.`;
	if (kind !== 'custom') throw refuse(heading, way);
	warn(context, `${heading}, unless the custom address is in the same network. ${way}`);
}

function checkedSecrets({ credential }: Connection, context: IHookFunctions, { registration }: Settings): Secrets {
	const secrets = readSecrets(credential, triggerIdOf(context), registration);
	if (!secrets.ok) throw refuse(SETTINGS, `${secrets.reason}.`, { cause: 'invalidCredential' });
	return secrets.value;
}

function ownUrlOf(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined)
		throw refuse('n8n gave this trigger no webhook URL', 'Save the workflow and activate it again.');
	return url;
}

/** Whether registration is manual, or the account's webhook is already correct, so that nothing has to be set. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const settings = checkedSettings(context);
	if (settings.registration === 'manual') {
		// With manual registration, no webhook is set, but a credential without a secret stops the activation.
		checkedSecrets(await connect(context), context, settings);
		return true;
	}
	const { connection, secrets, ownUrl } = await readActivation(context, settings);
	const webhook = await readAccountWebhook(connection.service);
	const isSet = webhook !== null && webhook.url === ownUrl && webhook.secret === secrets.current && webhook.isActive;
	if (!isSet) return false;
	const stored = new Stored(context);
	stored.noteRegistered(ownUrl, fingerprint(secrets.current));
	// A webhook that an earlier attempt replaced must still be restored later.
	stored.keepReplaced(stored.replaced);
	return true;
}

/** Sets the account's webhook and stores the replaced one. If replacing isn't allowed, throws and changes nothing. */
export async function register(context: IHookFunctions): Promise<void> {
	const activation = await readActivation(context, checkedSettings(context));
	const { connection, secrets, ownUrl } = activation;
	const webhook = await readAccountWebhook(connection.service);
	const stored = new Stored(context);
	const before = stored.replaced;
	const replaced = webhook === null ? null : await toRestore(activation, webhook, stored);
	// The webhook is stored before it is replaced, in case Mavapay's answer is lost.
	stored.keepReplaced(replaced);
	await setAccountWebhook(connection.service, { url: ownUrl, secret: secrets.current, exists: webhook !== null }, () =>
		stored.keepReplaced(before),
	);
	stored.noteRegistered(ownUrl, fingerprint(secrets.current));
	const restored = replaced === null ? '' : ` ${shownUrl(replaced.url)} is restored afterwards`;
	context.logger.info(`Mavapay Trigger: ${shownUrl(ownUrl)} is now the account's webhook.${restored}`);
}

/** The webhook to restore later, if this trigger replaces `webhook` now. Throws if replacing isn't allowed. */
async function toRestore(
	{ context, settings, connection, secrets, ownUrl, isTest }: Activation,
	webhook: AccountWebhook,
	stored: Stored,
): Promise<ReplacedWebhook | null> {
	const { url, secret } = webhook;
	const kept = stored.replaced;
	if (url === ownUrl) return kept;
	const allowed = isTest ? settings.replaceWhileTesting : settings.replaceExisting;
	if (isOwnUrl(context, url)) {
		if (!isTest) return ofListener(context, url, { kept, allowed });
	} else if (isOfThisN8n(context, url)) {
		const isGone = await isUnanswered(context, url);
		if (!isTest && !isGone) throw alreadySet(url, STILL_ANSWERS);
		if (!isTest || (allowed && isGone)) return kept;
	}
	if (!allowed) throw alreadySet(url, isTest ? NOT_WHILE_TESTING : NOT_ALLOWED);
	// n8n's address has changed: the webhook that was replaced under the old address must still be restored.
	if (!isTest && url === stored.url && kept !== null) return kept;
	if (secret === null)
		throw alreadySet(
			url,
			"and that webhook's secret can't be read, so it couldn't be restored later. Nothing was changed. Set 'Registration' to Manual, then set the webhook with 'Webhook: Set'.",
		);
	const [apiKey] = secrets.sealing;
	const { baseUrl } = connection.deployment;
	return { url, secret: sealSecret({ secret, apiKey }), baseUrl, whileTesting: isTest };
}

/** The webhook to restore later if the account's webhook is `testUrl`: the one that the test replaced, else `kept`. */
function ofListener(
	context: IHookFunctions,
	testUrl: string,
	{ kept, allowed }: { kept: ReplacedWebhook | null; allowed: boolean },
): ReplacedWebhook | null {
	const earlier = replacedUnder(context, testUrl);
	if (earlier === null || isOwnUrl(context, earlier.url)) return kept;
	if (!allowed) throw alreadySet(earlier.url, NOT_ALLOWED);
	return { ...earlier, whileTesting: false };
}

/** Whether a webhook address of this n8n answers a ping with 404. An address that can't be reached may be in use. */
async function isUnanswered({ helpers }: IHookFunctions, url: string): Promise<boolean> {
	const request: IHttpRequestOptions = {
		method: 'POST',
		url,
		body: { event: PING },
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: 3_000,
	};
	const response: unknown = await helpers.httpRequest(request).catch(() => null);
	return isObject(response) && response.statusCode === 404;
}

const alreadySet = (url: string, why: string) =>
	refuse('The Mavapay account already has a webhook', `It sends its events to ${shownUrl(url)}, ${why}`);

const STILL_ANSWERS =
	"which another workflow of this n8n still uses. Nothing was changed. Deactivate that workflow first. If it is inactive, n8n couldn't reach that address to check: set any other URL with 'Webhook: Set', then activate again.";

const NOT_ALLOWED =
	"and an account has only one. Nothing was changed. Turn on 'Replace Existing Webhook' to replace it (it is restored on deactivation), or first deactivate the workflow that uses it.";

const NOT_WHILE_TESTING =
	"and an account has only one: listening for a test event would replace it for up to two minutes. Nothing was changed. Turn on the option 'Replace Webhook While Testing' (the webhook is restored afterwards).";

/** Restores the replaced webhook, and changes nothing else. Throws if another attempt may help. */
export async function unregister(context: IHookFunctions): Promise<void> {
	const stored = new Stored(context);
	const { replaced } = stored;
	stored.keepReplaced(replaced);
	const restoring = replaced?.whileTesting === true ? restoreAfterTest : restore;
	const text = replaced === null ? await whatStays(context) : await restoring(context, stored, replaced);
	if (text !== null) warn(context, text);
}

/** Tries three times, since n8n repeats only deactivations, and shows nobody an error when listening ends. */
const restoreAfterTest: typeof restore = async (context, stored, replaced) => {
	for (const pauseMs of [500, 2_000]) {
		try {
			return await restore(context, stored, replaced);
		} catch {
			await sleep(pauseMs);
		}
	}
	return await restore(context, stored, replaced).catch(async (error: unknown) => {
		const { message } = await hookError(context, error);
		return `Webhook ${shownUrl(replaced.url)} could not be restored after listening: ${message} Listen again to restore it, or set it at Mavapay.`;
	});
};

/** Restores a webhook. Returns a warning if it can't be or needn't be restored, otherwise null. */
async function restore(context: IHookFunctions, stored: Stored, replaced: ReplacedWebhook): Promise<string | null> {
	const connection = await connect(context);
	const { url, baseUrl } = replaced;
	if (baseUrl !== connection.deployment.baseUrl)
		return `Webhook ${shownUrl(url)} was not restored: it was replaced on a deployment other than the credential's. Set it there again if you need it.`;
	const webhook = await readAccountWebhook(connection.service);
	// After a test, only the test URL may be replaced. On deactivation, the test URL of a crashed listener may be, too.
	const isOurs = replaced.whileTesting
		? webhook?.url === ownUrlOf(context)
		: webhook !== null && isOwnUrl(context, webhook.url);
	if (!isOurs) return leftAlone(context, stored, { webhook, replaced });
	const secret = secretOf(replaced, connection, context);
	if (secret === null)
		return `Webhook ${shownUrl(url)} could not be restored, because its secret was encrypted with another API key. Set it again at Mavapay.`;
	await setAccountWebhook(connection.service, { url, secret, exists: true });
	context.logger.info(`Mavapay Trigger: the account's webhook is ${shownUrl(url)} again`);
	stored.keepReplaced(null);
	return null;
}

/** Says why `replaced` isn't restored: the account's webhook has another URL. Null if it may be restored later. */
function leftAlone(
	context: IHookFunctions,
	stored: Stored,
	{ webhook, replaced }: { webhook: AccountWebhook | null; replaced: ReplacedWebhook },
): string | null {
	if (webhook !== null && webhook.url === stored.url)
		return `Webhook ${shownUrl(replaced.url)} was not restored: the account's webhook is still ${shownUrl(webhook.url)}, set from another address of n8n by this workflow, or the one it was copied from. Change it at Mavapay if that is wrong.`;
	// Keep the replaced webhook if the account's webhook is now another workflow's of this n8n; or if it is still the
	// replaced one, because our registration may yet take effect.
	const isNeeded = webhook !== null && (isOfThisN8n(context, webhook.url) || webhook.url === replaced.url);
	if (isNeeded) return null;
	stored.keepReplaced(null);
	const now = webhook === null ? 'the account has no webhook' : `the account's webhook is ${shownUrl(webhook.url)}`;
	return `Webhook ${shownUrl(replaced.url)} was not restored: ${now} now. It has changed since, or the credential is another account's.`;
}

/** The decrypted secret of a replaced webhook; null if none of the credential's keys fits. */
function secretOf({ secret }: ReplacedWebhook, { credential }: Connection, context: IHookFunctions): string | null {
	const secrets = readSecrets(credential, triggerIdOf(context));
	if (!secrets.ok) return null;
	for (const apiKey of secrets.value.sealing) {
		const opened = openSecret({ sealed: secret, apiKey });
		if (opened.ok) return opened.value;
	}
	return null;
}

/** A warning that a webhook stays set, because no way to delete it is known. Changes nothing and never throws. */
async function whatStays(context: IHookFunctions): Promise<string | null> {
	const settings = settingsOf(context);
	if (settings.ok && settings.value.registration === 'manual') return null;
	try {
		const { service } = await connect(context);
		const webhook = await readAccountWebhook(service);
		// A listener that was refused changed nothing: the live URL is still set, and its events are received as before.
		if (webhook === null || webhook.url !== ownUrlOf(context)) return null;
		return `${shownUrl(webhook.url)} stays the account's webhook, because Mavapay offers no way to remove it. Its events are refused until the workflow is active again.`;
	} catch (error) {
		return `It isn't known whether this workflow still holds the account's webhook: ${(await hookError(context, error)).message}`;
	}
}
