import { readdirSync } from 'node:fs';
import { putWebhookBack } from '../../../verify/borrowedWebhook';
import { Mask } from '../../../verify/redact';
import { exitCodeOf } from '../../../verify/report';
import { CLAIMS } from '../../../verify/run';
import { secretsOf, THEIRS, wholeRun } from './account';
import { ENDS } from './plants/ends';
import { BANK, hits, refusing, rowsOf } from './plants/rewriting';
import { reportOf, useWorlds } from './runs';

/** Claims that depend on entries of lists, or on a webhook that was set before. */
const OF_LISTS: readonly string[] = [
	...['form of GET /bankaccount', 'form of GET /collections/stablecoin/addresses'],
	...['form of GET /order/all', 'form of GET /order', "an order's quotes", 'orders come whole'],
	...['form of GET /transactions', 'first page', 'page size', 'pages do not overlap'],
	...['what a page says of the next', 'count', 'order of the list', 'an empty page'],
	...['id', 'orderId', 'hash'].flatMap((by) => [
		`form of GET /transaction, by ${by}`,
		`one transaction or a list by ${by}`,
		`transaction found by ${by}`,
	]),
	...['status', 'type', 'currency', 'minAmount', 'maxAmount', 'txId', 'accountName'].map((name) => `filter ${name}`),
	...['what a period means', 'times of transactions'],
	...['reference', 'metadata', 'hash'].map((what) => `${what} of a looked-up transaction`),
	"the webhook's secret in the profile",
];

describe('a message about somebody else', () => {
	it('is shown without names, IDs and keys', () => {
		const message = 'ADAEZE OKAFOR has key_a1b2c3d4 and 5f0c1a2b-0000-4000-8000-0123456789ab, which is PENDING';
		expect(new Mask().text(message)).toBe('<name> has <key> and <uuid>, which is PENDING');
	});
});

describe('held against the sandbox', () => {
	const worldOf = useWorlds();

	it('everything is as documented, nothing of the account is in the report, and the webhook comes back', async () => {
		const world = await worldOf({});
		const outcome = await wholeRun(world);
		const { rows } = outcome;
		const empty = ['form of GET /bankaccount'];

		expect(rows.filter(({ id, verdict }) => verdict !== 'as documented' && !empty.includes(id))).toEqual([]);
		expect(rows).toHaveLength(CLAIMS.length);
		expect(exitCodeOf(reportOf(outcome))).toBe(0);
		const written = JSON.stringify(outcome);
		expect(secretsOf(world).filter((value) => written.includes(value))).toEqual([]);
		expect(await putWebhookBack(world.account, world.folder)).toBe('put back');
		expect(world.sandbox.webhook).toMatchObject(THEIRS);
		expect(readdirSync(world.folder).filter((name) => name.startsWith('webhook'))).toEqual([]);
	});

	it.each([
		[false, []],
		[true, ['500', '500']],
	])('asks once more where the own address takes no less than 5 USDT; agreed: %s', async (isAgreed, expected) => {
		const world = await worldOf(rowsOf('POST', /generate-address$/, (row) => ({ ...row, minAmount: 5 })));
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
		expect(asked).toEqual([
			expect.stringMatching(/at least 5\.00 USDT.*pays 5\.00 USDT to it twice instead of 1\.07 USDT/),
		]);
		expect(usdt).toEqual(expected);
	});

	it('an account without an entry in any list shows nothing of lists', async () => {
		const world = await worldOf({ isNew: true });
		world.sandbox.setWebhook(null);
		const { rows } = await wholeRun(world, 'read');

		const verdicts = new Map(rows.map(({ id, verdict }) => [id, verdict]));
		expect(OF_LISTS.map((id) => [id, verdicts.get(id)])).toEqual(OF_LISTS.map((id) => [id, 'not shown']));
	});

	it('a run that only reads sends nothing but GET', async () => {
		const world = await worldOf({});
		await wholeRun(world, 'read');

		const sent = world.sandbox.requests.map(({ method, path }) => `${method} ${path}`);
		expect(sent.filter((one) => !one.startsWith('GET '))).toEqual([]);
		// A payment link isn't read either: that would open an order.
		expect(sent.filter((one) => /paymentlink/.test(one))).toEqual([]);
	});

	it.each([
		['where nothing was paid', undefined, ['That is somebody else']],
		['not where it is paid later', ENDS['a withdrawal refused for its name is paid 40 s later']?.carry, []],
	])('offers an unknown message of a refusal for Also Refused %s', async (_, carry, expected) => {
		const plain: NonNullable<typeof carry> = async (request, next) => await next(request);
		const world = await worldOf({
			carry: async (request, next, at) => {
				const came = await (carry ?? plain)(request, next, at);
				return hits(request, 'POST', BANK) && /name mismatch/i.test(came.text)
					? refusing('That is somebody else')
					: came;
			},
		});
		const { messages } = await wholeRun(world);
		expect(messages).toEqual(expected);
	});
});
