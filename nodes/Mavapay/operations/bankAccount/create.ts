import { checkNgnAccountNumber } from '../../../core/domain/payees/accountNumbers';
import { type JsonObject, withoutBlanks } from '../../../core/domain/json';
import { NGN } from '../../../core/domain/money';
import { defineOperation } from '../../../core/operation/define';
import { problemIn } from '../../../core/operation/fields';
import type { ServiceRequest } from '../../../core/service/service';
import { accountName, accountNumber, bank, bankAccount, bankName, bankNameOf } from '../bank/bank';
import { walletId } from '../wallet/wallet';

const post = (body: JsonObject): ServiceRequest => ({
	method: 'POST',
	path: '/bankaccount',
	body: withoutBlanks(body),
});

export const bankAccountCreate = defineOperation({
	effect: 'write',
	resource: 'bankAccount',
	operation: 'create',
	name: 'Create',
	action: 'Create a bank account',
	description: 'Register a Nigerian bank account that a wallet can be withdrawn to',
	response: bankAccount,
	fields: {
		bank,
		accountNumber,
		accountName,
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
	walletId: string;
}): JsonObject {
	return {
		bankName: input.bankName,
		bankCode: input.bank,
		bankAccountNumber: input.accountNumber,
		bankAccountName: input.accountName,
		currency: NGN.code,
		walletId: input.walletId,
	};
}
