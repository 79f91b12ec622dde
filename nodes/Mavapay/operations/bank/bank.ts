import * as z from 'zod/mini';

import { isBlank, isJsonObject, textOf, type Json, type JsonObject } from '../../../core/domain/json';
import { visibleText } from '../../../core/domain/text';
import { type ExpectedName, sameName } from '../../../core/domain/payees/personName';
import { checkNgnAccountNumber, checkNipCode } from '../../../core/domain/payees/accountNumbers';
import type { Problem } from '../../../core/operation/field';
import { locator, oneLine, optionalText, problemIn, text } from '../../../core/operation/fields';
import { refuse } from '../../../core/service/failure';
import { fits, maybeText, maybeTextOrNumber } from '../../../core/service/schema';
import { dataObjects, get, type ReadService, type ServiceRequest } from '../../../core/service/service';

/** A bank of a country's list; docs/interface.md#bank-codes. South African banks have no code. */
export const bankEntry = z.looseObject({ bankName: z.string(), nipBankCode: maybeText });

const bankList = z.array(z.union([z.string(), z.looseObject({})]));

/** The answer to a name enquiry, in both of its forms; docs/interface.md#name-enquiry. */
export const nameEnquiry = z.looseObject({
	accountName: maybeText,
	accountNumber: maybeTextOrNumber,
	kycLevel: maybeText,
	nameInquiryReference: maybeText,
	channelCode: maybeText,
	bankCode: maybeTextOrNumber,
});

/** The Nigerian bank of an account, by NIP code. */
export const bank = locator('Bank', {
	payeePart: 'account.bank',
	description: 'The bank that holds the account. By ID, enter its NIP code.',
	search: 'searchBanks',
	idPlaceholder: 'e.g. 000014',
});

/** A bank's name. Left blank, the bank list's name for the code is used. */
export const bankName = optionalText('Bank Name', {
	description: "Leave empty to use the name from Mavapay's bank list",
	placeholder: 'e.g. Access Bank',
	...oneLine,
});

/** A bank account's number as text, so that zeros in front stay. */
export const accountNumber = text('Account Number', {
	payeePart: 'account.number',
	hint: 'Enter as text to keep leading zeros',
	placeholder: 'e.g. 0123456789',
	...oneLine,
});

/** The name a bank account is registered under. */
export const accountName = text('Account Name', {
	aiMayFill: true,
	description: "The account holder's name, exactly as registered with the bank",
	placeholder: 'e.g. Ada Obi',
	...oneLine,
});

/** Checks a Nigerian account before anything is sent; with Skip Checks nothing is checked. */
export function accountProblems(input: { bank: string; accountNumber: string; skipChecks: boolean }): Problem[] {
	if (input.skipChecks) return [];
	return [
		...problemIn(bank.label, checkNipCode(input.bank)),
		...problemIn(accountNumber.label, checkNgnAccountNumber(input.accountNumber)),
	];
}

/** The banks of a country. South African ones come as plain names, without a code (docs/interface.md#bank-codes). */
export async function readBanks(service: ReadService, country: string): Promise<JsonObject[]> {
	const { data } = await service.readOnce(get('/bank/bankcode', { country }), bankList);
	return data
		.map((entry) => (typeof entry === 'string' ? { bankName: entry, nipBankCode: null } : entry))
		.filter(isJsonObject);
}

/**
 * The name of a bank in Mavapay's list of Nigerian banks (docs/interface.md#bank-codes), which is kept for 24 hours. A
 * code that the kept list lacks may be new, so today's list is read then, once in a run. Throws ItemStopped for a code
 * that is not in that either.
 */
export async function bankNameOf(service: ReadService, bankCode: string): Promise<string> {
	const request = get('/bank/bankcode', { country: 'NG' });
	const { data } = await service.readKept(request, (response) => nameIn(response.data, bankCode) !== null);
	const name = nameIn(data, bankCode);
	if (name !== null) return name;
	throw refuse(
		`Mavapay's bank list has no bank with the code "${bankCode}"`,
		"Choose 'Bank' from the list, or fill in 'Bank Name'.",
	);
}

