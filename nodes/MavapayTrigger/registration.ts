import { sleep, type IHookFunctions } from 'n8n-workflow';

import { fingerprint } from '../core/domain/events/webhookSignature';
import { connect, type Connection } from '../core/n8n/connection';
import { readAccountWebhook, setAccountWebhook, shownUrl, type AccountWebhook } from '../core/service/accountWebhook';
import { refuse } from '../core/service/failure';
import { hookError, warn } from './log';
import { firstInUse, open, seal, toKeep, type OpenWebhook } from './previousWebhooks';
import { settingsOf, type Settings } from './settings';
import { readSecrets, type Secrets } from './signature';
import { isOwnUrl, isTriggerOfThisN8n, note, rememberedReplaced, Stored, triggerIdOf, type Replaced } from './state';

const RESTORE_PAUSES_MS = [500, 2_000];

/** Everything an activation needs, checked. */
interface Activation {
	readonly context: IHookFunctions;
	readonly settings: Settings;
	readonly connection: Connection;
	readonly secrets: Secrets;
	readonly ownUrl: string;
	/** n8n listens for one test event at its test URL. */
	readonly isTest: boolean;
}

const SETTINGS = "The settings of this trigger can't be used";
const ALREADY_SET = 'The Mavapay account already has a webhook';

function checkedSettings(context: IHookFunctions): Settings {
	const settings = settingsOf(context);
	if (!settings.ok) throw refuse(SETTINGS, `${settings.reason}.`);
	if (settings.value.deduplicate && context.getNode().alwaysOutputData === true) {
		throw refuse(
			"'Always Output Data' is on in the settings of this trigger",
			'n8n would run the workflow with an empty item for each event that is delivered again. Turn it off.',
		);
	}
	return settings.value;
}

async function prepare(context: IHookFunctions, settings: Settings): Promise<Activation> {
	const connection = await connect(context);
	const secrets = checkedSecrets(connection, context, settings);
	const ownUrl = ownUrlOf(context);
	requireHttps(connection, ownUrl);
	return { context, settings, connection, secrets, ownUrl, isTest: context.getMode() === 'manual' };
}

function checkedSecrets({ credential }: Connection, context: IHookFunctions, { registration }: Settings): Secrets {
	const secrets = readSecrets(credential, { triggerId: triggerIdOf(context), manual: registration === 'manual' });
	if (!secrets.ok) throw refuse(SETTINGS, `${secrets.reason}.`, { cause: 'invalidCredential' });
	return secrets.value;
}

function ownUrlOf(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined)
		throw refuse('n8n gave this trigger no webhook URL', 'Save the workflow and activate it again.');
	return url;
}

/** Events contain names and amounts. */
function requireHttps({ deployment }: Connection, ownUrl: string): void {
	if (deployment.kind === 'live' && !ownUrl.toLowerCase().startsWith('https:')) {
		throw refuse(
			`n8n's webhook URL ${shownUrl(ownUrl)} doesn't start with https`,
			'Live events would be sent unencrypted. Set the public address of n8n (WEBHOOK_URL) and activate the workflow again.',
		);
	}
}

/** Whether nothing has to be set: registration is manual, or the account's webhook is exactly as it should be. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const settings = checkedSettings(context);
	if (settings.registration === 'manual') {
		await checkManual(context, settings);
		return true;
	}
	const { connection, secrets, ownUrl } = await prepare(context, settings);
	const webhook = await readAccountWebhook(connection.service);
	const isSet = webhook !== null && webhook.url === ownUrl && webhook.secret === secrets.current && webhook.isActive;
	if (!isSet) return false;
	const stored = new Stored(context);
	stored.registered(ownUrl, fingerprint(secrets.current));
	recallReplaced(context, stored, ownUrl);
	note(context, ownUrl, { isActive: true });
	return true;
}

/** Nothing is set, but whatever would make every event fail stops the activation. */
async function checkManual(context: IHookFunctions, settings: Settings): Promise<void> {
	const connection = await connect(context);
	if (settings.signatureCheck !== 'off') checkedSecrets(connection, context, settings);
}

