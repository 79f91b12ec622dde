import type { JsonValue, Members } from './json';
import { textOf } from './json';

/*
 * Amounts are compared exactly, in millionths of a minor unit. A report shows how amounts relate, never the amounts.
 */

const SCALE = 6;

/** An amount from an answer, in millionths of a minor unit; null if it isn't a plain number. */
export function exactly(amount: JsonValue | undefined): bigint | null {
	const [, sign = '', whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(textOf(amount) ?? '') ?? [];
	if (whole === undefined) return null;
	return BigInt(`${sign}${whole}${fraction.slice(0, SCALE).padEnd(SCALE, '0')}`);
}

/** Minor units, converted to millionths of a minor unit. */
export const ofMinor = (amount: bigint): bigint => amount * 1_000_000n;

/** Factors, with the words for the factor and for its inverse. */
const FACTORS: ReadonlyArray<readonly [factor: bigint, times: string, part: string]> = [
	[100n, '100 times', 'a hundredth of'],
	[10_000n, '10,000 times', 'a ten-thousandth of'],
	[1_000_000n, 'a million times', 'a millionth of'],
	[1_000n, '1,000 times', 'a thousandth of'],
	[10n, '10 times', 'a tenth of'],
	[2n, 'twice', 'half'],
];

/** How large `one` is compared with `other`, such as `100 times` or `about 1.1 times`; empty if they are equal. */
export function factorOf(one: bigint, other: bigint): string {
	if (one === other) return '';
	if (one === 0n) return 'nothing, not';
	if (other === 0n) return 'something in place of';
	if (one < 0n !== other < 0n) return 'the opposite of';
	for (const [factor, times, part] of FACTORS) {
		if (one === other * factor) return times;
		if (one * factor === other) return part;
	}
	const percent = (one * 1_000n) / other;
	if (percent === 1_000n || percent === 999n)
		return one > other === other > 0n ? 'a little more than' : 'a little less than';
	if (percent >= 1_000_000n) return 'more than 1,000 times';
	if (percent === 0n) return 'less than a thousandth of';
	if (percent < 100n) return `about ${percent}/1,000 of`;
	return percent >= 20_000n
		? `about ${percent / 1_000n} times`
		: `about ${percent / 1_000n}.${String(percent % 1_000n)
				.padStart(3, '0')
				.replace(/0{1,2}$/, '')} times`;
}

const MOST_POWERS = 6;

/** Whether two amounts are the same number in different units: one is 10, 100 or up to a million times the other. */
export function isScaled(one: bigint, other: bigint): boolean {
	if (one <= 0n || other <= 0n) return false;
	const powers = Array.from({ length: MOST_POWERS }, (_none, power) => 10n ** BigInt(power + 1));
	return powers.some((times) => one === other * times || one * times === other);
}

/** Whether two amounts are equal within `perThousand` thousandths, or within one minor unit for rounding. */
export function isAbout(one: bigint, other: bigint, perThousand: bigint): boolean {
	const apart = one > other ? one - other : other - one;
	return apart <= ofMinor(1n) || apart * 1_000n <= (other < 0n ? -other : other) * perThousand;
}

const UNITS: ReadonlyMap<string, string> = new Map([
	['NGN', 'kobo'],
	['BTC', 'satoshi'],
]);
/** Differences up to this many minor units are described as "some". */
const SOME = 100n;

/** Describes a wallet's loss in terms of a payment's amount and fees. */
export function lossInWords(lost: bigint, amount: bigint, fees: bigint, currency: string): string {
	const known: ReadonlyArray<readonly [bigint, string]> = [
		[0n, 'nothing'],
		[amount + fees, 'the amount and the fees'],
		[amount, 'the amount, without the fees'],
		[fees, 'the fees alone'],
		[amount - fees, 'the amount, less the fees'],
		[amount + fees * 2n, 'the amount, and the fees twice'],
		[amount * 2n, 'twice the amount, without the fees'],
		[amount + fees * 100n, 'the amount, and 100 times the fees'],
		[amount * 100n + fees, '100 times the amount, and the fees'],
		[amount * 100n, '100 times the amount, without the fees'],
	];
	const found = known.find(([value]) => value === lost)?.[1];
	if (found !== undefined) return found;
	if (lost < 0n) return 'less than nothing: it gained';
	if (lost * 100n === amount + fees * 100n) return 'a hundredth of the amount, and the fees';
	const apart = lost - amount - fees;
	const size = apart < 0n ? -apart : apart;
	if (size <= ofMinor(SOME) && size * 100n <= amount)
		return `some ${UNITS.get(currency) ?? 'cents'} ${apart > 0n ? 'more' : 'less'} than the amount and the fees`;
	const beyond = lost - amount;
	if (fees > 0n && beyond > 0n && beyond < amount)
		return `the amount, and ${factorOf(beyond, fees)} the fees that were stated`;
	return `${factorOf(lost, amount + fees)} the amount and the fees`;
}

/** Divisor of an amount: if the loss differs from the amount by more than a quarter of it, fees don't explain it. */
const MOST_FEES = 4n;
/** Divisor of an amount: an extra loss of up to a twentieth of it counts as fees, even if other fees were stated. */
const FEW_FEES = 20n;

/**
 * Whether fees explain a wallet's loss. They do if nothing has left yet, or if the loss exceeds the amount by at most a
 * twentieth. They also do if the loss is the amount plus the stated fees times 2, times 100 or divided by 100, unless
 * the loss then differs from the amount by more than a quarter.
 */
export function isOfFees(lost: bigint, amount: bigint, fees: bigint): boolean {
	if (lost === 0n) return true;
	const known = [amount + fees * 2n, amount + fees * 100n, amount + fees / 100n];
	const beyond = lost > amount ? lost - amount : amount - lost;
	const isLittleMore = lost > amount && beyond * FEW_FEES <= amount;
	return isLittleMore || (known.includes(lost) && beyond * MOST_FEES <= amount);
}

/** Whether the fees were taken out of the sent amount, so that the payee may have got less. */
export const hasFeesInside = (lost: bigint, amount: bigint, fees: bigint): boolean =>
	fees > 0n && (lost === amount || lost === amount - fees);

/** How one member of two answers differs; null if it is equal. */
export function amountsApart(one: Members, other: Members, name: 'amount' | 'fees'): string | null {
	const [here, there] = [exactly(one[name]), exactly(other[name])];
	if (here === null || there === null) return here === there ? null : `\`${name}\` is a number on one side alone`;
	return here === there ? null : `\`${name}\` is ${factorOf(here, there)} that`;
}
