import type { ZodMiniType } from 'zod/mini';

import { isBlank } from '../domain/json';
import { parseAmount, type AmountUnit } from '../domain/money';
import { normaliseReference } from '../domain/payoutReference';
import type { Result } from '../domain/result';
import { distinct, when, type Chosen, type Field, type Fields, type Problem, type ReadResult, type Values } from './field';
import { ANY_LENGTH, collection, readText } from './fields';
import { bindOptions, caps, PAYOUT_REFERENCE, payoutReference, payOptions, referencePrefix, skipChecks } from './moneyFields';
import type { Amount, MoneyOperation, MoneyPlan, PayoutSettings, Prepared, PreparingService, Scope, ShownAs } from './operation';
import {
	isExpression,
	problemsOf,
	readFields,
	readOptions,
	type ItemParameters,
} from './parameters';
import { TYPED_BY_A_PERSON } from './toolPolicy';

export type PayInput<F extends Fields, O extends Fields> = Values<F> & {
	options: Chosen<O>;
	skipChecks: boolean;
};

/** What an operation makes of one item's input: the payment, checked but not sent. */
export interface PayDraft {
	/** Known before anything is sent, or null. */
	readonly amount: Amount | null;
	/** What the user asked to pay, where `amount` is not that: part of the payment's identity. */
	readonly asked?: Amount;
	/** The currency and unit that the item's caps are in; a null currency means minor units. */
	readonly capsIn: { currency: string | null; unit: AmountUnit };
	readonly shownAs: ShownAs;
	/** Who or what is paid; together with amount and quote it is the payment's identity. */
	readonly destination: string;
	readonly quoteId?: string;
	/** Recorded under this where the user gives no payout reference. */
	readonly defaultReference?: string | undefined;
	/** Whether that reference can by its nature be paid once only, as a payment hash or a quote. */
	readonly onceByNature?: boolean;
	readonly hints?: string[];
	/** Whether `prepare` only reads. */
	readonly preparesByReading?: boolean;
	prepare(service: PreparingService): Promise<Prepared>;
}

interface PaySpec<F extends Fields, O extends Fields> {
	resource: string;
	operation: string;
	name: string;
	action: string;
	description: string;
	fields: F;
	options?: O;
	/** What happens where the user gives no payout reference: one sentence for the field's hint. */
	withoutReference: string;
	/** What one output item is known to hold. */
	answer?: ZodMiniType;
	draft: (input: PayInput<F, O>, scope: Scope) => ReadResult<PayDraft>;
}

const AS_TOOL = { '@tool': [true] };
const NOT_AS_TOOL = { '@tool': [false] };

/** As a tool the caps stand at the top level, where the model cannot fill them; docs/money.md#for-an-ai-agent. */
const toolCaps = {
	maximumAmount: when(AS_TOOL, { ...caps.maximumAmount, required: true }),
	maximumTotal: when(AS_TOOL, { ...caps.maximumTotal, required: true }),
};

const optionCaps = {
	maximumAmount: { ...caps.maximumAmount, showWhen: NOT_AS_TOOL },
	maximumTotal: { ...caps.maximumTotal, showWhen: NOT_AS_TOOL },
};

const common = { ...bindOptions, ...payOptions, skipChecks };

/** An operation that pays. */
export function payOperation<F extends Fields, O extends Fields = Record<never, never>>(
	spec: PaySpec<F, O>,
): MoneyOperation {
	const members: Fields = { ...spec.options, ...common, ...optionCaps };
	return {
		resource: spec.resource,
		operation: spec.operation,
		name: spec.name,
		action: spec.action,
		description: spec.description,
		effect: 'pay',
		...(spec.answer === undefined ? {} : { answer: spec.answer }),
		fields: {
			...spec.fields,
			payoutReference: { ...payoutReference(spec.withoutReference), showWhen: NOT_AS_TOOL },
			referencePrefix: when(AS_TOOL, referencePrefix),
			...toolCaps,
			options: collection({ label: 'Options', placeholder: 'Add option', members }),
		},
		plan(parameters, scope) {
			const own = readFields(spec.fields, parameters);
			const chosen = readOptions(spec.options, parameters);
			const shared = readOptions(common, parameters);
			const capsGiven = readCaps(parameters, scope);
			if (!own.ok || !chosen.ok || !shared.ok || !capsGiven.ok) {
				return { ok: false, problems: distinct([own, chosen, shared, capsGiven].flatMap(problemsOf)) };
			}
			const input = { ...own.value, options: chosen.value, skipChecks: shared.value.skipChecks ?? false };
			const draft = spec.draft(input, scope);
			if (!draft.ok) return draft;
			const reference = scope.asTool
				? toolReference(parameters, draft.value, scope)
				: readReference(parameters, draft.value, shared.value.withoutPayoutReference ?? false);
			const maximumAmount = readCap(caps.maximumAmount, capsGiven.value.maximumAmount, draft.value);
			const maximumTotal = readCap(caps.maximumTotal, capsGiven.value.maximumTotal, draft.value);
			if (!reference.ok || !maximumAmount.ok || !maximumTotal.ok) {
				return { ok: false, problems: [reference, maximumAmount, maximumTotal].flatMap(problemsOf) };
			}
			return {
				ok: true,
				value: planOf(spec, draft.value, {
					timeoutMs: (shared.value.timeout ?? 60) * 1000,
					onUnknown: shared.value.onUnknown ?? 'stop',
					payout: {
						...reference.value,
						alreadyRecorded: shared.value.alreadyRecorded ?? 'stop',
						maximumAmount: maximumAmount.value,
						maximumTotal: maximumTotal.value,
						payoutsInParallel: shared.value.payoutsInParallel ?? 1,
						validateOnly: shared.value.validateOnly ?? false,
					},
				}),
			};
		},
	};
}