/** Sets the account's webhook, keeping what it replaces. Throws, with nothing changed, where it may not. */
export async function register(context: IHookFunctions): Promise<void> {
	const activation = await prepare(context, checkedSettings(context));
	const { connection, secrets, ownUrl } = activation;
	const webhook = await readAccountWebhook(connection.service);
	const stored = new Stored(context);
	const replaced = webhook === null ? NOTHING : await toReplace(activation, webhook, stored);
	const before = stored.replaced;
	// Kept before it is replaced: should the answer get lost, it must not be lost with it.
	if (replaced === null) recallReplaced(context, stored, ownUrl);
	else storeReplaced(context, stored, replaced);
	await setAccountWebhook(
		connection.service,
		{ url: ownUrl, secret: secrets.current, exists: webhook !== null },
		() => {
			if (replaced !== null && replaced.previous.length > 0) storeReplaced(context, stored, before);
		},
	);
	stored.registered(ownUrl, fingerprint(secrets.current));
	note(context, ownUrl, { isActive: true });
	const [first] = replaced?.previous ?? [];
	const said = first === undefined ? '' : ` It replaces ${shownUrl(first.url)}, which is restored afterwards`;
	context.logger.info(`Mavapay Trigger: ${shownUrl(ownUrl)} is now the webhook of the Mavapay account.${said}`);
}

const NOTHING: Replaced = { previous: [], whileTesting: false };

/**
 * What has to be kept to be restored later; null where the account's webhook is this trigger's own, and
 * what it replaced is kept already. Throws where the webhook may not be replaced.
 */
async function toReplace(activation: Activation, webhook: AccountWebhook, stored: Stored): Promise<Replaced | null> {
	const { context, settings, connection, secrets, ownUrl, isTest } = activation;
	const allowed = isTest ? settings.replaceWhileTesting : settings.replaceExisting;
	if (isTest ? webhook.url === ownUrl : isOwnUrl(context, webhook.url)) {
		// Activated while listening: what the listener replaced is what this replaces.
		const behind = webhook.url === ownUrl ? null : rememberedReplaced(context, webhook.url);
		const previous = behind?.previous.filter(({ url }) => !isOwnUrl(context, url)) ?? [];
		const [first] = previous;
		if (first === undefined || isOwnUrl(context, behind?.previous[0]?.url ?? '')) return null;
		if (!allowed) throw refuse(ALREADY_SET, alreadySet(first.url));
		return { previous, whileTesting: false };
	}
	if (!allowed) throw refuse(ALREADY_SET, isTest ? alreadySetWhileTesting(webhook.url) : alreadySet(webhook.url));
	// n8n has another address by now: what it had replaced at the one before is still to be restored.
	if (!isTest && webhook.url === stored.url && stored.replaced !== null) return null;
	const { url, secret } = webhook;
	if (secret === null) {
		throw refuse(
			ALREADY_SET,
			`It sends its events to ${shownUrl(url)}, and that webhook's secret can't be read, so it couldn't be restored later. Nothing was changed. Remove that webhook at Mavapay, or set 'Registration' to Manual.`,
		);
	}
	const own = (stored.replaced?.previous ?? []).map((one) => open(one, secrets.sealing)).filter((one) => one !== null);
	const first = { url, secret, baseUrl: connection.deployment.baseUrl };
	const previous = await toKeep(context, first, { own, keys: secrets.sealing });
	return { previous: seal(previous, secrets.sealing), whileTesting: isTest };
}

const alreadySet = (url: string) =>
	`It sends its events to ${shownUrl(url)}, and an account has only one. Nothing was changed. Turn on 'Replace Existing Webhook' to replace it (it is restored on deactivation), or deactivate what uses it first.`;

const alreadySetWhileTesting = (url: string) =>
	`It sends its events to ${shownUrl(url)}, and an account has only one: listening for a test event would replace it for up to two minutes. Nothing was changed. Turn on the option 'Replace Webhook While Testing' to allow this (it is restored afterwards).`;

function storeReplaced(context: IHookFunctions, stored: Stored, replaced: Replaced | null): void {
	const kept = replaced === null || replaced.previous.length === 0 ? null : replaced;
	stored.setReplaced(kept);
	note(context, ownUrlOf(context), { replaced: kept });
}

/** The webhook is set already: what a try before this one replaced is still to be restored. */
function recallReplaced(context: IHookFunctions, stored: Stored, ownUrl: string): void {
	const replaced = rememberedReplaced(context, ownUrl);
	if (stored.replaced === null) stored.setReplaced(replaced);
	else note(context, ownUrl, { replaced: stored.replaced });
}

/** Restores what was replaced, and nothing else. Throws where trying again may help. */
export async function unregister(context: IHookFunctions): Promise<void> {
	const stored = new Stored(context);
	const ownUrl = context.getNodeWebhookUrl('default') ?? '';
	note(context, ownUrl, { isActive: false });
	recallReplaced(context, stored, ownUrl);
	const { replaced } = stored;
	if (replaced === null) await warnOfWhatStays(context);
	else if (replaced.whileTesting) await restoreAfterTest(context, stored, replaced);
	else await restore(context, stored, replaced);
}

