import { payeeKeyOf, payeeNameOf, type CapsIn, type Payee } from '../domain/payees/allowedPayees';
import { isBlank } from '../domain/json';
import { amountOf, parseAmount, type Price } from '../domain/money';
import { normaliseReference } from '../domain/payees/paymentIdentity';
import { ok } from '../domain/result';
import { visibleText } from '../domain/text';
import {
	type Chosen,
	combine,
	type Fields,
	isExpression,
	type ItemParameters,
	parameterAt,
	readFields,
	type ReadResult,
	refused,
	type Values,
} from './field';
import { labelled, readText } from './fields';
import type { PayDraft, Scope } from './operation';
import type { PaymentPlan, PayoutSettings } from '../payout/plan';
import { allowedMost, allowedNode, allowedPayeesFor, namesSomebody, whereSomebodyIsNamed } from './payees';
import {
	approvalDigest,
	approvedBy,
	limitFields,
	maximumName,
	newPayees,
	NOBODY_ANSWERED,
	PAYOUT_REFERENCE,
	paymentsPerDay,
	payoutReference,
	payOptions,
	reason,
	referencePrefix,
	requestOptions,
	requestSettings,
	skipChecks,
	supplier,
	validateOnly,
} from './payFields';

/** The values from which a payment's `draft` is made: its fields, its guards and its own options. */
export type PayInput<F extends Fields, G extends Fields, O extends Fields> = Values<F> &
	Values<G> & {
		options: Chosen<O>;
		skipChecks: boolean;
		/** The payee that its fields name; null where the money stays in the account's own wallets. */
		payee: Payee | null;
	};

export const paymentOptions = { ...requestOptions, ...payOptions, skipChecks };

/** The settings of a payment besides its own fields. */
export interface PaySpec {
	resource: string;
	operation: string;
	/** Says in a sentence what an empty 'Payout Reference' defaults to, for its hint; null where it is required. */
	withoutReference: string | null;
	/** Names the unit of the limits where the payment has no 'Amount', as a clause for their hint. */
	limitUnit?: string;
	/** Whether a quote says what it costs: then 'Maximum Amount' bounds that, and what a person approves. */
	quoted?: boolean;
	/** Why an AI agent may not use it, as a clause after the operation's name. One without a payee is for people only. */
	forPeopleOnly?: string | undefined;
}

/**
 * Makes the fields that every payment has besides its own: the reference, 'Supplier' where it names a payee, and the
 * limits, with those that a person types for an AI agent (docs/reference/agents.md). All stand at the top level, where
 * no other field hides them.
 *
 * @param own the operation's own fields
 */
export function payFields({ withoutReference, limitUnit, quoted, forPeopleOnly }: PaySpec, own: Fields) {
	const agents = forPeopleOnly === undefined;
	const pays = namesSomebody(own);
	const guards = payeeGuardsFor(own);
	return {
		reference: { payoutReference: payoutReference(withoutReference), ...(agents ? { referencePrefix, reason } : {}) },
		supplier: pays ? { supplier: guards.supplier } : {},
		limits: {
			...(pays ? { newPayees: guards.newPayees } : {}),
			...(agents ? allowedPayeesFor(own) : {}),
			...limitFields(limitUnit, quoted),
			...(agents ? { paymentsPerDay } : {}),
			validateOnly,
			approvalDigest,
			approvedBy,
		},
	};
}

