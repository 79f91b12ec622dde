import type { IWebhookFunctions } from 'n8n-workflow';

import { textOf } from '../core/domain/json';
import type { MoneyKind } from '../core/domain/money';
import { fail, ok, type Result } from '../core/domain/result';
import { deriveWebhookSecret, fingerprint, verifyBody } from '../core/events/webhookSignature';
import { readAccountWebhook } from '../core/service/accountWebhook';
import { readDeployment } from '../core/service/deployments';
import { connectWithDeadline } from './deadline';
import type { Settings } from './settings';
import { isOwnUrl, Stored, triggerIdOf, triggerScope } from './state';

/** The documented header, and the one that a client of the live service expects (docs/reference/interface.md#signature). */
export const SIGNATURE_HEADERS = ['x-mavapay-signature', 'x-webhook-signature'] as const;

/** The secrets with which a trigger signs, verifies and encrypts, from its credential. */
export interface Secrets {
	/** The secret registered with Mavapay. */
	readonly current: string;
	/** The secret before the current one, still accepted while secrets are rotated; null if there is none. */
	readonly previous: string | null;
	/** The keys that can decrypt a replaced webhook's secret. The first also encrypts new secrets. */
	readonly sealing: readonly [string, ...string[]];
}

/** Reads a trigger's secrets from its credential. `triggerId` comes from `triggerIdOf` and never changes. */
export function readSecrets(
	credential: Readonly<Record<string, unknown>>,
	triggerId: string,
	registration: Settings['registration'] = 'automatic',
): Result<Secrets> {
	const trimmed = (value: unknown) => textOf(value)?.trim() ?? null;
	const signing = trimmed(credential.webhookSigningSecret);
	const previous = trimmed(credential.previousWebhookSigningSecret);
	const apiKey = credential.authentication === 'bearerToken' ? null : trimmed(credential.apiKey);
	if (signing === null && registration === 'manual')
		return fail(
			"The credential's 'Webhook Signing Secret' is empty. With 'Registration' set to Manual, enter the secret that you set for the webhook at Mavapay",
		);
	if (signing === null && apiKey === null) {
		return fail(
			"The credential's 'Webhook Signing Secret' is empty, and there is no API key to derive one from. Enter a secret",
		);
	}
	const current = signing ?? deriveWebhookSecret({ apiKey: apiKey ?? '', webhookId: triggerId });
	return ok({
		current,
		previous,
		// A bearer token is valid only for a session, so it couldn't decrypt later.
		sealing: apiKey === null ? [current, ...(previous === null ? [] : [previous])] : [apiKey],
	});
}

/** The signatures of a request, from any known header. Inherited members don't count. */
export function signaturesOf(headers: Readonly<Record<string, unknown>>): unknown[] {
	return SIGNATURE_HEADERS.flatMap((name) => (Object.hasOwn(headers, name) ? [headers[name]] : []));
}

export type SignatureResult =
	/** `bytes`: the signed bytes, with the event. `money`: the credential's; real if unknown. `advice`: for n8n's log. */
	| { readonly is: 'signed'; readonly bytes: Uint8Array; readonly money: MoneyKind; readonly advice: string | null }
	| { readonly is: 'notSigned'; readonly reason: string }
	/** The registered secret couldn't be read, so the result is unknown. */
	| { readonly is: 'unavailable'; readonly reason: string };

const ACTIVATE_AGAIN =
	'The secret or API key was changed since this trigger was activated. Activate the workflow again to register the new secret';

const notSigned = (reason: string): SignatureResult => ({ is: 'notSigned', reason });

/** Checks a delivery's signature with the credential's secrets, or the one registered with Mavapay. */
export async function checkSignature(
	context: IWebhookFunctions,
	{ settings, body, startedMs }: { settings: Settings; body: Uint8Array; startedMs: number },
): Promise<SignatureResult> {
	const signatures = signaturesOf(context.getHeaderData());
	if (signatures.length === 0) return notSigned('it has no signature header');
	const credential = await context.getCredentials('mavapayApi');
	const secrets = readSecrets(credential, triggerIdOf(context), settings.registration);
	if (!secrets.ok) return notSigned(secrets.reason);
	const deployment = readDeployment(credential);
	const money = deployment.ok ? deployment.value.money : 'real';
	const { current, previous } = secrets.value;
	const signed = verifyBody({ bytes: body, signatures, secrets: [current, previous ?? undefined] });
	// With manual registration, this trigger has registered no secret to compare or read.
	const registered = new Stored(context).fingerprint;
	const isChanged = settings.registration === 'automatic' && registered !== fingerprint(current);
	if (signed !== null) {
		// In queue mode, the workflow's other nodes can delete the fingerprint, without which no change is noticed.
		return { is: 'signed', bytes: signed, money, advice: isChanged && registered !== null ? ACTIVATE_AGAIN : null };
	}
	if (!isChanged) return notSigned('its signature is wrong');
	try {
		const secret = await registeredSecret(context, startedMs);
		const bytes = secret === null ? null : verifyBody({ bytes: body, signatures, secrets: [secret] });
		return bytes === null
			? notSigned('its signature is wrong')
			: { is: 'signed', bytes, money, advice: ACTIVATE_AGAIN };
	} catch {
		// Without a fingerprint, there is no sign that the secret has changed.
		if (registered === null) return notSigned('its signature is wrong');
		const reason =
			"its signature doesn't match the current secret, and the one registered with Mavapay couldn't be read";
		return { is: 'unavailable', reason };
	}
}

/** The least time between two requests for one trigger's registered secret, in milliseconds. */
const PAUSE_MS = 60_000;

const registeredSecrets = new Map<string, { readonly sinceMs: number; readonly secret: Promise<string | null> }>();

/**
 * The secret that Mavapay has for this trigger's URL, needed between a new API key and the next activation; null if the
 * webhook isn't this trigger's. An answer or failure is reused for a minute.
 */
async function registeredSecret(context: IWebhookFunctions, startedMs: number): Promise<string | null> {
	const scope = triggerScope(context);
	const known = registeredSecrets.get(scope);
	if (known !== undefined && performance.now() - known.sinceMs <= PAUSE_MS) return await known.secret;
	const asked = { sinceMs: performance.now(), secret: askForSecret(context, startedMs) };
	registeredSecrets.set(scope, asked);
	return await asked.secret;
}

async function askForSecret(context: IWebhookFunctions, startedMs: number): Promise<string | null> {
	const { service } = await connectWithDeadline(context, startedMs);
	const webhook = await readAccountWebhook(service);
	return webhook !== null && isOwnUrl(context, webhook.url) ? webhook.secret : null;
}
