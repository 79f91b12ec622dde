import { otherPayeeIn } from '../../nodes/core/payees/allowedPayees';
import type { Claim } from '../claim';
import { isBusy, messageOf, outcomeOf, saidIn, succeeded } from '../exchange';
import {
	copes,
	differs,
	differsMeaning,
	documented,
	endangersMoney,
	held,
	losesFunction,
	notShown,
	type Finding,
	type Meaning,
} from '../finding';
import { isObject, listIn, textOf, type Members } from '../json';
import { BOOKS_OFF, NO_EVIDENCE, WRONG_UNIT } from '../meaning';
import { marksOf } from '../order';
import { misfit, paidIn, type Payment } from '../payments';
import { mentions } from '../refused';
import { amountsApart, exactly, factorOf, ofMinor } from '../relation';
import { inSeconds, isLate, seenOf, settledOf, waitsForTheEnd, type Place, type Sight } from '../settling';
import { shape } from '../shapes';
import { dateOf, MACHINE_IS_OFF, offInWords } from './quotes';
import { refusedFound } from './provoking';
import { invoicePaid, payeeOf, twice, withdrawal, type Kind } from './withdrawals';

const OPERATIONS = 'nodes/Mavapay/operations';
const FILES: Record<Kind, string> = {
	USDT: `${OPERATIONS}/withdrawal/toStablecoin.ts`,
	bank: `${OPERATIONS}/withdrawal/toBankAccount.ts`,
	Lightning: `${OPERATIONS}/withdrawal/toLightning.ts`,
};
const CALLS: Record<Kind, string> = {
	USDT: 'POST /withdraw/stablecoin',
	bank: 'POST /withdraw',
	Lightning: 'POST /withdraw/btc',
};
const NAMED: Record<Kind, string> = { USDT: 'address', bank: 'account', Lightning: 'payment hash' };
const EVIDENCE = `${OPERATIONS}/payoutReference/evidence.ts`;
const STATEMENT = 'nodes/core/books/statement.ts';
const KINDS: readonly Kind[] = ['USDT', 'bank', 'Lightning'];
const withArticle = (kind: Kind): string => `${kind === 'USDT' ? 'A USDT' : `A ${kind}`} withdrawal`;

const pays = (rest: Omit<Claim, 'level'>): Claim => ({ ...rest, level: 'pay' });

const LONG_MS = 10_000;
const TOO_LONG_MS = 45_000;

