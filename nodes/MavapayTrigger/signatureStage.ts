import type { IWebhookFunctions } from 'n8n-workflow';

import { fingerprint } from '../core/domain/webhookSecret';
import { isSameTrigger } from './slot';
import { connectQuickly } from './quickService';
import { ownPath, Stored, triggerIdOf, triggerScope } from './memory';
import { registeredSecret } from './registeredSecret';
import { readSecrets, type Secrets } from './secrets';
import type { Settings } from './settings';
import { isSigned, signatureHeaderOf } from './verification';

/** How the signature of a delivery was found. */
export type SignatureFinding =
	| { readonly is: 'signed'; readonly note: string | null }
	/** Not signed, and none is demanded: the service has to be asked. */
	| { readonly is: 'unsigned' }
	| { readonly is: 'refused'; readonly status: 401 | 503; readonly reason: string };

const refused = (reason: string, status: 401 | 503 = 401): SignatureFinding => ({ is: 'refused', status, reason });

const ACTIVATE_AGAIN =
	'The secret or API key was changed since this trigger was activated. Activate the workflow again, so that the new secret is registered';

/** Checks a delivery's signature against the secrets of the credential, or the one registered with the service. */
export async function checkSignature(
	context: IWebhookFunctions,
	{ settings, body, startedMs }: { settings: Settings; body: Uint8Array; startedMs: number },
): Promise<SignatureFinding> {
	if (settings.signatureCheck === 'off') return { is: 'unsigned' };
	const header = signatureHeaderOf(context.getHeaderData(), settings.signatureHeader);
	if (header === null) {
		return settings.signatureCheck === 'whenPresent' ? { is: 'unsigned' } : refused('it has no signature header');
	}
	const secrets = readSecrets(await context.getCredentials('mavapayApi'), {
		triggerId: triggerIdOf(context),
		manual: settings.registration === 'manual',
	});
	if (!secrets.ok) return refused(secrets.reason);
	const fits = (...candidates: string[]) =>
		isSigned({ body, header, signedText: settings.signedText, secrets: candidates });
	// With manual registration nothing was registered from here, so there is nothing to compare or to ask for.
	const stored = new Stored(context).fingerprint;
	const isChanged = settings.registration === 'automatic' && stored !== fingerprint(secrets.value.current);
	if (fits(...accepted(secrets.value))) {
		// Without a fingerprint (other nodes can wipe it in queue mode) nothing shows a change.
		const note = isChanged && stored !== null ? ACTIVATE_AGAIN : null;
		return { is: 'signed', note };
	}
	if (!isChanged) return refused('its signature is wrong');
	const registered = await askRegistered(context, startedMs);
	if (registered === 'unavailable') {
		return refused('its signature does not fit the present secret, and Mavapay could not be asked for the registered one', 503);
	}
	if (registered.secret !== null && fits(registered.secret)) return { is: 'signed', note: ACTIVATE_AGAIN };
	return refused('its signature is wrong');
}

function accepted({ current, previous }: Secrets): string[] {
	return previous === null ? [current] : [current, previous];
}

async function askRegistered(context: IWebhookFunctions, startedMs: number) {
	const ownUrl = context.getNodeWebhookUrl('default') ?? '';
	return await registeredSecret(triggerScope(context), {
		service: async () => (await connectQuickly(context, startedMs)).service,
		isOwn: (url) => isSameTrigger(url, ownUrl, ownPath(context)),
		nowMs: startedMs,
	});
}
