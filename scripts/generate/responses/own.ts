/** Outputs of operations that aren't just the data of one call, described for previews and tests. */
import * as z from 'zod/mini';

import { bankEntry } from '../../../nodes/Mavapay/operations/bank/bank';
import { maybeText, maybeTextOrNumber, type Schema } from '../../../nodes/core/service/schema';
import { recordIn } from './described';

const orNull = <S extends z.ZodMiniType>(schema: S) => z.nullable(schema);

/** A wallet that is to pay; balance, need, fees and shortfall are in minor units, as text. */
const wallet = z.object({
	currency: z.string(),
	balance: z.string(),
	needed: z.string(),
	fees: orNull(z.string()),
	short: z.string(),
});

const money = z.object({ minor: z.string(), major: orNull(z.string()), currency: z.string(), text: z.string() });

/** A budget of the API key; docs/reference/key-rules.md#budgets. */
const seenBudget = z.object({
	period: z.enum(['day', 'month']),
	currency: z.string(),
	allowed: money,
	used: money,
	left: money,
	usedPercent: z.number(),
	beginsAnew: z.string(),
	beginsAnewInWords: z.string(),
});

const first = { outcome: z.string(), amount: orNull(money) };

const then = {
	fees: z.optional(orNull(money)),
	reference: orNull(z.string()),
	transactionId: maybeText,
	quoteId: z.optional(z.string()),
	orderId: z.optional(z.string()),
	message: z.optional(z.string()),
	payeeHistory: maybeText,
	replayed: z.boolean(),
	deployment: z.string(),
};

/** The member `payout` that every payment adds to Mavapay's data; docs/reference/outcomes.md#outcomes. */
const payout = z.looseObject({ ...first, ...then });

/** The member `payout` for a Nigerian bank account, with its holder, and its bank as Mavapay lists it. */
const payoutToBank = z.looseObject({
	...first,
	payeeName: maybeText,
	bank: z.looseObject({ code: z.string(), name: orNull(z.string()) }),
	...then,
});

/** The output of a withdrawal. If an earlier run paid it, there is no transaction. */
const withdrawn = (call: string) => z.looseObject({ payout, ...recordIn(call, 'data').shape });

/** The output of a payment by a quote, with Mavapay's message when the quote was accepted. */
const swapped = z.looseObject({ ...recordIn('POST /quote', 'data').shape, message: maybeText, payout });

/** An output item of 'Prepare'; docs/reference/approval.md#what-prepare-adds. */
const preparedPayout = z.looseObject({
	payout,
	prepared: z.object({
		status: z.string(),
		lines: z.optional(z.array(z.string())),
		payeeName: z.optional(z.string()),
		expectedName: z.optional(z.string()),
		nameDiffers: z.optional(z.string()),
		asked: z.optional(money),
		atMost: z.optional(money),
		payeeHistory: orNull(z.string()),
		isOfOtherSupplier: z.boolean(),
		supplier: z.optional(z.string()),
		needsApproval: z.boolean(),
		repeats: z.optional(z.string()),
		allowsRepeats: z.boolean(),
		expectedFee: z.optional(money),
		duplicateOf: z.optional(z.number()),
		cause: z.optional(z.string()),
		message: z.optional(z.string()),
		wallet: z.optional(wallet),
		budgets: z.array(seenBudget),
	}),
	approvalDigest: orNull(z.string()),
});

/** The output of 'Prepare' for a payment. Only a payment to a Nigerian bank has the holder and bank in `payout`. */
export const preparedBy = (operation: string): Schema =>
	operation === 'toBankAccount' ? z.extend(preparedPayout, { payout: payoutToBank }) : preparedPayout;

const countedTexts = z.array(z.object({ text: z.string(), count: z.number() }));

