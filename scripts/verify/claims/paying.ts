import type { Account } from '../account';
import { messageOf, succeeded, type Exchange } from '../exchange';
import type { Claim } from '../claim';
import { differs, held, notShown, NotShown } from '../finding';
import { dataOf, isObject, listIn, textOf, type JsonValue, type Members } from '../json';
import { transactionIn, type Delivery } from '../receiver';
import { callNamed, shape, shapeOf } from '../shapes';
import { formOfEvent, receiverOf } from './webhooks';
import { newAddress, quoted } from './writing';

const OPERATIONS = 'nodes/Mavapay/operations';
const BANK = `${OPERATIONS}/withdrawal/toBankAccount.ts`;
const STABLECOIN = `${OPERATIONS}/withdrawal/toStablecoin.ts`;
const EVIDENCE = `${OPERATIONS}/payoutReference/evidence.ts`;
const EVENTS = 'nodes/core/domain/events/paymentEvent.ts';
const REFUSALS = 'nodes/core/domain/http';

const REFERENCE = 'verify-payment';
const TEST_BANK = { bankCode: '000013', accountNumber: '0149200000' };
const BANK_AMOUNT = '200000';
const CENTS_OF_ONE = 100n;

/** The most that the payments of this level cost, for the question that is asked first. */
export const COST = `at most 1 USDT three times (or the deposit address's minimum, where that is more), to a new deposit address of this account; 2,000 NGN to Mavapay's test account ${TEST_BANK.accountNumber} at bank ${TEST_BANK.bankCode}; and fees`;

/** The smallest USDT payment, to the account's own new deposit address. */
async function toOwnAddress(account: Account): Promise<{ [name: string]: JsonValue }> {
	const exchange = await newAddress(account);
	const [address] = listIn(exchange.body);
	const least = /^(\d+)/.exec(textOf(address?.minAmount) ?? '1')?.[1] ?? '1';
	const to = textOf(address?.address);
	if (to === null) throw new NotShown('the account got no deposit address', [exchange]);
	const whole = BigInt(least) > 1n ? BigInt(least) : 1n;
	return {
		amount: String(whole * CENTS_OF_ONE),
		network: 'trc20',
		currency: 'USDT',
		address: to,
		customerReference: REFERENCE,
	};
}

const stablecoin = async (account: Account) =>
	await account.once(
		'USDT',
		async () => await account.send('POST', '/withdraw/stablecoin', { body: await toOwnAddress(account) }),
	);

async function bankBody(account: Account, name?: string): Promise<{ [name: string]: JsonValue }> {
	const enquiry = await account.read('/bank/name-enquiry', TEST_BANK);
	const banks = await account.listed('/bank/bankcode', { country: 'NG' });
	const holder = name ?? textOf(listIn(enquiry.body)[0]?.accountName);
	const bankName = textOf(banks.find(({ nipBankCode }) => nipBankCode === TEST_BANK.bankCode)?.bankName);
	if (holder === null || bankName === null) throw new NotShown('the test account could not be looked up', [enquiry]);
	const beneficiary = {
		bankAccountName: holder,
		bankCode: TEST_BANK.bankCode,
		bankName,
		bankAccountNumber: TEST_BANK.accountNumber,
	};
	return { amount: BANK_AMOUNT, currency: 'NGN', beneficiary };
}

const bank = async (account: Account) =>
	await account.once('bank', async () => {
		const body = await bankBody(account);
		await account.once('naira before', async () => await naira(account));
		return await account.send('POST', '/withdraw', { body });
	});

const naira = async (account: Account) => await account.send('GET', '/wallet', { query: { currency: 'NGN' } });

/** The balance of the account's NGN wallets, in kobo. */
function kobo(wallets: Exchange): bigint {
	const held = listIn(wallets.body).filter(({ currency }) => currency === 'NGN');
	if (held.length === 0) throw new NotShown('the account has no NGN wallet', [wallets]);
	return held.reduce((sum, { balance }) => sum + wholeOf(balance), 0n);
}

/** The whole part of an amount in minor units, which the service writes with two decimals. */
const wholeOf = (amount: JsonValue | undefined) => BigInt(/^-?\d+/.exec(textOf(amount) ?? '0')?.[0] ?? '0');

