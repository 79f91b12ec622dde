/** The credential signs only this package's requests and n8n's credential test, no other node's requests. */
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { MavapayApi } from '../../../credentials/MavapayApi.credentials';
import { asOwn } from '../../../nodes/core/service/deployments';
import { answering, createExecuteContext, saidBy } from '../../harness/engine';
import { credentialOf, run, useSandbox } from '../../harness/engine/mavapay';
import { serve } from '../../harness/engine/startedFaultServers';

const service = useSandbox();
const type = new MavapayApi();

/** The response to another node's request with the credential, or the error. */
async function sendAnyway(options: IHttpRequestOptions): Promise<unknown> {
	const credentials = { mavapayApi: credentialOf(service.sandbox) };
	const context: IExecuteFunctions = createExecuteContext({ credentialTypes: [type], credentials });
	try {
		return await context.helpers.httpRequestWithAuthentication.call(context, 'mavapayApi', options);
	} catch (error) {
		return error;
	}
}

const REFUSED =
	/works only for requests from the Mavapay nodes\. .* 'Header Auth' credential with the name X-API-KEY and a READ key/;

test('a strange host gets nothing', async () => {
	const { url, requests } = await serve(answering(200));
	expect(String(await sendAnyway({ url: `${url}/wallet` }))).toMatch(REFUSED);
	expect(requests).toEqual([]);
});

test.each<[string, Partial<IHttpRequestOptions> & { path?: string }]>([
	['a read', {}],
	['a payment', { method: 'POST', path: '/withdraw', body: { amount: '1' } }],
	["a mark that a workflow's text could be", { headers: { 'Symbol(n8n-nodes-mavapay.ownRequest)': 'true' } }],
])("and Mavapay's own address doesn't, either: %s", async (_, { path = '/wallet', ...more }) => {
	const { url, keys } = service.sandbox;
	const error = await sendAnyway({ url: `${url}${path}`, ...more });
	expect(String(error)).toMatch(REFUSED);
	expect(JSON.stringify(error)).not.toContain(keys.write);
	expect(service.sandbox.requests).toEqual([]);
});

test.each<[string, (url: string) => IHttpRequestOptions]>([
	['of another path', (baseURL) => ({ baseURL, url: '/transactions' })],
	['that pays', (baseURL) => ({ baseURL, url: '/wallet', method: 'POST', body: {} })],
	['of a longer path', (baseURL) => ({ baseURL, url: '/wallet?walletId=1' })],
])('a request like that of the test, %s, is none', async (_, request) => {
	expect(String(await sendAnyway(request(service.sandbox.url)))).toMatch(REFUSED);
	expect(service.sandbox.requests).toEqual([]);
});

test('nor is one like that of the test at another address', async () => {
	const { url, requests } = await serve(answering(200));
	expect(String(await sendAnyway({ baseURL: `${url}/api/v1`, url: '/wallet' }))).toMatch(REFUSED);
	expect(requests).toEqual([]);
});

test('what this package sends is signed by a credential that n8n loaded anew', async () => {
	const request = asOwn({ url: 'https://api.example' });
	await jest.isolateModulesAsync(async () => {
		const reloaded = await import('../../../nodes/core/service/deployments');
		expect(reloaded.asOwn).not.toBe(asOwn);
		expect([request, { ...request }, { url: request.url }].map(reloaded.isOwn)).toEqual([true, true, false]);
	});
});

test.each([
	{ resource: '__CUSTOM_API_CALL__', operation: '' },
	{ resource: 'wallet', operation: '__CUSTOM_API_CALL__' },
])("n8n's Custom API Call says so: %j", async (parameters) => {
	const { nodeError } = await run(service.sandbox, parameters);
	expect(saidBy(nodeError)).toMatch(/^'Custom API Call' isn't possible with the Mavapay credential/);
	expect(saidBy(nodeError)).toMatch(REFUSED);
});

test('n8n restricts it to the nodes that use it, where it knows them', () => {
	// n8n's loader of packages adds `supportedNodes` to a credential; its loader of custom extensions doesn't.
	const [custom, installed] = [new MavapayApi(), new MavapayApi()];
	Object.assign(installed, { supportedNodes: ['mavapay', 'mavapayTrigger'] });
	expect({ ...custom }.restrictToSupportedNodes).toBeUndefined();
	expect({ ...installed }.restrictToSupportedNodes).toBe(true);
	expect(installed.restrictToSupportedNodes).toBe(true);
});
