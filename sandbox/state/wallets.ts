import { ASSUMED } from '../assumptions';
import { DOCUMENTED } from '../messages';
import type { Ids } from './ids';
import { ServiceError, WALLET_CURRENCIES, type Currency, type WalletCurrency } from './types';

const { value: said } = ASSUMED.messages;

export interface Wallet {
	id: string;
	accountId: string;
	currency: WalletCurrency;
	/** Lowest unit. */
	balance: bigint;
}

/** Balances every sandbox starts with: 5,000,000 NGN, 1,000,000 KES, 0.5 BTC, 10,000 USD and USDT. */
const START: Record<WalletCurrency, bigint> = {
	NGN: 500_000_000n,
	KES: 100_000_000n,
	BTC: 50_000_000n,
	USD: 1_000_000n,
	USDT: 1_000_000n,
};

export function isWalletCurrency(currency: string): currency is WalletCurrency {
	return WALLET_CURRENCIES.some((one) => one === currency);
}

/** One wallet per currency; a balance never goes below zero. */
export class Wallets {
	readonly list: Wallet[];

	constructor(ids: Ids, accountId: string) {
		this.list = WALLET_CURRENCIES.map((currency) => ({
			id: ids.uuid(`wallet ${currency}`),
			accountId,
			currency,
			balance: START[currency],
		}));
	}

	find(currency: string): Wallet | undefined {
		return this.list.find((wallet) => wallet.currency === currency);
	}

	of(currency: Currency): Wallet {
		const wallet = this.find(currency);
		if (!wallet) throw new ServiceError(400, said.noWallet(currency));
		return wallet;
	}

	balance(currency: WalletCurrency): bigint {
		return this.of(currency).balance;
	}

	set(currency: WalletCurrency, balance: bigint): void {
		this.of(currency).balance = balance;
	}

	debit(currency: Currency, amount: bigint): Wallet {
		const wallet = this.of(currency);
		if (wallet.balance < amount) {
			throw new ServiceError(400, DOCUMENTED.tooLittleMoney);
		}
		wallet.balance -= amount;
		return wallet;
	}

	credit(currency: Currency, amount: bigint): Wallet {
		const wallet = this.of(currency);
		wallet.balance += amount;
		return wallet;
	}
}
