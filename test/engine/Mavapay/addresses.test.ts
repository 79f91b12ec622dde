/** The record's keys contain the kind of money but no address: all addresses with real money share one record. */
import { changed } from '../../harness/engine/fakeDeployment';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bankPayout, toStablecoin } from '../../cases/withdrawal';
import { runNode } from '../../harness/engine';
import { endOf, json, realKey, sent, summaryOf, surroundings, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();
// Each address keeps its kind of money (real or test), but all requests go to the sandbox.
beforeEach(() => void (changed.of = () => ({ baseUrl: service.sandbox.url })));

const LIVE = { deployment: 'live' };
const STAGING = { deployment: 'staging' };
const GATEWAY = { baseUrl: 'https://gateway.example/mavapay/v1' };
const OTHER_HOST = { baseUrl: 'https://mavapay.internal:8443/api/v1' };
const HERE = { baseUrl: 'http://127.0.0.1:4010/api/v1' };
const ALSO_HERE = { baseUrl: 'http://localhost:4010/api/v1' };
const ofSandbox = () => ({ ...GATEWAY, authentication: 'apiKey', apiKey: service.sandbox.keys.write });

const on = async (credential: IDataObject, parameters: INodeParameters) =>
	await runNode({
		...surroundings(service.sandbox, { ...realKey(service.sandbox), ...credential }),
		parameters,
		onError: 'continueRegularOutput',
	});
const outcomeOf = async (credential: IDataObject, parameters: INodeParameters) => {
	const [item] = (await on(credential, parameters)).success;
	return endOf(item?.json);
};
const paid = () => sent(service.sandbox).filter(({ path }) => path.startsWith('/withdraw')).length;

const USDT = { ...toStablecoin, payoutReference: 'S-1' };
const SKIP = { options: { alreadyRecorded: 'skip' } };

test.each([
	['live and a gateway', LIVE, GATEWAY],
	['a gateway and live', GATEWAY, LIVE],
	['two gateways', GATEWAY, OTHER_HOST],
	['live and a gateway on this machine', LIVE, HERE],
	['two gateways on this machine', HERE, ALSO_HERE],
])('one account behind two addresses is paid once: %s', async (_, first, second) => {
	for (const parameters of [bankPayout, USDT]) {
		expect(await outcomeOf(first, parameters)).toBe('accepted');
		expect(await outcomeOf(second, { ...parameters, ...SKIP })).toBe('alreadyPaid');
		expect(await outcomeOf(second, { ...parameters, payoutReference: 'OTHER' })).toBe('repeated');
	}
	expect(paid()).toBe(2);
});

test('a budget is one behind every address of real money', async () => {
	const rules = { mostPerDay: 'NGN 4000' };
	const next = { ...bankPayout, payoutReference: 'INV-2', amount: '250100' };
	expect(await outcomeOf({ ...LIVE, ...rules }, bankPayout)).toBe('accepted');
	expect(await outcomeOf({ ...HERE, ...rules }, next)).toBe('budget');
	expect(await outcomeOf({ ...ofSandbox(), ...rules }, next)).toBe('accepted');
});

test('a key of the sandbox has one record, whatever its address', async () => {
	for (const credential of [LIVE, STAGING, ofSandbox()])
		expect(await outcomeOf(credential, { ...USDT, ...SKIP })).toBe('accepted');
	expect(await outcomeOf({ ...ofSandbox(), ...HERE }, { ...USDT, ...SKIP })).toBe('alreadyPaid');
	expect(paid()).toBe(3);
});

test.each([LIVE, STAGING])('a key of the sandbox is refused at %p', async (credential) => {
	const [item] = (await on({ ...ofSandbox(), ...credential }, bankPayout)).success;
	expect(endOf(item?.json)).toBe('invalidCredential');
	expect(sent(service.sandbox)).toEqual([]);
});

test.each([
	['live', LIVE, 'real money'],
	['a gateway on this machine', HERE, 'real money'],
	['staging', STAGING, 'staging: no real money'],
	['a key of the sandbox', null, 'sandbox: no real money'],
])("the approver's first line says the kind of money: %s", async (_, given, words) => {
	const credential = given ?? ofSandbox();
	const { success } = await on(credential, { ...bankPayout, resource: 'prepare' });
	expect(success[0]?.json.payout).toMatchObject({ deployment: words });
	const { text } = await summaryOf(service.sandbox, json(success));
	expect(String(text).split('\n')[0]).toMatch(new RegExp(`^1 payout to approve: .*, ${words}\\.$`));
});

test('a list of several kinds of money says so first', async () => {
	const prepare = async (credential: IDataObject, payoutReference: string) =>
		json((await on(credential, { ...bankPayout, payoutReference, resource: 'prepare' })).success);
	const items = [...(await prepare(LIVE, 'INV-1')), ...(await prepare(ofSandbox(), 'INV-2'))];
	const { text } = await summaryOf(service.sandbox, items);
	expect(String(text).split('\n')[0]).toBe(
		'DIFFERENT KINDS OF MONEY IN ONE LIST, and in its sums: real money; sandbox: no real money.',
	);
});

test('the stop button holds for every kind of money', async () => {
	await on(STAGING, { resource: 'payoutReference', operation: 'halt' });
	for (const credential of [STAGING, LIVE, GATEWAY, HERE, ofSandbox()])
		expect(await outcomeOf(credential, USDT)).toBe('halted');
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
