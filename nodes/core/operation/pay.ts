import { payeeKeyOf, type Payee } from '../domain/payees/allowedPayees';
import { isBlank } from '../domain/json';
import { parseAmount } from '../domain/money';
import { normaliseReference } from '../domain/payees/paymentIdentity';
import { ok } from '../domain/result';
import { refused, type Chosen, type Field, type Fields, type ReadResult, type Values } from './field';
import { ANY_LENGTH, labelled, readText } from './fields';
import type { PayDraft, PaymentPlan, PayoutSettings, Scope } from './operation';
import { isExpression, readFields, combine, type ItemParameters } from './parameters';
import { allowedMost, allowedPayeesFor, namesSomebody } from './payees';
import {
	approvalDigest,
	limitFields,
	newPayees,
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

/** What an operation that pays makes a draft of. */
export type PayInput<F extends Fields, G extends Fields, O extends Fields> = Values<F> &
	Values<G> & {
		options: Chosen<O>;
		skipChecks: boolean;
		/** Whom its fields name; null where the money stays in the account's own wallets. */
		payee: Payee | null;
	};

/** Options of every payment. */
export const paymentOptions = { ...requestOptions, ...payOptions, skipChecks };

/** What an operation that pays has besides its own fields. */
export interface PaySpec {
	resource: string;
	operation: string;
	/** What the payout reference defaults to, as a sentence for its hint; null where it has to be given. */
	withoutReference: string | null;
	/** What limits are in where the payment has no 'Amount', as a clause for their hint. */
	limitUnit?: string;
	/** Why an AI agent may not use it: a clause that follows the operation's name. It may use none that names nobody. */
	forPeopleOnly?: string | undefined;
}

/**
 * The fields that every payment has around its own: the reference, and behind what is checked the limits, with those
 * that a person types for an AI agent (docs/agents.md). All stand at the top level and no other field hides them.
 *
 * @param own the operation's fields, for the payees that they name
 */
export function payFields({ withoutReference, limitUnit, forPeopleOnly }: PaySpec, own: Fields) {
	const agents = forPeopleOnly === undefined;
	const pays = namesSomebody(own);
	return {
		reference: { payoutReference: payoutReference(withoutReference), ...(agents ? { referencePrefix, reason } : {}) },
		payee: pays ? { supplier } : {},
		limits: {
			...(pays ? { newPayees } : {}),
			...(agents ? allowedPayeesFor(own) : {}),
			...limitFields(limitUnit),
			...(agents ? { paymentsPerDay } : {}),
			validateOnly,
			approvalDigest,
		},
	};
}

/** The payment of one item: its draft with the reference it is recorded under, its limits and its options. */
export function payPlan(
	spec: PaySpec & { fields: Fields },
	{ draft, chosen, payee }: { draft: PayDraft; chosen: Chosen<typeof paymentOptions>; payee: Payee | null },
	parameters: ItemParameters,
	scope: Scope,
): ReadResult<PaymentPlan> {
	const read = combine({
		reference: scope.asTool ? toolReference(parameters, draft, payee, scope) : readReference(parameters, draft),
		given: readFields(guards, parameters),
		paid: readPayee(spec, { draft, payee }, parameters),
		maximumAmount: readLimit(limits.maximumAmount, parameters.resolved.maximumAmount, draft.limitsIn),
		maximumTotal: readLimit(limits.maximumTotal, parameters.resolved.maximumTotal, draft.limitsIn),
	});
	if (!read.ok) return read;
	const { reference, given, paid, maximumAmount, maximumTotal } = read.value;
	const most = scope.asTool ? allowedMost(payee, parameters, scope, draft.limitsIn) : ok(null);
	const settings = {
		...requestSettings(chosen),
		payout: {
			...reference,
			alreadyRecorded: chosen.alreadyRecorded ?? 'stop',
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
		},
	};
	const { asked = draft.amount, hints = [] } = draft;
	const identity = {
		operation: `${spec.resource}:${spec.operation}`,
		destination: draft.destination,
		amountMinor: asked === null ? null : String(asked.minor),
		currency: asked?.currency ?? null,
		quoteId: draft.quoteId ?? null,
	};
	return ok({
		atMost: draft.amount,
		...draft,
		identity,
		payeeKey: payee === null ? null : payeeKeyOf(payee),
		recordedPayee: paid.recordedPayee,
		settings,
		hints: changesWithEveryRun(parameters, scope) ? [...hints, CHANGING_REFERENCE] : hints,
	});
}

const limits = limitFields();

/** What holds a payment back, and why a model makes it; an expression that gives nothing stops it. The limits are read with their currency. */
const guards = { ...limits, validateOnly, approvalDigest, paymentsPerDay, reason };

/** Read wherever an operation can name somebody, so that a bad value is refused whoever is named. */
const payeeGuards = { supplier, newPayees };

/** Who is paid as payees are remembered, and what is done about one that is new. */
function readPayee(
	{ resource, operation, fields }: PaySpec & { fields: Fields },
	{ draft, payee }: { draft: PayDraft; payee: Payee | null },
	parameters: ItemParameters,
): ReadResult<Pick<PayoutSettings, 'newPayees'> & Pick<PaymentPlan, 'recordedPayee'>> {
	if (!namesSomebody(fields)) return ok({ newPayees: 'allow', recordedPayee: null });
	const read = readFields(payeeGuards, parameters);
	if (!read.ok) return read;
	const { supplier: given = null, newPayees = 'allow' } = read.value;
	if (payee === null) return ok({ newPayees, recordedPayee: null });
	if (newPayees === 'refuseChanged' && given === null) return refused(supplier.label, NO_SUPPLIER);
	// One that nothing can be compared with is told apart by all that says where its money goes.
	const destination = payeeKeyOf(payee) ?? JSON.stringify([resource, operation, draft.destination]);
	const lasts = draft.reachesPayee !== false && payee.kind !== 'invoice';
	return ok({ newPayees, recordedPayee: { destination, lasts, supplier: given } });
}

const NO_SUPPLIER = "is empty, so nobody could see a change. Fill it in, or select another choice of 'New Payees'";

/** A limit in minor units, once its currency is known, or null where none was given. */
export function readLimit(
	{ label }: Field<unknown>,
	given: unknown,
	{ unit, currency }: PayDraft['limitsIn'],
): ReadResult<bigint | null> {
	return isBlank(given) ? ok(null) : labelled(label, parseAmount(given, unit, currency ?? ''));
}

type Reference = Pick<PayoutSettings, 'reference' | 'referenceKey' | 'referenceGiven' | 'equivalentReferences'>;

/**
 * Whether an expression, or one of several in a text, gave nothing. What is left may stand for other payments too, and is
 * another reference once the value is there. As n8n does, an expression is taken to end with the first }}. False where it
 * can't be told by what stands around them.
 */
function lacksPart(written: unknown, value: unknown): boolean {
	if (!isExpression(written)) return false;
	if (isBlank(value)) return true;
	const [first = '', ...others] = String(written)
		.slice(1)
		.split(/(?:\{\{[^]*?\}\})+/);
	let rest = String(value).slice(first.length);
	return others.some((part, place) => {
		const at = place + 1 < others.length ? rest.indexOf(part, 1) : rest.length - part.length;
		rest = rest.slice(at + part.length);
		return at < 1;
	});
}

/** The payout reference: the one given, else the operation's own. */
function readReference({ resolved, written }: ItemParameters, draft: PayDraft): ReadResult<Reference> {
	const { defaultReference, referenceIsUnique = false } = draft;
	const isGiven = !isBlank(resolved.payoutReference) || isExpression(written.payoutReference);
	const [source, value] = isGiven
		? [written.payoutReference, resolved.payoutReference]
		: [written.customerReference, defaultReference];
	const problem = (reason: string) => refused(PAYOUT_REFERENCE, reason);
	if (lacksPart(source, value))
		return problem('is an expression that returned nothing, or lacks a part, so the payout could be sent twice');
	if (isBlank(value)) return problem('is empty. Give each payout one, such as the invoice number');
	const text = readText(value, ANY_LENGTH, !isGiven);
	if (!text.ok) return problem(text.reason);
	const referenceKey = normaliseReference(text.value);
	if (referenceKey === '') return problem('holds invisible characters only');
	// As a reference that is typed in, also where it is later checked or released.
	return ok({
		reference: text.value.trim(),
		referenceKey,
		referenceGiven: isGiven || referenceIsUnique,
		equivalentReferences: [],
	});
}

/** What n8n gives another value in every run; of `$now`, a written form without a time may well be that of a month. */
const CHANGING =
	/\$execution\b(\.id\b|\[["']id["']\])|\$executionId\b|(\$now\b|\bDateTime\.now\(\))(?!\.(toFormat|format)\([^FHSTXfhmstx)]*\))|\bMath\.random\b|\brandomUUID\b|\bDate\.now\b|\bnew Date\(\)/;

const CHANGING_REFERENCE =
	"'Payout Reference' is made of something that changes with every run ($execution.id, $now or a random value), so a second run pays again. Make it of what stays the same, such as the invoice number.";

/** Whether the reference is an expression that no later run gives again. As a tool it follows from the payment. */
function changesWithEveryRun({ resolved, written }: ItemParameters, { asTool }: Scope): boolean {
	const source = isBlank(resolved.payoutReference) ? written.customerReference : written.payoutReference;
	return !asTool && isExpression(source) && CHANGING.test(String(source));
}

/**
 * As a tool the reference follows from the payment itself: a model that reads "unknown" would try
 * again under a name of its own. Yesterday's is looked at too, since a lost response outlives midnight, and
 * tomorrow's, since the clock of another worker may be ahead.
 */
function toolReference(
	parameters: ItemParameters,
	draft: PayDraft,
	payee: Payee | null,
	{ days }: Scope,
): ReadResult<Reference> {
	const key = payee === null ? null : payeeKeyOf(payee);
	// It can be paid once by its nature: neither the day nor the amount of a swap makes it another payment.
	if (payee?.kind === 'invoice' && key !== null)
		return ok({ ...keyed(key), referenceGiven: true, equivalentReferences: [] });
	const prefix = referencePrefix.read(parameters.written.referencePrefix);
	if (!prefix.ok) return prefix;
	const { asked = draft.amount } = draft;
	const amount = asked === null ? 'open' : `${asked.minor} ${asked.currency}`;
	// The model may choose the way there, such as the network of an address: that makes it no other payment.
	const on = (day: string) => `${prefix.value} ${day} ${key ?? draft.destination} ${amount}`;
	return ok({
		...keyed(on(days.today)),
		referenceGiven: false,
		equivalentReferences: [on(days.yesterday), on(days.tomorrow)],
	});
}

const keyed = (reference: string) => ({ reference, referenceKey: normaliseReference(reference) });
