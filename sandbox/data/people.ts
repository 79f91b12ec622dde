import { sha256Hex } from '../state/ids';

const GIVEN = [
	'ABDUL',
	'ADAEZE',
	'AISHA',
	'AMARACHI',
	'BABATUNDE',
	'BLESSING',
	'CHIDI',
	'CHINWE',
	'DAMILOLA',
	'EMEKA',
	'FATIMA',
	'FOLAKE',
	'GBENGA',
	'HADIZA',
	'IFEOMA',
	'JIDE',
	'KEMI',
	'MUSA',
	'NGOZI',
	'OBINNA',
	'OLUMIDE',
	'SADE',
	'TUNDE',
	'UCHE',
	'USMAN',
	'VICTORIA',
	'YAKUBU',
	'YETUNDE',
	'ZAINAB',
	'ZUBAIRU',
];

const MIDDLE = [
	'ADE',
	'AMINA',
	'AYO',
	'BOLA',
	'CHIOMA',
	'DAYO',
	'EFE',
	'GRACE',
	'HASSAN',
	'IKENNA',
	'JOY',
	'KOLA',
	'MARYAM',
	'NKEM',
	'OSAZE',
	'PETER',
	'RUTH',
	'SANI',
	'TOBI',
	'UFUOMA',
];

const FAMILY = [
	'ABUBAKAR',
	'ADEBAYO',
	'ADEYEMI',
	'AKPAN',
	'BALOGUN',
	'BELLO',
	'DANJUMA',
	'EKWUEME',
	'EZE',
	'IBRAHIM',
	'IGWE',
	'LAWAL',
	'MOHAMMED',
	'NNAMDI',
	'NWOSU',
	'OBI',
	'OGUNLEYE',
	'OKAFOR',
	'OKONKWO',
	'OLADIPO',
	'ONYEKA',
	'SULEIMAN',
	'UDO',
	'WILLIAMS',
	'YUSUF',
];

function pick(list: readonly string[], hex: string): string {
	return list[Number.parseInt(hex, 16) % list.length] ?? '';
}

/**
 * The holder's name of an account that nobody has set up. It depends on the bank code and the account
 * number alone, so that a test can use as many accounts as it likes and know their names.
 */
export function personOf(bankCode: string, accountNumber: string): string {
	const hex = sha256Hex(`person|${bankCode}|${accountNumber}`);
	return [pick(GIVEN, hex.slice(0, 8)), pick(MIDDLE, hex.slice(8, 16)), pick(FAMILY, hex.slice(16, 24))].join(' ');
}
