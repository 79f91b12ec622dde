import { DOCUMENTED } from '../messages';
import { NG_BANKS, type Bank } from '../data/banks';
import { personOf } from '../data/people';
import { DEMO_ACCOUNTS } from '../demo';
import { ServiceError } from './types';

/** `failing`: the name enquiry finds the account, and payouts to it are accepted, but they end as FAILED. */
export type AccountState = 'open' | 'closed' | 'failing';

export interface BankAccount {
	bankCode: string;
	accountNumber: string;
	accountName: string;
	state: AccountState;
}

/** Account numbers with this prefix belong to nobody. */
const UNKNOWN_PREFIX = '0000';

/** The banks of Nigeria and their accounts, as the bank list and the name enquiry know them. */
export class BankAccounts {
	/** The current bank list. */
	banks: readonly Bank[] = NG_BANKS;
	private readonly known = new Map<string, BankAccount>();

	constructor() {
		for (const account of DEMO_ACCOUNTS) this.add(account);
	}

	/** The first bank of the list that has the code. */
	bankOf(code: string): Bank | undefined {
		return this.banks.find(({ nipBankCode }) => nipBankCode === code);
	}

	add(account: BankAccount): void {
		this.known.set(`${account.bankCode}/${account.accountNumber}`, { ...account });
	}

	/** The account, or null if the number belongs to nobody. A number that nobody has set up gets a made-up holder. */
	find(bankCode: string, accountNumber: string): BankAccount | null {
		const known = this.known.get(`${bankCode}/${accountNumber}`);
		if (known) return known;
		if (accountNumber.startsWith(UNKNOWN_PREFIX)) return null;
		return {
			bankCode,
			accountNumber,
			accountName: personOf(bankCode, accountNumber),
			state: 'open',
		};
	}

	/** The account that a name enquiry finds. Throws the error that the enquiry answers with. */
	enquire(bankCode: string, accountNumber: string): BankAccount {
		const account = this.bankOf(bankCode) ? this.find(bankCode, accountNumber) : null;
		if (!account) throw new ServiceError(400, DOCUMENTED.unknownAccount);
		if (account.state === 'closed') throw new ServiceError(400, DOCUMENTED.unknownAccount);
		return account;
	}

	/** Throws if a beneficiary differs from the name enquiry (docs/reference/interface.md#withdraw-to-bank). */
	check(beneficiary: { bankCode: string; bankAccountNumber: string; bankAccountName: string }): BankAccount {
		const account = this.enquire(beneficiary.bankCode, beneficiary.bankAccountNumber);
		if (account.accountName !== beneficiary.bankAccountName) {
			throw new ServiceError(400, DOCUMENTED.otherName);
		}
		return account;
	}
}