/** Makes the payment of one item from its draft, with the reference that it is recorded under, its limits and its options. */
export function payPlan(
	spec: PaySpec & { fields: Fields },
	{ draft, chosen, payee }: { draft: PayDraft; chosen: Chosen<typeof paymentOptions>; payee: Payee | null },
	parameters: ItemParameters,
	scope: Scope,
): ReadResult<PaymentPlan> {
	const read = combine({
		reference: scope.asTool ? toolReference(parameters, draft, payee, scope) : readReference(parameters, draft),
		given: readGuards(parameters),
		paid: readPayee(spec, { draft, payee }, parameters, scope),
		maximumAmount: readLimit('Maximum Amount', parameters.resolved[maximumName(spec.quoted)], draft.limitsIn),
		maximumTotal: readLimit('Maximum Total', parameters.resolved.maximumTotal, draft.limitsIn),
	});
	if (!read.ok) return read;
	const { reference, given, paid, maximumAmount, maximumTotal } = read.value;
	const { currency } = draft.limitsIn;
	const most = scope.asTool ? allowedMost(payee, parameters, scope, capsIn(spec.quoted, draft), currency) : ok(null);
	const settings = {
		...requestSettings(chosen),
		payout: {
			...reference,
			alreadyRecorded: chosen.alreadyRecorded ?? 'stop',
			allowRepeats: chosen.allowRepeats === true,
			maximumAmount,
			maximumTotal,
			payoutsInParallel: chosen.payoutsInParallel ?? 1,
			validateOnly: given.validateOnly,
			newPayees: paid.newPayees,
			payeeProblem: most.ok ? null : most.reason,
			payeeMaximum: most.ok ? most.value : null,
			reason: given.reason ?? null,
			paymentsPerDay: given.paymentsPerDay ?? null,
			approvalDigest: given.approvalDigest ?? null,
			approvedBy: given.approvedBy === undefined ? null : visibleText(given.approvedBy),
		},
	};
	const { hints = [] } = draft;
	const mayPayUnseen = !namesSomebody(spec.fields) || draft.reachesPayee === true;
	return ok({
		...draft,
		price: spec.quoted === true ? atMost(draft, maximumAmount) : draft.price,
		identity: identityOf(spec, draft),
		payee: payee ?? (mayPayUnseen ? { kind: 'unseen' } : null),
		recordedPayee: paid.recordedPayee,
		settings,
		hints: changesWithEveryRun(parameters, scope) ? [...hints, CHANGING_REFERENCE] : hints,
	});
}

/** How caps in 'Allowed Payees' are written: what a quote costs is in another currency than 'Amount', perhaps. */
const capsIn = (quoted = false, { limitsIn }: PayDraft): CapsIn => (quoted ? 'named' : limitsIn);

/** The price of a quoted payment, which only its limit bounds. */
function atMost({ price, limitsIn }: PayDraft, minor: bigint | null): Price {
	return price.is === 'open'
		? price
		: { ...price, atMost: minor === null ? null : { minor, currency: limitsIn.currency ?? '' } };
}

function identityOf({ resource, operation }: PaySpec, draft: PayDraft): PaymentPlan['identity'] {
	const asked = askedAmount(draft);
	return {
		operation: `${resource}:${operation}`,
		destination: draft.destination,
		amountMinor: asked === null ? null : String(asked.minor),
		currency: asked?.currency ?? null,
		quoteId: draft.quoteId ?? null,
	};
}

/** The amount that the user asked to pay, which is part of a payment's identity. */
const askedAmount = ({ asked, price }: PayDraft) => asked ?? amountOf(price);

/** Fields that can hold a payment back, and the model's reason. Limits are read again once their currency is known. */
const guards = {
	...limitFields(),
	...limitFields(undefined, true),
	validateOnly,
	approvalDigest,
	approvedBy,
	paymentsPerDay,
	reason,
};

function readGuards(parameters: ItemParameters): ReadResult<Values<typeof guards>> {
	const read = readFields(guards, parameters);
	if (!read.ok || read.value.approvedBy === undefined) return read;
	if (parameters.lackOf('approvedBy', false) !== null) return refused(approvedBy.label, NOBODY_ANSWERED);
	return read.value.approvalDigest === undefined ? refused(approvedBy.label, NOTHING_APPROVED) : read;
}

const NOTHING_APPROVED =
	"says who approved, but 'Approval Digest' is empty, so nothing says what: fill in both, or neither";

/** The guards on whom a payment with these fields pays. */
const payeeGuardsFor = (own: Fields) => ({
	supplier: whereSomebodyIsNamed(own, supplier),
	newPayees: whereSomebodyIsNamed(own, newPayees),
});

/** Reads 'Supplier' and 'New Payees', and makes the payee as the record knows it. */
function readPayee(
	{ resource, operation, fields, quoted }: PaySpec & { fields: Fields },
	{ draft, payee }: { draft: PayDraft; payee: Payee | null },
	parameters: ItemParameters,
	{ asTool }: Scope,
): ReadResult<Pick<PayoutSettings, 'newPayees'> & Pick<PaymentPlan, 'recordedPayee'>> {
	if (!namesSomebody(fields)) return ok({ newPayees: 'allow', recordedPayee: null });
	const read = readFields(payeeGuardsFor(fields), parameters);
	if (!read.ok) return read;
	const { supplier: given = null, newPayees = 'allow' } = read.value;
	if (payee === null) return ok({ newPayees, recordedPayee: null });
	if (newPayees === 'refuseChanged' && given === null) return refused(supplier.label, NO_SUPPLIER);
	// A payee without a key is distinguished by the operation and its destination.
	const key = payeeKeyOf(payee) ?? JSON.stringify([resource, operation, draft.destination]);
	// An agent's bill can come as another invoice, so while one is open its node is the payee.
	const node = asTool ? allowedNode(payee, parameters, capsIn(quoted, draft)) : null;
	const name = node ?? payeeNameOf(payee) ?? key;
	const isInvoice = payee.kind === 'invoice';
	const { gets = askedAmount(draft) } = draft;
	return ok({
		newPayees,
		recordedPayee: { key, name, gets: isInvoice ? null : gets, lasts: !isInvoice, supplier: given },
	});
}

