import { checkNgnAccountNumber } from '../../../core/domain/accountNumber';
import { formatMinor, parseAmount } from '../../../core/domain/money';
import { when } from '../../../core/operation/field';
import { choice, flag, optionalText } from '../../../core/operation/fields';
import { amountField, amountUnit } from '../../../core/operation/moneyFields';
import { payOperation } from '../../../core/operation/pay';
import { paidTransaction } from '../../../core/service/schemas/payout';
import { bankNameOf } from '../bank/bankName';
import { verifyBeneficiary } from '../bank/verifyBeneficiary';
import { FIAT_CURRENCIES } from '../choices';
import { emitData } from '../emit';
import { accountName, accountNumber, bank, bankName } from '../sharedFields';

/** Documented minimum of NGN payouts; service-facts 2.17. It warns and does not block. */
const MINIMUM_KOBO = 200_000n;
const BELOW_MINIMUM = 'Mavapay documents a minimum of 2,000.00 NGN for payouts to bank accounts; smaller ones may be refused';

/** POST /withdraw; interface document 4.3, which wants the account verified with 4.9 first. */
export const withdrawalToBankAccount = payOperation({
	resource: 'withdrawal',
	operation: 'toBankAccount',
	name: 'To Bank Account',
	action: 'Withdraw to a bank account',
	description: 'Pay a Nigerian bank account from the NGN wallet. Money leaves at once.',
	answer: paidTransaction,
	withoutReference: "Needed, unless 'Without Payout Reference' is on.",
	fields: {
		amount: amountField({
			hint: 'In kobo: 100000 means 1,000.00 NGN',
			placeholder: 'e.g. 100000',
			major: { hint: 'In naira: 1000.50 means 1,000.50 NGN', placeholder: 'e.g. 1000.50' },
		}),
		amountUnit,
		currency: choice({ label: 'Currency', default: 'NGN', choices: FIAT_CURRENCIES }),
		bank,
		accountNumber,
		verifyAccount: flag({
			label: 'Verify Account',
			description: 'Whether to look up the registered name first and pay exactly the account that was found',
			default: true,
		}),
		expectedAccountName: when(
			{ verifyAccount: [true] },
			optionalText({
				label: 'Expected Account Name',
				description:
					'If filled in, nothing is paid unless the registered name is the same; case, order and accents do not matter, and one of three or more names may be missing',
				placeholder: 'e.g. Chukwuemeka Okafor',
				guard: true,
			}),
		),
		accountName: when({ verifyAccount: [false] }, accountName),
		bankName,
	},
	draft(input) {
		const { currency, bank: bankCode, accountNumber: asked, skipChecks } = input;
		const parsed = parseAmount(input.amount, input.amountUnit, currency);
		const account = checkNgnAccountNumber(asked);
		const problems = [
			...(parsed.ok ? [] : [{ field: 'Amount', reason: parsed.reason }]),
			...(account.ok || skipChecks ? [] : [{ field: 'Account Number', reason: account.reason }]),
		];
		if (!parsed.ok || problems.length > 0) return { ok: false, problems };
		const amount = { minor: parsed.value, currency };
		return {
			ok: true,
			value: {
				amount,
				capsIn: { currency, unit: input.amountUnit },
				shownAs: { deed: 'the withdrawal', payee: ` to account ${asked} at bank ${bankCode}` },
				destination: `${bankCode}:${asked}`,
				hints: amount.minor < MINIMUM_KOBO ? [BELOW_MINIMUM] : [],
				preparesByReading: true,
				prepare: async (service) => {
					const verified = input.verifyAccount
						? await verifyBeneficiary(service, {
								bankCode,
								accountNumber: asked,
								expectedAccountName: input.expectedAccountName,
							})
						: { bankCode, bankAccountNumber: asked, bankAccountName: input.accountName };
					const bankName = input.bankName ?? (await bankNameOf(service, bankCode));
					const body = { amount: formatMinor(amount.minor), currency, beneficiary: { ...verified, bankName } };
					return { request: { method: 'POST', path: '/withdraw', body }, amount, emit: emitData };
				},
			},
		};
	},
});
