import * as z from 'zod/mini';

import { withoutBlanks } from '../../../core/domain/json';
import { NGN } from '../../../core/domain/money';
import { ok } from '../../../core/domain/result';
import { definePayment } from '../../../core/operation/define';
import { brokenRules, refused, when } from '../../../core/operation/field';
import { optionalText, strictChoice } from '../../../core/operation/fields';
import { amount, amountUnitOf } from '../../../core/operation/payFields';
import { priceOf } from '../../../core/operation/operation';
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
	shownBank,
} from '../bank/bank';
import { belowMinimum, paidOutput } from '../paying';
import { paidTransaction, payoutToBank } from '../payout/payout';

const nameField = optionalText('Expected Account Name', {
	description:
		"Pay only if the bank's name for the account matches this one. Case, accents, punctuation and the order of names don't matter. Required if 'Bank' is By Name or Code.",
	placeholder: 'e.g. Chukwuemeka Okafor',
	guard: true,
});

/** A bank as people write it may be another one with such an account: only the name shows that it isn't. */
const expectedAccountName: typeof nameField = {
	...nameField,
	read(raw, siblings = {}) {
		const read = nameField.read(raw);
		const isMissing = read.ok && read.value === undefined && isNameOrCode(siblings.bank);
		return isMissing ? refused(nameField.label, "is empty. Fill it in, since 'Bank' is By Name or Code") : read;
	},
};

/** Fields that say how the account is checked before it is paid. A name enquiry runs wherever a name is expected. */
const checks = {
	accountNameCheck: strictChoice('Account Name Check', {
		description:
			"How the account is checked before it is paid. Whichever you choose, 'Expected Account Name' applies if it is filled in.",
		default: 'registered',
		choices: [
			{
				name: 'Close',
				value: 'close',
				description: 'The names must match. One middle name may be missing if at least three names match.',
			},
			{ name: 'Exact', value: 'exact', description: 'The names must match, and none may be missing' },
			{ name: 'Off', value: 'off', description: "Don't ask the bank. Send 'Account Name' as entered." },
			{
				name: 'Registered Name',
				value: 'registered',
				description: 'Look up the account, and pay it under exactly the name that is found',
			},
		],
	}),
	expectedAccountName,
	accountName: when({ accountNameCheck: ['off'] }, accountName),
};

/**
 * POST /withdraw; docs/reference/interface.md#withdraw-to-bank, with an account as
 * docs/reference/interface.md#name-enquiry has it.
 */
export const withdrawalToBankAccount = definePayment('withdrawal', 'toBankAccount', {
	action: 'Withdraw to a bank account',
	description: 'Pay a Nigerian bank account from the NGN wallet. The money is sent immediately.',
	response: z.looseObject({ ...paidTransaction.shape, payout: payoutToBank }),
	withoutReference: null,
	fields: { bank: payeeBank, accountNumber, amount: amount(NGN), amountUnit: amountUnitOf(NGN) },
	guards: checks,
	options: { bankName: bankNameField },
	draft(input) {
		const { amount, bank: bankCode, accountNumber: number, accountNameCheck, skipChecks, payee } = input;
		const { bankName } = input.options;
		const comparesNames = accountNameCheck === 'close' || accountNameCheck === 'exact';
		const hasNoName = comparesNames && input.expectedAccountName === undefined;
		const noName = "is empty. Fill it in, or set 'Account Name Check' to Registered Name";
		const problems = [...accountProblems(input), ...brokenRules([hasNoName, expectedAccountName, noName])];
		if (problems.length > 0) return { ok: false, problems };
		const looksUpName = accountNameCheck !== 'off' || input.expectedAccountName !== undefined;
		const name = input.expectedAccountName;
		const expectedName =
			name === undefined ? undefined : ({ name, match: accountNameCheck === 'exact' ? 'exact' : 'close' } as const);
		const { accountName } = input;
		const given = withoutBlanks({
			bankCode,
			bankAccountNumber: number,
			bankAccountName: accountName,
			bankName,
		});
		const shown = shownBank(payee, bankName);
		const request = post('/withdraw', {
			amount: amount.minor.toString(),
			currency: amount.currency,
			beneficiary: given,
		});
		return ok({
			price: priceOf(amount),
			limitsIn: amount,
			sends: [request],
			expectedName,
			givenName: looksUpName ? undefined : accountName,
			shownAs: {
				action: 'the withdrawal',
				get to() {
					return shown.to();
				},
				get bank() {
					return { code: bankCode, name: shown.name() };
				},
			},
			destination: `${bankCode}:${number}`,
			hints: skipChecks ? [] : belowMinimum(amount, { beneficiaryType: 'ngn', paidInNaira: false, onChain: false }),
			looksUp: 'ahead',
			lookUp: async (service) => {
				const asked = looksUpName ? lookUpAccount(service, { bankCode, accountNumber: number, expectedName }) : null;
				const naming = (async () => bankName ?? shown.learn(await bankNameOf(service, bankCode)))();
				// What is said of an account that can't be paid names its bank, too.
				const named = naming.catch(() => undefined);
				const [found, foundBank] = await Promise.all([asked?.finally(async () => await named) ?? null, naming]);
				const beneficiary = { ...found, ...given, bankName: foundBank };
				const payeeName = found?.bankAccountName;
				return { request: post('/withdraw', { ...request.body, beneficiary }), payeeName, output: paidOutput };
			},
		});
	},
});