function planOf(
	spec: { resource: string; operation: string },
	draft: PayDraft,
	settings: MoneyPlan['settings'] & { payout: PayoutSettings },
): MoneyPlan {
	const asked = draft.asked ?? draft.amount;
	return {
		identity: {
			operation: `${spec.resource}:${spec.operation}`,
			destination: draft.destination,
			amountMinor: asked === null ? null : String(asked.minor),
			currency: asked?.currency ?? null,
			quoteId: draft.quoteId ?? null,
		},
		shownAs: draft.shownAs,
		amount: draft.amount,
		settings,
		hints: draft.hints ?? [],
		preparesByReading: draft.preparesByReading ?? false,
		prepare: async (service) => await draft.prepare(service),
	};
}

type CapsGiven = { maximumAmount: unknown; maximumTotal: unknown };

/**
 * The caps as given: among the options, or as a tool at the top level, where they are required and
 * must be typed in, so that the model that calls the tool cannot fill them.
 */
function readCaps(parameters: ItemParameters, scope: Scope): ReadResult<CapsGiven> {
	const chosen = readOptions(caps, parameters);
	if (!chosen.ok) return chosen;
	if (!scope.asTool) {
		return {
			ok: true,
			value: { maximumAmount: chosen.value.maximumAmount, maximumTotal: chosen.value.maximumTotal },
		};
	}
	const problems: Problem[] = [];
	for (const [name, field] of Object.entries(caps)) {
		const written = parameters.written[name];
		if (isBlank(written) || isExpression(written)) {
			problems.push({ field: field.label, reason: TYPED_BY_A_PERSON });
		}
	}
	if (problems.length > 0) return { ok: false, problems };
	return {
		ok: true,
		value: {
			maximumAmount: parameters.written.maximumAmount,
			maximumTotal: parameters.written.maximumTotal,
		},
	};
}

/** A cap in minor units, or null where none was given. */
function readCap(field: Field<unknown>, given: unknown, { capsIn }: PayDraft): ReadResult<bigint | null> {
	if (given === undefined) return { ok: true, value: null };
	const { unit } = capsIn;
	const parsed: Result<bigint> =
		capsIn.currency === null && unit === 'major'
			? { ok: false, reason: 'is only possible in the minor unit here' }
			: parseAmount(given, unit, capsIn.currency ?? '');
	return parsed.ok ? parsed : { ok: false, problems: [{ field: field.label, reason: parsed.reason }] };
}

type Reference = Pick<PayoutSettings, 'reference' | 'referenceGiven' | 'alsoOpenUnder'>;

/** The payout reference: the one given, else the operation's own; none only where that is allowed. */
function readReference(parameters: ItemParameters, draft: PayDraft, waived: boolean): ReadResult<Reference> {
	const given = parameters.resolved.payoutReference;
	const found = (reference: string | null, referenceGiven: boolean): ReadResult<Reference> => ({
		ok: true,
		value: { reference, referenceGiven, alsoOpenUnder: [] },
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
	const { defaultReference, onceByNature = false } = draft;
	if (defaultReference !== undefined && normaliseReference(defaultReference) !== '') return found(defaultReference.trim(), onceByNature);
	if (waived) return found(null, false);
	return problem("is empty. Give each payout one, such as the invoice number, or turn on the option 'Without Payout Reference'");
}

/**
 * As a tool the reference follows from the payment itself: a model that reads "unknown" would try
 * again under a name of its own. Yesterday's is looked at too, since a lost answer outlives midnight.
 */
function toolReference(parameters: ItemParameters, draft: PayDraft, { days }: Scope): ReadResult<Reference> {
	const { defaultReference, onceByNature = false } = draft;
	if (onceByNature && defaultReference !== undefined) {
		return { ok: true, value: { reference: defaultReference, referenceGiven: true, alsoOpenUnder: [] } };
	}
	const prefix = readText(parameters.written.referencePrefix ?? referencePrefix.face.default);
	if (!prefix.ok) return { ok: false, problems: [{ field: referencePrefix.label, reason: prefix.reason }] };
	const { asked = draft.amount } = draft;
	const amount = asked === null ? 'open' : `${asked.minor} ${asked.currency}`;
	const on = (day: string) => `${prefix.value} ${day} ${draft.destination} ${amount}`;
	return { ok: true, value: { reference: on(days.today), referenceGiven: false, alsoOpenUnder: [on(days.yesterday)] } };
}
