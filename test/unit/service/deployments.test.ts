/** The address of the service, and the kind of money that moves there. */
import { BASE_URLS, readDeployment } from '../../../nodes/core/service/deployments';
import { valueOf } from '../../harness/results';

const baseUrlOf = (baseUrl: string) => valueOf(readDeployment({ deployment: 'custom', baseUrl })).baseUrl;

it.each([
	'https://api.example.com/api/v1',
	' https://api.example.com/api/v1// ',
	'HTTPS://API.example.com/api/v1',
	'https://api.example.com:443/api/v1/',
	'https://api.example.com/old/../api/v1',
	'https://api.example.com/api/v1/x/..',
	'https://api.example.com./api/v1',
	'https://api.example.com.:443/api/v1',
	'https://api.example.com//api///v1',
	'https://api.example.com/%61pi/%76%31',
])('%p is one address, however it is written', (baseUrl) => {
	expect(baseUrlOf(baseUrl)).toBe('https://api.example.com/api/v1');
});

it.each([
	['http://127.0.0.1:5678/api/v1', 'http://127.0.0.1:5678/api/v1'],
	['http://[::1]:5678/api/v1/', 'http://[::1]:5678/api/v1'],
	['https://api.example.com./api/v1/%2F', 'https://api.example.com/api/v1/%2F'],
	['https://api.example.com/API/v1', 'https://api.example.com/API/v1'],
	['https://api.example.com:8443/api/v1', 'https://api.example.com:8443/api/v1'],
])('%p stays another one', (baseUrl, read) => {
	expect(baseUrlOf(baseUrl)).toBe(read);
});

it.each([
	[{ deployment: 'live' }, 'real'],
	[{ deployment: 'custom', baseUrl: BASE_URLS.live }, 'real'],
	[{ deployment: 'custom', baseUrl: 'https://mavapay-proxy.example.com/api/v1' }, 'real'],
	[{ deployment: 'custom', baseUrl: 'https://mavapay.internal:8443/other/v1' }, 'real'],
	[{ deployment: 'staging' }, 'staging'],
	[{ deployment: 'custom', baseUrl: BASE_URLS.staging }, 'staging'],
	[{ deployment: 'custom', baseUrl: 'http://127.0.0.1:4010/api/v1/' }, 'local http://127.0.0.1:4010/api/v1'],
	[{ deployment: 'custom', baseUrl: 'https://LOCALHOST:4010/api/v1' }, 'local https://localhost:4010/api/v1'],
])('the record takes %p for money of the kind %s', (credential, money) => {
	expect(valueOf(readDeployment(credential)).money).toBe(money);
});
