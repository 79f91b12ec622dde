import { payeeKeyOf, type CapsIn, type Payee } from '../payees/allowedPayees';
import { isBlank } from '../domain/json';
import { type Amount, amountOf, type Price } from '../domain/money';
import { normaliseReference } from '../payees/paymentIdentity';
import { ok } from '../domain/result';
import { alikeOf, type SealedPayment } from '../payout/sealedPayment';
import { visibleText } from '../domain/text';
import {
	brokenRules,
	type Chosen,
	combine,
	type Fields,
	fieldsWhere,
	isExpression,
	type ItemParameters,
	parameterAt,
	readFields,
	type ReadResult,
	refused,
	showsTo,
	type Values,
} from './field';
import { readText } from './fields';
import type { PayDraft, Scope } from './operation';
import type { PaymentPlan } from '../payout/plan';
import { allowedMost, allowedNode, allowedPayeesFor, namesSomebody, whereSomebodyIsNamed } from './payees';
import {
	approvalDigest,
	approvedBy,
	leftOut,
	limitFields,
	MAXIMUM_AMOUNT,
	MINIMUM_TARGET_AMOUNT,
	newPayees,
	NOBODY_ANSWERED,
	PAYOUT_REFERENCE,
	payoutReference,
	paymentsPerDay,
	payOptions,
	reason,
	referencePrefix,
	requestOptions,
	requestSettings,
	skipChecks,
	supplier,
	validateOnly,
} from './payFields';

export const paymentOptions = { ...requestOptions, ...payOptions, skipChecks };

/** The part of a payment's definition that doesn't depend on an item. */
export interface PaySpec {
	fields: Fields;
	/** What an empty 'Payout Reference' defaults to, as a sentence for its hint; null if it is required. */
	withoutReference: string | null;
	/** The unit of the limits if there is no 'Amount', as a clause for their hint. */
	limitUnit?: string;
	/** When a quote sets the price: always, or only if 'Amount' is what arrives. Limits apply to the quote's price. */
	quoted?: 'always' | 'byArrival';
	/** Why no AI agent may use the operation, as a clause after its name. By default set if no field names a payee. */
	forPeopleOnly?: string | undefined;
}

/**
 * The fields that can stop a payment, such as limits, and the AI model's reason for paying. All except 'Supplier'
 * become part of `PayoutSettings`.
 *
 * @param draft determines how limits are read; not needed if the fields are only shown
 */
function guardsOf({ fields, limitUnit, quoted }: PaySpec, draft?: PayDraft) {
	return {
		reason,
		supplier: whereSomebodyIsNamed(fields, supplier),
		newPayees: whereSomebodyIsNamed(fields, newPayees),
		...limitFields(limitUnit, quoted, draft),
		paymentsPerDay,
		validateOnly,
		approvalDigest,
		approvedBy,
		leftOut,
	};
}

/** A payment's fields except options, in the order shown. Those with `guard` can't be options, which n8n can lose. */
export function payFields(spec: PaySpec): Fields {
	const { reason, supplier, newPayees, ...limits } = guardsOf(spec);
	const fields: Fields = {
		...fieldsWhere(spec.fields, ({ guard }) => guard !== true),
		payoutReference: payoutReference(spec.withoutReference),
		referencePrefix,
		reason,
		...fieldsWhere(spec.fields, ({ guard }) => guard === true),
		supplier,
		newPayees,
		...allowedPayeesFor(spec.fields),
		...limits,
	};
	const agents = spec.forPeopleOnly === undefined;
	return fieldsWhere(fields, (field) => showsTo(field, false) || (agents && showsTo(field, true)));
}

/** One item of a payment, after its own fields were read. */
interface PayItem {
	operation: string;
	draft: PayDraft;
	chosen: Chosen<typeof paymentOptions>;
	payee: Payee | null;
}

/** Makes the payment of one item from its draft, with its reference, limits and options. */
export function payPlan(
	spec: PaySpec,
	item: PayItem,
	parameters: ItemParameters,
	scope: Scope,
): ReadResult<PaymentPlan> {
	const { draft, chosen, payee } = item;
	const { limitsIn, lookUp, looksUp, hints = [] } = draft;
	const unsealed = unsealedOf(spec, item, scope.asTool ? parameters : null);
	const read = combine({
		reference: scope.asTool ? toolReference(parameters, unsealed, scope) : readReference(parameters, draft),
		guards: readGuards(spec, item, parameters),
	});
	if (!read.ok) return read;
	const { reference, guards } = read.value;
	const { supplier = null, newPayees = 'allow', ...given } = guards;
	const caps = capsIn(spec.quoted, draft);
	const most = scope.asTool ? allowedMost(payee, parameters, scope, caps, limitsIn.currency) : ok(null);
	return ok({
		sealed: {
			...unsealed,
			supplier,
			price: spec.quoted === undefined ? draft.price : atMost(draft, given.maximumAmount),
			reference: reference.text,
			atLeast: amountIn(draft.floorIn, guards.minimumTargetAmount),
			allowsRepeats: chosen.allowRepeats === true,
		},
		lookUp,
		looksUp,
		settings: {
			...requestSettings(chosen),
			payout: {
				...given,
				newPayees,
				reason: given.reason ?? null,
				paymentsPerDay: given.paymentsPerDay ?? null,
				...approvalIn(given),
				referenceGiven: reference.isGiven,
				alreadyRecorded: chosen.alreadyRecorded ?? 'stop',
				payoutsInParallel: chosen.payoutsInParallel ?? 1,
				payeeProblem: most.ok ? null : most.reason,
				payeeMaximum: most.ok ? most.value : null,
			},
		},
		hints: [...hints, ...changingReference(parameters, scope)],
	});
}