/** The transaction of a payment that was taken. */
function paid(exchange: Exchange): Members {
	const [transaction] = listIn(exchange.body);
	if (!succeeded(exchange) || transaction === undefined)
		throw new NotShown(`the payment was rejected: "${messageOf(exchange) ?? ''}"`, [exchange]);
	return transaction;
}

const LIST_WITHIN_MS = 60_000;
const LIST_EVERY_MS = 500;

/** How long after its answer a payment can be found. */
async function visibleAfter(account: Account, path: string, query: (transaction: Members) => Record<string, string>) {
	const exchange = await stablecoin(account);
	const transaction = paid(exchange);
	for (;;) {
		const look = await account.send('GET', path, { query: query(transaction) });
		if (listIn(look.body).some(({ id }) => id === transaction.id)) return { look, ms: look.endedMs - exchange.endedMs };
		if (look.endedMs - exchange.endedMs > LIST_WITHIN_MS) return { look, ms: null };
		await account.wait(LIST_EVERY_MS);
	}
}

const visible = (id: string, path: string, query: (transaction: Members) => Record<string, string>): Claim => ({
	id,
	says: `A payment shows in GET ${path} within 5 s of its answer`,
	see: 'docs/interface.md#unknown-answers',
	concerns: [EVIDENCE, `${OPERATIONS}/transaction/reconcile.ts`],
	level: 'pay',
	check: async (account) => {
		const { look, ms } = await visibleAfter(account, path, query);
		return held(
			ms !== null && ms <= 5_000,
			ms === null ? `not within ${LIST_WITHIN_MS / 1_000} s` : `after ${ms} ms`,
			look,
		);
	},
});

const pays = (rest: Omit<Claim, 'level'>): Claim => ({ ...rest, level: 'pay' });

const payments: readonly Claim[] = [
	shape({ call: 'POST /withdraw/stablecoin', level: 'pay', concerns: [STABLECOIN], ask: stablecoin }),
	shape({ call: 'POST /withdraw', level: 'pay', concerns: [BANK], ask: bank }),
	pays({
		id: 'first status of a withdrawal',
		says: 'The answer to a USDT withdrawal has the status PENDING and no hash',
		see: 'docs/interface.md#unknown-answers',
		concerns: [STABLECOIN],
		check: async (account) => {
			const exchange = await stablecoin(account);
			const { status, hash } = paid(exchange);
			return held(
				status === 'PENDING' && textOf(hash ?? null) === null,
				`${String(status)}, ${textOf(hash ?? null) === null ? 'without' : 'with'} a hash`,
				exchange,
			);
		},
	}),
	pays({
		id: 'wallet after a withdrawal',
		says: 'A bank withdrawal takes its amount and its fees from the wallet at once',
		see: 'docs/interface.md#unknown-money',
		concerns: ['nodes/core/domain/books/statement.ts', 'docs/statement.md'],
		check: async (account) => {
			const { amount, fees } = paid(await bank(account));
			const before = kobo(await account.once('naira before', async () => await naira(account)));
			const wallets = await naira(account);
			const taken = before - kobo(wallets);
			return held(
				taken === wholeOf(amount) + wholeOf(fees),
				`the wallet lost ${taken} kobo, for an amount of ${wholeOf(amount)} and fees of ${wholeOf(fees)}`,
				wallets,
			);
		},
	}),
	visible('payment in the list', '/transactions', () => ({ page: '1', limit: '100' })),
	visible('payment looked up', '/transaction', ({ id }) => ({ id: textOf(id) ?? '' })),
	pays({
		id: 'repeated withdrawal',
		says: 'The same USDT withdrawal with the same `customerReference` is accepted twice',
		see: 'docs/interface.md#unknown-money',
		concerns: [STABLECOIN, 'docs/money.md'],
		check: async (account) => {
			const first = paid(await stablecoin(account));
			const again = await account.send('POST', '/withdraw/stablecoin', { body: await toOwnAddress(account) });
			const other = listIn(again.body)[0]?.id !== first.id;
			return held(
				succeeded(again) && other,
				succeeded(again)
					? other
						? 'a second transaction'
						: 'the same transaction'
					: `rejected: "${messageOf(again) ?? ''}"`,
				again,
			);
		},
	}),
	refused(
		'more than there is',
		'A withdrawal of more than the wallet holds',
		'/withdraw/stablecoin',
		'insufficient balance',
		async (account) => ({ ...(await toOwnAddress(account)), amount: '99999999999' }),
		STABLECOIN,
	),
	refused(
		'another name',
		"A withdrawal with another name than the account holder's",
		'/withdraw',
		'name mismatch',
		async (account) => await bankBody(account, 'XAVERIUS QUODLIBET'),
		BANK,
	),
];

