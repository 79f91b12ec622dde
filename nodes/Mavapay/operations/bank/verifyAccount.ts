import { defineRead } from '../../../core/operation/define';
import { skipChecks } from '../../../core/operation/payFields';
import { notFound } from '../../../core/service/failure';
import { accountNumber, accountProblems, bank, noNameOf, registeredName } from './bank';
import { dataObjects, get } from '../../../core/service/service';

export const bankVerifyAccount = defineRead('bank', 'verifyAccount', {
	action: 'Verify bank account',
	description: 'Look up the name that a Nigerian bank account is registered under',
	// Only looked up, not paid, so that an agent's account needn't be on 'Allowed Payees'.
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
