import { withoutBlanks } from '../../../core/domain/json';
import { NGN, priceOf } from '../../../core/domain/money';
import { checkName } from '../../../core/payees/accountName';
import { ok } from '../../../core/domain/result';
import { definePayment } from '../../../core/operation/define';
import { brokenRules, NOT_AS_TOOL, refused, when, type Field } from '../../../core/operation/field';
import { flag, optionalText } from '../../../core/operation/fields';
import { amount, amountUnitOf } from '../../../core/operation/payFields';
import { ItemStopped } from '../../../core/service/failure';
import { post } from '../../../core/service/service';
import {
	accountName,
	accountNumber,
	accountProblems,
	bankName as bankNameField,
	bankNameOf,
	isNameOrCode,
	lookUpAccount,
	payeeBank,
} from '../bank/bank';
import { belowMinimum } from '../paying';

const nameField = optionalText('Expected Account Name', {
	description:
		"Pay only if the bank's name for the account has exactly these words. A person's names can be in any order. Case, accents, punctuation and titles don't matter. Required if 'Bank' is By Name or Code.",
	placeholder: 'e.g. Chukwuemeka Ugo Okafor',
	guard: true,
	check: checkName,
});

/** The expected account name. Required if 'Bank' is By Name or Code: another bank can have the same account number. */
const expectedAccountName: Field<string | undefined> = {
	...nameField,
	read(raw, siblings = {}) {
		const read = nameField.read(raw);
		return read.ok && read.value === undefined && isNameOrCode(siblings.bank)
			? refused(nameField.label, "is empty. Fill it in, since 'Bank' is By Name or Code")
			: read;
	},
};

/** The options to pay without a name enquiry. An AI tool can't skip the enquiry. */
const withoutEnquiry = {
	accountName: when(NOT_AS_TOOL, {
		...accountName,
		required: false,
		aiMayFill: false,
		face: {
			...accountName.face,
			description: "The account holder's name to send if 'Without Name Enquiry' is on",
		},
	}),
	withoutNameEnquiry: when(
		NOT_AS_TOOL,
		flag('Without Name Enquiry', {
			description:
				"Whether to pay without asking the bank for the account's name, and send 'Account Name' as entered. The bank is asked anyway if 'Expected Account Name' is filled in.",
		}),
	),
};

const NAME_UNUSED =
	"'Account Name' isn't checked, so any account holder is paid: fill in 'Expected Account Name' instead";

/** POST /withdraw: docs/reference/interface.md#withdraw-to-bank and docs/reference/interface.md#name-enquiry. */
export const withdrawalToBankAccount = definePayment('withdrawal', 'toBankAccount', {
	action: 'Withdraw to bank account',
	description: 'Pay a Nigerian bank account from the NGN wallet. The money is sent immediately.',
	withoutReference: null,
	fields: { bank: payeeBank, accountNumber, amount: amount(NGN), amountUnit: amountUnitOf(NGN), expectedAccountName },
	options: { bankName: bankNameField, ...withoutEnquiry },
	draft(input) {
		const { amount, bank: bankCode, accountNumber: number, skipChecks } = input;
		const { expectedAccountName: expectedName } = input;
		const { bankName, accountName: givenName, withoutNameEnquiry = false } = input.options;
		const asksName = expectedName !== undefined || !withoutNameEnquiry;
		const hasNoName = !asksName && givenName === undefined;
		const accountNameSent = asksName ? undefined : givenName;
		const problems = [
			...accountProblems({ ...input, accountName: accountNameSent }),
			...brokenRules([hasNoName, accountName, "is empty. Fill it in, or turn off 'Without Name Enquiry'"]),
		];
		if (problems.length > 0) return { ok: false, problems };
		const given = withoutBlanks({
			bankCode,
			bankAccountNumber: number,
			bankAccountName: accountNameSent,
			bankName,
		});
		const request = post('/withdraw', {
			amount: amount.minor.toString(),
			currency: amount.currency,
			beneficiary: given,
		});
		return ok({
			price: priceOf(amount),
			limitsIn: amount,
			sends: [request],
			expects: expectedName ?? null,
			typedName: accountNameSent,
			bankEntered: bankName,
			hints: [
				...(skipChecks ? [] : belowMinimum(amount, { beneficiaryType: 'ngn', paidInNaira: false, onChain: false })),
				...(givenName === undefined || withoutNameEnquiry ? [] : [NAME_UNUSED]),
			],
			looksUp: 'ahead',
			lookUp: async (service) => {
				const asked = asksName ? lookUpAccount(service, { bankCode, accountNumber: number }, expectedName) : null;
				const naming = bankName === undefined ? bankNameOf(service, bankCode) : Promise.resolve(bankName);
				const [found, named] = await Promise.all([asked?.catch(namingBank(naming)) ?? null, naming]);
				const beneficiary = { ...found?.account, ...given, bankName: named };
				return {
					request: post('/withdraw', { ...request.body, beneficiary }),
					payeeName: found?.account.bankAccountName,
					bankName: bankName === undefined ? named : undefined,
					otherName: found?.otherName,
				};
			},
		});
	},
});

/** Makes a handler that adds the bank's name to an error about an account. */
const namingBank = (naming: Promise<string>) => async (error: unknown) => {
	const bankName = await naming.catch(() => undefined);
	throw error instanceof ItemStopped ? new ItemStopped(error.failure, bankName) : error;
};
