import * as z from 'zod/mini';

import { type Json, type JsonObject, isJsonObject, isObject, textOf } from '../../../core/domain/json';
import { checkName, compareNames, isName } from '../../../core/payees/accountName';
import { checkNgnAccountNumber, checkNipCode } from '../../../core/payees/accountNumbers';
import { type Bank, BankList } from '../../../core/payees/bankNames';
import { ok } from '../../../core/domain/result';
import { quotedText, visibleText } from '../../../core/domain/text';
import { defineRead } from '../../../core/operation/define';
import { BANKS, type Field, type Problem, refused } from '../../../core/operation/field';
import {
	choice,
	labelled,
	line,
	locator,
	locatorValue,
	optionalLine,
	problemIn,
	readText,
} from '../../../core/operation/fields';
import { skipChecks } from '../../../core/operation/payFields';
import { notFound, refuse } from '../../../core/service/failure';
import { fits, maybeText, maybeTextOrNumber } from '../../../core/service/schema';
import { type ReadService, type ServiceRequest, dataObjects, get } from '../../../core/service/service';
import { firstOf, listFields } from '../choices';

/** An entry of a country's bank list; docs/reference/interface.md#bank-codes. South African banks have no code. */
export const bankEntry = z.looseObject({ bankName: z.string(), nipBankCode: maybeText });

const bankList = z.array(z.union([z.string(), z.looseObject({})]));

/** The members read from a name enquiry's response, which has two forms; docs/reference/interface.md#name-enquiry. */
export const nameEnquiry = z.looseObject({
	accountName: maybeText,
	accountNumber: maybeTextOrNumber,
	bankCode: maybeTextOrNumber,
});

/** The mode of 'Bank' for a name or code, which is looked up in Mavapay's current list; docs/reference/banks.md. */
const BY_NAME_OR_CODE = 'nameOrCode';

const nipBank = locator('Bank', {
	payeePart: 'account.bank',
	description: "The account's bank. For By ID, enter the bank's NIP code.",
	search: 'searchBanks',
	idPlaceholder: 'e.g. 000014',
});

/** The bank of a Nigerian account, by NIP code. If an earlier run stored the bank list, messages name the bank. */
export const bank: Field<string> = {
	...nipBank,
	// If a person selects another operation, n8n keeps the value of 'Bank' and its mode, such as By Name or Code.
	read: (raw) =>
		isNameOrCode(raw) ? refused(nipBank.label, `can't be By Name or Code here. ${BY_ID}`) : nipBank.read(raw),
	list: {
		isNeeded: isNameOrCode,
		atHand: (service) => {
			const response = service.keptResponse(NIGERIAN_BANKS);
			return response === null ? null : banksIn(response.data);
		},
		read: async (service, values) => {
			const read = values.map(typedText).flatMap((text) => (text.ok ? text.value : []));
			const texts = [...new Set(read)];
			return await readBankList(service, (banks) => texts.every((text) => banks.bankFor(text).ok));
		},
	},
};

export const bankName = optionalLine('Bank Name', {
	description: "Leave empty to use the name from Mavapay's bank list",
	placeholder: 'e.g. Access Bank',
});

export const accountNumber = line('Account Number', {
	payeePart: 'account.number',
	hint: '10 digits in Nigeria. Enter as text to keep leading zeros.',
	placeholder: 'e.g. 0123456789',
	// The length of the longest IBAN (ISO 13616).
	maxLength: 34,
});

export const accountName = line('Account Name', {
	aiMayFill: true,
	description: "The account holder's name, exactly as registered with the bank",
	placeholder: 'e.g. Ada Obi',
});

/** Checks a Nigerian account and its given name, before anything is sent. No problems if Skip Checks is on. */
export function accountProblems(input: {
	bank: string;
	accountNumber: string;
	accountName?: string | undefined;
	skipChecks: boolean;
}): Problem[] {
	if (input.skipChecks) return [];
	return [
		...problemIn(bank.label, checkNipCode(input.bank)),
		...problemIn(accountNumber.label, checkNgnAccountNumber(input.accountNumber)),
		...(input.accountName === undefined ? [] : problemIn(accountName.label, checkName(input.accountName))),
	];
}

