import type { Account } from '../account';
import type { Claim } from '../claim';
import { isRefusedAlike, saidIn, succeeded, type Exchange } from '../exchange';
import { differs, differsMeaning, documented, endangersMoney, notShown, type Finding } from '../finding';
import { MESSAGES, REFUSED_BUT_PAID } from '../meaning';
import type { Order } from '../order';
import { provokeOnce } from '../payments';
import { foundAtTheEnd, type Aftermath } from '../refused';
import { walletsBeforePaying, walletsOfTheRun } from '../wholeRun';
import { refusalFound, REFUSALS } from './refusals';
import { tooMuch, underAnotherName, withdrawal, withTheOtherCode, type Kind } from './withdrawals';

const WITHDRAWAL = 'nodes/Mavapay/operations/withdrawal';

const pays = (rest: Omit<Claim, 'level'>): Claim => ({ ...rest, level: 'pay' });

/** The finding about whether money left after a refusal; it is "not shown" if the request wasn't refused. */
export function untouchedFound(exchange: Exchange, refused: Aftermath | null): Finding {
	if (refused === null) return notShown('it was not refused', exchange);
	if (refused.money === 'not known') return notShown(refused.seen, exchange);
	return (refused.money === 'gone' ? differs : documented)(refused.seen, exchange);
}

/** The finding about a payment that was unexpectedly refused: a difference if the money left anyway. */
export function refusedFound(exchange: Exchange, refused: Aftermath | null): Finding {
	const seen = `it was refused: ${saidIn(exchange)}`;
	if (refused?.money === 'gone') return differsMeaning(REFUSED_BUT_PAID, `${seen}; but ${refused.seen}`, exchange);
	return notShown(refused?.money === 'not known' ? `${seen}; ${refused.seen}` : seen, exchange);
}

/** Claims about a provoked refusal: its message, and that no money left. */
function provoked(
	id: string,
	{ says, message, concern, kind }: { says: string; message: string; concern: string; kind: Kind },
	order: (account: Account) => Promise<Order>,
): Claim[] {
	const ask = async (account: Account) => await provokeOnce(account, id, async () => await order(account));
	return [
		pays({
			id: `refusal: ${id}`,
			says: `${says} is refused with \`${message}\``,
			see: 'docs/reference/interface.md#errors',
			concerns: [concern, REFUSALS],
			means: MESSAGES,
			check: async (account) => {
				const { exchange } = await ask(account);
				const found = refusalFound(
					exchange,
					message,
					endangersMoney(
						"Mavapay accepts a payment that its documentation excludes, so it doesn't check the payee or the amount. Perhaps this happens only on staging: ask Mavapay, and set limits and *Expected Account Name* before you pay.",
					),
				);
				if (found.verdict !== 'differs' || succeeded(exchange)) return found;
				const usual = (await withdrawal(account, kind)).exchange;
				return isRefusedAlike(exchange, usual) ? notShown(`every one is refused: ${saidIn(usual)}`, usual) : found;
			},
		}),
		pays({
			id: `nothing is paid: ${id}`,
			says: `${says} takes nothing from the wallet when it is refused, and is not listed`,
			see: 'docs/reference/interface.md#refusals',
			concerns: [REFUSALS, concern],
			means: REFUSED_BUT_PAID,
			check: async (account) => {
				const { exchange, refused } = await ask(account);
				return untouchedFound(exchange, refused);
			},
		}),
	];
}

export const provokingClaims: readonly Claim[] = [
	...provoked(
		'more than there is',
		{
			says: 'A withdrawal of more than the wallet holds',
			kind: 'USDT',
			message: 'insufficient balance',
			concern: `${WITHDRAWAL}/toStablecoin.ts`,
		},
		tooMuch,
	),
	...provoked(
		'another name',
		{
			says: "A withdrawal under another name than the account holder's",
			kind: 'bank',
			message: 'name mismatch',
			concern: `${WITHDRAWAL}/toBankAccount.ts`,
		},
		underAnotherName,
	),
	...provoked(
		'bank code of the central bank',
		{
			says: "A withdrawal with the central bank's code in place of the NIP code",
			kind: 'bank',
			message: 'invalid account number or bank code',
			concern: `${WITHDRAWAL}/toBankAccount.ts`,
		},
		withTheOtherCode,
	),
];