const answers = (kind: Kind): readonly Claim[] => [
	shape({
		call: CALLS[kind],
		level: 'pay',
		concerns: [FILES[kind]],
		means: copes('The payment is identified by its ID and status, and a hint of the node names the difference.'),
		ask: async (account) => {
			const payment = await withdrawal(account, kind);
			if (!succeeded(payment.exchange)) paidIn(payment);
			return payment.exchange;
		},
	}),
	pays({
		id: `outcome of a ${kind} withdrawal`,
		says: `${withArticle(kind)} is answered so that the package takes it for accepted, within 10 s`,
		see: 'docs/reference/interface.md#answers',
		concerns: ['nodes/core/http/outcome.ts', FILES[kind]],
		means: losesFunction(
			"A payment that was made counts as unknown: the run stops, and the reference stays blocked. Check Mavapay's dashboard.",
		),
		check: async (account) => {
			const { exchange, refused } = await withdrawal(account, kind);
			const { outcome } = outcomeOf(exchange);
			const tookMs = exchange.endedMs - exchange.startedMs;
			if (!succeeded(exchange)) return refusedFound(exchange, refused);
			if (outcome === 'rejected') return notShown(`it was refused: ${saidIn(exchange)}`, exchange);
			if (outcome !== 'accepted') return differs(`the package takes it for ${outcome}`, exchange);
			if (tookMs <= LONG_MS) return documented('accepted, in time', exchange);
			const seen = `it took ${inSeconds(tookMs)}`;
			return tookMs > TOO_LONG_MS
				? differs(seen, exchange)
				: differsMeaning(copes("Leave the option 'Timeout' at 60 seconds or more."), seen, exchange);
		},
	}),
	pays({
		id: `amount of a ${kind} withdrawal`,
		says: `${withArticle(kind)} is answered with the amount that was sent`,
		see: 'docs/reference/interface.md#amounts',
		concerns: [FILES[kind], 'nodes/core/domain/money.ts'],
		means: WRONG_UNIT,
		check: async (account) => {
			const payment = await withdrawal(account, kind);
			const answered = exactly(paidIn(payment).amount);
			if (answered === null) return differs('the answer has no amount', payment.exchange);
			const other = otherKind(paidIn(payment), payment.order.currency);
			if (other !== null) return differsMeaning(other.means, other.seen, payment.exchange);
			const factor = factorOf(answered, ofMinor(payment.order.amount));
			return held(factor === '', factor === '' ? 'it is' : `it is ${factor} what was sent`, payment.exchange);
		},
	}),
	pays({
		id: kind === 'bank' ? 'wallet after a withdrawal' : `wallet after a ${kind} withdrawal`,
		says: `${withArticle(kind)} takes the amount that was sent and the fees that are stated from the wallet, at once`,
		see: 'docs/why/questions.md#money',
		concerns: [STATEMENT, FILES[kind], 'docs/reference/statement.md'],
		means: WRONG_UNIT,
		check: async (account) => {
			const payment = await withdrawal(account, kind);
			const found = misfit(payment);
			const wallets = payment.losses.at(-1)?.wallets ?? payment.exchange;
			if (found === null) return documented('it took the amount and the fees', wallets);
			return found.means === undefined
				? differs(found.seen, wallets)
				: differsMeaning(found.means, found.seen, wallets);
		},
	}),
	pays({
		id: `payee in the answer to a ${kind} withdrawal`,
		says: `${withArticle(kind)} is answered with the ${NAMED[kind]} that was sent, with that masked or shortened, or without one`,
		see: 'docs/why/questions.md#money',
		concerns: ['nodes/core/payees/allowedPayees.ts', 'nodes/core/payout/payOne.ts'],
		means: endangersMoney(
			'The answer to a payment names another payee, who may have got the money. The node gives a hint. Do not pay with this package until Mavapay has explained it.',
		),
		check: async (account) => {
			const payment = await withdrawal(account, kind);
			const { metadata, hash } = paidIn(payment);
			const { bankAccountNumber, address } = isObject(metadata) ? metadata : {};
			const stated = textOf({ USDT: address, bank: bankAccountNumber, Lightning: hash }[kind] ?? null);
			if (stated === null) return documented('it states none', payment.exchange);
			const payee = payeeOf(kind, payment.order);
			if (otherPayeeIn({ hash: stated, metadata: { bankAccountNumber: stated, address: stated } }, payee) === null)
				return documented(
					mentions({ stated }, marksOf(payment.order)) ? 'it is whole' : 'it is masked, shorter or of another form',
					payment.exchange,
				);
			const own = listIn((await account.read('/bankaccount')).body);
			return own.some((one) => textOf(one.bankAccountNumber) === stated)
				? differsMeaning(OWN_ACCOUNT, 'it is an account of the wallet', payment.exchange)
				: differs(`it is another ${NAMED[kind]}`, payment.exchange);
		},
	}),
];

const OWN_ACCOUNT = copes("Each payment has a hint that names an account of the wallet's. It isn't the payee's.");
const FAILED_AT_ONCE = losesFunction('The payment failed at once: the item ends as failed.');

const firstStatus = (kind: 'USDT' | 'bank', id: string, says: string): Claim =>
	pays({
		id,
		says,
		see: 'docs/why/questions.md#answers',
		concerns: [FILES[kind]],
		means: copes(),
		check: async (account) => {
			const payment = await withdrawal(account, kind);
			const { status = 'none', hash } = paidIn(payment);
			const has = kind === 'USDT' && textOf(hash ?? null) !== null;
			const seen = `"${textOf(status) ?? 'none'}"${has ? ', with a hash' : ''}`;
			if (status === 'FAILED') return differsMeaning(FAILED_AT_ONCE, seen, payment.exchange);
			if (['PENDING', 'SUCCESS'].includes(String(status)))
				return held(status === 'PENDING' && !has, seen, payment.exchange);
			return differsMeaning(UNKNOWN_STATUS, seen, payment.exchange);
		},
	});

const first: readonly Claim[] = [
	firstStatus(
		'USDT',
		'first status of a withdrawal',
		'The answer to a USDT withdrawal has the status PENDING and no hash',
	),
	firstStatus('bank', 'first status of a bank withdrawal', 'The answer to a bank withdrawal has the status PENDING'),
	pays({
		id: 'hash of a Lightning withdrawal',
		says: "`hash` of a Lightning withdrawal is the invoice's payment hash, and finds it",
		see: 'docs/reference/interface.md#withdraw-btc',
		concerns: [FILES.Lightning, EVIDENCE, 'nodes/core/payees/lightning.ts'],
		means: NO_EVIDENCE,
		check: async (account) => {
			const { hash } = await invoicePaid(account);
			const payment = await withdrawal(account, 'Lightning');
			const answered = textOf(paidIn(payment).hash);
			const found = await account.until('the payment by its hash', { withinMs: LONG_MS }, async () => {
				const look = await account.send('GET', '/transaction', { query: { hash } });
				return listIn(look.body).some(({ id }) => id === paidIn(payment).id) ? look : null;
			});
			if (found !== null) return documented('it is found by the payment hash', found);
			return differs(
				answered?.toLowerCase() === hash
					? 'it is that, but finds nothing'
					: '`hash` is something else, and it is not found by the payment hash',
				payment.exchange,
			);
		},
	}),
];

