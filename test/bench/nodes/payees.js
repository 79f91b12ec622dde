'use strict';

/** The payees of the bench, which are the same in the sandbox and in n8n. Each has its own account and name. */

const GIVEN = ['ADAEZE', 'BABATUNDE', 'CHIDI', 'DAMILOLA', 'EMEKA', 'FATIMA', 'GBENGA', 'HADIZA', 'IFEOMA', 'JIDE'];
const MIDDLE = ['AMINA', 'BOLA', 'CHIOMA', 'DAYO', 'EFE', 'GRACE', 'HASSAN', 'IKENNA', 'JOY', 'KOLA', 'MARYAM'];
const FAMILY = [
	'ABUBAKAR',
	'BALOGUN',
	'DANJUMA',
	'EKWUEME',
	'IBRAHIM',
	'LAWAL',
	'MOHAMMED',
	'NWOSU',
	'OKAFOR',
	'YUSUF',
];

const BANK_CODE = '000013';
const BANK_NAME = 'Guaranty Trust Bank';
const FIRST_ACCOUNT = 2_100_000_000;
const FIRST_AMOUNT = 200_000;

const pick = (names, index) => names[index % names.length];

/**
 * The kobo that a run adds to each amount, up to 1,000,000 NGN. Otherwise the same amount to the same payee would be
 * refused as a repeat of the run before.
 */
const addedBy = (run) => (Number.parseInt(run.slice(0, 8), 16) || 0) % 100_000_000;

/** One row of a payout list; the amount is in kobo. */
function payee(index, run = '') {
	return {
		amount: String(FIRST_AMOUNT + index + addedBy(run)),
		bankCode: BANK_CODE,
		bankName: BANK_NAME,
		accountNumber: String(FIRST_ACCOUNT + index),
		accountName: [
			pick(GIVEN, index),
			pick(MIDDLE, Math.floor(index / GIVEN.length)),
			pick(FAMILY, Math.floor(index / GIVEN.length / MIDDLE.length)),
		].join(' '),
	};
}

module.exports = { BANK_CODE, payee };