/** The finding about money that wallets lost without a known payment. */
function walletsFound(found: readonly Aftermath[]): Finding {
	const inWords = (money: Aftermath['money']) => found.flatMap((one) => (one.money === money ? [one.seen] : []));
	const [gone, unclear] = [inWords('gone'), inWords('not known')];
	if (gone.length > 0) return differs(gone.join('; '));
	return unclear.length > 0 ? notShown(unclear.join('; ')) : documented('they have');
}

/** Compares the wallets' balances just before the first payment with the balances at the start of the run. */
export const untouchedBeforePaying: Claim = {
	id: 'nothing is paid: before the first payment',
	says: 'Reads, enquiries, quotes, links and addresses take nothing from a wallet',
	see: 'docs/why/questions.md#money',
	concerns: ['nodes/core/http/outcome.ts', 'nodes/Mavapay/operations/quote/quote.ts'],
	means: endangersMoney(
		'A request that should not pay takes money, and neither limits nor approvals cover it. Do not use this package until Mavapay has explained it.',
	),
	level: 'read',
	check: async (account) => walletsFound(await walletsBeforePaying(account)),
};

const heldAgainstWallets = (id: string, until: string, afterMs: number): Claim =>
	pays({
		id,
		says: `${until} each wallet has lost what its payments took, and nothing for those that are FAILED`,
		see: 'docs/why/questions.md#money',
		concerns: [REFUSALS, 'nodes/Mavapay/operations/payoutReference/evidence.ts'],
		means: endangersMoney(
			'More money left than was paid: a payment was taken twice, was taken although it was refused, or is FAILED without a refund. A refused or FAILED payment may be paid again. Do not pay with this package until Mavapay has explained it.',
		),
		check: async (account) => {
			const found = await walletsOfTheRun(account, afterMs);
			return found.length === 0 ? notShown('nothing was paid') : walletsFound(found);
		},
	});

/** Compares the wallets with all withdrawals, before a swap or an incoming payment adds money to a wallet. */
export const moneyOfWithdrawals = heldAgainstWallets(
	'money of all withdrawals',
	'Once the withdrawals have ended,',
	15_000,
);

/** Compares the wallets with all payments, at the end of the run, because money may leave late. */
export const moneyOfTheRun = heldAgainstWallets('money of the whole run', 'Up to the end of the run', 0);

/** Checks every refused payment again near the end, because a service may make such a payment late. */
export const untouchedAtTheEnd: Claim = pays({
	id: 'nothing is paid: at the end',
	says: 'Up to the end of the run no payment that was refused has taken anything from a wallet, or is listed',
	see: 'docs/reference/interface.md#refusals',
	concerns: [REFUSALS, `${WITHDRAWAL}/toBankAccount.ts`, `${WITHDRAWAL}/toStablecoin.ts`],
	means: REFUSED_BUT_PAID,
	check: async (account) => {
		const found = await foundAtTheEnd(account);
		const exchanges = found.map(({ exchange }) => exchange);
		const named = ({ exchange, found: { seen } }: (typeof found)[number]) => `${saidIn(exchange)}; ${seen}`;
		const gone = found.filter(({ found: { money } }) => money === 'gone');
		if (gone.length > 0) return differs(gone.map(named).join('; '), ...gone.map(({ exchange }) => exchange));
		const unclear = found.filter(({ found: { money } }) => money === 'not known');
		if (unclear.length > 0) return notShown(unclear.map(named).join('; '), ...unclear.map(({ exchange }) => exchange));
		if (found.length === 0) return notShown('no payment was refused');
		return documented(`nothing was, of ${found.length} that were refused`, ...exchanges);
	},
});
