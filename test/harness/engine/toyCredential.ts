/** A credential type like those of payment services: a key in a header. For tests of n8n itself. */
import type { ICredentialType } from 'n8n-workflow';

export const TOY_CREDENTIAL = 'toyApi';
export const TOY_KEY = 'toy-key-4f1c';

export const toyCredential: ICredentialType = {
	name: TOY_CREDENTIAL,
	displayName: 'Toy API',
	properties: [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{ displayName: 'Key', name: 'key', type: 'string', default: '' },
		{
			displayName: 'Header',
			name: 'header',
			type: 'string',
			default: 'X-API-KEY',
		},
	],
	authenticate: {
		type: 'generic',
		properties: { headers: { '={{$credentials.header}}': '={{$credentials.key}}' } },
	},
	test: {
		request: { baseURL: '={{$credentials.baseUrl}}', url: '/wallet', method: 'GET' },
		rules: [
			{
				type: 'responseSuccessBody',
				properties: { key: 'status', value: 'error', message: 'The service refused the key' },
			},
		],
	},
};