const NO_SUPPLIER = "is empty, so nobody could see a change. Fill it in, or select another choice of 'New Payees'";

/** Reads a limit into minor units of its currency; null where none was given. */
export function readLimit(
	label: string,
	given: unknown,
	{ unit, currency }: PayDraft['limitsIn'],
): ReadResult<bigint | null> {
	return isBlank(given) ? ok(null) : labelled(label, parseAmount(given, unit, currency ?? ''));
}

/** The label of the field from which some payments have their reference. */
const CUSTOMER_REFERENCE = 'Customer Reference';

/** The place of the customer reference among the parameters of a payment: a swap has it as an option. */
const customerReferenceIn = (written: ItemParameters['written']) =>
	'customerReference' in written ? 'customerReference' : 'options.customerReference';

type Reference = Pick<PayoutSettings, 'reference' | 'referenceKey' | 'referenceGiven'>;

/** The payout reference that an item gives, for one that is refused; null where it gives none that can be used. */
export function givenReference(parameters: ItemParameters): string | null {
	if (isBlank(parameters.resolved.payoutReference)) return null;
	const read = readReference(parameters, {});
	return read.ok ? read.value.reference : null;
}

/** Reads the payout reference: the one that is given, else the operation's default. */
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
	// What a person typed is taken as it is, and so is a customer's number, which is sent unchanged.
	const text = readText(value, Infinity, !isGiven || !isExpression(written.payoutReference));
	if (!text.ok) return problem(text.reason);
	const referenceKey = normaliseReference(text.value);
	if (referenceKey === '') return problem('contains only invisible characters');
	// Trimmed, as Check and Release read a reference that is typed in.
	return ok({ reference: text.value.trim(), referenceKey, referenceGiven: isGiven || referenceIsUnique });
}

/** Expressions with another value in every run; not `$now` as a day or longer: it may name the month that is paid. */
const CHANGING =
	/\$execution\b(\.id\b|\[["']id["']\])|\$executionId\b|(\$now\b|\bDateTime\.now\(\))(?!\.(toFormat|format)\([^FHSTXfhmstx)]*\))|\bMath\.random\b|\brandomUUID\b|\bDate\.now\b|\bnew Date\(\)/;

const CHANGING_REFERENCE =
	"'Payout Reference' is made of something that changes with every run ($execution.id, $now or a random value), so a second run pays again. Use something that stays the same, such as the invoice number.";

/** Whether the reference has another value in every run. False for an AI tool, whose reference follows from the payment. */
function changesWithEveryRun({ resolved, written }: ItemParameters, { asTool }: Scope): boolean {
	const source = isBlank(resolved.payoutReference)
		? parameterAt(written, customerReferenceIn(written))
		: written.payoutReference;
	return !asTool && isExpression(source) && CHANGING.test(String(source));
}

/** The reference of an AI tool's payment, made of the payment: a model would try "unknown" again under another name. */
function toolReference(
	parameters: ItemParameters,
	draft: PayDraft,
	payee: Payee | null,
	{ today }: Scope,
): ReadResult<Reference> {
	const key = payee === null ? null : payeeKeyOf(payee);
	// An invoice can be paid only once: neither the day nor the amount of a swap makes it another payment.
	if (payee?.kind === 'invoice' && key !== null) return ok(ofTool(key));
	const prefix = referencePrefix.read(parameters.written.referencePrefix);
	if (!prefix.ok) return prefix;
	const asked = askedAmount(draft);
	const amount = asked === null ? 'open' : `${asked.minor} ${asked.currency}`;
	// The way to the payee, such as the network of an address, makes no other payment: the model may choose it.
	return ok(ofTool(`${prefix.value} ${today} ${key ?? draft.destination} ${amount}`));
}

const ofTool = (reference: string): Reference => ({
	reference,
	referenceKey: normaliseReference(reference),
	referenceGiven: false,
});
