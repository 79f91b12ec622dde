/** What the node itself makes: for previews. */
import { payout } from '../../../nodes/Mavapay/operations/payout/payout';
import {
	listOf,
	maybe,
	maybeText,
	objectWith,
	someFlag,
	someNumber,
	someText,
} from '../../../nodes/core/service/schema';
import { lookedUpTransaction } from './service';

/** In minor units, as text. */
const wallet = objectWith({ currency: someText, balance: someText, needed: someText, short: someText });

/** What 'Payout: Prepare' outputs for each item; docs/money.md#approval. */
export const preparedPayout = objectWith({
	payout,
	prepared: objectWith({
		status: someText,
		payee: maybeText,
		payeeName: maybeText,
		atMost: maybe(objectWith({ minor: someText, major: maybeText, currency: someText })),
		duplicateOf: maybe(someNumber),
		cause: maybeText,
		message: maybeText,
		wallet: maybe(wallet),
	}),
	approvalDigest: maybeText,
});

const countedSum = objectWith({ currency: someText, count: someNumber, minor: someText, major: maybeText });

/** The one item of 'Payout: Summarize'; docs/money.md#approval. */
export const payoutSummary = objectWith({
	text: someText,
	stage: someText,
	count: someNumber,
	counts: objectWith({
		ready: maybe(someNumber),
		accepted: maybe(someNumber),
		unknown: maybe(someNumber),
	}),
	totals: listOf(countedSum),
	fees: listOf(countedSum),
	wallets: listOf(wallet),
	approvalDigest: maybeText,
});

/** What the record says of a reference; docs/money.md#references. */
const referenceState = someText;

/** For a reference that is not free: its claim, and when it is too early for that to be released. */
const claimed = { claim: maybeText, lookAgainAt: maybeText };

export const checkedReference = objectWith({ reference: someText, state: referenceState, ...claimed });

export const releasedReference = objectWith({
	reference: someText,
	state: referenceState,
	previousState: referenceState,
	released: someFlag,
});

export const markedReference = objectWith({
	reference: someText,
	state: referenceState,
	previousState: referenceState,
	transactionId: maybeText,
});

/** docs/money.md#resolving-a-reference */
export const resolvedReference = objectWith({
	reference: someText,
	state: referenceState,
	previousState: referenceState,
	resolution: someText,
	transactionId: maybeText,
	why: someText,
	recordChanged: someFlag,
	...claimed,
	candidates: maybe(
		listOf(
			objectWith({
				transactionId: someText,
				type: someText,
				status: someText,
				amount: maybe(objectWith({ minor: someText, major: maybeText, currency: someText })),
				createdAt: maybeText,
			}),
		),
	),
});

export const haltedPayouts = objectWith({ halted: someFlag, changed: someFlag });

const eventAmount = objectWith({ minor: maybeText, major: maybeText });

/** As the trigger's; docs/trigger.md#what-a-workflow-gets. */
export const newEvent = objectWith({
	event: someText,
	customerReference: maybeText,
	customerReferenceFrom: maybeText,
	orderId: maybeText,
	transactionId: maybeText,
	paymentRef: maybeText,
	paymentLink: maybeText,
	type: maybeText,
	status: maybeText,
	currency: maybeText,
	amount: eventAmount,
	fees: eventAmount,
	verified: someText,
	data: lookedUpTransaction,
});

/** A row, or a transaction that no row accounts for: one level deep, as a spreadsheet takes it; docs/reconcile.md#results. */
export const reconciledItem = objectWith({
	reconciliation: someText,
	matchedBy: maybeText,
	note: someText,
	expectedReference: maybeText,
	expectedPayee: maybeText,
	expectedDate: maybeText,
	expectedMinor: maybeText,
	expectedMajor: maybeText,
	currency: maybeText,
	transactionId: maybeText,
	transactionStatus: maybeText,
	transactionDate: maybeText,
	transactionPayee: maybeText,
	transactionMinor: maybeText,
	transactionMajor: maybeText,
	transactionCurrency: maybeText,
	differenceMinor: maybeText,
	differenceMajor: maybeText,
	feesMinor: maybeText,
	feesMajor: maybeText,
	candidates: maybeText,
});

/** What the last item holds. */
const reconciledSum = objectWith({ count: someNumber, minor: someText, major: maybeText });

const amountMembers = objectWith({ minor: someText, major: maybeText });

export const reconciliationSummary = objectWith({
	reconciliation: someText,
	startDate: someText,
	endDate: someText,
	transactionType: someText,
	leftOver: someNumber,
	counts: objectWith({}),
	currencies: listOf(
		objectWith({
			currency: someText,
			expected: reconciledSum,
			transactions: reconciledSum,
			settled: reconciledSum,
			pending: reconciledSum,
			failed: reconciledSum,
			fees: amountMembers,
			difference: amountMembers,
			withoutAmount: someNumber,
			withoutFees: someNumber,
		}),
	),
	text: someText,
});

const textMembers = (names: string) =>
	objectWith(Object.fromEntries(names.split(' ').map((name) => [name, maybeText])));

/** docs/statement.md#lines */
export const statementItem = textMembers(
	'line date what payee reference amountIn amountOut fees balance currency status note transactionId orderId createdAt',
);

/** docs/statement.md#receipts */
export const receipt = textMembers('transactionId status date payee amount currency reference subject text');
