import { checkNgnAccountNumber } from '../../../core/domain/payees/accountNumbers';
import { formatMinor } from '../../../core/domain/money';
import { defineOperation } from '../../../core/operation/define';
import { when } from '../../../core/operation/field';
import { choice, flag, oneLine, optionalText, strictChoice } from '../../../core/operation/fields';
import { amount, amountUnit } from '../../../core/operation/payFields';
import { accountNumber, bank, bankName, bankNameOf, verifyBeneficiary } from '../bank/bank';
import { currencyChoices, outputData, MINIMUM_PAYOUT_KOBO } from '../shared';
import { paidTransaction } from './withdrawal';

/** It warns and does not block. */
const BELOW_MINIMUM =
	'Mavapay documents a minimum of 2,000.00 NGN for payouts to bank accounts; smaller ones may be refused';

const NO_NAME = { field: 'Account Name', reason: "is empty. Fill it in, or turn on 'Verify Account'" };

const nameMatch = {
	...strictChoice({
		label: 'Name Match',
		description:
			"How close the bank's name for the account must be to 'Expected Account Name'. Case, accents, punctuation and order do not matter.",
		default: 'close',
		choices: [
			{ name: 'Close', value: 'close', description: 'One middle name may be missing, if three or more names agree' },
			{ name: 'Exact', value: 'exact', description: 'No name may be missing' },
		],
	}),
	guard: true,
};

const currency = choice({ label: 'Currency', default: 'NGN', choices: currencyChoices('bankAccount') });

/** POST /withdraw; docs/interface.md#withdraw-to-bank, which wants the account as docs/interface.md#name-enquiry has it. */
export const withdrawalToBankAccount = defineOperation({
	effect: 'pay',
	resource: 'withdrawal',
	operation: 'toBankAccount',
	name: 'To Bank Account',
	action: 'Withdraw to a bank account',
	description: 'Pay a Nigerian bank account from the NGN wallet. The money is sent immediately.',
	response: paidTransaction,
	withoutReference: "Required unless 'Without Payout Reference' is on.",
	fields: {
		amount: amount({ use: 'bankAccount', currency: { parameter: 'currency', field: currency } }),
		amountUnit,
		currency,
		bank,
		accountNumber,
		verifyAccount: flag({
			label: 'Verify Account',
			description: 'Whether to look up the registered name first and pay exactly the account that was found',
			default: true,
		}),
		expectedAccountName: optionalText({
			label: 'Expected Account Name',
			description:
				"If filled in, nothing is paid unless the bank has this name for the account, whatever 'Verify Account' says. The option 'Name Match' says how close it must be.",
			placeholder: 'e.g. Chukwuemeka Okafor',
			guard: true,
		}),
		accountName: when(
			{ verifyAccount: [false] },
			optionalText({
				label: 'Account Name',
				aiMayFill: true,
				description:
					"The account holder's name, exactly as registered with the bank. Required unless the account is verified or 'Expected Account Name' is filled in.",
				placeholder: 'e.g. Ada Obi',
				...oneLine,
			}),
		),
		bankName,
	},
	options: { nameMatch },
	draft(input) {
		const { amount, bank: bankCode, accountNumber: asked, expectedAccountName, accountName, skipChecks } = input;
		// A name that a person typed to be compared is compared, whoever switched the verification off.
		const verified = input.verifyAccount || expectedAccountName !== undefined;
		const account = checkNgnAccountNumber(asked);
		const problems = [
			...(account.ok || skipChecks ? [] : [{ field: 'Account Number', reason: account.reason }]),
			...(verified || accountName !== undefined ? [] : [NO_NAME]),
		];
		if (problems.length > 0) return { ok: false, problems };
		return {
			ok: true,
			value: {
				amount,
				limitsIn: amount,
				shownAs: { deed: 'the withdrawal', payee: ` to account ${asked} at bank ${bankCode}` },
				destination: `${bankCode}:${asked}`,
				payee: { kind: 'account', bank: bankCode, accountNumber: asked },
				hints: amount.minor < MINIMUM_PAYOUT_KOBO && !skipChecks ? [BELOW_MINIMUM] : [],
				prepare: async (service) => {
					const [beneficiary, bankName] = await Promise.all([
						verified
							? verifyBeneficiary(service, {
									bankCode,
									accountNumber: asked,
									expectedAccountName,
									nameMatch: input.options.nameMatch ?? 'close',
								})
							: { bankCode, bankAccountNumber: asked, bankAccountName: accountName },
						input.bankName ?? bankNameOf(service, bankCode),
					]);
					const body = {
						amount: formatMinor(amount.minor),
						currency: amount.currency,
						beneficiary: { ...beneficiary, bankName },
					};
					const names = verified ? { payeeName: beneficiary.bankAccountName } : { givenName: accountName };
					return { request: { method: 'POST', path: '/withdraw', body }, amount, ...names, output: outputData };
				},
			},
		};
	},
});
