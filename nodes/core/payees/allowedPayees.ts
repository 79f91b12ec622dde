import { checkNgnAccountNumber, checkNipCode, checkPhone } from './accountNumbers';
import { bankInWords } from './bankNames';
import { checkAddressForm, checkOnChainAddress, NETWORKS } from './chainAddress';
import { isMadeBy, lightningNodeKey } from './invoiceSignature';
import { checkLightningAddress, readInvoice } from './lightning';
import { addressForm, normaliseReference, onChainForm } from './paymentIdentity';
import { readDateTime } from '../domain/dateTime';
import { objectOf, textOf, type JsonObject } from '../domain/json';
import { CURRENCIES, findCurrency, type Amount, type AmountUnit, type CurrencyCode } from '../domain/money';
import { parseAmount } from '../domain/parseAmount';
import { fail, ok, type Result } from '../domain/result';
import { quotedLine } from '../domain/text';
import { metadataOf } from '../domain/transaction';

/** A payee, in a form to compare with 'Allowed Payees': docs/reference/agents.md#allowed-payees. */
export type Payee =
	| {
			readonly kind: 'account';
			/** The bank's NIP code, or its name if it has none. */
			readonly bank: string;
			readonly accountNumber: string;
			/** The bank's name in Mavapay's list, if the list was read. */
			readonly bankName?: string | null;
			readonly bankEntered?: string | undefined;
			/** The bank as a person wrote it in *By Name or Code*. */
			readonly bankTyped?: string | undefined;
	  }
	| { readonly kind: 'address'; readonly network: string; readonly address: string }
	| { readonly kind: 'onChain'; readonly address: string }
	| {
			readonly kind: 'invoice';
			readonly invoice: string;
			/** For an AI tool: the invoice's Lightning node, if 'Allowed Payees' names it. */
			readonly node?: string | null;
	  }
	| { readonly kind: 'lightningAddress'; readonly address: string }
	| { readonly kind: 'phone'; readonly phone: string }
	| { readonly kind: 'till'; readonly till: string }
	| { readonly kind: 'paybill'; readonly paybill: string; readonly account: string }
	/** A payee that can't be compared with anything. */
	| { readonly kind: 'unseen' }
	/** The user's own Mavapay account: the money stays in its wallets. */
	| { readonly kind: 'ownWallet' };

/** One line of 'Allowed Payees'. */
export interface AllowedPayee {
	readonly line: string;
	readonly keys: readonly string[];
	/** The public key of a Lightning node. */
	readonly node: string | null;
	/** The most that one payment may be, in minor units; null if the line has no cap. */
	readonly maximum: bigint | null;
	/** The currency of the cap, if the line names it. */
	readonly currency: CurrencyCode | null;
	/** The last day on which the payee is allowed, as YYYY-MM-DD; null if the line names none. */
	readonly lastDay: string | null;
}

/**
 * How caps are written: as a number in this currency and unit. `named`: with a currency code, in major units, as in the
 * credential and for payments priced by a quote. Null if the operation has no amount, so that caps are refused.
 */
export type CapsIn = { readonly currency: string | null; readonly unit: AmountUnit } | 'named' | null;

export const CAP = "the payee's line in 'Allowed Payees'";

const writtenAs = (capsIn: CapsIn) =>
	`bankCode:accountNumber, an address, or the public key of a Lightning node (66 hex digits); each alone or with "max ${capsIn === 'named' ? 'NGN ' : ''}20000", "until 2026-12-31" or both after it, in this order`;

/** Reads the lines of 'Allowed Payees'; blank lines don't count. Fails with the first line that can't be read. */
export function readAllowedPayees(text: string, capsIn: CapsIn): Result<AllowedPayee[]> {
	return readLines(text, (line) => readLine(line, capsIn));
}

/** Reads a text line by line; blank lines don't count. Fails with the first line that can't be read. */
export function readLines<T>(text: string, readOne: (line: string) => Result<T>): Result<T[]> {
	const lines = text
		.split(/\r\n|[\r\n]/)
		.map((line) => line.trim())
		.filter((line) => line !== '');
	if (lines.length === 0) return fail('is empty');
	const values: T[] = [];
	for (const line of lines) {
		const read = readOne(line);
		if (!read.ok) return fail(`has the line "${line}", ${read.reason}`);
		values.push(read.value);
	}
	return ok(values);
}

