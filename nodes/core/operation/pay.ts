import { checkPayee, payeeName, type AllowedPayees, type Payee } from '../domain/payees/allowedPayees';
import { isBlank } from '../domain/json';
import { parseAmount, type AmountUnit } from '../domain/money';
import { normaliseReference } from '../domain/payees/paymentIdentity';
import type { Result } from '../domain/result';
import {
	when,
	type Chosen,
	type Field,
	type Fields,
	type Problem,
	type ReadResult,
	type ShowWhen,
	type Values,
} from './field';
import { ANY_LENGTH, readText } from './fields';
import type { Amount, PaymentPlan, PayoutSettings, Prepared, PreflightService, Scope, ShownAs } from './operation';
import {
	isExpression,
	isTyped,
	problemsOf,
	readFields,
	readOptions,
	TYPED_BY_A_PERSON,
	type ItemParameters,
} from './parameters';
import {
	allowedPayees,
	approvalDigest,
	limits,
	PAYOUT_REFERENCE,
	paymentsPerDay,
	payoutReference,
	payOptions,
	referencePrefix,
	requestOptions,
	skipChecks,
} from './payFields';

export type PayInput<F extends Fields, O extends Fields> = Values<F> & {
	options: Chosen<O>;
	skipChecks: boolean;
};

/** What an operation makes of one item's input: the payment, checked but not sent. */
export interface PayDraft {
	/** Known before anything is sent, or null. */
	readonly amount: Amount | null;
	/** The most it can cost; by default `amount`. Null where nothing bounds it before the money moves. */
	readonly atMost?: Amount | null;
	/** What the user asked to pay, where `amount` is not that: part of the payment's identity. */
	readonly asked?: Amount;
	/** The currency and unit that the item's limits are in; a null currency means minor units. */
	readonly limitsIn: { currency: string | null; unit: AmountUnit };
	readonly shownAs: ShownAs;
	/** Who or what is paid; together with amount and quote it is the payment's identity. */
	readonly destination: string;
	/** Whom an AI tool must be allowed to pay; null where the money stays in the account's own wallets. */
	readonly payee: Payee | null;
	readonly quoteId?: string;
	/** Recorded under this where the user gives no payout reference. */
	readonly defaultReference?: string | undefined;
	/** Whether that reference can by its nature be paid once only, as a payment hash or a quote. */
	readonly referenceIsUnique?: boolean;
	readonly hints?: string[];
	/** Whether `prepare` creates something, such as a quote. */
	readonly preparesByWriting?: boolean;
	prepare(service: PreflightService): Promise<Prepared>;
}

const AS_TOOL = { '@tool': [true] };
const NOT_AS_TOOL = { '@tool': [false] };

const common = { ...requestOptions, ...payOptions, skipChecks };

/** How an operation that pays differs from others as an AI agent's tool. */
export interface AsTool {
	/** Where somebody else is paid only under some values of other parameters. */
	readonly payees?: { readonly when: ShowWhen; readonly hint: string };
	/** Why an agent may not use it at all: a clause that follows the operation's name. */
	readonly refused?: string;
}

/**
 * The fields that every payment has after its own: the reference, and as a tool whom it may pay and its limits,
 * which stand at the top level there, where the model cannot fill them (docs/agents.md). Then the options.
 */
export function payFields(withoutReference: string, { payees, refused }: AsTool = {}) {
	const payeesField = {
		...allowedPayees,
		face: { ...allowedPayees.face, ...(payees === undefined ? {} : { hint: payees.hint }) },
	};
	const asTool = {
		referencePrefix: when(AS_TOOL, typed(referencePrefix)),
		allowedPayees: when({ ...AS_TOOL, ...payees?.when }, typed(raw(payeesField))),
		maximumAmount: when(AS_TOOL, typed({ ...limits.maximumAmount, required: true })),
		maximumTotal: when(AS_TOOL, typed({ ...limits.maximumTotal, required: true })),
		paymentsPerDay: when(AS_TOOL, typed(raw(paymentsPerDay))),
	};
	return {
		own: {
			payoutReference: { ...payoutReference(withoutReference), showWhen: NOT_AS_TOOL },
			approvalDigest: when(NOT_AS_TOOL, approvalDigest),
			...(refused === undefined ? asTool : {}),
		},
		common,
		limits: {
			maximumAmount: { ...limits.maximumAmount, showWhen: NOT_AS_TOOL },
			maximumTotal: { ...limits.maximumTotal, showWhen: NOT_AS_TOOL },
		},
	};
}