/** n8n tries a deactivation again, but not the end of listening, and a throw there is shown to nobody. */
async function restoreAfterTest(context: IHookFunctions, stored: Stored, replaced: Replaced): Promise<void> {
	for (const pauseMs of [...RESTORE_PAUSES_MS, null]) {
		try {
			await restore(context, stored, replaced);
			return;
		} catch (error) {
			if (pauseMs !== null) await sleep(pauseMs);
			else
				warn(
					context,
					`${shownFirst(replaced)} could not be restored after listening: ${(await hookError(context, error)).message} Listen again, or set it at Mavapay.`,
				);
		}
	}
}

const shownFirst = ({ previous: [first] }: Replaced) => shownUrl(first?.url ?? '');

async function restore(context: IHookFunctions, stored: Stored, replaced: Replaced): Promise<void> {
	const connection = await connect(context);
	const { baseUrl } = connection.deployment;
	if (replaced.previous.some((one) => one.baseUrl !== baseUrl)) {
		warn(
			context,
			`${shownFirst(replaced)} was replaced on another deployment than the credential names now, so it was not restored. Set it again there if you still need it.`,
		);
		return;
	}
	const webhook = await readAccountWebhook(connection.service);
	if (webhook === null || !isStillOurs(context, webhook.url, replaced)) {
		leaveAlone(context, stored, { webhook, replaced });
		return;
	}
	const opened = openReplaced(connection, context, replaced);
	if (opened === null) {
		warn(
			context,
			`${shownFirst(replaced)} could not be restored, because its secret was kept under another API key. Set it again at Mavapay.`,
		);
		return;
	}
	const target = await firstInUse(context, opened, (skipped, isKnown) => {
		const why = isKnown ? 'its workflow is not active any more' : "it didn't answer, so it isn't known to be active";
		warn(context, `${shownUrl(skipped.url)} was not restored: ${why}.`);
	});
	if (target !== null) {
		await setAccountWebhook(connection.service, { url: target.url, secret: target.secret, exists: true });
		context.logger.info(`Mavapay Trigger: the webhook of the Mavapay account is ${shownUrl(target.url)} again`);
	} else warn(context, staysSet(webhook.url));
	if (target?.restoresTheRest !== false) storeReplaced(context, stored, null);
}

/** The webhook has changed since, or was never ours: there is nothing of ours to undo. */
function leaveAlone(
	context: IHookFunctions,
	stored: Stored,
	{ webhook, replaced }: { webhook: AccountWebhook | null; replaced: Replaced },
): void {
	if (webhook !== null && webhook.url === stored.url) {
		warn(
			context,
			`${shownUrl(webhook.url)} was registered by this workflow, or by the one it is a copy of, at another address of n8n, and is left alone. ${shownFirst(replaced)}, which it replaced, was not restored.`,
		);
		return;
	}
	// Another trigger of this n8n replaced it, or our own try may still take effect: what we replaced is needed yet.
	const isExpected =
		webhook !== null &&
		(isTriggerOfThisN8n(context, webhook.url) || replaced.previous.some(({ url }) => url === webhook.url));
	if (!isExpected) storeReplaced(context, stored, null);
}

/** A test listener restores only the test URL; a deactivation also ends what a crashed listener left. */
function isStillOurs(context: IHookFunctions, url: string, { whileTesting }: Replaced): boolean {
	return whileTesting ? url === ownUrlOf(context) : isOwnUrl(context, url);
}

function openReplaced(
	{ credential }: Connection,
	context: IHookFunctions,
	{ previous }: Replaced,
): OpenWebhook[] | null {
	const secrets = readSecrets(credential, { triggerId: triggerIdOf(context), manual: false });
	if (!secrets.ok) return null;
	const opened = previous.map((webhook) => open(webhook, secrets.value.sealing)).filter((webhook) => webhook !== null);
	return opened.length === previous.length ? opened : null;
}

const staysSet = (url: string) =>
	`${shownUrl(url)} stays the webhook of the Mavapay account, because Mavapay offers no way to remove it. Its events are refused until the workflow is active again.`;

/** Without a known way to delete a webhook, one that replaced nothing stays. Changes nothing, so it never throws. */
async function warnOfWhatStays(context: IHookFunctions): Promise<void> {
	const settings = settingsOf(context);
	if (settings.ok && settings.value.registration === 'manual') return;
	try {
		const { service } = await connect(context);
		const webhook = await readAccountWebhook(service);
		// A listener that was refused leaves the live URL, whose events are received as before.
		if (webhook === null || webhook.url !== ownUrlOf(context)) return;
		warn(context, staysSet(webhook.url));
	} catch (error) {
		warn(
			context,
			`It isn't known whether this workflow still holds the webhook of the Mavapay account: ${(await hookError(context, error)).message}`,
		);
	}
}
