import { digestOf } from '../json';

/* An account's name in rows and memories, a digest of the ID that all its wallets name: docs/why/design.md#accounts. */

/** The name of an account that isn't known: the wallets name none, or several. It is a value, and as good as another. */
export const NOT_KNOWN = 'none';

/** The name of the account that all wallets name, each by its `accountId`. */
export function accountNamed(ids: readonly unknown[]): string {
	const [id, ...others] = new Set(ids);
	return typeof id === 'string' && id.trim() !== '' && others.length === 0
		? digestOf(['account', id], 'base64url')
		: NOT_KNOWN;
}

/** Tells the account of the key that runs. Throws where Mavapay doesn't answer: then nothing is paid. */
export type AskAccount = () => Promise<string>;

/** Whose a payment is to the account that asks: its own, another's, or unclear, since only one of the two is known. */
export type Whose = 'own' | 'others' | 'unclear';

/** Compares the account of a payment with the one that asks, by their names. */
export function whoseIs(recorded: string, asking: string): Whose {
	if (recorded === asking) return 'own';
	return recorded === NOT_KNOWN || asking === NOT_KNOWN ? 'unclear' : 'others';
}
