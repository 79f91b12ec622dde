import type { Account } from './account';

/** Something that belongs to a run, made at its first use. */
export function perAccount<T>(make: () => T): (account: Account) => T {
	const made = new WeakMap<Account, T>();
	return (account) => {
		const own = made.get(account) ?? make();
		made.set(account, own);
		return own;
	};
}

/** Steps that several claims look at, each made once for an account. */
export class Once<T> {
	private readonly made = perAccount(() => new Map<string, Promise<T>>());

	/** The result of a step, which is made where it wasn't yet. Rejects as often as it is asked for, where it did. */
	async of(account: Account, step: string, make: () => Promise<T>): Promise<T> {
		const steps = this.made(account);
		const result = steps.get(step) ?? make();
		steps.set(step, result);
		return await result;
	}
}