/** The banks of a country. South African banks have no codes (docs/reference/interface.md#bank-codes). */
export async function readBanks(service: ReadService, country: string): Promise<JsonObject[]> {
	const { data } = await service.readOnce(get('/bank/bankcode', { country }), bankList);
	return data
		.map((entry) => (typeof entry === 'string' ? { bankName: entry, nipBankCode: null } : entry))
		.filter(isJsonObject);
}

const NIGERIAN_BANKS = get('/bank/bankcode', { country: 'NG' });

/**
 * The name of a Nigerian bank (docs/reference/interface.md#bank-codes). If the stored list lacks the code, which may be
 * new, the current list is read, once per run. Throws ItemStopped if neither list has the code.
 */
export async function bankNameOf(service: ReadService, bankCode: string): Promise<string> {
	const banks = await readBankList(service, (list) => list.nameOf(bankCode) !== null);
	const name = banks.nameOf(bankCode);
	if (name !== null) return name;
	throw refuse(
		`Mavapay's bank list has no bank with the code "${bankCode}"`,
		"Choose 'Bank' from the list, or fill in 'Bank Name'.",
	);
}

/** The stored list of Nigerian banks if it suffices, otherwise the current one. */
async function readBankList(service: ReadService, suffices: (banks: BankList) => boolean): Promise<BankList> {
	const { data } = await service.readKept(NIGERIAN_BANKS, (response) => suffices(banksIn(response.data)));
	return banksIn(data);
}

/** Bank lists by the response data that they were made from: reused, because every payment looks up a bank name. */
const listsByData = new WeakMap<object, BankList>();

function banksIn(data: Json | undefined): BankList {
	if (typeof data !== 'object' || data === null) return new BankList([]);
	const banks = listsByData.get(data) ?? new BankList(entriesOf(data));
	listsByData.set(data, banks);
	return banks;
}

/** The banks of a list that have a name. A numeric code is dropped, because it may have lost leading zeros. */
function entriesOf(data: Json): Bank[] {
	const entries = dataObjects(data).filter((entry) => fits(entry, bankEntry));
	return entries.flatMap(({ nipBankCode: code, bankName: name }) =>
		visibleText(name) === '' ? [] : [{ code: typeof code === 'string' ? code.trim() : '', name }],
	);
}

const BY_ID = 'Use By ID, with the six-digit NIP code';

/** Whether the value of 'Bank' is By Name or Code. */
export function isNameOrCode(raw: unknown): boolean {
	return isObject(raw) && raw.mode === BY_NAME_OR_CODE;
}

const typedText = (raw: unknown) => readText(locatorValue(raw));

const writtenBank = locator('Bank', {
	payeePart: 'account.bank',
	description:
		"The bank that holds the account. By Name or Code takes a NIP code, a commercial bank's three-digit CBN code, or a name from Mavapay's list; that choice needs 'Expected Account Name'.",
	search: 'searchBanks',
	idPlaceholder: 'e.g. 000014',
	modes: [{ displayName: 'By Name or Code', name: BY_NAME_OR_CODE, type: 'string', placeholder: 'e.g. GTBank' }],
});

/** The field 'Bank' of payments with a name enquiry. It also accepts a name or CBN code; its value is a NIP code. */
export const payeeBank: Field<string> = {
	...bank,
	...writtenBank,
	read(raw, siblings = {}) {
		if (!isNameOrCode(raw)) return bank.read(raw);
		if (siblings['@tool'] === true) return refused(bank.label, `can't be By Name or Code in an AI tool. ${BY_ID}`);
		const text = typedText(raw);
		if (!text.ok) return labelled(bank.label, text);
		const banks = siblings[BANKS];
		const found = (banks instanceof BankList ? banks : new BankList([])).bankFor(text.value);
		return found.ok ? ok(found.value.code) : labelled(bank.label, found);
	},
};

