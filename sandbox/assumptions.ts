/*
 * Values and forms that the service does not document, with the sandbox's choice of each. All choices are in this file.
 * If the service could refuse or leave out something that the sandbox never does, a comment in that code says so.
 * `see` is where this project's documentation says what is unknown, and how a real account would settle it.
 */

import { OWN } from './messages';

interface Assumption<T> {
	readonly value: T;
	readonly because: string;
	readonly see: string;
}

const webhooks = 'docs/why/questions.md#webhooks';
const answers = 'docs/why/questions.md#answers';
const money = 'docs/why/questions.md#money';
const requests = 'docs/why/questions.md#requests';

/** Returns the table unchanged, so that the compiler keeps the exact type of each value. */
const assume = <const T extends Record<string, Assumption<unknown>>>(table: T): T => table;

export const ASSUMED = assume({
	/** Waits before each retry of an event that was not accepted, on the sandbox's clock. */
	retryDelaysMs: {
		value: [5_000, 30_000, 120_000],
		because:
			'An event may come more than once; how often and when is not documented. Three tries with growing pauses are usual',
		see: webhooks,
	},
	testEventAnswer: {
		value: 'Test event sent',
		because: 'POST /webhook/test is documented by name only: it takes no body, and answers with a message',
		see: webhooks,
	},
	usdMetadata: {
		value: 'btcUsdMetadata',
		because: 'No event in USD is documented; the name of the metadata for BTC names USD, too',
		see: webhooks,
	},
	/** HTTP status if a look-up finds nothing. */
	notFoundStatus: {
		value: 404,
		because: 'Look-ups declare 200 and 400, the general list of codes has 404: a client has to live with either',
		see: answers,
	},
	/** Shape of GET /transaction: an object for id and hash, a list for orderId. */
	transactionShape: {
		value: 'byKey',
		because:
			'An object is documented for all three; clients of the live service decode a list by orderId, where two may match',
		see: answers,
	},
	/** The text of a member that a transaction doesn't have, such as the bank of a Lightning payment. */
	noText: {
		value: '',
		because: 'One shape is documented for every kind of transaction, with texts that only some of them have',
		see: answers,
	},
	/** `metadata.order` of a transaction that belongs to no order. */
	noOrder: {
		value: null,
		because: 'The documented example belongs to an order',
		see: answers,
	},
	/** `hash` in the answer to a USDT withdrawal that is not on the chain yet. */
	pendingStablecoinHash: {
		value: null,
		because:
			'Null is documented for the event; when the request is answered, the transaction is on no chain yet either',
		see: answers,
	},
	noCustomerReference: {
		value: null,
		because: 'The documented examples all have one; null is what older examples show under the older name',
		see: answers,
	},
	/** Whether payment link details can be read without a key. */
	linkDetailsAccess: {
		value: 'open',
		because: 'A key is documented; the page that payers see asks without one',
		see: answers,
	},
	/** Messages of refusals whose words are not documented; their HTTP status is 400 unless another one fits better. */
	messages: {
		value: OWN,
		because: 'Thirteen messages are documented, for far more refusals; these are in their manner',
		see: answers,
	},
	/** Milliseconds until a new transaction, or a new status, shows in look-ups and lists. */
	readLagMs: {
		value: 0,
		because: 'Nothing is said; a service that keeps copies of its database shows things seconds late',
		see: answers,
	},
	/** How long a payout stays PENDING, on the sandbox's clock. */
	settleAfterMs: {
		value: 2_000,
		because: 'No times are documented but 87 ms between the two events of one USDT withdrawal, in an example',
		see: money,
	},
	/** Service fee of a quote, in ten-thousandths. */
	quoteFeePerTenThousand: {
		value: 75n,
		because: 'Fees are given by the ticker per pair, without a rule; 0.75 % stands on a help page',
		see: money,
	},
	/** Fee of a withdrawal to a Nigerian bank, in kobo. */
	bankWithdrawalFee: {
		value: 5_000n,
		because: 'Transactions carry fees; the amounts are not documented',
		see: money,
	},
	/** Fee of a USDT withdrawal by network, in USDT cents. */
	stablecoinFees: {
		value: { trc20: 100n, erc20: 300n, plasma: 0n, solana: 50n, polygon: 20n },
		because: 'Transactions carry fees; the amounts are not documented',
		see: money,
	},
	/** Limits of a deposit address, in whole USDT as documented; a maximum of "0" means that there is none. */
	depositLimits: {
		value: { minAmount: '1', maxAmount: '0' },
		because: 'The members and their unit are documented; the numbers differ from address to address',
		see: money,
	},
	/** Status of a USDT deposit below its address's minimum. */
	smallDeposit: {
		value: 'FAILED',
		because:
			'A deposit below it may not be credited, says one page; that it is told as FAILED then is inferred. Documented for a blocked sender, which a FAILED deposit of the control API stands for',
		see: money,
	},
	/** Whether the registered name of a till or PayBill can be given next to `identifiers`. */
	nameMayStandBeside: {
		value: true,
		because: 'The types have it inside for every mode, a table of fields has it beside for both',
		see: requests,
	},
	/** Pattern of a PayBill or till number. */
	mpesaNumber: {
		value: /^\d+$/,
		because: 'The documented numbers have six to nine digits; no rule is documented',
		see: requests,
	},
	/** Whether an accountName filter finds transactions of other currencies than NGN and ZAR. */
	accountNameFindsOthers: {
		value: false,
		because: 'The filter is documented for NGN and ZAR; whether it is ignored for others, or finds none, is not',
		see: requests,
	},
});