const LINE = /^(.*?)(?:\s+max\s+(?:([A-Za-z]+)\s+)?(\S+))?(?:\s+until\s+(\S+))?$/;

/** Reads a payee, then "max" and its cap, then "until" and its last day. A payee must not contain these two words. */
function readLine(line: string, capsIn: CapsIn): Result<AllowedPayee> {
	const [, payee = '', currency = null, max, until = null] = LINE.exec(line) ?? [];
	const keys = keysOfLine(payee);
	const node = lightningNodeKey(payee) === null ? null : payee;
	if ((keys.length === 0 && node === null) || /\s(max|until)(\s|$)/i.test(payee))
		return fail(`which isn't one of these: ${writtenAs(capsIn)}`);
	if (until !== null && !isDay(until)) return fail("whose last day isn't a date such as 2026-12-31");
	const cap = max === undefined ? ok(null) : readCap(currency, max, capsIn);
	if (!cap.ok) return fail(`whose cap ${cap.reason}`);
	return ok({ line, keys, node, maximum: cap.value, currency: currency?.toUpperCase() ?? null, lastDay: until });
}

/** Whether a text is a day. A longer text would also have a time. */
const isDay = (text: string) => text.length <= 'YYYY-MM-DD'.length && readDateTime(text).ok;

/** Reads a cap into minor units. */
function readCap(currency: string | null, max: string, capsIn: CapsIn): Result<bigint> {
	if (capsIn === null) return fail("can't be compared: this operation has no amount");
	if (capsIn === 'named') {
		const cap = readNamedAmount(currency ?? '', max);
		return cap.ok ? ok(cap.value.minor) : cap;
	}
	if (currency !== null) return fail(`names a currency; write it as max ${max}, in the unit of the amount`);
	return parseAmount(max, capsIn.unit, capsIn.currency ?? '');
}

/** Reads an amount in major units of a currency, named in upper or lower case. */
export function readNamedAmount(currency: string, amount: string): Result<Amount> {
	const code = currency.toUpperCase();
	if (findCurrency(code) === undefined)
		return fail(
			`names none of the currencies ${CURRENCIES.map((known) => known.code).join(', ')}; write it as NGN 20000`,
		);
	// Zero can be a limit, though `parseAmount` refuses it as an amount.
	const minor = /^0(\.0+)?$/.test(amount) ? ok(0n) : parseAmount(amount, 'major', code);
	return minor.ok ? ok({ minor: minor.value, currency: code }) : minor;
}

/**
 * Checks that a payee is allowed on a day (YYYY-MM-DD), and returns the most that one payment to the payee may be, in
 * minor units; null if there is no cap. If several lines name the payee, all of them apply.
 *
 * @param leavesIn the currency that leaves the wallet; caps in other currencies are refused
 */
export function checkPayee(
	payee: Payee,
	allowed: readonly AllowedPayee[],
	day: string,
	leavesIn: CurrencyCode | null = null,
): Result<bigint | null> {
	const lines = linesAllowing(payee, allowed, day);
	if (!lines.ok) return lines;
	const other = lines.value.find(({ currency }) => currency !== null && currency !== leavesIn);
	if (other !== undefined)
		return fail(
			`the cap of the line "${other.line}" of 'Allowed Payees' is in ${other.currency}, but ${leavesIn} leaves the wallet`,
		);
	const maxima = lines.value.flatMap(({ maximum }) => maximum ?? []);
	return ok(maxima.length === 0 ? null : maxima.reduce((least, one) => (one < least ? one : least)));
}

/** The lines that allow a payee on a day (YYYY-MM-DD). The caps of all these lines apply. */
export function linesAllowing(
	payee: Payee,
	allowed: readonly AllowedPayee[],
	day: string,
): Result<readonly AllowedPayee[]> {
	const lines = linesNaming(payee, allowed);
	const ended = lines.ok ? lines.value.find(({ lastDay }) => lastDay !== null && lastDay < day) : undefined;
	return ended === undefined ? lines : fail(`the line "${ended.line}" of 'Allowed Payees' has expired`);
}