const approvalIn = (given: Partial<Record<'approvalDigest' | 'approvedBy' | 'leftOut', string | undefined>>) => ({
	approvalDigest: given.approvalDigest ?? null,
	approvedBy: given.approvedBy === undefined ? null : visibleText(given.approvedBy),
	leftOut: given.leftOut ?? null,
});

/**
 * The members of a payment that the operation's own fields determine: not the supplier, the reference or the limits.
 *
 * @param toolParameters null if the node isn't an AI tool. For a tool, the payee of an invoice is its Lightning node,
 * since one bill can have two invoices.
 */
function unsealedOf(
	{ fields, quoted }: PaySpec,
	{ operation, draft, payee: named }: PayItem,
	toolParameters: ItemParameters | null,
): Omit<SealedPayment, 'supplier' | 'price' | 'atLeast' | 'reference' | 'allowsRepeats'> {
	const { asked = amountOf(draft.price), way = { is: 'withdrawal' }, gets = asked } = draft;
	const { typedName, expects = null, sends } = draft;
	const holder = typedName === undefined ? null : ({ name: typedName, is: 'typed' } as const);
	const mayPayUnseen = !namesSomebody(fields) || draft.reachesPayee === true;
	const payee = named ?? ({ kind: mayPayUnseen ? 'unseen' : 'ownWallet' } as const);
	const node = toolParameters && allowedNode(payee, toolParameters, capsIn(quoted, draft));
	const completed = completedPayee(payee, draft.bankEntered, node);
	return { operation, way, payee: completed, holder, expects, asked, gets, sends };
}

/** Adds the bank as entered to an account, or the Lightning node that 'Allowed Payees' names to an invoice. */
function completedPayee(payee: Payee, bankEntered: string | undefined, node: string | null): Payee {
	if (payee.kind === 'account' && bankEntered !== undefined) return { ...payee, bankEntered };
	return payee.kind === 'invoice' && node !== null ? { ...payee, node } : payee;
}

/** How caps in 'Allowed Payees' are written. With a quote, a cap names its currency: 'Amount' may be in another. */
const capsIn = (quoted: PaySpec['quoted'], { limitsIn }: PayDraft): CapsIn =>
	quoted === undefined ? limitsIn : 'named';

/** The price of a quoted payment, with 'Maximum Amount' as its upper bound. */
function atMost({ price, limitsIn }: PayDraft, minor: bigint | null): Price {
	return price.is === 'open' ? price : { ...price, atMost: amountIn(limitsIn, minor) };
}

const amountIn = (limitsIn: PayDraft['limitsIn'] | undefined, minor: bigint | null): Amount | null =>
	minor === null ? null : { minor, currency: limitsIn?.currency ?? '' };

/** Reads the visible fields of `guardsOf`, and checks them against each other and the payment. */
function readGuards(
	spec: PaySpec,
	{ draft, payee }: PayItem,
	parameters: ItemParameters,
): ReadResult<Values<ReturnType<typeof guardsOf>>> {
	const read = readFields(guardsOf(spec, draft), parameters);
	if (!read.ok) return read;
	const { approvalDigest: digest, approvedBy: approver, newPayees: payees, supplier: who } = read.value;
	const { maximumAmount, minimumTargetAmount, leftOut: leftOutOf } = read.value;
	// A cost that is set by a quote needs a limit: docs/reference/amounts.md#amounts.
	const mayCostAnything = spec.quoted !== undefined && draft.price.is === 'quoted' && maximumAmount === null;
	const mayGiveNothing = draft.gets === null && draft.reachesPayee === true && minimumTargetAmount === null;
	const isUnanswered = approver !== undefined && parameters.lackOf('approvedBy', false) !== null;
	const approvesNothing = approver !== undefined && digest === undefined && !isUnanswered;
	const seesNoChange = payee !== null && payees === 'refuseChanged' && who === undefined;
	const problems = brokenRules(
		[isUnanswered, approvedBy, NOBODY_ANSWERED],
		[approvesNothing, approvedBy, NOTHING_APPROVED],
		[leftOutOf !== undefined && digest === undefined, leftOut, NOTHING_APPROVED],
		[seesNoChange, supplier, NO_SUPPLIER],
		[mayCostAnything, MAXIMUM_AMOUNT, NO_MAXIMUM],
		[mayGiveNothing, MINIMUM_TARGET_AMOUNT, NO_MINIMUM],
	);
	return problems.length === 0 ? read : { ok: false, problems };
}

