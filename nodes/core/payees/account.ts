import { digestOf } from '../domain/json';

/* The keys of Mavapay accounts in the rows that bind workflows: digests of `accountId` (docs/why/design.md#accounts). */

/** The key of an unknown account: the wallets name none, or several. */
export const NOT_KNOWN = 'none';

/** The key of the account that the wallets name as `accountId`. A wallet can lack it. */
export function accountKeyOf(ids: readonly unknown[]): string {
	const named = ids.filter((id) => typeof id === 'string' && id.trim() !== '');
	const [id, ...others] = new Set(named);
	return id === undefined || others.length > 0 ? NOT_KNOWN : digestOf(['account', id], 'base64url');
}

/**
 * Asks for the account that the API key belongs to, and gives its key. Throws if Mavapay doesn't answer; nothing is
 * paid then.
 *
 * @param again asks Mavapay even if this process already knows the account
 */
export type AskAccount = (again?: boolean) => Promise<string>;
