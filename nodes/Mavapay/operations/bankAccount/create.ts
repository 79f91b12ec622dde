import { checkNgnAccountNumber } from '../../../core/domain/accountNumbers';
import type { JsonObject } from '../../../core/domain/json';
import { withoutBlanks } from '../../../core/domain/json';
import { defineOperation } from '../../../core/operation/define';
import { problemIn, choice  } from '../../../core/operation/fields';
import { bankAccount } from '../../../core/service/schemas/bank';
import type { ServiceRequest } from '../../../core/service/service';
import { bankNameOf } from '../bank/bankName';
import { currencyChoices } from '../choices';
import { accountName, accountNumber, bank, bankName, walletId } from '../sharedFields';

const post = (body: JsonObject): ServiceRequest => ({
	method: 'POST',
	path: '/bankaccount',
	body: withoutBlanks(body),
});

export const bankAccountCreate = defineOperation({
	effect: 'bind',
	resource: 'bankAccount',
	operation: 'create',
	name: 'Create',
	action: 'Create a bank account',
	description: 'Register a Nigerian bank account that a wallet can be withdrawn to',
	answer: bankAccount,
	fields: {
		bank,
		accountNumber,
		accountName,
		currency: choice({ label: 'Currency', default: 'NGN', choices: currencyChoices('bankAccount') }),
		walletId,
		bankName,
	},
	check: (input, _scope, skip) =>
		skip ? [] : problemIn(accountNumber.label, checkNgnAccountNumber(input.accountNumber)),
	request: (input) => ({ ok: true, value: post(bodyOf(input)) }),
	prepare: async (input, service) =>
		post({ ...bodyOf(input), bankName: input.bankName ?? (await bankNameOf(service, input.bank)) }),
});

function bodyOf(input: {
	bank: string;
	bankName: string | undefined;
	accountNumber: string;
	accountName: string;
	currency: string;
	walletId: string;
}): JsonObject {
	return {
		bankName: input.bankName,
		bankCode: input.bank,
		bankAccountNumber: input.accountNumber,
		bankAccountName: input.accountName,
		currency: input.currency,
		walletId: input.walletId,
	};
}