/** An output item of 'Payout: Read File'; docs/reference/read-file.md. */
const readPayment = z.looseObject({
	reference: orNull(z.string()),
	amount: z.optional(orNull(z.string())),
	amountUnit: z.optional(z.string()),
	bank: z.optional(orNull(z.string())),
	accountNumber: z.optional(orNull(z.string())),
	accountName: z.optional(orNull(z.string())),
	narration: orNull(z.string()),
	payee: orNull(z.string()),
	currency: z.string(),
	row: z.number(),
	problem: orNull(z.string()),
	file: z.object({
		name: orNull(z.string()),
		sheet: orNull(z.string()),
		number: z.number(),
		total: orNull(z.string()),
		currency: z.string(),
		headings: z.record(z.string(), z.string()),
		formulas: z.number(),
		settled: z.object({
			lines: z.array(z.string()),
			columns: z.array(z.object({ column: z.string(), values: countedTexts, notPaid: orNull(countedTexts) })),
			unknown: z.array(z.string()),
		}),
		notRead: z.object({
			files: z.array(z.string()),
			sheets: z.array(z.string()),
			columns: z.array(z.string()),
			lineCount: z.number(),
			lines: z.array(z.object({ row: z.number(), text: z.string() })),
		}),
	}),
});

const countedSum = z.extend(money, { count: z.number() });

const named = z.object({
	reference: orNull(z.string()),
	status: z.string(),
	amount: orNull(z.string()),
	cause: z.optional(z.string()),
	message: z.optional(z.string()),
});

/** The one item of 'Payout: Summarize'; docs/how-to/approve.md#the-list. */
const payoutSummary = z.object({
	text: z.string(),
	html: z.string(),
	rows: z.array(z.object({ number: z.number(), reference: orNull(z.string()), line: z.string() })),
	firstMessages: z.array(z.string()),
	lastMessage: z.string(),
	stage: z.string(),
	count: z.number(),
	counts: z.looseObject({
		ready: z.optional(z.number()),
		accepted: z.optional(z.number()),
		unknown: z.optional(z.number()),
	}),
	totals: z.array(countedSum),
	fees: z.array(countedSum),
	duplicates: z.array(named),
	notPaid: z.array(named),
	wallets: z.array(wallet),
	approvalDigest: orNull(z.string()),
});

/** The states of a reference in the record; docs/reference/outcomes.md#references. */
const referenceState = z.enum(['free', 'paid', 'unknown']);

/** For a reference that is not free: its claim, and the time from which the claim can be released. */
const claimed = {
	claim: z.optional(z.string()),
	lookAgainAt: z.optional(z.string()),
	lookAgainInWords: z.optional(z.string()),
};

const checkedReference = z.object({ reference: z.string(), state: referenceState, ...claimed });

const releasedReference = z.object({
	reference: z.string(),
	state: referenceState,
	previousState: referenceState,
	released: z.boolean(),
});

const markedReference = z.object({
	reference: z.string(),
	state: referenceState,
	previousState: referenceState,
	transactionId: z.nullable(z.string()),
	warning: z.optional(z.string()),
});

/** docs/reference/outcomes.md#resolving-a-reference */
const resolvedReference = z.object({
	reference: z.string(),
	state: referenceState,
	previousState: referenceState,
	resolution: z.enum(['paid', 'notPaid', 'likelyPaid', 'open']),
	transactionId: z.nullable(z.string()),
	why: z.string(),
	recordChanged: z.boolean(),
	...claimed,
	candidates: z.optional(
		z.array(
			z.object({
				transactionId: z.string(),
				type: z.string(),
				status: z.string(),
				amount: orNull(money),
				createdAt: z.nullable(z.string()),
			}),
		),
	),
});

const resumedPayouts = z.object({ halted: z.boolean(), changed: z.boolean() });
const haltedPayouts = z.extend(resumedPayouts, { reason: z.optional(z.string()) });

const transaction = recordIn('GET /transaction', 'data');

/** The end of a wait for settlement. After a timeout, the transaction can be missing. */
const settledTransaction = z.extend(transaction, { settlement: z.enum(['success', 'failed', 'timeout']) });

const eventAmount = z.object({ minor: z.nullable(z.string()), major: z.nullable(z.string()) });

/** An event in the form that the trigger outputs; docs/reference/trigger.md#what-a-workflow-gets. */
const newEvent = z.object({
	event: z.string(),
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
	verified: z.string(),
	data: transaction,
});

/** A column. It is left out if it is null in every item. */
const column = z.optional(orNull(z.string()));

/** A row, or a transaction without one. No member is nested, for spreadsheets; docs/reference/reconcile.md#results. */
export const reconciledItem = z.looseObject({
	reconciliation: z.string(),
	matchedBy: column,
	note: z.string(),
	expectedReference: column,
	expectedPayee: column,
	expectedDate: column,
	expectedMinor: column,
	expectedMajor: column,
	currency: column,
	transactionId: column,
	transactionStatus: column,
	transactionDate: column,
	transactionPayee: column,
	transactionMinor: column,
	transactionMajor: column,
	transactionCurrency: column,
	differenceMinor: column,
	differenceMajor: column,
	feesMinor: column,
	feesMajor: column,
	candidates: column,
});