function linesNaming(payee: Payee, allowed: readonly AllowedPayee[]): Result<readonly AllowedPayee[]> {
	if (payee.kind === 'ownWallet') return ok([]);
	if (payee.kind === 'unseen') return fail("the payee isn't known, so it can't be compared with 'Allowed Payees'");
	if (payee.kind === 'invoice') {
		const invoice = readInvoice(payee.invoice);
		if (!invoice.ok) return fail(`the invoice ${invoice.reason}, so its node can't be compared with 'Allowed Payees'`);
		const lines = allowed.filter(({ node }) => node !== null && isMadeBy(invoice.value, node));
		return lines.length > 0
			? ok(lines)
			: fail("the Lightning node that made the invoice is not one of the 'Allowed Payees'");
	}
	const own = keysOfPayee(payee);
	const lines = allowed.filter(({ keys }) => own.some((key) => keys.includes(key)));
	return lines.length > 0 ? ok(lines) : fail("the payee is not one of the 'Allowed Payees'");
}

/** Joins parts into one key, so that different parts never make the same key. */
const listKey = (...parts: readonly string[]) => JSON.stringify(parts);

function keysOfPayee(payee: NamedPayee): string[] {
	const key = listKey(payee.kind, ...described(payee)[0]);
	if (payee.kind !== 'address') return [key];
	if (!isOnNetwork(payee.network, payee.address)) return [];
	return [key, listKey(payee.kind, payee.network, addressForm(payee.address))];
}

export type NamedPayee = Exclude<Payee, { kind: 'unseen' | 'ownWallet' }>;

/** A payee's identifiers, the same for all spellings; its name in messages; its key, if not made of the identifiers. */
function described(payee: NamedPayee): readonly [identifiers: string[], words: string, key?: string] {
	switch (payee.kind) {
		case 'account':
			return [[payee.bank, payee.accountNumber], `account ${typed(payee.accountNumber)} at ${bankOf(payee)}`];
		case 'address': {
			const { address, network } = payee;
			const isOne = isOnNetwork(network, address);
			return [[addressForm(address)], `${typed(address, isOne)} on ${typed(network, isOne)}`];
		}
		case 'onChain':
			return [
				[onChainForm(payee.address.trim())],
				typed(payee.address, checkOnChainAddress(payee.address, 'custom').ok),
			];
		case 'invoice': {
			const read = readInvoice(payee.invoice);
			return read.ok
				? [[read.value.paymentHash], `the invoice with payment hash ${read.value.paymentHash}`]
				: [[payee.invoice], `the invoice ${quotedLine(payee.invoice)}`];
		}
		case 'lightningAddress':
			return [[payee.address.trim().toLowerCase()], typed(payee.address, checkLightningAddress(payee.address).ok)];
		case 'phone':
			return [[payee.phone], typed(payee.phone)];
		case 'till':
			return [[payee.till], `till ${typed(payee.till)}`, `till:${withoutZeros(payee.till)}`];
		case 'paybill':
			return [
				[payee.paybill, payee.account],
				`PayBill ${typed(payee.paybill)}, account ${quotedLine(payee.account)}`,
				`paybill:${withoutZeros(payee.paybill)}:${accountForm(payee.account)}`,
			];
	}
}

function bankOf({ bank, bankName = null, bankEntered, bankTyped }: Extract<Payee, { kind: 'account' }>): string {
	const code = typed(bank);
	const asTyped = bankTyped === undefined || bankTyped === bankName ? '' : `, typed as ${quotedLine(bankTyped)}`;
	if (bankName !== null) return `${bankInWords({ name: bankName, code })}${asTyped}`;
	if (bankEntered !== undefined) return `${quotedLine(bankEntered)} as entered (${code})`;
	return isCode(bank) ? `bank ${code}` : code;
}

/** Typed text: unchanged if its form was checked or it is a number, otherwise in quotes. */
const typed = (text: string, isChecked = /^\+?[0-9]{1,40}$/.test(text)) => (isChecked ? text : quotedLine(text));

/** A number without leading zeros, which make no difference in a till, a PayBill or a South African account. */
const withoutZeros = (digits: string) => digits.replace(/^0+(?=.)/, '');

/** The account of a PayBill in one form, because people write it in either case, with or without blanks. */
const accountForm = (account: string) => normaliseReference(account).toLowerCase().replaceAll(' ', '');

/** A payee's key, the same for every network, provider and operation; null if it can't be compared with anything. */
export function payeeKeyOf(payee: Payee): string | null {
	if (payee.kind === 'unseen' || payee.kind === 'ownWallet') return null;
	const [identifiers, , key = identifiers.join(':')] = described(payee);
	return key;
}

