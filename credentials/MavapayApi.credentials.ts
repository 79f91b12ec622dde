import type { IAuthenticate, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

import { testRules } from '../nodes/core/n8n/adapter';
import { authenticationHeaders, BASE_URLS, readDeployment } from '../nodes/core/service/deployments';

const only = (field: string, value: string) => ({ show: { [field]: [value] } });

const REDIRECTS = [301, 302, 303, 307, 308];

/** Rules of the credential test: the text for an HTTP status, and for a body whose `status` has a value. */
const onCode = (value: number, message: string) => ({ type: 'responseCode' as const, properties: { value, message } });
const onStatus = (value: string | undefined, message: string) => ({
	type: 'responseSuccessBody' as const,
	properties: { key: 'status', value, message },
});

export class MavapayApi implements ICredentialType {
	name = 'mavapayApi';

	displayName = 'Mavapay API';

	icon = { light: 'file:../icons/mavapay.svg', dark: 'file:../icons/mavapay.dark.svg' } as const;

	documentationUrl = 'https://github.com/n8n-nodes-mavapay/n8n-nodes-mavapay#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Deployment',
			name: 'deployment',
			type: 'options',
			options: [
				{ name: 'Custom', value: 'custom', description: 'Another address, such as the sandbox of this package' },
				{ name: 'Live', value: 'live', description: 'Real money' },
				{ name: 'Staging', value: 'staging', description: 'For trying things out, with signet invoices' },
			],
			default: 'staging',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/api/v1',
			description: "Mavapay's address with its path prefix. Must use https, except for localhost.",
			displayOptions: only('deployment', 'custom'),
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{ name: 'API Key', value: 'apiKey' },
				{ name: 'Bearer Token', value: 'bearerToken' },
			],
			default: 'apiKey',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'A READ key lists and looks up; payouts need a WRITE key',
			displayOptions: only('authentication', 'apiKey'),
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			displayOptions: only('authentication', 'bearerToken'),
		},
		{
			displayName: 'Webhook Signing Secret',
			name: 'webhookSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'The secret that payment events are signed with. Left empty, the trigger derives one from the API key. Required with a bearer token and with manual registration.',
		},
		{
			displayName: 'Previous Webhook Signing Secret',
			name: 'previousWebhookSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Still accepted while the secret is being changed',
		},
	];

	/** The key is checked where it is used: one that HTTP cannot carry would be altered on its way. */
	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const deployment = readDeployment(credentials);
		if (!deployment.ok) throw new Error(deployment.reason);
		const headers = authenticationHeaders(credentials);
		if (!headers.ok) throw new Error(headers.reason);
		return { ...requestOptions, headers: { ...requestOptions.headers, ...headers.value } };
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ $credentials.deployment === "custom" ? $credentials.baseUrl.trim().replace(/\\/+$/, "") : $credentials.deployment === "live" ? "${BASE_URLS.live}" : "${BASE_URLS.staging}" }}`,
			url: '/wallet',
			// The key would go along to wherever the address points.
			disableFollowRedirect: true,
		},
		rules: testRules(
			onCode(401, "Mavapay doesn't accept this key. Check that it is complete and belongs to the chosen deployment."),
			onCode(403, "Mavapay knows this key, but doesn't let it read wallets. Use a key with the role READ or WRITE."),
			onCode(
				404,
				"There is no Mavapay API at this address. Check 'Deployment', and the path of 'Base URL', which usually ends in /api/v1.",
			),
			...REDIRECTS.map((value) =>
				onCode(
					value,
					"The address redirects to another one, and redirects aren't followed. Check 'Deployment' and 'Base URL'.",
				),
			),
			onStatus('error', 'Mavapay rejected the request. Check the key and the chosen deployment.'),
			onStatus(
				undefined,
				"The response isn't from Mavapay's API: it may be a web page. Check 'Deployment' and 'Base URL'.",
			),
		),
	};
}
