import { fail, ok, type Result } from '../core/domain/result';
import { deriveWebhookSecret } from '../core/domain/webhookSecret';
import { textOf } from './event';

/** What a credential gives a trigger to sign, verify and seal with. */
export interface Secrets {
	/** Registered with the service. */
	readonly current: string;
	/** Still accepted while the secret is being changed. */
	readonly previous: string | null;
	/** What an earlier webhook's secret is sealed under, and may have been sealed under before. */
	readonly sealing: readonly [string, ...string[]];
}

interface CredentialFields {
	readonly authentication?: unknown;
	readonly apiKey?: unknown;
	readonly webhookSigningSecret?: unknown;
	readonly previousWebhookSigningSecret?: unknown;
}

/** Decides the secrets (contract 2 and 7). `triggerId` is the node's webhook ID, which n8n keeps for good. */
export function readSecrets(
	credential: CredentialFields,
	{ triggerId, manual }: { triggerId: string; manual: boolean },
): Result<Secrets> {
	const signing = trimmed(credential.webhookSigningSecret);
	const previous = trimmed(credential.previousWebhookSigningSecret);
	const apiKey = credential.authentication === 'bearerToken' ? null : trimmed(credential.apiKey);
	if (signing === null && manual) {
		return fail("The credential's 'Webhook Signing Secret' is empty. With 'Registration' Manual it must hold the secret that was given to Mavapay together with the URL");
	}
	if (signing === null && apiKey === null) {
		return fail("The credential's 'Webhook Signing Secret' is empty, and there is no API key to derive one from. Fill it in: events are signed with it");
	}
	const current = signing ?? deriveWebhookSecret({ apiKey: apiKey ?? '', webhookId: triggerId });
	return ok({
		current,
		previous,
		// A bearer token lives for a session only and could not open tomorrow what it sealed today.
		sealing: apiKey === null ? [current, ...(previous === null ? [] : [previous])] : [apiKey],
	});
}

function trimmed(value: unknown): string | null {
	return textOf(value)?.trim() ?? null;
}