/** A sum in the last item of 'Transaction: Reconcile'. */
const reconciledSum = z.object({ count: z.number(), minor: z.string(), major: orNull(z.string()) });

const amountMembers = z.object({ minor: z.string(), major: orNull(z.string()) });

export const reconciliationSummary = z.object({
	reconciliation: z.string(),
	startDate: z.string(),
	endDate: z.string(),
	transactionType: z.string(),
	leftOver: z.number(),
	counts: z.looseObject({}),
	currencies: z.array(
		z.object({
			currency: z.string(),
			expected: reconciledSum,
			transactions: reconciledSum,
			settled: reconciledSum,
			pending: reconciledSum,
			failed: reconciledSum,
			fees: amountMembers,
			difference: amountMembers,
			withoutAmount: z.number(),
			withoutFees: z.number(),
		}),
	),
	text: z.string(),
});

/** Both kinds of items that 'Transaction: Reconcile' outputs. The preview shows the first kind. */
const reconciled = z.union([reconciledItem, reconciliationSummary]);

const textMembers = (names: string) =>
	z.object(Object.fromEntries(names.split(' ').map((name) => [name, orNull(z.string())])));

/** docs/reference/statement.md#lines */
const statementItem = textMembers(
	'line date what payee reference amountIn amountOut fees balance currency status note transactionId orderId createdAt',
);

/** docs/reference/statement.md#receipts */
const receipt = textMembers('transactionId status date payee amount currency reference subject text html');

/** A deposit address with `limits`, which the node adds. `limits` is null if an amount can't be read. */
const stablecoinAddress = z.extend(recordIn('GET /collections/stablecoin/addresses', 'data'), {
	minAmount: maybeTextOrNumber,
	maxAmount: maybeTextOrNumber,
	limits: orNull(z.object({ minimum: money, maximum: orNull(money) })),
});

/** docs/reference/key-rules.md#budgets */
const seenBudgets = z.object({
	budgets: z.array(seenBudget),
	mostUsedPercent: z.number(),
});

/** The outputs by operation. An output that is just the data of one call is described in `interface/` instead. */
export const OWN: Readonly<Record<string, Schema>> = {
	'bank:getAll': bankEntry,
	'paymentLink:get': recordIn('GET /paymentlink/details', 'data', 'paymentLinkDetails'),
	'paymentLink:refresh': recordIn('GET /paymentlink/refresh', 'data', 'paymentLinkDetails'),
	'payout:readFile': readPayment,
	'payout:summarize': payoutSummary,
	'payoutReference:changeAccount': z.object({ account: z.enum(['named', 'none']), changed: z.boolean() }),
	'payoutReference:check': checkedReference,
	'payoutReference:getBudget': seenBudgets,
	'payoutReference:halt': haltedPayouts,
	'payoutReference:markPaid': markedReference,
	'payoutReference:release': releasedReference,
	'payoutReference:resolve': resolvedReference,
	'payoutReference:resume': resumedPayouts,
	'quote:accept': z.looseObject({ quoteId: z.string(), message: maybeText, payout }),
	'quote:createAndAccept': swapped,
	'simulation:payIn': recordIn('POST /simulation/pay-in'),
	'stablecoinAddress:generate': stablecoinAddress,
	'stablecoinAddress:getAll': stablecoinAddress,
	'transaction:getNew': newEvent,
	'transaction:getReceipt': receipt,
	'transaction:reconcile': reconciled,
	'transaction:waitForSettlement': settledTransaction,
	'wallet:getStatement': statementItem,
	'webhook:get': recordIn('GET /user', 'data', 'account', 'webhook'),
	'webhook:sendTest': z.looseObject({ message: maybeText }),
	'withdrawal:toBankAccount': z.extend(withdrawn('POST /withdraw'), { payout: payoutToBank }),
	'withdrawal:toGhana': swapped,
	'withdrawal:toKenya': swapped,
	'withdrawal:toLightning': withdrawn('POST /withdraw/btc'),
	'withdrawal:toSouthAfrica': swapped,
	'withdrawal:toStablecoin': withdrawn('POST /withdraw/stablecoin'),
};