const UNKNOWN_STATUS = losesFunction(
	"The package doesn't know this status. It counts as neither settled nor failed, so 'Wait for Settlement' and filters of the trigger miss it.",
);

const ONE_FOR_TWO = endangersMoney(
	"Two payments appear as one transaction, so the package can't see the second one. Do not send a payment again by hand until this is known.",
);

/** How a withdrawal's type or currency is wrong, and how much that matters; null if both are right. */
function otherKind({ type, currency }: Members, expected: string): { means: Meaning; seen: string } | null {
	const [named, unit] = [textOf(type) ?? 'none', textOf(currency) ?? 'none'];
	if (named.toUpperCase() === 'DEPOSIT') return { means: TAKEN_FOR_ANOTHER, seen: `its type is "${named}"` };
	if (named.toUpperCase() !== 'WITHDRAWAL') return { means: UNKNOWN_WORD, seen: `its type is "${named}"` };
	if (unit.toUpperCase() === expected) return null;
	const isKnown = ['NGN', 'KES', 'BTC', 'USD', 'USDT'].includes(unit.toUpperCase());
	return { means: isKnown ? TAKEN_FOR_ANOTHER : UNKNOWN_WORD, seen: `its currency is "${unit}"` };
}

const TAKEN_FOR_ANOTHER = endangersMoney(
	"A payment appears with another type or currency, so statements, 'Resolve' and events book it wrongly. Do not base a payment or a release on them.",
);
const UNKNOWN_WORD = losesFunction(
	"The package doesn't know this word, so statements, 'Reconcile', filters and 'Resolve' miss such payments.",
);

const repeated = (kind: 'USDT' | 'bank', id: string, says: string): Claim =>
	pays({
		id,
		says,
		see: 'docs/why/questions.md#money',
		concerns: [FILES[kind], 'docs/reference/outcomes.md'],
		means: copes("The package never sends a payment twice by itself. A person who does sees the refusal's message."),
		check: async (account) => {
			const [one, other] = await twice(account, kind);
			paidIn(one);
			if (!succeeded(other.exchange)) return repeatRefused(other);
			const same = textOf(paidIn(other).id) === textOf(paidIn(one).id);
			if (!same) return documented('a second transaction', other.exchange);
			const last = other.losses.at(-1)?.lost ?? 0n;
			const seen = 'the first transaction came again, and the wallet lost';
			return last === 0n
				? differs(`${seen} nothing`, other.exchange)
				: differsMeaning(ONE_FOR_TWO, `${seen} money again`, other.exchange);
		},
	});

/** The finding about a repeated withdrawal that was refused; if money left anyway, that outweighs everything else. */
function repeatRefused({ exchange, refused }: Payment): Finding {
	const { cause } = outcomeOf(exchange);
	if (refused?.money !== 'where it was' || cause === 'insufficientFunds' || isBusy(exchange))
		return refusedFound(exchange, refused);
	return differs(`refused: "${messageOf(exchange) ?? ''}"`, exchange);
}

const visible = (place: Place, id: string, kind: 'USDT' | 'bank' = 'USDT'): Claim =>
	pays({
		id,
		says: `${kind === 'bank' ? 'A bank withdrawal' : 'A payment'} shows in GET ${place} within 10 s of its answer`,
		see: 'docs/why/questions.md#answers',
		concerns: [EVIDENCE, `${OPERATIONS}/transaction/reconcile.ts`],
		means: NO_EVIDENCE,
		check: async (account) => {
			const payment = await withdrawal(account, kind);
			const sights = await seenOf(account, payment);
			const sight = sights[place];
			if (sight.first === null) return differs('not within a minute', sight.last);
			if (place === '/transactions' && waitsForTheEnd(sights, place))
				return differs('it is not listed while it is PENDING', sight.first);
			const seen = `after ${inSeconds(sight.withinMs ?? 0)} at most`;
			return isLate(sight)
				? differsMeaning(copes("'Resolve' says that a payment may still appear. Ask again later."), seen, sight.first)
				: documented(seen, sight.first);
		},
	});

