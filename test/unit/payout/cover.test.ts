/** The expected fees of withdrawals in naira, taken from the fees of earlier withdrawals. */
import * as fc from 'fast-check';
import type { Json, JsonObject } from '../../../nodes/core/domain/json';
import { expectedFees } from '../../../nodes/core/payout/cover';
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
	const payments = amounts.map((amount) => withdrawal(amount).sealed);
	const fees = await expectedFees(fixture.service, payments);
	return payments.map((one) => fees.get(one)?.minor ?? null);
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
	const sealed = none.map((one) => one.sealed);
	expect([(await expectedFees(fixture.service, sealed)).size, fixture.read]).toEqual([0, []]);
	const down = checkedRead(async () => {
		throw refuse('Mavapay is down', 'Try later.');
	});
	expect((await expectedFees({ ...fixture.service, read: down }, [withdrawal(5n).sealed])).size).toBe(0);
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
