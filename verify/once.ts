import type { Account } from './account';

/** A value for each account, made when it is first needed. */
export function perAccount<T>(make: () => T): (account: Account) => T {
	const made = new WeakMap<Account, T>();
	return (account) => {
		const own = made.get(account) ?? make();
		made.set(account, own);
		return own;
	};
}

/** Steps that several claims look at; each is made once per account. */
export class Once<T> {
	private readonly made = perAccount(() => new Map<string, Promise<T>>());

	/** The result of a step, which is made on the first call. Later calls get the same result, or the same rejection. */
	async of(account: Account, step: string, make: () => Promise<T>): Promise<T> {
		const steps = this.made(account);
		const result = steps.get(step) ?? make();
		steps.set(step, result);
		return await result;
	}
}