const NOTHING_APPROVED =
	"is filled in, but 'Approval Digest' is empty, so nothing says what was approved: fill in both, or neither";

const NO_SUPPLIER = "is empty, so no change can be noticed. Fill it in, or select another choice of 'New Payees'";

const NO_MAXIMUM =
	"is empty, and only Mavapay's quote says what this costs. Fill in the most that it may cost, such as the amount times the expected rate, plus 10%";

const NO_MINIMUM =
	"is empty, and only Mavapay's quote says what arrives. Fill in the least that must arrive, such as the amount times the expected rate, minus 10%";

/** The label of the field that some payments take their reference from. */
const CUSTOMER_REFERENCE = 'Customer Reference';

/** The name of the parameter with a payment's customer reference; a swap has it as an option. */
const customerReferenceIn = (written: ItemParameters['written']) =>
	'customerReference' in written ? 'customerReference' : 'options.customerReference';

/** A payout reference. `isGiven`: from the user, or of an invoice or quote; only then can a paid item be skipped. */
interface Reference {
	readonly text: string;
	readonly isGiven: boolean;
}

/** The payout reference of an item that was refused; null if it has none, or an unusable one. */
export function givenReference(parameters: ItemParameters): string | null {
	if (isBlank(parameters.resolved.payoutReference)) return null;
	const read = readReference(parameters, {});
	return read.ok ? read.value.text : null;
}

/** Reads the payout reference: the given one, or the operation's default. */
function readReference(
	{ resolved, written, lackOf }: ItemParameters,
	{ defaultReference, referenceIsUnique = false }: Partial<PayDraft>,
): ReadResult<Reference> {
	const isGiven = !isBlank(resolved.payoutReference) || isExpression(written.payoutReference);
	const [name, value, label] = isGiven
		? (['payoutReference', resolved.payoutReference, PAYOUT_REFERENCE] as const)
		: ([customerReferenceIn(written), defaultReference, CUSTOMER_REFERENCE] as const);
	const problem = (reason: string) => refused(label, reason);
	const lack = lackOf(name, true);
	if (lack !== null) return problem(lack);
	if (isBlank(value)) return refused(PAYOUT_REFERENCE, 'is empty. Give each payout one, such as the invoice number');
	// A typed reference is taken literally, and so is a customer reference, which is sent unchanged.
	const text = readText(value, Infinity, !isGiven || !isExpression(written.payoutReference));
	if (!text.ok) return problem(text.reason);
	if (normaliseReference(text.value) === '') return problem('contains only invisible characters');
	// Trimmed, since *Check* and *Release* also trim a typed reference.
	return ok({ text: text.value.trim(), isGiven: isGiven || referenceIsUnique });
}

/** Matches expressions that change with every run. `$now` as a day or month isn't matched: it can name a pay period. */
const CHANGING =
	/\$execution(Id)?\b(?!\??\.mode\b)|(\$now\b|\bDateTime\.(now|local|utc)\(\))(?!\.(toFormat|format)\([^FHSTXfhmstx)]*\))|\b(Math\.random|randomUUID|getRandomValues|randomItem|Date\.now)\b|\bDate\(\s*\)|\bnew Date\b(?!\()/;

/** The hint about a reference that changes with every run; not for AI tools, whose references come from the payment. */
function changingReference({ resolved, written }: ItemParameters, { asTool }: Scope): string[] {
	const [source, label] = isBlank(resolved.payoutReference)
		? [parameterAt(written, customerReferenceIn(written)), CUSTOMER_REFERENCE]
		: [written.payoutReference, PAYOUT_REFERENCE];
	if (asTool || !isExpression(source) || !CHANGING.test(String(source))) return [];
	return [
		`'${label}' changes with every run ($execution, $now or a random value), so a second run pays again. Use something that stays the same, such as the invoice number.`,
	];
}

/** An AI tool's reference. It is made from the payment, so that a model can't pay again under another reference. */
function toolReference(
	parameters: ItemParameters,
	unsealed: Pick<SealedPayment, 'asked' | 'operation' | 'payee' | 'sends' | 'way'>,
	{ today }: Scope,
): ReadResult<Reference> {
	const { payee, asked } = unsealed;
	const key = payeeKeyOf(payee);
	// An invoice can be paid only once, so its reference needs no day and no amount.
	if (payee.kind === 'invoice' && key !== null) return ok({ text: key, isGiven: false });
	const prefix = referencePrefix.read(parameters.written.referencePrefix);
	if (!prefix.ok) return prefix;
	const amount = asked === null ? 'open' : `${asked.minor} ${asked.currency}`;
	// The reference leaves out how the payee is paid, such as an address's network, since the model may choose that.
	return ok({ text: `${prefix.value} ${today} ${key ?? alikeOf(unsealed)} ${amount}`, isGiven: false });
}
