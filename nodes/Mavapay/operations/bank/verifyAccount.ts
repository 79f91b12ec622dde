import { defineRead } from '../../../core/operation/define';
import { onlyLookedUp } from '../../../core/operation/payees';
import { skipChecks } from '../../../core/operation/payFields';
import { accountNumber, accountProblems, bank } from './bank';
import { get } from '../../../core/service/service';

export const bankVerifyAccount = defineRead('bank', 'verifyAccount', {
	action: 'Verify a bank account',
	description: 'Look up the name that a Nigerian bank account is registered under',
	fields: { bank: onlyLookedUp(bank), accountNumber: onlyLookedUp(accountNumber) },
	options: { skipChecks },
	check: accountProblems,
	request: (input) => get('/bank/name-enquiry', { accountNumber: input.accountNumber, bankCode: input.bank }),
});
