/** Keys of Mavapay accounts, as the executions and the people of a world use them. */
import type { HttpResult } from '../../../../nodes/core/http/httpResult';
import { ACCOUNT, ACCOUNT_IDS } from '../rows';

export interface Key {
	readonly account: 'A' | 'B';
	/** Where it is used: one account may be behind several addresses. */
	readonly host: string;
}

/** What Mavapay says to whoever asks for the account of a key: its wallets name it, or none; or it refuses to tell. */
export type Told = 'named' | 'none' | 'refused';

/** One account behind two addresses, and another one. */
export const KEYS = {
	A: { account: 'A', host: 'mavapay.example' },
	atGateway: { account: 'A', host: 'gateway.example' },
	B: { account: 'B', host: 'mavapay.example' },
} as const satisfies Record<string, Key>;
export const ALL_KEYS: readonly Key[] = Object.values(KEYS);

/** The account of a run's key, as that run knows it. */
export interface Payer {
	/** Its name, as it was told last; null where it wasn't. */
	told: string | null;
	/** How many changes the database had when the run began; null where nothing is said of keys, and nothing is bound. */
	readonly began: number | null;
}

/** Where nothing is said of keys. */
export const ONE_PAYER: Payer = { told: ACCOUNT, began: null };

export function walletsOf(key: Key, told: Told): HttpResult {
	if (told === 'refused') return { kind: 'response', status: 403, body: { status: 'error', message: 'Forbidden' } };
	const wallet = told === 'none' ? {} : { accountId: ACCOUNT_IDS[key.account] };
	return { kind: 'response', status: 200, body: { status: 'ok', data: [wallet, wallet] } };
}
