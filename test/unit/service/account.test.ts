import { createService } from '../../../nodes/core/service/service';
import { askOnce } from '../../../nodes/core/service/account';
import { accountKeyOf, NOT_KNOWN } from '../../../nodes/core/payees/account';
import type { HttpResult } from '../../../nodes/core/http/httpResult';

const clock = { now: () => 0, random: () => 0, sleep: async () => undefined, cancelled: () => false };

/** Reads the account from a service with these answers; the last answer is repeated. */
function asking(...answers: HttpResult[]) {
	const asked: string[] = [];
	const transport = async ({ path }: { path: string }): Promise<HttpResult> => {
		const answer = answers[Math.min(asked.length, answers.length - 1)];
		asked.push(path);
		if (answer === undefined) throw new Error('no answer');
		return answer;
	};
	return { asked, account: askOnce(new Map(), 'key', createService(transport, clock)) };
}

const answer = (status: number, body: object): HttpResult => ({ kind: 'response', status, body: { ...body } });
const WALLETS = answer(200, { status: 'ok', data: [{ accountId: 'a' }, { accountId: 'a' }] });
const FORBIDDEN = answer(403, { status: 'error', message: 'Forbidden resource' });

test('an account is asked for once, by whoever asks at once', async () => {
	const { asked, account } = asking(WALLETS);
	expect(await Promise.all([account(), account()])).toEqual([accountKeyOf(['a']), accountKeyOf(['a'])]);
	expect(await account()).toBe(accountKeyOf(['a']));
	expect(asked).toEqual(['/wallet']);
});

test('an account that is known is asked for again where that is wanted', async () => {
	const { asked, account } = asking(WALLETS);
	await account();
	expect(await account(true)).toBe(accountKeyOf(['a']));
	expect(asked).toHaveLength(2);
});

test.each([
	['one ID, though a wallet names none', ['a', undefined, '', 'a'], accountKeyOf(['a'])],
	['several', ['a', 'b'], NOT_KNOWN],
	['none', [undefined, ' ', 7], NOT_KNOWN],
])('wallets that name %s', (_, ids, expected) => {
	expect(accountKeyOf(ids)).toBe(expected);
});

test('a question that failed is asked again', async () => {
	const { asked, account } = asking(FORBIDDEN, WALLETS);
	await expect(account()).rejects.toThrow();
	expect(await account()).toBe(accountKeyOf(['a']));
	expect(asked).toHaveLength(2);
});

test('a key that may not see its wallets is told so, and not to become a WRITE key', async () => {
	const refused: unknown = await asking(FORBIDDEN)
		.account()
		.catch((error: unknown) => error);
	expect(refused).toMatchObject({
		failure: {
			cause: 'forbidden',
			description: expect.stringContaining("Choose a key for which 'Wallet: Get Many' works"),
		},
	});
	expect(String(refused)).not.toContain('WRITE key');
});