/** A field for which the editor offers neither an expression nor to let the model fill it. */
const typed = <T>(field: Field<T>): Field<T> => ({ ...field, face: { ...field.face, noDataExpression: true } });

/** A field whose value is read later, as it is written in the node. */
const raw = (field: Field<unknown>): Field<unknown> => ({ ...field, read: (given) => ({ ok: true, value: given }) });

/** The payment of one item: its draft with the reference it is recorded under, its limits and its options. */
export function payPlan(
	spec: { resource: string; operation: string },
	draft: PayDraft,
	chosen: Chosen<typeof common>,
	parameters: ItemParameters,
	scope: Scope,
): ReadResult<PaymentPlan> {
	const given = readLimits(parameters, draft, scope);
	if (!given.ok) return given;
	const reference = scope.asTool ? toolReference(parameters, draft, scope) : readReference(parameters, draft);
	const approved = readFields({ approvalDigest: when(NOT_AS_TOOL, approvalDigest) }, parameters);
	const maximumAmount = readLimit(limits.maximumAmount, given.value.maximumAmount, draft);
	const maximumTotal = readLimit(limits.maximumTotal, given.value.maximumTotal, draft);
	const most = readIfGiven(paymentsPerDay, given.value.paymentsPerDay);
	const payees = readIfGiven(allowedPayees, given.value.allowedPayees);
	if (!reference.ok || !approved.ok || !maximumAmount.ok || !maximumTotal.ok || !most.ok || !payees.ok) {
		return {
			ok: false,
			problems: [reference, approved, payees, maximumAmount, maximumTotal, most].flatMap(problemsOf),
		};
	}
	return {
		ok: true,
		value: planOf(spec, draft, {
			timeoutMs: (chosen.timeout ?? 60) * 1000,
			onUnknown: chosen.onUnknown ?? 'stop',
			payout: {
				...reference.value,
				alreadyRecorded: chosen.alreadyRecorded ?? 'stop',
				maximumAmount: maximumAmount.value,
				maximumTotal: maximumTotal.value,
				payoutsInParallel: chosen.payoutsInParallel ?? 1,
				validateOnly: chosen.validateOnly ?? false,
				payeeProblem: payeeProblem(draft, payees.value),
				paymentsPerDay: most.value,
				approvalDigest: approved.value.approvalDigest ?? null,
			},
		}),
	};
}

function payeeProblem({ payee }: PayDraft, allowed: AllowedPayees | null): string | null {
	if (payee === null || allowed === null) return null;
	const found = checkPayee(payee, allowed);
	return found.ok ? null : found.reason;
}

const payeeOf = ({ payee }: PayDraft) => (payee === null ? null : payeeName(payee));

function readIfGiven<T>(field: Field<T>, given: unknown): ReadResult<T | null> {
	return given === undefined ? { ok: true, value: null } : field.read(given);
}

function planOf(
	spec: { resource: string; operation: string },
	draft: PayDraft,
	settings: PaymentPlan['settings'],
): PaymentPlan {
	const asked = draft.asked ?? draft.amount;
	return {
		identity: {
			operation: `${spec.resource}:${spec.operation}`,
			destination: draft.destination,
			amountMinor: asked === null ? null : String(asked.minor),
			currency: asked?.currency ?? null,
			quoteId: draft.quoteId ?? null,
		},
		payee: payeeOf(draft),
		shownAs: draft.shownAs,
		amount: draft.amount,
		atMost: draft.atMost === undefined ? draft.amount : draft.atMost,
		settings,
		hints: draft.hints ?? [],
		preparesByWriting: draft.preparesByWriting ?? false,
		prepare: async (service) => await draft.prepare(service),
	};
}

interface GivenLimits {
	readonly maximumAmount: unknown;
	readonly maximumTotal: unknown;
	readonly paymentsPerDay?: unknown;
	readonly allowedPayees?: unknown;
}

const toolLimits = { allowedPayees, ...limits, paymentsPerDay };

/**
 * The limits as given: among the options, or as a tool at the top level, where all of them are required and
 * must be typed in, so that the model that calls the tool cannot fill them.
 */
