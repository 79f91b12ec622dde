import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { hideSecrets } from '../core/domain/maskSecrets';
import { secretsOf } from '../core/n8n/connection';
import { triggerIdOf } from './memory';
import { readSecrets } from './secrets';

/**
 * A text for messages and logs, without the keys and secrets of the credential and the secret derived
 * from it: the service may repeat what it was sent.
 */
export async function withoutSecrets(context: IHookFunctions | IWebhookFunctions, text: string): Promise<string> {
	const credential = await context.getCredentials('mavapayApi').catch(() => null);
	if (credential === null) return text;
	const secrets = readSecrets(credential, { triggerId: triggerIdOf(context), manual: false });
	return hideSecrets(text, [...secretsOf(credential), ...(secrets.ok ? [secrets.value.current] : [])]);
}
