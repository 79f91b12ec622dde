import {
	type AmountUnit,
	CURRENCIES,
	currencyOfQuoteCode,
	describeAmount,
	findCurrency,
	formatMajor,
	moneyOf,
} from '../../../nodes/core/domain/money';
import { parseAmount } from '../../../nodes/core/domain/parseAmount';
import { reasonOf, valueOf } from '../../harness/results';

describe('the table of currencies', () => {
	it.each([
		['NGN', 2, 'kobo', 'naira'],
		['KES', 2, 'cent', 'shillings'],
		['ZAR', 2, 'cent', 'rand'],
		['GHS', 2, 'pesewa', 'cedis'],
		['USDT', 2, 'USDT cent', 'USDT'],
		['USD', 2, 'US cent', 'US dollar'],
		['BTC', 8, 'satoshi', 'bitcoin'],
	])('%s has %i decimals, %s and %s', (code, exponent, minorName, majorName) => {
		expect(findCurrency(code)).toMatchObject({ code, exponent, minorName, majorName });
	});

	it('holds nothing else, and nothing of Object.prototype', () => {
		expect(CURRENCIES).toHaveLength(7);
		expect(findCurrency('constructor')).toBeUndefined();
		expect(findCurrency('ngn')).toBeUndefined();
	});

	it.each([
		['NGNKOBO', 'NGN'],
		['BTCSAT', 'BTC'],
		['KESCENT', 'KES'],
		['ZARCENT', 'ZAR'],
		['GHSPESEWA', 'GHS'],
		['USDTCENT', 'USDTCENT'],
		['NGN', 'NGN'],
		['', ''],
		['constructor', 'constructor'],
	])('quote code %p is currency %p', (quoteCode, currency) => {
		expect(currencyOfQuoteCode(quoteCode)).toBe(currency);
	});
});

const CALCULATED = ': a formula can give more decimals than its cell shows';
const ROUND = `round it to 2 decimals${CALCULATED}`;

