/** The fees to expect of withdrawals in naira, from those that earlier ones took, and what a wallet lacks for what was refused. */
import * as fc from 'fast-check';
import type { Json, JsonObject } from '../../../nodes/core/domain/json';
import { expectedFees, withShortfall } from '../../../nodes/core/payout/cover';
import { describePayment, failureOf } from '../../../nodes/core/payout/messages';
import type { ItemResult } from '../../../nodes/core/payout/runTypes';
import { refuse } from '../../../nodes/core/service/failure';
import { checkedRead } from '../../../nodes/core/service/service';
import { answerWith } from '../../harness/payout/endings';
import { Fixture } from '../../harness/payout/fixture';
import { plan } from '../../harness/payout/plans';

const withdrawal = (minor: bigint, path = '/withdraw', currency: 'NGN' | 'USDT' = 'NGN') =>
	plan({ amount: { minor, currency }, sealed: { sends: [{ method: 'POST', path }] } });
const seen = (amount: Json, fees: Json, more: JsonObject = {}): JsonObject => ({
	amount,
	fees,
	currency: 'NGN',
	type: 'WITHDRAWAL',
	...more,
});

/** The fees found for amounts, after a list of earlier transactions. */
async function found(list: Json, ...amounts: bigint[]) {
	const fixture = new Fixture();
	fixture.response = answerWith(list);
	const plans = amounts.map((amount) => withdrawal(amount));
	const fees = await expectedFees(fixture.service, plans);
	return plans.map((one) => fees.get(one)?.minor ?? null);
}

test('are those of the next larger amount, else the largest seen', async () => {
	const list = [seen(500_000, 1000), seen('5000000', '2500'), seen(5_000_000, 2600), seen(90_000_000, 5000)];
	expect(await found(list, 1n, 500_000n, 500_001n, 5_000_000n, 5_000_001n, 90_000_001n)).toEqual([
		...[1000n, 1000n, 2600n, 2600n],
		...[5000n, 5000n],
	]);
});

test('leave out what is no withdrawal in naira, or tells no fee', async () => {
	const order = { metadata: { order: { id: '43477-4306', quote: { id: 'q' } } } };
	const others = [
		...[
			seen(5, 1, { currency: 'KES' }),
			seen(5, 1, { type: 'DEPOSIT' }),
			seen(5, 1, order),
			seen(5, 1, { orderId: 'o' }),
		],
		...[seen(5, null), seen(5, '1.5'), seen(5, -1), seen('x', 1), 7],
	];
	expect(await found(others, 5n)).toEqual([null]);
	expect(await found([...others, seen(5, 0)], 5n)).toEqual([0n]);
	expect(await found('no list', 5n)).toEqual([null]);
});

test('are asked for where something is withdrawn in naira alone, and stop nothing', async () => {
	const fixture = new Fixture();
	const none = [
		withdrawal(5n, '/withdraw/stablecoin', 'USDT'),
		withdrawal(5n, '/quote'),
		withdrawal(5n, '/withdraw', 'USDT'),
	];
	expect([(await expectedFees(fixture.service, none)).size, fixture.read]).toEqual([0, []]);
	const down = checkedRead(async () => {
		throw refuse('Mavapay is down', 'Try later.');
	});
	expect((await expectedFees({ ...fixture.service, read: down }, [withdrawal(5n)])).size).toBe(0);
});

test('are never less than the fee where fees rise with the amount and a larger one was seen', async () => {
	const minor = fc.bigInt({ min: 1n, max: 1_000_000n });
	const amounts = fc.array(minor, { minLength: 1, maxLength: 20 });
	await fc.assert(
		fc.asyncProperty(amounts, fc.array(minor, { maxLength: 4 }), minor, async (past, steps, amount) => {
			const feeOf = (minor: bigint) => 10n + 15n * BigInt(steps.filter((step) => minor >= step).length);
			const [fee] = await found(
				past.map((one) => seen(String(one), String(feeOf(one)))),
				amount,
			);
			const largest = past.reduce((most, one) => (one > most ? one : most));
			if (largest >= amount) expect(fee).toBeGreaterThanOrEqual(feeOf(amount));
			else expect(fee).toBe(feeOf(largest));
		}),
	);
});

describe('what is missing for payments that were refused for too little money', () => {
	const payment = (cause: 'insufficientFunds' | 'rejected', minor: bigint | null, currency: 'NGN' | 'USDT' = 'NGN') =>
		({
			index: 0,
			failure: failureOf(describePayment(withdrawal(minor ?? 1n).sealed, {}), 'Nothing was paid.', {
				outcome: 'rejected',
				cause,
			}),
			amount: minor === null ? null : { minor, currency },
		}) satisfies ItemResult;

	/** What is said behind "Nothing was paid." of each result, and how often the wallets were read. */
	async function said(wallets: Json, ...results: ItemResult[]) {
		const fixture = new Fixture();
		fixture.response = answerWith(wallets);
		const found = await withShortfall(results, fixture.service);
		const texts = found.map((one) =>
			'failure' in one ? one.failure.description.slice('Nothing was paid. '.length) : '',
		);
		return { texts, reads: fixture.read.length };
	}
	const wallets = [
		{ currency: 'NGN', balance: 120_000 },
		{ currency: 'USDT', balance: 'many' },
	];

	test('is said of each, for all of a currency together, and asked once', async () => {
		const two = [payment('insufficientFunds', 500_000n), payment('insufficientFunds', 20_000n)];
		const { texts, reads } = await said(wallets, ...two, payment('rejected', 1n));
		const text =
			'The NGN wallet has 1,200.00 NGN. What was refused for it needs at least 4,000.00 NGN more; fees may come on top.';
		expect([texts, reads]).toEqual([[text, text, ''], 1]);
	});

	test('is not said where it is not known', async () => {
		const others = [
			payment('insufficientFunds', null),
			payment('insufficientFunds', 900_000n, 'USDT'),
			payment('insufficientFunds', 120_000n),
		];
		expect((await said(wallets, ...others)).texts).toEqual(['', '', '']);
		expect(await said(wallets, payment('rejected', 500_000n))).toEqual({ texts: [''], reads: 0 });
		const fixture = new Fixture();
		const down = checkedRead(async () => {
			throw refuse('Mavapay is down', 'Try later.');
		});
		const results = [payment('insufficientFunds', 500_000n)];
		expect(await withShortfall(results, { ...fixture.service, read: down })).toEqual(results);
	});
});
