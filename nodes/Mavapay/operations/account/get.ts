import { redactSecrets } from '../../../core/domain/redact';
import { defineRead } from '../../../core/operation/define';
import { flag } from '../../../core/operation/fields';
import { PROFILE } from '../../../core/service/accountWebhook';
import { dataObjects } from '../../../core/service/service';

export const accountGet = defineRead('account', 'get', {
	action: 'Get account',
	description: 'Get the profile of the account that the credential belongs to',
	fields: {},
	options: {
		revealSecrets: flag('Reveal Secrets', {
			description:
				'Whether to output the API key and webhook secret unmasked. They are then stored with the execution.',
		}),
	},
	request: () => PROFILE,
	select: (data, { options }) => {
		const profiles = dataObjects(data);
		return options.revealSecrets === true ? profiles : profiles.map(redactSecrets);
	},
});