/** A withdrawal that the service is expected to reject in the documentation's words. */
function refused(
	id: string,
	says: string,
	path: string,
	message: string,
	body: (account: Account) => Promise<{ [name: string]: JsonValue }>,
	concern: string,
): Claim {
	return pays({
		id: `refusal: ${id}`,
		says: `${says} is rejected with \`${message}\``,
		see: 'docs/interface.md#errors',
		concerns: [concern, REFUSALS],
		check: async (account) => {
			const exchange = await account.send('POST', path, { body: await body(account) });
			const said = messageOf(exchange);
			return held(
				!succeeded(exchange) && said?.toLowerCase() === message,
				succeeded(exchange) ? 'it was accepted' : `answered ${exchange.status}: "${said ?? ''}"`,
				exchange,
			);
		},
	});
}

const payIn = async (account: Account, change: (total: number) => number) => {
	const { quote } = await quoted(account, 'bank');
	const total = Number(textOf(quote.totalAmountInSourceCurrency) ?? 0);
	const body = { currency: 'NGN', quoteId: textOf(quote.id), amount: change(total) };
	return await account.send('POST', '/simulation/pay-in', { body });
};

const simulated = async (account: Account) =>
	await account.once('pay-in', async () => await payIn(account, (total) => total));

const simulations: readonly Claim[] = [
	pays({
		id: 'refusal: another amount',
		says: 'A simulated payment of another amount is rejected with `Amount mismatch`',
		see: 'docs/interface.md#errors',
		concerns: [`${OPERATIONS}/simulation/payIn.ts`],
		check: async (account) => {
			const exchange = await payIn(account, (total) => total + 1);
			const said = messageOf(exchange);
			return held(
				!succeeded(exchange) && said?.toLowerCase() === 'amount mismatch',
				`answered ${exchange.status}: "${said ?? ''}"`,
				exchange,
			);
		},
	}),
	shape({
		call: 'POST /simulation/pay-in',
		level: 'pay',
		concerns: [`${OPERATIONS}/simulation/payIn.ts`],
		ask: simulated,
	}),
	pays({
		id: 'refusal: paid quote',
		says: 'Accepting a quote that was paid is rejected with `Quote already paid`',
		see: 'docs/interface.md#errors',
		concerns: [`${OPERATIONS}/quote/accept.ts`, REFUSALS],
		check: async (account) => {
			const first = await simulated(account);
			if (!succeeded(first)) return notShown('the payment could not be simulated', first);
			const { quote } = await quoted(account, 'bank');
			const exchange = await account.send('POST', `/wallet/payout/${textOf(quote.id) ?? ''}/accept`, {
				body: { sourceWallet: 'NGN' },
			});
			const said = messageOf(exchange);
			return held(
				!succeeded(exchange) && said?.toLowerCase() === 'quote already paid',
				`answered ${exchange.status}: "${said ?? ''}"`,
				exchange,
			);
		},
	}),
	pays({
		id: 'form of POST /wallet/payout/{quoteId}/accept',
		says: 'POST /wallet/payout/{quoteId}/accept answers with a message and without data',
		see: 'docs/interface.md#accept-quote',
		concerns: [`${OPERATIONS}/quote/accept.ts`],
		check: async (account) => {
			const smallest = {
				amount: '200000',
				sourceCurrency: 'NGNKOBO',
				targetCurrency: 'BTCSAT',
				paymentMethod: 'BANKTRANSFER',
				paymentCurrency: 'NGNKOBO',
			};
			const made = await account.send('POST', '/quote', { body: smallest });
			const id = textOf(listIn(made.body)[0]?.id);
			if (id === null) return notShown('the quote was rejected', made);
			const exchange = await account.send('POST', `/wallet/payout/${id}/accept`, { body: { sourceWallet: 'NGN' } });
			if (dataOf(exchange.body) !== undefined) return differs('the answer has `data`', exchange);
			return shapeOf(exchange, callNamed('POST /wallet/payout/{quoteId}/accept'));
		},
	}),
];