/** Adds a missing bank name to a Nigerian beneficiary. Throws ItemStopped if no bank has its code. */
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

/**
 * Asks for the registered name of an account, once per run. Returns the account to pay to: the returned name and number
 * with the requested bank code, because not every documented answer has a bank code
 * (docs/reference/interface.md#name-enquiry). Throws ItemStopped unless the answer has a name and is for this account
 * and bank. A name that differs from the expected one stops nothing: it is returned as `otherName`.
 */
export async function lookUpAccount(
	service: ReadService,
	{ bankCode, accountNumber }: Readonly<Record<'bankCode' | 'accountNumber', string>>,
	expected: string | undefined,
) {
	const request = get('/bank/name-enquiry', { accountNumber, bankCode });
	const { data: found } = await service.readOnce(request, nameEnquiry);
	const bankAccountName = registeredName(found.accountName);
	// A number without quotes has lost its leading zeros.
	const bankAccountNumber = textOf(found.accountNumber);
	const foundBank = textOf(found.bankCode);
	const differs = (summary: string) =>
		refuse(summary, "Check 'Account Number' and 'Bank'.", { cause: 'accountNotFound' });
	if (bankAccountName === null) throw differs(noNameOf(accountNumber, found.accountName));
	if (bankAccountNumber !== accountNumber) {
		const responded = visibleText(bankAccountNumber ?? '(none)');
		throw differs(`The bank responded for account ${responded} instead of ${accountNumber}`);
	}
	if (foundBank !== null && foundBank !== bankCode)
		throw differs(`The name enquiry responded for bank ${visibleText(foundBank)} instead of ${bankCode}`);
	const compared = expected === undefined ? undefined : compareNames(expected, bankAccountName);
	const otherName = compared?.verdict === 'same' ? undefined : compared;
	return { account: { bankCode, bankAccountNumber, bankAccountName }, otherName };
}

/** The account name that a bank returned; null if it is missing or isn't a name, such as "OK". */
function registeredName(given: unknown): string | null {
	const name = textOf(given);
	return name !== null && isName(name) ? name : null;
}

function noNameOf(accountNumber: string, given: unknown): string {
	const instead = textOf(given) === null ? '' : `, but ${quotedText(textOf(given) ?? '')}`;
	return `The bank gave no name for account ${accountNumber}${instead}`;
}

/** Countries with a bank list; docs/reference/interface.md#bank-codes. */
const BANK_COUNTRIES = [
	{ name: 'Nigeria', value: 'NG' },
	{ name: 'South Africa', value: 'ZA' },
];

export const bankGetAll = defineRead('bank', 'getAll', {
	action: 'Get many banks',
	description: 'Get many banks of a country with their codes',
	fields: {
		country: choice('Country', { aiMayFill: true, default: 'NG', choices: BANK_COUNTRIES }),
		...listFields,
	},
	collect: async (input, service) => firstOf(await readBanks(service, input.country), input),
});

export const bankVerifyAccount = defineRead('bank', 'verifyAccount', {
	action: 'Verify bank account',
	description: 'Look up the name that a Nigerian bank account is registered under',
	// No `payeePart`: an account that an agent only looks up needn't be on 'Allowed Payees'.
	fields: { bank: { ...bank, payeePart: undefined }, accountNumber: { ...accountNumber, payeePart: undefined } },
	options: { skipChecks },
	check: accountProblems,
	select: (data, { accountNumber: number }) => {
		const [found = {}] = dataObjects(data);
		if (registeredName(found.accountName) !== null) return [found];
		throw notFound(noNameOf(number, found.accountName), "Check 'Account Number' and 'Bank'.");
	},
	request: (input) => get('/bank/name-enquiry', { accountNumber: input.accountNumber, bankCode: input.bank }),
});
