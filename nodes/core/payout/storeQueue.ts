/**
 * The last call under way for each store. It must be shared by all executions of the process, since
 * two calls at once in one process would undo each other's writes just as two processes do.
 */
const tails = new Map<string, Promise<void>>();

/** Runs calls on the same store one after the other, in the order in which they were asked for. */
export async function queued<T>(storeKey: string, call: () => Promise<T>): Promise<T> {
	const before = tails.get(storeKey);
	const mine = before === undefined ? call() : before.then(call);
	// A call that failed must not stop the ones behind it.
	const tail = mine.then(
		() => undefined,
		() => undefined,
	);
	tails.set(storeKey, tail);
	try {
		return await mine;
	} finally {
		if (tails.get(storeKey) === tail) tails.delete(storeKey);
	}
}
