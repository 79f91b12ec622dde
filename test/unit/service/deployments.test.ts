/** The address of the service, and the kind of money that moves there. */
import { PUBLIC } from '../../../nodes/core/n8n/connection';
import { authenticationHeaders, BASE_URLS, readDeployment } from '../../../nodes/core/service/deployments';
import { reasonOf, valueOf } from '../../harness/results';

const baseUrlOf = (baseUrl: string) => valueOf(readDeployment({ deployment: 'custom', baseUrl })).baseUrl;

it.each([
	'https://api.example.com/api/v1',
	' https://api.example.com/api/v1// ',
	'HTTPS://API.example.com/api/v1',
	'https://api.example.com:443/api/v1/',
	'https://api.example.com/old/../api/v1',
	'https://api.example.com/api/v1/x/..',
])('%p is one address, however it is written', (baseUrl) => {
	expect(baseUrlOf(baseUrl)).toBe('https://api.example.com/api/v1');
});

it.each([
	['http://127.0.0.1:5678/api/v1', 'http://127.0.0.1:5678/api/v1'],
	['http://[::1]:5678/api/v1/', 'http://[::1]:5678/api/v1'],
	['https://api.example.com/API/v1', 'https://api.example.com/API/v1'],
	['https://api.example.com:8443/api/v1', 'https://api.example.com:8443/api/v1'],
])('%p stays another one', (baseUrl, read) => {
	expect(baseUrlOf(baseUrl)).toBe(read);
});

it('is live, without a key, where no credential is needed', () => {
	expect(valueOf(readDeployment(PUBLIC)).baseUrl).toBe(BASE_URLS.live);
	expect(valueOf(authenticationHeaders(PUBLIC))).toEqual({});
});

const SANDBOX = 'sandbox_write_0123456789';
const HERE = { deployment: 'custom', baseUrl: 'http://127.0.0.1:4010/api/v1' };
const GATEWAY = { deployment: 'custom', baseUrl: 'https://mavapay-proxy.example.com/api/v1' };

it.each([
	[{ deployment: 'live' }, 'real'],
	[{ deployment: 'live', authentication: 'bearerToken', accessToken: SANDBOX }, 'real'],
	[{ deployment: 'staging' }, 'staging'],
	[{ deployment: 'staging', authentication: 'bearerToken', apiKey: SANDBOX }, 'staging'],
	[{ deployment: 'custom', baseUrl: BASE_URLS.live }, 'real'],
	[{ deployment: 'custom', baseUrl: BASE_URLS.staging }, 'real'],
	[GATEWAY, 'real'],
	[{ ...GATEWAY, apiKey: ` ${SANDBOX} ` }, 'sandbox'],
	[HERE, 'real'],
	[{ ...HERE, apiKey: 'live-key' }, 'real'],
	[{ ...HERE, apiKey: 'Sandbox_write' }, 'real'],
	[{ ...HERE, apiKey: 'sandbox' }, 'real'],
	[{ ...HERE, apiKey: 'key_sandbox_' }, 'real'],
	[{ ...HERE, authentication: 'apiKey', apiKey: SANDBOX, accessToken: 'token' }, 'sandbox'],
	[{ ...HERE, authentication: 'bearerToken', apiKey: SANDBOX, accessToken: SANDBOX }, 'real'],
])('the record takes %p for money of the kind %s', (credential, money) => {
	expect(valueOf(readDeployment(credential)).money).toBe(money);
});

it.each([
	{ deployment: 'live' },
	{ deployment: 'staging' },
	...[
		'https://api.mavapay.co/api/v1',
		'https://staging.api.mavapay.co/api/v1',
		'https://API.Mavapay.co:8443/other',
		'https://api.mavapay.co./api/v1',
		'https://%61pi.mavapay.co/api/v1',
		'https://staging.api.mavapay.co.:443/v2',
	].map((baseUrl) => ({ deployment: 'custom', baseUrl })),
])("a key of the sandbox is refused at %p, which is Mavapay's own", (credential) => {
	expect(reasonOf(readDeployment({ ...credential, apiKey: SANDBOX }))).toMatch(
		/^The credential's 'API Key' begins with sandbox_.*set 'Deployment' to Custom/,
	);
});

it('a key of the sandbox is taken at every other host', () => {
	for (const host of ['api.mavapay.co.example.com', 'xapi.mavapay.co', 'mavapay.co'])
		expect(
			valueOf(readDeployment({ deployment: 'custom', baseUrl: `https://${host}/api/v1`, apiKey: SANDBOX })).money,
		).toBe('sandbox');
});
