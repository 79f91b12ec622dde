import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { Result } from '../core/domain/result';
import { readSettings, type Settings } from './settings';

/** The trigger's settings in an activation, a deactivation or a delivery. */
export function settingsOf(context: IHookFunctions | IWebhookFunctions): Result<Settings> {
	return readSettings({
		events: context.getNodeParameter('events', []),
		registration: context.getNodeParameter('registration', 'automatic'),
		replaceExisting: context.getNodeParameter('replaceExisting', false),
		filters: context.getNodeParameter('filters', {}),
		options: context.getNodeParameter('options', {}),
	});
}
