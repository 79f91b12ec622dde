import { withoutBlanks } from '../../../core/domain/json';
import { NGN } from '../../../core/domain/money';
import { defineRead, defineWrite } from '../../../core/operation/define';
import { listFilters } from '../../../core/operation/fields';
import { get, post } from '../../../core/service/service';
import { accountName, accountNumber, accountProblems, bank, bankName, bankNameOf } from '../bank/bank';
import { walletFilter, walletId } from '../wallet/wallet';

export const bankAccountCreate = defineWrite('bankAccount', 'create', {
	action: 'Create bank account',
	description: 'Register a Nigerian bank account for withdrawals from a wallet',
	fields: { bank, accountNumber, accountName, walletId, bankName },
	check: accountProblems,
	request: (input) =>
		post(
			'/bankaccount',
			withoutBlanks({
				bankName: input.bankName,
				bankCode: input.bank,
				bankAccountNumber: input.accountNumber,
				bankAccountName: input.accountName,
				currency: NGN.code,
				walletId: input.walletId,
			}),
		),
	complete: async (input, built, service) => {
		const bankName = input.bankName ?? (await bankNameOf(service, input.bank));
		return { ...built, body: { ...built.body, bankName } };
	},
});

export const bankAccountGetAll = defineRead('bankAccount', 'getAll', {
	action: 'Get many bank accounts',
	description: 'Get many bank accounts that are registered for withdrawals',
	fields: {
		filters: listFilters({ walletId: walletFilter }),
	},
	request: ({ filters }) => get('/bankaccount', { walletId: filters.walletId, currency: NGN.code }),
});
