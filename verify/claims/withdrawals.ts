import type { Payee } from '../../nodes/core/payees/allowedPayees';
import { invoiceAmountSats, readInvoice } from '../../nodes/core/payees/lightning';
import type { Account } from '../account';
import { balanceIn, booksOf } from '../books';
import { CENTRAL_BANK_CODE, KOBO, minimumQuestion, MOST_SATS, MOST_USDT_CENTS, TEST_BANK, USDT_CENTS } from '../cost';
import { NotShown } from '../finding';
import { listIn, textOf, type JsonValue } from '../json';
import { Once } from '../once';
import type { Order } from '../order';
import { payOnce, type Payment } from '../payments';
import { leastOf, ownAddress } from './places';
import { quoted } from './quotes';

/** Reference that events repeat: unique to this run, with capitals, and longer than many fields allow. */
export const REFERENCE = `Verify-Payment-${Date.now().toString(36)}-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** The kinds of withdrawals that a run makes. */
export type Kind = 'USDT' | 'bank' | 'Lightning';

const agreed = new Once<bigint>();

/** USDT cents to pay to the account's own address. Asks a person if its minimum is more than the announced amount. */
const usdtCents = async (account: Account): Promise<bigint> =>
	await agreed.of(account, 'cents', async () => {
		const exchange = await ownAddress(account);
		const least = leastOf(exchange);
		if (least === null) throw new NotShown('the least deposit of the own address is not known', [exchange]);
		const cents = least * 100n;
		if (cents <= USDT_CENTS) return USDT_CENTS;
		if (cents > MOST_USDT_CENTS)
			throw new NotShown('the own deposit address takes no payment below 10 USDT, by what it states', [exchange]);
		if (!(await account.told.agrees(minimumQuestion(cents))))
			throw new NotShown('the least deposit is more than was said, and nobody agreed to pay it', [exchange]);
		return cents;
	});

/** A USDT withdrawal of this many cents to the account's own address. */
async function toOwnAddress(account: Account, cents: bigint): Promise<Order> {
	const exchange = await ownAddress(account);
	const address = textOf(listIn(exchange.body)[0]?.address);
	if (address === null) throw new NotShown('the account got no deposit address', [exchange]);
	const body = {
		amount: String(cents),
		network: 'trc20',
		currency: 'USDT',
		address,
		customerReference: REFERENCE,
	};
	return { path: '/withdraw/stablecoin', body, currency: 'USDT', amount: cents };
}

async function toTestBank(
	account: Account,
	kobo: bigint,
	{ nameOf = (holder: string) => holder, bankCode = TEST_BANK.bankCode } = {},
): Promise<Order> {
	const enquiry = await account.read('/bank/name-enquiry', TEST_BANK);
	const banks = await account.listed('/bank/bankcode', { country: 'NG' });
	const holder = textOf(listIn(enquiry.body)[0]?.accountName);
	const bankName = textOf(banks.find(({ nipBankCode }) => nipBankCode === TEST_BANK.bankCode)?.bankName);
	if (holder === null || bankName === null) throw new NotShown('the test account could not be looked up', [enquiry]);
	const beneficiary = {
		bankAccountName: nameOf(holder),
		bankCode,
		bankName,
		bankAccountNumber: TEST_BANK.accountNumber,
	};
	const body: { [member: string]: JsonValue } = { amount: String(kobo), currency: 'NGN', beneficiary };
	return { path: '/withdraw', body, currency: 'NGN', amount: kobo };
}

/** The invoice that the run pays, and its payment hash, read from the invoice itself. */
export async function invoicePaid(account: Account): Promise<{ invoice: string; hash: string; sats: bigint }> {
	const { quote, exchange } = await quoted(account, 'lightning');
	const invoice = textOf(quote.invoice);
	if (invoice === null) throw new NotShown('the quote by Lightning has no invoice', [exchange]);
	const read = readInvoice(invoice);
	const sats = read.ok ? invoiceAmountSats(read.value) : null;
	if (!read.ok || sats === null)
		throw new NotShown('the invoice of the quote by Lightning is not readable', [exchange]);
	if (sats > MOST_SATS) throw new NotShown('the invoice of the quote asks for more satoshi than was said', [exchange]);
	return { invoice, hash: read.value.paymentHash, sats };
}

async function toLightning(account: Account): Promise<Order> {
	const { invoice, hash, sats } = await invoicePaid(account);
	const body = { invoice, memo: 'verify' };
	return { path: '/withdraw/btc', body, currency: 'BTC', amount: sats, marks: [hash] };
}

/** The payee of a withdrawal, as the node compares it. */
export function payeeOf(kind: Kind, { body }: Order): Payee {
	if (kind === 'bank') return { kind: 'account', bank: TEST_BANK.bankCode, accountNumber: TEST_BANK.accountNumber };
	if (kind === 'USDT') return { kind: 'address', network: 'trc20', address: textOf(body.address) ?? '' };
	return { kind: 'invoice', invoice: textOf(body.invoice) ?? '' };
}

/** The run's one withdrawal of this kind, made on the first call. Rejects with NotShown if it can't be made. */
export async function withdrawal(account: Account, kind: Kind): Promise<Payment> {
	return await payOnce(account, kind, async () => {
		if (kind === 'USDT') return await toOwnAddress(account, await usdtCents(account));
		return kind === 'bank' ? await toTestBank(account, KOBO.bank) : await toLightning(account);
	});
}

/** Two withdrawals with the same body. */
export async function twice(account: Account, kind: 'USDT' | 'bank'): Promise<[Payment, Payment]> {
	if (kind === 'USDT') {
		const first = await withdrawal(account, 'USDT');
		const again = await payOnce(account, 'USDT again', async () => await Promise.resolve(first.order));
		return [first, again];
	}
	const order = async () => await toTestBank(account, KOBO.again);
	return [await payOnce(account, 'bank twice, first', order), await payOnce(account, 'bank twice, second', order)];
}

/** A USDT withdrawal of more than the wallet holds. */
export async function tooMuch(account: Account): Promise<Order> {
	const held = balanceIn(await booksOf(account), 'USDT');
	return await toOwnAddress(account, held / 1_000_000n + USDT_CENTS);
}

/** A bank withdrawal under a wrong name that shares only its last word with the holder's. */
export async function underAnotherName(account: Account): Promise<Order> {
	const nameOf = (holder: string) => `XAVERIUS QUODLIBET ${holder.split(' ').at(-1) ?? ''}`;
	return await toTestBank(account, KOBO.otherName, { nameOf });
}

/** A bank withdrawal with the bank's CBN code in place of its NIP code. */
export async function withTheOtherCode(account: Account): Promise<Order> {
	return await toTestBank(account, KOBO.otherCode, { bankCode: CENTRAL_BANK_CODE });
}