function readLimits(parameters: ItemParameters, draft: PayDraft, scope: Scope): ReadResult<GivenLimits> {
	const chosen = readOptions(limits, parameters);
	if (!chosen.ok) return chosen;
	if (!scope.asTool) {
		return {
			ok: true,
			value: { maximumAmount: chosen.value.maximumAmount, maximumTotal: chosen.value.maximumTotal },
		};
	}
	const { written } = parameters;
	const needed = Object.entries(toolLimits).filter(([name]) => name !== 'allowedPayees' || draft.payee !== null);
	const problems = needed.flatMap(([name, { label }]): Problem[] => {
		return !isBlank(written[name]) && isTyped(written[name]) ? [] : [{ field: label, reason: TYPED_BY_A_PERSON }];
	});
	if (problems.length > 0) return { ok: false, problems };
	const { maximumAmount, maximumTotal } = written;
	return {
		ok: true,
		value: { ...Object.fromEntries(needed.map(([name]) => [name, written[name]])), maximumAmount, maximumTotal },
	};
}

/** A limit in minor units, or null where none was given. */
function readLimit(field: Field<unknown>, given: unknown, { limitsIn }: PayDraft): ReadResult<bigint | null> {
	if (given === undefined) return { ok: true, value: null };
	const { unit } = limitsIn;
	const parsed: Result<bigint> =
		limitsIn.currency === null && unit === 'major'
			? { ok: false, reason: 'is only possible in the minor unit here' }
			: parseAmount(given, unit, limitsIn.currency ?? '');
	return parsed.ok ? parsed : { ok: false, problems: [{ field: field.label, reason: parsed.reason }] };
}

type Reference = Pick<PayoutSettings, 'reference' | 'referenceGiven' | 'equivalentReferences'>;

/** The payout reference: the one given, else the operation's own. */
function readReference(parameters: ItemParameters, draft: PayDraft): ReadResult<Reference> {
	const given = parameters.resolved.payoutReference;
	const found = (reference: string, referenceGiven: boolean): ReadResult<Reference> => ({
		ok: true,
		value: { reference, referenceGiven, equivalentReferences: [] },
	});
	const problem = (reason: string): ReadResult<never> => ({
		ok: false,
		problems: [{ field: PAYOUT_REFERENCE, reason }],
	});
	if (!isBlank(given)) {
		const text = readText(given, ANY_LENGTH);
		if (!text.ok) return problem(text.reason);
		return normaliseReference(text.value) === '' ? problem('holds invisible characters only') : found(text.value, true);
	}
	if (isExpression(parameters.written.payoutReference)) {
		return problem('is an expression that returned nothing, so the payout could be sent twice');
	}
	// As a reference that is typed in, also where it is later checked or released.
	const { defaultReference, referenceIsUnique = false } = draft;
	if (defaultReference !== undefined && normaliseReference(defaultReference) !== '')
		return found(defaultReference.trim(), referenceIsUnique);
	return problem('is empty. Give each payout one, such as the invoice number');
}

/**
 * As a tool the reference follows from the payment itself: a model that reads "unknown" would try
 * again under a name of its own. Yesterday's is looked at too, since a lost response outlives midnight, and
 * tomorrow's, since the clock of another worker may be ahead.
 */
function toolReference(parameters: ItemParameters, draft: PayDraft, { days }: Scope): ReadResult<Reference> {
	const payee = payeeOf(draft);
	// It can be paid once by its nature: neither the day nor the amount of a swap makes it another payment.
	if (draft.payee?.kind === 'invoice' && payee !== null)
		return { ok: true, value: { reference: payee, referenceGiven: true, equivalentReferences: [] } };
	const prefix = readText(parameters.written.referencePrefix ?? referencePrefix.face.default);
	if (!prefix.ok) return { ok: false, problems: [{ field: referencePrefix.label, reason: prefix.reason }] };
	const { asked = draft.amount } = draft;
	const amount = asked === null ? 'open' : `${asked.minor} ${asked.currency}`;
	// The model may choose the way there, such as the network of an address: that makes it no other payment.
	const on = (day: string) => `${prefix.value} ${day} ${payee ?? draft.destination} ${amount}`;
	return {
		ok: true,
		value: {
			reference: on(days.today),
			referenceGiven: false,
			equivalentReferences: [on(days.yesterday), on(days.tomorrow)],
		},
	};
}