describe('parseAmount', () => {
	it.each<[unknown, AmountUnit, string, bigint]>([
		['25.000', 'major', 'BTC', 2_500_000_000n],
		['25.0000', 'major', 'NGN', 2500n],
		['1000.500000', 'major', 'NGN', 100050n],
		['  12.34\n', 'major', 'USDT', 1234n],
		['\u00a05\u00a0', 'minor', 'NGN', 5n],
		['007', 'minor', 'NGN', 7n],
		['123456789012345678901234567890', 'minor', 'NGN', 123456789012345678901234567890n],
		[9_007_199_254_740_991, 'minor', 'NGN', 9_007_199_254_740_991n],
		[1e21 / 1e10, 'minor', 'NGN', 100_000_000_000n],
		[1234567890123.45, 'major', 'NGN', 123456789012345n],
		[1e-7, 'major', 'BTC', 10n],
		[1.5e-7, 'major', 'BTC', 15n],
		[42n, 'minor', 'NGN', 42n],
		[42n, 'major', 'ZAR', 4200n],
	])('reads %p in %s units of %s', (raw, unit, currency, minor) => {
		expect(valueOf(parseAmount(raw, unit, currency))).toBe(minor);
	});

	it.each<[unknown, string]>([
		['', 'is empty'],
		['   ', 'is empty'],
		...['-5', '\u22125', '\u20135', '-5000.00', '(5,000.00)', '\u20a6-5', '5000-', '5000 -', -5, -5n, -0.5, -1e21].map(
			(raw): [unknown, string] => [raw, 'is negative, so there is nothing to pay'],
		),
		...['1e3', '1.5E+10', '1e-2'].map((raw): [unknown, string] => [
			raw,
			'has an exponent, which may hide digits; write the number out in full',
		]),
		...['500\u200b', '\u202a500', '\u2066500\u2069', '5\ufeff00', '-\u00ad5'].map((raw): [unknown, string] => [
			raw,
			'contains invisible characters',
		]),
		[2 ** 53, 'is a number too large to be exact; send it as text'],
		[1e21, 'is a number too large to be exact; send it as text'],
		[undefined, 'is empty, not an amount'],
		[null, 'is empty, not an amount'],
		[true, 'is true, not an amount'],
		[[5], 'is a list, not an amount'],
		[{ amount: 5 }, 'is an object, not an amount'],
		[new Date(0), 'is a date, not an amount'],
		[() => 5, 'is a function, not an amount'],
		[Symbol('5'), 'is a symbol, not an amount'],
		...['5000/-', '5,000/=', '5000,-', '1-2', '10x5', 'x1e3', '1e3x', '1,000x', '150 00', '1000 000', '1,000,00']
			.concat(['1,000,', '.5', '5.', '1.2.3', 'NGN 100', ',5', '\u20a6100', '100\u0000', 'NaN1', '+5', '-', '\u2013'])
			.concat(['0x10', '0b11', '0O17', '1,000', '1.000,50', '1,000.50', '1,50,000', '1500,5', '1 000', '1\u202f000'])
			.concat(['1_000', "1'000", '1\u2019000,5', '\u0661\u0662', '1\uff10', '-Infinity', 'NaN', 'infinity'])
			.map((raw): [unknown, string] => [raw, 'is not a plain number such as 1500 or 1500.50']),
		[Number.POSITIVE_INFINITY, 'is not a plain number such as 1500 or 1500.50'],
		...['0', '0.00', '000', 0, -0].map((raw): [unknown, string] => [raw, 'is zero']),
		...['1234567890123456789012345678901', '1.000000000000000000000000000000', '0000000000000000000000000000000'].map(
			(raw): [unknown, string] => [raw, 'has more than 30 digits'],
		),
	])('refuses %p: %s', (raw, reason) => {
		expect(reasonOf(parseAmount(raw, 'major', 'NGN'))).toBe(reason);
		expect(reasonOf(parseAmount(raw, 'minor', 'NGN'))).toBe(reason);
	});

	it.each<[unknown, AmountUnit, string, string]>([
		...[
			['25.000', 'if the point separates thousands, write 25000; otherwise round it to 2 decimals'],
			['999.500', 'if the point separates thousands, write 999500; otherwise round it to 2 decimals'],
			...['1500.505', '0.001', 21.485, 99.995, 150000.004].map((raw) => [raw, 'round it to 2 decimals']),
		].map(([raw, advice]): [unknown, AmountUnit, string, string] => [
			raw,
			'major',
			'NGN',
			`has 3 decimals, but NGN allows 2; ${advice}`,
		]),
		['21.501', 'major', 'USDT', 'has 3 decimals, but USDT allows 2; round it to 2 decimals'],
		['0.000000001', 'major', 'BTC', `has 9 decimals, but BTC allows 8; round it to 8 decimals${CALCULATED}`],
		['1.2340', 'major', 'NGN', `has 4 decimals, but NGN allows 2; ${ROUND}`],
		[21.48925, 'major', 'NGN', `has 5 decimals, but NGN allows 2; ${ROUND}`],
		[0.1 + 0.2, 'major', 'NGN', `has 17 decimals, but NGN allows 2; ${ROUND}`],
		[1e-7, 'major', 'NGN', `has 7 decimals, but NGN allows 2; ${ROUND}`],
		[0.00123456789012345, 'major', 'BTC', `has 17 decimals, but BTC allows 8; round it to 8 decimals${CALCULATED}`],
		[123456789012345.6, 'major', 'NGN', 'is a number that would lose digits (123456789012345.6); send it as text'],
		...[
			['5000.00', 'If it is 5,000.00 naira, write 500000; if it is 5000 kobo (50.00 naira), write 5000'],
			['1.0', 'If it is 1.00 naira, write 100; if it is 1 kobo (0.01 naira), write 1'],
			['250.0000', 'If it is 250.00 naira, write 25000; if it is 250 kobo (2.50 naira), write 250'],
			['1.5', 'If it is 1.50 naira, write 150; if it is in kobo, round it to a whole number'],
			[1500.5, 'If it is 1,500.50 naira, write 150050; if it is in kobo, round it to a whole number'],
			['250.000', 'It may separate thousands: write the amount in kobo, without a point'],
			[19.99 * 100, 'If it is in naira, round it to 2 decimals; if it is in kobo, round it to a whole number'],
		].map(([raw, advice]): [unknown, AmountUnit, string, string] => [
			...([raw, 'minor', 'NGN'] as const),
			`of '${raw}' has a point, but kobo have no decimals. ${advice}`,
		]),
		[
			'5000.00',
			'minor',
			'BTC',
			"of '5000.00' has a point, but satoshis have no decimals. If it is 5,000.00000000 bitcoin, write 500000000000; if it is 5000 satoshis (0.00005000 bitcoin), write 5000",
		],
		[
			'1.5',
			'minor',
			'XYZ',
			"of '1.5' has a point, but minor units of XYZ have no decimals. Round it to a whole number",
		],
		['1', 'major', 'XYZ', 'must be in minor units, because the decimals of XYZ are not known'],
	])('refuses %p in %s units of %s: %s', (raw, unit, currency, reason) => {
		expect(reasonOf(parseAmount(raw, unit, currency))).toBe(reason);
	});

	it('says how to set the unit where a person can', () => {
		expect(reasonOf(parseAmount('5000.00', 'minor', 'NGN', "set 'Amount Unit' to Naira"))).toBe(
			"of '5000.00' has a point, but kobo have no decimals. If it is 5,000.00 naira, set 'Amount Unit' to Naira; if it is 5000 kobo (50.00 naira), write 5000",
		);
	});

	it('never guesses a unit that an expression got wrong', () => {
		const unit: AmountUnit = JSON.parse('"Major"');
		expect(reasonOf(parseAmount('1', unit, 'NGN'))).toBe('has the unknown unit "Major"; use minor or major');
	});

	it('takes an amount in minor units of a currency that is not known', () => {
		expect(valueOf(parseAmount('7', 'minor', 'XYZ'))).toBe(7n);
	});
});

