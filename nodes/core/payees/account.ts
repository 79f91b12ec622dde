import { digestOf } from '../domain/json';

/* Keys of Mavapay accounts: digests of `accountId`. A workflow is bound to one (docs/why/design.md#accounts). */

/** The key if the account is unknown, because no wallet has an `accountId`, or the wallets have different ones. */
export const NOT_KNOWN = 'none';

/** The account's key from the `accountId` of each wallet. Wallets without an `accountId` don't count. */
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
