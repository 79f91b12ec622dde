import { payeeKeyOf, type CapsIn, type Payee } from '../domain/payees/allowedPayees';
import { isBlank } from '../domain/json';
import { amountOf, parseAmount, type Price } from '../domain/money';
import { normaliseReference } from '../domain/payees/paymentIdentity';
import { ok } from '../domain/result';
import { alikeOf, type SealedPayment } from '../domain/sealedPayment';
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
import type { NewPayees } from '../domain/payees/recordedPayee';
import type { PaymentPlan } from '../payout/plan';
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
	supplier as supplierField,
	validateOnly,
} from './payFields';

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
	const unsealed = unsealedOf(spec, draft, payee, scope.asTool ? parameters : null);
	const read = combine({
		reference: scope.asTool ? toolReference(parameters, unsealed, scope) : readReference(parameters, draft),
		given: readGuards(parameters),
		payeeGuards: readPayeeGuards(spec.fields, payee, parameters),
		maximumAmount: readLimit('Maximum Amount', parameters.resolved[maximumName(spec.quoted)], draft.limitsIn),
		maximumTotal: readLimit('Maximum Total', parameters.resolved.maximumTotal, draft.limitsIn),
	});
	if (!read.ok) return read;
	const { reference, given, payeeGuards, maximumAmount, maximumTotal } = read.value;
	const { currency } = draft.limitsIn;
	const most = scope.asTool ? allowedMost(payee, parameters, scope, capsIn(spec.quoted, draft), currency) : ok(null);
	const settings = {
		...requestSettings(chosen),
		payout: {
			referenceGiven: reference.isGiven,
			alreadyRecorded: chosen.alreadyRecorded ?? 'stop',
			maximumAmount,
			maximumTotal,
			payoutsInParallel: chosen.payoutsInParallel ?? 1,
			validateOnly: given.validateOnly,
			newPayees: payeeGuards.newPayees,
			payeeProblem: most.ok ? null : most.reason,
			payeeMaximum: most.ok ? most.value : null,
			reason: given.reason ?? null,
			paymentsPerDay: given.paymentsPerDay ?? null,
			approvalDigest: given.approvalDigest ?? null,
			approvedBy: given.approvedBy === undefined ? null : visibleText(given.approvedBy),
		},
	};
	const { lookUp, looksUp, hints = [] } = draft;
	return ok({
		sealed: {
			...unsealed,
			supplier: payeeGuards.supplier,
			price: spec.quoted === true ? atMost(draft, maximumAmount) : draft.price,
			reference: reference.text,
			allowsRepeats: chosen.allowRepeats === true,
		},
		lookUp,
		looksUp,
		settings,
		hints: changesWithEveryRun(parameters, scope) ? [...hints, CHANGING_REFERENCE] : hints,
	});
}

/**
 * The members of the payment that its own fields say.
 *
 * @param toolParameters as an AI tool: a bill can come as another invoice, so while one is open its node is the payee
 */
function unsealedOf(
	{ resource, operation, fields, quoted }: PaySpec & { fields: Fields },
	draft: PayDraft,
	named: Payee | null,
	toolParameters: ItemParameters | null,
): Omit<SealedPayment, 'supplier' | 'price' | 'reference' | 'allowsRepeats'> {
	const asked = draft.asked ?? amountOf(draft.price);
	const { way = { is: 'withdrawal' }, gets = asked, atLeast = null, expects = null, sends } = draft;
	const mayPayUnseen = !namesSomebody(fields) || draft.reachesPayee === true;
	const payee = named ?? ({ kind: mayPayUnseen ? 'unseen' : 'ownWallet' } as const);
	const node = toolParameters && allowedNode(payee, toolParameters, capsIn(quoted, draft));
	return {
		operation: `${resource}:${operation}`,
		way,
		payee: completedPayee(payee, draft.bankEntered, node),
		holder: draft.typedName === undefined ? null : { name: draft.typedName, is: 'typed' },
		expects,
		asked,
		gets,
		atLeast,
		sends,
	};
}

/** A payee with what was typed of its bank, or what a person's list says of its node. */
function completedPayee(payee: Payee, bankEntered: string | undefined, node: string | null): Payee {
	if (payee.kind === 'account' && bankEntered !== undefined) return { ...payee, bankEntered };
	return payee.kind === 'invoice' && node !== null ? { ...payee, node } : payee;
}

/** How caps in 'Allowed Payees' are written: what a quote costs is in another currency than 'Amount', perhaps. */
const capsIn = (quoted = false, { limitsIn }: PayDraft): CapsIn => (quoted ? 'named' : limitsIn);

/** The price of a quoted payment, which only its limit bounds. */
function atMost({ price, limitsIn }: PayDraft, minor: bigint | null): Price {
	return price.is === 'open'
		? price
		: { ...price, atMost: minor === null ? null : { minor, currency: limitsIn.currency ?? '' } };
}

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

const payeeGuardsFor = (own: Fields) => ({
	supplier: whereSomebodyIsNamed(own, supplierField),
	newPayees: whereSomebodyIsNamed(own, newPayees),
});

function readPayeeGuards(
	fields: Fields,
	payee: Payee | null,
	parameters: ItemParameters,
): ReadResult<{ readonly newPayees: NewPayees; readonly supplier: string | null }> {
	if (!namesSomebody(fields)) return ok({ newPayees: 'allow', supplier: null });
	const read = readFields(payeeGuardsFor(fields), parameters);
	if (!read.ok) return read;
	const { supplier = null, newPayees = 'allow' } = read.value;
	if (payee !== null && newPayees === 'refuseChanged' && supplier === null)
		return refused(supplierField.label, NO_SUPPLIER);
	return ok({ newPayees, supplier });
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

/** A payout reference, and whether the user gave it: a derived one is never skipped in silence. */
interface Reference {
	readonly text: string;
	readonly isGiven: boolean;
}

/** The payout reference that an item gives, for one that is refused; null where it gives none that can be used. */
export function givenReference(parameters: ItemParameters): string | null {
	if (isBlank(parameters.resolved.payoutReference)) return null;
	const read = readReference(parameters, {});
	return read.ok ? read.value.text : null;
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
	if (normaliseReference(text.value) === '') return problem('contains only invisible characters');
	// Trimmed, as Check and Release read a reference that is typed in.
	return ok({ text: text.value.trim(), isGiven: isGiven || referenceIsUnique });
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
	unsealed: Pick<SealedPayment, 'asked' | 'operation' | 'payee' | 'sends' | 'way'>,
	{ today }: Scope,
): ReadResult<Reference> {
	const { payee, asked } = unsealed;
	const key = payeeKeyOf(payee);
	// An invoice can be paid only once: neither the day nor the amount of a swap makes it another payment.
	if (payee.kind === 'invoice' && key !== null) return ok({ text: key, isGiven: false });
	const prefix = referencePrefix.read(parameters.written.referencePrefix);
	if (!prefix.ok) return prefix;
	const amount = asked === null ? 'open' : `${asked.minor} ${asked.currency}`;
	// The way to the payee, such as the network of an address, makes no other payment: the model may choose it.
	return ok({ text: `${prefix.value} ${today} ${key ?? alikeOf(unsealed)} ${amount}`, isGiven: false });
}