describe('formatting', () => {
	it.each([
		[100000n, 'NGN', '1000.00', '1,000.00 NGN (100000 kobo)'],
		[1n, 'NGN', '0.01', '0.01 NGN (1 kobo)'],
		[1n, 'KES', '0.01', '0.01 KES (1 cent)'],
		[99n, 'GHS', '0.99', '0.99 GHS (99 pesewas)'],
		[100n, 'USDT', '1.00', '1.00 USDT (100 USDT cents)'],
		[123456789n, 'USD', '1234567.89', '1,234,567.89 USD (123456789 US cents)'],
		[1n, 'BTC', '0.00000001', '0.00000001 BTC (1 satoshi)'],
		[2_100_000_000_000_000n, 'BTC', '21000000.00000000', '21,000,000.00000000 BTC (2100000000000000 satoshis)'],
		[0n, 'ZAR', '0.00', '0.00 ZAR (0 cents)'],
		[-5n, 'NGN', '-0.05', '-0.05 NGN (-5 kobo)'],
		[-123456n, 'NGN', '-1234.56', '-1,234.56 NGN (-123456 kobo)'],
	])('writes %p of %s as %p and %p', (minor, currency, major, described) => {
		expect(formatMajor(minor, currency)).toBe(major);
		expect(describeAmount(minor, currency)).toBe(described);
	});

	it('does not guess the decimals of a currency it does not know', () => {
		expect(formatMajor(5n, 'XYZ')).toBeNull();
		expect(describeAmount(5n, 'XYZ')).toBe('5 XYZ (minor units)');
	});
});

describe('moneyOf', () => {
	it.each<[unknown, string | null]>([
		[3750, '3750'],
		['3750', '3750'],
		['3750.00', '3750'],
		[' 3750.0 ', '3750'],
		['0003750', '3750'],
		[0, '0'],
		[-5, '-5'],
		['-5.00', '-5'],
		[12n, '12'],
		['9007199254740993', '9007199254740993'],
		[13.23, null],
		['3750.5', null],
		['3750.', null],
		['.00', null],
		['+5', null],
		['1,000', null],
		['1e3', null],
		['x5', null],
		['5x', null],
		['', null],
		[2 ** 53, null],
		[Number.NaN, null],
		['1'.repeat(31), null],
		[null, null],
		[undefined, null],
		[{}, null],
		[true, null],
		[['5'], null],
	])('reads %p as %p minor units', (value, minor) => {
		expect(moneyOf(value, 'XYZ')).toEqual({ minor, major: null });
		expect(moneyOf(value, 'NGN').minor).toBe(minor);
	});

	it('gives major units where the currency is known', () => {
		expect(moneyOf('3750.00', 'NGN')).toEqual({ minor: '3750', major: '37.50' });
		expect(moneyOf(-5, 'BTC')).toEqual({ minor: '-5', major: '-0.00000005' });
		expect(moneyOf(5, null)).toEqual({ minor: '5', major: null });
		expect(moneyOf(5, undefined)).toEqual({ minor: '5', major: null });
		expect(moneyOf(0.5, 'NGN')).toEqual({ minor: null, major: null });
	});
});
