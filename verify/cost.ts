import { amountInWords } from '../nodes/core/domain/money';

/* The payments of a run with --pay. The command lists them, with reasons, before it pays. */

/** Mavapay's test account on staging, which pays out to nobody: docs/reference/interface.md#simulate-pay-in. */
export const TEST_BANK = { bankCode: '000013', accountNumber: '0149200000' };
/** Number of Mavapay's test account at Capitec, a South African bank. */
export const TEST_RAND = '1352900000';
export const TEST_PHONE = '+254790000000';
/** A made-up phone number: Mavapay documents none for tests in Ghana. */
export const PHONE_IN_GHANA = '+233240000000';
/** CBN code of the test account's bank: docs/reference/banks.md */
export const CENTRAL_BANK_CODE = '058';

/** USDT cents to pay to the account's own address, unless its minimum is higher. The amount differs from usual fees. */
export const USDT_CENTS = 107n;
/** Most USDT cents to pay if the address's minimum is higher than USDT_CENTS and a person agrees. */
export const MOST_USDT_CENTS = 1_000n;
/** Kobo of the payments in naira. Their amounts differ, so that the payments can be told apart in a list. */
export const KOBO = {
	bank: 200_037n,
	again: 200_139n,
	otherName: 200_341n,
	otherCode: 200_443n,
	swap: 200_017n,
	quoted: 500_000n,
	/** Highest total that a payout to another country may cost. */
	abroad: 800_000n,
};
/** Cents of the payouts abroad; at least 50 ZAR, and USD 2 worth of KES: docs/reference/interface.md#limits. */
export const CENTS = { rand: 5_037n, shillings: 28_037n, cedi: 1_037n };
/** Most satoshi that the invoice of a quote for 5,000 NGN may ask for. */
export const MOST_SATS = 100_000n;

const naira = (kobo: bigint): string => amountInWords(kobo, 'NGN');
const usdt = (cents: bigint): string => amountInWords(cents, 'USDT');

const TO = `to Mavapay's test account ${TEST_BANK.accountNumber} at bank ${TEST_BANK.bankCode}`;

/** Payments in the order in which they are made, with amount, payee and reason. Fees are extra. */
export const PAYMENTS: readonly string[] = [
	`${usdt(USDT_CENTS)} more than the wallet holds, to the account's own deposit address: must be refused; if it isn't, all USDT of the wallet go to that address, and come back less fees`,
	`${naira(KOBO.otherName)} ${TO}, under another name: must be refused; if it isn't, it is paid`,
	`${naira(KOBO.otherCode)} ${TO}, with the bank's other code, ${CENTRAL_BANK_CODE}: must be refused; if it isn't, it is paid`,
	`${usdt(USDT_CENTS)} to the account's own deposit address: shows the answer, the list, the events and the cost of a USDT withdrawal`,
	`${usdt(USDT_CENTS)} to it again, word for word: shows if that is a second payment`,
	`${naira(KOBO.bank)} ${TO}: shows the answer, the list, the events and the cost of a bank withdrawal`,
	`${naira(KOBO.again)} ${TO}, twice word for word: shows if that is a second payment`,
	`the satoshi of an invoice that Mavapay makes for a quote of ${naira(KOBO.quoted)}, from the BTC wallet: shows how a Lightning withdrawal is answered and found`,
	`${naira(KOBO.swap)} from the NGN wallet to the BTC wallet, by an accepted quote: shows what an accepted quote costs`,
	`that quote accepted again: must be refused; if it isn't, ${naira(KOBO.swap)} are swapped again`,
	...[
		`${amountInWords(CENTS.rand, 'ZAR')} to Mavapay's test account ${TEST_RAND} at Capitec`,
		`${amountInWords(CENTS.shillings, 'KES')} to Mavapay's test phone ${TEST_PHONE}`,
		`${amountInWords(CENTS.cedi, 'GHS')} to the phone ${PHONE_IN_GHANA}, which is made up`,
	].map((one) => `${one}, by a quote accepted from the NGN wallet, for at most ${naira(KOBO.abroad)}: shows its cost`),
	`a quote of ${naira(KOBO.quoted)} paid in by Mavapay's simulation, after a try with 0.01 NGN too much: shows the event of a payment in; the account gains the money`,
	`that quote accepted from the NGN wallet though it is paid: must be refused; if it isn't, ${naira(KOBO.quoted)} are swapped`,
	`the order of a payment link of ${naira(KOBO.quoted)} paid in by the simulation: shows the event of a settled link`,
	`a quote of ${naira(KOBO.swap)} accepted from the NGN wallet after it has expired, up to twelve minutes later: must be refused; if it isn't, ${naira(KOBO.swap)} are swapped`,
];

export const costQuestion = (): string =>
	[
		'This makes the following payments, one after the other:',
		...PAYMENTS.map((one, place) => `${String(place + 1).padStart(3)}. ${one}`),
		`At most ${usdt(USDT_CENTS * 2n)}, ${naira(KOBO.bank + KOBO.again * 2n + KOBO.otherName + KOBO.otherCode + KOBO.swap * 3n + KOBO.quoted + KOBO.abroad * 3n)} and ${MOST_SATS.toLocaleString('en')} satoshi, and Mavapay's fees; all USDT of the wallet only if the first payment isn't refused. USDT to the account's own address comes back, less fees.`,
		'If the address needs a larger payment, you are asked again.',
	].join('\n');

/** The question to ask if the account's own address needs a larger deposit than was announced at the start. */
export const minimumQuestion = (cents: bigint): string =>
	`The deposit address takes at least ${usdt(cents)}, so this pays ${usdt(cents)} to it twice instead of ${usdt(USDT_CENTS)}.`;
