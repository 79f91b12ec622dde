import { INVISIBLE } from './text';

/** Differences of names that people don't see or don't mean, each in words and with the name that lacks it. */
const UNMEANT: ReadonlyArray<readonly [word: string, without: (name: string) => string]> = [
	['invisible characters', (name) => name.replace(INVISIBLE, '')],
	['blanks', (name) => name.replace(/\p{White_Space}+/gu, '')],
	['capital letters', (name) => name.toLowerCase()],
];

const without = (name: string, left = UNMEANT) => left.reduce((text, [, strip]) => strip(text), name);

/** The name among others that differs from one only by invisible characters, blanks or capitals; null for none. */
export function nearName(name: string, others: readonly string[]): string | null {
	return others.find((other) => without(other) === without(name)) ?? null;
}

const BYTE_ORDER_MARK = '\ufeff';

/** The difference of a near name, as a clause: "differs only by blanks". */
export function unlikeIn(name: string, near: string): string {
	if (near === `${BYTE_ORDER_MARK}${name}`)
		return "begins with a byte order mark: turn on 'Exclude Byte Order Mark (BOM)' where the file is read";
	const unlike = UNMEANT.filter((one) => {
		const others = UNMEANT.filter((other) => other !== one);
		return without(name, others) !== without(near, others);
	});
	return `differs only by ${unlike.map(([word]) => word).join(' and ')}`;
}
