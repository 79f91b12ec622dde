/** The values that stand for one payout reference in the store; contract 5.4. */
export interface Entries {
	/** There: the reference was used. */
	readonly base: string;
	/** There as well: whether it was paid is not known, or a payout is under way. */
	readonly open: string;
}

const OPEN = ':open';

/** No part of the key is in an entry: a rotated key must not open a paid reference. */
export function entriesOf(baseUrl: string, reference: string): Entries {
	const base = `mavapay:1:${baseUrl}:${reference}`;
	return { base, open: `${base}${OPEN}` };
}

/** The entry by which one claim is told from every other claim of the same reference. */
export function tokenEntry({ base }: Entries, token: string): string {
	return `${base}:claim:${token}`;
}

/** Whether a reference would be taken for the mark of another one: `A:open` for the mark of `A`. */
export function isReservedReference(reference: string): boolean {
	return reference.endsWith(OPEN);
}
