import { INVISIBLE } from './text';

/** A name without what people don't see or don't mean in it. */
const plainForm = (name: string) =>
	name
		.replace(INVISIBLE, '')
		.replace(/\p{White_Space}+/gu, '')
		.toLowerCase();

/** The name among others that differs from one only by invisible characters, blanks or capitals; null for none. */
export function nearName(name: string, others: readonly string[]): string | null {
	return others.find((other) => plainForm(other) === plainForm(name)) ?? null;
}

/** The difference of a near name, as a clause: "differs only by blanks, capital letters or invisible characters". */
export function unlikeIn(name: string, near: string): string {
	return near === `\ufeff${name}`
		? "begins with a byte order mark: turn on 'Exclude Byte Order Mark (BOM)' where the file is read"
		: 'differs only by blanks, capital letters or invisible characters';
}
