import { partyInWords } from '../../../core/books/parties';
import { statementOf, type StatementLine, type StatementScope } from '../../../core/books/statement';
import { dayOf, timeOf } from '../../../core/domain/dateTime';
import { orderIdOf } from '../../../core/domain/transaction';
import { codeOf, textOf, type JsonObject } from '../../../core/domain/json';
import { findCurrency, formatMajor, wholeMinorOf } from '../../../core/domain/money';
import { sheetText } from '../../../core/domain/text';
import { defineRead } from '../../../core/operation/define';
import { dataObjects, get, type ReadService } from '../../../core/service/service';
import { readEveryTransaction, readTransactions, unreadable } from '../../../core/service/transactionList';
import { periodFilters } from '../transaction/list';
import { ordersOf, referenceOf } from '../transaction/orders';
import { periodFields, periodOf, periodProblems } from '../transaction/transaction';
import { ALL_WALLETS, noWallet, walletOrAll } from './wallet';

type WalletNow = Pick<StatementScope, 'currency' | 'balance'>;

const noStatement = (why: string, next: string) => unreadable(`No statement: ${why}`, next, 'unreadable');

/** Reads one wallet or all. Throws if two wallets have one currency, since a transaction names only its currency. */
async function readWallets(service: ReadService, id: string): Promise<WalletNow[]> {
	const wallets = dataObjects((await service.read(get('/wallet'))).data);
	const wanted = wallets.filter((one) => id === ALL_WALLETS || one.id === id);
	if (wanted.length === 0) throw noWallet(id);
	return wanted.map((wallet) => {
		const currency = codeOf(wallet.currency);
		const balance = wholeMinorOf(wallet.balance);
		if (balance === null)
			throw noStatement(`the ${currency} wallet's balance can't be read`, "It isn't a whole number. Try again later.");
		if (wallets.filter((one) => codeOf(one.currency) === currency).length > 1)
			throw noStatement(
				`the account has several ${currency} wallets`,
				"Transactions don't name their wallet. List them with 'Transaction: Get Many'.",
			);
		return { currency, balance };
	});
}

const MOST_READINGS = 3;

/** Reads wallets, all transactions since a time, then the wallets again, until no balance changes in between. */
async function readAll(
	service: ReadService,
	id: string,
	fromMs: number,
): Promise<{ readonly wallets: readonly WalletNow[]; readonly transactions: JsonObject[] }> {
	let wallets = await readWallets(service, id);
	for (let turn = 1; turn <= MOST_READINGS; turn++) {
		const transactions = await readEveryTransaction(service, periodFilters(fromMs, null), 'No statement');
		const before = wallets;
		wallets = await readWallets(service, id);
		const isSame = before.every(({ balance }, place) => balance === wallets[place]?.balance);
		if (isSame && before.length === wallets.length) return { wallets, transactions };
	}
	throw noStatement(
		'a balance kept changing',
		`It changed during each of ${MOST_READINGS} readings. Run this again when fewer payments are made.`,
	);
}

/** Whether the account has no transaction before a time. `known`: the transactions since a day before that time. */
async function isNewAccount(service: ReadService, fromMs: number, known: readonly JsonObject[]): Promise<boolean> {
	if (known.some(({ createdAt }) => (timeOf(createdAt) ?? fromMs) < fromMs)) return false;
	const earlier = await readTransactions(service, { endDate: new Date(fromMs).toISOString() }, 1);
	return earlier.missing === null && earlier.transactions.length === 0;
}

/** A line as an item without nested members, for spreadsheets; docs/reference/statement.md#lines. */
function lineItem(line: StatementLine, currency: string, reference: string | undefined): JsonObject {
	const { transaction } = line;
	const major = (minor: bigint) => formatMajor(minor, currency) ?? minor.toString();
	const cell = (text: string | null | undefined) => (text ? sheetText(text) : null);
	const ifAny = (minor: bigint) => (minor === 0n ? null : major(minor));
	return {
		what: cell(line.what),
		payee: cell(partyInWords(transaction, 'in full')),
		reference: cell(reference),
		amountIn: ifAny(line.amountIn),
		amountOut: ifAny(line.amountOut),
		fees: ifAny(line.fees),
		balance: major(line.balance),
		currency: findCurrency(currency) === undefined ? `${currency} (minor units)` : currency,
		status: textOf(transaction.status),
		note: line.note,
		transactionId: textOf(transaction.id),
		orderId: orderIdOf(transaction),
		createdAt: textOf(transaction.createdAt),
	};
}

export const walletGetStatement = defineRead('wallet', 'getStatement', {
	action: 'Get wallet statement',
	description:
		'Get each transaction of a period with the balance after it, oldest first, between an opening and a closing line',
	simplified: 'transactionId, date, what, payee, reference, amountIn, amountOut, balance, currency, status',
	fields: { wallet: { ...walletOrAll, aiMayFill: true }, ...periodFields },
	check: periodProblems,
	collect: async (input, service, scope, hint) => {
		const { fromMs, toMs } = periodOf(input, scope);
		const { wallets, transactions } = await readAll(service, input.wallet, fromMs);
		const isFirst = await isNewAccount(service, fromMs, transactions);
		const statements = wallets.map((wallet) => statementOf({ ...wallet, fromMs, toMs, isFirst }, transactions));
		const listed = statements.flatMap(({ lines }) => lines.map(({ transaction }) => transaction));
		const orders = await ordersOf(service, listed);
		return statements.flatMap(({ lines, hints }, place) => {
			const { currency = '' } = wallets[place] ?? {};
			hints.forEach((text) => hint(wallets.length > 1 ? `${currency}: ${text}` : text));
			return lines.map((line) => ({
				line: line.line,
				// A period can end in the future, but a balance is never from the future.
				date: line.atMs === null ? null : dayOf(Math.min(line.atMs, scope.nowMs), scope.timeZone),
				...lineItem(line, currency, referenceOf(line.transaction, orders)?.value),
			}));
		});
	},
});