/** Events of one transaction. */
async function eventsOf(account: Account, exchange: Exchange, least: number): Promise<Delivery[]> {
	const receiver = receiverOf(account);
	const { id } = paid(exchange);
	const own = () => receiver.deliveries.filter((delivery) => transactionIn(delivery).id === id);
	for (let waited = 0; own().length < least && waited < 120; waited++) await account.wait(LIST_EVERY_MS);
	if (own().length === 0) throw new NotShown('no event of the payment came within a minute', [exchange]);
	return own();
}

const statuses = (deliveries: readonly Delivery[]) =>
	deliveries.map((delivery) => String(transactionIn(delivery).status));

const listens = (rest: Omit<Claim, 'level' | 'listens'>): Claim => ({ ...rest, level: 'pay', listens: true });

const events: readonly Claim[] = [
	listens({
		id: 'events of a USDT withdrawal',
		says: 'A USDT withdrawal has two events under one ID: PENDING, then SUCCESS',
		see: 'docs/interface.md#events-that-belong-together',
		concerns: [EVENTS],
		check: async (account) => {
			const seen = statuses(await eventsOf(account, await stablecoin(account), 2));
			return held(seen.join() === 'PENDING,SUCCESS', `events: ${seen.join(', ')}`);
		},
	}),
	listens({
		id: 'events of a bank withdrawal',
		says: 'A bank withdrawal has two events under one ID: PENDING, then SUCCESS or FAILED',
		see: 'docs/interface.md#events-that-belong-together',
		concerns: [EVENTS],
		check: async (account) => {
			const seen = statuses(await eventsOf(account, await bank(account), 2));
			return held(/^PENDING,(SUCCESS|FAILED)$/.test(seen.join()), `events: ${seen.join(', ')}`);
		},
	}),
	listens({
		id: 'form of payment.sent',
		says: 'payment.sent has the described form',
		see: 'docs/interface.md#events',
		concerns: [EVENTS],
		check: async (account) => {
			const [first] = await eventsOf(account, await stablecoin(account), 1);
			return first === undefined ? notShown('no event came') : formOfEvent(first);
		},
	}),
	listens({
		id: 'reference of an event',
		says: "An event repeats the caller's reference as `customerReference`, in its metadata",
		see: 'docs/interface.md#event-metadata',
		concerns: ['nodes/core/domain/events/customerReference.ts'],
		check: async (account) => {
			const [first] = await eventsOf(account, await stablecoin(account), 1);
			const transaction = first === undefined ? {} : transactionIn(first);
			const place = Object.entries(transaction).find(([, member]) =>
				JSON.stringify(member ?? null).includes(REFERENCE),
			);
			const within = place !== undefined && isObject(place[1]) ? place[1] : {};
			const name = Object.keys(within).find((member) => within[member] === REFERENCE);
			const seen = place === undefined ? 'it is not there' : `${place[0]}${name === undefined ? '' : `.${name}`}`;
			return held(place?.[0] === 'stablecoinTransactionMetadata' && name === 'customerReference', seen);
		},
	}),
	listens({
		id: 'event of a payment in',
		says: 'An incoming payment has the event payment.received with the status SUCCESS',
		see: 'docs/interface.md#events',
		concerns: [EVENTS],
		check: async (account) => {
			const exchange = await simulated(account);
			if (!succeeded(exchange)) return notShown('the payment could not be simulated', exchange);
			const [received] = await receiverOf(account).eventually('payment.received');
			if (received === undefined) return differs('no such event came within 10 s', exchange);
			const { type, status } = transactionIn(received);
			return held(type === 'DEPOSIT' && status === 'SUCCESS', `${String(type)}, ${String(status)}`);
		},
	}),
];

export const payingClaims: readonly Claim[] = [...payments, ...simulations, ...events];
