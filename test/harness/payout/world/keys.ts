/** API keys of Mavapay accounts, as simulated executions and people use them. */
import type { HttpResult } from '../../../../nodes/core/http/httpResult';
import { ACCOUNT, ACCOUNT_IDS } from '../rows';

export interface Key {
	readonly account: 'A' | 'B';
	/** The host that the key is used at; several hosts can lead to the same account. */
	readonly host: string;
}

/** How Mavapay answers when asked for a key's account: its wallets name the account, or name none, or it refuses. */
export type Told = 'named' | 'none' | 'refused';

/** Keys of two accounts. Account A is reached at two hosts. */
export const KEYS = {
	A: { account: 'A', host: 'mavapay.example' },
	atGateway: { account: 'A', host: 'gateway.example' },
	B: { account: 'B', host: 'mavapay.example' },
} as const satisfies Record<string, Key>;
export const ALL_KEYS: readonly Key[] = Object.values(KEYS);

/** The account of a run's key, as that run knows it. */
export interface Payer {
	/** The account's name in Mavapay's last answer; null before an answer. */
	told: string | null;
	/** The number of database changes when the run began; null if no key is given, because then no account is bound. */
	readonly began: number | null;
}

/** The payer of a run without a key. */
export const ONE_PAYER: Payer = { told: ACCOUNT, began: null };

export function walletsOf(key: Key, told: Told): HttpResult {
	if (told === 'refused') return { kind: 'response', status: 403, body: { status: 'error', message: 'Forbidden' } };
	const wallet = told === 'none' ? {} : { accountId: ACCOUNT_IDS[key.account] };
	return { kind: 'response', status: 200, body: { status: 'ok', data: [wallet, wallet] } };
}
