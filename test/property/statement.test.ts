/** Statements of made-up histories, compared with the balances of the sandbox's wallets at each time. */
import * as fc from 'fast-check';
import { isJsonObject } from '../../nodes/core/domain/json';
import { statementOf, type StatementLine } from '../../nodes/core/books/statement';
import { depositStablecoin } from '../../sandbox/state/incoming';
import { payLinkOrder } from '../../sandbox/state/linkPayment';
import { presentLookedUp } from '../../sandbox/state/lookedUp';
import { payOrderFromOutside, payOrderFromWallet } from '../../sandbox/state/orders';
import { FIXED_START } from '../../sandbox/state/clock';
import type { Service } from '../../sandbox/state/service';
import { ServiceError, type Destination } from '../../sandbox/state/types';
import { World } from '../../sandbox/world';

const BANK: Destination = { kind: 'bank', value: '0123456789', bankCode: '000013', accountName: 'ADA OBI' };
const PHONE = {
	identifierType: 'paytophone',
	identifiers: { phoneNumber: '+254790000000', network: 'mpesa', accountName: 'Ada Obi' },
};
const CURRENCIES = ['NGN', 'BTC', 'KES', 'USDT'] as const;

const act = fc.record({
	kind: fc.constantFrom('withdraw', 'usdt', 'swap', 'payout', 'fromOutside', 'passedOn', 'deposit', 'link'),
	amount: fc.bigInt({ min: 1n, max: 40_000_000n }),
	internalFee: fc.constantFrom('0', '250'),
	buysBitcoin: fc.boolean(),
	result: fc.constantFrom('success' as const, 'success' as const, 'failed' as const, 'failedAtOnce' as const),
	waits: fc.constantFrom(0, 0, 1, 3_000, 40 * 86_400_000),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const asText = fc.boolean();
const history = fc.record({ acts: fc.array(act, { maxLength: 12 }), asText, from: fc.nat(30), to: fc.nat(30) });
/** Sort keys that put a list of any length into another order. */
const order = fc.array(fc.nat(50), { minLength: 30, maxLength: 30 });

function withdraw(service: Service, currency: 'NGN' | 'USDT', amount: bigint, fees: bigint): void {
	service.wallets.debit(currency, amount + fees);
	const transaction = service.transactions.open({ currency, amount, fees, type: 'WITHDRAWAL' });
	service.pay({
		transaction,
		destination: BANK,
		refund: () => void service.wallets.credit(currency, amount + fees),
	});
}

function quoteOf(service: Service, { amount, buysBitcoin, internalFee }: Act, autopayout: boolean) {
	const buys = buysBitcoin && !autopayout;
	const targetCurrency = autopayout ? 'KESCENT' : buys ? 'BTCSAT' : 'NGNKOBO';
	return service.quotes.create({
		amount: String(autopayout || !buys ? (amount % 100_000n) + 1_000n : amount + 1_000_000n),
		sourceCurrency: buys ? 'NGNKOBO' : 'BTCSAT',
		targetCurrency,
		paymentCurrency: buys ? 'NGNKOBO' : 'BTCSAT',
		paymentMethod: 'LIGHTNING',
		customerInternalFee: internalFee,
		autopayout,
		...(autopayout ? { beneficiary: PHONE } : {}),
	});
}

function run(service: Service, one: Act): void {
	service.quirks.payoutResult = one.result;
	const wallet = () => (one.buysBitcoin ? 'NGN' : 'BTC');
	const doIt = {
		withdraw: () => withdraw(service, 'NGN', one.amount, 5_000n),
		usdt: () => withdraw(service, 'USDT', (one.amount % 50_000n) + 1n, 100n),
		swap: () => payOrderFromWallet(service, quoteOf(service, one, false), wallet()),
		payout: () => payOrderFromWallet(service, quoteOf(service, one, true), 'BTC'),
		fromOutside: () => payOrderFromOutside(service, quoteOf(service, one, false)),
		passedOn: () => payOrderFromOutside(service, quoteOf(service, one, true)),
		link: () => payLink(service, one),
		deposit: () => void depositStablecoin(service, { to: 'T1', amount: one.amount }),
	};
	try {
		doIt[one.kind]();
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
	}
}

function payLink(service: Service, { amount, buysBitcoin }: Act): void {
	const request = {
		name: 'A link',
		amount: Number(amount) + 100_000,
		paymentCurrency: 'NGN' as const,
		settlementCurrency: buysBitcoin ? ('BTC' as const) : ('NGN' as const),
		paymentMethods: [buysBitcoin ? ('BANKTRANSFER' as const) : ('LIGHTNING' as const)],
		settlementMethod: 'LIGHTNING' as const,
		beneficiary: {},
		type: 'One_Time' as const,
	};
	const link = service.paymentLinks.create(request, BANK);
	payLinkOrder(service, link, service.paymentLinks.currentOrder(link, buysBitcoin ? 'BANKTRANSFER' : 'LIGHTNING'));
}

interface Seen {
	readonly atMs: number;
	readonly balances: ReadonlyMap<string, bigint>;
}

/** The final list of transactions, and the wallets' balances at each moment at which no payment was open. */
function lived({ acts, asText: text }: { readonly acts: readonly Act[]; readonly asText: boolean }) {
	const world = new World({ seed: 'statement', now: FIXED_START, mostRequests: 1 });
	const { service, clock } = world;
	const address = { id: 'T1', address: 'T1', reference: 'T1', minAmount: '1', maxAmount: '0', memo: null } as const;
	const made = { walletId: '', currency: 'USDT', network: 'TRC20', createdAt: '', updatedAt: '' } as const;
	service.depositAddresses.push({ ...address, ...made });
	const quiet: Seen[] = [];
	const look = () => {
		const isQuiet = service.transactions.list.every(({ status }) => status !== 'PENDING');
		const balances = new Map(CURRENCIES.map((currency) => [currency, service.wallets.balance(currency)]));
		if (isQuiet) quiet.push({ atMs: clock.now(), balances });
	};
	look();
	for (const one of acts) {
		clock.advance(1);
		run(service, one);
		clock.advance(one.waits);
		look();
	}
	if (text) service.quirks.numbersAsText = 'all';
	const listed = service.transactions.list.map((one) => presentLookedUp(service, one)).filter(isJsonObject);
	const now = new Map(CURRENCIES.map((currency) => [currency, service.wallets.balance(currency)]));
	world.stop();
	return { listed, quiet, now, ledger: service.ledger.entries };
}

const edges = (lines: readonly StatementLine[]) => [lines[0]?.balance, lines.at(-1)?.balance];

test('between two quiet times, the statement opens and closes with what the wallet held', () => {
	fc.assert(
		fc.property(history, ({ from, to, ...past }) => {
			const { listed, quiet, now } = lived(past);
			const [first, last] = [from % quiet.length, to % quiet.length].sort((a, b) => a - b);
			const [start, end] = [quiet[first ?? 0], quiet[last ?? 0]];
			if (start === undefined || end === undefined) throw new Error('The beginning is quiet.');
			for (const currency of CURRENCIES) {
				const balance = now.get(currency) ?? 0n;
				// The balances at `start` include its whole millisecond, so the statement starts one millisecond later.
				const scope = { currency, balance, fromMs: start.atMs + 1, toMs: end.atMs, isFirst: false };
				const { lines } = statementOf(scope, listed);
				expect(edges(lines)).toEqual([start.balances.get(currency), end.balances.get(currency)]);
			}
		}),
	);
});

test('each line adds up, and each transaction has one line in the order of time, whatever the order of the list', () => {
	fc.assert(
		fc.property(history, order, (past, places) => {
			const { listed, now } = lived(past);
			const placed = listed.map((one, index) => ({ one, place: places[index] ?? 0 }));
			const other = placed.sort((a, b) => a.place - b.place).map(({ one }) => one);
			for (const currency of CURRENCIES) {
				const scope = { currency, balance: now.get(currency) ?? 0n, fromMs: 0, toMs: Infinity, isFirst: true };
				const { lines, hints } = statementOf(scope, listed);
				expect(statementOf(scope, other)).toEqual({ lines, hints });
				lines.slice(1).forEach(({ balance, amountIn, amountOut, fees }, index) => {
					expect(balance).toBe((lines[index]?.balance ?? 0n) + amountIn - amountOut - fees);
				});
				expect(edges(lines)).toEqual([0n, now.get(currency)]);
				const shown = lines.flatMap(({ line, transaction }) => (line === 'transaction' ? [transaction] : []));
				expect(new Set(shown).size).toBe(shown.length);
				const times = shown.map(({ createdAt }) => String(createdAt));
				expect(times).toEqual([...times].sort());
				const own = listed.filter((one) => one.currency === currency && one.autopayout === false);
				expect(shown.filter((one) => one.autopayout === false)).toHaveLength(own.length);
			}
		}),
	);
});