/**
 * The key that finds repeated payments to a payee: for an account, its number without leading zeros, otherwise the key
 * of `payeeKeyOf`. The bank is left out because some banks have two codes. It is rarer that two payees have the same
 * account number at two banks, and get the same amount on a day.
 */
export function looseKeyOf(payee: Payee): string | null {
	return payee.kind === 'account' ? `account:${withoutZeros(payee.accountNumber)}` : payeeKeyOf(payee);
}

/** " to " and the payee, for a message; empty if there is nobody to name. */
export function payeeInWords(payee: Payee): string {
	return payee.kind === 'unseen' || payee.kind === 'ownWallet' ? '' : ` to ${described(payee)[1]}`;
}

/** The Nigerian bank of a payee's account, with its name if known; undefined for any other payee. */
export function bankMember(payee: Payee): { readonly code: string; readonly name: string | null } | undefined {
	if (payee.kind !== 'account' || !isCode(payee.bank)) return undefined;
	const { bank: code, bankName, bankEntered } = payee;
	return { code, name: bankName ?? bankEntered ?? null };
}

const isCode = (bank: string) => /^\d+$/.test(bank);

/** Whether a known network has addresses of this form. False for an unknown network, which has no check. */
function isOnNetwork(network: string, address: string): boolean {
	return NETWORKS.some(({ value }) => value === network) && checkAddressForm(network, address).ok;
}

/** The keys of a line's payee, one for each kind of payee that the line can mean; empty if it means none. */
function keysOfLine(line: string): string[] {
	const partsOf = (form: RegExp) => form.exec(line)?.slice(1) ?? [];
	const [till] = partsOf(/^till:\s*([0-9]+)$/i);
	const [paybill, account = ''] = partsOf(/^paybill:\s*([0-9]+)\s*:\s*(.+)$/i);
	// For a bank without a code, as in South Africa, `Capitec Bank:1352900000`.
	const [bank = '', number] = partsOf(/^([^:]+):\s*([0-9]{5,20})$/);
	const [network = '', address = ''] = partsOf(/^([a-z0-9]+):\s*(\S+)$/);
	const isPhone = line.startsWith('+') && (['+254', '+233'] as const).some((one) => checkPhone(line, one).ok);
	const isAddress = NETWORKS.some(({ value }) => checkAddressForm(value, line).ok);
	const keys: Readonly<Record<NamedPayee['kind'], readonly string[] | false>> = {
		till: till !== undefined && [till],
		paybill: paybill !== undefined && [paybill, account],
		phone: isPhone && [line],
		lightningAddress: checkLightningAddress(line).ok && [line.toLowerCase()],
		account: number !== undefined && isAccount(bank.trim(), number) && [bank.trim(), number],
		// `network:address` allows the address on that network only; the address alone, on every network where it is valid.
		address: isOnNetwork(network, address) ? [network, addressForm(address)] : isAddress && [addressForm(line)],
		onChain: checkOnChainAddress(line, 'custom').ok && [onChainForm(line)],
		// A line can't name an invoice, only the node that makes it.
		invoice: false,
	};
	return Object.entries(keys).flatMap(([kind, parts]) => (parts === false ? [] : [listKey(kind, ...parts)]));
}

function isAccount(bank: string, number: string): boolean {
	if (/^(till|paybill)$/i.test(bank)) return false;
	return !isCode(bank) || (checkNipCode(bank).ok && checkNgnAccountNumber(number).ok);
}

/** Another payee's account, address or payment hash in a transaction, or null. Masked and short values don't count. */
export function otherPayeeIn(transaction: JsonObject, payee: Payee): string | null {
	const own = looseKeyOf(payee) ?? '';
	const isHash = payee.kind === 'invoice';
	const inMetadata = metadataOf(transaction).map(objectOf);
	const stated = isHash ? [transaction.hash] : inMetadata.flatMap((one) => [one.bankAccountNumber, one.address]);
	const isOther = (value: string | null) => {
		const named = { ...payee, accountNumber: value ?? '', address: value ?? '' };
		const key = (isHash ? value?.toLowerCase() : looseKeyOf(named)) ?? '';
		return key !== own && key.length >= own.length && !MASKED.test(key);
	};
	return stated.map(textOf).find(isOther) ?? null;
}

const MASKED = /[^\w:]|x{3}/i;
