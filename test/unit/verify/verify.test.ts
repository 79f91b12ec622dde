import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putWebhookBack } from '../../../scripts/verify/borrowedWebhook';
import { exitCodeOf, markdownOf, type Report } from '../../../scripts/verify/report';
import { CLAIMS, type Outcome } from '../../../scripts/verify/run';
import { secretsOf, THEIRS, wholeRun, worldWith, type Plant, type World } from './account';
import { ANSWERS } from './plants/answers';
import { AS_DOCUMENTED, CIRCUMSTANCES } from './plants/circumstances';
import { EVENTS } from './plants/events';
import { LISTS } from './plants/lists';
import { MONEY } from './plants/money';
import type { Planted } from './plants/planted';
import { PAID_MEANWHILE, REFUSED_BUT_PAID } from './plants/refusals';
import { rowsOf } from './plants/rewriting';
import { VARIANTS, VARIED } from './plants/variants';

let folder: string;
let world: World;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'verify-'));
});

afterEach(async () => {
	await world.close();
	rmSync(folder, { recursive: true, force: true });
});

async function runWith(plant: Plant): Promise<Outcome> {
	world = await worldWith(plant, folder);
	return await wholeRun(world);
}

const reportOf = ({ rows, messages, endedBy }: Outcome): Report => ({
	at: '2026-01-15T09:00:00Z',
	deployment: 'this machine',
	level: 'pay',
	listens: true,
	rows,
	messages,
	notes: [],
	endedBy,
});

/** Claims that rest on entries of lists, or on a webhook that stands there. */
const OF_LISTS: readonly string[] = [
	...['form of GET /bankaccount', 'form of GET /collections/stablecoin/addresses'],
	...['form of GET /order/all', 'form of GET /order', "an order's quotes", 'orders come whole'],
	...['form of GET /transactions', 'first page', 'default page size', 'page size', 'pages do not overlap'],
	...['what a page says of the next', 'count', 'order of the list', 'an empty page'],
	...['id', 'orderId', 'hash'].flatMap((by) => [
		`form of GET /transaction, by ${by}`,
		`one transaction or a list by ${by}`,
		`transaction found by ${by}`,
	]),
	...['status', 'type', 'currency', 'minAmount', 'maxAmount', 'txId', 'accountName'].map((name) => `filter ${name}`),
	...['what a period means', 'bounds of a period', 'times of transactions'],
	...['reference', 'metadata', 'hash'].map((what) => `${what} of a looked-up transaction`),
	"the webhook's secret in the profile",
];

const differingIn = ({ rows }: Outcome): string[] =>
	rows.filter(({ verdict }) => verdict === 'differs').map(({ id, seen }) => `${id}: ${seen}`);

describe('held against the sandbox', () => {
	it('everything is as documented, nothing of the account is in the report, and the webhook comes back', async () => {
		const outcome = await runWith({});
		const { rows } = outcome;
		const empty = ['form of GET /bankaccount'];

		expect(rows.filter(({ id, verdict }) => verdict !== 'as documented' && !empty.includes(id))).toEqual([]);
		expect(rows).toHaveLength(CLAIMS.length);
		expect(exitCodeOf(reportOf(outcome))).toBe(0);
		const written = JSON.stringify(outcome);
		expect(secretsOf(world).filter((value) => written.includes(value))).toEqual([]);
		expect(await putWebhookBack(world.account, folder)).toBe('put back');
		expect(world.sandbox.webhook).toMatchObject(THEIRS);
		expect(readdirSync(folder).filter((name) => name.startsWith('webhook'))).toEqual([]);
	});

	it.each([
		[false, []],
		[true, ['500', '500']],
	])('asks once more where the own address takes no less than 5 USDT; agreed: %s', async (isAgreed, expected) => {
		world = await worldWith(
			rowsOf('POST', /generate-address$/, (row) => ({ ...row, minAmount: 5 })),
			folder,
		);
		const asked: string[] = [];
		const agrees = async (question: string) => {
			asked.push(question);
			return await Promise.resolve(isAgreed);
		};
		Reflect.set(world.account, 'told', { ...world.account.told, agrees });
		const before = world.sandbox.ledger.find({ kind: 'payout' }).length;
		await wholeRun(world);

		const paid = world.sandbox.ledger.find({ kind: 'payout' }).slice(before);
		const usdt = paid.filter(({ currency }) => currency === 'USDT').map(({ amount }) => String(amount));
		expect(asked).toEqual([expect.stringMatching(/at least 5\.00 USDT.*paid to it twice, not 1\.00 USDT/)]);
		expect(usdt).toEqual(expected);
	});

	it('an account without an entry in any list shows nothing of lists', async () => {
		world = await worldWith({ isNew: true }, folder);
		world.sandbox.setWebhook(null);
		const { rows } = await wholeRun(world, 'read');

		const verdicts = new Map(rows.map(({ id, verdict }) => [id, verdict]));
		expect(OF_LISTS.map((id) => [id, verdicts.get(id)])).toEqual(OF_LISTS.map((id) => [id, 'not shown']));
	});

	it('a run that only reads sends nothing but GET', async () => {
		world = await worldWith({}, folder);
		await wholeRun(world, 'read');

		const sent = world.sandbox.requests.map(({ method, path }) => `${method} ${path}`);
		expect(sent.filter((one) => !one.startsWith('GET '))).toEqual([]);
		// These open an order, though they read.
		expect(sent.filter((one) => /paymentlink/.test(one))).toEqual([]);
	});
});

/** One in so many of those that don't concern money; `npm run test:long` plants all of them. */
const some = (plants: readonly Planted[], oneIn: number) =>
	plants.filter((_plant, place) => process.env.PROPERTY_RUNS !== undefined || place % oneIn === 0);
const named = (plants: readonly Planted[]) => plants.map((plant) => [plant.name, plant] as const);

describe('a service that differs', () => {
	it.each(named([...MONEY, ...REFUSED_BUT_PAID, ...some(VARIANTS, 2), ...some([...ANSWERS, ...LISTS, ...EVENTS], 8)]))(
		'is noticed: %s',
		async (_name, plant) => {
			const outcome = await runWith(plant);
			const seen = new Map(outcome.rows.map((row) => [row.id, row]));

			expect(
				plant.named.filter((id) => seen.get(id)?.verdict !== 'differs').map((id) => [id, seen.get(id)?.seen]),
			).toEqual([]);
			const [first = ''] = plant.named;
			expect(seen.get(first)?.seen).toMatch(plant.word ?? /./);
			expect(seen.get(first)?.means?.weight).toBe(plant.weight ?? seen.get(first)?.means?.weight);
			for (const id of plant.named) expect(seen.get(id)?.concerns).not.toEqual([]);
			const written = `${markdownOf(reportOf(outcome))}${JSON.stringify(outcome)}`;
			expect(secretsOf(world).filter((value) => written.includes(value))).toEqual([]);
		},
	);
});

describe('no difference', () => {
	it.each(named([...PAID_MEANWHILE, ...VARIED, ...some([...CIRCUMSTANCES, ...AS_DOCUMENTED], 2)]))(
		'is %s',
		async (_name, plant) => {
			const outcome = await runWith(plant);
			expect(differingIn(outcome)).toEqual([]);
			const verdicts = new Map(outcome.rows.map(({ id, verdict }) => [id, verdict]));
			expect((plant.notShown ?? []).filter((id) => verdicts.get(id) !== 'not shown')).toEqual([]);
		},
	);
});
