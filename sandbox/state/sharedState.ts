import { defaultQuirks, type Quirks } from '../quirks';
import { BankAccounts } from './bankAccounts';
import type { Clock } from './clock';
import { Ids } from './ids';
import { Wallets } from './wallets';

export interface Webhook {
	id: string;
	url: string;
	secret: string;
	isActive: boolean;
	createdAt: number;
	updatedAt: number;
}

/** State that quotes, payment links, transactions and deliveries share; they use nothing else of the service. */
export class SharedState {
	readonly ids: Ids;
	readonly quirks: Quirks = defaultQuirks();
	readonly bankAccounts = new BankAccounts();
	readonly userId: string;
	readonly accountId: string;
	readonly wallets: Wallets;
	webhook: Webhook | null = null;
	/** Number of the request being answered; 0 between requests. */
	requestNumber = 0;
	/** Payment hashes paid or being paid; a failed payment frees its hash. */
	readonly paidHashes = new Set<string>();

	constructor(
		seed: string,
		readonly clock: Clock,
	) {
		this.ids = new Ids(seed);
		this.userId = this.ids.uuid('user');
		this.accountId = this.ids.uuid('account');
		this.wallets = new Wallets(this.ids, this.accountId);
	}
}
