import { digestOf } from '../domain/json';

/* Keys of Mavapay accounts: digests of `accountId`, to which workflows are bound (docs/why/design.md#accounts). */

/** The key of an unknown account: the wallets name none, or several. */
export const NOT_KNOWN = 'none';

/** The key of the account whose `accountId` the wallets name. A wallet can lack it. */
export function accountKeyOf(ids: readonly unknown[]): string {
	const named = ids.filter((id) => typeof id === 'string' && id.trim() !== '');
	const [id, ...others] = new Set(named);
	return id === undefined || others.length > 0 ? NOT_KNOWN : digestOf(['account', id], 'base64url');
}

/**
 * Asks Mavapay which account the API key belongs to, and returns the account's key (`accountKeyOf`). Throws if Mavapay
 * doesn't answer, so that nothing is paid.
 *
 * @param again asks Mavapay even if this process already knows the account
 */
export type AskAccount = (again?: boolean) => Promise<string>;
