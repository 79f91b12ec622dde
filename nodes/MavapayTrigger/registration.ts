import { sleep, type IHookFunctions } from 'n8n-workflow';

import { fingerprint, openSecret, sealSecret } from '../core/domain/webhookSecret';
import { connect, type Connection } from '../core/n8n/connection';
import { refuse } from '../core/service/failure';
import { hookError } from './hookErrors';
import { ownPath, replacedBy, setReplacedBy, Stored, triggerIdOf, type Earlier } from './memory';
import { settingsOf } from './parameters';
import { readSecrets, type Secrets } from './secrets';
import type { Settings } from './settings';
import { isSameTrigger, shownUrl, type Slot } from './slot';
import { readSlot, setSlot } from './slotRequests';

const GIVE_BACK_PAUSES_MS = [500, 2_000];

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

function checkedSettings(context: IHookFunctions): Settings {
	const settings = settingsOf(context);
	if (!settings.ok) throw refuse(`${settings.reason}.`);
	return settings.value;
}

async function prepare(context: IHookFunctions, settings: Settings): Promise<Activation> {
	const connection = await connect(context);
	const secrets = checkedSecrets(connection, context, settings);
	const ownUrl = ownUrlOf(context);
	refuseReadableWay(connection, ownUrl);
	return { context, settings, connection, secrets, ownUrl, isTest: context.getMode() === 'manual' };
}

function checkedSecrets({ credential }: Connection, context: IHookFunctions, { registration }: Settings): Secrets {
	const secrets = readSecrets(credential, { triggerId: triggerIdOf(context), manual: registration === 'manual' });
	if (!secrets.ok) throw refuse(`${secrets.reason}.`);
	return secrets.value;
}

function ownUrlOf(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) throw refuse('n8n gave this trigger no webhook URL. Save the workflow and activate it again.');
	return url;
}

/** Whether nothing has to be set: registration is manual, or the slot is exactly as it should be. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const settings = checkedSettings(context);
	if (settings.registration === 'manual') {
		await checkManual(context, settings);
		return true;
	}
	const { connection, secrets, ownUrl } = await prepare(context, settings);
	const slot = await readSlot(connection.service);
	const isSet = slot !== null && slot.url === ownUrl && slot.secret === secrets.current && slot.isActive;
	if (!isSet) return false;
	const stored = new Stored(context);
	stored.registered(ownUrl, fingerprint(secrets.current));
	recall(context, stored, ownUrl);
	return true;
}

/** Nothing is set, but what would make every event fail is said at once. */
async function checkManual(context: IHookFunctions, settings: Settings): Promise<void> {
	const connection = await connect(context);
	if (settings.signatureCheck !== 'off') checkedSecrets(connection, context, settings);
}

/** Takes the slot, keeping what it replaces. Throws, with nothing changed, where it may not. */
export async function register(context: IHookFunctions): Promise<void> {
	const activation = await prepare(context, checkedSettings(context));
	const { connection, secrets, ownUrl } = activation;
	const slot = await readSlot(connection.service);
	const stored = new Stored(context);
	const replaced = slot === null ? null : replacedIn(activation, slot, stored);
	const before = stored.earlier;
	// Kept before it is replaced: should the answer get lost, it must not be lost with it.
	if (replaced !== null || slot === null) keep(context, stored, replaced);
	else recall(context, stored, ownUrl);
	await setSlot(connection.service, { url: ownUrl, secret: secrets.current, exists: slot !== null }, () => {
		if (replaced !== null) keep(context, stored, before);
	});
	stored.registered(ownUrl, fingerprint(secrets.current));
	const told = replaced === null ? '' : ` It replaces ${shownUrl(replaced.url)}, which is put back afterwards`;
	context.logger.info(`Mavapay Trigger: ${shownUrl(ownUrl)} is now the webhook of the Mavapay account.${told}`);
}

/** Events hold names and amounts. */
function refuseReadableWay({ deployment }: Connection, ownUrl: string): void {
	if (deployment.kind === 'live' && !ownUrl.toLowerCase().startsWith('https:')) {
		throw refuse(`n8n's webhook URL ${shownUrl(ownUrl)} does not start with https, so live events would cross the network readable. Set the public address of n8n (WEBHOOK_URL) and activate again.`);
	}
}

/** What has to be put back later; null where the slot is this trigger's own. Throws where it may not be taken. */
function replacedIn(activation: Activation, slot: Slot, stored: Stored): Earlier | null {
	const { context, settings, connection, secrets, ownUrl, isTest } = activation;
	const isOwn = (url: string) => isSameTrigger(url, ownUrl, ownPath(context));
	const allowed = isTest ? settings.takeSlotWhileTesting : settings.replaceExisting;
	if (isTest ? slot.url === ownUrl : isOwn(slot.url)) {
		// Activated while listening: what the listener replaced is what this replaces.
		const behind = slot.url === ownUrl ? null : replacedBy(context, slot.url);
		if (behind === null || isOwn(behind.url)) return null;
		if (!allowed) throw refuse(slotTaken(behind.url));
		return { ...behind, whileTesting: false };
	}
	if (!allowed) throw refuse(isTest ? slotTakenByTest(slot.url) : slotTaken(slot.url));
	// n8n has another address by now: what it had replaced at the one before is still to be put back.
	if (!isTest && slot.url === stored.url && stored.earlier !== null) return null;
	if (slot.secret === null) {
		throw refuse(`The Mavapay account sends its events to ${shownUrl(slot.url)}, and that webhook's secret can't be read, so it could not be put back later. Nothing was changed. Remove that webhook at Mavapay, or set 'Registration' to Manual.`);
	}
	const secret = sealSecret({ secret: slot.secret, apiKey: secrets.sealing[0] });
	return { url: slot.url, secret, baseUrl: connection.deployment.baseUrl, whileTesting: isTest };
}

