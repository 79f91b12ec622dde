/** Adds a value to the list of a key. */
export function addTo<K, T>(lists: Map<K, T[]>, key: K, value: T): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}
