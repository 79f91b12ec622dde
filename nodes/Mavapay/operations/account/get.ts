import { maskSecrets } from '../../../core/domain/redact';
import { flag } from '../../../core/operation/fields';
import { defineOperation } from '../../../core/operation/define';
import { PROFILE } from '../../../core/service/accountWebhook';
import { userProfile } from '../../../core/service/schemas/account';
import { dataObjects } from '../../../core/service/service';

export const accountGet = defineOperation({
	effect: 'read',
	resource: 'account',
	operation: 'get',
	name: 'Get',
	action: 'Get an account',
	description: 'Get the profile of the account that the credential belongs to',
	answer: userProfile,
	fields: {},
	options: {
		revealSecrets: flag({
			label: 'Reveal Secrets',
			description: 'Whether to output the API key and webhook secret unmasked. They will be stored in the execution data.',
			default: false,
		}),
	},
	request: () => PROFILE,
	select: (data, { options }) => {
		const profiles = dataObjects(data);
		return options.revealSecrets === true ? profiles : profiles.map(maskSecrets);
	},
});
