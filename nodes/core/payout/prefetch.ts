/** Jobs that start before anybody asks for their results. */
export interface Prefetched<K, V> {
	/** Gives the result of one job; one that was not started runs now, and others with it. */
	take(key: K): Promise<V>;
	/** Makes room for others, since nobody will take this one. */
	drop(key: K): void;
	/** Starts further jobs, up to `width`. Call it where the process only waits, as during a request. */
	goOn(): void;
}

/**
 * Runs jobs ahead: `width` at once, and no more than `reach` that nobody has taken or dropped yet. Taking a result
 * starts no job, since its taker is busy then: the next one starts when a job ends, or in `goOn`.
 *
 * @param source the keys in the order in which they will be taken; asked for the next one whenever there is room
 */
export function prefetch<K extends object, V>(
	source: Iterator<K, unknown>,
	job: (key: K) => Promise<V>,
	{ width, reach }: { readonly width: number; readonly reach: number },
): Prefetched<K, V> {
	const started = new Map<K, Promise<V>>();
	const past = new WeakSet<K>();
	let busy = 0;
	const fill = () => {
		while (busy < width && started.size < reach) {
			const next = source.next();
			if (next.done === true) return;
			if (past.has(next.value)) continue;
			busy += 1;
			const result = job(next.value);
			started.set(next.value, result);
			const ended = () => {
				busy -= 1;
				fill();
			};
			result.then(ended, ended);
		}
	};
	const drop = (key: K) => {
		past.add(key);
		started.delete(key);
	};
	const take = async (key: K) => {
		if (!started.has(key)) fill();
		const result = started.get(key) ?? job(key);
		past.add(key);
		try {
			return await result;
		} finally {
			drop(key);
		}
	};
	return { take, drop, goOn: fill };
}