/** A claim that the list or look-up shows the same amount and fees as the answer to the payment. */
const stated = (kind: Kind, place: Place): Claim =>
	pays({
		id: `${place === '/transaction' ? 'looked-up' : 'listed'} amount of a ${kind} withdrawal`,
		says: `GET ${place} states the amount and the fees that ${withArticle(kind).replace(/^A/, 'a')} was answered with`,
		see: 'docs/reference/interface.md#transaction-looked-up',
		concerns: [STATEMENT, EVIDENCE, `${OPERATIONS}/transaction/reconcile.ts`],
		means: endangersMoney(
			"Statements, 'Reconcile', 'Resolve' and 'Get New' read a wrong amount. Do not base a payment or a release on them.",
		),
		check: async (account) => {
			const payment = await withdrawal(account, kind);
			const { first: shown, transaction, last } = (await seenOf(account, payment))[place];
			if (shown === null || transaction === null)
				return succeeded(last) || last.status === 404
					? differsMeaning(NO_EVIDENCE, 'it is not there within a minute', last)
					: notShown('the payment could not be looked for', last);
			const answered = paidIn(payment);
			const other = otherKind(transaction, payment.order.currency);
			if (other !== null) return differsMeaning(other.means, other.seen, shown);
			const amount = amountsApart(transaction, answered, 'amount');
			const fees = amountsApart(transaction, answered, 'fees');
			if (amount !== null) return differs(amount, shown);
			return fees === null ? documented('both are', shown) : differsMeaning(BOOKS_OFF, fees, shown);
		},
	});

const afterwards: readonly Claim[] = [
	pays({
		id: 'hash of a settled payment',
		says: 'A USDT withdrawal that is settled has a `hash`',
		see: 'docs/reference/interface.md#transaction',
		concerns: [EVIDENCE, `${OPERATIONS}/transaction/waitForSettlement.ts`],
		means: NO_EVIDENCE,
		check: async (account) => {
			const { transaction, exchange } = await settledOf(account, await withdrawal(account, 'USDT'));
			if (transaction.status === 'FAILED') return notShown('the payment failed', exchange);
			const has = textOf(transaction.hash ?? null) !== null;
			return held(has, has ? 'it has' : 'its hash is null, or not there', exchange);
		},
	}),
	pays({
		id: 'last status of a withdrawal',
		says: 'A withdrawal ends as SUCCESS or FAILED',
		see: 'docs/reference/interface.md#transaction',
		concerns: [`${OPERATIONS}/transaction/waitForSettlement.ts`, 'nodes/core/books/statement.ts'],
		means: UNKNOWN_STATUS,
		check: async (account) => {
			const { transaction, exchange } = await settledOf(account, await withdrawal(account, 'bank'));
			const status = textOf(transaction.status) ?? 'none';
			return held(['SUCCESS', 'FAILED'].includes(status), `"${status}"`, exchange);
		},
	}),
	pays({
		id: 'clock of a payment',
		says: "Times of a payment are UTC, and agree with this machine's clock",
		see: 'docs/reference/interface.md#transaction',
		concerns: ['nodes/core/payout/reference/resolution.ts', `${OPERATIONS}/transaction/list.ts`],
		means: endangersMoney(
			"'Resolve' could take an earlier payment for this one, or say that this one wasn't paid. Do not release references by it.",
		),
		check: async (account) => {
			const payment = await withdrawal(account, 'USDT');
			const { exchange } = payment;
			const answered = offInWords(textOf(paidIn(payment).createdAt), exchange.endedMs);
			const sights = await seenOf(account, payment);
			const offOf = ({ transaction }: Sight) =>
				transaction === null ? null : offInWords(textOf(transaction.createdAt), exchange.endedMs);
			const [listed, lookedUp] = [offOf(sights['/transactions']), offOf(sights['/transaction'])];
			const off = answered ?? listed ?? lookedUp;
			if (off === null) return documented('within two minutes', exchange);
			if (answered !== null)
				return offInWords(textOf(paidIn(payment).createdAt), dateOf(exchange)) === null
					? notShown(MACHINE_IS_OFF, exchange)
					: differs(off, exchange);
			const place = listed === null ? '/transaction' : '/transactions';
			return differs(`${off}, in ${listed === null ? 'the look-up' : 'the list'}`, sights[place].first ?? exchange);
		},
	}),
];

export const payingClaims: readonly Claim[] = [
	...answers('USDT'),
	visible('/transaction', 'payment looked up'),
	visible('/transactions', 'payment in the list'),
	...first.slice(0, 1),
	...answers('bank'),
	visible('/transactions', 'bank withdrawal in the list', 'bank'),
	...answers('Lightning'),
	...first.slice(1),
	repeated('USDT', 'repeated withdrawal', 'A USDT withdrawal sent twice with one `customerReference` is two payments'),
	repeated('bank', 'repeated bank withdrawal', 'A bank withdrawal sent twice word for word is two payments'),
	...KINDS.flatMap((kind) => [stated(kind, '/transaction'), stated(kind, '/transactions')]),
	...afterwards,
];
