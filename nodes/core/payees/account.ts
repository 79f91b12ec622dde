import { digestOf } from '../domain/json';

/* An account's name in the rows that bind it, a digest of the ID that all its wallets name: docs/why/design.md#accounts. */

/** The name of an account that isn't known: the wallets name none, or several. */
export const NOT_KNOWN = 'none';

/** The name of the account that the wallets name by their `accountId`; a wallet may name none. */
export function accountNamed(ids: readonly unknown[]): string {
	const named = ids.filter((id) => typeof id === 'string' && id.trim() !== '');
	const [id, ...others] = new Set(named);
	return id === undefined || others.length > 0 ? NOT_KNOWN : digestOf(['account', id], 'base64url');
}

/**
 * Gives the account of the key that runs, by its name. Throws where Mavapay doesn't answer: then nothing is paid.
 *
 * @param again asks Mavapay also where this process knows the account
 */
export type AskAccount = (again?: boolean) => Promise<string>;
