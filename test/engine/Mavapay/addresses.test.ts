/** The address of the service is in no key: what moves real money is one record, whatever the host. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { toBank, toStablecoin } from '../../cases/withdrawal';
import { runNode } from '../../harness/engine';
import { endOf, sent, surroundings, useSandbox } from '../../harness/engine/mavapay';

/** Every address keeps its kind of money here, but all requests go to the sandbox. */
const sandboxAt: { url: string } = { url: '' };
jest.mock('../../../nodes/core/service/deployments', () => {
	const actual = jest.requireActual('../../../nodes/core/service/deployments');
	return {
		...actual,
		readDeployment: (credential: object) => {
			const deployment = actual.readDeployment(credential);
			return deployment.ok ? { ok: true, value: { ...deployment.value, baseUrl: sandboxAt.url } } : deployment;
		},
	};
});

const service = useSandbox();
beforeEach(() => void (sandboxAt.url = service.sandbox.url));

const LIVE = { deployment: 'live' };
const STAGING = { deployment: 'staging' };
const GATEWAY = { baseUrl: 'https://gateway.example/mavapay/v1' };
const OTHER_HOST = { baseUrl: 'https://mavapay.internal:8443/api/v1' };
const HERE = { baseUrl: 'http://127.0.0.1:4010/api/v1' };
const ALSO_HERE = { baseUrl: 'http://localhost:4010/api/v1' };

const on = async (credential: IDataObject, parameters: INodeParameters) =>
	await runNode({ ...surroundings(service.sandbox, credential), parameters, onError: 'continueRegularOutput' });
const outcomeOf = async (credential: IDataObject, parameters: INodeParameters) => {
	const [item] = (await on(credential, parameters)).success;
	return endOf(item?.json);
};
const paid = () => sent(service.sandbox).filter(({ path }) => path.startsWith('/withdraw')).length;

const BANK = { ...toBank, resource: 'withdrawal', operation: 'toBankAccount' };
const USDT = { ...toStablecoin, payoutReference: 'S-1' };
const SKIP = { options: { alreadyRecorded: 'skip' } };

test.each([
	['live and a gateway', LIVE, GATEWAY],
	['a gateway and live', GATEWAY, LIVE],
	['two gateways', GATEWAY, OTHER_HOST],
])('one account behind two addresses is paid once: %s', async (_, first, second) => {
	for (const parameters of [BANK, USDT]) {
		expect(await outcomeOf(first, parameters)).toBe('accepted');
		expect(await outcomeOf(second, { ...parameters, ...SKIP })).toBe('alreadyPaid');
		expect(await outcomeOf(second, { ...parameters, payoutReference: 'OTHER' })).toBe('repeated');
	}
	expect(paid()).toBe(2);
});

test.each([
	['staging and live', STAGING, LIVE],
	['two addresses of this machine', HERE, ALSO_HERE],
	['this machine and a gateway', HERE, GATEWAY],
])('%s have two records', async (_, first, second) => {
	for (const credential of [first, second]) expect(await outcomeOf(credential, { ...USDT, ...SKIP })).toBe('accepted');
	expect(paid()).toBe(2);
});

test('the stop button holds for every kind of money', async () => {
	await on(STAGING, { resource: 'payoutReference', operation: 'halt' });
	for (const credential of [STAGING, LIVE, GATEWAY, HERE]) expect(await outcomeOf(credential, USDT)).toBe('halted');
	expect(paid()).toBe(0);
});

test('no event comes twice because the address is another one', async () => {
	service.sandbox.configure({ settleAfterMs: 0 });
	await on(LIVE, toStablecoin);
	const getNew = { resource: 'transaction', operation: 'getNew', events: ['*'], options: {} };
	const first = await on(LIVE, getNew);
	expect(first.success).not.toEqual([]);
	expect((await on(GATEWAY, getNew)).success).toEqual([]);
	expect((await on(STAGING, getNew)).success).toHaveLength(first.success.length);
});
