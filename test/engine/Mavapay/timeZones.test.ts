/** A time without a zone, as n8n's date picker gives it, is in the workflow's time zone. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { periodOf } from '../../../nodes/Mavapay/operations/transaction/transaction';
import { byId } from '../../cases/case';
import { makeQuote } from '../../cases/quoteParts';
import { saidBy } from '../../harness/engine';
import { run, sent, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

const LIST: INodeParameters = { resource: 'transaction', operation: 'getAll', returnAll: true, options: {} };

/** The start or end date of each request that is sent. */
async function asked(timezone: string, filters: INodeParameters, items: IDataObject[] = [{}]): Promise<unknown[]> {
	service.sandbox.reset();
	const { nodeError } = await run(service.sandbox, { ...LIST, filters }, { settings: { timezone }, items });
	expect(saidBy(nodeError)).toBeUndefined();
	return sent(service.sandbox).map(({ query }) => query.startDate ?? query.endDate);
}

test.each(['={{ new Date(1793404800000) }}', '={{ $json.at }}', '={{ DateTime.fromMillis(1793404800000) }}'])(
	'a date of JavaScript or Luxon is its moment: %s',
	async (startDate) => {
		const at = new Date(1793404800000).toISOString();
		const items = [{ at: new Date(1793404800000) as unknown as string }];
		expect(await asked('America/New_York', { startDate }, items)).toEqual([at]);
		expect(await asked('America/New_York', { endDate: startDate }, items)).toEqual([at]);
	},
);

test('a list up to a day has all of that day, by the clocks of the workflow', async () => {
	const day = (edge: string) => ({ [edge]: '2026-02-01' });
	expect(await asked('America/New_York', day('startDate'))).toEqual(['2026-02-01T05:00:00.000Z']);
	expect(await asked('America/New_York', day('endDate'))).toEqual(['2026-02-02T04:59:59.999Z']);
	expect(await asked('Africa/Lagos', { endDate: '={{ $json.day }}' }, [{ day: '2026-02-01' }])).toEqual([
		'2026-02-01T22:59:59.999Z',
	]);
});

test.each([
	['America/New_York', 'NGN', true],
	['America/New_York', 'USDT', false],
	['Africa/Lagos', 'NGN', false],
])(
	"a statement by the clocks of %s, of a wallet of %s, says that they are n8n's default: %s",
	async (timezone, currency, isSaid) => {
		const { id } = service.sandbox.wallets.of(currency as 'NGN');
		const statement = { resource: 'wallet', operation: 'getStatement', wallet: byId(id), options: {} };
		const { hints } = await run(service.sandbox, statement, { settings: { timezone } });
		expect(hints.some(({ message }) => message.includes('New York'))).toBe(isSaid);
	},
);

describe('a period', () => {
	const at = Date.parse('2026-03-01T00:30:00Z');

	test.each([
		['lastMonth', 'Africa/Lagos', '2026-01-31T23:00:00.000Z', '2026-02-28T22:59:59.999Z'],
		['thisMonth', 'Africa/Lagos', '2026-02-28T23:00:00.000Z', '2026-03-01T00:30:00.000Z'],
		['yesterday', 'Africa/Lagos', '2026-02-27T23:00:00.000Z', '2026-02-28T22:59:59.999Z'],
		['lastMonth', 'America/New_York', '2026-01-01T05:00:00.000Z', '2026-02-01T04:59:59.999Z'],
		['yesterday', 'America/New_York', '2026-02-27T05:00:00.000Z', '2026-02-28T04:59:59.999Z'],
	] as const)('%s by the clocks of %s', (period, timeZone, from, to) => {
		const { fromMs, toMs } = periodOf({ period, from: undefined, to: undefined }, { nowMs: at, timeZone });
		expect([fromMs, toMs].map((ms) => new Date(ms).toISOString())).toEqual([from, to]);
	});

	test('without a choice is last month, up to its last millisecond', async () => {
		service.sandbox.reset();
		const statement = { resource: 'wallet', operation: 'getStatement', wallet: byId('all'), options: {} };
		const { success } = await run(service.sandbox, statement, { settings: { timezone: 'UTC' } });
		const day = new Date();
		day.setUTCDate(0);
		const currencies = new Set(success.map(({ json }) => json.currency));
		expect(currencies.size).toBeGreaterThan(3);
		expect(success.at(-1)?.json.date).toBe(day.toISOString().slice(0, 10));
		expect(sent(service.sandbox).filter(({ path }) => path === '/wallet')).toHaveLength(2);
	});
});

test('so have orders', async () => {
	service.sandbox.reset();
	await makeQuote(service.sandbox);
	const now = service.sandbox.clock.now();
	const orders = async (filters: INodeParameters) => {
		const order: INodeParameters = { resource: 'order', operation: 'getAll', returnAll: true, options: {}, filters };
		return (await run(service.sandbox, order, { settings: { timezone: 'Africa/Lagos' } })).success.length;
	};
	const day = (ms: number) => new Date(ms + 3_600_000).toISOString().slice(0, 10);
	expect(await orders({ createdAfter: day(now), createdBefore: day(now) })).toBe(1);
	expect(await orders({ createdBefore: day(now - 86_400_000) })).toBe(0);
	expect(await orders({ createdAfter: day(now + 86_400_000) })).toBe(0);
});
