/** Waiting for settlement: it ends after a limit, and in one of three clear ways. */
import { transactionWaitForSettlement } from '../../../../nodes/Mavapay/operations/transaction/waitForSettlement';
import { answered } from '../../../cases/case';
import { FakeService, readPlan, stopped } from '../../../harness/operations';

const withdrawal = (status: string, more: object = {}) => ({ id: 't-1', type: 'WITHDRAWAL', status, ...more });
const ORDER = { lookUpBy: 'orderId', value: '1-2', transactionType: 'automatic', options: {} };
const deposit = (status: string) => ({ id: 't-0', type: 'DEPOSIT', status });

async function wait(replies: ConstructorParameters<typeof FakeService>[0], values: object = {}) {
	const service = new FakeService(replies);
	const plan = readPlan(transactionWaitForSettlement, { ...ORDER, ...values });
	return { service, items: await plan.collect(service) };
}

it('asks again every three seconds until the transaction succeeds', async () => {
	const pending = answered([deposit('SUCCESS'), withdrawal('PENDING')]);
	const { items, service } = await wait([
		stopped('404'),
		answered([]),
		answered(null),
		pending,
		answered(withdrawal('SUCCESS')),
	]);
	expect(items).toStrictEqual([withdrawal('SUCCESS', { settlement: 'success' })]);
	expect(service.slept).toStrictEqual([3000, 3000, 3000, 3000]);
});

it('ends with the transaction that failed, though another succeeded', async () => {
	const { items } = await wait([answered([withdrawal('SUCCESS'), { ...withdrawal('failed'), id: 't-2' }])]);
	expect(items).toStrictEqual([{ ...withdrawal('failed'), id: 't-2', settlement: 'failed' }]);
});

it('emits the last to succeed of several', async () => {
	const early = withdrawal('SUCCESS', { id: 't-3', updatedAt: '2026-01-01T00:00:00Z' });
	const late = withdrawal('success', { id: 't-4', createdAt: '2026-01-02T00:00:00Z' });
	const { items } = await wait([answered([late, early])]);
	expect(items).toStrictEqual([{ ...late, settlement: 'success' }]);
});

it('ends after the time-out with the transaction that is still open, which is no error', async () => {
	const { items, service } = await wait([answered([withdrawal('SUCCESS'), { ...withdrawal('PENDING'), id: 't-2' }])], {
		options: { timeout: 10, pollInterval: 4 },
	});
	expect(items).toStrictEqual([{ ...withdrawal('PENDING'), id: 't-2', settlement: 'timeout' }]);
	expect(service.slept).toStrictEqual([4000, 4000, 2000]);
	expect(service.requests).toHaveLength(4);
});

it('says what it looked for where no transaction ever came', async () => {
	const { items, service } = await wait([stopped('404')]);
	expect(items).toStrictEqual([{ orderId: '1-2', settlement: 'timeout' }]);
	expect(service.slept.reduce((sum, milliseconds) => sum + milliseconds, 0)).toBe(120_000);
});

it.each([
	['the withdrawal of an order', {}, 'timeout'],
	['the deposit of an order, when asked', { transactionType: 'DEPOSIT' }, 'success'],
	['every transaction of an order, when asked', { transactionType: 'any' }, 'success'],
	['every transaction of an ID', { lookUpBy: 'id' }, 'success'],
	['every transaction of a hash', { lookUpBy: 'hash' }, 'success'],
	['no withdrawal where there is none, when asked', { lookUpBy: 'id', transactionType: 'WITHDRAWAL' }, 'timeout'],
])('counts %s', async (_name, values, settlement) => {
	const { items } = await wait([answered([deposit('SUCCESS')])], { options: { timeout: 1 }, ...values });
	expect(items.map((item) => item.settlement)).toStrictEqual([settlement]);
});

it.each(['SUCCESS', 'FAILED'])('of an instant payout looked up by its hash waits for what is sent: %s', async (end) => {
	const paidIn = { ...deposit('SUCCESS'), autopayout: true };
	const sent = withdrawal(end, { autopayout: true });
	const looks = [answered([paidIn]), answered([paidIn, withdrawal('PENDING')]), answered([paidIn, sent])];
	const { items, service } = await wait(looks, { lookUpBy: 'hash' });
	expect(items).toStrictEqual([{ ...sent, settlement: end.toLowerCase() }]);
	expect(service.slept).toStrictEqual([3000, 3000]);
});

it.each(['PAYIN', null])('of an instant payout by its hash takes no other type for what is sent: %s', async (type) => {
	const { items } = await wait([answered([{ ...deposit('SUCCESS'), type, autopayout: true }])], { lookUpBy: 'hash' });
	expect(items.map(({ settlement }) => settlement)).toStrictEqual(['timeout']);
});

it('of a payment link waits for its payout, by whatever word for its type', async () => {
	const { items } = await wait([answered([deposit('SUCCESS'), withdrawal('SUCCESS', { type: 'SETTLEMENT' })])]);
	expect(items.map(({ settlement }) => settlement)).toStrictEqual(['success']);
});

it('of an instant payout ends where what was to come in for it failed', async () => {
	const { items } = await wait([answered([{ ...deposit('FAILED'), autopayout: true }])], { lookUpBy: 'hash' });
	expect(items.map(({ settlement }) => settlement)).toStrictEqual(['failed']);
});

it('outlasts a passing fault of the service', async () => {
	const { items } = await wait([stopped('500', true), stopped(null, true), answered(withdrawal('SUCCESS'))]);
	expect(items).toStrictEqual([withdrawal('SUCCESS', { settlement: 'success' })]);
});

it('tells the last known state when the service fails later', async () => {
	const { items } = await wait([answered(withdrawal('PENDING')), stopped('500', true)], { options: { timeout: 5 } });
	expect(items).toStrictEqual([withdrawal('PENDING', { settlement: 'timeout' })]);
});

it('passes on what will not pass: the fault of a service that never answered, and a refusal', async () => {
	await expect(wait([stopped('500', true)], { options: { timeout: 5 } })).rejects.toMatchObject({
		failure: { httpCode: '500' },
	});
	await expect(wait([stopped('401')])).rejects.toMatchObject({ failure: { httpCode: '401' } });
});

it('ends at once when the execution is cancelled', async () => {
	const service = new FakeService([answered([withdrawal('PENDING')])]);
	service.isCancelled = true;
	const plan = readPlan(transactionWaitForSettlement, ORDER);
	expect(await plan.collect(service)).toStrictEqual([withdrawal('PENDING', { settlement: 'timeout' })]);
	expect(service.slept).toStrictEqual([]);
});
