/** The key of a credential leaves for its own host only, whoever asks n8n to sign a request with it. */
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { MavapayApi } from '../../../credentials/MavapayApi.credentials';

const KEY = 'the-key-of-the-test';
const STAGING = 'https://staging.api.mavapay.co';

async function signed(request: object, more: ICredentialDataDecryptedObject = {}): Promise<IHttpRequestOptions> {
	const { authenticate } = new MavapayApi();
	if (typeof authenticate !== 'function') throw new Error('The credential signs requests by a function.');
	return await authenticate({ deployment: 'staging', apiKey: KEY, ...more }, { url: '', ...request });
}

it.each<[object, ICredentialDataDecryptedObject]>([
	[{ url: `${STAGING}/api/v1/wallet` }, {}],
	[{ url: `${STAGING.toUpperCase()}:443/api/v2/new` }, {}],
	// As the test of the credential asks, and n8n's HTTP Request node.
	[{ url: '/wallet', baseURL: `${STAGING}/api/v1` }, {}],
	[{ uri: `${STAGING}/api/v1/wallet` }, {}],
	// Without a base it goes nowhere.
	[{ url: '/wallet' }, {}],
	[{ url: 'http://localhost:3000/api/v1/wallet' }, { deployment: 'custom', baseUrl: 'http://localhost:3000/api/v1/' }],
])('%j is signed', async (request, more) => {
	expect(await signed(request, more)).toEqual({ url: '', ...request, headers: { 'X-API-KEY': KEY } });
});

it.each<object>([
	{ url: 'https://api.mavapay.co/api/v1/wallet' },
	{ url: 'https://evil.example/api/v1/wallet' },
	{ url: 'https://staging.api.mavapay.co.evil.example/api/v1' },
	{ url: 'https://staging.api.mavapay.co@evil.example/api/v1' },
	{ url: 'http://staging.api.mavapay.co/api/v1' },
	{ url: `${STAGING}:8443/api/v1` },
	{ url: '//evil.example/wallet', baseURL: `${STAGING}/api/v1` },
	{ url: `${STAGING}/api/v1/wallet`, uri: 'https://evil.example' },
])('%j is not', async (request) => {
	await expect(signed(request)).rejects.toHaveProperty('message', expect.not.stringContaining(KEY));
});