/** The names of banks by NIP code, made once for each list, because every payment asks for one. */
const namesByList = new WeakMap<object, ReadonlyMap<string, string>>();

function nameIn(list: Json | undefined, bankCode: string): string | null {
	if (typeof list !== 'object' || list === null) return null;
	const names = namesByList.get(list) ?? namesOf(list);
	namesByList.set(list, names);
	return names.get(bankCode) ?? null;
}

/** The name of each code; of a code that comes twice, the first name counts. A blank name is none, and never sent. */
function namesOf(list: Json): ReadonlyMap<string, string> {
	const banks = dataObjects(list).filter((bank) => fits(bank, bankEntry));
	const named = banks.flatMap(({ nipBankCode, bankName }) =>
		typeof nipBankCode === 'string' && !isBlank(bankName) ? [[nipBankCode, bankName] as const] : [],
	);
	return new Map(named.reverse());
}

/**
 * Adds the bank's name to a request whose Nigerian beneficiary lacks it, where the user left it blank. Throws
 * ItemStopped where the bank list does not hold the code.
 */
export async function withBankName(
	input: { beneficiaryType: string; bank?: string | undefined; options: { bankName?: string | undefined } },
	request: ServiceRequest,
	service: ReadService,
): Promise<ServiceRequest> {
	const beneficiary = request.body?.beneficiary;
	const complete = input.beneficiaryType !== 'ngn' || input.options.bankName !== undefined;
	if (complete || input.bank === undefined || !isJsonObject(beneficiary)) return request;
	const bankName = await bankNameOf(service, input.bank);
	return { ...request, body: { ...request.body, beneficiary: { ...beneficiary, bankName } } };
}

/** An account to look up, and the name that a person expects of it. */
interface AskedAccount {
	readonly bankCode: string;
	readonly accountNumber: string;
	readonly expectedName: ExpectedName | undefined;
}

/**
 * Asks for the registered name of an account, once in a run, and gives the values to pay with: name and number as they
 * were returned (docs/interface.md#name-enquiry), but the bank code that was asked for. Account numbers repeat across
 * banks, one documented answer has no bank code, and `channelCode` is none. Throws ItemStopped unless the answer is for
 * this account and bank and has the expected name.
 */
export async function lookUpAccount(service: ReadService, asked: AskedAccount) {
	const { accountNumber, bankCode, expectedName: expected } = asked;
	const request = get('/bank/name-enquiry', { accountNumber, bankCode });
	const { data: found } = await service.readOnce(request, nameEnquiry);
	const bankAccountName = textOf(found.accountName);
	// A number that came without quotes has lost its leading zeros.
	const bankAccountNumber = textOf(found.accountNumber);
	const foundBank = textOf(found.bankCode);
	const differs = (summary: string) =>
		refuse(summary, "Check 'Account Number' and 'Bank'.", { cause: 'accountNotFound' });
	if (bankAccountName === null) throw differs(`The bank gave no name for account ${accountNumber}`);
	if (bankAccountNumber !== accountNumber) {
		const responded = visibleText(bankAccountNumber ?? '(none)');
		throw differs(`The bank responded for account ${responded} instead of ${accountNumber}`);
	}
	if (foundBank !== null && foundBank !== bankCode) {
		throw differs(`The name enquiry responded for bank ${visibleText(foundBank)} instead of ${bankCode}`);
	}
	if (expected !== undefined && !sameName(expected.name, bankAccountName, expected.match)) {
		throw refuse(
			`Account ${accountNumber} belongs to "${visibleText(bankAccountName)}", not to "${expected.name}"`,
			"Check the account with the payee, or correct 'Expected Account Name'.",
			{ cause: 'nameDiffers' },
		);
	}
	return { bankCode, bankAccountNumber, bankAccountName };
}