const slotTaken = (url: string) =>
	`The Mavapay account already sends its events to ${shownUrl(url)}, and it has one webhook only. Nothing was changed. Turn on 'Replace Existing Webhook' to take its place (it is put back on deactivation), or deactivate what uses it first.`;

const slotTakenByTest = (url: string) =>
	`The Mavapay account sends its events to ${shownUrl(url)}, and it has one webhook only: listening for a test event would replace that for up to two minutes. Nothing was changed. Turn on the option 'Replace Webhook While Testing' to allow it (it is put back afterwards).`;

function keep(context: IHookFunctions, stored: Stored, earlier: Earlier | null): void {
	if (earlier === null) stored.forgetEarlier();
	else stored.keepEarlier(earlier);
	setReplacedBy(context, ownUrlOf(context), earlier);
}

/** The slot is taken already: what a try before this one replaced is still to be put back. */
function recall(context: IHookFunctions, stored: Stored, ownUrl: string): void {
	const earlier = replacedBy(context, ownUrl);
	if (earlier !== null && stored.earlier === null) stored.keepEarlier(earlier);
}

/** Puts back what was replaced, and nothing else. Throws where trying again may help. */
export async function unregister(context: IHookFunctions): Promise<void> {
	const stored = new Stored(context);
	recall(context, stored, context.getNodeWebhookUrl('default') ?? '');
	const { earlier } = stored;
	if (earlier === null) await tellWhatStays(context);
	else if (earlier.whileTesting) await giveBackAfterTest(context, stored, earlier);
	else await giveBack(context, stored, earlier);
}

/** n8n tries a deactivation again, but not the end of listening, and a throw there is nobody's. */
async function giveBackAfterTest(context: IHookFunctions, stored: Stored, earlier: Earlier): Promise<void> {
	for (const pauseMs of [...GIVE_BACK_PAUSES_MS, null]) {
		try {
			await giveBack(context, stored, earlier);
			return;
		} catch (error) {
			if (pauseMs !== null) await sleep(pauseMs);
			else tell(context, `${shownUrl(earlier.url)} could not be put back after listening: ${(await hookError(context, error)).message} Listen again, or set it at Mavapay`);
		}
	}
}

async function giveBack(context: IHookFunctions, stored: Stored, earlier: Earlier): Promise<void> {
	const connection = await connect(context);
	if (connection.deployment.baseUrl !== earlier.baseUrl) {
		tell(context, `${shownUrl(earlier.url)} was replaced on another deployment than the credential names now, so it was not put back. Set it again there if it is still wanted`);
		return;
	}
	const slot = await readSlot(connection.service);
	if (slot === null || !isStillOurs(context, slot.url, earlier)) {
		leaveAlone(context, stored, { slot, earlier });
		return;
	}
	const secret = openEarlier(connection, context, earlier);
	if (secret === null) {
		tell(context, `${shownUrl(earlier.url)} could not be put back, because its secret was kept under another API key. Set it again at Mavapay`);
		return;
	}
	await setSlot(connection.service, { url: earlier.url, secret, exists: true });
	keep(context, stored, null);
	context.logger.info(`Mavapay Trigger: the webhook of the Mavapay account is ${shownUrl(earlier.url)} again`);
}

/** The slot has moved on, or was never taken: there is nothing of ours to undo. */
function leaveAlone(context: IHookFunctions, stored: Stored, { slot, earlier }: { slot: Slot | null; earlier: Earlier }): void {
	if (slot !== null && slot.url === stored.url) {
		tell(context, `${shownUrl(slot.url)} was registered by this workflow, or by the one it is a copy of, at another address of n8n, and is left alone. ${shownUrl(earlier.url)}, which it replaced, was not put back`);
	} else if (slot?.url !== earlier.url) keep(context, stored, null);
}

/** A test listener gives back only the test URL; a deactivation also ends what a crashed listener left. */
function isStillOurs(context: IHookFunctions, url: string, earlier: Earlier): boolean {
	const ownUrl = ownUrlOf(context);
	return earlier.whileTesting ? url === ownUrl : isSameTrigger(url, ownUrl, ownPath(context));
}

function openEarlier({ credential }: Connection, context: IHookFunctions, { secret }: Earlier): string | null {
	const secrets = readSecrets(credential, { triggerId: triggerIdOf(context), manual: false });
	if (!secrets.ok) return null;
	for (const apiKey of secrets.value.sealing) {
		const opened = openSecret({ sealed: secret, apiKey });
		if (opened.ok) return opened.value;
	}
	return null;
}

/** Without a known way to delete a webhook, one that replaced nothing stays. Changes nothing, so it never throws. */
async function tellWhatStays(context: IHookFunctions): Promise<void> {
	const settings = settingsOf(context);
	if (settings.ok && settings.value.registration === 'manual') return;
	try {
		const { service } = await connect(context);
		const slot = await readSlot(service);
		// A listener that was refused leaves the live URL, whose events are received as before.
		if (slot === null || slot.url !== ownUrlOf(context)) return;
		tell(context, `${shownUrl(slot.url)} stays the webhook of the Mavapay account, because Mavapay offers no way to remove it. Its events are refused until the workflow is active again`);
	} catch (error) {
		tell(context, `It is not known whether this workflow still holds the webhook of the Mavapay account: ${(await hookError(context, error)).message}`);
	}
}

function tell(context: IHookFunctions, text: string): void {
	const { name } = context.getNode();
	context.logger.warn(`Mavapay Trigger: ${text.replace(/\.$/, '')}.`, { nodeName: name, workflowId: context.getWorkflow().id });
}
