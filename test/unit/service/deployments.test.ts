/** The address of the service, under which payout references are recorded. */
import { BASE_URLS, movesRealMoney, readDeployment } from '../../../nodes/core/service/deployments';
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
	[BASE_URLS.staging, false],
	[BASE_URLS.live, true],
	['http://127.0.0.1:4010/api/v1', false],
	['https://localhost:4010/api/v1', false],
	['https://mavapay-proxy.example.com/api/v1', true],
])('an evaluation on %s may move real money: %s', (baseUrl, moves) => {
	expect(movesRealMoney(valueOf(readDeployment({ deployment: 'custom', baseUrl })))).toBe(moves);
});
